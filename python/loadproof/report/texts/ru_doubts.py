"""Doubts and their cures, in Russian."""

__all__ = ["CURES", "DOUBTS"]

DOUBTS = {
    "{share:percent} of calls were sent more than {late:number} ms late by the generator "
    "(allowed: {limit:number} ms)": (
        "{share} запросов отправлены генератором с опозданием более {late} мс (допустимо: {limit} мс)"
    ),
    "shard {shard:number} used {share:percent} of its core (allowed: {limit:percent})": (
        "поток генератора {shard} занял {share} своего ядра (допустимо: {limit})"
    ),
    "shard {shard:number} used {share:percent} of its core": "поток генератора {shard} занял {share} своего ядра",
    "no more files could be opened for connections, {count:number} times": (
        "не удалось открыть файлы для соединений: {count} {count|раз|раза|раз}"
    ),
    "no local port was free for a connection, {count:number} times": (
        "не нашлось свободного локального порта для соединения: {count} {count|раз|раза|раз}"
    ),
    "calls waited because every allowed connection was busy": (
        "запросы ждали, потому что все разрешённые соединения были заняты"
    ),
    "the service {service:text} died during the trial": "сервис «{service}» завершился во время ступени",
    "processes of neither loadproof nor the stand used {share:percent} of the machine during the trial": (
        "во время ступени посторонние процессы занимали {share} процессорного времени машины"
    ),
    "{connections:number} connections may need {needed:number} open files, the limit is {limit:number}": (
        "соединениям ({connections}) может понадобиться открытых файлов: {needed}, а предел — {limit}"
    ),
    "certificates were not checked: any server may have answered": (
        "сертификаты не проверялись: ответить мог любой сервер"
    ),
    "{cut:number} of {due:number} runs of the flow {flow:text} had not ended when the trial did: they count as cut": (
        "сценарий «{flow}»: к концу ступени не завершены {cut} из {due} его прохождений; они засчитаны как оборванные"
    ),
    "1 % of the iterations of {flow:text} began more than {late:number} ms behind their pacing": (
        "1 % прохождений сценария «{flow}» начались с отставанием от заданного темпа более {late} мс"
    ),
    "the machine was not equally fast all the time: the same work took {least:number} to {most:number} us of CPU "
    "time, up to {ratio:number} times as long": (
        "машина не всё время была одинаково быстрой: одна и та же работа занимала от {least} до {most} мкс "
        "процессорного времени, до {ratio} раз дольше"
    ),
    "the hypervisor took {share:percent} of the processor time": "гипервизор забрал {share} процессорного времени",
    "{slo:text}: {count:number} calls came due, at least {needed:number} are needed": (
        "{slo}: положено {count} {count|запрос|запроса|запросов}, нужно не менее {needed}"
    ),
    "{slo:text}: {count:number} {operation:text} calls came due, at least {needed:number} are needed": (
        "{slo}: положено {count} {count|запрос|запроса|запросов} операции «{operation}», нужно не менее {needed}"
    ),
    "the trial was interrupted after {held:number} s": "ступень прервана через {held} с",
    "trial {trial:number} was cut short after {held:number} s; {open:number} open calls count as cut, "
    "{waiting:number} waiting ones as dropped": (
        "ступень {trial} оборвана через {held} с; незавершённые запросы ({open}) засчитаны как оборванные, "
        "ожидавшие ({waiting}) — как сброшенные"
    ),
    "trial {trial:number} was cut short after {held:number} s, before its span began: ramp and settling are counted; "
    "{open:number} open calls count as cut, {waiting:number} waiting ones as dropped": (
        "ступень {trial} оборвана через {held} с, до начала оцениваемого участка: учтены разгон и стабилизация; "
        "незавершённые запросы ({open}) засчитаны как оборванные, ожидавшие ({waiting}) — как сброшенные"
    ),
    "from {at:number} s of the run on {why:message}: run.db lacks {lost:number} s of windows": (
        "через {at} с от начала запуска {why}: в run.db не хватает окон за {lost} с"
    ),
    "the disk is full": "диск заполнен",
    "the disk reported an input/output error": "диск сообщил об ошибке ввода-вывода",
    "the run directory has become read-only": "каталог запуска стал доступен только для чтения",
    "the database has been damaged": "база данных повреждена",
    "the database can no longer be opened": "база данных больше не открывается",
    "another program holds the database locked": "другая программа держит базу данных заблокированной",
    "the database failed ({error:text})": "база данных отказала ({error})",
}

CURES = {
    "run the generator on a core of its own, or add shards": (
        "выделите генератору отдельное ядро или увеличьте число его потоков (--shards)"
    ),
    "give the generator more cores (--shards), or a machine of its own": (
        "дайте генератору больше ядер (--shards) или отдельную машину"
    ),
    "raise the limit of open files (ulimit -n)": "увеличьте предел открытых файлов (ulimit -n)",
    "widen net.ipv4.ip_local_port_range, or keep connections alive": (
        "расширьте net.ipv4.ip_local_port_range или не закрывайте соединения (keep-alive)"
    ),
    "stop what else runs on this machine, unless the service needs it": (
        "остановите посторонние процессы на этой машине, если они не нужны сервису"
    ),
    "find in its log, in the directory of the run, why it ended": (
        "найдите в его журнале, в каталоге прогона, почему он завершился"
    ),
    "use a machine whose cores are its own": "возьмите машину с выделенными ядрами",
    "use a machine whose cores are its own, or take more starts": (
        "возьмите машину с выделенными ядрами или сделайте больше запусков"
    ),
    "hold the plateau longer": "держите полку дольше",
    "raise --connections, unless the limit is meant": "увеличьте --connections, если предел не задан намеренно",
    "see the text": "см. текст",
    "find what still moves, raise warm_up.most, or change its rate": (
        "найдите, что ещё меняется, увеличьте warm_up.most или измените нагрузку прогрева (warm_up.rate)"
    ),
    "restart the service and repeat": "перезапустите сервис и повторите",
    "repeat the run to its end": "повторите запуск до конца",
    "raise the limit of open files (ulimit -n), or lower --connections": (
        "увеличьте предел открытых файлов (ulimit -n) или уменьшите --connections"
    ),
    "trust the authority of the target's certificate (--ca) in place of --insecure": (
        "вместо --insecure укажите удостоверяющий центр сертификата (--ca)"
    ),
    "hold the plateau for longer than the flow takes, or shorten its pauses": (
        "держите полку дольше, чем длится сценарий, или сократите его паузы"
    ),
    "lengthen the pacing, or take more users, unless the service is meant to slow them": (
        "увеличьте интервал между прохождениями или число пользователей, если сервис не должен их замедлять"
    ),
    "free some disk space and repeat the run": "освободите место на диске и повторите запуск",
    "run in a control group that is yours (systemd-run --user --scope -p Delegate=yes), or as root": (
        "запускайте в своей контрольной группе (systemd-run --user --scope -p Delegate=yes) или от root"
    ),
}
