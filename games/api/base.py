"""What every view of the API does: reads a body or a query as a struct, answers with one, under an ETag."""

import hashlib
import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec
from django.utils.cache import get_conditional_response, patch_cache_control, patch_vary_headers
from rest_framework import exceptions
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.response import Response
from rest_framework.views import APIView

from accounts import answers
from games.api import problems
from games.api.callers import BySession, ByToken, MayPlay, who
from games.api.problems import Refused
from games.api.throttles import PerMinute, one_more_key
from games.who import Who

T = TypeVar("T")

#: What a key that names a request may be.
KEY = r"^[A-Za-z0-9_.:-]{1,64}$"
_KEY = re.compile(KEY.replace("$", r"\Z"))


class Json(BaseRenderer):
    """Writes structs as JSON; what is JSON already, it hands on."""

    media_type = "application/json"
    format = "json"
    charset = None

    def render(self, data: Any, accepted_media_type: Any = None, renderer_context: Any = None) -> bytes:
        """Give an answer's body."""
        if data is None:
            return b""
        return data if isinstance(data, bytes) else msgspec.json.encode(data)


class Always(BaseContentNegotiation):
    """Answers in JSON, whatever the client says that it takes: there is nothing else."""

    def select_parser(self, request: Any, parsers: Any) -> Any:
        """Give no parser: bodies are read as structs."""
        return None

    def select_renderer(self, request: Any, renderers: Any, format_suffix: Any = None) -> Any:
        """Give the one there is."""
        return renderers[0], renderers[0].media_type


class ApiView(APIView):
    """A view of the API."""

    authentication_classes = (ByToken, BySession)
    permission_classes = (MayPlay,)
    throttle_classes = (PerMinute,)
    renderer_classes = (Json,)
    parser_classes = ()
    content_negotiation_class = Always
    #: OPTIONS is answered like any method that is not taken: the API is described in one place.
    metadata_class = None
    #: Not even its reads are for anybody without an account.
    of_a_person = False
    #: The throttles that have counted the request.
    counting: Sequence[PerMinute] = ()

    def get_exception_handler(self) -> Any:
        """Answer refusals with problem documents."""
        return problems.handle

    def get_throttles(self) -> list[PerMinute]:
        """Keep the throttles that count this request: its answer tells what is left."""
        self.counting = counting = [throttle() for throttle in self.throttle_classes]
        return counting

    def perform_authentication(self, request: Any) -> None:
        """Find out who calls; a request that fails in it is counted too, by its network address."""
        try:
            super().perform_authentication(request)
        except Exception:
            self.count(request)
            raise

    def check_permissions(self, request: Any) -> None:
        """Count the request before anything of it is refused."""
        self.count(request)
        super().check_permissions(request)

    def count(self, request: Any) -> None:
        """Count the request. Raises Throttled."""
        super().check_throttles(request)

    def check_throttles(self, request: Any) -> None:
        """Leave it: every request has been counted by now."""

    def finalize_response(self, request: Any, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Give the answer its headers; 304 for a body that the client has."""
        response = super().finalize_response(request, response, *args, **kwargs)
        patch_vary_headers(response, ["Authorization", "Cookie"])
        if request.method not in ("GET", "HEAD") or response.status_code != 200:
            patch_cache_control(response, private=True, no_store=True)
        else:
            patch_cache_control(response, private=True, no_cache=True)
            response.render()
            response["ETag"] = f'"{hashlib.sha256(response.content).hexdigest()[:32]}"'
            sent = request._request  # noqa: SLF001
            response = get_conditional_response(sent, etag=response["ETag"], response=response)
        # Last: of the headers that an answer has, a 304 keeps a few alone.
        for throttle in self.counting:
            for name, value in throttle.headers.items():
                response[name] = value
        return response

    @property
    def who(self) -> Who:
        """Who calls."""
        return who(self.request)

    def body(self, form: type[T]) -> T:
        """Read the request's body. Raises Refused, UnsupportedMediaType, RequestDataTooBig."""
        sent = self.request._request  # noqa: SLF001 - its `body` holds to the size that settings allow
        if sent.content_type != "application/json":
            raise exceptions.UnsupportedMediaType(sent.content_type)
        try:
            return msgspec.json.decode(sent.body, type=form)
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("malformed_request", f"The body can’t be read: {error}.") from None

    def query(self, form: type[T]) -> T:
        """Read the address's query. Raises Refused."""
        given = self.request.query_params
        for name in given:
            if len(given.getlist(name)) > 1:
                raise Refused("malformed_request", "A parameter stands in the address more than once.")
        try:
            return msgspec.convert(given.dict(), form, strict=False)
        except msgspec.MsgspecError as error:
            raise Refused("malformed_request", f"The address can’t be read: {error}.") from None

    def act(self, do: Callable[[], object], status: int = 200) -> Response:
        """Carry out what changes something; asked again with its key, give the first answer."""
        key = self.request.headers.get("Idempotency-Key")
        if key is None:
            return Response(do(), status=status)
        if not _KEY.match(key):
            raise Refused("malformed_request", "An Idempotency-Key has 1 to 64 letters, digits, and . _ : -")

        def carried_out() -> tuple[int, str]:
            one_more_key(self.request.user.pk)
            try:
                return status, msgspec.json.encode(do()).decode()
            except (Refused, *problems.REFUSALS) as refusal:
                told = problems.of(refusal)
                assert told is not None
                return told.status, msgspec.json.encode(told).decode()

        given = answers.once(self.request.user.pk, key, self._asked(), carried_out)
        response = Response(given.body.encode(), status=given.status)
        if given.status >= 400:
            response.content_type = problems.MEDIA_TYPE
        if given.again:
            response["Idempotency-Replayed"] = "true"
        return response

    def _asked(self) -> str:
        sent = self.request._request  # noqa: SLF001
        told = b"\n".join([sent.method.encode(), sent.get_full_path().encode(), sent.body])
        return hashlib.sha256(told).hexdigest()


class Nowhere(ApiView):
    """Every other address below the API's."""

    def initial(self, request: Any, *args: Any, **kwargs: Any) -> None:
        """Count the request, and refuse it."""
        self.perform_authentication(request)
        self.count(request)
        raise Refused("not_found")
