"""A dictionary that keeps what was used last."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Recent(dict[K, V]):
    """Holds the ``most`` entries that were set or found last, the oldest first. Not locked."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, value: V) -> None:
        self.pop(key, None)
        super().__setitem__(key, value)
        while len(self) > self._most:
            del self[next(iter(self))]

    def find(self, key: K) -> V | None:
        """The value, which now was used last; None if there is none."""
        if key not in self:
            return None
        value = super().__getitem__(key)
        self[key] = value
        return value


class RecentBySize(Recent[K, V]):
    """Holds the ``most`` entries that were set or found last, and fewer where they have more than ``most_size``
    together; the last one in any case."""

    def __init__(self, most: int, most_size: int, size: Callable[[V], int]) -> None:
        super().__init__(most)
        self._most_size, self._size = most_size, size

    def __setitem__(self, key: K, value: V) -> None:
        super().__setitem__(key, value)
        while len(self) > 1 and sum(map(self._size, self.values())) > self._most_size:
            del self[next(iter(self))]
