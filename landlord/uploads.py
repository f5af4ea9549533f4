"""Forms with files: small ones are read, so that a page can refuse them in a sentence; others are not."""

from typing import Any

from django.conf import settings
from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler


class SmallFormsOnly(FileUploadHandler):
    """Refuses a form in parts that is larger than other forms may be; leaves smaller ones to others."""

    def handle_raw_input(
        self,
        input_data: Any,
        META: dict[str, Any],  # noqa: N803 - as Django names it
        content_length: int,
        boundary: Any,
        encoding: str | None = None,
    ) -> None:
        """Raise RequestDataTooBig before anything is read."""
        if content_length > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            raise RequestDataTooBig("A form in parts exceeded settings.DATA_UPLOAD_MAX_MEMORY_SIZE.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        """Hand it on."""
        return raw_data

    def file_complete(self, file_size: int) -> None:
        """Make no file: the next handler does."""
