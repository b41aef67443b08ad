"""Lists the packages: `codemods` and `corpus` stand at the root of the checkout and are installed below `tffix`."""

from setuptools import find_packages, setup

setup(
    packages=[
        *find_packages(include=["tffix", "tffix.*"]),
        *(f"tffix.{name}" for name in find_packages(include=["codemods", "codemods.*", "corpus"])),
    ],
    package_dir={"tffix.codemods": "codemods", "tffix.corpus": "corpus"},
    package_data={"tffix": ["py.typed"], "tffix.codemods.api": ["*.tsv"], "tffix.corpus": ["*/*/*"]},
    zip_safe=False,
)
