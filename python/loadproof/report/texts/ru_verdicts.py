"""Verdict sentences and what arrivals mean, in Russian."""

__all__ = ["ANSWERS", "ARRIVALS", "VERDICTS"]

ARRIVALS = {
    "Poisson arrivals": "пуассоновский поток запросов",
    "constant arrivals": "равномерный поток запросов",
    "closed loop": "закрытая модель нагрузки",
    "closed users": "закрытая модель с пользователями",
    "{kind:text} arrivals": "поток запросов вида «{kind}»",
    "Poisson arrivals: calls come at random moments, as from independent users, now and then several at once. Under "
    "constant (evenly spaced) arrivals of the same mean rate they queue less: times are shorter and the capacity is "
    "higher there. The two are not to be compared.": "Пуассоновский поток: запросы приходят в случайные моменты, как "
    "от независимых пользователей, иногда по нескольку сразу. При равномерном потоке той же средней интенсивности "
    "очередей меньше: время отклика короче, а максимальная производительность выше. Сравнивать эти два случая нельзя.",
    "Constant arrivals: calls are evenly spaced, as those of independent users never are. Under Poisson arrivals of "
    "the same mean rate calls come now and then several at once and queue more: times are longer and the capacity is "
    "lower there, so this figure is higher than independent users would find. For theirs, repeat with --arrivals "
    "poisson.": "Равномерный поток: запросы идут через равные промежутки, чего у независимых пользователей не бывает. "
    "При пуассоновском потоке той же средней интенсивности запросы иногда приходят по нескольку сразу и дольше стоят "
    "в очередях: время отклика больше, а максимальная производительность ниже, поэтому полученное значение выше того, "
    "что увидят независимые пользователи. Чтобы получить их значение, повторите с --arrivals poisson.",
    "Closed loop: each connection sends its next call when the last one is answered. This is the most that the "
    "service gives to so many connections; nobody waits outside, so the times say nothing of independent users.": (
        "Закрытая модель: каждое соединение отправляет следующий запрос после ответа на предыдущий. Это наибольшее, "
        "что сервис даёт при таком числе соединений; вне соединений никто не ждёт, поэтому время отклика ничего не "
        "говорит о независимых пользователях."
    ),
    "Closed users: each goes through its flow again once it has ended, or at its pace. A service that answers slower "
    "is asked less often, so the rate is an outcome here and no load that was given.": (
        "Закрытая модель с пользователями: каждый повторяет свой сценарий, как только закончит его, или в заданном "
        "темпе. Чем медленнее отвечает сервис, тем реже к нему обращаются, поэтому интенсивность здесь — результат, "
        "а не заданная нагрузка."
    ),
}

VERDICTS = {
    "Nothing was measured: the run ended before its load began ({kind:arrivals}).": (
        "Ничего не измерено: запуск закончился до начала нагрузки ({kind})."
    ),
    "The service holds {rate:number} requests/s{n:multiple} with {slos:slos} "
    "(between {low:number} and {high:number}/s; {how:circumstances}).": (
        "Сервис выдерживает {rate} запросов/с{n} с соблюдением SLO {slos} (между {low} и {high} запросов/с; {how})."
    ),
    "The service holds {rate:number} requests/s{n:multiple} with {slos:slos} (capacity estimated at {middle:number}/s, "
    "between {low:number} and {high:number}/s; {how:circumstances}).": (
        "Сервис выдерживает {rate} запросов/с{n} с соблюдением SLO {slos} (оценка максимальной производительности — "
        "{middle} запросов/с, от {low} до {high}; {how})."
    ),
    "The service holds {rate:number} requests/s{n:multiple} with {slos:slos}, and its capacity is known only coarsely "
    "(capacity estimated at {middle:number}/s, between {low:number} and {high:number}/s; {how:circumstances}).": (
        "Сервис выдерживает {rate} запросов/с{n} с соблюдением SLO {slos}, а максимальная производительность известна "
        "лишь приблизительно (оценка — {middle} запросов/с, от {low} до {high}; {how})."
    ),
    "The capacity with {slos:slos} is estimated at {middle:number} requests/s and not confirmed (between {low:number} "
    "and {high:number}/s; {how:circumstances}).": (
        "Максимальная производительность при SLO {slos} оценивается в {middle} запросов/с и не подтверждена (от {low} "
        "до {high} запросов/с; {how})."
    ),
    "The service holds at least {rate:number} requests/s{n:multiple} with {slos:slos}: the highest rate that was "
    "allowed passed, so its capacity may be higher ({how:circumstances}).": (
        "Сервис выдерживает не менее {rate} запросов/с{n} с соблюдением SLO {slos}: наибольшая разрешённая нагрузка "
        "пройдена, максимальная производительность может быть выше ({how})."
    ),
    "The service keeps {slos:slos} at none of the rates tried down to {rate:number} requests/s{why:because} "
    "({kind:arrivals}; within one start).": (
        "Сервис не соблюдает SLO {slos} ни при одной из опробованных нагрузок вплоть до {rate} запросов/с{why} "
        "({kind}; в пределах одного запуска сервиса)."
    ),
    "The service keeps {slos:slos} at none of the rates tried{why:because} ({kind:arrivals}; within one start).": (
        "Сервис не соблюдает SLO {slos} ни при одной из опробованных нагрузок{why} "
        "({kind}; в пределах одного запуска сервиса)."
    ),
    "The service keeps {slos:slos} at {rate:number} requests/s{n:multiple}, the last of its plateaus that passed "
    "({due:number}/s were due) ({how:circumstances}).": (
        "Сервис соблюдает SLO {slos} при {rate} запросов/с{n} — на последней пройденной полке (задано {due} "
        "запросов/с) ({how})."
    ),
    "The service keeps {slos:slos} at {rate:number} requests/s{n:multiple}, the last of its plateaus that passed "
    "({due:number}/s were due); {why:message} ({how:circumstances}).": (
        "Сервис соблюдает SLO {slos} при {rate} запросов/с{n} — на последней пройденной полке (задано {due} "
        "запросов/с); {why} ({how})."
    ),
    "The service keeps {slos:slos} at {rate:number} requests/s{n:multiple}, the last of its plateaus that passed "
    "({due:number}/s were due); {highest:number}/s was the highest tried: a lower bound ({how:circumstances}).": (
        "Сервис соблюдает SLO {slos} при {rate} запросов/с{n} — на последней пройденной полке (задано {due} "
        "запросов/с); наибольшая опробованная полка — {highest} запросов/с, так что это оценка снизу ({how})."
    ),
    "The service keeps {slos:slos} at {rate:number} requests/s{n:multiple}, the last of its plateaus that passed "
    "({due:number}/s were due); {highest:number}/s was the highest tried: a lower bound ({why:message}) "
    "({how:circumstances}).": (
        "Сервис соблюдает SLO {slos} при {rate} запросов/с{n} — на последней пройденной полке (задано {due} "
        "запросов/с); наибольшая опробованная полка — {highest} запросов/с, так что это оценка снизу ({why}) ({how})."
    ),
    "The service keeps {slos:slos} at none of its plateaus{why:because} ({how:circumstances}).": (
        "Сервис не соблюдает SLO {slos} ни на одной из полок{why} ({how})."
    ),
    "Which of its plateaus the service keeps with {slos:slos} cannot be told{why:because} ({kind:arrivals}).": (
        "Нельзя сказать, на какой из полок сервис соблюдает SLO {slos}{why} ({kind})."
    ),
    "{kind:arrivals}; each held for {held:duration} within one start": (
        "{kind}; каждая полка длилась {held} в пределах одного запуска сервиса"
    ),
    "The capacity with {slos:slos} does not stay what it is{why:because} ({kind:arrivals}; within one start).": (
        "Максимальная производительность при SLO {slos} не остаётся прежней{why} ({kind}; в пределах одного запуска "
        "сервиса)."
    ),
    "The capacity with {slos:slos} is undecided{why:because}; {known:known} ({kind:arrivals}).": (
        "Максимальная производительность при SLO {slos} не определена{why}; {known} ({kind})."
    ),
    "The search for the capacity with {slos:slos} was cut short; {known:known} ({kind:arrivals}).": (
        "Поиск максимальной производительности при SLO {slos} прерван; {known} ({kind})."
    ),
    "{kind:arrivals}; within one start": "{kind}; в пределах одного запуска сервиса",
    "{kind:arrivals}; confirmed for {held:duration} within one start": (
        "{kind}; подтверждено полкой {held} в пределах одного запуска сервиса"
    ),
    "the highest rate that passed is {low:number}/s, confirmed; {failed:message}": (
        "наибольшая пройденная нагрузка — {low} запросов/с, подтверждена; {failed}"
    ),
    "the highest rate that passed is {low:number}/s, not confirmed; {failed:message}": (
        "наибольшая пройденная нагрузка — {low} запросов/с, не подтверждена; {failed}"
    ),
    "no rate passed yet; {failed:message}": "ни одна нагрузка пока не пройдена; {failed}",
    "the lowest that did not {high:number}/s": "наименьшая непройденная — {high} запросов/с",
    "none failed": "непройденных нет",
    "The load was cut short {at:at}, so nothing is judged: {gave:gave}.": (
        "Ступень прервана {at}, поэтому оценки нет: {gave}."
    ),
    "The end of the load is not stored {at:at}, so nothing is judged: {gave:gave}.": (
        "Конец ступени {at} не сохранён, поэтому оценки нет: {gave}."
    ),
    "Without an SLO nothing is judged {at:at}: {gave:gave}.": "SLO не задано, поэтому оценки {at} нет: {gave}.",
    "The service keeps {slos:slos} {at:at}: {gave:gave}.": "Сервис соблюдает SLO {slos} {at}: {gave}.",
    "The service breaks {slos:slos} {at:at}{why:because}; {gave:gave}.": (
        "Сервис нарушает SLO {slos} {at}{why}; {gave}."
    ),
    "The measurement {at:at} is not valid{why:because} ({kind:arrivals}).": (
        "Измерение {at} недостоверно{why} ({kind})."
    ),
    "Whether the service keeps {slos:slos} {at:at} cannot be told{why:because}; {gave:gave}.": (
        "Нельзя сказать, соблюдает ли сервис SLO {slos} {at}{why}; {gave}."
    ),
    "at {rate:number} requests/s": "при нагрузке {rate} запросов/с",
    "at the highest rate it gives": "при наибольшей достижимой нагрузке",
    "at {rate:number} requests/s{users:multiple}": "при нагрузке {rate} запросов/с{users}",
    "at the highest rate it gives{users:multiple}": "при наибольшей достижимой нагрузке{users}",
    "with {users:number} users": "при {users} {users|пользователе|пользователях|пользователях}",
    "with {users:number} user": "при {users} {users|пользователе|пользователях|пользователях}",
    "{rate:number}/s done, {missing:percent} failed, dropped or cut in {held:duration} ({how:circumstances})": (
        "выполнено {rate} запросов/с, {missing} запросов завершились ошибкой, сброшены или оборваны за {held} ({how})"
    ),
    "{rate:number}/s done, p99 {time:number} ms, {missing:percent} failed, dropped or cut in {held:duration} "
    "({how:circumstances})": (
        "выполнено {rate} запросов/с, p99 {time} мс, {missing} запросов завершились ошибкой, сброшены "
        "или оборваны за {held} ({how})"
    ),
    "{rate:number}/s done, mean {time:number} ms, {missing:percent} failed, dropped or cut in {held:duration} "
    "({how:circumstances})": (
        "выполнено {rate} запросов/с, среднее время отклика {time} мс, {missing} запросов завершились ошибкой, "
        "сброшены или оборваны за {held} ({how})"
    ),
}

ANSWERS = {
    "The search for the capacity was not run{why:because}.": (
        "Поиск максимальной производительности не проводился{why}."
    ),
    "The staircase of plateaus was not run{why:because}.": "Ступенчатая нагрузка не подавалась{why}.",
    "The confirmation was not run{why:because}.": "Подтверждение не проводилось{why}.",
    "The soak was not run{why:because}.": "Тест надёжности не проводился{why}.",
    "The load was not run{why:because}.": "Нагрузка не подавалась{why}.",
    "The confirmation held {rate:number} requests/s{n:multiple} for {held:duration}: every SLO was kept.": (
        "Подтверждение пройдено: нагрузка {rate} запросов/с{n} держалась {held}, все SLO соблюдены."
    ),
    "The confirmation of {rate:number} requests/s{n:multiple} failed{why:because}.": (
        "Подтверждение нагрузки {rate} запросов/с{n} не пройдено{why}."
    ),
    "Whether {rate:number} requests/s{n:multiple} hold cannot be told{why:because}.": (
        "Нельзя сказать, выдерживается ли нагрузка {rate} запросов/с{n}{why}."
    ),
    "The soak at {rate:number} requests/s{n:multiple} was steady over {held:duration}.": (
        "Тест надёжности при нагрузке {rate} запросов/с{n}: стабильная работа в течение {held}."
    ),
    "The soak at {rate:number} requests/s{n:multiple} was not steady{why:because}.": (
        "Тест надёжности при нагрузке {rate} запросов/с{n}: работа нестабильна{why}."
    ),
    "The soak at {rate:number} requests/s{n:multiple} never became steady{why:because}.": (
        "Тест надёжности при нагрузке {rate} запросов/с{n}: стабильный режим так и не наступил{why}."
    ),
    "The soak at {rate:number} requests/s{n:multiple} broke its SLOs{why:because}.": (
        "Тест надёжности при нагрузке {rate} запросов/с{n}: SLO нарушены{why}."
    ),
    "Whether the soak at {rate:number} requests/s{n:multiple} is steady cannot be told{why:because}.": (
        "Нельзя сказать, стабильна ли работа в тесте надёжности при нагрузке {rate} запросов/с{n}{why}."
    ),
}
