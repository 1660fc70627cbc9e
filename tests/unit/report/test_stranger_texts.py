"""What is said of who listens where a service of the stand should has its Russian."""

import pytest
from loadproof.report.answer_sentences import answer_sentence

from .test_translation import ANSWER, russian

OTHER_PORT = (
    "Cure: end that, or give the service another port (${port} is a free one); what others run is measured with "
    "driver: external"
)
SEEN, UNSEEN = "nginx (process 42)", "a process that cannot be seen"


@pytest.mark.parametrize(
    "text",
    [
        "the service api cannot be started: something listens on 127.0.0.1:80 already, where its ready check goes: "
        f"{SEEN}, {UNSEEN}. {OTHER_PORT}",
        "the stand cannot be started: something listens on [::1]:8080 already, where the load goes: "
        f"{UNSEEN}. {OTHER_PORT}",
        "the service api ended with exit code 1 before it was ready, while no process of the stand, but "
        f"{SEEN} listens on 127.0.0.1:80, where its ready check goes; its last lines: address in use",
        f"the service api was killed by SIGKILL before it was ready, while beside the stand {SEEN} listens on "
        "127.0.0.1:80, where the load goes (it wrote nothing)",
        "the service api ended with exit code 1 before the first trial (it wrote nothing)",
        "the service api was killed by SIGSEGV before the first trial; its last lines: one",
    ],
)
def test_a_start_that_fails_for_a_stranger(text: str) -> None:
    russian(text)
    russian(answer_sentence(ANSWER | {"method": "load", "outcome": "not_run", "reason": text}))


@pytest.mark.parametrize("how", ["no process of the stand, but", "beside the stand"])
@pytest.mark.parametrize("role", ["where the load goes", "where its ready check goes"])
def test_the_doubt_of_a_stranger(how: str, role: str) -> None:
    russian(f"{how} {SEEN}, docker-proxy (process 7) listens on 127.0.0.1:80, {role}")


def test_the_doubt_of_nobody_that_is_seen() -> None:
    russian(
        "nobody is seen to listen on 127.0.0.1:80, where the load goes, and yet it answers: connections are handed on "
        "elsewhere"
    )
