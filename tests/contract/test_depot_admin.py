"""The depot's administration: the 38 operations of the study's source, who may do what, search."""

import base64
import csv
import shutil
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from .depot_service import ADMIN, DEPLOYER, LONGEST_WAIT_S, REST, SMALL, Depot, run_depot

RAW = "/repository/raw-hosted"
USER: dict[str, Any] = {
    "userId": "ann",
    "firstName": "Ann",
    "lastName": "Lee",
    "emailAddress": "ann@example.org",
    "password": "secret of ann",
    "status": "active",
    "roles": ["deployer"],
}
OPERATIONS = {
    "Maven": "/repository/maven-releases/org/example/group000/artifact-00000/maven-metadata.xml",
    "NPM": "/repository/npm-hosted/package-00000",
    "Nuget": "/repository/nuget-hosted/v3/registration/example.package00000/index.json",
    "PYPI": "/repository/pypi-hosted/simple/project00000/",
    "RAW": "/repository/raw-hosted/folder000/file-00000.bin",
    "YUM": "/repository/yum-hosted/repodata/repomd.xml",
    "Search": f"{REST}/search?q=artifact",
    "Content selectors": f"{REST}/security/content-selectors",
    "Privileges": f"{REST}/security/privileges",
    "Roles": f"{REST}/security/roles",
    "Users": f"{REST}/security/users",
    "/rapture_State_get": "/service/rapture/rapture_State_get",
    "/nexus": "/nexus",
    "/swagger.json": "/service/rest/swagger.json",
}
"""Operations by the names of the source; those that begin with a slash and are not here are below the API's path."""


def operations() -> list[str]:
    """Named operations that read, in the order of the source; rows 11, 13, 37 and 38 have tests of their own."""
    names = """
        Maven NPM Nuget PYPI RAW YUM Search | Content selectors | Privileges Roles Users /repositorySettings
        /repositories /blobstores /email /featureFlags /formats/upload-specs /lifecycle/phase /read-only
        /routing-rules /script /security/user-sources /security/anonymous /security/realms/active
        /security/realms/available /security/ssl/truststore /status /status/check /status/writable /system/node
        /tasks /rapture_State_get /nexus /swagger.json
    """
    first, selectors, rest = names.split("|")
    return [*first.split(), selectors.strip(), *rest.split()]


def test_every_operation_of_the_source_has_a_request(depot: Depot) -> None:
    names = operations()
    assert len(names) == 38 - 4
    for name in names:
        answer = depot.get(OPERATIONS.get(name, REST + name))
        assert answer.status_code == 200, name
        assert answer.headers["content-length"].isdigit(), name


def test_its_metrics_tell_the_operations_apart(depot: Depot) -> None:
    for name in operations():
        path = OPERATIONS.get(name, REST + name).partition("?")[0]
        depot.get(path)
    routes = {
        dict(sample.labels)["route"]
        for sample in depot.process.metrics()
        if sample.name == "http_requests_total" and ("method", "GET") in sample.labels and sample.value > 0
    }
    assert len(routes - {"/metrics", "/healthz", "other"}) == len(operations())


def test_what_an_administrator_does_nobody_else_may(depot: Depot) -> None:
    for path in ("/security/users", "/security/roles", "/tasks", "/blobstores", "/email", "/status/check"):
        anonymous = depot.rest("GET", path, auth=None)
        assert (anonymous.status_code, "Basic" in anonymous.headers["www-authenticate"]) == (401, True)
        assert depot.rest("GET", path, auth=DEPLOYER).status_code == 403
        assert depot.rest("GET", path, auth=("admin", "wrong")).status_code == 401
        assert depot.rest("GET", path, auth=("nobody", "wrong")).status_code == 401
    assert depot.put(f"{RAW}/anonymous.txt", b"x", auth=None).status_code == 401
    for path in (f"{REST}/security/users", "/nexus", f"{RAW}/x", "/healthz"):
        assert depot.ask("OPTIONS", path).status_code == 405
    assert depot.get("/service/rest/v1/none").status_code == 404
    assert depot.get(f"{RAW}/folder000/file-00000.bin", auth=None).status_code == 200


def test_a_reset_writes_tokens_that_the_depot_accepts(depot: Depot, tmp_path: Path) -> None:
    file = tmp_path / "accounts.csv"
    to = ("--port", depot.postgres.port, "--database", "depot_of_tokens", "--blobs", tmp_path / "blobs")
    done = run_depot("reset", *to, *SMALL, "--accounts", file)
    assert done.returncode == 0, done.stderr
    with file.open(encoding="utf-8") as lines:
        (tokens,) = csv.DictReader(lines)
    answers = {
        user: depot.get(f"{REST}/security/users", auth=None, headers={"Authorization": f"Basic {token}"}).status_code
        for user, token in tokens.items()
    }
    assert answers == {"admin": 200, "deployer": 403}


def test_roles_are_read_made_changed_and_deleted(depot: Depot) -> None:
    listed = depot.rest("GET", "/security/roles").json()
    assert len(listed) == 203
    assert {*listed[0]} == {"id", "source", "name", "description", "readOnly", "privileges", "roles"}
    role = {"id": "team", "name": "Team", "privileges": ["nx-repository-view-raw-*-read"], "roles": ["role-00005"]}
    assert depot.rest("POST", "/security/roles", role).status_code == 200
    assert depot.rest("POST", "/security/roles", role).status_code == 409
    # Row 11 of the source.
    changed = {**role, "privileges": [], "roles": ["deployer"]}
    assert depot.rest("PUT", "/security/roles/team", changed).status_code == 204
    found = depot.rest("GET", "/security/roles/team").json()
    assert (found["privileges"], found["roles"]) == ([], ["deployer"])
    for wrong in ({"roles": ["none"]}, {"privileges": ["none"]}, {"roles": ["team"]}, {"name": ""}):
        assert depot.rest("PUT", "/security/roles/team", {**changed, **wrong}).status_code == 400
    assert depot.rest("PUT", "/security/roles/nx-admin", changed).status_code == 404
    assert depot.rest("DELETE", "/security/roles/team").status_code == 204
    assert depot.rest("GET", "/security/roles/team").status_code == 404


def test_a_user_may_what_their_roles_permit_from_the_next_request_on(depot: Depot) -> None:
    assert depot.rest("POST", "/security/users", USER).json()["roles"] == ["deployer"]
    ann = ("ann", "secret of ann")
    assert depot.put(f"{RAW}/by-ann.txt", b"x", auth=ann).status_code == 201
    reader = {**USER, "roles": ["nx-anonymous"]}
    assert depot.rest("PUT", "/security/users/ann", reader).status_code == 204
    assert depot.put(f"{RAW}/by-ann.txt", b"x", auth=ann).status_code == 403
    # Row 13 of the source: the body is the password itself.
    change = f"{REST}/security/users/ann/change-password"
    assert depot.ask("PUT", change, content=b"another secret").status_code == 204
    assert depot.get(f"{RAW}/by-ann.txt", auth=ann).status_code == 401
    assert depot.get(f"{RAW}/by-ann.txt", auth=("ann", "another secret")).status_code == 200
    for wrong in (b"", b"x" * 73):
        assert depot.ask("PUT", change, content=wrong).status_code == 400
    assert depot.rest("PUT", "/security/users/ann", {**reader, "status": "disabled"}).status_code == 204
    assert depot.get(f"{RAW}/by-ann.txt", auth=("ann", "another secret")).status_code == 401
    hashes = depot.postgres.ask(depot.database, "SELECT password_hash FROM account WHERE id = 'ann'")
    assert hashes[0].startswith("$2a$12$")
    assert depot.rest("DELETE", "/security/users/ann").status_code == 204
    faults: list[dict[str, Any]] = [{"userId": "a b"}, {"roles": []}, {"roles": ["none"]}, {"status": "odd"}]
    for wrong_user in [*faults, {"password": ""}]:
        assert depot.rest("POST", "/security/users", {**USER, **wrong_user}).status_code == 400
    assert depot.rest("DELETE", "/security/users/admin").status_code == 400


def test_realms_decide_whose_password_is_believed(depot: Depot) -> None:
    encoded = {
        name: base64.b64encode(word.encode()).decode()
        for name, word in zip(("username", "password"), ADMIN, strict=True)
    }
    session = depot.ask("POST", "/service/rapture/session", auth=None, data=encoded)
    assert session.status_code == 204
    cookie = {"Cookie": session.headers["set-cookie"].partition(";")[0]}
    depot.process.client.cookies.clear()
    active = f"{REST}/security/realms/active"
    realms = depot.get(active).json()
    assert depot.ask("PUT", active, json=["NexusAuthorizingRealm"]).status_code == 204
    try:
        assert depot.put(f"{RAW}/realm.txt", b"x").status_code == 401
        assert depot.get(active, auth=None, headers=cookie).json() == ["NexusAuthorizingRealm"]
    finally:
        restored = depot.ask("PUT", active, auth=None, headers=cookie, json=realms)
    assert restored.status_code == 204
    assert depot.put(f"{RAW}/realm.txt", b"x").status_code == 201
    for wrong in (["Unknown"], [], "x", ["NexusAuthenticatingRealm"]):
        assert depot.ask("PUT", active, json=wrong).status_code == 400


def test_a_session_lasts_until_its_logout(depot: Depot) -> None:
    def login(password: str) -> tuple[int, str]:
        words = {"username": "admin", "password": password}
        form = {name: base64.b64encode(word.encode()).decode() for name, word in words.items()}
        answer = depot.ask("POST", "/service/rapture/session", auth=None, data=form)
        depot.process.client.cookies.clear()
        return answer.status_code, answer.headers.get("set-cookie", "")

    status, cookie = login("admin123")
    assert (status, "HttpOnly" in cookie, "SameSite=Strict" in cookie) == (204, True, True)
    sent = {"Cookie": cookie.partition(";")[0]}
    assert depot.get(f"{REST}/system/node", auth=None, headers=sent).status_code == 200
    state = depot.get("/service/rapture/rapture_State_get", auth=None, headers=sent).json()
    assert state[0]["data"]["data"]["user"]["value"]["permissions"] == ["nexus:*"]
    assert depot.ask("DELETE", "/service/rapture/session", auth=None, headers=sent).status_code == 204
    assert depot.get(f"{REST}/system/node", auth=None, headers=sent).status_code == 401
    assert depot.ask("DELETE", "/service/rapture/session", auth=None, headers=sent).status_code == 401
    assert login("wrong") == (403, "")


def test_a_content_selector_gives_a_part_of_a_repository(depot: Depot) -> None:
    selector = {"name": "public", "description": "", "expression": 'format == "raw" and path =^ "/public/"'}
    assert depot.rest("POST", "/security/content-selectors", selector).status_code == 204
    privilege = {
        "name": "read-public",
        "format": "raw",
        "repository": "*",
        "contentSelector": "public",
        "actions": ["READ"],
    }
    assert depot.rest("POST", "/security/privileges/repository-content-selector", privilege).status_code == 201
    depot.rest("POST", "/security/roles", {"id": "guest", "name": "Guest", "privileges": ["read-public"], "roles": []})
    depot.rest("POST", "/security/users", {**USER, "userId": "guest", "password": "guest", "roles": ["guest"]})
    for path in ("public/selected.txt", "secret/selected.txt"):
        depot.put(f"{RAW}/{path}", b"x")
    guest = ("guest", "guest")
    assert depot.get(f"{RAW}/public/selected.txt", auth=guest).status_code == 200
    assert depot.get(f"{RAW}/secret/selected.txt", auth=guest).status_code == 403
    assert depot.put(f"{RAW}/public/selected.txt", b"x", auth=guest).status_code == 403
    found = depot.rest("GET", "/search?q=selected", auth=guest).json()["items"]
    assert [item["name"] for item in found] == ["public/selected.txt"]
    # A change of the expression holds from the next request on.
    changed = {**selector, "expression": 'path =~ "/(secret|other)/.*"'}
    assert depot.rest("PUT", "/security/content-selectors/public", changed).status_code == 204
    assert depot.get(f"{RAW}/secret/selected.txt", auth=guest).status_code == 200


@pytest.mark.parametrize(
    "expression",
    [
        "",
        "path ==",
        'new("java.lang.ProcessBuilder", "id")',
        '"".getClass().forName("java.lang.Runtime")',
        'path.matches("a")',
        "path = 'x'",
        "while (true) {}",
        "var x = 1; x",
        "path =~ '('",
        "x" * 5000,
    ],
)
def test_an_expression_can_do_nothing_but_compare(depot: Depot, expression: str) -> None:
    selector = {"name": "evil", "description": "", "expression": expression}
    assert depot.rest("POST", "/security/content-selectors", selector).status_code == 400


def test_an_expression_that_backtracks_for_ever_is_cut(depot: Depot) -> None:
    selector = {"name": "slow", "description": "", "expression": 'path =~ "/(a+)+b"'}
    assert depot.rest("POST", "/security/content-selectors", selector).status_code == 204
    privilege = {"name": "slow", "format": "*", "repository": "*", "contentSelector": "slow", "actions": ["READ"]}
    depot.rest("POST", "/security/privileges/repository-content-selector", privilege)
    depot.rest("POST", "/security/roles", {"id": "slow", "name": "Slow", "privileges": ["slow"], "roles": []})
    depot.rest("POST", "/security/users", {**USER, "userId": "slow", "password": "slow", "roles": ["slow"]})
    assert depot.get(f"{RAW}/{'a' * 200}", auth=("slow", "slow")).status_code == 403


def test_search_goes_through_its_pages(depot: Depot) -> None:
    paths, token, pages = [], "", 0
    while token is not None:
        query = {"repository": "maven-releases"} | ({"continuationToken": token} if token else {})
        page = depot.get(f"{REST}/search", params=query).json()
        paths += [asset["path"] for item in page["items"] for asset in item["assets"]]
        token, pages = page["continuationToken"], pages + 1
    rows = "SELECT path FROM asset a JOIN repository r ON r.id = repository_id WHERE r.name = 'maven-releases'"
    assert (sorted(paths), pages) == (sorted(depot.postgres.ask(depot.database, rows)), 2)
    assert depot.get(f"{REST}/search", params={"continuationToken": "x"}).status_code == 406


def test_search_finds_by_word_format_coordinates_and_digest(depot: Depot) -> None:
    def found(**query: str) -> list[str]:
        items = depot.get(f"{REST}/search", params=query).json()["items"]
        return [f"{item['name']} {item['version']}" for item in items]

    assert found(q="package-00001 1.3") == ["package-00001 1.3.0"]
    assert found(q="artifact", format="npm") == []
    assert len(found(format="pypi")) == 10
    assert found(group="org.example.group000", name="artifact-000*", version="1.4.0") == ["artifact-00000 1.4.0"]
    (item,) = depot.get(f"{REST}/search/assets", params={"q": "tool 1.5"}).json()["items"]
    assert found(sha1=item["checksum"]["sha1"]) == ["tool-00000 1.5-1"]
    assert depot.get(item["downloadUrl"]).headers["content-length"] == str(item["fileSize"])
    one = depot.get(f"{REST}/search/assets/download", params={"q": "tool 1.5"})
    assert (one.status_code, one.headers["location"]) == (302, item["downloadUrl"])
    assert depot.get(f"{REST}/search/assets/download", params={"q": "tool"}).status_code == 400
    assert depot.get(f"{REST}/search", params={"q": "';--"}).status_code == 400
    assert depot.get(f"{REST}/assets/{item['id']}").json() == item


def test_a_component_is_deleted_with_its_files(depot: Depot) -> None:
    query = {"repository": "maven-releases", "name": "artifact-00001", "version": "1.2.0"}
    (item,) = depot.get(f"{REST}/search", params=query).json()["items"]
    assert len(item["assets"]) == 2
    assert depot.rest("DELETE", f"/components/{item['id']}", auth=None).status_code == 401
    assert depot.rest("DELETE", f"/components/{item['id']}").status_code == 204
    assert depot.rest("GET", f"/components/{item['id']}").status_code == 404
    metadata = "/repository/maven-releases/org/example/group001/artifact-00001/maven-metadata.xml"
    assert "1.2.0" not in depot.get(metadata).text
    assert depot.blob_files() == depot.blob_rows()


def test_a_routing_rule_blocks_paths_of_its_repositories(depot: Depot) -> None:
    rule = {"name": "no-secrets", "description": "", "mode": "BLOCK", "matchers": ["^/hidden/.*"]}
    assert depot.rest("POST", "/routing-rules", rule).status_code == 204
    made = {"name": "raw-ruled", "online": True, "storage": {"writePolicy": "ALLOW_ONCE"}, "routingRule": "no-secrets"}
    assert depot.rest("POST", "/repositories/raw/hosted", made).status_code == 201
    assert depot.put("/repository/raw-ruled/open/x", b"x").status_code == 201
    assert depot.put("/repository/raw-ruled/open/x", b"x").status_code == 409
    assert depot.put("/repository/raw-ruled/hidden/x", b"x").status_code == 403
    offline = {**made, "online": False}
    assert depot.rest("PUT", "/repositories/raw/hosted/raw-ruled", offline).status_code == 204
    assert depot.get("/repository/raw-ruled/open/x").status_code == 503
    files = len(depot.blob_files())
    assert depot.rest("DELETE", "/repositories/raw-ruled").status_code == 204
    assert (depot.get("/repository/raw-ruled/open/x").status_code, len(depot.blob_files())) == (404, files - 1)
    assert depot.rest("POST", "/routing-rules", {**rule, "name": "x", "matchers": ["("]}).status_code == 400


def test_a_frozen_depot_takes_nothing_until_it_is_released(depot: Depot) -> None:
    assert depot.rest("POST", "/read-only/freeze").status_code == 204
    try:
        assert depot.put(f"{RAW}/frozen.txt", b"x").status_code == 503
        assert depot.rest("POST", "/security/users", USER).status_code == 503
        assert depot.rest("GET", "/status/writable").status_code == 503
        assert depot.rest("GET", "/status").status_code == 200
        assert depot.rest("GET", "/read-only").json()["frozen"] is True
    finally:
        assert depot.rest("POST", "/read-only/release").status_code == 204
    assert depot.rest("GET", "/status/writable").status_code == 200


def test_a_task_sweeps_blobs_without_a_row_beside_uploads(depot: Depot) -> None:
    orphan = depot.blobs / "content" / "7f" / "7f000000-0000-4000-8000-000000000000"
    orphan.write_bytes(b"x")
    task = depot.rest("POST", "/tasks", {"name": "compact", "type": "blobstore.compact"}).json()
    with ThreadPoolExecutor(4) as pool:
        uploads = [pool.submit(depot.put, f"{RAW}/beside/{number}", bytes([number])) for number in range(100)]
        assert depot.rest("POST", f"/tasks/{task['id']}/run").status_code == 204
        assert {upload.result().status_code for upload in uploads} == {201}
    deadline_s = time.monotonic() + LONGEST_WAIT_S
    while (done := depot.rest("GET", f"/tasks/{task['id']}").json())["currentState"] != "WAITING":
        assert time.monotonic() < deadline_s
        time.sleep(0.05)
    assert (done["lastRunResult"], orphan.exists()) == ("OK", False)
    assert depot.blob_files() == depot.blob_rows()
    assert depot.rest("POST", "/tasks", {"name": "x", "type": "odd"}).status_code == 400


def test_the_blob_store_is_as_large_as_its_files(depot: Depot) -> None:
    sums = "SELECT count(*), sum(size) FROM asset"
    count, size = depot.postgres.ask(depot.database, sums)[0].split("|")
    (store,) = depot.rest("GET", "/blobstores").json()
    assert (store["blobCount"], store["totalSizeInBytes"]) == (int(count), int(size))
    assert depot.rest("PUT", "/blobstores/file/default", {"type": "spaceUsedQuota", "limit": 1}).status_code == 204
    assert depot.rest("GET", "/blobstores/default/quota-status").json()["isViolation"] is True
    assert depot.rest("GET", "/status/check").json()["Blob Stores Quota"]["healthy"] is False
    checks = depot.rest("GET", "/status/check").json()
    assert checks["Default Admin Credentials"]["healthy"] is False
    assert checks["Transactions"]["healthy"] is True


def test_certificates_mail_and_anonymous_access_are_kept(depot: Depot, tmp_path: Path) -> None:
    assert shutil.which("openssl")
    key, pem = tmp_path / "key.pem", tmp_path / "cert.pem"
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", str(key), "-out", str(pem)]
    subprocess.run([*command, "-subj", "/CN=proxy.example.org/O=Example"], capture_output=True, check=True)
    store = f"{REST}/security/ssl/truststore"
    made = depot.ask("POST", store, content=pem.read_bytes())
    assert (made.status_code, made.json()["subjectCommonName"]) == (201, "proxy.example.org")
    assert [one["id"] for one in depot.get(store).json()] == [made.json()["id"]]
    assert depot.ask("POST", store, content=b"no certificate").status_code == 400
    assert depot.ask("DELETE", f"{store}/{made.json()['id']}").status_code == 204
    mail = {"enabled": True, "host": "mail.example.org", "port": 25, "fromAddress": "depot@example.org"}
    assert depot.rest("PUT", "/email", mail).status_code == 204
    assert depot.rest("GET", "/email").json()["host"] == "mail.example.org"
    assert depot.rest("PUT", "/email", {**mail, "port": 0}).status_code == 400
    assert depot.rest("PUT", "/security/anonymous", {"enabled": False}).status_code == 200
    assert depot.get(f"{RAW}/folder000/file-00000.bin", auth=None).status_code == 401
    depot.rest("PUT", "/security/anonymous", {"enabled": True})
    assert depot.rest("POST", "/script", {"name": "x"}).status_code == 410


def test_the_description_names_every_operation_of_the_api(depot: Depot) -> None:
    document = depot.get("/service/rest/swagger.json").json()
    assert document["swagger"] == "2.0"
    for name in operations():
        path = OPERATIONS.get(name, REST + name).partition("?")[0]
        if path.startswith(REST):
            assert "get" in document["paths"]["/v1" + path.removeprefix(REST)]
    identifiers = [one["operationId"] for path in document["paths"].values() for one in path.values()]
    assert len(identifiers) == len({*identifiers})
