"""Sentences for people: English text that remembers what it was made of, so that it can be said in other languages.

``_`` and ``ngettext`` are gettext's; what they return is the English sentence, a string like any other. Its template
is looked up in a catalogue only where it leaves for a reader: ``translated``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from gettext import GNUTranslations, NullTranslations, c2py
from string import Formatter
from typing import Any


class Catalogue(GNUTranslations):
    """A language's messages, and the signs of its numbers where they are not those of English."""

    signs: Mapping[int, str] = {}
    plural: Callable[[int], int]
    _catalog: dict[Any, str]

    @classmethod
    def of(cls, found: Any) -> Catalogue:
        """The messages of Babel's catalogue that are translated for certain.

        ``GNUTranslations`` would read them from a compiled file, which takes longer to sort than all else.
        """
        made = cls()
        made.plural = c2py(found.plural_expr)
        made._catalog = {}
        for message in found:
            if message.id and message.string and not message.fuzzy:
                ids = message.id if isinstance(message.id, tuple) else (message.id,)
                for number, text in enumerate(message.string if message.pluralizable else ()):
                    made._catalog[ids[0], number] = text or ids[min(number, 1)]
                if not message.pluralizable:
                    made._catalog[ids[0]] = message.string
        return made


class _Filling(Formatter):
    """Fills the fields of a template; numbers get the signs of a language."""

    def __init__(self, signs: Mapping[int, str]) -> None:
        self._signs = signs

    def format_field(self, value: Any, format_spec: str) -> str:
        text: str = super().format_field(value, format_spec)
        return text.translate(self._signs) if isinstance(value, int | float) else text


class Message(str):
    """An English sentence with its templates, the count that chooses between them, and the values that fill them."""

    __slots__ = ("number", "several", "template", "values")
    template: str
    several: str | None
    number: float
    values: Mapping[str, Any]

    def __new__(
        cls, template: str, values: Mapping[str, Any], several: str | None = None, number: float = 1
    ) -> Message:
        chosen = template if several is None or number == 1 else several
        message = super().__new__(cls, chosen.format_map(values) if values else chosen)
        message.template, message.values, message.several, message.number = template, values, several, number
        return message

    def __str__(self) -> str:
        return self

    @property
    def parts(self) -> tuple[Any, ...]:
        """What it was made of: ``Message(*parts)`` is the same again, wherever the parts have travelled."""
        return self.template, dict(self.values), self.several, self.number

    def with_values(self, change: Callable[[str], str]) -> Message:
        """The same message with each text that fills it changed, those within messages too."""
        values = {name: change(value) if isinstance(value, str) else value for name, value in self.values.items()}
        return Message(self.template, values, self.several, self.number)

    def __reduce__(self) -> tuple[Any, ...]:
        return Message, self.parts

    def translated(self, catalogue: NullTranslations) -> str:
        """The sentence as the catalogue says it; values that are messages, or lists of them, are translated too."""
        if self.several is None:
            text = catalogue.gettext(self.template)
        else:
            number = int(self.number) if self.number % 1 == 0 else 2  # what is not whole is several
            text = catalogue.ngettext(self.template, self.several, number)
        if not self.values:
            return text
        filling = _Filling(catalogue.signs if isinstance(catalogue, Catalogue) else {})
        return filling.vformat(text, (), translated(dict(self.values), catalogue))


def _(template: str, /, **values: Any) -> str:
    """A sentence: ``template`` is a literal, and ``values`` fill its fields, as in ``_("{n} moves", n=3)``.

    Without values, braces stand for themselves. An error among the values is what it says.
    """
    for name, value in values.items():
        if isinstance(value, Exception):
            values[name] = str(value)
    return Message(template, values)


def joined(*sentences: str) -> str:
    """Sentences one after the other; none of them may be empty."""
    first, *rest = sentences
    for each in rest:
        first = _("{what} {why}", what=first, why=each)
    return first


def enumerated(*names: str) -> str:
    """Names with “and” between them; there is at least one."""
    first, *rest = names
    for each in rest:
        first = _("{names} and {last}", names=first, last=each)
    return first


def listed(*names: str) -> str:
    """Names with commas between; empty without names."""
    first, *rest = names or ("",)
    for each in rest:
        first = _("{names}, {last}", names=first, last=each)
    return first


def lined(*each: str, between: str = "\n") -> str:
    """Texts below each other, or with something else between; those that are sentences stay such."""
    names = {f"part{number}": text for number, text in enumerate(each)}
    return Message(between.join(f"{{{name}}}" for name in names), names)


def ngettext(one: str, several: str, count: float, /, **values: Any) -> str:
    """A sentence about a number of things; ``count`` chooses the form, and fills ``{count}`` unless ``values`` do."""
    return Message(one, {"count": count, **values}, several, count)


def figure(value: float) -> str:
    """A number in a sentence: whole, with the one or two decimals that it has, else four figures. What is left over of
    a sum of decimals is not told."""
    short = round(value, 2)
    if abs(short - value) > _NOISE:
        return _("{value:,.4g}", value=value)
    return _("{value:,}", value=int(short) if short % 1 == 0 else short)


def translated(data: Any, catalogue: NullTranslations) -> Any:
    """The same data with each message in the catalogue's language; dictionaries, lists and tuples are gone through."""
    if isinstance(data, Message):
        return data.translated(catalogue)
    if isinstance(data, dict):
        return {key: translated(value, catalogue) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [translated(each, catalogue) for each in data]
    return data


def carried(data: Any) -> Any:
    """The same data with each message as JSON can carry it to another process, where ``arrived`` makes it one again."""
    if isinstance(data, Message):
        return {_CARRIED: carried(data.parts)}
    if isinstance(data, dict):
        return {key: carried(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [carried(each) for each in data]
    return data


def arrived(data: Any) -> Any:
    """The data that ``carried`` wrote, of a process of our own."""
    if isinstance(data, dict):
        if set(data) == {_CARRIED}:
            return Message(*arrived(data[_CARRIED]))
        return {key: arrived(value) for key, value in data.items()}
    if isinstance(data, list):
        return [arrived(each) for each in data]
    return data


def with_parts(data: Any) -> Any:
    """The same data as JSON keeps it for years: each message in an object stays there in English, for whoever reads it
    otherwise, and what it was made of stands beside it, where ``from_parts`` finds it."""
    if isinstance(data, dict):
        said = {key: carried(value.parts) for key, value in data.items() if isinstance(value, Message)}
        return {key: with_parts(value) for key, value in data.items()} | ({_SAID: said} if said else {})
    if isinstance(data, list | tuple):
        return [with_parts(each) for each in data]
    return data


def from_parts(data: Any) -> Any:
    """The data that ``with_parts`` wrote; objects without parts, as older ones are, keep their English sentences."""
    if isinstance(data, dict):
        whole = {key: from_parts(value) for key, value in data.items() if key != _SAID}
        return whole | {key: Message(*arrived(parts)) for key, parts in data.get(_SAID, {}).items()}
    if isinstance(data, list):
        return [from_parts(each) for each in data]
    return data


_NOISE = 1e-9
_SAID = "said by plyground"
_CARRIED = "message of plyground"
