"""Reasons of verdicts and answers, in Russian."""

__all__ = ["REASONS", "STATES"]

REASONS = {
    "done differs from due by {share:percent} of calls (limit {limit:percent})": (
        "число выполненных запросов отличается от заданного на {share} (предел {limit})"
    ),
    "done differs from due by {share:percent} of {operation:text} calls (limit {limit:percent})": (
        "число выполненных запросов операции «{operation}» отличается от заданного на {share} (предел {limit})"
    ),
    "{share:percent} of calls failed (limit {limit:percent})": "{share} запросов завершились ошибкой (предел {limit})",
    "{share:percent} of {operation:text} calls failed (limit {limit:percent})": (
        "{share} запросов операции «{operation}» завершились ошибкой (предел {limit})"
    ),
    "{share:percent} of calls took longer than {time:number} ms or failed (limit {limit:percent})": (
        "{share} запросов выполнялись дольше {time} мс или завершились ошибкой (предел {limit})"
    ),
    "{share:percent} of {operation:text} calls took longer than {time:number} ms or failed (limit {limit:percent})": (
        "{share} запросов операции «{operation}» выполнялись дольше {time} мс или завершились ошибкой (предел {limit})"
    ),
    "{counted:counted} over {held:duration}": "{counted} за {held}",
    "{counted:counted} over {held:duration}; the service fell behind": "{counted} за {held}; сервис не успевает",
    "{counted:counted}, shown with {level:percent} confidence after {held:duration}": (
        "{counted}; показано с доверительной вероятностью {level} за {held}"
    ),
    "{counted:counted}, most of them for {row:number} s on end, after {held:duration}": (
        "{counted}; {row} с подряд таких запросов большинство, решено через {held}"
    ),
    "{counted:counted}: too near the limit to tell after {held:duration}": (
        "{counted}: слишком близко к пределу, за {held} решить нельзя"
    ),
    "never steady: the calls in flight grew by about {growth:number} over {held:duration}": (
        "стабильный режим не наступил: число запросов в обработке выросло примерно на {growth} за {held}"
    ),
    "the service fell behind": "сервис не успевает",
    "warm after {warm:number} s (MSER-5), held for {held:number} s": (
        "прогрет через {warm} с (MSER-5), нагрузка длилась {held} с"
    ),
    "never steady within {held:number} s: {why:message}": "стабильный режим не наступил за {held} с: {why}",
    "{label:label} still moved one way in the last {rest:number} s of {whole:number} s": (
        "{label}: изменение в одну сторону продолжалось в последние {rest} с из {whole} с"
    ),
    "{label:label} has {count:number} values of {width:number} s where {needed:number} are needed": (
        "{label}: {count} {count|значение|значения|значений} по {width} с, нужно {needed}"
    ),
    "{label:label} has too little left after {warm:number} s of {whole:number} s: {needed:number} s are needed": (
        "{label}: после {warm} с прогрева из {whole} с осталось слишком мало данных, нужно {needed} с"
    ),
    "too few calls were answered in {held:number} s to tell whether it is warm": (
        "за {held} с получено слишком мало ответов, чтобы судить, прогрет ли сервис"
    ),
    "nothing was answered for {row:number} s, after {held:number} s of warm-up": (
        "{row} с не было ни одного ответа, через {held} с от начала прогрева"
    ),
    "{rate:number}/s failed: {why:message}": "{rate} запросов/с не пройдено: {why}",
    "passed although a lower rate had failed: {rates:rates}": "пройдено, хотя меньшая нагрузка не пройдена: {rates}",
    "could not be judged: {rates:rates}": "оценить не удалось: {rates}",
    "{rate:number}/s could not be judged: {why:message}": "оценить {rate} запросов/с не удалось: {why}",
    "not run after that: {rates:rates}": "после этого не запускались: {rates}",
    "no trends were judged": "тренды не оценивались",
    "there was no SLO to keep": "SLO не задано",
    "back at the baseline after {held:number} s": "вернулся к исходному уровню через {held} с",
    "not back at the baseline after {held:number} s of low load": (
        "не вернулся к исходному уровню за {held} с малой нагрузки"
    ),
    "interrupted before its end": "прервано до конца",
    "{why:message} of {rate:number} calls/s, which it kept before": (
        "{why} ({rate} запросов/с), которую прежде выдерживал"
    ),
    "the service did not recover: {why:message}": "сервис не восстановился: {why}",
    "the search did not end within {count:number} trials": (
        "поиск не завершился за {count} {count|ступень|ступени|ступеней}"
    ),
    "the search did not end within {load:number} s of load": "поиск не завершился за {load} с нагрузки",
    "{rate:number} calls/s could not be measured in {count:number} trials: {why:message}": (
        "{rate} запросов/с не удалось измерить за {count} {count|ступень|ступени|ступеней}: {why}"
    ),
    "{rate:number} calls/s could not be measured in one trial: {why:message}": (
        "{rate} запросов/с не удалось измерить за одну ступень: {why}"
    ),
    "none of {count:number} confirmations held, the last at {rate:number} calls/s": (
        "ни одно подтверждение из {count} не пройдено, последнее — при {rate} запросов/с"
    ),
    "the lowest rate, {rate:number} calls/s, did not pass in two trials: {why:message}": (
        "наименьшая нагрузка, {rate} запросов/с, не пройдена на двух ступенях: {why}"
    ),
    "the lowest rate, {rate:number} calls/s, did not pass in a later trial, though it did at first: {why:message}": (
        "наименьшая нагрузка, {rate} запросов/с, не пройдена на одной из следующих ступеней, хотя сначала была "
        "пройдена: {why}"
    ),
    "{rate:number} calls/s kept every SLO through a confirmation of {held:number} s, and no higher rate was allowed": (
        "{rate} запросов/с: все SLO соблюдены на подтверждении {held} с, более высокая нагрузка не разрешена"
    ),
    "{rate:number} calls/s kept every SLO through a confirmation of {held:number} s; {high:number} calls/s failed: "
    "{why:message}": (
        "{rate} запросов/с: все SLO соблюдены на подтверждении {held} с; {high} запросов/с не пройдены: {why}"
    ),
    "{rate:number} calls/s kept every SLO through a confirmation of {held:number} s; {high:number} calls/s could not "
    "be shown to: {why:message}": (
        "{rate} запросов/с: все SLO соблюдены на подтверждении {held} с; для {high} запросов/с это не показано: {why}"
    ),
    "the service got slower during the search: at {rate:number} calls/s its median went from {before:number} to "
    "{after:number} ms, and did not come back": (
        "сервис замедлился за время поиска: при {rate} запросов/с медиана выросла с {before} до {after} мс "
        "и не вернулась"
    ),
    "the service got slower during the search: its capacity fell from about {before:number} to "
    "{after:number} calls/s": (
        "сервис замедлялся во время поиска: максимальная производительность упала примерно с {before} до {after} "
        "запросов/с"
    ),
    "there was nothing to confirm: {why:message}": "подтверждать нечего: {why}",
    "no capacity was searched for": "максимальная производительность не искалась",
}

STATES = {
    "the run has no end: its process was killed or failed, or it is still under way": (
        "запуск не завершён: его процесс убит или упал, либо он ещё идёт"
    ),
    "the run was interrupted before its answer": "запуск прерван до ответа",
    "the disk took nothing more before its answer": "диск перестал принимать данные до ответа",
    "it has no end: nothing is judged": "ступень не завершена: оценки нет",
}
