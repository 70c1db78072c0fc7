"""What to do where no sandbox holds, in one sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

_HERE = "Bots cannot be run safely here"
_KERNEL = f"{_HERE}, since the kernel keeps bubblewrap from working: please type  sysctl -w {{}}  as root."
_APPARMOR = Path("/proc/sys/kernel/apparmor_restrict_unprivileged_userns")
_DEBIAN = Path("/proc/sys/kernel/unprivileged_userns_clone")
_NAMESPACES = Path("/proc/sys/user/max_user_namespaces")


def sentence(reason: str) -> str:
    """Why bots cannot be run here and what would help, given what bubblewrap said."""
    if shutil.which("bwrap", path="/usr/bin:/usr/local/bin:/bin") is None:
        return f"{_HERE}: please install bubblewrap (on Debian and Ubuntu: apt-get install bubblewrap)."
    if _holds(_APPARMOR, "1"):
        return (
            f"{_HERE}, since AppArmor keeps bubblewrap from working: please give it its profile "
            "(on Ubuntu, as root: apt-get install apparmor-profiles, then install -m 644 "
            "/usr/share/apparmor/extra-profiles/bwrap-userns-restrict /etc/apparmor.d/, then apparmor_parser -r "
            "/etc/apparmor.d/bwrap-userns-restrict)."
        )
    if _holds(_DEBIAN, "0"):
        return _KERNEL.format("kernel.unprivileged_userns_clone=1")
    if _holds(_NAMESPACES, "0"):
        return _KERNEL.format("user.max_user_namespaces=10000")
    said = f" ({reason.rstrip('.')})" if reason else ""
    return (
        f"{_HERE}, since bubblewrap does not work{said}: please run the server outside of a container, or in one that "
        "may make namespaces."
    )


def _holds(path: Path, value: str) -> bool:
    try:
        return path.read_text().strip() == value
    except OSError:
        return False
