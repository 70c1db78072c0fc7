"""Writes the table of letters that look alike from the file of the Unicode Consortium.

``python -m tools.look_alikes FILE`` takes https://www.unicode.org/Public/security/17.0.0/confusables.txt or a later
one.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from pathlib import Path

from plyground.core.look_alikes import TABLE


def main() -> None:
    """One line a letter: it, a tab, and those that look like it; all as hexadecimal numbers."""
    alike: dict[str, list[str]] = defaultdict(list)
    version = ""
    for line in Path(sys.argv[1]).read_text(encoding="utf-8-sig").splitlines():
        version = line.removeprefix("# Version: ") if line.startswith("# Version: ") else version
        fields = [field.strip() for field in line.partition("#")[0].split(";")]
        if len(fields) >= 2:
            alike[fields[1]].append(fields[0])
    lines = [f"{target.lower()}\t{' '.join(sources).lower()}" for target, sources in alike.items()]
    head = [
        f"# Letters that look alike, from Unicode Security Mechanisms (UTS #39) {version}, confusables.txt",
        "# © 2025 Unicode®, Inc. For terms of use and license, see https://www.unicode.org/terms_of_use.html",
    ]
    TABLE.write_text("\n".join([*head, *lines, ""]), encoding="utf-8")
    print(f"{TABLE}: {sum(map(len, alike.values()))} letters, Unicode {version}")


if __name__ == "__main__":
    main()
