"""What happened to the stand, in Russian."""

__all__ = ["EVENTS", "NOT_STARTED", "SHORTFALLS", "TIME"]

TIME = {
    "Simulated, in virtual time: {what:message}": "Моделирование в виртуальном времени: {what}",
    "Simulated: the service was a model and time was virtual. Nothing here was measured on a real service.": (
        "Моделирование: вместо сервиса — модель, время виртуальное. На настоящем сервисе ничего не измерялось."
    ),
}

EVENTS = {
    "PostgreSQL began a checkpoint (timed)": "PostgreSQL начал контрольную точку (по времени)",
    "PostgreSQL began a checkpoint (requested)": "PostgreSQL начал контрольную точку (по запросу)",
    "PostgreSQL began {count:number} checkpoints ({timed:number} timed, {requested:number} requested)": (
        "PostgreSQL начал контрольные точки: {count} (по времени {timed}, по запросу {requested})"
    ),
    "warm-up of {variant:text}: {why:message}": "прогрев варианта «{variant}»: {why}",
    "the service of {variant:text} is simulated, in virtual time": (
        "сервис варианта «{variant}» моделируется в виртуальном времени"
    ),
    "the service {service:text} died": "сервис {service} завершился",
    "the service {service:text} ended: there is no process {process:number} any more": (
        "сервис {service} завершился: процесса {process} больше нет"
    ),
    "the service {service:text} listens on the target, and is probed: process {process:number}": (
        "сервис {service} слушает адрес цели и наблюдается: процесс {process}"
    ),
    "the service {service:text} is process {process:number} now, in place of process {before:number}": (
        "сервис {service} — теперь процесс {process} вместо процесса {before}"
    ),
    "{count:number} more services listen on the target; none is probed": (
        "адрес цели слушают ещё сервисы ({count}); они не наблюдаются"
    ),
    "the target is on another machine: its processes cannot be read": (
        "цель находится на другой машине: её процессы прочитать нельзя"
    ),
    "who serves the target is on this machine and cannot be seen (a container's process, or another user's): no probe "
    "reads it, and what others do here cannot be told from it; run as root, or as the service's user": (
        "цель обслуживает на этой машине процесс, которого не видно (в контейнере или другого пользователя): он не "
        "наблюдается, и что делают здесь посторонние, от него не отличить; запускайте от root или от имени "
        "пользователя сервиса"
    ),
    "the stand of {variant:text} is ready at {target:text}": "стенд варианта «{variant}» готов по адресу {target}",
    "the service {service:text} was started again, as the service did not recover": (
        "сервис {service} запущен заново: он не восстановился"
    ),
    "the service {service:text} was started again, as it had died": "сервис {service} запущен заново: он завершился",
    "the run of process {process:number} had died: {count:number} of its processes and {groups:number} of its control "
    "groups were cleared": (
        "запуск процесса {process} завершился аварийно: убрано его процессов — {count}, контрольных групп — {groups}"
    ),
    "the service {service:text} ended with exit code {code:number}": ("сервис {service} завершился с кодом {code}"),
    "the service {service:text} lost its supervisor, which was killed": (
        "сервис {service} остался без надзирающего процесса, который был завершён"
    ),
    "the service {service:text} was killed by {signal:text}": "сервис {service} завершён сигналом {signal}",
    "the service {service:text} was killed by {signal:text}, as its control group had no memory left "
    "({count:number} process killed for that)": (
        "сервис {service} завершён сигналом {signal}: в его контрольной группе кончилась память (завершён "
        "{count} процесс)"
    ),
    "the service {service:text} was killed by {signal:text}, as its control group had no memory left "
    "({count:number} processes killed for that)": (
        "сервис {service} завершён сигналом {signal}: в его контрольной группе кончилась память (завершено "
        "{count} {count|процесс|процесса|процессов})"
    ),
    "{count:number} process of its control group was killed for want of memory": (
        "в его контрольной группе из-за нехватки памяти завершён {count} процесс"
    ),
    "{count:number} processes of its control group were killed for want of memory": (
        "в его контрольной группе из-за нехватки памяти завершено {count} {count|процесс|процесса|процессов}"
    ),
}

NOT_STARTED = {
    "{what:message}; its last lines: {lines:text}": "{what}; последние строки вывода: {lines}",
    "{what:message} (it wrote nothing)": "{what} (вывода не было)",
    "the last lines of the service {service:text}: {lines:text}": "последние строки вывода сервиса {service}: {lines}",
    "the service {service:text} ended with exit code {code:number} before it was ready": (
        "сервис {service} завершился с кодом {code} до готовности"
    ),
    "the service {service:text} was killed by {signal:text} before it was ready": (
        "сервис {service} завершён сигналом {signal} до готовности"
    ),
    "the service {service:text} was killed by {signal:text}, as its control group had no memory left "
    "({count:number} process killed for that) before it was ready": (
        "сервис {service} завершён сигналом {signal} до готовности: в его контрольной группе кончилась память "
        "(завершён {count} процесс)"
    ),
    "the service {service:text} was killed by {signal:text}, as its control group had no memory left "
    "({count:number} processes killed for that) before it was ready": (
        "сервис {service} завершён сигналом {signal} до готовности: в его контрольной группе кончилась память "
        "(завершено {count} {count|процесс|процесса|процессов})"
    ),
    "the service {service:text} was not ready within {limit:number} s ({why:text})": (
        "сервис {service} не стал готов за {limit} с ({why})"
    ),
    "the service {service:text} cannot be started ({why:text})": "сервис {service} не удалось запустить ({why})",
    "the service {service:text} cannot be started: something listens on its port {port:number} already: {who:words}. "
    "Cure: end that, or leave the port out of the study to be given a free one": (
        "сервис {service} не удалось запустить: порт {port} уже занят: {who}. Освободите его или уберите порт из файла "
        "исследования, тогда будет выдан свободный"
    ),
    "the service {service:text} cannot be started: something listens on {address:text} already, where its ready check "
    "goes: {who:words}. Cure: {cure:message}": (
        "сервис {service} не удалось запустить: адрес {address} его проверки готовности уже занят: {who}. {cure}"
    ),
    "the stand cannot be started: something listens on {address:text} already, where the load goes: {who:words}. "
    "Cure: {cure:message}": "стенд не удалось запустить: адрес нагрузки {address} уже занят: {who}. {cure}",
    "end that, or give the service another port ({gap:text} is a free one); what others run is measured with "
    "driver: external": (
        "Освободите его или дайте сервису другой порт ({gap} — свободный); то, что запускают другие, измеряют с "
        "driver: external"
    ),
    "{name:text} (process {process:number})": "{name} (процесс {process})",
    "a process that cannot be seen": "процесс, который не виден",
    "the service {service:text} ended with exit code {code:number} before it was ready, while {why:message}": (
        "сервис {service} завершился с кодом {code} до готовности, а {why}"
    ),
    "the service {service:text} was killed by {signal:text} before it was ready, while {why:message}": (
        "сервис {service} завершён сигналом {signal} до готовности, а {why}"
    ),
    "the service {service:text} ended with exit code {code:number} before the first trial": (
        "сервис {service} завершился с кодом {code} до первой ступени"
    ),
    "the service {service:text} was killed by {signal:text} before the first trial": (
        "сервис {service} завершён сигналом {signal} до первой ступени"
    ),
    "the command {command:text} of the service {service:text} ended with exit code {code:number}": (
        "команда {command} сервиса {service} завершилась с кодом {code}"
    ),
    "the command {command:text} of the stand ended with exit code {code:number}": (
        "команда стенда {command} завершилась с кодом {code}"
    ),
    "the command {command:text} of the service {service:text} did not end within {limit:number} s": (
        "команда {command} сервиса {service} не завершилась за {limit} с"
    ),
    "the command {command:text} of the stand did not end within {limit:number} s": (
        "команда стенда {command} не завершилась за {limit} с"
    ),
    "no more starts of {variant:text}: {why:message}": "вариант «{variant}» больше не запускается: {why}",
    "given up after {count:number} failed starts in a row: {why:message}": (
        "после неудачных запусков подряд ({count}) новых попыток не было: {why}"
    ),
    "the run was continued after it had stood for {time:duration}": "запуск продолжен после перерыва: {time}",
}

SHORTFALLS = {
    "the limit of {limit:number} CPUs of the service {service:text} is not set ({why:message}); it is kept to "
    "{count:number} CPU instead": (
        "предел {limit} CPU сервиса {service} не установлен ({why}); вместо этого сервис привязан к {count} CPU"
    ),
    "the limit of {limit:number} CPUs of the service {service:text} is not set ({why:message}); it is kept to "
    "{count:number} CPUs instead": (
        "предел {limit} CPU сервиса {service} не установлен ({why}); вместо этого сервис привязан к {count} CPU"
    ),
    "the limit of {limit:number} MiB of memory of the service {service:text} is not set ({why:message})": (
        "предел памяти {limit} МиБ сервиса {service} не установлен ({why})"
    ),
    "the service could not join its control group": "сервис не удалось поместить в его контрольную группу",
    "there is no control group for {controller:text}": "для {controller} нет контрольной группы",
    "{place:text}: it hands no controllers on to groups below": (
        "{place}: контроллеры не передаются вложенным группам"
    ),
    "{place:path}: Permission denied": "{place}: нет прав",
    "{place:path}: Read-only file system": "{place}: файловая система только для чтения",
    "{names:text}: {missed:number} of {total:number} rounds came too late and were left out; give the probes a free "
    "core": ("{names}: опоздавшие опросы ({missed} из {total}) отброшены; освободите ядро для датчиков"),
    "{probe:probe}: nothing was read in {count:number} of {rounds:number} rounds; the last time: {why:message}": (
        "{probe}: опросы без показаний — {count} из {rounds}; в последний раз: {why}"
    ),
    "{probe:probe}: {why:message}": "{probe}: {why}",
    "its proportional memory could not be read ({why:text}); pss_mib holds its resident memory, which counts shared "
    "pages in full; run as the service's user, or as root": (
        "пропорциональную память прочитать не удалось ({why}); в pss_mib — резидентная память, в которой общие "
        "страницы учтены полностью; запускайте от пользователя сервиса или от root"
    ),
    "its memory was read only about every {every:number} s, as reading it is costly; between, pss_mib holds the last "
    "value; give it a control group, whose memory costs nothing to read": (
        "память читалась лишь примерно раз в {every} с, так как чтение дорого; между чтениями в pss_mib последнее "
        "значение; дайте сервису контрольную группу: её память читается даром"
    ),
    "{what:text} could not be read ({why:text}); run as the service's user, or as root": (
        "не удалось прочитать: {what} ({why}); запускайте от пользователя сервиса или от root"
    ),
    "{count:number} disks and interfaces beyond the first {most:number} of a kind were left out; watch them with a "
    "tool of your own where they matter": (
        "не учтены диски и интерфейсы ({count}) сверх первых {most} каждого вида; если они важны, наблюдайте за ними "
        "своими средствами"
    ),
    "the service {service:text} does not run in a control group of its own": (
        "сервис {service} работает не в своей контрольной группе"
    ),
    "the service {service:text} does not run": "сервис {service} не работает",
    "process {process:number} of the service {service:text} has ended": (
        "процесс {process} сервиса {service} завершился"
    ),
    "no page had a sample for {series:text}; look for {metric:text} on the page": (
        "ни на одной странице нет показаний для {series}; поищите {metric} на странице"
    ),
    "PostgreSQL cannot be reached ({why:text}); start PostgreSQL, or correct host and port of the URL": (
        "PostgreSQL недоступен ({why}); запустите PostgreSQL или исправьте хост и порт в URL"
    ),
    "PostgreSQL cannot be reached ({why:text}); correct user and password of the URL": (
        "PostgreSQL недоступен ({why}); исправьте пользователя и пароль в URL"
    ),
    "PostgreSQL cannot be reached ({why:text}); correct the name of the database in the URL": (
        "PostgreSQL недоступен ({why}); исправьте имя базы данных в URL"
    ),
    "PostgreSQL cannot be reached ({why:text}); raise max_connections, or take less for the pools": (
        "PostgreSQL недоступен ({why}); увеличьте max_connections или уменьшите пулы"
    ),
    "PostgreSQL cannot be reached ({why:text}); wait until PostgreSQL is ready": (
        "PostgreSQL недоступен ({why}); дождитесь готовности PostgreSQL"
    ),
    "PostgreSQL ended the connection; start PostgreSQL, or correct host and port of the URL": (
        "PostgreSQL закрыл соединение; запустите PostgreSQL или исправьте хост и порт в URL"
    ),
    "PostgreSQL did not answer in time; see whether it is overloaded or was stopped": (
        "PostgreSQL не ответил вовремя; проверьте, не перегружен ли он и не остановлен ли"
    ),
    "PostgreSQL took too long for a reading; see whether it is overloaded": (
        "PostgreSQL слишком долго готовил показания; проверьте, не перегружен ли он"
    ),
    "PostgreSQL {version:number} is not read; use {oldest:number} or newer": (
        "PostgreSQL {version} не читается; возьмите {oldest} или новее"
    ),
    "libpq cannot read the URL; write what is special in it as %XX": (
        "libpq не может прочитать URL; запишите особые символы в нём как %XX"
    ),
    "statements are not read, as the database has no pg_stat_statements; add it to shared_preload_libraries and run "
    "CREATE EXTENSION pg_stat_statements in the database": (
        "запросы не учитываются: в базе нет pg_stat_statements; добавьте его в shared_preload_libraries и выполните в "
        "базе CREATE EXTENSION pg_stat_statements"
    ),
    "pg_stat_statements counts nothing, as pg_stat_statements.track is none or compute_query_id is off; set them to "
    "top and auto": (
        "pg_stat_statements ничего не считает: pg_stat_statements.track = none или compute_query_id = off; установите "
        "top и auto"
    ),
    "statements are not read ({why:text}); add pg_stat_statements to shared_preload_libraries and start PostgreSQL "
    "anew": (
        "запросы не учитываются ({why}); добавьте pg_stat_statements в shared_preload_libraries и перезапустите "
        "PostgreSQL"
    ),
    "statements are not read ({why:text}); GRANT pg_read_all_stats to the role of the URL": (
        "запросы не учитываются ({why}); выполните GRANT pg_read_all_stats для роли из URL"
    ),
    "statements are not read ({why:text}); run ALTER EXTENSION pg_stat_statements UPDATE in the database": (
        "запросы не учитываются ({why}); выполните в базе ALTER EXTENSION pg_stat_statements UPDATE"
    ),
    "the states of up to {count:number} sessions are hidden; GRANT pg_read_all_stats to the role of the URL, and set "
    "track_activities to on": (
        "скрыты состояния сессий (до {count}); выполните GRANT pg_read_all_stats для роли из URL и включите "
        "track_activities"
    ),
}
