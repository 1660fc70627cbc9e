"""Findings on failed trials, and what would test them, in Russian."""

__all__ = ["FINDINGS"]

_BESIDE = {
    "trial {trial:number}, which passed at as many calls as could be: {value:figures}": (
        "на пройденной ступени {trial} при наибольшей достижимой нагрузке: {value}"
    ),
    "trial {trial:number}, which passed at {rate:number}/s: {value:figures}": (
        "на пройденной ступени {trial} при {rate} запросов/с: {value}"
    ),
}

_AVAILABILITY = {
    "The kernel killed processes of the service {service:text} for want of memory, {count:number} times.": (
        "Ядро завершило процессы сервиса {service} из-за нехватки памяти: {count} {count|раз|раза|раз}."
    ),
    "During the trial {event:message}.": "Во время ступени {event}.",
    "{share:percent} of the calls due got no connection (refused, or not to be made).": (
        "{share} положенных запросов не получили соединения (отказано, или его не удалось установить)."
    ),
    "{share:percent} of the calls due lost their connection (reset, or closed before the answer was whole).": (
        "{share} положенных запросов потеряли соединение (сброшено или закрыто до конца ответа)."
    ),
    "{share:percent} of the calls due were sent and had no answer before their timeout.": (
        "{share} положенных запросов отправлены и не получили ответа до тайм-аута."
    ),
    "{share:percent} of the calls due were answered with a status of error ({codes:text}).": (
        "На {share} положенных запросов пришёл ответ с кодом ошибки ({codes})."
    ),
    "Nothing listened on the port for a while: the service restarted, or closed its listener under load.": (
        "Некоторое время порт никто не слушал: сервис перезапустился или под нагрузкой закрыл слушающий сокет."
    ),
    "Look in the log of the service for a restart, and repeat the trial while watching its process number.": (
        "Поищите перезапуск в журнале сервиса и повторите ступень, наблюдая за номером его процесса."
    ),
    "The service, or a proxy before it, closes connections under load: a limit of connections or of a pool.": (
        "Сервис или прокси перед ним под нагрузкой закрывает соединения: предел соединений или пула."
    ),
    "Raise that limit and repeat the trial; the share of such calls must fall.": (
        "Увеличьте этот предел и повторите ступень: доля таких запросов должна снизиться."
    ),
}

_MEMORY = {
    "The memory of the service {service:text} came to {peak:number} MiB, {share:percent} of its limit of "
    "{limit:number} MiB{beside:beside}.": (
        "Память сервиса {service} достигла {peak} МиБ, {share} от предела {limit} МиБ{beside}."
    ),
    "The memory of the service {service:text} grew by {growth:number} MiB in {held:duration}.": (
        "Память сервиса {service} выросла на {growth} МиБ за {held}."
    ),
    "The memory of the service {service:text} grew by {growth:number} MiB in {held:duration}; at that pace its limit "
    "of {limit:number} MiB is reached {left:duration} later.": (
        "Память сервиса {service} выросла на {growth} МиБ за {held}; при таком росте предел {limit} МиБ будет "
        "достигнут ещё через {left}."
    ),
    "The live set of the service {service:text} grew by {growth:number} MiB in {held:duration}.": (
        "Объём живых объектов сервиса {service} вырос на {growth} МиБ за {held}."
    ),
    "The live set of the service {service:text} grew by {growth:number} MiB in {held:duration}; at that pace its limit "
    "of {limit:number} MiB is reached {left:duration} later.": (
        "Объём живых объектов сервиса {service} вырос на {growth} МиБ за {held}; при таком росте предел {limit} МиБ "
        "будет достигнут ещё через {left}."
    ),
    "The service {service:text} leaks memory, or fills a heap or a cache that has not found its size.": (
        "В сервисе {service} утечка памяти, либо заполняется куча или кэш, ещё не достигшие своего размера."
    ),
    "Hold a rate that passes for long (soak): a heap or a cache stops to grow, a leak does not. Then compare two heap "
    "dumps.": (
        "Подержите пройденную нагрузку долго (тест надёжности): куча или кэш перестанут расти, утечка — нет. Затем "
        "сравните два снимка кучи."
    ),
    "Want of memory slows the service {service:text}: garbage collection, or pages read again and again.": (
        "Сервис {service} замедляется из-за нехватки памяти: сборка мусора или повторное чтение страниц."
    ),
    "Raise its memory limit by half and repeat the trial; the rate that passes must rise.": (
        "Увеличьте предел памяти в полтора раза и повторите ступень: пройденная нагрузка должна вырасти."
    ),
}

_DISK = {
    "The disk {disk:text} was busy {share:percent} of the time{beside:beside}.": (
        "Диск {disk} был занят {share} времени{beside}."
    ),
    "The machine's cores stood idle for a disk {share:percent} of the time{beside:beside}.": (
        "Ядра машины простаивали в ожидании диска {share} времени{beside}."
    ),
    "The calls wait for the disk, which the service {service:text} keeps busy: it writes or syncs for each of them.": (
        "Запросы ждут диск, который занят сервисом {service}: он пишет или синхронизирует данные на каждый запрос."
    ),
    "Put its data on a faster disk or into memory (tmpfs), or let it sync several calls at once, and repeat; the rate "
    "that passes must rise.": (
        "Перенесите его данные на более быстрый диск или в память (tmpfs) либо синхронизируйте несколько запросов "
        "сразу и повторите: пройденная нагрузка должна вырасти."
    ),
}

_PROCESSOR = {
    "Give it half as many CPUs again and repeat the trial; the rate that passes must rise with them.": (
        "Дайте ему в полтора раза больше CPU и повторите ступень: пройденная нагрузка должна вырасти вместе с ними."
    ),
    "The CPU quota of the service {service:text} holds its calls up: they wait for the next period.": (
        "Квота CPU сервиса {service} задерживает запросы: они ждут следующего периода."
    ),
    "The service {service:text} needs more CPU for a call than it is given.": (
        "Сервису {service} на запрос нужно больше CPU, чем ему выделено."
    ),
    "One thread does the work of the service {service:text}, such as an event loop under a global lock.": (
        "Работу сервиса {service} выполняет один поток, например цикл событий под глобальной блокировкой."
    ),
    "Look at the CPU of its threads during the trial, or run a second process of it and repeat.": (
        "Посмотрите на CPU его потоков во время ступени или запустите второй его процесс и повторите."
    ),
    "The service {service:text} was throttled by its CPU quota in {share:percent} of the scheduling "
    "periods{beside:beside}.": (
        "Сервис {service} ограничивался квотой CPU (throttling) в {share} периодов планирования{beside}."
    ),
    "The service {service:text} used {cores:number} cores, {share:percent} of the {limit:number} CPUs it may "
    "use{beside:beside}.": (
        "Сервис {service} использовал {cores} {cores|ядро|ядра|ядер}, {share} от разрешённых {limit} CPU{beside}."
    ),
    "The service {service:text} used {cores:number} cores, {share:percent} of the one CPU it may use{beside:beside}.": (
        "Сервис {service} использовал {cores} {cores|ядро|ядра|ядер}, {share} от единственного разрешённого "
        "CPU{beside}."
    ),
    "The service {service:text} used {cores:number} cores, {share:percent} of the cores of the machine that were busy "
    "throughout{beside:beside}.": (
        "Сервис {service} использовал {cores} {cores|ядро|ядра|ядер}, {share} тех ядер машины, что были всё время "
        "заняты{beside}."
    ),
    "The service {service:text} used {cores:number} cores of the {limit:number} it may use: as much as one whole "
    "core{beside:beside}.": (
        "Сервис {service} использовал {cores} {cores|ядро|ядра|ядер} из разрешённых {limit}: ровно одно целое "
        "ядро{beside}."
    ),
    "The machine's CPUs were busy {share:percent} of the time{beside:beside}.": (
        "Процессоры машины были заняты {share} времени{beside}."
    ),
    "The stand saturates the machine: its services used {used:number} of {cores:number} cores.": (
        "Стенд занимает всю машину: его сервисы использовали {used} из {cores} ядер."
    ),
    "The stand needs more CPU than the machine has, and leaves the generator too little.": (
        "Стенду нужно больше CPU, чем есть у машины, и генератору остаётся слишком мало."
    ),
    "Give the stand a machine of more cores and repeat; the rate that passes must rise.": (
        "Дайте стенду машину с бо́льшим числом ядер и повторите: пройденная нагрузка должна вырасти."
    ),
    "The stand and the generator together need more CPU than the machine has.": (
        "Стенду и генератору вместе нужно больше CPU, чем есть у машины."
    ),
    "Put the generator on a machine of its own and repeat; the rate that passes must rise.": (
        "Вынесите генератор на отдельную машину и повторите: пройденная нагрузка должна вырасти."
    ),
    "Processes that belong neither to the stand nor to the generator take the machine's CPU.": (
        "CPU машины занимают процессы, не относящиеся ни к стенду, ни к генератору."
    ),
    "Stop what else runs on the machine and repeat the trial.": (
        "Остановите посторонние процессы на машине и повторите ступень."
    ),
    "The hypervisor took {share:percent} of the processor time away.": (
        "Гипервизор забрал {share} процессорного времени."
    ),
}

_QUEUEING = {
    "The calls wait in the service for something other than CPU: a lock, a pool of threads or connections, or a "
    "service behind it.": (
        "Запросы ждут в сервисе не CPU, а другого: блокировки, пула потоков или соединений либо сервиса за ним."
    ),
    "Take thread dumps at this rate, or double the suspected pool and repeat the trial.": (
        "Снимите дампы потоков при этой нагрузке или удвойте подозреваемый пул и повторите ступень."
    ),
    "The generator's limit of connections caps the rate, not the service.": (
        "Нагрузку ограничивает предел соединений генератора, а не сервис."
    ),
    "Repeat the trial with twice the connections; the rate that passes must rise.": (
        "Повторите ступень с удвоенным числом соединений: пройденная нагрузка должна вырасти."
    ),
    "The calls in flight or waiting grew by about {growth:number} in {held:duration}.": (
        "Число запросов в обработке и в ожидании выросло примерно на {growth} за {held}."
    ),
    "Calls waited for a connection of the generator, for all that it may open were busy: p99 {wait:number} ms.": (
        "Запросы ждали соединения генератора: все, которые он может открыть, были заняты; p99 ожидания {wait} мс."
    ),
    "The generator was itself short: {why:message}.": "Генератору самому не хватало ресурсов: {why}.",
    "The generator, not the service, made calls slow.": "Запросы замедлил генератор, а не сервис.",
    "Repeat the trial with the generator on cores or a machine of its own.": (
        "Повторите ступень с генератором на отдельных ядрах или отдельной машине."
    ),
    "The response time breaks between {low:number}/s and {high:number}/s: its p99 rises from {begin:number} ms to "
    "{end:number} ms, over calls that were answered.": (
        "Перелом времени отклика — между {low} и {high} запросов/с: p99 растёт с {begin} до {end} мс по запросам с "
        "ответом."
    ),
    "{text:message} Other hypotheses on this trial differ: {others:words}; test the strongest, the first, first.": (
        "{text} Другие гипотезы об этой ступени иные: {others}; начните с самой сильной, первой."
    ),
}

_CAUSES = {
    "the kernel's kill at the memory limit": "завершение ядром на пределе памяти",
    "the death of a service": "падение сервиса",
    "refused connections": "отказы в соединении",
    "connections closed by the service": "закрытые сервисом соединения",
    "answers with error statuses": "ответы с кодами ошибок",
    "calls without an answer in time": "запросы без ответа вовремя",
    "a generator that was itself short": "нехватка ресурсов генератора",
    "the CPU quota": "квота CPU",
    "the CPUs of a service": "CPU сервиса",
    "growing memory": "рост памяти",
    "the memory limit": "предел памяти",
    "the disk": "диск",
    "work on a single core": "работа на одном ядре",
    "a stand that takes the whole machine": "стенд, занимающий всю машину",
    "the machine's CPUs": "процессоры машины",
    "CPU time taken by the hypervisor": "время CPU, отнятое гипервизором",
    "the generator's limit of connections": "предел соединений генератора",
    "a queue before something other than CPU": "очередь не к CPU",
    "the knee of the response time": "перелом времени отклика",
}

FINDINGS = _BESIDE | _AVAILABILITY | _MEMORY | _DISK | _PROCESSOR | _QUEUEING | _CAUSES
