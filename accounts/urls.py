"""Addresses under /accounts/: ours, then allauth's."""

from django.urls import include, path
from django.views.generic import RedirectView

from accounts import views_leaving, views_mail, views_settings, views_tokens

urlpatterns = [
    path("", RedirectView.as_view(pattern_name="account_settings")),
    path("settings/", views_settings.overview, name="account_settings"),
    path("settings/name/", views_settings.name, name="account_name"),
    path("settings/profile/", views_settings.profile, name="account_profile"),
    path("settings/mail/", views_settings.mails, name="account_mails"),
    path("settings/blocks/", views_settings.block_list, name="account_blocks"),
    path("settings/blocks/remove/", views_settings.unblock, name="account_unblock"),
    path("settings/elsewhere/", views_settings.sign_out_elsewhere, name="account_sign_out_elsewhere"),
    path("settings/tokens/", views_tokens.overview, name="account_tokens"),
    path("settings/tokens/revoke/", views_tokens.revoke, name="account_token_revoke"),
    path("settings/data.json", views_leaving.own_data, name="account_data"),
    path("settings/delete/", views_leaving.delete, name="account_delete"),
    path("mail/confirm-again/", views_mail.confirm_again, name="account_confirm_again"),
    path("mail/resume/", views_mail.resume, name="account_mail_resume"),
    path("", include("allauth.account.urls")),
    path("2fa/", include("allauth.mfa.urls")),
]
