"""Builds the distribution: the folder ``game`` is installed as ``plyground``, with pages and static files inside."""

from setuptools import find_packages, setup

setup(
    packages=["plyground", *(f"plyground.{name}" for name in find_packages("game"))],
    package_dir={"plyground": "game"},
)
