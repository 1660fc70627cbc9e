"""Trends of a soak, in Russian."""

__all__ = ["TRENDS"]

TRENDS = {
    "{counted:counted}, most of them for the last {row:number} s, after {held:number} s": (
        "{counted}; последние {row} с таких запросов большинство, решено через {held} с"
    ),
    "not enough samples: a soak needs {needed:number} s at least, this one held {held:number} s": (
        "недостаточно данных: тесту надёжности нужно не менее {needed} с, этот длился {held} с"
    ),
    "not enough samples: no call came due": "недостаточно данных: не положено ни одного запроса",
    "not enough samples: {why:message}; hold for about {needed:number} s": (
        "недостаточно данных: {why}; держите нагрузку около {needed} с"
    ),
    "none of {count:number} figures rose by what matters": "ни один из {count} показателей значимо не вырос",
    "{label:label} needs {count:number} stretches of {calls:number} answered calls each": (
        "{label}: нужно {count} {count|отрезок|отрезка|отрезков} по {calls} {calls|запрос|запроса|запросов} с ответом"
    ),
    "{label:label} is missing where no call was answered": "{label}: нет значений там, где не было ответов",
    "{label:label} was read {count:number} times, {needed:number} are needed": (
        "{label}: снято {count} {count|раз|раза|раз}, нужно {needed}"
    ),
    "{label:label} was read in {count:number} stretches, {needed:number} are needed": (
        "{label}: снято {count} {count|отрезок|отрезка|отрезков}, нужно {needed}"
    ),
    "{label:label} may have risen by up to {most:figures} over {held:number} s: too short to tell": (
        "{label}: рост мог составить до {most} за {held} с, длительности недостаточно, чтобы судить"
    ),
    "{label:label} moved throughout, from {begin:number} to {end:figures} over {held:number} s, and reached no level": (
        "{label}: непрерывное изменение с {begin} до {end} за {held} с, установившийся уровень не достигнут"
    ),
    "{label:label} rose from {begin:number} to {end:figures} over {held:number} s": (
        "{label}: рост с {begin} до {end} за {held} с"
    ),
    "{label:label} levelled off after {warm:number} s, at {end:figures}": (
        "{label}: стабилизация через {warm} с на уровне {end}"
    ),
    "{label:label} fell from {begin:number} to {end:figures} over {held:number} s": (
        "{label}: снижение с {begin} до {end} за {held} с"
    ),
    "{label:label} showed no rise that matters over {held:number} s": "{label}: значимого роста за {held} с нет",
    "{label:label} rose from {begin:number} to {end:figures} over {held:number} s, at that pace its {limit:number} MiB "
    "are full {about:number} h later ({least:number} to {most:number} h)": (
        "{label}: рост с {begin} до {end} за {held} с; при таком темпе предел {limit} МиБ будет исчерпан через "
        "{about} ч (от {least} до {most} ч)"
    ),
    "{label:label} rose from {begin:number} to {end:figures} over {held:number} s, and may go on or level off: too "
    "short to tell": (
        "{label}: рост с {begin} до {end} за {held} с; прекратится ли он, по такой длительности судить нельзя"
    ),
    "{label:label} rose from {begin:number} to {end:figures} over {held:number} s, along no line: too short to tell": (
        "{label}: рост с {begin} до {end} за {held} с, но не по прямой; длительности недостаточно, чтобы судить"
    ),
    "{label:label} rose from {begin:number} to {end:figures} over {held:number} s, and no collection was seen: a leak "
    "or garbage, its live set would tell": (
        "{label}: рост с {begin} до {end} за {held} с, но сборок мусора не было видно: утечка это или мусор, "
        "покажет объём живых объектов после сборки"
    ),
    "{label:label} is filled and freed in turns of up to {turn:number} s: too few to tell what stays": (
        "{label}: заполнение и освобождение циклами до {turn} с; циклов слишком мало, чтобы судить об остатке"
    ),
    "{label:label} showed no leak over {held:number} s that would fill its {limit:number} MiB within "
    "{within:number} h": ("{label}: за {held} с нет утечки, которая заполнила бы {limit} МиБ за {within} ч"),
    "the live set of {service:text}": "живые объекты сервиса {service}",
    "the median response time": "медиана времени отклика",
    "the p95 of the response time": "p95 времени отклика",
    "the share of errors": "доля ошибок",
    "the memory of {service:text}": "память сервиса {service}",
}
