"""The system calls that a bot may make, as a seccomp filter: to read, to think, to answer, and to run threads.

Named are the calls that are allowed; everything else is refused, calls that a later kernel brings included. The
filter is made here, once for each server, with libseccomp (by way of pyseccomp), and is installed by the launcher,
which fills in two numbers that are known only then: its process id, so that a bot can signal itself alone, and the
address of the name of the program that it starts, so that no second program can be started.
"""

from __future__ import annotations

import errno
import functools
import tempfile

EXEC_ADDRESS = 0x51A7E001_51A7E002
"""Stands in the filter where the launcher writes the address of the program's name."""
OWN_PID = 0x51A7E003
"""Stands in the filter where the launcher writes its process id."""

_FILES = """
access faccessat faccessat2 chdir fchdir close close_range creat open openat dup dup2 dup3 fallocate fadvise64
fdatasync fsync fstat fstatfs ftruncate getcwd getdents getdents64 lseek lstat link linkat mkdir mkdirat
newfstatat stat statx statfs read pread64 readv preadv preadv2 readahead readlink readlinkat rename renameat renameat2
rmdir symlink symlinkat unlink unlinkat write pwrite64 writev pwritev pwritev2 umask
"""
_WAITING = """
poll ppoll select pselect6 epoll_create epoll_create1 epoll_ctl epoll_wait epoll_pwait epoll_pwait2 eventfd eventfd2
pipe pipe2 signalfd signalfd4 timerfd_create timerfd_settime timerfd_gettime
"""
_MEMORY = """
brk mlock mlock2 munlock mlockall munlockall mprotect mremap msync munmap pkey_alloc pkey_free
pkey_mprotect membarrier get_mempolicy
"""
_THREADS = """
exit exit_group futex futex_waitv get_robust_list set_robust_list set_tid_address gettid getpid getppid getpgrp
getpgid getsid getuid geteuid getgid getegid getgroups getresuid getresgid rseq restart_syscall sched_yield
sched_getaffinity sched_getparam sched_getscheduler sched_getattr sched_get_priority_max sched_get_priority_min
sched_rr_get_interval getcpu arch_prctl set_thread_area get_thread_area capget getpriority wait4 waitid
rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend rt_sigtimedwait sigaltstack pause
getrlimit getrusage times uname getrandom
"""
_TIME = """
alarm clock_getres clock_nanosleep getitimer setitimer gettimeofday nanosleep time
"""
_REFUSED = """
accept accept4 bind connect getpeername getsockname getsockopt listen recvfrom recvmmsg recvmsg sendmmsg sendmsg
sendto setsockopt shutdown socket socketpair fork vfork execveat ptrace process_vm_readv process_vm_writev
process_madvise process_mrelease kcmp pidfd_open pidfd_getfd pidfd_send_signal rt_sigqueueinfo rt_tgsigqueueinfo tkill
chmod fchmod fchmodat chown fchown fchownat lchown utime utimes utimensat futimesat mknod mknodat chroot mount umount2
pivot_root move_mount open_tree fsopen fsconfig fsmount fspick mount_setattr quotactl swapon swapoff name_to_handle_at
open_by_handle_at sync syncfs inotify_init inotify_init1 inotify_add_watch fanotify_init fanotify_mark unshare setns
seccomp bpf perf_event_open userfaultfd keyctl add_key request_key personality landlock_create_ruleset shmget shmat
shmctl semget semop semctl semtimedop msgget msgsnd msgrcv msgctl mq_open mq_unlink setuid setgid setreuid setregid
setresuid setresgid setfsuid setfsgid setgroups capset setsid setpgid setpriority ioprio_set sched_setaffinity
sched_setparam sched_setscheduler sched_setattr mbind set_mempolicy migrate_pages move_pages acct reboot settimeofday
clock_settime clock_adjtime adjtimex sethostname setdomainname init_module finit_module delete_module kexec_load
kexec_file_load syslog iopl ioperm modify_ldt vhangup nfsservctl lookup_dcookie flock truncate splice tee vmsplice
remap_file_pages setrlimit sysinfo
"""
"""Refused with “operation not permitted”; what is not named at all is answered as if the kernel had no such call, upon
which libraries fall back to older ones (``clone3`` to ``clone``, whose flags a filter can read)."""
_UNSUPPORTED = """
getxattr lgetxattr fgetxattr listxattr llistxattr flistxattr setxattr lsetxattr fsetxattr removexattr lremovexattr
fremovexattr
"""
"""Answered as if files had no further attributes, which Landlock would let a bot read."""

_BUILDING = """
chmod fchmod fchmodat fork vfork execve execveat kill tgkill tkill flock setpgid setpriority socketpair utime utimes
utimensat
copy_file_range madvise mincore sendfile timer_create timer_delete timer_getoverrun timer_gettime timer_settime
"""
"""What compilers need besides: they start programs, and give the files that they make their modes and times."""

_CLONE_THREAD = 0x10000
_CLONE_NEW = 0x7E020080  # every kind of namespace
_MAP_FLAGS = (0x100, 0x2000, 0x8000, 0x40000)
"""Refused: memory that grows like a stack or lies in huge pages, which no limit counts, and memory that is filled at
once, in one long call (locked, populated)."""
_ADVICE = (0, 1, 2, 3, 4, 8, 10, 11, 14, 15, 16, 17, 18, 19)
"""On memory: how it will be read, that it may be given back, and what a child or a dump gets. Left out are those that
fill, move or join pages, in one long call during which nothing stops a thread."""
_SIGCONT = 18
_SIGNALS = tuple(number for number in range(65) if number != _SIGCONT)
"""To oneself: all but SIGCONT, by which threads would wake each other after they were to stop. (Compared as 64 bits, of
which the kernel reads 32, so what is allowed must be named.)"""
_CLOCK_OF_OTHERS = 0x80000000  # set in the name of a process's or thread's clock, of whomever
_IOCTLS = (0x5401, 0x5413, 0x541B, 0x5421, 0x5450, 0x5451)  # is it a terminal, how large, bytes waiting, and flags
_FCNTLS = (0, 1, 2, 3, 4, 5, 6, 7, 36, 37, 38, 1030, 1032)  # copies, flags, locks, close on exec, a pipe's size read
_PRCTLS = (3, 15, 16, 21, 23, 39, 0x53564D41)  # dumpable?, names of threads, seccomp?, capabilities?, names of memory


@functools.cache
def filter_program(building: bool = False) -> bytes:
    """The filter as the kernel takes it: instructions of eight bytes, with the two stand-ins in their places.

    That for ``building`` a bot has none of them, for compilers start other programs.
    """
    import pyseccomp

    made = pyseccomp.SyscallFilter(pyseccomp.ERRNO(errno.ENOSYS))
    made.set_attr(pyseccomp.Attr.ACT_BADARCH, pyseccomp.KILL_PROCESS)
    made.set_attr(pyseccomp.Attr.CTL_OPTIMIZE, 2)  # a binary tree: every call costs a few comparisons

    def rule(action: int, name: str, *arguments: object) -> None:
        if _exists(name):
            made.add_rule(action, name, *arguments)

    def among(name: str, index: int, values: tuple[int, ...]) -> None:
        for value in values:
            rule(pyseccomp.ALLOW, name, pyseccomp.Arg(index, pyseccomp.EQ, value))
        if len(values) == 1:
            rule(refused, name, pyseccomp.Arg(index, pyseccomp.NE, values[0]))

    refused = pyseccomp.ERRNO(errno.EPERM)
    for name in " ".join((_FILES, _WAITING, _MEMORY, _THREADS, _TIME)).split():
        rule(pyseccomp.ALLOW, name)
    for name in _BUILDING.split() if building else ():
        rule(pyseccomp.ALLOW, name)
    for name in _REFUSED.split():
        if not (building and name in _BUILDING.split()):
            rule(refused, name)
    for name in _UNSUPPORTED.split():
        rule(pyseccomp.ERRNO(errno.ENOTSUP), name)
    masked, own_pid = pyseccomp.MASKED_EQ, pyseccomp.Arg(0, pyseccomp.EQ, OWN_PID)
    if building:
        rule(pyseccomp.ALLOW, "clone", pyseccomp.Arg(0, masked, _CLONE_NEW, 0))
    else:
        rule(pyseccomp.ALLOW, "clone", pyseccomp.Arg(0, masked, _CLONE_THREAD | _CLONE_NEW, _CLONE_THREAD))
        rule(refused, "clone", pyseccomp.Arg(0, masked, _CLONE_THREAD, 0))
        among("execve", 0, (EXEC_ADDRESS,))
        for name, place in (("kill", 1), ("tgkill", 2)):
            for signal in _SIGNALS:
                rule(pyseccomp.ALLOW, name, own_pid, pyseccomp.Arg(place, pyseccomp.EQ, signal))
            rule(refused, name, pyseccomp.Arg(0, pyseccomp.NE, OWN_PID))
            rule(refused, name, own_pid, pyseccomp.Arg(place, pyseccomp.EQ, _SIGCONT))
        among("madvise", 2, _ADVICE)
    rule(pyseccomp.ALLOW, "mmap", pyseccomp.Arg(3, masked, sum(_MAP_FLAGS), 0))
    for flag in _MAP_FLAGS:
        rule(refused, "mmap", pyseccomp.Arg(3, masked, flag, flag))
    for value, action in ((0, pyseccomp.ALLOW), (_CLOCK_OF_OTHERS, refused)):
        rule(action, "clock_gettime", pyseccomp.Arg(0, masked, _CLOCK_OF_OTHERS, value))
    own, read_only = pyseccomp.Arg(0, pyseccomp.EQ, 0), pyseccomp.Arg(2, pyseccomp.EQ, 0)
    rule(pyseccomp.ALLOW, "prlimit64", own, read_only)
    rule(refused, "prlimit64", pyseccomp.Arg(0, pyseccomp.NE, 0))
    rule(refused, "prlimit64", pyseccomp.Arg(2, pyseccomp.NE, 0))
    among("ioctl", 1, _IOCTLS)
    among("fcntl", 1, _FCNTLS)
    among("prctl", 0, _PRCTLS)
    with tempfile.TemporaryFile() as file:
        made.export_bpf(file)
        file.seek(0)
        return file.read()


def _exists(name: str) -> bool:
    """Whether this machine's kind of processor has the call at all (numbers below 0 stand for those of others)."""
    import pyseccomp

    try:
        return int(pyseccomp.resolve_syscall(pyseccomp.Arch.NATIVE, name)) >= 0
    except ValueError:
        return False
