"""The depot and real clients: Maven, npm, twine, pip, nuget.exe, curl and createrepo_c."""

import base64
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

from .depot_service import DEPLOYER, Depot
from .stand_process import STANDS

CLIENTS = STANDS.parent / ".cache" / "depot" / "venv" / "bin"
NUGET = CLIENTS.parents[1] / "node_modules" / "nuget-exe" / "nuget-5.8.0.exe"
USER, PASSWORD = DEPLOYER


def run(
    command: list[str], directory: Path, environment: Mapping[str, str] | None = None
) -> subprocess.CompletedProcess[str]:
    """Runs a client to its end, without what the user's own settings say of it."""
    kept = {
        name: value for name, value in os.environ.items() if not name.upper().startswith(("PIP_", "NPM_", "TWINE_"))
    }
    home = {"HOME": str(directory), "PIP_CONFIG_FILE": os.devnull}
    return subprocess.run(
        command,
        cwd=directory,
        env={**kept, **home, **(environment or {})},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def succeeded(command: list[str], directory: Path, environment: Mapping[str, str] | None = None) -> str:
    """Standard output of a client that ended with 0."""
    done = run(command, directory, environment)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def maven(depot: Depot, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """Command of Maven with settings of its own; plugins come from the repository of this user, or from Central."""
    directory = tmp_path_factory.mktemp("maven")
    settings = directory / "settings.xml"
    settings.write_text(
        f"""<settings><servers><server><id>depot</id><username>{USER}</username><password>{PASSWORD}</password></server>
        </servers></settings>"""
    )
    return ["mvn", "-q", "-B", "-ntp", "-s", str(settings)]


def deploy_file(depot: Depot, maven: list[str], directory: Path, version: str, jar: Path) -> list[str]:
    repository = "maven-snapshots" if version.endswith("SNAPSHOT") else "maven-releases"
    return [
        *maven,
        "org.apache.maven.plugins:maven-deploy-plugin:3.1.4:deploy-file",
        f"-Durl={depot.url}/repository/{repository}",
        "-DrepositoryId=depot",
        f"-Dfile={jar}",
        "-DgroupId=com.example.client",
        "-DartifactId=thing",
        f"-Dversion={version}",
        "-Dpackaging=jar",
    ]


@pytest.mark.parametrize("version", ["1.0", "1.1-SNAPSHOT"])
def test_maven_deploys_and_gets(depot: Depot, maven: list[str], tmp_path: Path, version: str) -> None:
    jar = tmp_path / "thing.jar"
    jar.write_bytes(b"bytes of version " + version.encode())
    # Of this user, so that Maven's plugins are not fetched anew.
    environment = {"HOME": str(Path.home())}
    succeeded(deploy_file(depot, maven, tmp_path, version, jar), tmp_path, environment)
    repository = "maven-snapshots" if version.endswith("SNAPSHOT") else "maven-releases"
    copied = tmp_path / "copied"
    succeeded(
        [
            *maven,
            "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy",
            f"-Dartifact=com.example.client:thing:{version}:jar",
            f"-DoutputDirectory={copied}",
            "-Dmdep.useBaseVersion=true",
            "-f",
            str(_pom(tmp_path, depot, repository)),
        ],
        tmp_path,
        environment,
    )
    assert (copied / f"thing-{version}.jar").read_bytes() == jar.read_bytes()
    again = run(deploy_file(depot, maven, tmp_path, version, jar), tmp_path, environment)
    assert (again.returncode == 0) == version.endswith("SNAPSHOT")
    assert version.endswith("SNAPSHOT") or "409" in again.stdout + again.stderr


def _pom(directory: Path, depot: Depot, repository: str) -> Path:
    """A project that looks into the depot, and refuses what has a wrong checksum."""
    pom = directory / "pom.xml"
    pom.write_text(
        f"""<project><modelVersion>4.0.0</modelVersion><groupId>x</groupId><artifactId>x</artifactId><version>1</version>
        <packaging>pom</packaging><repositories><repository><id>depot-{directory.name}</id>
        <url>{depot.url}/repository/{repository}</url>
        <releases><checksumPolicy>fail</checksumPolicy></releases>
        <snapshots><checksumPolicy>fail</checksumPolicy><updatePolicy>always</updatePolicy></snapshots>
        </repository></repositories></project>"""
    )
    return pom


def test_npm_publishes_and_installs(depot: Depot, tmp_path: Path) -> None:
    registry = f"{depot.url}/repository/npm-hosted/"
    basic = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
    (tmp_path / ".npmrc").write_text(f"registry={registry}\n{registry.partition(':')[2]}:_auth={basic}\n")
    npm = ["npm", "--no-audit", "--no-fund", "--loglevel", "error", "--cache", str(tmp_path / "cache")]
    for name, version, tag in (("@acme/client", "1.0.0", "latest"), ("@acme/client", "1.1.0-beta.1", "next")):
        package = tmp_path / version
        package.mkdir()
        (package / "package.json").write_text(json.dumps({"name": name, "version": version, "main": "index.js"}))
        (package / "index.js").write_text(f"module.exports = {json.dumps(version)};\n")
        succeeded([*npm, "publish", str(package), "--tag", tag, "--access", "public"], tmp_path)
    again = run([*npm, "publish", str(tmp_path / "1.0.0")], tmp_path)
    assert again.returncode != 0
    project = tmp_path / "project"
    project.mkdir()
    (project / "package.json").write_text(json.dumps({"name": "project", "version": "1.0.0"}))
    succeeded(
        [*npm, "install", "--userconfig", str(tmp_path / ".npmrc"), "@acme/client", "package-00001@1.3.0"], project
    )
    said = succeeded(["node", "-p", "[require('@acme/client'), require('package-00001')].join()"], project)
    assert said.strip() == "1.0.0,1.3.0"
    lock = json.loads((project / "package-lock.json").read_text())
    assert lock["packages"]["node_modules/@acme/client"]["integrity"].startswith("sha512-")
    tags = json.loads(succeeded([*npm, "view", "@acme/client", "dist-tags", "--json"], tmp_path))
    assert tags == {"latest": "1.0.0", "next": "1.1.0-beta.1"}
    succeeded([*npm, "dist-tag", "add", "@acme/client@1.1.0-beta.1", "latest"], tmp_path)
    assert succeeded([*npm, "view", "@acme/client", "version"], tmp_path).strip() == "1.1.0-beta.1"
    succeeded([*npm, "deprecate", "@acme/client@1.0.0", "too old"], tmp_path)
    assert succeeded([*npm, "view", "@acme/client@1.0.0", "deprecated"], tmp_path).strip() == "too old"
    succeeded([*npm, "unpublish", "@acme/client@1.0.0", "--force"], tmp_path)
    assert json.loads(succeeded([*npm, "view", "@acme/client", "versions", "--json"], tmp_path)) in (
        ["1.1.0-beta.1"],
        "1.1.0-beta.1",
    )


def test_twine_uploads_and_pip_installs(depot: Depot, tmp_path: Path) -> None:
    dist = tmp_path / "dist"
    dist.mkdir()
    wheel = _wheel(dist, "acme_client", "1.0", ">=3.8")
    newer = _wheel(dist, "acme_client", "9.0", ">=99")
    address = f"{depot.url}/repository/pypi-hosted/"
    twine = [str(CLIENTS / "twine"), "upload", "--non-interactive", "--repository-url", address]
    twine += ["--username", USER, "--password", PASSWORD]
    succeeded([*twine, str(wheel), str(newer)], tmp_path)
    again = run([*twine, str(wheel)], tmp_path)
    assert (again.returncode, "409" in again.stdout + again.stderr) == (1, True)
    target = tmp_path / "target"
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-cache-dir"]
    succeeded([*pip, "--index-url", f"{address}simple", "--target", str(target), "acme-client"], tmp_path)
    # The newer one asks for a Python that nobody has.
    assert (target / "acme_client" / "__init__.py").read_text() == "VERSION = '1.0'\n"
    succeeded([*pip, "--index-url", f"{address}simple", "--target", str(target), "project00000==1.4.0"], tmp_path)
    assert "1.4.0" in (target / "project00000" / "__init__.py").read_text()


def _wheel(dist: Path, name: str, version: str, requires: str) -> Path:
    """A wheel as a build makes one."""
    path = dist / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    metadata = f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\nRequires-Python: {requires}\n"
    files = {
        f"{name}/__init__.py": f"VERSION = '{version}'\n",
        f"{info}/METADATA": metadata,
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{file},,\n" for file in (*files, f"{info}/RECORD"))
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in files.items():
            archive.writestr(file, text)
    return path


def test_nuget_pushes_and_installs(depot: Depot, tmp_path: Path) -> None:
    settings = tmp_path / "NuGet.Config"
    settings.write_text(
        f"""<configuration><packageSources><clear/>
        <add key="depot" value="{depot.url}/repository/nuget-hosted/index.json"/></packageSources>
        <packageSourceCredentials><depot><add key="Username" value="{USER}"/>
        <add key="ClearTextPassword" value="{PASSWORD}"/></depot></packageSourceCredentials></configuration>"""
    )
    nuget = ["mono", str(NUGET)]
    options = ["-Source", "depot", "-ConfigFile", str(settings), "-NonInteractive"]
    _nupkg(tmp_path / "Base.nupkg", "Acme.Base", "1.2.0", "")
    _nupkg(tmp_path / "Client.nupkg", "Acme.Client", "1.0.0", '<dependency id="Acme.Base" version="1.0"/>')
    for package in ("Base", "Client"):
        succeeded([*nuget, "push", str(tmp_path / f"{package}.nupkg"), *options], tmp_path)
    again = run([*nuget, "push", str(tmp_path / "Client.nupkg"), *options], tmp_path)
    assert (again.returncode != 0, "409" in again.stdout + again.stderr) == (True, True)
    # What it depends on comes with it, by the range of the registration.
    out = tmp_path / "out"
    installed = [*nuget, "install", "Acme.Client", *options, "-NoCache", "-OutputDirectory", str(out)]
    succeeded(installed, tmp_path)
    assert (out / "Acme.Client.1.0.0" / "content" / "about.txt").read_text() == "Acme.Client"
    assert (out / "Acme.Base.1.2.0" / "content" / "about.txt").read_text() == "Acme.Base"
    # It takes the settings of its directory, and no option for them.
    found = succeeded([*nuget, "search", "acme", "-Source", "depot", "-NonInteractive"], tmp_path)
    assert "Acme.Client" in found
    succeeded([*nuget, "delete", "Acme.Base", "1.2.0", *options], tmp_path)
    assert depot.get("/repository/nuget-hosted/v3/content/acme.base/index.json").status_code == 404


def _nupkg(path: Path, package: str, version: str, dependency: str) -> None:
    """A package as `nuget pack` makes one."""
    types = "http://schemas.openxmlformats.org/package/2006/content-types"
    relationships = "http://schemas.openxmlformats.org/package/2006/relationships"
    schema = "http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"
    files = {
        f"{package}.nuspec": f'<package xmlns="{schema}">'
        f"<metadata><id>{package}</id><version>{version}</version><authors>Ann</authors><description>x</description>"
        f"<dependencies>{dependency}</dependencies></metadata></package>",
        "content/about.txt": package,
        "[Content_Types].xml": f'<Types xmlns="{types}"><Default Extension="nuspec" ContentType="application/octet"/>'
        '<Default Extension="txt" ContentType="application/octet"/><Default Extension="rels" '
        'ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{relationships}"><Relationship Id="R1" Target="/{package}.nuspec" '
        'Type="http://schemas.microsoft.com/packaging/2010/07/manifest"/></Relationships>',
    }
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)


def test_curl_uploads_resumes_and_checks(depot: Depot, tmp_path: Path) -> None:
    sent, received = tmp_path / "sent.bin", tmp_path / "received.bin"
    sent.write_bytes(os.urandom(3_000_000))
    address = f"{depot.url}/repository/raw-hosted/curl/file.bin"
    curl = ["curl", "--silent", "--show-error", "--fail"]
    succeeded([*curl, "--user", f"{USER}:{PASSWORD}", "--upload-file", str(sent), address], tmp_path)
    # A download that was cut is gone on with.
    received.write_bytes(sent.read_bytes()[:1_000_000])
    succeeded([*curl, "--continue-at", "-", "--output", str(received), address], tmp_path)
    assert received.read_bytes() == sent.read_bytes()
    saved = ["--etag-save", str(tmp_path / "etag"), "--output", str(received)]
    succeeded([*curl, *saved, address], tmp_path)
    compared = [*curl, "--etag-compare", str(tmp_path / "etag"), "--output", "/dev/null", "--write-out", "%{http_code}"]
    assert succeeded([*compared, address], tmp_path) == "304"


def test_createrepo_reads_the_repodata_as_it_reads_the_packages(depot: Depot, tmp_path: Path) -> None:
    base = f"{depot.url}/repository/yum-hosted"
    program = f"""
import json, urllib.request
import createrepo_c as cr

base, directory = {base!r}, {str(tmp_path)!r}
def fetched(path):
    file = directory + "/" + path.replace("/", "_")
    urllib.request.urlretrieve(base + "/" + path, file)
    return file
repomd = cr.Repomd(fetched("repodata/repomd.xml"))
files = {{record.type: fetched(record.location_href) for record in repomd.records}}
warnings = []
def warned(kind, message):
    warnings.append(message)
    return True
paths = {{kind + "_path": files[kind] for kind in ("primary", "filelists", "other")}}
rows = []
for listed in cr.PackageIterator(**paths, warningcb=warned):
    real = cr.package_from_rpm(fetched(listed.location_href), location_href=listed.location_href)
    rows.append([
        [p.name, p.arch, p.version, p.release, p.epoch, p.pkgId, p.summary, p.description, p.rpm_license,
         p.size_package, p.size_installed, p.time_build, p.rpm_header_start, p.rpm_header_end,
         sorted(entry[:5] for entry in p.provides), sorted(file[1] + file[2] for file in p.files)]
        for p in (listed, real)
    ])
print(json.dumps([warnings, rows]))
"""
    warnings, rows = json.loads(succeeded([str(CLIENTS / "python"), "-c", program], tmp_path))
    assert warnings == []
    assert len(rows) == 6
    for listed, real in rows:
        assert listed == real
