"""The depot's packages: npm, PyPI, NuGet and yum, their documents and what they refuse."""

import hashlib
import io
import json
import tarfile
import time
import zipfile
from typing import Any

import pytest

from .depot_packages import (
    NPM,
    NUGET,
    PYPI,
    YUM,
    fields,
    nupkg,
    nuspec,
    packages,
    publication,
    publish,
    push,
    upload,
    wheel,
)
from .depot_service import DEPLOYER, LONGEST_WAIT_S, REST, Depot, changed_meanwhile, parsed

SIMPLE_JSON = "application/vnd.pypi.simple.v1+json"


def test_npm_publishes_a_version_once(depot: Depot) -> None:
    tarball = bytes(range(256)) * 300
    assert publish(depot, publication("once", "1.0.0", tarball)).status_code == 201
    answer, files, rows = changed_meanwhile(depot, lambda: publish(depot, publication("once", "1.0.0", b"other")))
    assert (answer.status_code, files, rows) == (409, 0, 0)
    packument = depot.get(f"{NPM}/once", auth=None).json()
    assert packument["dist-tags"] == {"latest": "1.0.0"}
    assert {"created", "modified", "1.0.0"} <= {*packument["time"]}
    link = packument["versions"]["1.0.0"]["dist"]["tarball"]
    assert link == f"{depot.url}{NPM}/once/-/once-1.0.0.tgz"
    assert depot.get(link).content == tarball
    assert depot.get(f"{NPM}/once/latest").json()["version"] == "1.0.0"
    assert depot.get(f"{NPM}/once/2.0.0").status_code == 404


def test_npm_abbreviates_for_installations(depot: Depot) -> None:
    publish(depot, publication("@scope/brief", "1.0.0"))
    brief_type = "application/vnd.npm.install-v1+json"
    answer = depot.get(f"{NPM}/@scope%2fbrief", headers={"Accept": f"{brief_type}; q=1.0, application/json; q=0.8"})
    assert answer.headers["content-type"] == brief_type
    assert {*answer.json()} == {"name", "modified", "dist-tags", "versions"}
    assert answer.json()["versions"]["1.0.0"]["dependencies"] == {"left": "^1"}
    assert "description" not in answer.json()["versions"]["1.0.0"]
    assert depot.get(f"{NPM}/@scope/brief").json()["description"] == "a package"
    tag = answer.headers["etag"]
    again = depot.get(f"{NPM}/@scope%2fbrief", headers={"Accept": brief_type, "If-None-Match": tag})
    assert again.status_code == 304


@pytest.mark.parametrize("wrong", [{"shasum": "0" * 40}, {"integrity": "sha512-AAAA"}, {"shasum": "", "integrity": ""}])
def test_npm_refuses_a_tarball_that_arrives_as_another(depot: Depot, wrong: dict[str, str]) -> None:
    answer, files, rows = changed_meanwhile(
        depot, lambda: publish(depot, publication("wrong", "1.0.0", b"tarball", **wrong))
    )
    assert (answer.status_code, files, rows) == (400, 0, 0)
    assert depot.get(f"{NPM}/wrong").status_code == 404


def test_npm_refuses_what_is_no_publication(depot: Depot) -> None:
    def sent(content: bytes) -> tuple[int, int]:
        answer, files, _ = changed_meanwhile(
            depot, lambda: depot.ask("PUT", f"{NPM}/odd", auth=DEPLOYER, content=content)
        )
        return answer.status_code, files

    whole = json.dumps(publication("odd", "1.0.0")).encode()
    cut = whole[: whole.index(b'"data"') + 12]
    for content in (b"", b"[]", b"{", cut, b'{"_attachments": 3}', whole.replace(b'"1.0.0"', b'"one"')):
        status, files = sent(content)
        assert (400 <= status < 500, files) == (True, 0), content
    assert sent(json.dumps(publication("other", "1.0.0")).encode()) == (400, 0)
    assert sent(b'{"readme": "' + b"x" * 9_000_000 + b'"}') == (413, 0)
    assert depot.get(f"{NPM}/..%2f..%2fetc").status_code == 400


def test_npm_tags_deprecates_and_unpublishes(depot: Depot) -> None:
    for version in ("1.0.0", "1.1.0", "2.0.0-beta.1"):
        publish(depot, publication("tags", version))
    tags = f"{NPM}/-/package/tags/dist-tags"
    assert depot.get(tags).json() == {"latest": "2.0.0-beta.1"}
    assert depot.ask("PUT", f"{tags}/stable", auth=DEPLOYER, json="1.1.0").status_code == 201
    assert depot.ask("PUT", f"{tags}/stable", auth=DEPLOYER, json="9.9.9").status_code == 404
    assert depot.ask("PUT", f"{tags}/1.0.0", auth=DEPLOYER, json="1.1.0").status_code == 400
    assert depot.ask("PUT", f"{tags}/stable", auth=None, json="1.0.0").status_code == 401
    assert depot.get(tags).json()["stable"] == "1.1.0"
    assert depot.ask("DELETE", f"{tags}/stable", auth=DEPLOYER).status_code == 200
    assert depot.ask("DELETE", f"{tags}/latest", auth=DEPLOYER).status_code == 400
    packument = depot.get(f"{NPM}/tags").json()
    packument["versions"]["1.0.0"]["deprecated"] = "too old"
    assert depot.ask("PUT", f"{NPM}/tags", auth=DEPLOYER, json=packument).status_code == 201
    assert depot.get(f"{NPM}/tags").json()["versions"]["1.0.0"]["deprecated"] == "too old"
    assert depot.ask("DELETE", f"{NPM}/tags/-/tags-2.0.0-beta.1.tgz/-rev/1", auth=DEPLOYER).status_code == 200
    assert depot.get(tags).json() == {"latest": "1.1.0"}
    assert depot.ask("DELETE", f"{NPM}/tags/-rev/1", auth=DEPLOYER).status_code == 200
    assert depot.get(f"{NPM}/tags").status_code == 404


def test_npm_search_is_a_feature_that_is_switched(depot: Depot) -> None:
    publish(depot, publication("findable-thing", "1.0.0"))
    search = f"{NPM}/-/v1/search?text=findable"
    found = depot.get(search).json()
    assert (found["total"], found["objects"][0]["package"]["name"]) == (1, "findable-thing")
    assert depot.rest("PUT", "/featureFlags/npm.search", {"enabled": False}).status_code == 204
    assert depot.get(search).status_code == 404
    depot.rest("PUT", "/featureFlags/npm.search", {"enabled": True})
    assert depot.get(search).status_code == 200


def test_pypi_lists_files_with_their_digests(depot: Depot) -> None:
    content = wheel("my_project", "1.0")
    digest = hashlib.sha256(content).hexdigest()
    assert upload(depot, "My-Project", "1.0", content, sha256_digest=digest, requires_python=">=3.8").status_code == 200
    assert upload(depot, "My-Project", "1.0", b"other").status_code == 409
    page = depot.get(f"{PYPI}/simple/my-project/")
    assert page.headers["content-type"].startswith("text/html")
    assert f"#sha256={digest}" in page.text
    assert 'data-requires-python="&gt;=3.8"' in page.text
    index = depot.get(f"{PYPI}/simple/my-project/", headers={"Accept": SIMPLE_JSON})
    assert index.headers["content-type"] == SIMPLE_JSON
    (file,) = index.json()["files"]
    assert (file["hashes"], file["requires-python"], file["yanked"]) == ({"sha256": digest}, ">=3.8", False)
    assert depot.get(f"{PYPI}/simple/my-project/{file['url']}").content == content
    assert {"name": "my-project"} in depot.get(f"{PYPI}/simple/", headers={"Accept": SIMPLE_JSON}).json()["projects"]


@pytest.mark.parametrize(
    ("accept", "status", "kind"),
    [
        ("*/*", 200, "text/html"),
        (f"{SIMPLE_JSON}, text/html; q=0.1", 200, SIMPLE_JSON),
        (f"{SIMPLE_JSON}; q=0.1, text/html", 200, "text/html"),
        ("application/vnd.pypi.simple.latest+json", 200, SIMPLE_JSON),
        ("application/vnd.pypi.simple.v1+html", 200, "application/vnd.pypi.simple.v1+html"),
        ("image/png", 406, "application/json"),
    ],
)
def test_pypi_answers_as_it_is_asked(depot: Depot, accept: str, status: int, kind: str) -> None:
    answer = depot.get(f"{PYPI}/simple/", headers={"Accept": accept})
    assert (answer.status_code, answer.headers["content-type"].partition(";")[0]) == (status, kind)


def test_pypi_leads_to_the_normalized_name(depot: Depot) -> None:
    for name in ("Project00000", "project00000"):
        answer = depot.get(f"{PYPI}/simple/{name}")
        assert (answer.status_code, answer.headers["location"]) == (301, f"{depot.url}{PYPI}/simple/project00000/")


def test_pypi_marks_what_was_yanked(depot: Depot) -> None:
    upload(depot, "yank", "1.0", wheel("yank", "1.0"))
    form = {":action": "yank", "name": "yank", "version": "1.0", "reason": 'wrong "file"'}
    assert depot.ask("POST", f"{PYPI}/", auth=DEPLOYER, files=fields(form)).status_code == 200
    assert 'data-yanked="wrong &quot;file&quot;"' in depot.get(f"{PYPI}/simple/yank/").text
    answer = depot.get(f"{PYPI}/simple/yank/", headers={"Accept": SIMPLE_JSON})
    assert answer.json()["files"][0]["yanked"] == 'wrong "file"'
    depot.ask("POST", f"{PYPI}/", auth=DEPLOYER, files=fields({**form, ":action": "unyank"}))
    assert "data-yanked" not in depot.get(f"{PYPI}/simple/yank/").text


def test_pypi_refuses_what_is_no_upload(depot: Depot) -> None:
    content = wheel("bad", "1.0")
    files = depot.blob_files()
    assert upload(depot, "bad", "1.0", content, sha256_digest="0" * 64).status_code == 400
    assert upload(depot, "bad", "1.0", content, md5_digest="0" * 32).status_code == 400
    for file in ("../bad-1.0.tar.gz", "other-1.0.tar.gz", "bad-1.0.exe", "bad"):
        assert upload(depot, "bad", "1.0", content, file).status_code == 400
    assert upload(depot, "bad/..", "1.0", content).status_code in (400, 404)
    assert upload(depot, "bad", "../1", content).status_code == 400
    assert depot.ask("POST", f"{PYPI}/", auth=DEPLOYER, content=b"x").status_code == 400
    assert depot.ask("POST", f"{PYPI}/", auth=None, files=fields({":action": "file_upload"})).status_code == 401
    assert depot.blob_files() == files


def test_nuget_serves_what_its_index_names(depot: Depot) -> None:
    for version in ("1.0", "1.10.0", "1.2.0.0", "2.0.0-beta"):
        assert push(depot, nupkg("Acme.Lib", version)).status_code == 201
    assert push(depot, nupkg("acme.LIB", "1.0.0.0")).status_code == 409
    index = depot.get(f"{NUGET}/index.json").json()
    assert index["version"] == "3.0.0"
    at = {one["@type"]: one["@id"] for one in index["resources"]}
    listed = depot.get(at["PackageBaseAddress/3.0.0"] + "acme.lib/index.json").json()
    assert listed == {"versions": ["1.0.0", "1.2.0", "1.10.0", "2.0.0-beta"]}
    package = depot.get(at["PackageBaseAddress/3.0.0"] + "acme.lib/1.2.0/acme.lib.1.2.0.nupkg")
    assert package.content == nupkg("Acme.Lib", "1.2.0.0")
    spec = depot.get(at["PackageBaseAddress/3.0.0"] + "acme.lib/1.2.0/acme.lib.nuspec")
    assert parsed(spec.content).tag.endswith("package")
    registration = depot.get(at["RegistrationsBaseUrl/3.6.0"] + "acme.lib/index.json").json()
    (page,) = registration["items"]
    assert (registration["count"], page["count"], page["lower"], page["upper"]) == (1, 4, "1.0.0", "2.0.0-beta")
    entry = page["items"][1]["catalogEntry"]
    assert (entry["id"], entry["version"], entry["tags"]) == ("Acme.Lib", "1.2.0", ["one", "two"])
    (group,) = entry["dependencyGroups"]
    assert (group["targetFramework"], group["dependencies"][0]["range"]) == ("net6.0", "[1.2, )")
    for leaf in page["items"]:
        assert depot.get(leaf["packageContent"]).status_code == 200
        assert depot.get(leaf["@id"]).json()["packageContent"] == leaf["packageContent"]
    assert depot.get(page["@id"]).json()["items"] == page["items"]
    for pre_release, count, newest in (("false", 3, "1.10.0"), ("true", 4, "2.0.0-beta")):
        found = depot.get(at["SearchQueryService"] + f"?q=acme&prerelease={pre_release}").json()
        (hit,) = found["data"]
        assert (found["totalHits"], hit["version"], len(hit["versions"])) == (1, newest, count)


def test_nuget_pages_a_long_registration(depot: Depot) -> None:
    for number in range(130):
        assert push(depot, nupkg("Long", f"1.0.{number}")).status_code == 201
    registration = depot.get(f"{NUGET}/v3/registration/long/index.json").json()
    assert [page["count"] for page in registration["items"]] == [64, 64, 2]
    assert all("items" not in page for page in registration["items"])
    items = [leaf for page in registration["items"] for leaf in depot.get(page["@id"]).json()["items"]]
    assert [leaf["catalogEntry"]["version"] for leaf in items] == [f"1.0.{number}" for number in range(130)]


def test_nuget_refuses_what_is_no_package(depot: Depot) -> None:
    bomb = "<!DOCTYPE x [<!ENTITY a 'b'>]><package><metadata><id>&a;</id><version>1.0</version></metadata></package>"
    empty = io.BytesIO()
    zipfile.ZipFile(empty, "w").close()
    for content in (b"no zip", empty.getvalue(), nupkg("x", "1.0", bomb), nupkg("x", "1.0", "<package/>")):
        answer, files, rows = changed_meanwhile(depot, lambda content=content: push(depot, content))  # type: ignore[misc]
        assert (answer.status_code, files, rows) == (400, 0, 0)
    for package, version in (("../x", "1.0"), ("x", "one"), ("x" * 101, "1.0")):
        assert push(depot, nupkg("x", "1.0", nuspec(package, version))).status_code == 400
    assert push(depot, nupkg("x", "1.0"), auth=None).status_code == 401


def test_nuget_deletes_a_version(depot: Depot) -> None:
    push(depot, nupkg("Gone", "1.0.0"))
    assert depot.ask("DELETE", f"{NUGET}/v3/package/Gone/1.0.0", auth=DEPLOYER).status_code == 204
    assert depot.get(f"{NUGET}/v3/registration/gone/index.json").status_code == 404


def test_yum_rebuilds_its_repodata_after_a_change(depot: Depot) -> None:
    path = next(iter(packages(depot)))
    rpm = depot.get(f"{YUM}/{path}").content
    assert packages(depot)[path] == hashlib.sha256(rpm).hexdigest()
    assert depot.put(f"{YUM}/{path}", rpm).status_code == 409
    copy = "copies/copy-1.0-1.noarch.rpm"
    assert depot.put(f"{YUM}/{copy}", rpm).status_code == 200
    deadline_s = time.monotonic() + LONGEST_WAIT_S
    while copy not in packages(depot):
        assert time.monotonic() < deadline_s
        time.sleep(0.05)
    old = depot.get(f"{YUM}/repodata/repomd.xml").headers["etag"]
    assert depot.ask("DELETE", f"{YUM}/{copy}", auth=DEPLOYER).status_code == 204
    while depot.get(f"{YUM}/repodata/repomd.xml").headers["etag"] == old:
        assert time.monotonic() < deadline_s
        time.sleep(0.05)
    assert copy not in packages(depot)


def test_yum_refuses_what_is_no_package(depot: Depot) -> None:
    path = next(iter(packages(depot)))
    rpm = bytearray(depot.get(f"{YUM}/{path}").content)
    huge = bytearray(rpm)
    # The number of tags in the header of signatures, behind the lead and eight bytes.
    huge[104:108] = (0x7FFFFFFF).to_bytes(4, "big")
    counts = bytearray(rpm)
    counts[124:128] = (0x7FFFFFFF).to_bytes(4, "big")
    for content in (b"", b"no rpm", bytes(rpm[:500]), bytes(huge), bytes(counts), bytes(96), bytes(rpm[:96])):
        answer, files, rows = changed_meanwhile(
            depot,
            lambda content=content: depot.put(f"{YUM}/bad.rpm", content),  # type: ignore[misc]
        )
        assert (answer.status_code, files, rows) == (400, 0, 0)
    for wrong in ("repodata/x.rpm", "x.txt"):
        assert depot.put(f"{YUM}/{wrong}", bytes(rpm)).status_code == 400


def test_keys_of_npm_and_nuget_are_believed_where_their_realm_is_active(depot: Depot) -> None:
    body = {"name": DEPLOYER[0], "password": DEPLOYER[1]}
    login = f"{NPM}/-/user/org.couchdb.user:{DEPLOYER[0]}"
    assert depot.ask("PUT", login, auth=None, json=body).status_code == 401
    realms = depot.rest("GET", "/security/realms/active").json()
    assert depot.rest("PUT", "/security/realms/active", [*realms, "NpmToken"]).status_code == 204
    answer = depot.ask("PUT", login, auth=None, json=body)
    assert answer.status_code == 201
    bearer = {"Authorization": f"Bearer {answer.json()['token']}"}
    assert depot.get(f"{NPM}/-/whoami", auth=None, headers=bearer).json() == {"username": DEPLOYER[0]}
    sent = depot.ask("PUT", f"{NPM}/by-token", auth=None, headers=bearer, json=publication("by-token", "1.0.0"))
    assert sent.status_code == 201
    depot.rest("PUT", "/security/realms/active", [*realms, "NpmToken", "NuGetApiKey"])
    made = depot.rest("POST", "/security/nuget-api-key", auth=DEPLOYER)
    key = {"X-NuGet-ApiKey": made.json()["apiKey"]}
    assert push(depot, nupkg("ByKey", "1.0"), auth=None, headers=key).status_code == 201
    assert depot.rest("PUT", "/security/realms/active", realms).status_code == 204
    assert depot.get(f"{NPM}/-/whoami", auth=None, headers=bearer).status_code == 401
    assert depot.ask("PUT", login, auth=None, json={**body, "password": "wrong"}).status_code == 401
    assert push(depot, nupkg("ByKey", "1.1"), auth=None, headers=key).status_code == 401


def test_a_form_uploads_to_every_format_by_the_fields_of_its_specification(depot: Depot) -> None:
    specs = {spec["format"]: spec for spec in depot.rest("GET", "/formats/upload-specs").json()}
    tarball = io.BytesIO()
    with tarfile.open(fileobj=tarball, mode="w:gz") as archive:
        text = json.dumps({"name": "by-form", "version": "1.0.0"}).encode()
        entry = tarfile.TarInfo("package/package.json")
        entry.size = len(text)
        archive.addfile(entry, io.BytesIO(text))
    rpm = depot.get(f"{YUM}/{next(iter(packages(depot)))}").content
    coordinates = {"maven2.groupId": "com.acme", "maven2.artifactId": "form", "maven2.version": "1.0"}
    coordinates["maven2.asset1.extension"] = "jar"
    for repository, form, file, content, path in (
        ("maven-releases", coordinates, "", b"x", "com/acme/form/1.0/form-1.0.jar"),
        ("npm-hosted", {}, "x.tgz", tarball.getvalue(), "by-form/-/by-form-1.0.0.tgz"),
        ("nuget-hosted", {}, "x.nupkg", nupkg("ByForm", "1.0"), "v3/content/byform/1.0.0/byform.1.0.0.nupkg"),
        ("pypi-hosted", {}, "form-1.0.tar.gz", b"x", "packages/form/1.0/form-1.0.tar.gz"),
        ("raw-hosted", {"raw.directory": "/forms/", "raw.asset1.filename": "a.txt"}, "", b"x", "forms/a.txt"),
        ("yum-hosted", {"yum.directory": "forms", "yum.asset.filename": "f.rpm"}, "", rpm, "forms/f.rpm"),
    ):
        kind = depot.rest("GET", f"/repositories/{repository}").json()["format"]
        spec = specs[kind]
        fields = {f"{kind}.{field['name']}" for field in spec["componentFields"] + spec["assetFields"]}
        (asset,) = {field["name"] for field in spec["assetFields"] if field["type"] == "FILE"}
        assert {*form} <= fields

        where = f"{REST}/components?repository={repository}"
        sent: dict[str, Any] = {"data": form, "files": {f"{kind}.{asset}": (file or "x", content)}}
        assert depot.ask("POST", where, auth=DEPLOYER, **sent).status_code == 204, kind
        assert depot.get(f"/repository/{repository}/{path}").content == content
        again = depot.ask("POST", where, auth=DEPLOYER, **sent).status_code
        assert again == (204 if kind == "raw" else 409)
    traversal = {"raw.directory": "../..", "raw.asset1.filename": "x"}
    files = depot.blob_files()
    where = f"{REST}/components?repository=raw-hosted"
    answer = depot.ask("POST", where, auth=DEPLOYER, data=traversal, files={"raw.asset1": ("x", b"x")})
    assert (answer.status_code, depot.blob_files()) == (400, files)
    assert depot.ask("POST", where, auth=None, files={"raw.asset1": ("x", b"x")}).status_code == 401
