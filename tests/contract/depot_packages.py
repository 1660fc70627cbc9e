"""Uploads of the depot's packages as clients send them, and what its repodata list."""

import base64
import gzip
import hashlib
import io
import zipfile
from typing import Any

import httpx

from .depot_service import DEPLOYER, Depot, parsed

NPM = "/repository/npm-hosted"
PYPI = "/repository/pypi-hosted"
NUGET = "/repository/nuget-hosted"
YUM = "/repository/yum-hosted"
REPO = "{http://linux.duke.edu/metadata/repo}"


def publication(name: str, version: str, tarball: bytes = b"tarball", **dist: str) -> dict[str, Any]:
    """Body of `npm publish`, its digests right unless `dist` has others."""
    integrity = "sha512-" + base64.b64encode(hashlib.sha512(tarball).digest()).decode()
    right = {"shasum": hashlib.sha1(tarball, usedforsecurity=False).hexdigest(), "integrity": integrity}
    manifest = {"name": name, "version": version, "dependencies": {"left": "^1"}, "dist": {**right, **dist}}
    data = base64.b64encode(tarball).decode()
    return {
        "_id": name,
        "name": name,
        "description": "a package",
        "dist-tags": {"latest": version},
        "versions": {version: manifest},
        "_attachments": {f"{name}-{version}.tgz": {"data": data, "length": len(tarball)}},
    }


def publish(depot: Depot, body: dict[str, Any], auth: tuple[str, str] | None = DEPLOYER) -> httpx.Response:
    """Answer to `npm publish`."""
    return depot.ask("PUT", f"{NPM}/{body['name'].replace('/', '%2f')}", auth=auth, json=body)


def _undated(name: str) -> zipfile.ZipInfo:
    """Return the entry of an archive with a fixed date: the same content makes the same bytes at any second."""
    return zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))


def wheel(name: str, version: str) -> bytes:
    """A wheel without a module."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(_undated(f"{name}-{version}.dist-info/METADATA"), f"Name: {name}\nVersion: {version}\n")
    return out.getvalue()


def upload(depot: Depot, name: str, version: str, content: bytes, file: str = "", **fields: str) -> httpx.Response:
    """Upload as twine sends it."""
    file = file or f"{name.replace('-', '_')}-{version}-py3-none-any.whl"
    form = {":action": "file_upload", "name": name, "version": version, **fields}
    return depot.ask(
        "POST", f"{PYPI}/", auth=DEPLOYER, data=form, files={"content": (file, content, "application/zip")}
    )


def nupkg(package: str, version: str, spec: str = "") -> bytes:
    """A package of NuGet; `spec` is the text of its nuspec."""
    text = spec or (
        f'<package xmlns="http://schemas.microsoft.com/packaging/2013/05/nuspec.xsd"><metadata><id>{package}</id>'
        f"<version>{version}</version><authors>Ann</authors><description>text</description><tags>one two</tags>"
        '<dependencies><group targetFramework="net6.0"><dependency id="Other" version="1.2"/></group></dependencies>'
        "</metadata></package>"
    )
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        archive.writestr(_undated(f"{package}.nuspec"), text)
    return out.getvalue()


def push(depot: Depot, content: bytes, **more: Any) -> httpx.Response:
    """Answer to a push to the address that the index names."""
    address = next(
        one["@id"]
        for one in depot.get(f"{NUGET}/index.json").json()["resources"]
        if one["@type"] == "PackagePublish/2.0.0"
    )
    return depot.ask("PUT", address, files={"package": ("package.nupkg", content)}, **{"auth": DEPLOYER, **more})


def nuspec(package: str, version: str) -> str:
    """The least that a nuspec has."""
    return f"<package><metadata><id>{package}</id><version>{version}</version></metadata></package>"


def packages(depot: Depot) -> dict[str, str]:
    """Location and checksum of the packages that the repodata list."""
    repomd = parsed(depot.get(f"{YUM}/repodata/repomd.xml").content)
    primary = next(data for data in repomd.iter(f"{REPO}data") if data.get("type") == "primary")
    location = primary.find(f"{REPO}location")
    assert location is not None
    packed = depot.get(f"{YUM}/{location.get('href')}").content
    assert hashlib.sha256(packed).hexdigest() == primary.findtext(f"{REPO}checksum")
    text = gzip.decompress(packed)
    assert hashlib.sha256(text).hexdigest() == primary.findtext(f"{REPO}open-checksum")
    found = {}
    for package in parsed(text).iter():
        if package.tag.rpartition("}")[2] == "package":
            parts = {part.tag.rpartition("}")[2]: part for part in package}
            found[str(parts["location"].get("href"))] = parts["checksum"].text or ""
    return found


def fields(form: dict[str, str]) -> dict[str, tuple[None, str]]:
    """A multipart body without a file."""
    return {name: (None, value) for name, value in form.items()}
