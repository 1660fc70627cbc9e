"""Why a service did not start: the error for the user, and what a run keeps of it."""

from pathlib import Path

import pytest
from loadproof.errors import TargetError
from loadproof.model.message import Message
from loadproof.run.not_started import note_not_started, why_not_started
from loadproof.stand.service_failure import Failed, StartFailure
from loadproof.stand.supervised_process import Ended
from loadproof.store.reader import RunReader
from loadproof.store.writer import RunWriter
from loadproof.words.catalogue import LANGUAGES, words_of

from ..store.made_run import description_of, directory_in

LINES = "".join(f"line {number}\n" for number in range(30))
ENDED = Message("service-ended-early", service="api", how=Ended(3).how, when="ready")
FAILURE = StartFailure(Failed(ENDED, LINES), "\nIts log: api.log. Cure: correct its command")


def test_the_error_shows_the_last_lines_below_each_other() -> None:
    first, second, *_, last = str(FAILURE).splitlines()
    assert first == "the service api ended with exit code 3 before it was ready. Its last lines:"
    assert (second, last) == ("  line 18", "Its log: api.log. Cure: correct its command")


def test_a_run_keeps_the_code_and_the_lines_and_an_answer_fewer_of_them(tmp_path: Path) -> None:
    directory = directory_in(tmp_path)
    with RunWriter(directory, description_of()) as writer:
        note_not_started(writer.log_of("sqlite", 1), FAILURE, ["capacity"])
    with RunReader(directory) as reader:
        (event,) = reader.events()
        ((variant, start, method, answer),) = reader.answers()
    shown = " | ".join(f"line {number}" for number in range(18, 30))
    assert event.text == Message("with-last-lines", what=ENDED, lines=shown)
    assert (variant, start, method, answer.outcome) == ("sqlite", 1, "capacity", "not_run")
    assert answer.reason.values["lines"] == "line 26 | line 27 | line 28 | line 29"


def test_other_errors_are_told_by_their_first_line() -> None:
    assert why_not_started(TargetError("no such target\nCure: start it")) == Message.said("no such target")
    unreachable = Message("target-unreachable", target="http://a", why="refused")
    assert why_not_started(TargetError("told in English", unreachable)) == unreachable
    assert why_not_started(StartFailure(Failed(ENDED))) == ENDED
    assert why_not_started(StartFailure(Failed(ENDED, "\n"))) == Message("without-output", what=ENDED)


@pytest.mark.parametrize(
    ("ended", "russian", "chinese"),
    [
        (Ended(3), "сервис api завершился с кодом 3", "服务 api 以退出码 3 结束"),
        (
            Ended(-9, oom_kills=2),
            "сервис api завершён сигналом SIGKILL: в его cgroup кончилась память (завершено 2 процесса)",
            "服务 api 被 SIGKILL 终止：其控制组内存耗尽（为此终止了 2 个进程）",
        ),
        (
            Ended(1, oom_kills=21),
            "сервис api завершился с кодом 1; в его cgroup из-за нехватки памяти завершён 21 процесс",
            "服务 api 以退出码 1 结束；其控制组因内存不足终止了 21 个进程",
        ),
    ],
)
def test_how_a_service_ended_is_told_in_other_languages(ended: Ended, russian: str, chinese: str) -> None:
    told = Message("service-did", service="api", what=ended.how)
    assert (words_of("ru").told(told), words_of("zh").told(told)) == (russian, chinese)


def test_the_gap_for_a_free_port_is_shown_as_it_is_written() -> None:
    told = Message("target-address-taken", address="127.0.0.1:80", who=Message("process-unseen"))
    for language in LANGUAGES:
        assert "${port}" in words_of(language).told(told)
