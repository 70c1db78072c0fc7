"""Templates as they were compiled before, so that the first page of a process need not wait for that."""

from __future__ import annotations

from contextlib import suppress

from jinja2.bccache import Bucket, FileSystemBytecodeCache

from plyground.core import cache


class KeptTemplates(FileSystemBytecodeCache):
    """They lie beside the kernels; what cannot be read or written there is compiled by each process."""

    def __init__(self) -> None:
        folder = cache.FOLDER / "pages"
        with suppress(OSError):
            folder.mkdir(exist_ok=True)
        super().__init__(str(folder))

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill the bucket, unless there is nothing, or nothing whole, of this template's source."""
        try:
            super().load_bytecode(bucket)
        except Exception:  # a file that was cut off has no one kind of error
            bucket.reset()

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keep what the bucket holds, where there is room."""
        with suppress(OSError):
            super().dump_bytecode(bucket)
