"""Becomes a bot's program: gives up all it may not keep, bound by bound, and then runs the program in its own place.

Run by ``python -I -S launcher.py ORDERS STATUS``, two inherited descriptors: what to do, and where to say ``ready``.
It needs the standard library alone, since inside a sandbox there may be nothing else, and of that only what loads
quickly (``marshal``, not ``json``: both sides are the same Python), since every bot waits for it. Whatever it cannot
do ends it before the program starts; a program that cannot be run ends it with status 126 or 127, as in a shell.
"""

import ctypes
import errno
import marshal
import os
import resource
import struct
import sys

_libc = ctypes.CDLL(None, use_errno=True)
_PR_SET_PDEATHSIG, _PR_SET_DUMPABLE, _PR_SET_KEEPCAPS, _PR_SET_SECCOMP = 1, 4, 8, 22
_PR_CAPBSET_DROP, _PR_SET_NO_NEW_PRIVS, _PR_CAP_AMBIENT = 24, 38, 47
_CAP_DAC_READ_SEARCH = 2
_SIGKILL, _CLONE_NEWUSER = 9, 0x10000000
_CREATE_RULESET, _ADD_RULE, _RESTRICT_SELF = 444, 445, 446  # the same numbers on every kind of processor


def main() -> None:
    """Read the orders, carry them out, and never return."""
    status = int(sys.argv[2])
    with os.fdopen(int(sys.argv[1]), "rb") as file:
        orders = marshal.load(file)
    os.dup2(orders["output"], 1)  # not by way of the outer program, which would hold it open
    os.set_inheritable(status, False)
    kept = sorted({status, orders["proc"]})
    for before, after in zip([2, *kept], [*kept, 65536], strict=True):
        os.closerange(before + 1, after)
    for number in range(1, 65):
        _libc.signal(number, None)  # to the default; refused for the few that cannot be changed
    if orders["drop"]:
        for capability in range(64):
            if not (orders["read_all"] and capability == _CAP_DAC_READ_SEARCH):
                _libc.prctl(_PR_CAPBSET_DROP, capability, 0, 0, 0)  # fails for what the kernel does not know
    if orders["user"] is not None:
        _become(orders["user"], orders["read_all"])
    alone = orders["namespace"] and _enter_namespace(orders["proc"])
    os.close(orders["proc"])
    if orders["parent"]:  # after the change of users, which would undo it
        _prctl(_PR_SET_PDEATHSIG, _SIGKILL)
        if orders["parent"] > 0 and os.getppid() != orders["parent"]:
            sys.exit(1)  # the parent ended before the line above
    for name, most in orders["limits"].items():
        if name == "RLIMIT_NPROC" and orders["tasks_of_others"] and not alone:
            most += orders["tasks_of_others"]
        _limit(getattr(resource, name), most)
    _prctl(_PR_SET_NO_NEW_PRIVS, 1)
    if orders["landlock"]:
        _restrict_files(orders["landlock"])
    path = _hidden(os.fsencode(orders["argv"][0]))
    arguments = _strings(orders["argv"])
    environment = _strings([f"{name}={value}" for name, value in orders["environment"].items()])
    if orders["filter"]:
        _filter_calls(orders["filter"], orders, path)
    os.write(status, b"ready")
    _libc.execve(ctypes.c_void_p(path), arguments, environment)
    number = ctypes.get_errno()
    os.write(2, f"{orders['argv'][0]} cannot be run: {os.strerror(number)}\n".encode())
    os._exit(127 if number == errno.ENOENT else 126)


def _prctl(option: int, value: int) -> None:
    if _libc.prctl(option, value, 0, 0, 0) != 0:
        raise OSError(ctypes.get_errno(), f"prctl {option}")


def _become(user: int, read_all: bool) -> None:
    """Be the user with this number for good; ``read_all`` keeps the one capability to read what others may not.

    That is for where Python lies in a folder of root's; another layer then says which files can be opened.
    """
    _prctl(_PR_SET_KEEPCAPS, int(read_all))
    os.setgroups([])
    os.setresgid(user, user, user)
    os.setresuid(user, user, user)
    if read_all:
        bit = 1 << _CAP_DAC_READ_SEARCH
        version_3 = struct.pack("=Ii", 0x20080522, 0)
        if _libc.capset(version_3, struct.pack("=6I", bit, bit, bit, 0, 0, 0)) != 0:
            raise OSError(ctypes.get_errno(), "capset")
        if _libc.prctl(_PR_CAP_AMBIENT, 2, _CAP_DAC_READ_SEARCH, 0, 0) != 0:
            raise OSError(ctypes.get_errno(), "prctl ambient")


def _enter_namespace(processes: int) -> bool:
    """Be user 1000 of a user namespace of one's own, where threads are counted alone; False if there is none.

    ``processes`` is the opened folder ``/proc``, which is not there inside.
    """
    user, group = os.getuid(), os.getgid()
    _prctl(_PR_SET_DUMPABLE, 1)  # lost by a change of users; needed to write about itself
    if _libc.unshare(_CLONE_NEWUSER) != 0:
        return False
    try:
        for name, text in (("setgroups", "deny"), ("uid_map", f"1000 {user} 1"), ("gid_map", f"1000 {group} 1")):
            with os.fdopen(os.open(f"self/{name}", os.O_WRONLY, dir_fd=processes), "w") as file:
                file.write(text)
    except OSError:
        return False  # a namespace without users, as AppArmor leaves it, bounds a bot no less
    return True


def _limit(kind: int, most: int) -> None:
    """Bound a resource, but never above what the launcher itself may have."""
    hard = resource.getrlimit(kind)[1]
    if hard != resource.RLIM_INFINITY:
        most = min(most, hard)
    soft = max(most - 1, 0) if kind == resource.RLIMIT_CPU else most  # so that SIGXCPU comes first and tells why
    resource.setrlimit(kind, (soft, most))


def _restrict_files(orders: dict) -> None:  # type: ignore[type-arg]
    """Let files be opened only beneath the paths that are named, each with its rights (Landlock)."""
    attributes = struct.pack("=QQQ", orders["files"], orders["network"], orders["scoped"])[: orders["size"]]
    ruleset = _libc.syscall(_CREATE_RULESET, attributes, ctypes.c_size_t(len(attributes)), 0)
    if ruleset < 0:
        raise OSError(ctypes.get_errno(), "landlock_create_ruleset")
    for path, rights in orders["paths"]:
        opened = os.open(path, os.O_PATH | os.O_CLOEXEC)
        rule = struct.pack("=Qi", rights, opened)
        if _libc.syscall(_ADD_RULE, ruleset, 1, rule, 0) != 0:
            raise OSError(ctypes.get_errno(), f"landlock_add_rule for {path}")
        os.close(opened)
    if _libc.syscall(_RESTRICT_SELF, ruleset, 0) != 0:
        raise OSError(ctypes.get_errno(), "landlock_restrict_self")
    os.close(ruleset)


def _hidden(text: bytes) -> int:
    """Put a string at an address that nobody can guess, and return it: only this address may be executed.

    The new program has other memory, so it would have to find these 46 bits to start a second one.
    """
    _libc.mmap.restype = ctypes.c_void_p
    fixed_private_anonymous = 0x100000 | 0x02 | 0x20
    for attempt in range(64):
        bits = 46 if attempt < 32 else 37  # some small machines have addresses of 39 bits
        page = (1 << 33) + int.from_bytes(os.urandom(6), "big") % (1 << bits) & ~0xFFF
        size = (len(text) + 8192) & ~0xFFF
        found = _libc.mmap(
            ctypes.c_void_p(page), ctypes.c_size_t(size), 3, fixed_private_anonymous, -1, ctypes.c_long(0)
        )
        if found != page:
            continue
        address = page + int.from_bytes(os.urandom(4), "big") % (size - len(text) - 1)
        ctypes.memmove(address, text + b"\0", len(text) + 1)
        return address
    raise OSError("no free address was found")


def _strings(texts: list) -> ctypes.Array:  # type: ignore[type-arg]
    """A C array of strings with a null pointer at its end."""
    return (ctypes.c_char_p * (len(texts) + 1))(*[os.fsencode(text) for text in texts], None)


def _filter_calls(program: bytes, orders: dict, path: int) -> None:  # type: ignore[type-arg]
    """Install the filter of system calls after writing the address and the process id into it (seccomp)."""
    address, written = orders["exec_address"], {}
    if address is not None:  # else it builds a bot, and may start programs
        written = {
            address >> 32: path >> 32,
            address & 0xFFFFFFFF: path & 0xFFFFFFFF,
            orders["own_pid"]: os.getpid(),
        }
    found = set()
    instructions = []
    for code, yes, no, number in struct.iter_unpack("=HBBI", program):
        if number in written:
            found.add(number)
        instructions.append(struct.pack("=HBBI", code, yes, no, written.get(number, number)))
    if len(found) != len(written):
        raise ValueError("the filter lacks a stand-in")
    code = ctypes.create_string_buffer(b"".join(instructions))
    whole = struct.pack("@HP", len(instructions), ctypes.addressof(code))
    if _libc.prctl(_PR_SET_SECCOMP, 2, ctypes.c_char_p(whole), 0, 0) != 0:
        raise OSError(ctypes.get_errno(), "seccomp")


if __name__ == "__main__":
    main()
