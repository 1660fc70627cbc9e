"""Findings on what stands behind a service, and on its collector and threads, in Russian."""

__all__ = ["DATABASE_FINDINGS"]

_COLLECTOR = {
    "The service {service:text} stood still {share:percent} of the time for its garbage collector{beside:beside}.": (
        "Сервис {service} стоял {share} времени из-за пауз сборщика мусора{beside}."
    ),
    "The garbage collector holds the calls of the service {service:text} up: its heap is small for this load.": (
        "Запросы сервиса {service} задерживает сборщик мусора: куча мала для этой нагрузки."
    ),
    "Double its heap and repeat the trial; the share of pauses must fall and the rate that passes must rise.": (
        "Увеличьте кучу вдвое и повторите ступень: доля пауз должна снизиться, а пройденная нагрузка вырасти."
    ),
}

_POOL = {
    "In the service {service:text} {pending:number} calls at a time waited for a connection of its pool"
    "{beside:beside}.": (
        "В сервисе {service} соединения из пула ждали в среднем {pending} {pending|запрос|запроса|запросов}{beside}."
    ),
    "The pool of the service {service:text} is small for this load, or the database holds its connections long: calls "
    "wait for a connection while CPU is free.": (
        "Пул сервиса {service} мал для этой нагрузки, либо база данных долго держит его соединения: запросы ждут "
        "соединения при свободном CPU."
    ),
    "Double the pool, as far as the database allows, and repeat the trial: if the rate that passes rises, the pool was "
    "small; if the time of a statement rises instead, it is the database.": (
        "Увеличьте пул вдвое, насколько позволяет база данных, и повторите ступень: если пройденная нагрузка "
        "вырастет, пул был мал; если вместо этого вырастет время запроса в базе, дело в базе данных."
    ),
}

_THREADS = {
    "In the service {service:text} {queued:number} calls at a time waited for a thread{beside:beside}.": (
        "В сервисе {service} потока ждали в среднем {queued} {queued|запрос|запроса|запросов}{beside}."
    ),
    "Of the {most:number} threads of the service {service:text} {busy:number} were busy at a time.": (
        "Из {most} {most|потока|потоков|потоков} сервиса {service} в среднем были заняты {busy}."
    ),
    "The threads of the service {service:text} wait for something other than CPU, and calls wait for them.": (
        "Потоки сервиса {service} ждут не CPU, а чего-то другого, а запросы ждут потоков."
    ),
    "Take thread dumps at this rate: they show what the threads wait for. Or double them and repeat.": (
        "Снимите дампы потоков при этой нагрузке: по ним видно, чего ждут потоки. Или удвойте их число и повторите."
    ),
}

_WAITED_FOR = {
    "a lock of another transaction": "блокировку другой транзакции",
    "a lock inside the database": "внутреннюю блокировку базы данных",
    "the disk": "диск",
    "something else inside the database": "что-то другое внутри базы данных",
}

_DATABASE = {
    "A statement took the database {name:text} {time:number} ms on average{beside:beside}, with {active:number} "
    "sessions active at a time.": (
        "Запрос в базе {name} занимал в среднем {time} мс{beside}; одновременно активных сеансов: {active}."
    ),
    "The database {name:text} holds the calls up: it takes longer for a statement than at the rate that passed.": (
        "Запросы задерживает база {name}: на каждый запрос в ней уходит больше времени, чем при пройденной нагрузке."
    ),
    "Look at the wait events of its sessions at this rate, take away what they name (another data set, "
    "synchronous_commit off, fewer writers), and repeat; the rate that passes must rise.": (
        "Посмотрите на события ожидания её сеансов при этой нагрузке, уберите то, что они называют (другой набор "
        "данных, synchronous_commit off, меньше пишущих), и повторите: пройденная нагрузка должна вырасти."
    ),
    "Give the database half as many CPUs again, or put its statements through EXPLAIN (ANALYZE, BUFFERS), and repeat; "
    "the time of a statement must fall and the rate that passes must rise.": (
        "Дайте базе данных в полтора раза больше CPU или разберите её запросы через EXPLAIN (ANALYZE, BUFFERS) и "
        "повторите: время запроса в ней должно снизиться, а пройденная нагрузка вырасти."
    ),
} | {
    english: russian
    for cause, russian_cause in _WAITED_FOR.items()
    for english, russian in {
        f"Of {{active:number}} active sessions of the database {{name:text}} {{share:percent}} waited at a time, most "
        f"of them for {cause}{{beside:beside}}.": (
            f"Из {{active}} {{active|активного сеанса|активных сеансов|активных сеансов}} базы {{name}} {{share}} "
            f"ждали, большинство — {russian_cause}{{beside}}."
        ),
        f"The database {{name:text}} holds the calls up: its sessions wait for {cause}.": (
            f"Запросы задерживает база {{name}}: её сеансы ждут {russian_cause}."
        ),
    }.items()
}

_CAUSES = {
    "pauses of the garbage collector": "паузы сборщика мусора",
    "the database": "база данных",
    "the pool of connections to the database": "пул соединений с базой данных",
    "the threads that answer": "потоки, отвечающие на запросы",
}

_EVIDENCE = {
    "garbage collection pauses of {service:text}": "паузы сборки мусора сервиса {service}",
    "calls of {service:text} that wait for a connection": "запросы сервиса {service}, ждущие соединения",
    "mean wait for a connection": "среднее ожидание соединения",
    "connections in use": "занятые соединения",
    "idle connections": "свободные соединения",
    "calls of {service:text} that wait for a thread": "запросы сервиса {service}, ждущие потока",
    "busy threads of {service:text}": "занятые потоки сервиса {service}",
    "most threads": "предел числа потоков",
    "active sessions of {name:text}": "активные сеансы базы {name}",
    "mean time of a statement of {name:text}": "среднее время запроса в базе {name}",
    "sessions": "сеансов",
} | {f"waiting for {cause}": f"ждут: {russian}" for cause, russian in _WAITED_FOR.items()}

DATABASE_FINDINGS = _COLLECTOR | _POOL | _THREADS | _DATABASE | _CAUSES | _EVIDENCE
