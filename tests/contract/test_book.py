"""The stand `book`: its API, its three faults and what each switch does to them, its log up to the last line."""

import re
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from .stand_process import LONGEST_STOP_S, StandProcess
from .status_stand import start_of

BOOKS = 1000
LOCK = "org.apache.logging.log4j.core.appender.OutputStreamManager"
BLOCKED = re.compile(r'"BookThread-\d+" [^"]*java.lang.Thread.State: BLOCKED[^"]*waiting to lock <\w+> \(a ([\w.]+)\)')


def started(*options: str, **environment: str) -> StandProcess:
    """The stand with these options, and these variables over those that the tests have."""
    return StandProcess(
        ["env", *(f"{name}={value}" for name, value in environment.items()), start_of("book"), *options]
    )


@pytest.fixture(scope="module")
def faulty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[StandProcess]:
    """A start with all faults, as it is without options; only the log is elsewhere."""
    with started("--log.file", str(tmp_path_factory.mktemp("book") / "log")) as process:
        yield process


@pytest.fixture(scope="module")
def mended() -> Iterator[StandProcess]:
    """A start without a fault, but for a pool so small that a test can fill it; switched by the environment."""
    switches = {"MEMORY_LEAK_ENABLED": "false", "LOG_ASYNCHRONOUS": "true", "LOG_FILE": "/dev/null"}
    with started("--book.store.us", "50000", BOOK_THREADS="2", BOOK_QUEUE="1", **switches) as process:
        yield process


def test_it_says_when_it_is_ready(faulty: StandProcess) -> None:
    assert faulty.ready == {"listening": f"127.0.0.1:{faulty.address[1]}", "rows": BOOKS}
    assert faulty.client.get("/healthz").status_code == 200


def test_the_shop_lists_shows_prices_and_finds_its_books(faulty: StandProcess) -> None:
    listed = faulty.client.get("/books?from=996&count=50").json()
    assert [book["id"] for book in listed] == [996, 997, 998, 999, 1000]
    assert len(faulty.client.get("/books").json()) == 20
    (book,) = faulty.client.get("/search?text=lost clock 29").json()[:1]
    assert book["title"] == "The Lost Clock 29"
    assert faulty.client.get("/search?text=nothing of the kind").json() == []
    assert faulty.client.get(f"/books/{book['id']}").json() == book
    priced = faulty.client.get("/books/29/price").json()
    assert priced["book"] == 29
    assert faulty.client.get("/books/29").json() == {**book, "price": priced["price"]}


def test_what_is_bought_has_the_price_of_its_book(faulty: StandProcess) -> None:
    price = faulty.client.get("/books/7/price").json()["price"]
    bought = faulty.client.post("/orders", json={"book": 7, "count": 3, "colour": "red"})
    order = bought.json()
    assert (bought.status_code, order["book"], order["count"]) == (201, 7, 3)
    assert order["total"] == pytest.approx(3 * price)
    assert faulty.client.post("/orders", json={"book": 7, "count": 3}).json()["id"] == order["id"] + 1


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", "/books/1001", "", 404),
        ("GET", "/books/1001/price", "", 404),
        ("GET", "/books/one", "", 400),
        ("GET", "/books/0/price", "", 400),
        ("GET", "/books?from=0", "", 400),
        ("GET", "/books?count=51", "", 400),
        ("GET", "/search", "", 400),
        ("GET", f"/search?text={'a' * 101}", "", 400),
        ("GET", "/search?text=a%0Ab", "", 400),
        ("POST", "/orders", '{"book": 1001, "count": 1}', 404),
        ("POST", "/orders", '{"book": 7}', 400),
        ("POST", "/orders", '{"book": 7, "count": 101}', 400),
        ("POST", "/orders", '{"book": "7", "count": 1}', 400),
        ("POST", "/orders", '{"book": 7.5, "count": 1}', 400),
        ("POST", "/orders", "null", 400),
        ("POST", "/orders", '{"book": 7,', 400),
        ("POST", "/orders", " " * 17_000, 413),
        ("DELETE", "/books/7", "", 405),
        ("OPTIONS", "/orders", "", 405),
        ("GET", "/shelves", "", 404),
    ],
)
def test_what_cannot_be_is_refused_with_a_reason(
    faulty: StandProcess, method: str, path: str, body: str, status: int
) -> None:
    answer = faulty.client.request(method, path, content=body)
    assert answer.status_code == status, answer.text
    assert list(answer.json()) == ["error"]


def test_each_route_is_counted_and_the_threads_are_seen(faulty: StandProcess) -> None:
    routes = [("GET", "/books"), ("GET", "/books/{id}"), ("GET", "/books/{id}/price"), ("GET", "/search")]
    asked = ["/books", "/books/1", "/books/1/price", "/search?text=a"]
    samples = [{"method": method, "route": route, "status": "200"} for method, route in routes]
    for path in asked:
        faulty.client.get(path)
    before = [faulty.metric("http_requests_total", **sample) for sample in samples]
    for path in asked:
        faulty.client.get(path)
    assert [faulty.metric("http_requests_total", **sample) for sample in samples] == [value + 1 for value in before]
    assert (faulty.metric("threads_max"), faulty.metric("threads_queued")) == (8, 0)
    assert faulty.metric("heap_max_bytes") == 512 * 1024**2
    assert faulty.metric("jvm_threads_states_threads", state="blocked") == 0


def test_each_price_call_leaves_an_old_price_and_nothing_else_does(faulty: StandProcess) -> None:
    before = faulty.metric("book_old_prices")
    for path in ("/books", "/books/1", "/books/1001/price", "/search?text=a"):
        faulty.client.get(path)
    assert faulty.metric("book_old_prices") == before
    for number in range(1, 6):
        faulty.client.get(f"/books/{number}/price")
    assert faulty.metric("book_old_prices") == before + 5


def test_threads_wait_for_the_lock_of_the_synchronous_appender(faulty: StandProcess) -> None:
    with under_load(faulty, 24):
        until(lambda: LOCK in blocked_by(faulty), "no thread was seen BLOCKED by the appender")


def test_without_the_leak_no_old_price_is_kept(mended: StandProcess) -> None:
    prices = {mended.client.get("/books/1/price").json()["price"] for _ in range(8)}
    assert len(prices) > 1
    assert mended.metric("book_old_prices") == 0


def test_a_pool_that_is_full_refuses_and_recovers(mended: StandProcess) -> None:
    assert mended.metric("threads_max") == 2
    with ThreadPoolExecutor(12) as clients:
        answers = list(clients.map(lambda _: mended.client.get("/books/1"), range(48)))
    statuses = {answer.status_code for answer in answers}
    assert statuses == {200, 503}
    assert {answer.json()["error"] for answer in answers if answer.status_code == 503} == {
        "too many requests wait for a thread"
    }
    until(lambda: mended.metric("threads_busy") == 0, "the threads did not come free")
    assert mended.client.get("/books/1").status_code == 200


def test_no_thread_waits_for_an_asynchronous_appender(mended: StandProcess) -> None:
    with under_load(mended, 3):
        assert [blocked_by(mended) for _ in range(3)] == [[], [], []]


# The device takes so long that most of what was logged still waits for it when the server has been closed.
@pytest.mark.parametrize(("asynchronous", "write_us"), [("true", "700000"), ("false", "1000")])
def test_a_stop_loses_no_line_of_the_log(tmp_path: Path, asynchronous: str, write_us: str) -> None:
    log = tmp_path / "log"
    options = ["--log.file", str(log), "--log.write.us", write_us, "--book.store.us", "0", "--book.queue", "1000"]
    with started(*options, "--log.asynchronous", asynchronous) as running:
        with ThreadPoolExecutor(16) as clients:
            statuses = [a.status_code for a in clients.map(lambda n: running.client.get(f"/books/{n}"), range(1, 101))]
        waiting = asynchronous == "true"
        assert (len(log.read_text().splitlines()) < 200) == waiting
        assert running.stop() == 0
        assert running.complaints() == ""
    assert statuses == [200] * 100
    lines = log.read_text().splitlines()
    assert len(lines) == 200
    assert all(re.search(r" INFO \[BookThread-[1-8]\] ", line) for line in lines)
    for number in range(1, 101):
        told = [line for line in lines if re.search(rf" book {number} (asked for$|is The )", line)]
        assert len(told) == 2, number


def test_a_stop_answers_what_was_begun(tmp_path: Path) -> None:
    log = tmp_path / "log"
    options = ["--book.store.us", "700000", "--log.asynchronous", "true", "--log.file", str(log)]
    with started(*options) as running, ThreadPoolExecutor(1) as client:
        answer = client.submit(running.client.get, "/books/1")
        until(lambda: running.metric("threads_busy") == 1, "the request was not seen")
        assert running.stop() == 0
        assert answer.result(timeout=LONGEST_STOP_S).status_code == 200
    assert [line.partition("BookService ")[2] for line in log.read_text().splitlines()] == [
        "book 1 asked for",
        "book 1 is The Quiet Garden 1",
    ]


@pytest.mark.parametrize(
    ("options", "environment", "word"),
    [
        (["--colour", "red"], {}, "--colour"),
        (["--book.threads", "0"], {}, "--book.threads 0"),
        ([], {"MEMORY_LEAK_ENABLED": "perhaps"}, "MEMORY_LEAK_ENABLED perhaps"),
        (["--log.file", "/nowhere/log"], {}, "/nowhere/log"),
    ],
)
def test_bad_settings_are_exit_code_two(options: list[str], environment: dict[str, str], word: str) -> None:
    command = ["env", *(f"{name}={value}" for name, value in environment.items()), start_of("book"), *options]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
    assert word in ended.stderr
    assert "Cure:" in ended.stderr


def test_a_taken_port_is_exit_code_two(faulty: StandProcess) -> None:
    taken = f"127.0.0.1:{faulty.address[1]}"
    command = [start_of("book"), "--listen", taken]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert (ended.returncode, ended.stdout) == (2, ""), ended.stderr
    assert taken in ended.stderr


@contextmanager
def under_load(running: StandProcess, clients: int) -> Iterator[None]:
    """As many clients as that, each of which asks again and again."""
    with ExitStack() as stack:
        pool = stack.enter_context(ThreadPoolExecutor(clients))
        going_on = [True]
        stack.callback(going_on.clear)

        def ask(_: int) -> None:
            while going_on:
                running.client.get("/books/1")

        asking = [pool.submit(ask, number) for number in range(clients)]
        yield
        assert not [done.exception() for done in asking if done.done()]


def blocked_by(running: StandProcess) -> list[str]:
    """The classes of the locks that threads of requests are BLOCKED by, as a dump of all threads says."""
    jcmd = Path(f"/proc/{running.process.pid}/exe").resolve().with_name("jcmd")
    command = [str(jcmd), str(running.process.pid), "Thread.print"]
    dump = subprocess.run(command, capture_output=True, text=True, timeout=120, check=True).stdout
    assert '"BookThread-1"' in dump
    return BLOCKED.findall(dump)


def until(holds: Callable[[], bool], otherwise: str) -> None:
    """Returns once it holds."""
    deadline_s = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < deadline_s, otherwise
        time.sleep(0.02)
