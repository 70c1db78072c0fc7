"""What a compiled kernel is made of, as one digest: two kernels with the same digest compile to the same code.

Numba compiles the bytecode of a function and of all functions that it calls, and freezes the values of the names that
they use. This walks the same way: from a function to what its names stand for, and on from there. A generic function
(see ``kernels``) leads to its implementations for the classes of position that the arguments hold, or that code on the
way can make. Bytecode knows neither comments nor line numbers, a module's name is no place on the disk, and Python,
Numba, NumPy and llvmlite are left out: their versions are part of the cache's folder. What cannot be told for certain
raises ``Untold``.
"""

from __future__ import annotations

import enum
import functools
import hashlib
import sys
from collections.abc import Callable, Mapping
from types import BuiltinFunctionType, CodeType, FunctionType, MethodType, ModuleType
from typing import Any

import numpy as np
from numba.core import types
from numba.core.dispatcher import Dispatcher
from numba.core.typing.templates import builtin_registry
from numba.extending import _Intrinsic

_HAS_DOCSTRING = 0x4000000
"""A flag of code objects, from Python 3.14 on; before, the first constant of a ``def`` is its docstring or None."""
_BLIND = {"eval", "exec", "globals", "locals", "vars", "getattr", "__import__", "import_module"}
"""Names by which a function could reach what its code does not name."""
_VERSIONED = sys.stdlib_module_names | {"numba", "numpy", "llvmlite"}

Implementations = Mapping[Any, Mapping[Any, Callable[..., Any]]]
"""For each generic function the implementations by class of position; that of all other classes stands under None."""


class Untold(Exception):
    """What a kernel is made of cannot be told."""


def digest(kernel: Dispatcher, arguments: tuple[Any, ...], implementations: Implementations) -> str:
    """A hexadecimal digest of a compiled function for arguments of these Numba types; raises ``Untold``."""
    walk = _Walk(implementations)
    walk.visit([*arguments, kernel, _overloaded_elsewhere(implementations)])
    return walk.finish()


class _Walk:
    """Visits everything that can be reached, once each, in an order that is the same in every process."""

    def __init__(self, implementations: Implementations) -> None:
        self._implementations = implementations
        self._hash = hashlib.sha256()
        self._seen: dict[int, int] = {}
        self._kept: list[Any] = []
        self._written = 0
        self._todo: list[Any] = []
        self._classes: list[type] = []
        self._generics: list[Any] = sorted(filter(_is_operator, implementations), key=lambda each: each.__name__)

    def visit(self, thing: Any) -> None:
        """Take this, and all that it leads to, into the digest."""
        self._todo.append(thing)
        while self._todo:
            self._write(self._todo.pop())

    def finish(self) -> str:
        """The digest."""
        return self._hash.hexdigest()

    def _say(self, *words: Any) -> None:
        for word in words:
            data = word if isinstance(word, bytes) else str(word).encode()
            self._hash.update(b"%d:" % len(data))
            self._hash.update(data)

    def _write(self, thing: Any) -> None:
        self._written += 1
        if self._written > _MOST:
            raise Untold("it leads to too many things")
        if _is_plain(thing):
            self._say(type(thing).__name__, repr(thing))
            return
        if not isinstance(thing, _VALUES):  # equal values may be one object in this process and two in another
            number = self._seen.setdefault(id(thing), len(self._seen))
            if number < len(self._kept):
                self._say("again", number)
                return
            self._kept.append(thing)  # or another object could get its identity
        self._writer(thing)(thing)

    def _writer(self, thing: Any) -> Callable[[Any], None]:
        if isinstance(thing, FunctionType | BuiltinFunctionType) and thing in self._implementations:
            return self._generic
        for kinds, writer in self._WRITERS:
            if isinstance(thing, kinds):
                return functools.partial(writer, self)
        return self._instance

    def _then(self, *things: Any) -> None:
        self._todo.extend(reversed(things))

    def _generic(self, function: Any) -> None:
        self._say("generic", function.__module__, function.__qualname__)
        self._generics.append(function)
        for position_class in self._classes:
            self._implement(function, position_class)

    def _implement(self, function: Any, position_class: type) -> None:
        table = self._implementations[function]
        positions = any(position_class in each for each in self._implementations.values())
        chosen = table.get(position_class, table.get(None) if positions else None)
        if chosen is not None:
            self._then(function.__qualname__, position_class, chosen)

    def _function(self, function: FunctionType) -> None:
        self._say("function", function.__module__, function.__qualname__)
        cells = [cell.cell_contents for cell in function.__closure__ or ()]
        if _is_versioned(function.__module__):
            self._then(*cells)
            return
        text, names = _told(function.__code__)
        self._say(text)
        if names & _BLIND:
            raise Untold(f"{function.__module__}.{function.__qualname__} can reach what it does not name")
        known = function.__globals__
        found = [part for name in sorted(names) if name in known for part in (name, _narrowed(known[name], names))]
        self._then(function.__defaults__, function.__kwdefaults__, cells, found, _overloads().get(function, []))

    def _class(self, kind: type) -> None:
        self._say("class", kind.__module__, kind.__qualname__)
        if issubclass(kind, tuple) and hasattr(kind, "_fields"):
            self._classes.append(kind)
            for function in list(self._generics):
                self._implement(function, kind)
            self._then(kind._fields, getattr(kind, "_field_defaults", {}))
        elif issubclass(kind, enum.Enum):
            self._then(*((member.name, member.value) for member in kind))
        elif not _is_versioned(kind.__module__):
            own = {name: value for name, value in vars(kind).items() if name not in _OF_EVERY_CLASS}
            self._then(kind.__bases__, own)

    def _type(self, kind: types.Type) -> None:
        self._text("type", kind)
        parts = [value for _, value in sorted(vars(kind).items(), key=lambda item: item[0])]
        self._then(*(part for part in parts if isinstance(part, types.Type | tuple | type)))

    def _kernel(self, kernel: Dispatcher) -> None:
        self._say("kernel")
        self._then(kernel.targetoptions, kernel.locals, kernel.py_func)

    def _module(self, module: ModuleType) -> None:
        self._say("module", module.__name__)
        if not _is_versioned(module.__name__):
            raise Untold(f"the module {module.__name__} is handed about as a value")

    def _array(self, array: Any) -> None:
        if array.dtype.hasobject:
            raise Untold("an array holds objects")
        self._say("array", array.dtype.str, array.shape, array.tobytes())

    def _sequence(self, values: Any) -> None:
        self._say(type(values).__name__, len(values))
        if type(values) is not tuple and isinstance(values, tuple):
            self._then(type(values), *values)
        else:
            self._then(*values)

    def _set(self, values: Any) -> None:
        self._sequence(sorted(values, key=repr))

    def _mapping(self, values: Any) -> None:
        self._say(type(values).__name__, len(values))
        self._then(*(part for key, value in values.items() for part in (key, value)))

    def _method(self, method: MethodType) -> None:
        self._then(method.__func__, method.__self__)

    def _wrapper(self, wrapper: Any) -> None:
        self._then(type(wrapper).__name__, wrapper.__func__)

    def _property(self, given: property) -> None:
        self._then("property", given.fget)

    def _partial(self, partial: functools.partial[Any]) -> None:
        self._then("partial", partial.func, partial.args, partial.keywords)

    def _named(self, thing: Any) -> None:
        self._say("named", thing.__module__, thing.__qualname__)

    def _text(self, label: str, thing: Any) -> None:
        text = repr(thing)
        if " at 0x" in text or "object at" in text:
            raise Untold(f"{type(thing).__qualname__} does not say what it is: {text[:100]}")
        self._say(label, type(thing).__module__, type(thing).__qualname__, text)

    def _instance(self, thing: Any) -> None:
        if _is_versioned(type(thing).__module__):
            self._text("instance", thing)
        elif hasattr(thing, "__dict__"):
            self._then("instance", type(thing), dict(sorted(vars(thing).items())))
        else:
            raise Untold(f"{type(thing).__qualname__} does not say what it is")

    _WRITERS: tuple[tuple[Any, Callable[..., None]], ...] = (
        (Dispatcher, _kernel),
        (_Intrinsic, lambda self, intrinsic: self._then("intrinsic", intrinsic._defn)),
        (FunctionType, _function),
        ((BuiltinFunctionType, np.ufunc), lambda self, thing: self._say("named", thing.__name__)),
        (types.Type, _type),
        (type, _class),
        (ModuleType, _module),
        (np.ndarray, _array),
        ((tuple, list), _sequence),
        ((set, frozenset), _set),
        (Mapping, _mapping),
        (MethodType, _method),
        ((staticmethod, classmethod), _wrapper),
        (property, _property),
        (functools.partial, _partial),
    )


_MOST = 200_000
_VALUES = (tuple, list, set, frozenset, dict, np.ndarray)
_OF_EVERY_CLASS = {
    "__module__",
    "__doc__",
    "__dict__",
    "__weakref__",
    "__annotations__",
    "__firstlineno__",
    "_abc_impl",
}
_PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), np.generic, np.dtype, range, slice)


def _is_plain(thing: Any) -> bool:
    return isinstance(thing, _PLAIN) and (type(thing) in _PLAIN or isinstance(thing, np.generic | np.dtype))


def _is_versioned(module: str | None) -> bool:
    return (module or "").partition(".")[0] in _VERSIONED


_codes: dict[CodeType, tuple[bytes, frozenset[str]]] = {}


def _told(code: CodeType) -> tuple[bytes, frozenset[str]]:
    """What a code object does, apart from its docstring and lines, and the names that it uses."""
    known = _codes.get(code)
    if known is None:
        names = set(code.co_names)
        parts: list[Any] = [code.co_code, code.co_argcount, code.co_posonlyargcount, code.co_kwonlyargcount]
        parts += [code.co_flags & ~_HAS_DOCSTRING, code.co_names, code.co_varnames, code.co_cellvars, code.co_freevars]
        parts.append(getattr(code, "co_exceptiontable", b""))
        documented = bool(code.co_flags & _HAS_DOCSTRING) if sys.version_info >= (3, 14) else code.co_name[0] != "<"
        for number, constant in enumerate(code.co_consts):
            if isinstance(constant, CodeType):
                inner, inner_names = _told(constant)
                parts.append(inner)
                names |= inner_names
            elif number == 0 and documented and isinstance(constant, str):
                parts.append(None)
            else:
                parts.append(sorted(map(repr, constant)) if isinstance(constant, frozenset) else constant)
        known = _codes[code] = repr(parts).encode(), frozenset(names)
    return known


def _narrowed(value: Any, names: frozenset[str]) -> Any:
    """A module stands for those of its names that a function uses; anything else for itself."""
    if not isinstance(value, ModuleType) or _is_versioned(value.__name__):
        return value
    return [
        part for name in sorted(names) if name in vars(value) for part in (name, _narrowed(vars(value)[name], names))
    ]


_registered: dict[str, Any] = {"functions": 0, "attributes": 0, "by_function": {}, "for_all": []}


def _overloads() -> dict[Any, list[Any]]:
    """What was registered with Numba's own ``overload`` outside Numba: the choosers, by the function overloaded."""
    for kind in ("functions", "attributes"):
        templates = getattr(builtin_registry, kind)
        for template in templates[_registered[kind] :]:
            chooser = getattr(template, "_overload_func", None)
            if chooser is None or _is_versioned(chooser.__module__ or chooser.__globals__.get("__name__")):
                continue
            if isinstance(template.key, FunctionType) and not _is_versioned(template.key.__module__):
                _registered["by_function"].setdefault(template.key, []).append(chooser)
            else:
                _registered["for_all"].append((template.key, chooser))
        _registered[kind] = len(templates)
    found: dict[Any, list[Any]] = _registered["by_function"]
    return found


def _is_operator(function: Any) -> bool:
    return _is_versioned(getattr(function, "__module__", None))


def _overloaded_elsewhere(implementations: Implementations) -> list[Any]:
    """The choosers of overloaded operators and functions of Python, Numba or NumPy: code can use them unnamed."""
    _overloads()
    return [chooser for function, chooser in _registered["for_all"] if function not in implementations]
