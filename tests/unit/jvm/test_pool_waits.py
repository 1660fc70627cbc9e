"""Threads that wait for a thing of a pool are told apart from idle ones, from consumers, and from waits for results."""

from pathlib import Path

import pytest
from loadproof.jvm.threads.dump import Thread, ThreadDump, Wait, WaitKind
from loadproof.jvm.threads.dumps import report_of_dumps, report_on
from loadproof.words.catalogue import english

CONDITION = "0xc0 java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject"
PARKED = (
    "jdk.internal.misc.Unsafe.park(java.base@21.0.1/Native Method)",
    "java.util.concurrent.locks.AbstractQueuedSynchronizer$ConditionObject.await(java.base@21.0.1/A.java:1707)",
    "java.util.concurrent.ArrayBlockingQueue.take(java.base@21.0.1/ArrayBlockingQueue.java:420)",
)
EXECUTOR = (
    "java.util.concurrent.ThreadPoolExecutor.runWorker(java.base@21.0.1/ThreadPoolExecutor.java:1144)",
    "java.util.concurrent.ThreadPoolExecutor$Worker.run(java.base@21.0.1/ThreadPoolExecutor.java:642)",
    "java.lang.Thread.run(java.base@21.0.1/Thread.java:1583)",
)
QUERY = ("shop.Orders.list(Orders.java:31)", "shop.Server.handle(Server.java:12)")
BORROWS = (*PARKED, "shop.Pool.borrow(Pool.java:27)", *QUERY, *EXECUTOR)
WORKS = (
    "java.net.SocketInputStream.read(java.base@21.0.1/Native Method)",
    "shop.Sql.run(Sql.java:9)",
    *QUERY,
    *EXECUTOR,
)


def waiting(name: str, stack: tuple[str, ...], lock: str = CONDITION) -> Thread:
    kind: WaitKind = "notification" if "Condition" in lock else "other"
    return Thread(name, name, "WAITING", False, stack, Wait(kind, lock, 0))


def dump(*threads: Thread) -> ThreadDump:
    return ThreadDump("d", threads, has_locks=True, has_owned_locks=True)


RUNNING = Thread("runs", "9", "RUNNABLE", False, WORKS)


def test_who_waits_for_a_connection_is_told_with_the_line_and_the_class_of_the_pool() -> None:
    report = report_on([dump(waiting("a", BORROWS), waiting("b", BORROWS), RUNNING)])
    assert [(one.lock, one.kind, one.most_at_once, one.places) for one in report.locks] == [
        ("shop.Pool", "pool", 2, ("Pool.borrow:27",))
    ]
    assert report.dumps[0].held_up == 2
    assert english(report.waits[0].text) == (
        "“a” is WAITING at Pool.borrow:27, waiting until another thread gives back what shop.Pool hands out: "
        "in 1 of 1 dump (100 %)."
    )


def test_that_others_have_passed_may_show_in_another_dump() -> None:
    report = report_on([dump(waiting("a", BORROWS)), dump(RUNNING)])
    assert [one.lock for one in report.locks] == ["shop.Pool"]


@pytest.mark.parametrize(
    "lock",
    [
        "0xc0 java.util.concurrent.Semaphore$NonfairSync",
        "0xc0 java.util.concurrent.SynchronousQueue$TransferStack",
        "java.util.concurrent.Semaphore$FairSync@5e2de80c",
        "java.util.concurrent.locks.AbstractQueuedLongSynchronizer$ConditionObject@1",
    ],
)
def test_a_permit_and_a_thing_handed_over_are_of_a_pool(lock: str) -> None:
    assert report_on([dump(waiting("a", BORROWS, lock), RUNNING)]).locks[0].lock == "shop.Pool"


IDLE = (*PARKED, "java.util.concurrent.ThreadPoolExecutor.getTask(java.base@21.0.1/T.java:1070)", *EXECUTOR)
OF_TOMCAT = (
    *PARKED,
    "org.apache.tomcat.util.threads.TaskQueue.take(TaskQueue.java:117)",
    "org.apache.tomcat.util.threads.ThreadPoolExecutor.getTask(ThreadPoolExecutor.java:1113)",
    "org.apache.tomcat.util.threads.ThreadPoolExecutor.runWorker(ThreadPoolExecutor.java:1176)",
    "java.lang.Thread.run(java.base@21.0.1/Thread.java:1583)",
)
OF_JETTY = (
    *PARKED,
    "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.reservedWait(ReservedThreadExecutor.java:325)",
    "org.eclipse.jetty.util.thread.ReservedThreadExecutor$ReservedThread.run(ReservedThreadExecutor.java:401)",
    "org.eclipse.jetty.util.thread.QueuedThreadPool.runJob(QueuedThreadPool.java:969)",
    "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.doRunJob(QueuedThreadPool.java:1194)",
    "org.eclipse.jetty.util.thread.QueuedThreadPool$Runner.run(QueuedThreadPool.java:1149)",
    "java.lang.Thread.run(java.base@21.0.1/Thread.java:1583)",
)
CONSUMER = (*PARKED, "shop.Mails.run(Mails.java:8)", *EXECUTOR)
OF_ITS_OWN = (*PARKED, "shop.Mails.next(Mails.java:8)", "shop.Mails.run(Mails.java:3)", EXECUTOR[-1])
FUTURE = "0xc0 java.util.concurrent.CompletableFuture$Signaller"
LATCH = "0xc0 java.util.concurrent.CountDownLatch$Sync"


@pytest.mark.parametrize(
    ("stack", "lock"),
    [
        (IDLE, CONDITION),
        (OF_TOMCAT, CONDITION),
        (OF_JETTY, CONDITION),
        (CONSUMER, CONDITION),
        (OF_ITS_OWN, CONDITION),
        (BORROWS, FUTURE),
        (BORROWS, LATCH),
    ],
    ids=["idle", "idle in Tomcat", "reserved in Jetty", "a consumer", "a thread of its own", "a future", "a latch"],
)
def test_who_waits_for_work_or_for_a_result_is_not_held_up(stack: tuple[str, ...], lock: str) -> None:
    report = report_on([dump(*(waiting(name, stack, lock) for name in "abc"), RUNNING)])
    assert (report.state, report.locks) == ("free", ())


def test_a_pool_that_a_driver_asks_is_told_by_its_own_class() -> None:
    asks = (
        "com.zaxxer.hikari.util.ConcurrentBag.borrow(ConcurrentBag.java:151)",
        "com.zaxxer.hikari.pool.HikariPool.getConnection(HikariPool.java:162)",
        "com.zaxxer.hikari.HikariDataSource.getConnection(HikariDataSource.java:128)",
    )
    lock = "0xc0 java.util.concurrent.SynchronousQueue$TransferQueue"
    report = report_on([dump(waiting("a", (*PARKED, *asks, *QUERY, *EXECUTOR), lock), RUNNING)])
    assert [(one.lock, one.places) for one in report.locks] == [
        ("com.zaxxer.hikari.util.ConcurrentBag", ("ConcurrentBag.borrow:151",))
    ]


def test_where_nobody_was_seen_to_pass_nothing_is_said() -> None:
    assert report_on([dump(*(waiting(name, BORROWS) for name in "abc"))]).locks == ()


DUMPS = Path(__file__).parent / "dumps"


def test_real_dumps_of_jdk_25_name_the_pool_and_nothing_of_a_service_that_waits_for_answers() -> None:
    report = report_of_dumps([str(DUMPS / "connections.txt")])
    assert [(one.lock, one.kind, one.places) for one in report.locks] == [
        ("known.Connections", "pool", ("Connections.borrow:19",))
    ]
    assert report_of_dumps([str(DUMPS / "remote.txt")]).locks == ()
