"""Heap dumps: what keeps what against the definition, who is named, and what grows."""

import json
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from loadproof.jvm.heap.document import heap_document
from loadproof.jvm.heap.dumps import report_of_heap_dumps
from loadproof.jvm.heap.file import read_heap_dump
from loadproof.jvm.heap.report import HeapReport
from loadproof.records.json_form import of_json, plain
from loadproof.render.html_document import html_document
from loadproof.render.markdown import markdown_document
from loadproof.words.catalogue import words_of

from tests.made_heap import MadeHeap, MadeObject
from tests.unit.jvm.heaps import book_shop, put_into_map


def report_of(*heaps: MadeHeap, at: Path) -> HeapReport:
    paths = []
    for number, heap in enumerate(heaps):
        paths.append(str(at / f"{number}.hprof"))
        Path(paths[-1]).write_bytes(heap.written())
    return report_of_heap_dumps(paths)


def test_the_field_that_keeps_most_is_named_with_its_share(tmp_path: Path) -> None:
    heap = book_shop()
    report = report_of(heap, at=tmp_path)
    whole = heap.size(heap.alive())
    named = {(one.class_name, one.field): one for one in report.suspects}
    suspect = named["book.BookService", "oldBooksPrices"]
    (service,) = (one for one, held in heap.objects.items() if _class_of(heap, held) == "book/BookService")
    (prices,) = (one for one in heap.objects[service].targets if _class_of(heap, heap.objects[one]) != "")
    assert (suspect.kind, suspect.kept_bytes) == ("field", heap.kept(prices))
    assert suspect.share == pytest.approx(heap.kept(prices) / whole)
    assert suspect.owner_kept_bytes == heap.kept(service)
    assert (suspect.most_class, suspect.most_objects) == ("java.util.HashMap$Node", 400)
    assert report.dumps[0].reachable is not None
    assert report.dumps[0].reachable.bytes == whole
    told = words_of("en").told(suspect.text)
    assert told.startswith("“oldBooksPrices” of book.BookService keeps 4")
    assert told.endswith("objects, most of it behind 400 of java.util.HashMap$Node.")
    # The framework that holds all of it is told of with what else it keeps.
    framework = named["org.framework.BeanFactory", "singletons"]
    assert framework.kept_bytes >= 0.9 * whole
    assert framework.own_bytes < 0.6 * whole


def _class_of(heap: MadeHeap, held: MadeObject) -> str:
    return heap.classes[held.class_address].name if held.class_address else ""


def test_the_way_from_a_root_is_told_by_its_fields(tmp_path: Path) -> None:
    suspect = next(one for one in report_of(book_shop(), at=tmp_path).suspects if one.field == "oldBooksPrices")
    assert suspect.path is not None
    links = [(one.class_name, None if one.link is None else one.link.name) for one in suspect.path.steps]
    assert links[-5:] == [
        ("book.Application", "context"),
        ("org.framework.BeanFactory", "singletons"),
        ("java.lang.Object[]", None),
        ("book.BookService", "oldBooksPrices"),
        ("java.util.HashMap", None),
    ]
    assert suspect.path.root == "sticky_class"


@st.composite
def heaps(draw: st.DrawFn) -> MadeHeap:
    """Any graph of up to thirty objects of three classes, with roots of all kinds, circles and what is dead."""
    chance = random.Random(draw(st.integers(0, 1 << 32)))
    heap = MadeHeap(id_bytes=draw(st.sampled_from([4, 8])), reference_bytes=4)
    classes = [
        heap.make_class(f"a/C{number}", fields=[(f"f{one}", "L") for one in range(number + 1)]) for number in range(3)
    ]
    objects = heap.make_class("[Ljava/lang/Object;")
    # Its elements show by where the next object lies that references have four bytes.
    heap.array(objects, [0] * 16)
    made = [heap.make(classes[chance.randrange(3)]) for _ in range(draw(st.integers(1, 30)))]
    for one in made:
        held = heap.objects[one]
        count = (len(held.body)) // heap.id_bytes
        targets = [chance.choice([0, *made]) for _ in range(count)]
        held.body = b"".join(target.to_bytes(heap.id_bytes, "big") for target in targets)
        held.targets = [*(target for target in targets if target), held.class_address]
    thread_class = heap.make_class("java/lang/Thread")
    thread = heap.make(thread_class)
    heap.root("thread", thread, 7)
    for one in chance.sample(made, min(len(made), 1 + chance.randrange(3))):
        heap.root(chance.choice(["jni_global", "java_frame", "monitor"]), one, 7)
    return heap


@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(heaps())
def test_what_is_kept_is_what_would_go_with_it(tmp_path: Path, heap: MadeHeap) -> None:
    place = tmp_path / "d.hprof"
    place.write_bytes(heap.written(segment_bytes=200))
    dump = read_heap_dump(str(place))
    kept = dump.kept
    assert kept is not None
    alive = heap.alive()
    assert (kept.reachable.objects, kept.reachable.bytes) == (len(alive), heap.size(alive))
    assert (dump.all.objects, dump.all.bytes) == (len(heap.objects), heap.size(heap.objects))
    # Objects carry no address in a report: those of each class have the same sizes, whichever is which.
    assert len(kept.tree) == len(alive) + 1
    truth = sorted((_named(heap, one), heap.kept(one)) for one in alive)
    assert sorted((node.class_name, node.kept_bytes) for node in kept.tree[1:]) == truth
    for node in kept.tree[1:]:
        assert node.parent is not None
        assert node.kept_bytes < kept.tree[node.parent].kept_bytes or node.parent == 0
    rows = {row.name: row for row in dump.classes}
    for name in {"a.C0", "a.C1", "a.C2"} & rows.keys():
        members = {one for one in alive if _named(heap, one) == name and heap.objects[one].kind == "instance"}
        assert rows[name].objects == len(members)
        assert rows[name].kept_bytes == heap.size(alive - _alive_without(heap, members))


def _named(heap: MadeHeap, address: int) -> str:
    held = heap.objects[address]
    name = heap.classes[address].name if held.kind == "class" else heap.classes[held.class_address].name
    return f"{name[2:-1].replace('/', '.')}[]" if name.startswith("[") else name.replace("/", ".")


def _alive_without(heap: MadeHeap, members: set[int]) -> set[int]:
    """What stays alive where all objects of a class go: dominators tell of each alone, and add up those at the top."""
    gone: set[int] = set()
    alive = heap.alive()
    for one in members:
        gone |= alive - heap.alive(one)
    return alive - gone


def test_three_dumps_name_the_field_that_grows(tmp_path: Path) -> None:
    dumps = [book_shop(1500 * number, taken_ms=number * 600_000, cached=100) for number in (1, 2, 3)]
    report = report_of(*dumps, at=tmp_path)
    assert report.state == "grows"
    grown = report.growth[0]
    assert (grown.class_name, grown.field, grown.grows) == ("book.BookService", "oldBooksPrices", True)
    assert grown.bytes_per_hour == pytest.approx(grown.growth_bytes * 3)
    assert grown.share_of_growth == pytest.approx(1.0, abs=0.02)
    # The table of the framework and the field of the application grow as much: they only lead there.
    assert len(report.growth) == 1
    change = next(one for one in report.classes if one.name == "book.Price")
    assert change.objects_change == 3000


def test_a_cache_that_fills_does_not_grow(tmp_path: Path) -> None:
    report = report_of(
        *(book_shop(100, taken_ms=1000 * at, cached=held) for at, held in ((1, 100), (2, 2900), (3, 3000))), at=tmp_path
    )
    assert report.state == "grew"
    assert [(one.class_name, one.grows) for one in report.growth] == [("book.Catalogue", False)]
    two = report_of(book_shop(100), book_shop(4000, taken_ms=2000), at=tmp_path)
    assert (two.state, [one.code for one in two.remarks]) == ("grew", ["two-dumps"])


def test_dumps_are_put_in_the_order_of_their_times(tmp_path: Path) -> None:
    report = report_of(*(book_shop(1500 * at, taken_ms=at * 1000) for at in (3, 1, 2)), at=tmp_path)
    assert [one.taken_ms for one in report.dumps] == [1000, 2000, 3000]
    assert report.state == "grows"


def _threaded() -> tuple[MadeHeap, int, int]:
    heap = book_shop(10)
    thread = heap.make_class("java/lang/Thread", fields=[("threadLocals", "L"), ("name", "L")])
    local = heap.make_class("java/lang/ThreadLocal")
    entry = heap.make_class(
        "java/lang/ThreadLocal$ThreadLocalMap$Entry", superclass=heap.reference_class, fields=[("value", "L")]
    )
    entries = heap.make_class("[Ljava/lang/ThreadLocal$ThreadLocalMap$Entry;")
    local_map = heap.make_class("java/lang/ThreadLocal$ThreadLocalMap", fields=[("table", "L")])
    variable = heap.make(local)
    heap.make_class("book/RequestContext", statics={"CURRENT": variable})
    held = heap.make(entry, referent=variable, value=put_into_map(heap, 900, 1000))
    made = heap.make(thread, threadLocals=heap.make(local_map, table=heap.array(entries, [0, held, 0])))
    heap.root("thread", made, 3)
    return heap, made, held


def test_a_thread_local_is_named_by_who_holds_the_variable(tmp_path: Path) -> None:
    heap, _, _ = _threaded()
    suspect = report_of(heap, at=tmp_path).suspects[0]
    assert (suspect.kind, suspect.class_name, suspect.field) == ("thread_local", "book.RequestContext", "CURRENT")
    assert suspect.kept_bytes == pytest.approx(900 * 1064, rel=0.02)


def test_what_a_running_thread_holds_too_is_called_shared(tmp_path: Path) -> None:
    heap, thread, _ = _threaded()
    shop = heap.make_class("book/Orders", fields=[("open", "L")])
    orders = put_into_map(heap, 1500, 1000)
    heap.make_class("book/Shop", statics={"orders": heap.make(shop, open=orders)})
    heap.root("java_frame", orders, 3)
    report = report_of(heap, at=tmp_path)
    suspect = report.suspects[0]
    assert (suspect.kind, suspect.class_name, suspect.field) == ("shared", "book.Orders", "open")
    assert suspect.kept_bytes == heap.kept(orders)
    assert [(one.class_name, one.link.kind) for one in suspect.others] == [("java.lang.Thread", "local")]
    assert thread


def test_a_list_of_their_own_making_is_named_by_who_holds_its_first(tmp_path: Path) -> None:
    heap = book_shop(10)
    link = heap.make_class("book/Link", fields=[("next", "L"), ("payload", "L")])
    first = 0
    for _ in range(3000):
        first = heap.make(link, next=first, payload=heap.values("B", bytes(500)))
    heap.make_class("book/Chain", statics={"first": first})
    suspect = report_of(heap, at=tmp_path).suspects[0]
    assert (suspect.kind, suspect.class_name, suspect.field) == ("static", "book.Chain", "first")
    assert suspect.kept_bytes == heap.kept(first)


def test_direct_buffers_are_told_by_who_holds_them(tmp_path: Path) -> None:
    heap = book_shop(10)
    buffer = heap.make_class("java/nio/Buffer", fields=[("position", "I"), ("capacity", "I")])
    direct = heap.make_class("java/nio/DirectByteBuffer", superclass=buffer, fields=[("att", "L")])
    objects = next(address for address, one in heap.classes.items() if one.name == "[Ljava/lang/Object;")
    made = [heap.make(direct, capacity=1 << 20) for _ in range(5)]
    slices = [heap.make(direct, capacity=1 << 19, att=made[0])]
    pool = heap.make_class("book/Pool", fields=[("buffers", "L")])
    heap.make_class("book/Net", statics={"pool": heap.make(pool, buffers=heap.array(objects, [*made, *slices]))})
    report = report_of(heap, at=tmp_path)
    (row,) = report.buffers
    assert row.holder is not None
    assert (row.holder.class_name, row.holder.link.name, row.buffers, row.bytes) == ("book.Pool", "buffers", 5, 5 << 20)
    assert report.dumps[0].buffer_bytes == 5 << 20


def test_the_module_file_of_the_jdk_is_no_memory_of_the_application(tmp_path: Path) -> None:
    """As JDK 17 and 25 hold it: the buffer of the whole file behind a read-only view of it."""
    heap = MadeHeap()
    buffer = heap.make_class("java/nio/Buffer", fields=[("position", "I"), ("capacity", "I")])
    direct = heap.make_class("java/nio/DirectByteBuffer", superclass=buffer, fields=[("att", "L")])
    view = heap.make_class("java/nio/DirectByteBufferR", superclass=direct)
    mapped = heap.make(direct, capacity=120 << 20)
    basic = heap.make_class("jdk/internal/jimage/BasicImageReader", fields=[("memoryMap", "L"), ("strings", "L")])
    shared = heap.make_class("jdk/internal/jimage/ImageReader$SharedImageReader", superclass=basic)
    views = [heap.make(view, capacity=size << 20, att=mapped) for size in (120, 1)]
    reader = heap.make(shared, memoryMap=views[0], strings=views[1])
    own = heap.make(direct, capacity=5 << 20)
    heap.make_class("book/Net", statics={"buffer": own, "reader": reader})
    report = report_of(heap, at=tmp_path)
    module_file, of_application = report.buffers
    assert (module_file.is_module_file, module_file.bytes, module_file.holder) == (True, 120 << 20, None)
    assert (of_application.is_module_file, of_application.bytes) == (False, 5 << 20)
    assert report.dumps[0].buffer_bytes == 5 << 20
    words = words_of("en")
    assert words("heap-module-file") in markdown_document(heap_document(report, words))


def _frames(buffers: int, taken_ms: int) -> MadeHeap:
    """A queue of direct buffers, of 1 MiB each."""
    heap = book_shop(10, taken_ms=taken_ms)
    buffer = heap.make_class("java/nio/Buffer", fields=[("position", "I"), ("capacity", "I")])
    direct = heap.make_class("java/nio/DirectByteBuffer", superclass=buffer, fields=[("att", "L")])
    objects = next(address for address, one in heap.classes.items() if one.name == "[Ljava/lang/Object;")
    frames = heap.array(objects, [heap.make(direct, capacity=1 << 20) for _ in range(buffers)])
    queue = heap.make_class("book/FrameQueue", fields=[("frames", "L")])
    heap.make_class("book/Net", statics={"queue": heap.make(queue, frames=frames)})
    return heap


def test_memory_outside_of_the_heap_grows_by_the_field_that_holds_its_buffers(tmp_path: Path) -> None:
    report = report_of(*(_frames(5 * at, 1000 * at) for at in (1, 2, 3)), at=tmp_path)
    (grown,) = report.growth
    assert (grown.class_name, grown.field, grown.kind) == ("book.FrameQueue", "frames", "buffers")
    assert (grown.kept_bytes, grown.targets, grown.grows) == ((5 << 20, 10 << 20, 15 << 20), (5, 10, 15), True)
    assert "grow from dump to dump: 5 MiB outside of the heap" in words_of("en").told(grown.text)
    full = report_of(*(_frames(number, 1000 * at) for at, number in enumerate((5, 9, 10), 1)), at=tmp_path)
    assert [one.grows for one in full.growth] == [True]
    strict = report_of_heap_dumps([str(tmp_path / f"{number}.hprof") for number in range(3)], 0.8)
    assert [one.grows for one in strict.growth] == [False]


def test_what_only_soft_references_hold_is_no_suspect(tmp_path: Path) -> None:
    heap = book_shop(10)
    soft = heap.make_class("java/lang/ref/SoftReference", superclass=heap.reference_class)
    weak = heap.make_class("java/lang/ref/WeakReference", superclass=heap.reference_class)
    softly, weakly = put_into_map(heap, 2000, 1000), heap.values("B", bytes(5000))
    heap.make_class(
        "book/Images", statics={"soft": heap.make(soft, referent=softly), "weak": heap.make(weak, referent=weakly)}
    )
    report = report_of(heap, at=tmp_path)
    figures = report.dumps[0]
    assert figures.soft is not None
    assert figures.weak is not None
    assert figures.soft.objects == 3 * 2000 + 2
    assert figures.weak.bytes == heap.objects[weakly].size
    assert "soft" not in {one.field for one in report.suspects}


def test_many_small_objects_that_nothing_joins_are_told_together(tmp_path: Path) -> None:
    heap = book_shop(10)
    session = heap.make_class("book/Session", fields=[("data", "L")])
    for _ in range(3000):
        heap.root("jni_global", heap.make(session, data=heap.values("B", bytes(400))))
    suspect = report_of(heap, at=tmp_path).suspects[0]
    assert (suspect.kind, suspect.class_name, suspect.own_objects) == ("objects", "book.Session", 3000)


def test_loaders_of_one_class_are_counted(tmp_path: Path) -> None:
    heap = book_shop(10)
    loader_class = heap.make_class("book/PluginLoader")
    loaders = [heap.make(loader_class) for _ in range(4)]
    objects = next(address for address, one in heap.classes.items() if one.name == "[Ljava/lang/Object;")
    plugins = [heap.make(heap.make_class("book/Plugin", loader=loader)) for loader in loaders]
    heap.make_class("book/Plugins", statics={"all": heap.array(objects, plugins)})
    report = report_of(heap, at=tmp_path)
    assert next(one.loaders for one in report.classes if one.name == "book.Plugin") == 4
    assert "loaders" in {one.code for one in report.remarks}


def test_no_value_of_the_dump_is_told(tmp_path: Path) -> None:
    report = report_of(book_shop(), at=tmp_path)
    for text in (
        json.dumps(plain(report)),
        markdown_document(heap_document(report, words_of("en"))),
        html_document(heap_document(report, words_of("en")), "en"),
    ):
        assert "s3cr3t" not in text


def test_a_report_is_read_again_from_its_json(tmp_path: Path) -> None:
    report = report_of(book_shop(), book_shop(2000, taken_ms=9000), at=tmp_path)
    assert of_json(HeapReport, json.loads(json.dumps(plain(report)))) == report


def test_every_medium_tells_all_of_it(tmp_path: Path) -> None:
    heap = book_shop(1500)
    heap.make_class("book/<script>alert(1)</script>", statics={"evil\x1b[31m": put_into_map(heap, 900, 1000)})
    report = report_of(book_shop(100), heap, at=tmp_path)
    document = heap_document(report, words_of("en"))
    page = html_document(document, "en")
    assert "<script>" not in page
    assert "\x1b" not in page
    # A level within a level, which opens without a script.
    assert "<details><summary>" in page.split("<details><summary>", 1)[1].split("</details>", 1)[0]
    # A long name is broken, so that it does not push the figures beside it out of the page.
    (cell,) = (part for part in page.split("<td ") if part.endswith(".oldBooksPrices → java.util.HashMap</td>"))
    assert cell.startswith('class="words wraps">')
    assert "oldBooksPrices" in markdown_document(document)
