"""What is judged is told in every language: whole sentences, as they reach who reads a report."""

import pytest
from loadproof.judge.reason import clauses, shown
from loadproof.judge.stalls import stall_text
from loadproof.judge.verdict import SloResult, State
from loadproof.model.message import Message, duration, mebibytes, rate
from loadproof.model.slo import Slo, SloKind
from loadproof.words.catalogue import words_of

GET = Slo("get:p99<50ms", SloKind.PERCENTILE, 0.01, 50.0, "get")
LEAKS = Message(
    "memory-fills",
    figure=Message("figure-memory", service="api"),
    begin=mebibytes(200.0),
    end=mebibytes(300.0),
    span=duration(600.0),
    limit=mebibytes(1536.0),
    about=duration(7200.0),
    least=duration(6000.0),
    most=duration(9000.0),
)
TO_THE_END = Message(
    "memory-rose-to-end", **{name: LEAKS.values[name] for name in ("figure", "begin", "end", "span", "limit")}
)


@pytest.mark.parametrize(
    ("message", "russian", "chinese"),
    [
        (
            shown(SloResult(GET, State.FAILED, 0.0213, 0.015, 0.03), 0.05, 90.0),
            "2,13 % запросов операции «get» выполнялись дольше 50 мс или завершились ошибкой (предел 1 %); "
            "показано с доверительной вероятностью 95 % за 1 мин 30 с",
            "2.13% 的“get”请求耗时超过 50 ms 或失败（上限 1%），1 分钟 30 秒后以 95% 的置信度判定",
        ),
        (
            stall_text([(5.0, 8.0), (9.0, 9.5)], "starved"),
            "генератор останавливался 2 раза, не дольше чем на 3 с, всего на 3,5 с "
            "(он был готов работать, но не получал процессора)",
            "发压端停顿了 2 次，最长 3 秒，合计 3.5 秒（已就绪，但得不到处理器）",
        ),
        (
            clauses([Message("plateau-failed", rate=rate(4500.0), why=Message("slo-none")), Message("soak-no-calls")]),
            "4 500 запросов/с не пройдено: SLO не задано; недостаточно данных: по плану не было ни одного запроса",
            "4,500 请求/秒未达标：没有需要满足的 SLO；样本不足：没有任何计划请求",
        ),
        (
            LEAKS,
            "память сервиса api: рост с 200 МиБ до 300 МиБ за 10 мин; при таком темпе предел 1,5 ГиБ будет исчерпан "
            "через 2 ч (от 1 ч 40 мин до 2 ч 30 мин)",
            "服务 api 的内存：10 分钟内从 200 MiB 上升到 300 MiB，照此速度，1.5 GiB 的上限将在 2 小时后耗尽"
            "（1 小时 40 分钟至 2 小时 30 分钟）",
        ),
        (
            TO_THE_END,
            "память сервиса api: рост с 200 МиБ до 300 МиБ при пределе 1,5 ГиБ за 10 мин, пока сервис не завершился",
            "服务 api 的内存：在服务终止之前的 10 分钟内从 200 MiB 上升到 300 MiB，上限为 1.5 GiB",
        ),
    ],
    ids=["slo", "stalls", "clauses", "leak", "leak to the end"],
)
def test_it_is_told_in_the_words_of_the_language(message: Message, russian: str, chinese: str) -> None:
    told = [words_of(language).told(message).replace("\N{NO-BREAK SPACE}", " ") for language in ("ru", "zh")]
    assert told == [russian, chinese]
