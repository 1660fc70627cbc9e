"""Doubts and their cures, in Russian."""

__all__ = ["CURES", "DOUBTS"]

DOUBTS = {
    "{share:percent} of calls were sent more than {late:number} ms late by the generator "
    "(allowed: {limit:number} ms)": (
        "{share} запросов отправлены генератором с опозданием более {late} мс (допустимо: {limit} мс)"
    ),
    "{stalls:message}; {seconds:number} s of the span are not judged for it": (
        "{stalls}; из-за этого не оцениваются {seconds} с участка"
    ),
    "others disturbed {length:duration} of the trial: up to {most:number} cores": (
        "посторонние мешали {length} времени ступени: до {most} ядра"
    ),
    "others disturbed {length:duration} of the trial: up to {most:number} cores ({names:words})": (
        "посторонние мешали {length} времени ступени: до {most} ядра ({names})"
    ),
    "others used this machine in most seconds; what was measured is the service beside them": (
        "посторонние занимали эту машину большую часть времени; измерен сервис рядом с ними"
    ),
    "others used this machine in most seconds: up to {most:number} cores; what was measured is the service beside "
    "them": "посторонние занимали эту машину большую часть времени: до {most} ядра; измерен сервис рядом с ними",
    "others used this machine in most seconds: up to {most:number} cores ({names:words}); what was measured is the "
    "service beside them": (
        "посторонние занимали эту машину большую часть времени: до {most} ядра ({names}); измерен сервис рядом с ними"
    ),
    "others disturbed {disturbed:number} s of {span:number} s, too much to tell what is the service's own": (
        "посторонние мешали {disturbed} с из {span} с: нельзя сказать, что из измеренного относится к сервису"
    ),
    "the capacity is known to {width:number} %, where {asked:number} % was asked for": (
        "максимальная производительность известна с точностью {width} %, а требовалось {asked} %"
    ),
    "no rate was held through a confirmation, and {width:message}": "ни одна нагрузка не подтверждена; {width}",
    "no rate was held through a confirmation, as {held:number} s are more than half of a budget of {budget:number} s, "
    "and {width:message}": (
        "ни одна нагрузка не подтверждена: {held} с больше половины отведённых {budget} с; {width}"
    ),
    "the generator stood still for {length:duration} ({why:message})": "генератор стоял {length} ({why})",
    "the generator stood still {count:number} times, {most:duration} at most, in all for {length:duration} "
    "({why:message})": (
        "генератор останавливался {count} {count|раз|раза|раз}, не дольше чем на {most}, всего на {length} ({why})"
    ),
    "it was ready to run and got no processor": "он был готов работать, но не получал процессора",
    "it was at work": "он был занят работой",
    "it was stopped, or its machine was": "был остановлен он сам или его машина",
    "the kernel does not say why": "ядро не сообщает почему",
    "the stand took nearly all of the processor time and starved the generator for up to {length:duration}: that "
    "excuses nothing": (
        "стенд занял почти всё процессорное время, и генератор не получал процессора до {length}: "
        "это ничего не извиняет"
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
    "the secret {name:text} has no line of {least:number} characters, and is not hidden: logs, replies and reports "
    "hold it where the service writes it": (
        "в секрете {name} нет строки хотя бы из {least} знаков, поэтому он не скрыт: журналы, ответы и отчёты "
        "содержат его там, где его пишет сервис"
    ),
    "no process of the stand, but {who:words} listens on {address:text}, where the load goes": (
        "адрес нагрузки {address} слушает не процесс стенда: {who}"
    ),
    "no process of the stand, but {who:words} listens on {address:text}, where its ready check goes": (
        "адрес проверки готовности {address} слушает не процесс стенда: {who}"
    ),
    "beside the stand {who:words} listens on {address:text}, where the load goes": (
        "адрес нагрузки {address} вместе со стендом слушает посторонний: {who}"
    ),
    "beside the stand {who:words} listens on {address:text}, where its ready check goes": (
        "адрес проверки готовности {address} вместе со стендом слушает посторонний: {who}"
    ),
    "nobody is seen to listen on {address:text}, where the load goes, and yet it answers: connections are handed on "
    "elsewhere": (
        "адрес нагрузки {address} отвечает, хотя не видно, чтобы его кто-то слушал: соединения передаются куда-то ещё"
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
    "others moved {share:percent} of the bytes that disks read and wrote during the trial ({names:text}), and the "
    "machine waited for disks {waited:percent} of the time": (
        "во время ступени {share} прочитанного и записанного на диски приходится на посторонних ({names}), и "
        "{waited} времени машина ждала дисков"
    ),
    "others moved {share:percent} of the bytes that disks read and wrote during the trial ({names:text}), and our "
    "side waited for disks {waited:percent} of the time": (
        "во время ступени {share} прочитанного и записанного на диски приходится на посторонних ({names}), и "
        "{waited} времени наши процессы ждали дисков"
    ),
    "the machine was short of memory: {least:percent} of it was left, the machine waited for memory {waited:percent} "
    "of the time, and {swapped:number} MiB were swapped; others hold {others:number} GiB of it ({names:text}), our "
    "side {ours:number} GiB": (
        "машине не хватало памяти: оставалось {least}, машина ждала памяти {waited} времени, через подкачку прошло "
        "{swapped} МиБ; посторонние занимают {others} ГиБ ({names}), наши процессы — {ours} ГиБ"
    ),
    "the machine was short of memory: {least:percent} of it was left, our side waited for memory {waited:percent} "
    "of the time, and {swapped:number} MiB were swapped; others hold {others:number} GiB of it ({names:text}), our "
    "side {ours:number} GiB": (
        "машине не хватало памяти: оставалось {least}, наши процессы ждали памяти {waited} времени, через подкачку "
        "прошло {swapped} МиБ; посторонние занимают {others} ГиБ ({names}), наши процессы — {ours} ГиБ"
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
    "trial {trial:number} is stored no further than {held:number} s; {open:number} open calls count as cut, "
    "{waiting:number} waiting ones as dropped": (
        "ступень {trial} сохранена только до {held} с; незавершённые запросы ({open}) засчитаны как оборванные, "
        "ожидавшие ({waiting}) — как сброшенные"
    ),
    "trial {trial:number} is stored no further than {held:number} s, before its span began: ramp and settling are "
    "counted; {open:number} open calls count as cut, {waiting:number} waiting ones as dropped": (
        "ступень {trial} сохранена только до {held} с, до начала оцениваемого участка: учтены разгон и стабилизация; "
        "незавершённые запросы ({open}) засчитаны как оборванные, ожидавшие ({waiting}) — как сброшенные"
    ),
    "from {at:number} s of the run on {why:message}: run.db lacks {lost:number} s of windows": (
        "через {at} с от начала запуска {why}: в run.db не хватает окон за {lost} с"
    ),
    "the disk is full": "диск заполнен",
    "the run directory is gone": "каталога запуска больше нет",
    "the disk reported an input/output error": "диск сообщил об ошибке ввода-вывода",
    "the run directory has become read-only": "каталог запуска стал доступен только для чтения",
    "the database has been damaged": "база данных повреждена",
    "the database can no longer be opened": "база данных больше не открывается",
    "another program holds the database locked": "другая программа держит базу данных заблокированной",
    "the database failed ({error:text})": "база данных отказала ({error})",
}

CURES = {
    "give the generator a core of its own, and do not stop it or its machine while it measures": (
        "выделите генератору своё ядро и не останавливайте ни его, ни его машину во время измерения"
    ),
    "give the services fewer cores (limits, placement: apart), or the generator a machine of its own": (
        "дайте сервисам меньше ядер (limits, placement: apart) или вынесите генератор на отдельную машину"
    ),
    "give the secret 6 characters or more": "возьмите секрет из 6 знаков или длиннее",
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
    "give the search more time (--budget), or ask for less precision (--precision)": (
        "дайте поиску больше времени (--budget) или запросите меньшую точность (--precision)"
    ),
    "stop what else runs on this machine while it measures": "остановите посторонние процессы на время измерения",
    "stop what else runs on this machine, wait until it is quiet, and repeat the trial": (
        "остановите посторонние процессы, дождитесь тишины на машине и повторите ступень"
    ),
    "stop what else runs on this machine, unless the service needs it": (
        "остановите посторонние процессы на этой машине, если они не нужны сервису"
    ),
    "stop what else uses the disks of this machine, or give the service a disk of its own": (
        "остановите посторонние процессы, занимающие диски этой машины, или дайте сервису свой диск"
    ),
    "stop what else holds memory on this machine, or take a machine that has more": (
        "остановите посторонние процессы, занимающие память этой машины, или возьмите машину с большей памятью"
    ),
    "find in its log why it ended; that of a service of a stand is in the directory of the run": (
        "найдите в его журнале, почему он завершился; журнал сервиса стенда лежит в каталоге прогона"
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
    "end it, or give the service another port, unless it is meant (the proxy of a container is)": (
        "завершите его или дайте сервису другой порт, если он не нужен (нужен, например, прокси контейнера)"
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
    "see that the run directory stays and its disk has room, and repeat the run": (
        "не убирайте каталог запуска, освободите место на его диске и повторите запуск"
    ),
    "run in a control group that is yours (systemd-run --user --scope -p Delegate=yes), or as root": (
        "запускайте в своей контрольной группе (systemd-run --user --scope -p Delegate=yes) или от root"
    ),
}
