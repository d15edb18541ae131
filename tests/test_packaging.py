"""The project installs from a clone, and its wheel holds the library alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import venv
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest
from conftest import ROOT

missing = [name for name in ("pip", "hatchling", "editables", "mypy") if find_spec(name) is None]
pytestmark = [
    pytest.mark.skipif(bool(missing), reason=f"needs {', '.join(missing)}; run: pip install -e '.[dev]'"),
    pytest.mark.skipif(not (ROOT / ".git").exists(), reason="needs a git clone, whose files it lists"),
]

OFFLINE = ("--no-deps", "--no-build-isolation", "--no-index", "--quiet", "--disable-pip-version-check")

USER_CODE = """\
import cq

world: cq.World = cq.World.parse([(0, 63, 0, "red")])
is_clear: bool = cq.classify("Put a block on the tower", world).is_clear
question: str = cq.rank(None, "Put a block on the tower", world)[0].question
height: int = cq.build("Put a red block on the red block", world).grid.shape[0]
turn: cq.Turn = cq.ask("Put a block on the tower", world)
is_clear = question  # wrong on purpose
"""

# mypy takes a minute to read the sources of these.
LARGE_PACKAGES = """anyio datasets fastapi gymnasium matplotlib pandas pyarrow pydantic rich scipy sklearn
    starlette torch transformers typer uvicorn""".split()
MYPY_CONFIG = "[mypy]\nstrict = True\n" + "".join(
    f"[mypy-{name}.*]\nfollow_imports = skip\n" for name in LARGE_PACKAGES
)


def run(*command: str | Path, cwd: Path, code: int = 0) -> str:
    """The output of a command that ends with `code`. Its environment names no folder of modules."""
    environment = {
        name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")
    }
    done = subprocess.run(list(map(str, command)), cwd=cwd, env=environment, capture_output=True, text=True)
    assert done.returncode == code, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The tracked files in a folder that has the library's name."""
    clone = tmp_path_factory.mktemp("packaging") / "cq"
    for name in run("git", "ls-files", cwd=ROOT).splitlines():
        if (ROOT / name).is_file():
            (clone / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, clone / name)
    return clone


@pytest.fixture(scope="module")
def python(clone: Path) -> Path:
    """The Python of a new environment with an editable install of the clone."""
    python = new_environment(folder := clone.parent / "environment")
    run(sys.executable, "-m", "pip", "--python", python, "install", *OFFLINE, "-e", clone, cwd=folder)
    return python


def new_environment(folder: Path) -> Path:
    """The Python of a new environment, in which the packages of this one come last."""
    venv.create(folder, with_pip=False)
    python = folder / "bin" / "python"
    purelib = run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))", cwd=folder).strip()
    # Its own editable installs are left out: a .pth file counts only in a site folder itself.
    packages = [path for path in sys.path if path.endswith("-packages")]
    (Path(purelib) / "zz_packages.pth").write_text("\n".join(packages))
    return python


def test_an_editable_install_is_imported_beside_and_above_the_clone(clone, python):
    script = "import cq; print(cq.__file__, len(cq.World.parse([(0, 63, 0, 'red')])))"
    beside = clone.parent / "beside"
    beside.mkdir()
    for folder in (clone.parent, beside, clone):
        assert run(python, "-c", script, cwd=folder).split() == [str(clone / "cq" / "__init__.py"), "1"]


@pytest.fixture(scope="module")
def wheel(clone: Path) -> Path:
    """The wheel of the clone."""
    folder = clone.parent / "wheels"
    run(sys.executable, "-m", "pip", "wheel", *OFFLINE, "--wheel-dir", folder, clone, cwd=clone.parent)
    (wheel,) = folder.glob("cq_clarify-*.whl")
    return wheel


def test_the_wheel_is_small_and_runs_the_readme_in_a_new_environment(wheel, tmp_path):
    assert wheel.stat().st_size < 30_000_000
    python = new_environment(tmp_path / "environment")
    run(sys.executable, "-m", "pip", "--python", python, "install", *OFFLINE, wheel, cwd=tmp_path)
    (tmp_path / "README.md").write_text((ROOT / "README.md").read_text(encoding="utf-8").replace("```", ""))
    script = "import cq, doctest; print(cq.__file__, *doctest.testfile('README.md', module_relative=False))"
    path, failed, attempted = run(python, "-c", script, cwd=tmp_path).split()[-3:]
    assert Path(path).is_relative_to(tmp_path)
    assert (int(failed), int(attempted) >= 10) == (0, True)


def test_the_wheel_holds_the_library_and_its_data_alone(wheel):
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert held == set(run("git", "ls-files", "cq", cwd=ROOT).split())
    for data in ("py.typed", "weights/clarity/model.safetensors", "examples/towers.json"):
        assert f"cq/{data}" in held
    assert {Path(name).suffix for name in held} >= {".csv", ".txt", ".json", ".safetensors"}


def test_a_strict_type_checker_reads_the_installed_types(clone, python):
    folder = clone.parent
    (folder / "user.py").write_text(USER_CODE)
    (folder / "mypy.ini").write_text(MYPY_CONFIG)
    checked = run(sys.executable, "-m", "mypy", "--python-executable", python, "user.py", cwd=folder, code=1)
    wrong = len(USER_CODE.splitlines())
    assert checked.splitlines()[0].startswith(f"user.py:{wrong}: error: Incompatible types in assignment")
    assert "Found 1 error in 1 file" in checked


def test_the_locked_versions_are_those_of_the_constraints():
    """All that can be installed by digest is pinned alike, and has one."""

    def pins(name: str) -> dict[str, str]:
        lines = re.findall(r"^([\w.-]+)==([\w.]+)", (ROOT / name).read_text(), flags=re.MULTILINE)
        return {one.lower().replace("_", "-"): version for one, version in lines}

    locked, wanted = pins("requirements.lock"), pins("constraints.txt")
    differing = {one for one in locked.keys() & wanted.keys() if locked[one] != wanted[one]}
    assert not differing
    assert {"torch", "transformers", "fastapi", "typer"} <= locked.keys()
    text = (ROOT / "requirements.lock").read_text()
    assert not re.search(r"==[^\\\n]*\n(?! +--hash)", text)
