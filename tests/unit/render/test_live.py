"""The live view: what it shows, where it goes, and that it cannot end a measurement."""

import io
import re
import subprocess
import sys
from dataclasses import replace

import pytest
from loadproof._engine import ApdexCounts, Delta
from loadproof.alarms.state import AlarmPhase
from loadproof.judge.apdex import ApdexRow
from loadproof.judge.apdex_so_far import ApdexSoFar
from loadproof.judge.verdict import State
from loadproof.methods.trial import Purpose, Trial
from loadproof.model.message import Message, share
from loadproof.model.stage import Stage
from loadproof.records.injection import InjectionState
from loadproof.render import live_screen
from loadproof.render.live import LiveView
from loadproof.render.live_figures import LIVE_WINDOW_TICKS, LiveFigures
from loadproof.render.live_lines import LiveLines
from loadproof.store.record import UNDER_WAY, InjectionRecord
from loadproof.words.catalogue import words_of

from ..store.made_run import MadeShardReading, MadeTick, answered, tick_of
from .made_result import search, tried

ESCAPE = "\x1b"


class Terminal(io.StringIO):
    """A stream that says it is a terminal."""

    def isatty(self) -> bool:
        return True


def failing_tick(second: int) -> MadeTick:
    good = tick_of(second, [4.0] * 100)
    bad = Delta(second, 0, due=12, sent=9, dropped=3, errors={"timeout": 7, f"{ESCAPE}[31mevil[bold]": 2})
    shard = MadeShardReading(cpu_s=0.42 * (second + 1), in_flight=7, waiting=1, connections=31)
    return MadeTick(second, [*good.deltas, bad], [shard])


def show(view: LiveView) -> None:
    with view:
        for number, result in enumerate(search(), start=1):
            view.trial_started(number, result.trial)
            for second in range(12):
                view.tick(failing_tick(second), second + 1.0, 30.0 - second)
            view.trial_ended(result)
        view.say(f"the disk is full{ESCAPE}[2J")


def test_elsewhere_than_on_a_terminal_it_writes_a_line_a_trial() -> None:
    stream = io.StringIO()
    show(LiveView("loadproof capacity http://127.0.0.1", stream))
    lines = stream.getvalue().splitlines()
    assert ESCAPE not in stream.getvalue()
    assert lines[0] == "loadproof capacity http://127.0.0.1"
    assert lines[1].startswith("trial 1, coarse search at 5,000/s: passed")
    assert len(lines) == 1 + len(search()) + 1


def long_soak(stream: io.StringIO, language: str = "en") -> list[str]:
    """The lines of three minutes, with the clock of the view out of the way."""
    soaked = tried(Purpose.SOAK, 500.0, State.PASSED)
    long = replace(soaked, trial=replace(soaked.trial, hold_s=170.0))
    lines = LiveLines(Message.said("title"), stream, words_of(language))
    lines.open()
    lines.trial_started(1, long.trial)
    for second in range(180):
        lines.tick(failing_tick(second), second + 1.0, 179.0 - second)
    lines.trial_ended(long)
    return stream.getvalue().splitlines()


def test_a_long_trial_has_a_line_a_minute() -> None:
    lines = long_soak(io.StringIO())
    assert lines[1].startswith("trial 1: soak at 500/s, at most 2 min 5")
    assert lines[2] == (
        "trial 1: 1 min, 2 min left: due 412/s, done 400/s; p50 4 ms, p99 4 ms; "
        "errors timeout 420, \\x1b[31mevil[bold] 120, dropped 180; "
        "in flight 7, waiting 1, connections 31; generator CPU 42 %"
    )
    assert [line.split(" left")[0] for line in lines[3:5]] == ["trial 1: 2 min, 1 min", "trial 1: 3 min, 0 s"]
    assert len(lines) == 1 + 1 + 3 + 1


def test_it_speaks_the_language_that_is_asked_for() -> None:
    second = long_soak(io.StringIO(), "zh")[2]
    assert second.startswith(
        "试次 1：1 分钟，剩余 2 分钟：计划 412/秒，完成 400/秒；p50 4 ms，p99 4 ms；错误：timeout 420"
    )


def test_a_dumb_terminal_gets_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    stream = Terminal()
    show(LiveView("t", stream))
    assert ESCAPE not in stream.getvalue()


def test_a_terminal_is_drawn_in_place(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "100")
    stream = Terminal()
    show(LiveView("title [bold]", stream))
    drawn = stream.getvalue()
    for words in (
        "title [bold]",
        "Trial 5 · confirm",
        "due 412/s, done 400/s",
        "in flight 7, waiting 1",
        "CPU 42 %",
    ):
        assert words in drawn
    assert "failed (stopped early)" in drawn
    assert "\\x1b[31mevil[bold]" in drawn
    assert f"{ESCAPE}[31mevil" not in drawn
    assert f"full{ESCAPE}[2J" not in drawn
    assert drawn.rstrip().endswith(f"{ESCAPE}[?25h") or f"{ESCAPE}[?25h" in drawn


@pytest.mark.parametrize("columns", [60, 100, 200])
def test_a_slot_says_its_variant_round_and_cycle_and_has_passed_nothing(
    monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", str(columns))
    stream = Terminal()
    screen = live_screen.LiveScreen(Message.said("title"), stream, words_of("en"))
    compared = tried(Purpose.COMPARE, 250.0, State.PASSED, calls=2500)
    slot = replace(compared, trial=replace(compared.trial, variant="branch", start=2, cycle=5))
    screen.open()
    screen.trial_started(17, slot.trial)
    screen.tick(tick_of(0, [1.0]), 1.0, 4.0)
    shown = stream.getvalue()
    assert "Trial 17 · comparison: branch, round 2, cycle 5" in shown
    screen.trial_ended(slot)
    row = next(line for line in stream.getvalue().splitlines() if "17  " in line and "held" in line)
    assert "branch, round 2, cycle 5" in row
    assert "…" not in row
    assert "passed" not in stream.getvalue()
    screen.close()


def test_elsewhere_slots_have_no_lines_but_those_of_their_cycle() -> None:
    stream = io.StringIO()
    compared = tried(Purpose.COMPARE, 250.0, State.PASSED)
    slot = replace(compared, trial=replace(compared.trial, variant="branch", start=2, cycle=5))
    with LiveView("title", stream) as view:
        view.trial_started(17, slot.trial)
        view.trial_ended(slot)
        view.note(Message.said("the cycle"))
    assert stream.getvalue().splitlines() == ["title", "the cycle"]


def test_the_whole_run_has_a_time_left_beside_its_trials(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    screen = live_screen.LiveScreen(Message.said("title"), stream, words_of("en"))
    passed = tried(Purpose.SEARCH, 100.0, State.PASSED, calls=900)
    screen.open()
    screen.trial_started(1, passed.trial)
    assert "Whole run" not in stream.getvalue()
    screen.tell_ahead(Message.said("load ahead"), 3600.0)
    screen.tick(tick_of(0, [1.0]), 1.0, 9.0)
    assert re.search(r"Whole run.* · .*, up to (1 h|59 min|60 min).* left", stream.getvalue())
    screen.trial_ended(passed)
    screen.tell_ahead(Message.said("load ahead"), 20.0)
    for second in (1.0, 12.0, 21.0):
        screen.trial_started(2, passed.trial)
        stream.seek(0)
        stream.truncate()
        screen.tick(tick_of(0, [1.0]), second, 9.0)
        shown = stream.getvalue()
        assert ("Whole run" in shown) is (second < 20.0)
    assert "up to 0 s" not in shown
    screen.close()


def test_a_run_of_one_trial_has_one_time_left(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    screen = live_screen.LiveScreen(Message.said("title"), stream, words_of("en"))
    screen.open()
    screen.tell_ahead(Message.said("load ahead"), 30.0)
    screen.trial_started(1, tried(Purpose.LOAD, 100.0, State.PASSED).trial)
    screen.tick(tick_of(0, [1.0]), 1.0, 29.0)
    assert "29 s left" in stream.getvalue()
    assert "Whole run" not in stream.getvalue()
    screen.close()


def test_elsewhere_load_ahead_is_a_line() -> None:
    stream = io.StringIO()
    with LiveView("title", stream) as view:
        view.tell_ahead(Message.said("load ahead"), 30.0)
    assert stream.getvalue().splitlines() == ["title", "load ahead"]


def test_a_long_search_fits_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("LINES", "24")
    monkeypatch.setenv("COLUMNS", "80")
    stream = Terminal()
    screen = live_screen.LiveScreen(Message.said("title"), stream, words_of("en"))
    screen.open()
    passed = tried(Purpose.SEARCH, 100.0, State.PASSED, calls=900)
    for number in range(1, 40):
        screen.trial_started(number, passed.trial)
        screen.trial_ended(passed)
    screen.trial_started(40, passed.trial)
    stream.seek(0)
    stream.truncate()
    screen.tick(tick_of(0, [1.0]), 1.0, None)
    shown = stream.getvalue()
    assert shown.count("\n") < 24
    assert "39" in shown
    assert "Errors" in shown
    screen.close()


@pytest.mark.parametrize("error", [OSError(28, "No space left on device"), BrokenPipeError()])
def test_a_stream_that_fails_does_not_end_the_measurement(error: OSError) -> None:
    class Broken(io.StringIO):
        def write(self, text: str) -> int:
            raise error

    show(LiveView("t", Broken()))


def test_a_stream_that_is_closed_does_not_end_the_measurement() -> None:
    stream = io.StringIO()
    stream.close()
    with pytest.raises(ValueError, match="closed"):
        stream.write("x")
    opened = io.StringIO()
    view = LiveView("t", opened)
    opened.close()
    show(view)


def test_percentiles_are_those_of_the_last_ticks() -> None:
    figures = LiveFigures()
    for second in range(10):
        figures.add(MadeTick(second, [answered(second, 0, [100.0 if second < 5 else 1.0] * 10)]))
    assert figures.response().count == 10 * LIVE_WINDOW_TICKS
    assert figures.response().max_ms == pytest.approx(1.0, rel=0.01)


def test_the_generators_cpu_is_that_between_two_ticks() -> None:
    figures = LiveFigures()
    for second, cpu_s in enumerate((0.5, 0.75, 0.75)):
        figures.add(MadeTick(second, [], [MadeShardReading(0, cpu_s), MadeShardReading(1, cpu_s)]))
        shares = {0: 100.0, 1: 50.0, 2: 0.0}
        assert figures.cpu_percent == pytest.approx({0: shares[second] / 2, 1: shares[second] / 2})
    figures.add(MadeTick(2, [], [MadeShardReading(0, 0.8), MadeShardReading(1, 0.8)], last=True))
    assert figures.cpu_percent == pytest.approx({0: 0.0, 1: 0.0})


def test_live_figures_are_of_whole_seconds() -> None:
    """Ticks may come late and together, and the closing one holds a part of a second."""
    figures = LiveFigures()
    for second, cpu_s in ((0, 0.4), (1, 0.9), (4, 2.4)):
        figures.add(MadeTick(second, [answered(second, 0, [1.0] * 10)], [MadeShardReading(0, cpu_s)]))
    assert figures.cpu_percent == pytest.approx({0: 50.0})
    assert figures.due_rate == 10.0
    figures.add(MadeTick(5, [answered(5, 0, [1.0])], [MadeShardReading(0, 2.41)], last=True))
    assert figures.cpu_percent == pytest.approx({0: 50.0})
    assert figures.due_rate == 10.0


def test_rich_is_not_imported_before_it_is_needed() -> None:
    program = (
        "import sys; import loadproof.render.live, loadproof.render.terminal, loadproof.render.markdown, "
        "loadproof.result.build, loadproof.store.writer; "
        "sys.exit(any(name.split('.')[0] in ('rich', 'numpy', 'pydantic') for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


RATED = {"open form": ApdexRow(1.0, 300), f"report{ESCAPE}[2J": ApdexRow(12.0, 300)}
USERS = Trial(Purpose.USERS, 0.0, hold_s=540.0, ramp_s=60.0, users=300)
BUSY = Message("error-kind-counted", kind="cpu", calls="7", share=share(0.97))


def rated_tick(second: int) -> MadeTick:
    """150 calls of the form, of which 15 tolerating, and 150 of the report, of which half are too late."""
    rest = [0] * 31
    deltas = [
        Delta(
            second,
            index,
            due=150,
            sent=150,
            completed=150,
            apdex=ApdexCounts([150, *rest], [good, *rest], [late, *rest]),
        )
        for index, (good, late) in enumerate([(135, 15), (75, 0)])
    ]
    shards = [MadeShardReading(number, 0.3 * (second + 1), users=2 * (second + 1)) for number in range(2)]
    return MadeTick(second, deltas, shards)


def show_users(view: LiveView, seconds: int = 62) -> None:
    with view:
        view.trial_started(3, USERS, 2, ApdexSoFar.of(tuple(RATED), RATED, 0.0, 600.0))
        for second in range(seconds):
            view.tick(rated_tick(second), second + 1.0, 599.0 - second)


def test_users_and_apdex_are_in_the_line_of_a_minute() -> None:
    stream = io.StringIO()
    show_users(LiveView("title", stream))
    line = stream.getvalue().splitlines()[2]
    # (135 + 7.5 + 75) / 300
    assert "; users 240, planned 300; Apdex 0.73 [mixed T]; generator" in line


def test_a_terminal_shows_users_and_the_operation_with_the_lowest_apdex(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "120")
    stream = Terminal()
    show_users(LiveView("title", stream), seconds=20)
    assert re.search(r"Users +.*80, planned 300 in 40 s", stream.getvalue())
    assert re.search(r"Apdex +.*0\.73 \[mixed T\], lowest: report\\x1b\[2J 0\.50 \[12\]", stream.getvalue())


def test_the_planned_number_follows_the_stages() -> None:
    stream = io.StringIO()
    stages = (Stage(60.0, 0.0, 90), Stage(60.0, 0.0, 90), Stage(90.0, 0.0, 20))
    lines = LiveLines(Message.said("title"), stream, words_of("en"))
    lines.trial_started(1, Trial(Purpose.LOAD, 0.0, 210.0, stages=stages))
    for second in range(180):
        lines.tick(MadeTick(second, [], [MadeShardReading(users=41)]), second + 1.0, None)
    shown = [re.search(r"users ([^;]*)", line) for line in stream.getvalue().splitlines()[1:]]
    assert [found and found[1] for found in shown] == [
        "41, planned 90",
        "41, planned 20 in 1 min 30 s",
        "41, planned 20 in 30 s",
    ]


def test_a_trial_without_users_shows_none() -> None:
    assert "users" not in "".join(long_soak(io.StringIO()))


def change_alarms(view: LiveView) -> None:
    name = f"cpu{ESCAPE}[2J [bold]"
    with view:
        for trial in (1, 2):
            view.trial_started(trial, USERS)
            for second, phase in enumerate([AlarmPhase.PENDING, AlarmPhase.FIRING, None, AlarmPhase.INACTIVE]):
                view.tick(tick_of(second, [1.0]), second + 1.0, None)
                if phase is not None and (trial, phase) != (1, AlarmPhase.INACTIVE):
                    view.alarm(name, phase, BUSY, second + 1.0)
                if phase is None:
                    view.alarm("disk", AlarmPhase.PENDING, BUSY, second + 1.0)
            view.tick(tick_of(4, [1.0]), 5.0, None)


def test_plain_lines_have_one_for_each_firing_and_resolution() -> None:
    stream = io.StringIO()
    change_alarms(LiveView("title", stream))
    assert ESCAPE not in stream.getvalue()
    lines = [line for line in stream.getvalue().splitlines() if "alarm" in line]
    alarm = r"the alarm cpu\x1b[2J [bold]"
    told = words_of("en").told(BUSY)
    assert lines == [
        f"trial 1, 2 s: {alarm} fires: {told}",
        f"trial 2, 2 s: {alarm} fires: {told}",
        f"trial 2, 4 s: {alarm} is resolved after 2 s, now {told}",
    ]


def test_a_firing_alarm_without_data_no_longer_fires() -> None:
    stream = io.StringIO()
    with LiveView("title", stream, language="en") as view:
        view.trial_started(7, USERS)
        for phase in (AlarmPhase.FIRING, AlarmPhase.FIRING, AlarmPhase.NO_DATA, AlarmPhase.NO_DATA, AlarmPhase.PENDING):
            view.alarm("cpu", phase, BUSY, 0.0)
    lines = [line for line in stream.getvalue().splitlines() if "alarm" in line]
    assert [line.split("alarm cpu ")[1].split(":")[0] for line in lines] == ["fires", "no longer fires after 0 s"]


def test_a_terminal_shows_pending_and_firing_alarms_of_the_trial_under_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "160")
    stream = Terminal()
    change_alarms(LiveView("title", stream))
    drawn = stream.getvalue()
    assert f"cpu{ESCAPE}[2J" not in drawn
    name = r"cpu\\x1b\[2J \[bold\]"
    # Bold red.
    assert re.search(rf"Alarms firing.*\x1b\[1;31m{name} since 2 s", drawn)
    assert re.search(r"Alarms pending.*disk for 2 s", drawn)
    first, second = re.split(r"Trial 2 ·", drawn, maxsplit=1)
    assert "since 2 s" in first.rsplit("Trial 1 ·", 1)[1]
    # Each begins inactive: the second trial is drawn without a row of alarms until one is pending.
    assert re.search(r"Alarms", second[: second.index("p99 1 ms")]) is None
    assert drawn.count("is resolved after 2 s") == 1


def test_an_alarm_that_flaps_leaves_six_lines_and_one_that_says_so() -> None:
    stream = io.StringIO()
    with LiveView("title", stream) as view:
        view.trial_started(1, USERS)
        for second in range(40):
            view.alarm("cpu", (AlarmPhase.FIRING, AlarmPhase.INACTIVE)[second % 2], BUSY, second + 1.0)
        view.alarm("disk", AlarmPhase.FIRING, BUSY, 41.0)
    lines = [line for line in stream.getvalue().splitlines() if "alarm" in line]
    assert [" fires" in line for line in lines[:6]] == [True, False] * 3
    assert "changes often" in lines[6]
    assert [line.split("alarm ")[1][:4] for line in lines[7:]] == ["disk"]


def test_many_alarms_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "200")
    stream = Terminal()
    with LiveView("title", stream) as view:
        view.trial_started(1, USERS)
        for number in range(9):
            view.alarm(f"alarm{number}", AlarmPhase.PENDING, Message.said("7"), 0.0)
        view.tick(tick_of(0, [1.0]), 1.0, None)
    assert re.search(r"alarm3 for 1 s \(7\); and 5 more", stream.getvalue())
    assert "alarm4" not in stream.getvalue()


LAG = InjectionRecord(1, f"lag{ESCAPE}[2J [bold]", 1, 10.0, None, None, UNDER_WAY, None)
LEFT = Message.said(f"the link still waits{ESCAPE}[2J")


def change_injections(view: LiveView) -> None:
    """One that is undone after 20 s, one that failed and one that is left, in the first of two trials."""
    with view:
        view.trial_started(1, USERS)
        view.injection(LAG, 30.0)
        view.tick(tick_of(11, [1.0]), 12.0, None)
        view.injection(replace(LAG, ended_s=30.0), 30.0)
        view.tick(tick_of(31, [1.0]), 32.0, None)
        view.injection(replace(LAG, ended_s=30.0, undone_s=33.0, state=InjectionState.UNDONE.value), 30.0)
        for number, state in ((2, InjectionState.FAILED), (3, InjectionState.NOT_UNDONE)):
            view.injection(replace(LAG, number=number, begun_s=40.0), 30.0)
            undone_s = 61.0 if state is InjectionState.FAILED else None
            ended = replace(LAG, number=number, ended_s=60.0, undone_s=undone_s, state=state.value, fault=LEFT)
            view.injection(ended, 30.0)
        view.tick(tick_of(62, [1.0]), 63.0, None)
        view.trial_started(2, USERS)
        view.tick(tick_of(0, [1.0]), 1.0, None)


def test_plain_lines_tell_what_became_of_each_injection() -> None:
    stream = io.StringIO()
    change_injections(LiveView("title", stream))
    assert ESCAPE not in stream.getvalue()
    lines = [line for line in stream.getvalue().splitlines() if "injection" in line]
    name, left = r"the injection lag\x1b[2J [bold]", r"the link still waits\x1b[2J"
    assert lines == [
        f"trial 1, 10 s: {name} begins",
        f"trial 1, 33 s: {name} is undone after 23 s",
        f"trial 1, 40 s: {name} begins",
        f"trial 1, 1 min 1 s: {name} failed and is undone: {left}",
        f"trial 1, 40 s: {name} begins",
        f"trial 1, 1 min: {name} is NOT UNDONE: {left}",
    ]


def test_a_terminal_shows_what_is_injected_and_for_how_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm-256color")
    monkeypatch.setenv("COLUMNS", "160")
    stream = Terminal()
    change_injections(LiveView("title", stream))
    drawn = stream.getvalue()
    assert f"lag{ESCAPE}[2J" not in drawn
    name = r"lag\\x1b\[2J \[bold\]"
    assert re.search(rf"Injected now.*{name}, 28 s left", drawn)
    assert re.search(rf"Injected now.*{name} is being undone for 2 s", drawn)
    # What is left is loud, and no trial begins with it.
    assert re.search(rf"\x1b\[1;31mtrial 1, 1 min: the injection {name} is NOT UNDONE", drawn)
    assert "Injected now" not in re.split(r"Trial 2 ·", drawn, maxsplit=1)[1]


def test_an_injection_that_repeats_leaves_six_lines_and_one_that_says_so_but_never_hides_what_is_left() -> None:
    stream = io.StringIO()
    with LiveView("title", stream) as view:
        view.trial_started(1, USERS)
        for number in range(1, 9):
            view.injection(replace(LAG, number=number))
            view.injection(replace(LAG, number=number, ended_s=12.0, undone_s=12.0, state=InjectionState.UNDONE.value))
        for number in (9, 10):
            view.injection(replace(LAG, number=number, ended_s=12.0, state=InjectionState.NOT_UNDONE.value, fault=LEFT))
    lines = [line for line in stream.getvalue().splitlines() if "injection" in line]
    assert len(lines) == 8
    assert "in the report alone" in lines[6]
    assert "NOT UNDONE" in lines[7]


@pytest.mark.parametrize("language", ["en", "ru", "zh"])
def test_alarms_users_and_apdex_are_told_in_every_language(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("COLUMNS", "160")
    words = words_of(language)
    for stream in (io.StringIO(), Terminal()):
        view = LiveView("title", stream, language=language)
        show_users(view)
        change_alarms(LiveView("title", stream, language=language))
        change_injections(LiveView("title", stream, language=language))
        assert words("live-label-apdex") in stream.getvalue()
