"""What all tables stand in, and the column by which a row belongs to another."""

from __future__ import annotations

from sqlalchemy import Column, ForeignKey, MetaData, String

metadata = MetaData()


def part_of(column: str, other: str, longest: int) -> Column[str]:
    """The part of a primary key that names the row of ``other``, a table's column of at most ``longest`` characters,
    with which this row is deleted."""
    return Column(column, String(longest), ForeignKey(other, ondelete="CASCADE"), primary_key=True)
