"""Signs exports with the server's own key, so that whoever reads one knows that nobody has changed it since.

Ed25519 over a SHA-256 of the export's parts in one form (keys in order, no spaces), so that a file which was only laid
out otherwise is still signed. The private key is made from 128 random bits in ``signing.key`` in the data folder.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from plyground.competitions.submissions import files
from plyground.sessions.keys import KeyFile

KEY_FILE = "signing.key"


class Digest:
    """The SHA-256 of parts that are given one after the other."""

    def __init__(self) -> None:
        self._sum = hashlib.sha256()

    def add(self, part: Any) -> None:
        """Add a part of plain JSON."""
        text = json.dumps(part, ensure_ascii=True, allow_nan=False, sort_keys=True, separators=(",", ":"))
        self._sum.update(len(text).to_bytes(8, "big") + text.encode())

    @property
    def value(self) -> bytes:
        return self._sum.digest()


def digest_of(export: Mapping[str, Any]) -> bytes:
    """That of a whole export: of all that stands in it but its games and its signature, then of each game."""
    found = Digest()
    found.add({name: value for name, value in export.items() if name not in ("games", "signed")})
    for game in export.get("games", ()):
        found.add(game)
    return found.value


class Signer:
    """Signs with the key in a folder, which is made when it is first needed. May be used from any thread."""

    def __init__(self, folder: Path | None = None) -> None:
        self._file = KeyFile((folder or files.bots_folder().parent) / KEY_FILE)

    @property
    def public(self) -> str:
        """The public key, as hexadecimal digits."""
        return self._private().public_key().public_bytes_raw().hex()

    def sign(self, digest: bytes) -> dict[str, str]:
        """What is added to an export as ``signed``."""
        private = self._private()
        public = private.public_key().public_bytes_raw().hex()
        return {"key": public, "fingerprint": fingerprint(public), "signature": private.sign(digest).hex()}

    def _private(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(hashlib.sha256(b"exports " + self._file.key.encode()).digest())


def fingerprint(public: str) -> str:
    """The first 128 bits of a public key's SHA-256, in groups of four digits, as people compare it."""
    digits = hashlib.sha256(bytes.fromhex(public)).hexdigest()[:32]
    return " ".join(digits[at : at + 4] for at in range(0, len(digits), 4))


def is_signed(digest: bytes, signed: Mapping[str, Any]) -> bool:
    """Whether the signature is that of the key that stands beside it."""
    try:
        key = Ed25519PublicKey.from_public_bytes(bytes.fromhex(str(signed["key"])))
        key.verify(bytes.fromhex(str(signed["signature"])), digest)
    except (KeyError, ValueError, InvalidSignature):
        return False
    return True
