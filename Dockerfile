# One image for every process of Landlord; which one it is, its command says: manage.py run ROLE.

FROM python:3.13-slim-bookworm AS packages
RUN python -m venv /venv
COPY requirements.lock /tmp/requirements.lock
# What stands above the line is all that the server needs. Each file must have the fingerprint of the lock.
RUN sed '/^# Development/,$d' /tmp/requirements.lock >/tmp/runtime.lock \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r /tmp/runtime.lock

FROM python:3.13-slim-bookworm
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1
RUN useradd --system --uid 10001 --home-dir /landlord --shell /usr/sbin/nologin landlord \
    && install -d -o landlord -g landlord /landlord/var /keys
COPY --from=packages /venv /venv
WORKDIR /landlord
COPY manage.py LICENSE ./
COPY landlord landlord
COPY accounts accounts
COPY games games
COPY leaderboard leaderboard
COPY templates templates
COPY static static
# The page for programs shows it.
COPY docs/bot.py docs/bot.py
# Nothing is compiled at each start, and the program can't change itself.
RUN python -m compileall -q landlord accounts games leaderboard
USER landlord
# Static files are part of the image. The key drawn here would be everybody's, so it goes again at once.
RUN python manage.py collectstatic --noinput --verbosity 0 && rm var/secret-key

# A container is reached from outside of it; docker-compose.yml says who may.
ENV HOST=0.0.0.0 PORT=8000
EXPOSE 8000
# Another role asks for itself: docker-compose.yml.
HEALTHCHECK --interval=15s --timeout=10s --start-period=30s CMD ["python", "landlord/alive.py", "web"]
CMD ["python", "manage.py", "run", "web"]
