"""Trends of a soak, in Russian."""

__all__ = ["TRENDS"]

TRENDS = {
    "{counted:counted}, most of them for the last {row:number} s, after {held:duration}": (
        "{counted}; последние {row} с таких запросов большинство, решено через {held}"
    ),
    "not enough samples: a soak needs {needed:number} s at least, this one held {held:number} s": (
        "недостаточно данных: тесту надёжности нужно не менее {needed} с, этот длился {held} с"
    ),
    "others disturbed more than two thirds of {span:number} s: no trend can be told": (
        "посторонние мешали больше двух третей из {span} с: об изменениях судить нельзя"
    ),
    "not enough samples: no call came due": "недостаточно данных: не положено ни одного запроса",
    "not enough samples: {why:message}; hold for about {needed:duration}": (
        "недостаточно данных: {why}; держите нагрузку около {needed}"
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
    "{label:label} may have risen by up to {most:figures} over {held:duration}: too short to tell": (
        "{label}: рост мог составить до {most} за {held}, длительности недостаточно, чтобы судить"
    ),
    "{label:label} moved throughout, from {begin:number} to {end:figures} over {held:duration}, and reached no level": (
        "{label}: непрерывное изменение с {begin} до {end} за {held}, установившийся уровень не достигнут"
    ),
    "{label:label} rose from {begin:number} to {end:figures} over {held:duration}": (
        "{label}: рост с {begin} до {end} за {held}"
    ),
    "{label:label} levelled off after {warm:duration}, at {end:figures}": (
        "{label}: стабилизация через {warm} на уровне {end}"
    ),
    "{label:label} fell from {begin:number} to {end:figures} over {held:duration}": (
        "{label}: снижение с {begin} до {end} за {held}"
    ),
    "{label:label} showed no rise that matters over {held:duration}": "{label}: значимого роста за {held} нет",
    "{label:label} rose from {begin:number} to {end:figures} over {held:duration}, at that pace its {limit:number} MiB "
    "are full {about:number} h later ({least:number} to {most:number} h)": (
        "{label}: рост с {begin} до {end} за {held}; при таком темпе предел {limit} МиБ будет исчерпан через "
        "{about} ч (от {least} до {most} ч)"
    ),
    "{label:label} rose from {begin:number} to {end:figures} over {held:duration}, and may go on or level off: too "
    "short to tell": (
        "{label}: рост с {begin} до {end} за {held}; прекратится ли он, по такой длительности судить нельзя"
    ),
    "{label:label} rose from {begin:number} to {end:figures} over {held:duration}, along no line: too short to tell": (
        "{label}: рост с {begin} до {end} за {held}, но не по прямой; длительности недостаточно, чтобы судить"
    ),
    "{label:label} rose from {begin:number} to {end:figures} over {held:duration}, and no collection was seen: a leak "
    "or garbage, its live set would tell": (
        "{label}: рост с {begin} до {end} за {held}, но сборок мусора не было видно: утечка это или мусор, "
        "покажет объём живых объектов после сборки"
    ),
    "{label:label} is filled and freed in turns of up to {turn:duration}: too few to tell what stays": (
        "{label}: заполнение и освобождение циклами до {turn}; циклов слишком мало, чтобы судить об остатке"
    ),
    "{label:label} showed no leak over {held:duration} that would fill its {limit:number} MiB within "
    "{within:number} h": ("{label}: за {held} нет утечки, которая заполнила бы {limit} МиБ за {within} ч"),
    "the memory of {service:text} cannot be told from garbage: its live set was read after {count:number} collections, "
    "{needed:number} are needed; {cure:message}": (
        "память сервиса {service} не отличить от мусора: объём живых объектов снят после {count} "
        "{count|сборки|сборок|сборок}, нужно {needed}; {cure}"
    ),
    "hold for longer, or have it collected more often (jcmd PID GC.run), under G1, Parallel or Serial with "
    "-XX:+UsePerfData": (
        "держите нагрузку дольше или чаще вызывайте сборку (jcmd PID GC.run) с G1, Parallel или Serial и "
        "-XX:+UsePerfData"
    ),
    "hold for longer, and name its page of prom-client's default metrics in probes.prometheus": (
        "держите нагрузку дольше и укажите в probes.prometheus страницу стандартных метрик prom-client"
    ),
    "hold for longer, and name its page of OpenTelemetry's dotnet_gc metrics in probes.prometheus": (
        "держите нагрузку дольше и укажите в probes.prometheus страницу метрик dotnet_gc (OpenTelemetry)"
    ),
    "hold for longer, and name a page in probes.prometheus that has its live set as a series live_set_mib": (
        "держите нагрузку дольше и укажите в probes.prometheus страницу с объёмом живых объектов: ряд live_set_mib"
    ),
    "{told:message}; others disturbed {length:duration} of it": "{told}; посторонние мешали {length} из этого времени",
    "the live set of {service:text}": "живые объекты сервиса {service}",
    "the median response time": "медиана времени отклика",
    "the p95 of the response time": "p95 времени отклика",
    "the share of errors": "доля ошибок",
    "the memory of {service:text}": "память сервиса {service}",
}
