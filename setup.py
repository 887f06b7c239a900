"""What pyproject.toml cannot say: the templates are installed, too, as a part of ``exports``.

In a checkout they lie beside the packages; ``exports.templates`` finds them in either place.
"""

from setuptools import find_packages, setup

PACKAGES = find_packages(include=["adjudicator*", "recorder*", "exports*"])

setup(
    packages=[*PACKAGES, "exports.pages"],
    package_dir={"exports.pages": "templates"},
    package_data={"": ["**/*"]},
)
