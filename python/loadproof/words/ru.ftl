### Русский. CONTRIBUTING.md, "A language", объясняет, как устроен этот файл. Носитель языка его ещё не вычитывал.

# Термины: у каждого термина один перевод.
# alarm: pending, fires, resolved = триггер: ожидание, сработал, погас;
# answer (of a method) = ответ; baseline = исходный уровень; call = запрос;
# capacity = максимальная производительность; comparison = сравнение; confirmation = подтверждение;
# cut, dropped, timeout = оборван, сброшен, тайм-аут; doubt = оговорка; due = по плану;
# finding: fact, hypothesis = факт, гипотеза; garbage collector, heap, live set = сборщик мусора, куча, живые объекты;
# generator (of load) = генератор; injection = эмуляция проблемы; interval of 95 % = интервал 95 %; lateness = опоздание;
# level, switch (of a feature) = уровень, переключение; mean, median, percentile = среднее, медиана, перцентиль;
# metric = показатель; overhead = накладные расходы; plateau = полка; profile = профиль нагрузки;
# rate (of calls) = нагрузка; recovery = восстановление;
# response time, service time, wait = время отклика, обслуживания, ожидание; round, cycle = раунд, цикл;
# share (of calls) = доля; soak = тест надёжности; span (judged) = оценённый участок; spike = всплеск; stage = этап;
# stand = стенд; start (of services) = запуск; study = исследование; trial = ступень; variant = вариант;
# virtual time = виртуальное время; warm-up = прогрев

## Language

language-name = Русский
said = { $text }

## Units and lists

unit-microsecond = { $number } мкс
unit-millisecond = { $number } мс
unit-second = { $number } с
unit-minute = { $number } мин
unit-hour = { $number } ч
unit-percent = { $number } %
unit-byte = { $number } Б
unit-kilobyte = { $number } кБ
unit-megabyte = { $number } МБ
unit-gigabyte = { $number } ГБ
unit-mebibyte = { $number } МиБ
unit-gibibyte = { $number } ГиБ
unit-cores = { $number } { $number ->
    [one] ядро
    [few] ядра
    [many] ядер
   *[other] ядра
}
list-commas = { ", " }
list-clauses = { "; " }
list-sentences = { " " }
slo-errors = ошибки
slo-rate = нагрузка

## Judge

calls-all = запросов
calls-of-operation = запросов операции «{ $operation }»
slo-counted-rate = число выполненных { $calls } отличается от заданного на { $share } (предел { $limit })
slo-counted-errors = { $share } { $calls } завершились ошибкой (предел { $limit })
slo-counted-apdex = Apdex { $calls } был { $score } (предел { $limit })
slo-counted-percentile = { $share } { $calls } выполнялись дольше { $threshold } или завершились ошибкой (предел { $limit })
slo-shown = { $counted }; показано с доверительной вероятностью { $confidence } за { $held }
slo-held = { $counted } за { $held }
slo-held-by-count = { $counted } за { $held }; решает подсчитанная доля: границы ({ $low } – { $high }) включают предел
slo-fell-behind = { $counted } за { $held }; сервис не успевает
slo-near-limit = { $counted }: слишком близко к пределу, за { $held } решить нельзя
slo-overload = { $counted }; { $row } подряд таких запросов большинство, решено через { $held }
slo-lost = { $counted }; последние { $row } таких запросов большинство, решено через { $held }
replies-expected = все ответы { $operations } { $operations ->
        [one] операции
       *[other] операций
    } ожидаемые
replies-not-expected = вызовы с ошибкой у { $failed } из { $of } { $of ->
        [one] операции
       *[other] операций
    }
replies-none = нет ни ответов, ни ошибок: { $operations }
replies-slow = медленнее, чем допускает { $slo }: { $calls } { $calls ->
        [one] ответ
        [few] ответа
       *[other] ответов
    } ({ $share } ожидаемых ответов)
slo-none = SLO не задано
slo-few-calls = { $slo }: { $calls } по плану — { $due }, нужно не менее { $needed }
calls-in-flight-grew = стабильный режим не наступил: число запросов в обработке выросло примерно на { $growth } за { $held }
clauses = { $clauses }
verdict-interrupted = прервано до конца
slot-held = выдержан до конца
connections-opened-in-slot = в оцениваемые секунды открыто { $opened } { $opened ->
    [one] соединение
    [few] соединения
    [many] соединений
   *[other] соединения
}
trial-interrupted = ступень прервана через { $held }
service-died-in-trial = сервис «{ $service }» упал во время ступени
calls-sent-again = { $calls } запросов ({ $share }) отправлены повторно: повторно используемое соединение закрылось до начала ответа
own-errors = не по вине сервиса, а по причинам на стороне loadproof не удались запросы, { $calls }: { $kinds }
own-process-failed = { $fault ->
    [stopped] остановлен процесс loadproof
   *[died] завершился процесс loadproof
}: { $role ->
    [awake] он не давал процессорам уснуть
    [command] супервизор команды стенда
   *[supervisor] супервизор сервиса «{ $service }»
}
calls-sent-late = { $share } запросов отправлены генератором с опозданием более { $late } (допустимо: { $limit })
shard-busy = поток генератора { $shard } занял { $share } своего ядра (допустимо: { $limit })
resource-exhausted = { $resource ->
    [open-files] не удалось открыть больше файлов (ulimit -n)
    [file-table] на машине исчерпана таблица открытых файлов (fs.file-max)
    [disk] диск заполнен
    [quota] исчерпана дисковая квота
    [read-only] место доступно только для чтения
    [file-size] файл достиг наибольшего допустимого размера (ulimit -f)
    [processes] не удалось запустить больше процессов или потоков (ulimit -u, pids.max)
    [ports] не осталось свободного локального порта (net.ipv4.ip_local_port_range)
    [temporary-directory] не нашлось каталога для временных файлов (TMPDIR)
    [proc] нет /proc
    [cpu-time] процессорное время loadproof израсходовано (ulimit -t)
   *[memory] закончилась память (ulimit -v, memory.max)
}{ $is_placed ->
    [yes] {""}: { $place }
   *[no] {""}
}
run-exhausted = { $why }; прогон завершился, не получив всех ответов
readings-failed = не удалось прочитать { $what ->
    [machine] показатели машины
    [services] показатели сервисов
    [metrics] выгружаемые метрики
    [use] расход вариантов
   *[run] данные прогона
} { $count } { $count ->
    [one] раз
    [few] раза
    [many] раз
   *[other] раза
}: { $why }
files-exhausted = не удалось открыть файлы для соединений: { $times } { $times ->
    [one] раз
    [few] раза
    [many] раз
   *[other] раза
}
ports-exhausted = не нашлось свободного локального порта для соединения: { $times } { $times ->
    [one] раз
    [few] раза
    [many] раз
   *[other] раза
}
connection-room-used = запросы ждали соединения генератора: им нужно больше { $room } соединений, на которые хватает этой машины, или нужны они быстрее, чем одна машина их открывает
connections-busy = запросы ждали, потому что все разрешённые соединения были заняты
machine-used-by-others = во время ступени посторонние процессы занимали { $share } процессорного времени машины
machine-stolen = гипервизор забрал { $share } процессорного времени
machine-speed-varied = машина не всё время была одинаково быстрой: одна и та же работа занимала от { $least } до { $most } мкс процессорного времени, до { $ratio } раз дольше
span-left-out = { $why }; из-за этого не оцениваются { $left_out } участка
outside-span = { $why }, но только в секунды, которые и так не оцениваются
stalled-once = генератор стоял { $length } ({ $cause })
stalled-often = генератор останавливался { $times } { $times ->
    [one] раз
    [few] раза
    [many] раз
   *[other] раза
}, не дольше чем на { $most }, всего на { $length } ({ $cause })
stall-cause = { $cause ->
    [starved] он был готов работать, но не получал процессора
    [busy] он был занят работой
    [stopped] был остановлен он сам или его машина
    [unknown] ядро не сообщает почему
   *[other] { $cause }
}
stand-starved-generator = стенд занял почти всё процессорное время, и генератор не получал процессора до { $length }: это ничего не оправдывает
others-took = в пике { $most }
others-took-named = в пике { $most } ({ $names })
others-disturbed = посторонние мешали { $length } времени ступени: { $took }
others-disturbed-too-much = посторонние мешали { $disturbed } из { $span }: нельзя сказать, что из измеренного относится к сервису
others-always-there = посторонние занимали эту машину большую часть времени; измерен сервис рядом с ними
others-always-took = посторонние занимали эту машину большую часть времени: { $took }; измерен сервис рядом с ними
named-hypervisor = гипервизор
named-unreadable-processes = процессы, недоступные для чтения
disks-used-by-others = во время ступени { $share } прочитанного и записанного на диски приходится на посторонних ({ $names }), и { $waited } времени { $who ->
    [ours] наши процессы ждали
   *[machine] машина ждала
} дисков
memory-used-by-others = машине не хватало памяти: оставалось { $least }, { $who ->
    [ours] наши процессы ждали
   *[machine] машина ждала
} памяти { $waited } времени, через подкачку прошло { $swapped }; посторонние занимают { $others } ({ $names }), наши процессы — { $ours }
files-too-few = соединениям ({ $connections }) может понадобиться открытых файлов: { $needed }, а предел — { $limit }
certificates-unchecked = сертификаты не проверялись: ответить мог любой сервер
machine-shared = другие процессы этой машины приняты как часть среды (--shared-machine)
machine-this = loadproof
resource-cpu = процессор
resource-memory = память
resource-disk = диск
resource-network = сеть
machine-saturated = на машине { $machine } ресурс «{ $resource }» был исчерпан в { $share } оценённых секунд: при той же нагрузке другой прогон может дать другой итог
machine-saturated-before = на машине { $machine } ресурс «{ $resource }» был исчерпан { $saturated } из { $length } до оценённого участка
load-machine-saturated = на машине { $machine }, которая создаёт нагрузку, ресурс «{ $resource }» был исчерпан в { $share } оценённых секунд: запросы могли опоздать или замедлиться не по вине сервиса
load-machine-saturated-for = на машине { $machine }, которая создаёт нагрузку, ресурс «{ $resource }» был исчерпан { $length }
load-machines-saturated-too-long = машины, которые создают нагрузку, были исчерпаны, и { $left_out } из { $span } не оцениваются: осталось слишком мало
load-machines-saturated-at-end = машина, которая создаёт нагрузку, была исчерпана в последние секунды, а они и решили исход ступени
flow-cut = сценарий «{ $flow }»: к концу ступени не завершены { $cut } из { $due } его прохождений; они засчитаны как оборванные
iterations-late = { $share } прохождений сценария «{ $flow }» начались с отставанием от заданного темпа более { $late }
warm-up-few-values = { $values } { $values ->
    [one] значение
    [few] значения
    [many] значений
   *[other] значения
} по { $step }, нужно { $needed }
warm-up-little-left = после { $onset } прогрева из { $whole } осталось слишком мало данных, нужно { $needed }
warm-up-still-moved = изменение в одну сторону продолжалось в последние { $rest } из { $whole }
warm-up-kept-level = уровень установился с { $onset } из { $whole }
warm-up-of-figure = { $figure }: { $found }
warm-up-ended = прогрет через { $onset } (MSER-5), нагрузка длилась { $held }
warm-up-never-ended = стабильный режим не наступил за { $held }: { $figures }
warm-up-few-answers = за { $held } получено слишком мало ответов, чтобы судить, прогрет ли сервис
warm-up-unanswered = после { $ended } прогрева { $row } подряд не было ни одного ответа
recovery-back = вернулся к исходному уровню через { $after }
recovery-not-back = не вернулся к исходному уровню за { $held } малой нагрузки
figure-response-p50 = медиана времени отклика
figure-response-p95 = p95 времени отклика
figure-errors = доля ошибок
figure-memory = память сервиса { $service }
figure-live-set = живые объекты сервиса { $service }
soak-too-short = недостаточно данных: тесту надёжности нужно не менее { $needed }, этот длился { $held }
soak-disturbed = посторонние мешали больше двух третей из { $span }: об изменениях судить нельзя
soak-no-calls = недостаточно данных: по плану не было ни одного запроса
soak-few-samples = недостаточно данных: { $why }; держите нагрузку около { $needed }
soak-steady = ни один из { $figures } показателей значимо не вырос
soak-few-stretches = { $figure }: нужно { $stretches } { $stretches ->
    [one] отрезок
    [few] отрезка
    [many] отрезков
   *[other] отрезка
} по { $calls } { $calls ->
    [one] запрос
    [few] запроса
    [many] запросов
   *[other] запроса
} с ответом
soak-unanswered = { $figure }: нет значений там, где не было ответов
soak-few-readings = { $figure }: замеры есть на { $read } { $read ->
    [one] отрезке
    [few] отрезках
    [many] отрезках
   *[other] отрезка
}, нужно { $needed }
trend-may-have-risen = { $figure }: рост мог составить до { $most } за { $span }, длительности недостаточно, чтобы судить
trend-no-level = { $figure }: непрерывное изменение с { $begin } до { $end } за { $span }, установившийся уровень не достигнут
trend-rose = { $figure }: рост с { $begin } до { $end } за { $span }
trend-fell = { $figure }: снижение с { $begin } до { $end } за { $span }
trend-levelled-off = { $figure }: стабилизация через { $after } на уровне { $end }
trend-no-rise = { $figure }: значимого роста за { $span } нет
trend-disturbed = { $trend }; посторонние мешали { $disturbed } из этого времени
memory-fills = { $figure }: рост с { $begin } до { $end } за { $span }; при таком темпе предел { $limit } будет исчерпан через { $about } (от { $least } до { $most })
memory-rose-to-end = { $figure }: рост с { $begin } до { $end } при пределе { $limit } за { $span }, пока сервис не завершился
memory-no-leak = { $figure }: за { $span } нет утечки, которая заполнила бы { $limit } за { $within }
memory-may-go-on = { $figure }: рост с { $begin } до { $end } за { $span }; прекратится ли он, по такой длительности судить нельзя
memory-no-line = { $figure }: рост с { $begin } до { $end } за { $span }, но не линейный; длительности недостаточно, чтобы судить
memory-no-collection = { $figure }: рост с { $begin } до { $end } за { $span }, но сборок мусора не было видно: утечка это или мусор, покажет объём живых объектов после сборки
memory-few-turns = { $figure }: заполнение и освобождение циклами до { $turn }; циклов слишком мало, чтобы судить об остатке
memory-garbage = { $figure }: не отличить от мусора, объём живых объектов измерен после { $read } { $read ->
    [one] сборки
    [few] сборок
    [many] сборок
   *[other] сборки
}, нужно { $needed }; { $cure }
memory-cure = { $collector ->
    [java] держите нагрузку дольше или чаще вызывайте сборку (jcmd PID GC.run) с G1, Parallel или Serial и -XX:+UsePerfData
    [node] держите нагрузку дольше и укажите в probes.prometheus страницу стандартных метрик prom-client
    [dotnet] держите нагрузку дольше и укажите в probes.prometheus страницу метрик dotnet_gc (OpenTelemetry)
   *[other] держите нагрузку дольше и укажите в probes.prometheus страницу с объёмом живых объектов: ряд live_set_mib
}
comparison-metric = { $metric ->
    [mean] среднее время отклика
    [p99_9] p99,9
    [errors] доля ошибок
    [done] доля выполненных в срок запросов
    [throughput] пропускная способность
    [cpu] CPU на запрос
    [memory] память
    [live_set] живые объекты
    [gc] доля пауз сборщика
    [heap_after] куча после сборок
    [heap_committed] выделенная куча
    [other_memory] прочая память
    [page_cache] страничный кэш
   *[other] { $metric }
}
comparison-figure = { $metric } операции { $operation }
comparison-asked = Нагрузку создавали только пользователи, поэтому более медленный вариант получал меньше запросов: { $variants }
comparison-asked-of = { $variant } — { $rate } запросов/с
comparison-points = { $points } п.п.
comparison-higher = { $figure }: у { $b } больше, чем у { $a }, на { $effect } (от { $low } до { $high })
comparison-lower = { $figure }: у { $b } меньше, чем у { $a }, на { $effect } (от { $low } до { $high })
comparison-same = { $figure }: { $b } и { $a } равноценны, { $effect } (от { $low } до { $high })
comparison-open = { $figure }: различить { $b } и { $a } нельзя, { $effect } (от { $low } до { $high })
comparison-few-rounds = { $figure }: различить { $b } и { $a } нельзя, оба есть в { $rounds } { $rounds ->
    [one] раунде
    [few] раундах
    [many] раундах
   *[other] раунда
}, нужно три
comparison-not-run = { $figure }: { $b } и { $a } ни в одном раунде не были вместе
comparison-all-open = не выяснено: { $figures }
comparison-of-two = После { $rounds } { $rounds ->
    [one] раунда
    [few] раундов
    [many] раундов
   *[other] раунда
}, { $b } относительно { $a }: { $told }.
comparison-of-many = После { $rounds } { $rounds ->
    [one] раунда
    [few] раундов
    [many] раундов
   *[other] раунда
}: { $told }.
comparison-figure-higher = { $figure } — на { $effect } больше (от { $low } до { $high })
comparison-figure-lower = { $figure } — на { $effect } меньше (от { $low } до { $high })
comparison-more = ещё { $figures } { $figures ->
    [one] показатель различается
    [few] показателя различаются
    [many] показателей различаются
   *[other] показателя различаются
}
comparison-lowest-lower = наименьшее значение ({ $figure }) — у { $variants ->
    [one] варианта
   *[other] вариантов
} { $names }, на { $effect } меньше, чем у { $a } (от { $low } до { $high })
comparison-lowest-next-higher = наименьшее значение ({ $figure }) — у { $variants ->
    [one] варианта
   *[other] вариантов
} { $names }, у { $b } на { $effect } больше (от { $low } до { $high })
comparison-differs-higher = различие ({ $figure }) — в { $pairs } из { $whole } пар, сильнее всего у { $b }: на { $effect } больше, чем у { $a } (от { $low } до { $high })
comparison-differs-lower = различие ({ $figure }) — в { $pairs } из { $whole } пар, сильнее всего у { $b }: на { $effect } меньше, чем у { $a } (от { $low } до { $high })
comparison-no-difference = различий не выявлено
comparison-no-difference-in-total = в целом различий не выявлено
comparison-of-operations = Главные операции ({ $operations }): { $told }.
comparison-operations-higher = различаются { $pairs } из { $whole } пар, сильнее всего { $figure } у { $b }: на { $effect } больше, чем у { $a } (от { $low } до { $high })
comparison-operations-lower = различаются { $pairs } из { $whole } пар, сильнее всего { $figure } у { $b }: на { $effect } меньше, чем у { $a } (от { $low } до { $high })
comparison-operations-equivalent = равноценны { $pairs } из { $whole }
comparison-operations-open = не выяснено { $pairs } из { $whole }
comparison-also-differs = ещё различие: { $figure } в { $pairs } из { $whole } пар
comparison-others-differ = ещё различия: { $pairs } из { $whole } пар по другим показателям
comparison-equivalent = равноценны: { $figures }
comparison-and-more = { $name } и ещё { $more }
comparison-not-told = Не выяснено: { $told }.
comparison-open-figure = { $metric } (различимо от { $difference })
comparison-open-pairs = { $metric } в { $pairs } из { $whole } пар (различимо от { $difference })
comparison-many-open = { $pairs } из { $whole } пар (различимо: { $figures })
comparison-visible-from = { $metric } от { $difference }
comparison-absent = ни в одном раунде: { $variants }
comparison-absent-alone = Ни в одном раунде: { $variants }.
comparison-nothing-told = После { $rounds } { $rounds ->
    [one] раунда
    [few] раундов
    [many] раундов
   *[other] раунда
} сказать ничего нельзя: нужно три.
comparison-twins = A/A: оба варианта — { $variant }.
comparison-twins-without-alarm = A/A, оба варианта — { $variant }: ложных тревог нет.
comparison-twins-alarms = A/A, оба варианта — { $variant }: { $alarms } { $alarms ->
    [one] ложная тревога
    [few] ложные тревоги
    [many] ложных тревог
   *[other] ложной тревоги
}, поскольку различий нет.
comparison-never-together = Ни в одном раунде не было двух вариантов вместе.
comparison-nothing = Ничего не сравнивалось.
comparison-visible = Наименьшая разница, различимая в этом прогоне: { $figures }.
comparison-few-calls = Показатель «{ $metric }» не оценён: нужно ответов каждого варианта в раунде — { $calls }. Что делать: выше нагрузка, длиннее отрезки или больше отрезков.
comparison-visible-figure = { $metric } — { $difference }
comparison-visible-range = { $metric } — от { $low } ({ $least }) до { $high } ({ $most })
comparison-visible-operations = Для главных операций: { $figures }.
comparison-nothing-visible = Раундов: { $rounds }; чтобы увидеть какую-либо разницу, нужно три.
overhead-figure-shown = { $figure }, { $cell }: { $effect }, достоверно меньше { $bound } (не больше { $upper })
overhead-figure-refuted = { $figure }, { $cell }: { $effect } (от { $low } до { $high }), достоверно больше { $bound }
overhead-figure-open = { $figure }, { $cell }: { $effect } (от { $low } до { $high }); ни достоверно меньше { $bound }, ни достоверно больше
overhead-figure-few = { $figure }, { $cell }: запусков — { $starts }, по ним судить нельзя, нужно три
overhead-figure-unread = { $figure }, { $cell }: прочитать не удалось
overhead-shown = Показано, что накладные расходы меньше { $bound } (запусков: { $starts }): { $figures }.
overhead-refuted = Опровергнуто, что накладные расходы меньше { $bound } (запусков: { $starts }): { $figures }.
overhead-not-shown = Не показано, что накладные расходы меньше { $bound } (запусков: { $starts }): { $figures }. { $needed }.
overhead-nothing = Ни один запуск не измерен: о накладных расходах судить нельзя.
overhead-without-starts = Ни один запуск не измерен, о накладных расходах судить нельзя{ $because }.
overhead-starts-needed = Хватило бы примерно { $starts } { $starts ->
    [one] запуска
   *[other] запусков
}, если расходы и разброс останутся такими же
overhead-too-few-starts = Для вывода нужно запусков: { $starts }
overhead-starts-in-vain = Не хватило бы и { $starts } запусков, если расходы и разброс останутся такими же
overhead-of-cell = { $cell }: { $figures }
overhead-and-more = и ещё { $cells }
overhead-amount-unknown = { $figure }: неизвестно
overhead-amount-at-most = { $figure } не больше { $upper }
overhead-amount = { $figure } { $effect } (от { $low } до { $high })
threads-deadlocked = Взаимная блокировка: { $threads } ждут друг друга по кругу и никогда не продолжат работу.
threads-cannot-tell = В { $dumps } { $dumps ->
    [one] дампе
   *[other] дампах
} нет сведений о блокировках: кто кого задерживает, не узнать.
threads-cannot-tell-of-virtual = В { $dumps } { $dumps ->
    [one] дампе
   *[other] дампах
} ни один платформенный поток не ждёт блокировки, которую держит другой; большинства виртуальных потоков в дампах нет.
threads-read-in-part = Прочитано не полностью. { $doubt } { $sentence }
threads-free-in-part = В прочитанной части { $dumps } { $dumps ->
    [one] дампа
   *[other] дампов
} ни один поток не ждёт блокировки, которую держит другой.
threads-free = В { $dumps } { $dumps ->
    [one] дампе
   *[other] дампах
} ни один поток не ждёт блокировки, которую держит другой.
threads-held-up = В { $dumps } { $dumps ->
    [one] дампе
   *[other] дампах
} одновременно ждут до { $threads } { $threads ->
    [one] потока
   *[other] потоков
}, чаще всего из-за { $lock } (ожиданий — { $waits }).
threads-lock-wait = «{ $thread }» в состоянии { $state } в { $place }: ждёт { $kind ->
    [monitor] монитор
   *[lock] блокировку
} { $lock } (держит «{ $holder }»); в { $dumps } из { $whole } { $whole ->
    [one] дампа
   *[other] дампов
} ({ $share }).
threads-lock-wait-held-at = «{ $thread }» в состоянии { $state } в { $place }: ждёт { $kind ->
    [monitor] монитор
   *[lock] блокировку
} { $lock } (держит «{ $holder }», захват в { $held_at }); в { $dumps } из { $whole } { $whole ->
    [one] дампа
   *[other] дампов
} ({ $share }).
threads-lock-wait-unheld = «{ $thread }» в состоянии { $state } в { $place }: ждёт { $kind ->
    [monitor] монитор
   *[lock] блокировку
} { $lock } (кто держит — неизвестно); в { $dumps } из { $whole } { $whole ->
    [one] дампа
   *[other] дампов
} ({ $share }).
threads-pool-wait = «{ $thread }» в состоянии { $state } в { $place }: ждёт, пока другой поток вернёт то, что выдаёт { $lock }; в { $dumps } из { $whole } { $whole ->
    [one] дампа
   *[other] дампов
} ({ $share }).
threads-in-circle = «{ $thread }» в { $place } ждёт { $lock } (держит «{ $holder }»)
threads-remark-without-locks = В { $dumps } { $dumps ->
    [one] дампе
   *[other] дампах
} нет сведений о блокировках (Thread.dump_to_file от JDK 21–24, текст или JSON): снимите рядом и текстовый дамп: jcmd PID Thread.print -l.
threads-remark-without-owners = Кто держит блокировки java.util.concurrent, которых ждут потоки ({ $threads }), неизвестно, либо они взяты на чтение. Снимайте дампы с -l: jcmd PID Thread.print -l.
threads-remark-without-virtual = У сервиса есть виртуальные потоки, а в текстовом дампе только те, что выполняются: снимите JSON: jcmd PID Thread.dump_to_file -format=json (в JDK 25 в нём есть их мониторы).
threads-remark-one-dump = Один дамп — одно мгновение: как часто поток ждёт, неизвестно. Снимите десять с промежутком в несколько секунд.
threads-remark-cut = { $dump } оборван: в нём может не хватать потоков, в том числе тех, что держат блокировку.
threads-remark-too-many = { $dump }: пропущено потоков — { $threads }, читается не больше миллиона.
threads-remark-few-frames = В формате { $dump } не больше 8 кадров каждого стека: мониторов, взятых в более старых кадрах, в нём нет.
threads-remark-record = { $dump }: не удалось прочитать строки или записи о потоках ({ $number }), например «{ $example }». Взаимная блокировка могла остаться незамеченной. Снимите дамп ещё раз: jcmd PID Thread.print -l.
threads-remark-lock = { $dump }: не удалось прочитать строки о блокировках ({ $number }), например «{ $example }». Взаимная блокировка могла остаться незамеченной. Снимите дамп ещё раз: jcmd PID Thread.print -l.
threads-remark-owner = { $dump }: потоки ({ $number }) ждут блокировок, владельца которых нет в дампе, например «{ $example }». Взаимная блокировка могла остаться незамеченной. Снимите дамп всех потоков: jcmd PID Thread.print -l.
threads-remark-blocked = { $dump }: потоки ({ $number }) в состоянии BLOCKED, но дамп не говорит, какой блокировки они ждут, например «{ $example }». Взаимная блокировка могла остаться незамеченной. Снимите дамп ещё раз: jcmd PID Thread.print -l.
threads-remark-json = { $dump }: строки JSON внутри текста ({ $number }) не прочитаны, например «{ $example }». Передайте каждый дамп отдельным файлом.
diagnosis-asked = Так задано в исследовании.
diagnosis-of-causes = Повод: { $causes }.
diagnosis-of-untold = По тесту надёжности нельзя сказать, утекает ли его память.
diagnosis-without-process = { $service }: диагностики нет, процесса больше нет.
diagnosis-not-found = { $service }: диагностики нет, сервис с таким именем адрес цели не слушает. Слушают: { $found }.
diagnosis-none-found = { $service }: диагностики нет, на этой машине не видно процесса, который слушает адрес цели.
diagnosis-no-threads = Не удалось снять дамп потоков { $service }: { $why }.
diagnosis-no-heap = Не удалось снять дамп кучи { $service }: { $why }.
diagnosis-unread-heap = Не удалось прочитать дампы кучи { $service }: { $why }.
diagnosis-not-kept = Не удалось сохранить ответы { $service }: { $why }.
diagnosis-dumped = Дамп кучи { $service }: { $size } за { $took }; в это время ничего не оценивалось.
diagnosis-cached = Файл дампа кучи лежит в страничном кэше: { $size } идут в счёт предела памяти { $service }, пока память не понадобится ядру.
diagnosis-kept = Последний дамп кучи: { $file }. В нём всё, что знает сервис, в том числе пароли.
diagnosis-kept-threads = Дампы потоков: { $file }.
diagnosis-of = Диагностика { $service } после метода «{ $method }»
diagnosis-names = { $named }.
diagnosis-named = { $cause ->
    [hot-lock] потоки ждут { $name }
   *[heap-holder] память удерживает { $name }
}
diagnosis-named-lock = потоки ждут { $name } в { $place }
heap-of-service = В куче { $service }: { $told }
threads-wait-for-lock = Потоки { $service } ждут { $lock }: { $told }
service-deadlocked = Потоки { $service } во взаимной блокировке: они никогда не продолжат работу.
heap-suspect-field = { $kind ->
    [static] Статическое поле «{ $field }» класса { $class } удерживает
    [thread_local] Значения ThreadLocal-переменной «{ $field }» класса { $class } удерживают
   *[field] Поле «{ $field }» класса { $class } удерживает
} { $share } кучи ({ $memory }), объектов: { $objects }{ $spread }.
heap-suspect-object = { $kind ->
    [class] Статические поля { $class } вместе удерживают
    [local] Локальная переменная потока { $class } удерживает
    [thread_local] Значения ThreadLocal-переменных класса { $class } удерживают
   *[object] Объект { $class } удерживает
} { $share } кучи ({ $memory }), объектов: { $objects }{ $spread }.
heap-suspect-shared = То, на что ссылается «{ $field }» класса { $class }, удерживает { $share } кучи ({ $memory }), объектов: { $objects }{ $spread }; на это ссылаются и другие ({ $others }).
heap-suspect-objects = Не связанные между собой объекты { $class } ({ $number }) вместе удерживают { $share } кучи ({ $memory }).
heap-spread = , большая часть — за объектами { $most } ({ $number })
heap-spread-beside = , не считая того, что названо отдельно
heap-bytes = { $number } Б
heap-kibibytes = { $number } КиБ
heap-spread-none = { "" }
heap-buffers-grow = Прямые буферы, которые держит «{ $field }» класса { $class }, растут от дампа к дампу: { $first } вне кучи в первом, { $last } в последнем из { $dumps }.
heap-buffers-grew = Прямые буферы, которые держит «{ $field }» класса { $class }: { $first } вне кучи в первом, { $last } в последнем дампе (всего дампов: { $dumps }); на каждом шаге они росли не одинаково.
heap-field-grows = { $kind ->
    [values] Значения ThreadLocal-переменных класса { $class } растут
    [local] То, что держат локальные переменные потоков { $class }, растёт
    [static] Статическое поле «{ $field }» класса { $class } растёт
    [thread_local] ThreadLocal-переменная «{ $field }» класса { $class } растёт
   *[field] Поле «{ $field }» класса { $class } растёт
} от дампа к дампу: { $first } в первом, { $last } в последнем, дампов { $dumps } (самое большое: { $target }).
heap-field-grew = { $kind ->
    [values] Значения ThreadLocal-переменных класса { $class } удерживают
    [local] Локальные переменные потоков { $class } удерживают
    [static] Статическое поле «{ $field }» класса { $class } удерживает
    [thread_local] ThreadLocal-переменная «{ $field }» класса { $class } удерживает
   *[field] Поле «{ $field }» класса { $class } удерживает
} { $first } в первом и { $last } в последнем дампе, дампов { $dumps } (самое большое: { $target }).
runs-title = loadproof compare: { $run }
runs-worse = { $b } хуже, чем { $a }, при { $load }: { $told }.
runs-no-worse = { $b } не хуже, чем { $a }, при { $load } по показателям: { $figures }.
runs-open = Хуже ли { $b }, чем { $a }, при { $load }, остаётся неясным: { $told }.
runs-nothing-common = { $b } нельзя сравнить с { $a }: нет общей нагрузки, которая у обоих выдержана и достоверна.
runs-all-no-worse = не хуже: { $figures }
runs-unsure = { $figure }: различить { $b } и { $a } нельзя, неизвестно, насколько расходятся одинаковые запуски
runs-standing-worse = хуже
runs-standing-no-worse = не хуже
runs-standing-cannot-tell = не выяснено
runs-section-memory = Где находится память: справочно, в вывод не входит
runs-section-unlike = Что ещё различается
runs-section-unknown = Чего это сравнение не учитывает
runs-one-start = По одному запуску: в их разнице есть и доля машины.
runs-few-starts = Запусков { $a } и { $b }: пока с какой-либо стороны меньше { $needed }, в их разнице есть и доля машины.
runs-earlier = Насколько расходятся одинаковые запуски, взято из других прогонов рядом с базовым (запусков: { $starts }); изменения сервиса между ними увеличивают этот разброс.
runs-lack-earlier = Чтобы узнать, насколько расходятся одинаковые запуски, нужны запуски из других прогонов под той же нагрузкой: { $needed }; в { $directory } их { $starts }.
runs-apart = Прогоны начались с разницей в { $apart }: всё, что изменилось за это время в машине, входит в каждую разницу; в исследовании, которое сравнивает варианты раундами, этого нет.
runs-not-compared = Не сравнивалось: мало запросов или в прогонах прочитано по-разному: { $figures }
runs-invalid-loads = Недостоверных нагрузок в { $run }, которые не сравнивались: { $loads }; почему — скажет loadproof show.
runs-unlike-machine = Машины различаются ({ $facts }): разница может быть из-за них, поэтому ни «хуже», ни «не хуже» не говорится.
runs-unlike-version = Прогоны сделаны loadproof { $a } и { $b }.
runs-unlike-slos = SLO различаются: { $a } и { $b }
runs-unlike-requests = Различаются запросы операций: { $operations }
runs-unlike-shares = Доли операций различаются: время отклика и ошибки взвешены по долям { $run }, а суммарное потребление всех запросов не сравнивается.
runs-unlike-profile = Профили различаются не только операциями и долями: заголовками, телами, проверками, источниками данных, пользователями, сценариями или потоком запросов.
runs-unlike-hold = Нагрузка удерживалась { $a } и { $b }.
runs-operations-alone = Только в { $run } есть операции (не сравнивались): { $operations }
runs-variants-alone = Только в { $run } есть варианты (не сравнивались): { $variants }
ranking-no-start = нет ни одного запуска, а для ранжирования их нужно { $needed }
ranking-one-start = один запуск, а для ранжирования их нужно { $needed }
ranking-two-starts = два запуска, а для ранжирования их нужно { $needed }
ranking-lost-starts = { $lost } из { $starts } запусков не дали значения: { $outcomes }
ranking-lost-start = { $outcome ->
    [drifting] дрейф
    [none_passed] ни одна нагрузка не пройдена
    [undecided] не определено
    [not_run] не проводился
    [invalid] недостоверно
    [coarse] приблизительно
   *[other] { $outcome }
}
ranking-both-bounds = в одном запуске пройдена наибольшая опробованная нагрузка, в другом не пройдена и наименьшая
ranking-alone = сравнить не с чем: у других вариантов мало запусков
cure-late-sends = выделите генератору отдельное ядро или увеличьте число его потоков (--shards)
cure-generator-stalled = выделите генератору своё ядро и не останавливайте ни его, ни его машину во время измерения
cure-starved-by-stand = дайте сервисам меньше ядер (limits, placement: apart) или вынесите генератор на отдельную машину
cure-generator-cpu = дайте генератору больше ядер (--shards) или отдельную машину
cure-descriptors = увеличьте предел открытых файлов (ulimit -n) или обойдитесь меньшим числом соединений (--connections)
cure-ports = расширьте net.ipv4.ip_local_port_range или не закрывайте соединения (keep-alive)
cure-own-errors = смотрите подсказку к виду ошибки: нужно изменить запрос, данные или настройки доверия
cure-own-process-failed = найдите в журнале ядра, что завершило процесс, и повторите прогон; исследование продолжает loadproof run --continue
cure-service-died = найдите в его журнале, почему он завершился; журнал сервиса стенда лежит в каталоге прогона
cure-foreign-load = остановите посторонние процессы на этой машине или примите их как часть среды (--shared-machine)
cure-disturbed-seconds = остановите посторонние процессы на время измерения или примите их как часть среды (--shared-machine)
cure-disturbed = остановите посторонние процессы и повторите ступень или примите их как часть среды (--shared-machine)
cure-foreign-disk = остановите посторонние процессы, занимающие диски этой машины, или дайте сервису свой диск
cure-foreign-memory = остановите посторонние процессы, занимающие память этой машины, или возьмите машину с большей памятью
cure-steal = возьмите машину с выделенными ядрами
cure-machine-speed = возьмите машину с выделенными ядрами или сделайте больше запусков
cure-too-few-samples = держите полку дольше
cure-connection-room = расширьте net.ipv4.ip_local_port_range, возьмите машину с большей памятью или задайте намеренный предел (--connections)
cure-slow-replies = дымовой тест не оценивает время отклика: запустите остальные методы исследования
cure-connection-limit = увеличьте --connections, если предел не задан намеренно
cure-calls-retried = поищите в журнале сервиса падения и перезапуски; если их нет, сделайте его тайм-аут keep-alive больше времени простоя соединений («простой, затем закрыто» в таблице соединений)
cure-probe-skipped = см. текст
cure-readings-failed = освободите исчерпанный ресурс или увеличьте его предел (открытые файлы: ulimit -n)
cure-resource-exhausted = освободите ресурс или увеличьте его предел и повторите прогон
cure-coarse = дайте поиску больше времени (--budget) или запросите меньшую точность (--precision)
cure-littles-law = найдите неудачные и прерванные итерации, паузы, которые зависят от условия, и пользователей, которые ещё подключались: увеличьте ramp и settle
cure-not-recovered = перезапустите сервис и повторите
cure-not-warm = найдите, что ещё меняется, увеличьте warm_up.most или измените нагрузку прогрева (warm_up.rate)
cure-interrupted = повторите прогон до конца
cure-limits = запускайте в своей cgroup (systemd-run --user --scope -p Delegate=yes) или от root
cure-few-descriptors = увеличьте предел открытых файлов (ulimit -n) или уменьшите --connections
cure-foreign-listener = завершите его или дайте сервису другой порт, если он не нужен (нужен, например, прокси контейнера)
cure-insecure-tls = вместо --insecure укажите удостоверяющий центр сертификата (--ca)
cure-saturated-machine = дайте машине больше этого ресурса или испытывайте при меньшей нагрузке
cure-saturated-load-machine = распределите нагрузку по большему числу машин; исследование не оценивает такие секунды с ключом saturated: { "{" }leave_out: [load]{ "}" }
cure-saturated-too-long = распределите нагрузку по большему числу машин и повторите ступень
cure-saturated-start-up = увеличивайте нагрузку медленнее; исследование принимает это с ключом saturated: { "{" }leave_out: [start_up]{ "}" }
cure-shared-machine = уберите --shared-machine (в исследовании shared_machine): тогда секунды, которым помешали другие процессы, не оцениваются
cure-short-secret = возьмите секрет из 6 знаков или длиннее
cure-cut-flows = держите полку дольше, чем длится сценарий, или сократите его паузы
cure-late-iterations = увеличьте интервал между прохождениями или число пользователей, если сервис не должен их замедлять
cure-not-stored = не убирайте каталог прогона, освободите место на его диске и повторите прогон
cure-metrics-not-exported = проверьте, что по адресу --otlp отвечает приёмник OTLP по HTTP с protobuf; все счётчики есть в result.json и run.db
cure-shared-memory = сравнивайте меньше вариантов сразу, дайте им меньше данных или кучи поменьше, либо возьмите машину с большей памятью
cure-not-maintained = исправьте команды обслуживания стенда; они выполняются, пока сервисы работают, а начатое прерванной командой может продолжаться внутри сервера и попасть в чей-то отрезок: ограничьте время и там (statement_timeout)
cure-few-collections = задайте для compare отрезки длиннее (slot) или нагрузку выше, чтобы в каждом раунде было не меньше трёх сборок
cure-idle-work = выясните, что делает вариант, пока его никто не вызывает: это отнимает ресурсы у других в их отрезках
cure-shared-service = дайте каждому варианту собственный сервис в составе стенда: буферы, блокировки и автоочистка переходят от одного варианта к другому
cure-unlike-data = выясните, почему запросы одного варианта завершились ошибкой: он сравнивается уже не на тех данных, что другие
cure-opened-connections = удлините отрезки, держите соединения сервиса открытыми или увеличьте connections: в исследовании
cure-study-generator-cpu = дайте генератору отдельную машину или машину с большим числом ядер
cure-study-connection-room = расширьте net.ipv4.ip_local_port_range, возьмите машину с большей памятью или задайте намеренный предел (connections: в исследовании)
cure-study-connection-limit = увеличьте connections: в исследовании, если предел не задан намеренно
cure-study-coarse = дайте поиску больше времени (budget: у capacity в исследовании) или запросите меньшую точность (precision: там же)
cure-study-descriptors = увеличьте предел открытых файлов (ulimit -n) или обойдитесь меньшим числом соединений (connections: в исследовании)
cure-study-few-descriptors = увеличьте предел открытых файлов (ulimit -n) или уменьшите connections: в исследовании
cure-study-insecure-tls = вместо insecure: true укажите удостоверяющий центр сертификата (tls: {"{"}ca: FILE{"}"} в исследовании)

## Method

rate-unmeasured = { $rate } запросов/с не удалось измерить за { $trials } { $trials ->
    [one] ступень
    [few] ступени
    [many] ступеней
   *[other] ступени
}: { $why }
level-rate-unmeasured = { $level }: не удалось измерить за { $trials } { $trials ->
        [one] ступень
        [few] ступени
        [many] ступеней
       *[other] ступени
    }: { $why }
search-out-of-trials = поиск не завершился за { $trials } { $trials ->
    [one] ступень
    [few] ступени
    [many] ступеней
   *[other] ступени
}
search-out-of-load = поиск не завершился за { $load } нагрузки
search-interrupted = прервано
search-not-back = { $why } ({ $rate } запросов/с), которую прежде выдерживал
level-search-not-back = { $why } ({ $level }), которых прежде выдерживал
search-not-recovered = сервис не восстановился: { $why }
search-slower-at-rest = сервис замедлился за время поиска: при { $rate } запросов/с медиана выросла с { $before } до { $after } и не вернулась
level-search-slower-at-rest = сервис замедлился за время поиска: при нагрузке { $level } медиана выросла с { $before } до { $after } и не вернулась
search-capacity-fell = сервис замедлялся во время поиска: максимальная производительность упала примерно с { $before } до { $after } запросов/с
level-search-capacity-fell = сервис замедлялся во время поиска: максимальная производительность была примерно { $before }, стала { $after }
search-none-confirmed = ни одно подтверждение из { $confirmations } не пройдено, последнее — при { $rate } запросов/с
level-search-none-confirmed = ни одно подтверждение из { $confirmations } не пройдено, последнее: { $level }
search-lowest-refused = наименьшая нагрузка, { $rate } запросов/с, не пройдена на двух ступенях: { $why }
level-search-lowest-refused = наименьшая нагрузка, { $level }, не пройдена на двух ступенях: { $why }
search-lowest-refused-later = наименьшая нагрузка, { $rate } запросов/с, не пройдена на одной из следующих ступеней, хотя сначала была пройдена: { $why }
level-search-lowest-refused-later = наименьшая нагрузка, { $level }, не пройдена на одной из следующих ступеней, хотя сначала была пройдена: { $why }
capacity-below-failed = { $rate } запросов/с: все SLO соблюдены на подтверждении { $held }; { $ceiling } запросов/с не пройдены: { $why }
level-capacity-below-failed = { $level }: все SLO соблюдены на подтверждении { $held }; не пройдено: { $ceiling }: { $why }
capacity-below-open = { $rate } запросов/с: все SLO соблюдены на подтверждении { $held }; для { $ceiling } запросов/с это не показано: { $why }
level-capacity-below-open = { $level }: все SLO соблюдены на подтверждении { $held }; для нагрузки { $ceiling } это не показано: { $why }
capacity-at-most-tried = { $rate } запросов/с: все SLO соблюдены на подтверждении { $held }, поиск закончился, не дойдя до непройденной нагрузки
level-capacity-at-most-tried = { $level }: все SLO соблюдены на подтверждении { $held }, поиск закончился, не дойдя до непройденной нагрузки
capacity-at-most-allowed = { $rate } запросов/с: все SLO соблюдены на подтверждении { $held }, более высокая нагрузка не разрешена
level-capacity-at-most-allowed = { $level }: все SLO соблюдены на подтверждении { $held }, более высокая нагрузка не разрешена
capacity-width = максимальная производительность известна с точностью { $width }, а требовалось { $asked }
littles-law-differs = по закону Литтла пользователей { $by_law }, это отличается на { $difference } от { $users } присутствовавших; сильнее всего — сценарий { $flow }: { $rate } итераций/с, цикл { $cycle } с
capacity-unconfirmed = ни одна нагрузка не подтверждена; { $width }
level-capacity-unconfirmed = ни одна нагрузка не подтверждена; { $width }
confirm-found-nothing = поиск не нашёл максимальной производительности, подтверждать нечего
soak-found-nothing = поиск не нашёл максимальной производительности, от которой берётся доля
soak-no-trends = тренды не оценивались
metric-recovery = восстановление после всплеска
spike-recovered = возврат к исходному уровню через { $after } после всплеска
spike-not-recovered = возврата к исходному уровню нет за { $held } после всплеска
spike-unsteady = за { $held } после всплеска окна выше исходного уровня появляются и исчезают; нужны более долгие before и after
spike-few-calls = { $calls } запросов за { $window } мало, чтобы увидеть восстановление: нужно не менее { $needed }
spike-baseline-disturbed = другие процессы или остановки генератора мешали больше половины { $held } до всплеска
spike-recovery-disturbed = другие процессы или остановки генератора мешали восстановлению
spike-unmeasured = ни один из { $trials } { $trials ->
        [one] всплеска
       *[other] всплесков
    } не удалось измерить: { $why }
spike-baseline-failed = SLO нарушен на исходном уровне, до всплеска: { $why }
spike-failed = всплеск { $spike } из { $of }: { $why }
spike-measured = измерено { $spikes } из { $of } { $of ->
        [one] всплеска
       *[other] всплесков
    }
spike-once = у одного всплеска нет интервала; повторите его не менее 3 раз
spike-too-slow = 95-процентный интервал среднего выше { $limit }
spike-near-limit = 95-процентный интервал среднего включает { $limit }; больше всплесков сузят его
plateau-rate = { $rate } запросов/с
plateau-failed = { $rate } запросов/с не пройдено: { $why }
plateau-unjudged = оценить { $rate } запросов/с не удалось: { $why }
plateau-users = { $users } пользователей
plateau-users-failed = { $users } пользователей: не пройдено: { $why }
plateau-users-unjudged = { $users } пользователей: оценить не удалось: { $why }
plateaus-passed-above = пройдено, хотя меньшая нагрузка не пройдена: { $rates }
plateaus-unjudged = оценить не удалось: { $rates }
plateaus-not-run = после этого не запускались: { $rates }
plateau-service-died = сервис «{ $service }» упал
round-measured = засчитано циклов { $counted } из { $cycles }, прогревочных до них — { $warm }
round-disturbed = ни один цикл из { $cycles } не прошёл без помех
round-with-deaths = упал сервис: { $variants }
round-never-steady = раунд { $round }: после { $cycles } циклов прогрева затраты на запрос всё ещё падали на 2 % за цикл или больше — стабильный режим не наступил
round-of-disturbed-cycles = раунд { $round }: засчитано циклов { $counted } из { $cycles }, из них с помехами посторонних — { $disturbed }: спокойнее не было
round-opened-connections = раунд { $round }: соединения варианта { $variant } открывались в оцениваемые секунды, таких отрезков { $slots }
round-few-collections = { $variant }: в учтённых отрезках меньше трёх больших (major) сборок мусора, таких раундов { $few } из { $rounds } (наименьшее число сборок — { $least }): память и паузы при этом мало что значат
round-idle-work = { $variant } без нагрузки занимал до { $cores } ядра
round-not-maintained = раунд { $round }: вариант { $variant } не был обслужен между циклами: { $what }
round-unlike-data = раунд { $round }: у одного варианта выполнено пишущих запросов { $least }, у другого — { $most }
overhead-cell = { $level } при { $rate } запросов/с
overhead-with-death = сервис упал
overhead-never-steady = { $variant }, запуск { $start }: после { $cycles } циклов прогрева затраты на запрос всё ещё падали на 2 % за цикл или больше — стабильный режим не наступил
overhead-of-disturbed-cycles = { $variant }, запуск { $start }: засчитано циклов { $counted } из { $cycles }, из них с помехами посторонних — { $disturbed }: спокойнее не было
overhead-opened-connections = { $variant }, запуск { $start }: соединения открывались в оцениваемые секунды отрезков; таких отрезков — { $slots }
comparison-follows-machine = различие { $a } и { $b } ({ $metric }) менялось вместе с машиной: раундов — { $rounds }, корреляция { $correlation }, скорость машины между раундами различалась до { $ratio } раз. На другой машине или в другое время различие будет иным

## Findings

the-cause-oom-killed = завершение процесса ядром (OOM) на пределе памяти
the-cause-died = падение сервиса
the-cause-refused = отказы в соединении
the-cause-tls-failed = ошибки установления TLS
the-cause-reset = закрытые сервисом соединения
the-cause-error-status = ответы с кодами ошибок
the-cause-redirect = перенаправления
the-cause-failed-check = непройденные проверки ответов
the-cause-missing-extraction = ответы без извлекаемого значения
the-cause-unreadable-reply = ответы, которые не удаётся прочитать
the-cause-request-data = данные, непригодные для запроса
the-cause-other-errors = ошибки других видов
the-cause-timeouts = запросы, на которые не пришёл ответ вовремя
the-cause-generator-short = нехватка ресурсов генератора
the-cause-database-temporary-space = заполненное пространство временных файлов базы данных
the-cause-database-lock = ожидание блокировок в базе данных
the-cause-throttled = квота CPU
the-cause-cpu-limit = CPU сервиса
the-cause-gc-pauses = паузы сборщика мусора
the-cause-stood-still = остановки сервиса
the-cause-stopped-answering = сервис, который больше не отвечает
the-cause-memory-growth = рост памяти
the-cause-memory-limit = предел памяти
the-cause-heap-holder = то, что удерживает кучу
the-cause-descriptor-growth = рост числа дескрипторов
the-cause-connection-growth = рост числа соединений
the-cause-thread-growth = рост числа потоков
the-cause-database-abandoned = SQL-запросы, брошенные клиентами
the-cause-database-missing-index = таблица, которую читают целиком ради немногих строк
the-cause-database-join-order = порядок соединений, закрытый пределами планировщика
the-cause-database-jit = JIT-компиляция SQL-запросов
the-cause-database-temporary-tables = временные таблицы базы данных
the-cause-database-checkpoints = частые контрольные точки базы данных
the-cause-disk-busy = диск
the-cause-database-sessions = очередь сеансов базы данных к процессорам
the-cause-database-bound = база данных
the-cause-database-connections = соединения с базой данных
the-cause-redis-thread = единственный поток Redis
the-cause-pool-queue = пул соединений с базой данных
the-cause-threads-blocked = потоки, ждущие блокировки
the-cause-hot-lock = блокировка, которой ждут потоки
the-cause-one-core = работа на одном ядре
the-cause-stand-saturates = стенд, занимающий всю машину
the-cause-host-cpu = процессоры машины
the-cause-machine-saturated = исчерпанная машина
the-cause-steal = время CPU, отнятое гипервизором
the-cause-thread-queue = потоки, отвечающие на запросы
the-cause-connection-limit = предел соединений генератора
the-cause-queueing = очередь не к CPU
the-cause-knee = перелом времени отклика
cause-oom-killed = завершение на пределе памяти (OOM)
cause-died = падение сервиса
cause-refused = отказы в соединении
cause-tls-failed = ошибки TLS
cause-reset = закрытые соединения
cause-error-status = коды ошибок
cause-redirect = перенаправления
cause-failed-check = непройденные проверки
cause-missing-extraction = нет извлекаемого значения
cause-unreadable-reply = нечитаемые ответы
cause-request-data = данные запроса
cause-other-errors = другие ошибки
cause-timeouts = тайм-ауты
cause-generator-short = генератор
cause-database-temporary-space = заполнено место временных файлов
cause-database-lock = ожидание блокировок
cause-throttled = квота CPU
cause-cpu-limit = CPU сервиса
cause-gc-pauses = паузы сборки мусора
cause-stood-still = остановки
cause-stopped-answering = больше не отвечает
cause-memory-growth = рост памяти
cause-memory-limit = предел памяти
cause-heap-holder = удержание кучи
cause-descriptor-growth = рост числа дескрипторов
cause-connection-growth = рост числа соединений
cause-thread-growth = рост числа потоков
cause-database-abandoned = брошенные SQL-запросы
cause-database-missing-index = нет индекса
cause-database-join-order = порядок соединений
cause-database-jit = JIT-компиляция
cause-database-temporary-tables = временные таблицы
cause-database-checkpoints = контрольные точки
cause-disk-busy = диск
cause-database-sessions = очередь сеансов к процессорам
cause-database-bound = база данных
cause-database-connections = соединения с базой
cause-redis-thread = поток Redis
cause-pool-queue = пул соединений
cause-threads-blocked = заблокированные потоки
cause-hot-lock = горячая блокировка
cause-one-core = одно ядро
cause-stand-saturates = стенд занимает всю машину
cause-host-cpu = процессоры машины
cause-machine-saturated = исчерпанная машина
cause-steal = отнятое время CPU
cause-thread-queue = рабочие потоки
cause-connection-limit = соединения генератора
cause-queueing = очередь не к CPU
cause-knee = перелом времени отклика
evidence-unit-none = { "" }
evidence-unit-percent = %
evidence-unit-milliseconds = мс
evidence-unit-seconds = с
evidence-unit-per-second = запросов/с
evidence-unit-per-hour = /ч
evidence-unit-cores = ядра
evidence-unit-mebibytes = МиБ
evidence-unit-mebibytes-per-second = МиБ/с
evidence-unit-mebibytes-per-hour = МиБ/ч
evidence-unit-calls = запросов
evidence-unit-connections = соединений
evidence-unit-sessions = сеансов
evidence-unit-threads = потоков
evidence-unit-descriptors = дескрипторов
figure-per-second = { $number } запросов/с
figure-mebibytes-per-second = { $number }/с
figure-per-hour = { $number }/ч
figure-mebibytes-per-hour = { $number }/ч
figure-calls = { $number } { $number ->
    [one] запрос
    [few] запроса
    [many] запросов
   *[other] запроса
}
figure-connections = { $number } { $number ->
    [one] соединение
    [few] соединения
    [many] соединений
   *[other] соединения
}
figure-sessions = { $number } { $number ->
    [one] сеанс
    [few] сеанса
    [many] сеансов
   *[other] сеанса
}
figure-threads = { $number } { $number ->
    [one] поток
    [few] потока
    [many] потоков
   *[other] потока
}
figure-descriptors = { $number } { $number ->
    [one] дескриптор
    [few] дескриптора
    [many] дескрипторов
   *[other] дескриптора
}
beside-passed = { " " }(на пройденной ступени { $trial } при { $rate } запросов/с: { $figure })
beside-passed-at-most = { " " }(на пройденной ступени { $trial } при наибольшей достижимой нагрузке: { $figure })
beside-before = { " " }(на пройденной ступени: { $figure })
hypothesis-among-others = { $hypothesis } Другие гипотезы об этой ступени иные: { $others }; начните с самой сильной, первой.
killed-for-memory = Ядро завершило процессы сервиса { $service } из-за нехватки памяти: { $times } { $times ->
    [one] раз
    [few] раза
    [many] раз
   *[other] раза
}.
died-during-trial = Во время ступени { $event }.
calls-refused = { $share } запланированных запросов не получили соединения (отказано, или его не удалось установить).
calls-tls-failed = { $share } запланированных запросов не установили TLS-соединение ({ $kinds }).
calls-reset = { $share } запланированных запросов потеряли соединение (сброшено или закрыто до конца ответа).
calls-timeouts = { $share } запланированных запросов отправлены и не получили ответа до тайм-аута.
calls-answered-with-errors = На { $share } запланированных запросов пришёл ответ с неожиданным кодом состояния ({ $statuses }).
calls-redirect = { $share } запланированных запросов получили перенаправление ({ $kinds }).
calls-failed-check = { $share } запланированных запросов получили ответ, не прошедший проверку ({ $kinds }).
calls-missing-extraction = { $share } запланированных запросов получили ответ без извлекаемого значения ({ $kinds }).
calls-unreadable-reply = { $share } запланированных запросов получили ответ, который не удаётся прочитать ({ $kinds }).
calls-request-data = { $share } запланированных запросов не отправлены: их данные непригодны для запроса ({ $kinds }).
calls-other-errors = { $share } запланированных запросов завершились ошибками других видов ({ $kinds }).
error-kind-counted = { $kind } { $calls } ({ $share })
error-kind-detailed = { $error }: { $details }
error-expected = ожидалось: { $expected }
error-reply = получено: { $reply }
error-hint-timeout = Выясните, почему сервис отвечает медленно, или снизьте нагрузку; сколько может длиться запрос, задаёт --timeout (timeout в профиле)
error-hint-refused = На этом адресе и порту соединения не принимаются. Проверьте URL; если на другие запросы ответы были, поищите в журнале сервиса перезапуск или предел числа соединений
error-hint-connect-failed = До цели нет пути. Проверьте адрес, маршрут и межсетевые экраны между этой машиной и целью
error-hint-closed = Сервис или прокси перед ним закрыл соединения. Посмотрите их журналы, пределы числа соединений и keep-alive
error-hint-reused-connection = Сервис или прокси перед ним закрыл повторно используемые соединения до ответа. Если они простаивали примерно столько, сколько его тайм-аут keep-alive («простой, затем закрыто» в таблице соединений), увеличьте этот тайм-аут; иначе поищите в журнале падения и перезапуски. Повторно отправляются GET, HEAD, OPTIONS, PUT, DELETE, TRACE и запросы с Idempotency-Key, остальные — нет
error-hint-garbage = Порт отвечает не по HTTP/1. Проверьте порт и схему в URL
error-hint-too-large = Заголовок или тело ответа больше, чем читает loadproof. Запросите ресурс меньшего размера
error-hint-bad-extract = JSON-путь требует на этом ответе слишком много шагов. Запишите путь без «..» и фильтров
error-hint-encoding = Тело закодировано (Content-Encoding), и проверка не может его прочитать. Уберите из запроса заголовок Accept-Encoding
error-hint-charset = Тело не в UTF-8, и проверка не может его прочитать. Пусть сервис отвечает в UTF-8, или проверяйте код состояния, заголовок либо размер
error-hint-redirect = Нагружайте URL, на который ведёт перенаправление, или примите перенаправления: --expect 3xx (expect: 3xx в профиле)
error-hint-request-data = В значении источника данных есть символы, недопустимые на этом месте запроса, например перевод строки. Исправьте данные или закодируйте их
error-hint-tls-expected = Порт работает по TLS. Укажите в URL https://
error-hint-tls-not-spoken = Порт не работает по TLS. Укажите в URL http:// или порт, который работает по TLS
error-hint-tls-closed = Цель закрыла соединение во время установления TLS. Поищите причину в её журнале: версии TLS, предел числа соединений
error-hint-tls-unknown-issuer = Сертификат выдан не доверенным центром. Укажите сертификат центра: --ca (tls: ca в профиле), или принимайте любой сертификат: --insecure
error-hint-tls-expired = Срок действия сертификата цели истёк. Обновите его или принимайте любой сертификат: --insecure (tls: insecure в профиле)
error-hint-tls-not-yet-valid = Сертификат цели ещё не действует. Проверьте его даты и часы этой машины
error-hint-tls-wrong-name = Сертификат выдан на другие имена. Укажите одно из них в URL или в tls: server_name профиля
error-hint-tls-ca-certificate = Цель предъявляет как свой сертификат удостоверяющего центра (CA:TRUE). Укажите PEM-файл именно этого сертификата: --ca (tls: ca в профиле), выпустите сертификат с basicConstraints=CA:FALSE или принимайте любой сертификат: --insecure (tls: insecure)
error-hint-certificate-rejected = Сертификат цели отклонён. Посмотрите его командой openssl s_client или принимайте любой сертификат: --insecure (tls: insecure в профиле)
error-hint-tls-client-certificate = Цель требует клиентский сертификат, а loadproof пока не умеет его отправлять. Нагружайте адрес, где он не требуется
error-hint-tls-unknown-host = Цель не знает этого имени (SNI). Укажите имя, которое она обслуживает, в URL или в tls: server_name профиля
error-hint-tls-protocol-version = Цель не поддерживает ни TLS 1.2, ни TLS 1.3. Включите на ней одну из этих версий
error-hint-tls-no-common-cipher = У цели и loadproof нет общего набора шифров. Включите на цели набор ECDHE с AES-GCM или ChaCha20
error-hint-tls-no-http1 = Цель не принимает HTTP/1.1 (ALPN). Включите на ней HTTP/1.1
error-hint-tls-failed = Посмотрите, как устанавливается TLS, командой openssl s_client -connect HOST:PORT и в журнале цели
error-hint-status = Если код состояния верен, примите его: --expect (expect в профиле)
error-hint-status-credentials = Сервис отклонил учётные данные или не получил их. Передайте их заголовком или ключом auth профиля
error-hint-status-path = Сервис не знает такого пути или метода. Проверьте запрос
error-hint-status-limit = Сервис или прокси перед ним ограничивает клиентов. Поднимите предел для этого клиента или снизьте нагрузку
error-hint-status-request = Сервис отклоняет запрос. Сравните его с запросом, который проходит, например через curl -v
error-hint-status-service = Посмотрите журналы сервиса и прокси перед ним за время этих ответов
error-hint-check = Сравните ответ с тем, чего ждёт проверка; исправьте запрос, проверку или сервис
error-hint-check-time = Выясните, почему сервис отвечает медленно, или поднимите предел в этой проверке
error-hint-extract = Значения нет в ответе. Исправьте извлечение или запрос либо задайте значение по умолчанию (default)
error-hint-other = Эта версия loadproof не знает такого вида ошибок. Постройте отчёт той версией, которая провела прогон
nothing-listened = Некоторое время порт никто не слушал: сервис перезапустился или под нагрузкой закрыл слушающий сокет.
test-watch-for-restart = Поищите перезапуск в журнале сервиса и повторите ступень, наблюдая за номером его процесса.
connections-closed-under-load = Сервис или прокси перед ним под нагрузкой закрывает соединения: предел соединений или пула.
test-raise-connection-limit = Увеличьте этот предел и повторите ступень: доля таких запросов должна снизиться.
memory-near-limit = Память сервиса { $service } достигла { $peak }, { $share } от предела { $limit }{ $beside }.
memory-grew = Память сервиса { $service } выросла на { $growth } за { $over }{ $outlook }.
live-set-grew = Объём живых объектов сервиса { $service } вырос на { $growth } за { $over }{ $outlook }.
growth-reaches-limit = ; при таком росте предел { $limit } будет достигнут ещё через { $left }
service-leaks = В сервисе { $service } утечка памяти, либо заполняется куча или кэш, ещё не достигшие своего размера.
test-soak-for-leak = Подержите пройденную нагрузку долго (тест надёжности): куча или кэш перестанут расти, утечка — нет. Затем сравните два дампа кучи.
memory-rises-along-line = Память сервиса { $service } линейно растёт на { $pace } в час (от { $low } до { $high }), с { $begin } до { $end }{ $outlook }.
live-set-rises-along-line = Объём живых объектов сервиса { $service } линейно растёт на { $pace } в час (от { $low } до { $high }), с { $begin } до { $end }{ $outlook }.
memory-full-after = ; при таком темпе память заполнится через { $about } после конца ступени (от { $least } до { $most })
test-heap-dumps = Снимите при этой нагрузке несколько дампов кучи с промежутком во времени и сравните их: то, чего каждый раз больше, хранится вечно.
holds-ever-more = { $what ->
    [descriptors] У сервиса { $service } открыто всё больше дескрипторов
    [threads] У сервиса { $service } всё больше потоков
    [sessions] У базы данных { $service } всё больше сеансов
   *[connections] Сервис { $service } держит всё больше соединений своего пула
}: вначале { $begin }, в конце { $end }, рост линейный за { $over } ({ $pace } в час){ $outlook }.
not-given-back = { $what ->
    [descriptors] Сервис { $service } открывает файлы или соединения и не закрывает их.
    [threads] Сервис { $service } запускает потоки, которые не завершаются.
    [sessions] Клиент базы данных { $service } открывает соединения и не закрывает их.
   *[connections] Сервис { $service } берёт соединения из своего пула и не возвращает их.
}
test-what-grows = { $what ->
    [descriptors] Дважды с промежутком в несколько минут перечислите их при этой нагрузке (ls -l /proc/PID/fd): по тому, чего стало больше, видно, кто их открывает.
    [threads] Снимите при этой нагрузке два дампа потоков с промежутком в несколько минут: имена, которых стало больше, говорят, кто их запускает.
    [sessions] Дважды с промежутком в несколько минут сгруппируйте pg_stat_activity по application_name и state: по тому, чего стало больше, видно, кто их открывает.
   *[connections] Пусть пул пишет в журнал соединения, занятые слишком долго (leakDetectionThreshold в HikariCP): так видно, кто их взял.
}
want-of-memory-slows = Сервис { $service } замедляется из-за нехватки памяти: сборка мусора или повторное чтение страниц.
test-raise-memory-limit = Увеличьте предел памяти в полтора раза и повторите ступень: пройденная нагрузка должна вырасти.
was-throttled = Сервис { $service } ограничивался квотой CPU (throttling) в { $share } периодов планирования{ $beside }.
cpu-at-limit = Сервис { $service } использовал { $cores }, { $share } { $allowed }{ $beside }.
cpu-of-one-allowed = от единственного разрешённого CPU
cpu-of-allowed = от разрешённых { $cpus } CPU
cpu-of-busy-cores = тех ядер машины, что были всё время заняты
cpu-of-one-core = Сервис { $service } использовал { $cores } из разрешённых { $allowed }, то есть одно ядро целиком{ $beside }.
quota-holds-up = Квота CPU сервиса { $service } задерживает запросы: они ждут следующего периода.
needs-more-cpu = Сервису { $service } на запрос нужно больше CPU, чем ему выделено.
test-more-cpus = Дайте ему в полтора раза больше CPU и повторите ступень: пройденная нагрузка должна вырасти вместе с ними.
one-thread-works = Работу сервиса { $service } выполняет один поток, например цикл событий с глобальной блокировкой.
test-second-process = Посмотрите на CPU его потоков во время ступени или запустите второй его процесс и повторите.
machine-was-saturated = На машине { $machine } ресурс «{ $resource }» был исчерпан в { $share } оценённых секунд.
calls-wait-for-machine = Запросы ждут ресурс «{ $resource }» машины { $machine }.
test-larger-resource = Дайте машине { $machine } больше этого ресурса ({ $resource }) или перенесите часть её работы на другую машину и повторите: пройденная нагрузка должна вырасти.
machine-was-busy = Процессоры машины были заняты { $share } времени{ $beside }.
stand-saturates = Стенд занимает всю машину: его сервисы использовали { $used } из { $cores }.
stand-needs-machine = Стенду нужно больше CPU, чем есть у машины, и генератору остаётся слишком мало.
test-larger-machine = Дайте стенду машину с бо́льшим числом ядер и повторите: пройденная нагрузка должна вырасти.
stand-and-generator-need-machine = Стенду и генератору вместе нужно больше CPU, чем есть у машины.
test-generator-elsewhere = Вынесите генератор на отдельную машину и повторите: пройденная нагрузка должна вырасти.
others-take-machine = CPU машины занимают процессы, не относящиеся ни к стенду, ни к генератору.
test-stop-others = Остановите посторонние процессы на машине и повторите ступень.
cpu-stolen = Гипервизор забрал { $share } процессорного времени.
gc-paused = Сервис { $service } стоял { $share } времени из-за пауз сборщика мусора{ $beside }.
gc-holds-up = Запросы сервиса { $service } задерживает сборщик мусора: куча мала для этой нагрузки.
test-double-heap = Увеличьте кучу вдвое и повторите ступень: доля пауз должна снизиться, а пройденная нагрузка вырасти.
gc-share-rose = Доля времени, на которое сборщик мусора останавливает сервис { $service }, выросла с { $begin } до { $end } за { $over }.
heap-fills-up = Свободной кучи у сервиса { $service } всё меньше: растёт объём живых объектов, либо каждый запрос выделяет больше памяти.
test-live-set = Подержите нагрузку дольше и посмотрите на объём живых объектов: если он растёт, сравните два дампа кучи; если нет, с большей кучей доля снизится.
disk-was-busy = Диск { $disk } был занят { $share } времени{ $beside }.
cores-idle-for-disk = Ядра машины простаивали в ожидании диска { $share } времени{ $beside }.
calls-wait-for-disk = Запросы ждут диск, который занят сервисом { $service }: он пишет или синхронизирует данные на каждый запрос.
test-faster-disk = Перенесите его данные на более быстрый диск или в память (tmpfs) либо синхронизируйте несколько запросов сразу и повторите: пройденная нагрузка должна вырасти.
sessions-wait = Из { $active } { $active ->
    [one] активного сеанса
    [few] активных сеансов
    [many] активных сеансов
   *[other] активных сеансов
} базы { $database } { $share } в среднем ждали, большинство — { $wait }{ $beside }.
database-wait-lock = блокировку другой транзакции
database-wait-lwlock = внутреннюю блокировку базы данных
database-wait-io = диск
database-wait-other = что-то другое внутри базы данных
database-holds-up-by-waits = Запросы задерживает база { $database }: её сеансы ждут { $wait }.
test-take-waits-away = Посмотрите на события ожидания её сеансов при этой нагрузке, уберите то, что они называют (другой набор данных, synchronous_commit off, меньше пишущих), и повторите: пройденная нагрузка должна вырасти.
statement-took = SQL-запрос в базе { $database } занимал в среднем { $time }{ $beside }; активных сеансов в среднем: { $active }.
database-holds-up-by-work = Запросы задерживает база { $database }: SQL-запрос выполняется дольше, чем при пройденной нагрузке.
test-speed-up-statements = Дайте базе данных в полтора раза больше CPU или разберите её SQL-запросы через EXPLAIN (ANALYZE, BUFFERS) и повторите: время SQL-запроса должно снизиться, а пройденная нагрузка вырасти.
connections-taken = Занято { $taken } из { $limit } соединений, которые допускает база данных { $database }{ $beside }; ещё { $refused } она отклонила.
database-lacks-connections = Вызовы задерживает база данных { $database }: у неё не осталось свободных соединений.
test-more-connections = Увеличьте max_connections или уменьшите пулы и повторите; выдерживаемая нагрузка должна вырасти.
temporary-space-full = Во временном табличном пространстве { $tablespace } базы данных { $database } в худший момент было свободно лишь { $free } из { $size }; откатывалось транзакций в секунду: { $rollbacks }.
temporary-space-ran-out = Временное пространство { $tablespace } базы данных { $database } исчерпывается: SQL-запросы, которым нужна временная таблица или файл сортировки, завершаются ошибкой (SQLSTATE 53100), остальные выполняются.
test-larger-temporary-space = Найдите сеанс, который заполняет { $tablespace } (временные таблицы в pg_class, файлы в pg_ls_tmpdir()), увеличьте табличное пространство или добавьте второе в temp_tablespaces и повторите: откаты должны исчезнуть.
sessions-wait-for-locks = В базе данных { $database } сеансов, одновременно ждущих блокировку другой транзакции, в среднем { $waiting }, это { $share } активных{ $beside }.
idle-transaction-holds-locks = Клиент базы данных { $database } держит транзакцию открытой и ничего в ней не выполняет (idle in transaction), а другие сеансы ждут её блокировок.
transactions-hold-locks = Транзакции базы данных { $database } долго удерживают блокировки, и другие ждут тех же строк или таблиц.
test-end-idle-transaction = Пусть клиент завершает транзакцию до других действий, или задайте idle_in_transaction_session_timeout, и повторите: ожидающие сеансы должны исчезнуть.
test-shorter-locks = Завершайте транзакцию сразу после SQL-запроса, который берёт блокировку, берите блокировки в одном порядке или ускорьте первый SQL-запрос (EXPLAIN (ANALYZE, BUFFERS)) и повторите: ждать должно меньше сеансов.
injection-holds-locks = Эмуляция проблемы { $injection } (loadproof) держит блокировки, и сеансы базы данных { $database } ждут их.
test-without-injection = Повторите ступень без эмуляции проблемы { $injection }: ожидающие сеансы должны исчезнуть.
statements-abandoned = В базе данных { $database } { $statements ->
    [one] { $statements } SQL-запрос продолжал
    [few] { $statements } SQL-запроса продолжали
    [many] { $statements } SQL-запросов продолжали
   *[other] { $statements } SQL-запроса продолжали
} выполняться после того, как клиент закрыл соединение, самый долгий — { $oldest }: это { $share } активных сеансов.
abandoned-statements-take = SQL-запросы, результата которых никто не ждёт, отнимают у остальных процессоры, память и блокировки базы данных { $database }.
test-end-abandoned = Завершите их через pg_terminate_backend, задайте client_connection_check_interval (PostgreSQL 14 и новее) или statement_timeout и повторите: активных сеансов должно стать меньше.
table-read-whole = Таблицу { $table } базы данных { $database } читали целиком { $scans } раз/с, каждый раз по { $rows } строк; этот SQL-запрос занял { $share } времени выполнения.
table-read-whole-unnamed = Таблицу { $table } базы данных { $database } читали целиком { $scans } раз/с, каждый раз по { $rows } строк; каким SQL-запросом, неизвестно.
table-lacks-index = Ни один индекс таблицы { $table } базы данных { $database } не подходит к этому условию: ради немногих строк её читают целиком.
test-index = Посмотрите EXPLAIN (ANALYZE, BUFFERS) этого SQL-запроса: фильтр чтения { $table } показывает, какие столбцы нужны в индексе. Создайте индекс и повторите: чтения таблицы целиком должны исчезнуть.
join-order-limited = Планировщик базы данных { $database } оценивает SQL-запрос, который соединяет таблицы ({ $joined }), в { $cost }, а если может переставить их все — в { $reordered }; join_collapse_limit равен { $join_limit }, from_collapse_limit — { $from_limit }.
limits-forbid-order = Пределы планировщика базы данных { $database } оставляют селективное соединение в конце, там, где оно стоит в тексте SQL-запроса.
test-collapse-limits = Задайте join_collapse_limit и from_collapse_limit равными { $value }, а geqo_threshold больше, для одного сеанса (SET), сравните EXPLAIN (ANALYZE) и время планирования, затем повторите.
jit-took = JIT-компиляция заняла { $share } времени выполнения в базе данных { $database }, а у одного SQL-запроса { $compiled } из { $executed } на вызов.
jit-does-not-pay = JIT-компиляция обходится SQL-запросам базы данных { $database } дороже, чем экономит: они для неё слишком короткие.
test-jit-off = Задайте jit = off для роли или базы данных либо jit_above_cost больше стоимости этих SQL-запросов и повторите: их время должно снизиться.
test-jit-above-cost = Задайте jit = off для роли или базы данных либо jit_above_cost больше { $cost }, стоимости этих SQL-запросов, и повторите: их время должно снизиться.
temporary-tables-made = База данных { $database } создавала { $created } таблиц, индексов и таблиц TOAST в секунду, { $per_transaction } на транзакцию{ $beside }: каждая — отдельный файл, каким бы ни был temp_buffers.
temporary-tables-spill = Временные таблицы базы данных { $database } не поместились в temp_buffers: { $spilled } в секунду уходило в их файлы, а эти SQL-запросы заняли { $share } времени выполнения.
temporary-tables-cost = База данных { $database } занята созданием и удалением временных таблиц: каждая пишет в системный каталог и создаёт файлы.
temporary-tables-outgrow = Временные таблицы базы данных { $database } больше temp_buffers и нагружают её диск.
test-fewer-temporary-tables = Вынесите temp_tablespaces на другой диск или в память (tmpfs) либо очищайте временные таблицы (DELETE, TRUNCATE) и используйте их повторно, и повторите: время SQL-запросов должно снизиться.
test-temp-buffers = Увеличьте temp_buffers сверх размера этих таблиц, насколько позволяет память всех сеансов, или вынесите temp_tablespaces на другой диск и повторите: записываться должно меньше.
checkpoints-requested = База данных { $database } выполняла контрольную точку каждые { $between } из-за роста WAL: { $written } в секунду.
checkpoints-write-twice = Контрольные точки базы данных { $database } идут одна за другой: каждая заново записывает все изменённые блоки, а первое изменение блока после неё пишет в WAL весь блок.
test-wal-size = Задайте max_wal_size не меньше { $size } — столько WAL пишется при этой нагрузке от одной контрольной точки по времени до следующей — и повторите: контрольные точки по объёму WAL должны исчезнуть, а WAL — уменьшиться.
test-larger-wal = Увеличьте max_wal_size и повторите: контрольные точки по объёму WAL должны исчезнуть, а WAL — уменьшиться.
sessions-queue-for-processors = В базе данных { $database } в среднем работало сеансов одновременно: { $working }{ $beside }; процессоров: { $processors }.
sessions-work-longer = В базе данных { $database } в среднем работало сеансов одновременно: { $working }{ $beside }; время работы сеанса на одну транзакцию больше, чем на пройденной ступени, в { $times } раза.
database-lacks-processors = Сеансы базы данных { $database } стоят в очереди к её процессорам: каждый SQL-запрос выполняется во столько раз дольше, сколько сеансов приходится на процессор.
test-lighter-statements = Облегчите SQL-запрос, который работает больше всех (EXPLAIN (ANALYZE, BUFFERS)), допускайте меньше одновременных (меньший пул) или дайте базе данных больше процессоров и повторите: одновременно работать должно меньше сеансов.
sessions-at-limit = В базе данных { $database } сеансов в среднем { $sessions }, самое большее { $most }, а допустимо { $limit }{ $beside }; следующему клиенту она отказывает.
test-smaller-pools = Большинство этих сеансов бездействует: уменьшите пулы клиентов или поставьте перед базой данных пулер соединений и повторите: отказов быть не должно.
redis-thread-saturated = Единственный поток сервера Redis { $database }, который выполняет команды, занял { $share } ядра{ $beside }.
redis-holds-up = Вызовы задерживает сервер Redis { $database }: он выполняет команды по одной.
test-fewer-commands = Отправляйте на каждый вызов меньше команд или более дешёвые (MGET, конвейер) либо распределите ключи по нескольким серверам и повторите; выдерживаемая нагрузка должна вырасти.
calls-wait-for-pool = В сервисе { $service } соединения из пула ждали в среднем { $calls }{ $beside }.
pool-small = Пул сервиса { $service } мал для этой нагрузки, либо база данных долго держит его соединения: запросы ждут соединения при свободном CPU.
test-double-pool = Увеличьте пул вдвое, насколько позволяет база данных, и повторите ступень: если пройденная нагрузка вырастет, пул был мал; если вместо этого вырастет время SQL-запроса, дело в базе данных.
threads-were-blocked = В сервисе { $service } в среднем { $threads } в состоянии BLOCKED: ждут монитор, который держит другой поток{ $beside }.
lock-holds-up = Запросы сервиса { $service } задерживает блокировка: его потоки ждут друг друга.
test-thread-dumps = Снимите при этой нагрузке несколько дампов потоков через несколько секунд и передайте их команде loadproof threads: она назовёт блокировку, кто её держит и в какой строке.
stood-still = Сервис останавливался: { $times } { $times ->
    [one] раз
    [few] раза
   *[many] раз
}, дольше всего на { $longest } или больше, впервые через { $first } после начала. В это время ответов не было вовсе; наибольшая очередь: { $calls }.
stopped-answering = С { $from } после начала и до конца, { $silent }, сервис не дал ни одного ответа, хотя по плану было { $calls }. Ни один его процесс не завершился: он не упал, а завис. Что делает его JVM, покажет loadproof diagnose PID.
calls-wait-for-busy-thread = В сервисе { $service } были заняты потоки: { $busy } из { $most }; потока ждали в среднем { $calls }{ $beside }.
calls-wait-for-thread = В сервисе { $service } потока ждали в среднем { $calls }{ $beside }.
threads-busy = Из { $most } { $most ->
    [one] потока
    [few] потоков
    [many] потоков
   *[other] потоков
} сервиса { $service } в среднем были заняты { $busy }.
threads-wait = Потоки сервиса { $service } ждут не CPU, а чего-то другого, а запросы ждут потоков.
test-thread-dumps-or-threads = Снимите дампы потоков при этой нагрузке: по ним видно, чего ждут потоки. Или удвойте их число и повторите.
backlog-grew = Число запросов в обработке и в ожидании выросло примерно на { $growth } за { $over }.
calls-wait-in-service = Запросы ждут в сервисе не CPU, а другого: блокировки, пула потоков или соединений либо сервиса за ним.
test-thread-dumps-or-pool = Снимите дампы потоков при этой нагрузке или удвойте подозреваемый пул и повторите ступень.
calls-waited-for-connection = Запросы ждали соединения генератора: все, которые он может открыть, были заняты; p99 ожидания { $p99 }.
connection-limit-caps = Нагрузку ограничивает предел соединений генератора, а не сервис.
test-twice-the-connections = Повторите ступень с удвоенным числом соединений: пройденная нагрузка должна вырасти.
generator-was-short = Генератору самому не хватало ресурсов: { $doubts }.
generator-made-slow = Запросы замедлил генератор, а не сервис.
test-generator-apart = Повторите ступень с генератором на отдельных ядрах или отдельной машине.
response-time-breaks = Перелом времени отклика — между { $low } и { $high } запросов/с: p99 растёт с { $begin } до { $end } по запросам с ответом.
evidence-of-passed = { $name } на пройденной ступени { $trial }
evidence-before = { $name } на пройденной ступени
evidence-limit = предел
evidence-machine-use = { $machine }, { $resource }: средняя утилизация
evidence-machine-saturated = { $machine }, { $resource }: доля секунд с исчерпанным ресурсом
evidence-machine-cpu = CPU машины
evidence-generator-cpu = CPU генератора
evidence-generator-descriptors = дескрипторы генератора
evidence-cpu = CPU сервиса { $service }
evidence-throttled = периоды с ограничением (throttling) сервиса { $service }
evidence-steal = время CPU, отнятое гипервизором
evidence-peak-memory = наибольшая память сервиса { $service }
evidence-peak-memory-read = наибольшая измеренная память сервиса { $service }
evidence-memory-limit = предел памяти сервиса { $service }
evidence-memory-growth = рост памяти сервиса { $service }
evidence-time-to-limit = время до предела
evidence-growth = { $what ->
    [descriptors] рост числа дескрипторов сервиса { $service }
    [threads] рост числа потоков сервиса { $service }
    [sessions] рост числа сеансов базы { $service }
   *[connections] рост числа соединений сервиса { $service }
}
evidence-at-least = { $name }, не менее
evidence-at-most = { $name }, не более
evidence-at-end = в конце
evidence-begin-of = { $name }, вначале
evidence-end-of = { $name }, в конце
evidence-last-lines = последние строки вывода сервиса { $service }
evidence-log = журнал сервиса { $service }
evidence-kills = завершения процессов сервиса { $service } ядром
evidence-calls-missing = запросы без ответа
evidence-calls-due = запросы по плану
evidence-calls = запросы: { $cause }
evidence-error-kind = запросы с ошибкой { $kind }
evidence-reply = ответ с ошибкой { $kind }
evidence-backlog-growth = рост числа запросов в обработке и в ожидании
evidence-backlog-most = наибольшее число
evidence-disk-busy = занятость диска { $disk }
evidence-iowait = простой в ожидании диска
evidence-disk-moved = запись и чтение на диске { $disk }
evidence-service-moved = запись и чтение сервиса { $service }
evidence-wait = p99 ожидания
evidence-lateness = p99 опоздания
evidence-highest-passed = наибольшая пройденная нагрузка
evidence-lowest-failed = наименьшая непройденная нагрузка выше неё
evidence-p99-passed = p99 при пройденной нагрузке
evidence-p99-failed = p99 при непройденной нагрузке
evidence-standstills = остановки
evidence-longest-standstill = самая долгая остановка
evidence-silent-time = время без ответов до конца
evidence-backlog-in-standstill = наибольшее число запросов без ответа
evidence-gc-pauses = паузы сборки мусора сервиса { $service }
evidence-threads-blocked = заблокированные потоки сервиса { $service }
evidence-readings-blocked = доля замеров, где они есть
evidence-field = удерживает
evidence-kept = удержано
evidence-share-of-heap = доля кучи
evidence-outside-heap = удерживается вне кучи
evidence-lock = блокировка
evidence-waits-at = ждут в
evidence-held-at = захвачена в
evidence-waiting-threads = ждущих потоков одновременно
evidence-taken-connections = занято соединений { $database }
evidence-allowed-connections = допустимо соединений { $database }
evidence-refused-connections = отклонено соединений { $database }
evidence-redis-thread = CPU потока команд { $database }
evidence-redis-commands = команды { $database }
evidence-dumps-with-waits = доля дампов, где они есть
evidence-deadlocked = потоки во взаимной блокировке
evidence-pool-pending = запросы сервиса { $service }, ждущие соединения
evidence-pool-wait = среднее ожидание соединения
evidence-pool-active = занятые соединения
evidence-pool-idle = свободные соединения
evidence-threads-queued = запросы сервиса { $service }, ждущие потока
evidence-threads-busy = занятые потоки сервиса { $service }
evidence-threads-most = предел числа потоков
evidence-active-sessions = активные сеансы базы { $database }
evidence-statement-time = среднее время SQL-запроса базы { $database }
evidence-waiting = ждут: { $wait }
evidence-statement = SQL-запрос
evidence-application = приложение
evidence-share-of-time = его доля времени выполнения
evidence-statement-mean = его среднее время выполнения
evidence-statement-calls = его вызовов в секунду
evidence-statement-cost = его стоимость по оценке планировщика
evidence-setting = настройка { $name }
evidence-sessions-waiting-for-locks = сеансы, ждущие блокировку
evidence-share-waiting-for-locks = ждут блокировку, от активных сеансов
evidence-waiting-at-worst = ждали в худшую секунду
evidence-longest-wait = самое долгое ожидание, не более
evidence-waiting-for-root = ждут владельца блокировки напрямую
evidence-waiting-behind-root = всего ждут за владельцем блокировки
evidence-longest-chain = сеансов в самой длинной цепочке
evidence-root-state = состояние владельца блокировки
evidence-root-statement = SQL-запрос владельца блокировки
evidence-root-transaction = возраст его транзакции
evidence-waiting-statement = SQL-запрос, который ждёт больше всех
evidence-deadlocks = взаимные блокировки
evidence-abandoned-statements = SQL-запросы без клиента
evidence-oldest-abandoned = самый долгий выполняется
evidence-abandoned-share = от активных сеансов
evidence-scans = последовательных чтений { $table } в секунду
evidence-rows-of-scan = строк за одно чтение
evidence-table-rows = строк в таблице
evidence-rows-of-call = строк, возвращённых или изменённых за вызов
evidence-blocks-of-call = блоков, прочитанных за вызов
evidence-cost-reordered = его стоимость, если все соединения можно переставить
evidence-cost-factor = отношение стоимостей
evidence-joined-tables = соединяемых таблиц
evidence-limited-statements = SQL-запросов, которым мешают пределы
evidence-jit-share = JIT-компиляция, от времени выполнения
evidence-jit-of-statement = JIT-компиляция, от времени этого SQL-запроса
evidence-jit-of-call = JIT-компиляция за вызов
evidence-relations-created = создано таблиц, индексов и таблиц TOAST в секунду
evidence-relations-of-transaction = то же на транзакцию
evidence-temporary-relations = временных таблиц и их индексов одновременно
evidence-temporary-size = размер временных таблиц
evidence-definition-share = создание, очистка и удаление таблиц, от времени выполнения
evidence-spilled = записано в файлы временных таблиц
evidence-spilling-share = SQL-запросы, пишущие эти файлы, от времени выполнения
evidence-spilling-statement = SQL-запрос, который пишет больше всех
evidence-temporary-space-free = наименьшее свободное место в { $tablespace }
evidence-temporary-space-free-share = то же как доля
evidence-temporary-files-size = файлы сортировок и хешей
evidence-temporary-writer = SQL-запрос, который пишет больше всех
evidence-rollbacks = откатов в секунду
evidence-checkpoints-requested = контрольных точек по запросу в секунду
evidence-checkpoints-timed = контрольные точки по времени
evidence-between-checkpoints = время между контрольными точками по запросу
evidence-wal = записано WAL
evidence-checkpoint-blocks = блоки, записанные контрольными точками
evidence-wal-needed = max_wal_size, нужный при этой нагрузке
evidence-working-sessions = работающие сеансы
evidence-database-processors = процессоров у базы данных
evidence-growth-of-work = рост времени работы транзакции
evidence-statement-at-work = SQL-запрос, который работает больше всех
evidence-share-at-work = его доля работающих сеансов
evidence-age-at-work = его самое долгое выполнение на данный момент
evidence-most-sessions = наибольшее число сеансов
evidence-idle-in-transaction = сеансы idle in transaction

## Stand, probes, store and run

file-size-reached = run.db достиг наибольшего допустимого размера файла (ulimit -f)
disk-full = диск заполнен
disk-input-output-error = диск сообщил об ошибке ввода-вывода
run-directory-read-only = каталог прогона стал доступен только для чтения
run-directory-gone = каталога прогона больше нет
database-damaged = база данных повреждена
database-not-openable = база данных больше не открывается
database-locked = другая программа держит базу данных заблокированной
database-failed = база данных отказала ({ $error })
run-not-stored = через { $at } от начала прогона { $why }: в run.db нет данных за { $lost }
trial-cut-short = ступень { $trial } оборвана через { $held }{ $reached ->
    [ramp] {", до начала оцениваемого участка: учтены разгон и стабилизация"}
   *[other] {""}
}; незавершённые запросы ({ $open }) засчитаны как оборванные, ожидавшие ({ $waiting }) — как сброшенные
trial-not-stored-whole = ступень { $trial } сохранена только до { $held }{ $reached ->
    [ramp] {", до начала оцениваемого участка: учтены разгон и стабилизация"}
   *[other] {""}
}; незавершённые запросы ({ $open }) засчитаны как оборванные, ожидавшие ({ $waiting }) — как сброшенные
probe-rounds-late = { $names }: опоздавшие опросы ({ $missed } из { $total }) отброшены; освободите ядро для датчиков
probe-read-nothing = { $probe }: опросы без показаний — { $count } из { $rounds }; в последний раз: { $why }
probe-short = { $probe }: { $why }
proc-missing = нет /proc/self/stat; смонтируйте /proc
service-not-running = сервис { $service } не работает
service-process-ended = процесс { $process } сервиса { $service } завершился
service-without-control-group = сервис { $service } работает не в собственной cgroup
process-files-unreadable = не удалось прочитать { $what ->
    [transfers] его дисковый обмен
   *[other] его открытые дескрипторы
} ({ $why }); запускайте от пользователя сервиса или от root
memory-not-proportional = пропорциональную память прочитать не удалось ({ $why }); в pss_mib — резидентная память, в которой общие страницы учтены полностью; запускайте от пользователя сервиса или от root
kernel-without-proportional-memory = это ядро старше 4.14
memory-read-seldom = память читалась лишь примерно раз в { $every }, так как чтение дорого; между чтениями в pss_mib последнее значение; дайте сервису cgroup: её память читается даром
memory-heap-not-found = куча JVM не найдена среди отображений процесса, поэтому ряда other_memory_mib нет; пусть JVM отдаёт свои счётчики (без -XX:-UsePerfData и -XX:+PerfDisableSharedMem)
devices-left-out = не учтены диски и интерфейсы ({ $count }) сверх первых { $most } каждого вида; если они важны, наблюдайте за ними своими средствами
page-late = страница не пришла за { $limit }
page-unreachable = страница недоступна ({ $why })
page-url-unusable = такой URL не годится; запишите его как http://HOST:PORT/PATH
page-not-http = отвечает не HTTP-сервер
page-status = страница отвечает кодом { $status }
page-chunked = страница приходит по частям (chunked), чего в HTTP 1.0 нет
page-broken-off = страница оборвалась: получено { $got } байт из { $length }
page-too-large = страница больше { $most }; выберите другую, поменьше
page-without-series = ни на одной странице нет показаний для { $series }; поищите { $metrics } на странице
page-samples-too-many = на странице больше показаний одной машины, чем { $most }; нужна страница node_exporter
page-lines-malformed = строки не в текстовом формате 0.0.4 пропущены ({ $count }); посмотрите на страницу
live-set-unreadable = объём живых объектов прочитать не удалось ({ $why }); запускайте от пользователя сервиса или от root
several-java-vms = у сервиса несколько JVM ({ $count }); объём живых объектов — у той, чья куча больше
vm-shares-no-counters = JVM не отдаёт счётчики (-XX:-UsePerfData, -XX:+PerfDisableSharedMem или /tmp недоступен для записи): { $log ->
    [read] читаются журнал сборок и процессорное время её потоков
   *[none] читается только процессорное время её потоков
}; разрешите счётчики или пишите журнал: -Xlog:gc*:file=gc.log
vm-log-too-fast = журнал JVM вырос за секунду больше чем на 1 МиБ, и часть его пропущена; пишите меньше: -Xlog:gc*
vm-collected-whole-heap = JVM сервиса { $service } провела полные сборки всей кучи: { $collections } ({ $cause })
postgres-url-unreadable = libpq не может прочитать URL; запишите особые символы в нём как %XX
postgres-unreachable = PostgreSQL недоступен ({ $why }); { $cure }
postgres-cure-reach = запустите PostgreSQL или исправьте хост и порт в URL
postgres-cure-connections = увеличьте max_connections или уменьшите пулы
postgres-cure-password = исправьте пользователя и пароль в URL
postgres-cure-database = исправьте имя базы данных в URL
postgres-cure-wait = дождитесь готовности PostgreSQL
postgres-connection-ended = PostgreSQL закрыл соединение; запустите PostgreSQL или исправьте хост и порт в URL
postgres-no-answer = PostgreSQL не ответил вовремя; проверьте, не перегружен ли он и не остановлен ли
postgres-reading-slow = PostgreSQL слишком долго отдавал показания; проверьте, не перегружен ли он
postgres-too-old = PostgreSQL { $version } не поддерживается; возьмите { $oldest } или новее
postgres-no-statements = SQL-запросы не учитываются: в базе нет pg_stat_statements; добавьте его в shared_preload_libraries и выполните в базе CREATE EXTENSION pg_stat_statements
postgres-statements-uncounted = pg_stat_statements ничего не считает: pg_stat_statements.track = none или compute_query_id = off; установите top и auto
postgres-statements-unread = SQL-запросы не учитываются ({ $why }); { $cure }
postgres-cure-preload = добавьте pg_stat_statements в shared_preload_libraries и перезапустите PostgreSQL
postgres-cure-grant = выполните GRANT pg_read_all_stats для роли из URL
postgres-cure-update = выполните в базе ALTER EXTENSION pg_stat_statements UPDATE
postgres-answer-large = PostgreSQL прислал больше 16 МиБ; проверьте, какой сервер отвечает по этому адресу
postgres-part-unread = не прочитано: { $part ->
    [settings] параметры сервера
    [statements] запросы
    [tables] последовательные сканирования
    [temporary] временные таблицы
    [locks] деревья блокировок
    [abandoned] запросы без клиента
    [log] планы выполнений
   *[plans] планы
} ({ $why }); { $cure }
postgres-cure-load = проверьте, не перегружен ли сервер
postgres-elsewhere = временное пространство, запросы без клиента и доля процессорного времени самой пробы не читаются: процессы PostgreSQL отсюда не видны; запустите loadproof на машине базы данных от root или от пользователя PostgreSQL
postgres-space-unseen = файловая система табличного пространства { $tablespace } не видна ({ $why }); запустите loadproof от root или от пользователя PostgreSQL
postgres-plans-refused = часть планов получить не удалось ({ $why }); выполните GRANT pg_read_all_data для роли из URL
postgres-log-too-old = планы выполнений не читаются: PostgreSQL { $version } не пишет журнал в JSON; используйте версию { $oldest } или новее
postgres-log-not-loaded = планы выполнений не читаются: auto_explain не загружен в сеансах роли из URL; добавьте auto_explain в session_preload_libraries или в shared_preload_libraries с перезапуском PostgreSQL
postgres-log-off = планы выполнений не читаются: auto_explain.log_min_duration равен -1; задайте длительность, например 100ms
postgres-log-format = планы выполнений не читаются: auto_explain пишет их не в JSON; установите auto_explain.log_format в json
postgres-log-none = планы выполнений не читаются: PostgreSQL не пишет журнал в JSON; добавьте jsonlog в log_destination, установите logging_collector в on и перезапустите PostgreSQL
postgres-log-refused = планы выполнений не читаются: роли из URL нельзя читать журнал ({ $why }); выполните для неё GRANT pg_monitor, а в базе — GRANT EXECUTE ON FUNCTION pg_current_logfile(text), pg_read_binary_file(text, bigint, bigint, boolean)
postgres-log-values = PostgreSQL пишет в журнал значения параметров; установите { $setting } в 0
postgres-log-large = часть журнала не прочитана: между двумя чтениями PostgreSQL записал больше 256 КиБ, поэтому планов более медленных выполнений может не быть; увеличьте auto_explain.log_min_duration
postgres-sessions-hidden = скрыты состояния сеансов (до { $count }); выполните GRANT pg_read_all_stats для роли из URL и включите track_activities
postgres-checkpoint = PostgreSQL начал контрольную точку ({ $kind ->
    [timed] по времени
   *[requested] по запросу
})
postgres-checkpoints = PostgreSQL начал контрольные точки: { $count } (по времени { $timed }, по запросу { $requested })
sql-empty = пустая SQL-команда в эмуляции проблемы; напишите её или уберите
sql-unreadable = SQL-команду «{ $statement }» не прочитать: не закрыта кавычка или комментарий, есть символ NUL или длина больше 256 КиБ; исправьте её
sql-several = «{ $statement }» — это несколько SQL-команд; запишите каждую отдельным элементом списка
sql-not-undone = «{ $statement }» отклонена: неизвестно, отменяет ли { $what } откат транзакции; исправьте её, уберите или создайте проблему командой, у которой есть отмена
sql-database-unreadable = базу данных эмуляции проблемы нельзя использовать: { $what }; { $cure }
sql-server-too-old = PostgreSQL { $version } слишком стар для эмуляции проблемы; возьмите { $oldest } или новее
sql-behind-pooler = URL ведёт к пулу соединений: за ним сеансы нельзя ни найти, ни завершить; укажите сам PostgreSQL
sql-without-room = { $scope ->
    [role] предел роли
    [database] предел базы данных
   *[server] max_connections в PostgreSQL
}: свободно соединений { $free }, а нужно { $sessions } и ещё { $spare } про запас; увеличьте предел или возьмите меньше сеансов
sql-without-temporary-limit = роль { $role } не может задать temp_file_limit, а в PostgreSQL он равен -1: SQL-команда может заполнить диск; выполните от суперпользователя GRANT SET ON PARAMETER temp_file_limit TO "{ $role }" (PostgreSQL 15 и новее) или ALTER ROLE "{ $role }" SET temp_file_limit = '1GB'
sql-without-disk = на диске PostgreSQL свободно { $free }, а после временных файлов до { $limit } должно остаться { $spare }; освободите место, уменьшите предел или число сеансов
sql-without-memory = временное табличное пространство { $directory } находится в памяти и может занять ещё { $free }, а на машине доступно { $available } памяти, из которых должно остаться { $spare }; смонтируйте его меньшего размера или освободите память
sql-disk-low = сеансы завершены: в { $directory } свободно { $free }, а нужно не меньше { $least }; освободите место или пишите меньше строк
sql-memory-low = сеансы завершены: на машине доступно { $available } памяти, а нужно не меньше { $least }, и { $directory } находится в памяти; смонтируйте её меньшего размера или пишите меньше строк
sql-unparsed = PostgreSQL не может разобрать «{ $statement }»: { $what } (SQLSTATE { $code }); исправьте SQL-команду
sql-client-not-started = процесс, который держит сеансы, не запускается ({ $why }); освободите память и место на диске
sql-client-died = процесс, который держит сеансы, убит или завершился с ошибкой; проверьте, хватает ли памяти
sql-sessions-failed = ошибка в сеансах: { $failed } из { $sessions }, в первом: { $what } (SQLSTATE { $code })
sql-not-met = ни один сеанс из { $sessions } не получил ошибку { $code }, заданную в исследовании; проверьте, создают ли SQL-команды проблему за отведённое время
sql-sessions-waiting = сеансов, ещё не начавших SQL-команду: { $count }
sql-sessions-left = PostgreSQL всё ещё показывает сеансы эмуляции проблемы: { $count }
sql-sessions-cleared = эмуляция проблемы { $injection } отменена: завершено сеансов PostgreSQL — { $count }
sql-sessions-unknown = сеансы эмуляции проблемы { $injection } могут ещё работать в { $database } ({ $why }). PostgreSQL сам завершит каждый через { $limit } после начала. Чтобы завершить их сразу, выполните от администратора: { $statement }
mariadb-unread = MariaDB не читается ({ $why }); { $hint }
mariadb-hint-reach = запустите MariaDB или исправьте хост и порт в URL
mariadb-hint-connections = увеличьте max_connections или уменьшите пулы
mariadb-hint-password = исправьте пользователя и пароль в URL
mariadb-hint-database = исправьте имя базы данных в URL или уберите его
mariadb-hint-blocked = выполните mariadb-admin flush-hosts
mariadb-hint-host = разрешите пользователю из URL подключаться с этого хоста
mariadb-hint-slow = проверьте, не перегружена ли MariaDB и не остановлена ли она
redis-unread = Redis не читается ({ $why }); { $hint }
redis-hint-reach = запустите Redis или исправьте хост и порт в URL
redis-hint-clients = увеличьте maxclients или уменьшите пулы
redis-hint-password = укажите пароль в URL: redis://:${"{"}env:NAME{"}"}@HOST:PORT
redis-hint-permission = разрешите пользователю из URL команду INFO (ACL SETUSER NAME +info)
redis-hint-protected = задайте пароль либо привяжите Redis к адресу и установите protected-mode no
redis-hint-wait = подождите, пока Redis загрузит данные
redis-hint-slow = проверьте, не перегружен ли Redis и не остановлен ли он
ended-with-code = завершился с кодом { $code }
killed-by-signal = завершён сигналом { $signal }
killed-without-memory = завершён сигналом { $signal }: в его cgroup кончилась память ({ $kills ->
    [one] завершён
   *[other] завершено
} { $kills } { $kills ->
    [one] процесс
    [few] процесса
    [many] процессов
   *[other] процесса
})
ended-with-members-killed = { $how }; в его cgroup из-за нехватки памяти { $kills ->
    [one] завершён
   *[other] завершено
} { $kills } { $kills ->
    [one] процесс
    [few] процесса
    [many] процессов
   *[other] процесса
}
lost-supervisor = остался без супервизора: тот был завершён
process-gone = завершился: процесса { $process } больше нет
died = упал
not-startable = не удалось запустить ({ $why })
supervisor-without-answer = его супервизор не ответил
not-ended-within = не завершился за { $limit }
not-ready-within = не стал готов за { $limit } ({ $why })
ended-before-ready = завершился до готовности
ready-line-missing = строка не появилась
ready-port = порт { $port }: { $why }
ready-answer-broken-off = ответ пришёл не целиком
ready-status = код { $status }
ready-without-command = нет команды
service-did = сервис { $service } { $what }
service-ended-early = { $when ->
    [ready] до готовности
   *[trial] до первой ступени
} сервис { $service } { $how }
service-ended-beside = до готовности сервис { $service } { $how }, а { $why }
command-of-service-did = команда { $command } сервиса { $service } не выполнена: процесс { $what }
command-of-stand-did = команда стенда { $command } не выполнена: процесс { $what }
with-last-lines = { $what }; последние строки вывода: { $lines }
without-output = { $what } (вывода не было)
last-lines-of-service = последние строки вывода сервиса { $service }: { $lines }
service-port-taken = сервис { $service } не удалось запустить: порт { $port } уже занят: { $who }. Освободите его или уберите порт из файла исследования, тогда будет выдан свободный
service-address-taken = сервис { $service } не удалось запустить: адрес { $address } его проверки готовности уже занят: { $who }. Освободите его или дайте сервису другой порт (${"{"}port{"}"} — свободный); то, что запускают другие, измеряют с driver: external
target-address-taken = стенд не удалось запустить: адрес нагрузки { $address } уже занят: { $who }. Освободите его или дайте сервису другой порт (${"{"}port{"}"} — свободный); то, что запускают другие, измеряют с driver: external
process-named = { $name } (процесс { $process })
process-unseen = процесс, который не виден
stranger-alone = адрес { $role ->
    [load] нагрузки
   *[check] проверки готовности
} { $address } слушает не процесс стенда: { $who }
stranger-beside = адрес { $role ->
    [load] нагрузки
   *[check] проверки готовности
} { $address } вместе со стендом слушает посторонний: { $who }
target-handed-on = адрес нагрузки { $address } отвечает, хотя не видно, чтобы его кто-то слушал: соединения передаются куда-то ещё
cpu-limit-not-set = предел { $limit } CPU сервиса { $service } не установлен ({ $why }); вместо этого сервис привязан к { $count } CPU
memory-limit-not-set = предел памяти { $limit } сервиса { $service } не установлен ({ $why })
control-group-not-joined = сервис не удалось поместить в его cgroup
no-control-group = для { $controller } нет cgroup
control-group-hands-nothing-on = { $place }: контроллеры не передаются вложенным группам
file-refused = { $place }: { $why }
leftovers-cleared = прогон процесса { $process } завершился аварийно: убрано его процессов — { $count }, cgroup — { $groups }
leftovers-with-toggle = { $cleared }; функция, включённая { $kind ->
    [url] вызовом
   *[other] командой
}, { $state ->
    [off] выключена до остановки её сервиса
   *[other] может быть ещё включена: выключите её вручную
}
injection-without-guard = у эмуляции проблемы { $injection } нет процесса, который отменит её, если этот завершится аварийно: { $why }
injection-guard-died = её сторожевой процесс завершился
injection-was-undone = эмуляция проблемы { $injection } ({ $kind }) отменена сторожевым процессом после аварийного завершения прогона
injection-was-cleared = эмуляция проблемы { $injection } ({ $kind }) отменена: её процессы и файлы удалены
injection-was-continued = эмуляция проблемы { $injection } отменена: возобновлено остановленных процессов — { $count }
injection-left-nothing = эмуляция проблемы { $injection } ({ $kind }) ничего не оставила
injection-still-stopped = эмуляция проблемы { $injection } не отменена: процессы всё ещё остановлены. Выполните: kill -CONT { $processes }
injection-state-unknown = эмуляция проблемы { $injection } ({ $kind }) может ещё действовать: не осталось процессов, знающих, как её отменить; отмените её вручную
injection-state-unknown-of = эмуляция проблемы { $injection } ({ $kind }) может ещё действовать: не осталось процессов, знающих, как её отменить ({ $why }); отмените её вручную
injection-did = эмуляция проблемы { $injection }: { $what }
injection-step-did = { $step ->
    [undo] отмена
    [check] проверка
    [call] вызов
    [pressure] stress-ng
   *[run] команда
} — { $what }
injection-unanswered = ответа нет ({ $why })
injection-answered = ответ не тот ({ $why })
injection-program-missing = не установлено: { $program }
injection-without-service = в тестируемой системе нет сервиса { $service }
injection-without-listener = порт { $port } не слушает ни один видимый процесс этой машины
injection-without-rights = процесс { $process }, обслуживающий порт { $port }, принадлежит другому пользователю
injection-stops-loadproof = процесс { $process }, обслуживающий порт { $port }, — это loadproof или один из его родителей
injection-stops-system = процесс { $process }, обслуживающий порт { $port }, принадлежит системе
injection-kills-foreign = сервис { $service } запущен не loadproof, и запустить его снова loadproof не может
injection-without-processes = у сервиса нет работающих процессов
injection-too-many-processes = процессов у сервиса — { $count }, больше чем { $limit }
injection-keeps-forking = сервис запускает новые процессы быстрее, чем их удаётся остановить
injection-not-stopped = не остановилось процессов — { $count }
injection-processes-ended = за это время завершилось остановленных процессов — { $count }
injection-continued = другая программа возобновила остановленных процессов — { $count }
injection-still-standing = всё ещё остановлено процессов — { $count }
injection-processes-left = ещё работает её процессов — { $count }
injection-directory-left = её каталог ещё на месте: { $directory }
injection-group-not-joined = не удалось войти в cgroup сервиса
injection-memory-short = нужно памяти — { $wanted }, а допустимо меньше { $limit }
injection-disk-short = нужно свободного места на диске — { $needed }, из них 10 ГБ остаются свободными; в { $directory } есть { $free }
injection-service-lives = у сервиса { $service } ещё есть процессы
injection-service-down = у сервиса { $service } нет процессов
injection-restart-failed = сервис { $service } не запущен снова: { $why }
injection-undo-late = отмена заняла { $time } (допустимо: { $limit })
service-not-killed = сервис { $service } не завершился за { $limit } после SIGKILL
toggle-failed = функция не переключена на { $level }: { $step } — { $what }
level-lost = Уровень { $level } не достигнут ({ $why }): в этом старте он пропущен, остальные продолжаются.
toggle-simulated = моделирование
feature-switched = с { $before } на { $level } за { $time }, { $how }{ $left }{ $said }
step-wrote = , «{ $line }»
injection-of-link-did = эмуляция проблемы { $injection } на линке { $link } не удалась: { $what }
injection-link-unknown = на стенде нет линка с таким именем
injection-link-silent = линк не отвечает ({ $why })
injection-link-lost = на линке больше нет неисправности: он был перезапущен, или её время истекло
injection-link-left = неисправность на линке ещё действует
injection-link-holds = линк ещё удерживает { $size }
injection-link-closed = линк не принимает соединение ({ $why })
injection-link-not-joined = новое соединение через линк не передано дальше за { $limit }
stand-ready = стенд варианта «{ $variant }» готов по адресу { $target }
variant-simulated = сервис варианта «{ $variant }» моделируется в виртуальном времени
variant-warmed-up = прогрев варианта «{ $variant }»: { $why }
target-elsewhere = цель находится на другой машине: её процессы прочитать нельзя
service-found = сервис { $service } слушает адрес цели и наблюдается: процесс { $process }
services-not-probed = адрес цели слушают ещё сервисы ({ $count }); они не наблюдаются
service-replaced = сервис { $service } — теперь процесс { $process } вместо процесса { $before }
service-restarted = сервис { $service } запущен заново: { $why ->
    [died] он завершился
   *[not-recovered] он не восстановился
}
server-unseen = цель обслуживает на этой машине процесс, которого не видно (в контейнере или другого пользователя): он не наблюдается, и что делают здесь посторонние, от него не отличить; запускайте от root или от имени пользователя сервиса
machine-untold = эта машина не сообщает: { $what }
untold-processor-waits = сколько потоки ждут процессора (нет schedstat), поэтому всё, что заняли посторонние, считается отнятым у нас
untold-processes = кто ещё работает (hidepid или контейнер), поэтому всё, чего не видно, считается одним процессом
untold-memory-waits = сколько ждут памяти (нет файлов pressure), поэтому о влиянии посторонних на память судим лишь по подкачке, а на диски — по процессорам, которым больше нечего было делать
untold-transfers = что читают и пишут некоторые процессы (/proc/PID/io), поэтому это считается по работе дисков
run-continued = прогон продолжен после перерыва: { $time }
starts-given-up = вариант «{ $variant }» больше не запускается: { $why }
given-up-after-failures = после неудачных запусков подряд ({ $count }) новых попыток не было: { $why }
secret-too-short = в секрете { $name } нет строки хотя бы из { $least } знаков, поэтому он не скрыт: журналы, ответы и отчёты содержат его там, где его пишет сервис
start-failed = { $variant } — не запущен: { $why }
live-slot = { $variant }, раунд { $round }, цикл { $cycle }
live-slot-of-level = { $variant }, запуск { $start }, цикл { $cycle }, { $level }
live-purpose-of-slot = { $purpose }: { $slot }
live-slot-alone = в одиночку
live-slot-disturbed = с помехами
cycle-in-round = раунд { $round }
cycle-in-start = { $variant }, запуск { $start }
cycle-warms = { $where }, прогревочный цикл { $cycle }; { $figures }
cycle-counts = { $where }, цикл { $cycle } из { $cycles } засчитан; { $figures }
cycle-alone = { $where }, каждый вариант в одиночку; { $figures }
cycle-left-out = { $where }, цикл пока не засчитан, { $why ->
    [disturbed] посторонние помешали:
   *[other] эти отрезки недостоверны:
} { $variants }; { $figures }
cycle-figures = { $metric }: { $values }
cycle-value = { $variant } { $value }
cycle-death = { $variant } упал
of-variant = { $variant }: { $told }
searches-in-turn = Раунд { $number }: варианты (всего { $variants }) запускаются вместе, их поиски чередуются — по одной ступени.
round-begins = Раунд { $round } (всего не больше { $most }): запускаются все варианты, затем около { $time } нагрузки.
round-of-single-starts = Раунд { $round } (всего не больше { $most }): варианты запускаются по одному, всего около { $time } нагрузки.
single-starts-held = Все варианты вместе занимают { $held } памяти и данных — больше половины из имеющихся { $machine }: они останавливаются, и каждый запускается отдельно, по очереди (A B, B A). Изменения в машине за это время входят в разницу, поэтому видны только более крупные различия.
single-starts-killed = Пока все варианты запускались вместе, ядро завершило процессы из-за нехватки памяти, и { $variants } не поднялись; памяти всего { $machine }. Варианты останавливаются, и каждый запускается отдельно, по очереди (A B, B A). Изменения в машине за это время входят в разницу, поэтому видны только более крупные различия.
single-starts-asked = Каждый вариант запускается отдельно, по очереди (A B, B A), как задано в исследовании. Изменения в машине за это время входят в разницу, поэтому видны только более крупные различия.
round-without-company = в этом раунде не запущен ни один другой вариант
variants-share-address = варианты { $variants } держат соединения с { $address }, который не запущен ни одним стендом: у вариантов он общий
variant-uses-other = вариант { $variant } держит соединения с { $address } — это сервис варианта { $other }
variants-hold-memory = все варианты вместе занимают { $held } памяти и данных — больше половины из { $machine } этой машины: один может отнять у другого то, что у того было бы в одиночку
comparison-settled = После { $rounds } раундов всё выяснено: новые раунды не нужны.
comparison-of-all-rounds = Раундов пройдено { $rounds } — столько, сколько было задано.
comparison-over-budget = Ещё один раунд не уложился бы в отведённые { $budget }; раундов пройдено { $rounds }.
comparison-budget-too-short = Самый короткий раунд длится { $round }: в отведённые { $budget } раундов уложится { $most }, а меньше чем за { $fewest } ничего не выяснить. Новых раундов не будет; хватило бы { $needed }.
comparison-hopeless = То, что не выяснено за { $rounds } раундов, едва ли выяснится и за { $most }: новых раундов не будет.
comparison-without-pairs = В { $rounds } раундах подряд не было двух запущенных вариантов: новых раундов не будет.
comparison-without-capacity = нагрузка для сравнения не задана, а максимальная производительность, от которой взять долю, найдена не у каждого варианта
comparison-at-rate = Сравнение при { $rate } запросов/с — { $share } от наименьшей найденной максимальной производительности, { $least } запросов/с.
overhead-at-rate = Накладные расходы измеряются при { $rate } запросов/с — { $share } от наименьшей найденной максимальной производительности, { $least } запросов/с.
overhead-start-begins = { $variant }, запуск { $start } из { $most } с переключением функции: около { $time } нагрузки.
overhead-of-all-starts = Измерено запусков { $starts } — столько, сколько было задано.
overhead-over-budget = Ещё один запуск не уложился бы в отведённые { $budget }; запусков пройдено { $starts }.
overhead-given-up = Запусков подряд без результата: { $starts }; новых запусков не будет.
pause-before-start = пауза { $time } перед следующим запуском
start-begins = { $doing ->
    [stand] запускается стенд варианта «{ $variant }»
    [target] проверяется цель варианта «{ $variant }»
   *[model] { $variant }
}{ $number ->
    [alone] {""}
   *[other] {", запуск "}{ $number }
}
waiting-for-quiet = ждём тишины на этой машине, не дольше { $most }
run-cut-by-exhaustion = прогон завершается: { $why }
run-cut-by-own-process = прогон завершается: { $why }
run-goes-on-in-memory = прогон нельзя записать на диск ({ $why }); он продолжается в памяти
generator-given-up = генератор не закончил разбор ответа: данные после его последней секунды потеряны
metrics-lost-between = приёмник --otlp не принял обновлений метрик: { $lost } из { $all } ({ $why }); в следующих за ними есть все итоги
metrics-lost = приёмник --otlp не принял обновлений метрик: { $lost } из { $all } ({ $why }); ступеней, итогов которых у него нет: { $trials }
metrics-receiver-late = нет ответа за { $time }
metrics-receiver-unreachable = он недоступен
metrics-receiver-untrusted = его сертификату нет доверия
metrics-receiver-refuses = он отвечает { $status }
metrics-receiver-unknown = его ответ не по протоколу OTLP
metrics-receiver-rejects = отклонено точек: { $points }
metrics-not-sendable = их нельзя отправить, проверьте URL и заголовки в окружении
processors-not-kept-awake = процессоры могут засыпать: { $why }; от root этому можно помешать (docs/guides/machine.md)
open-files-may-lack = соединениям ({ $connections }) может понадобиться открытых файлов: { $needed }, а предел — { $limit }: одновременно будет открыто не более { $room } { $room ->
    [one] соединения
    [few] соединений
    [many] соединений
   *[other] соединения
} (все позволит ulimit -n { $raised })
live-demo = выполняется исследование { $study }
live-on-target = { $target }
live-of-study = исследование { $study }
live-title = { $verb }: { $what }{ $begun ->
    [continued] {", продолжение"}
   *[new] {""}
}{ $time ->
    [virtual] {" (моделирование в виртуальном времени)"}
   *[real] {""}
}, каталог прогона { $directory }
live-trial-begins = ступень { $trial }: { $purpose }, { $load }, не дольше { $most }
live-trial-ended = ступень { $trial }, { $purpose }, { $load }: { $state }
live-trial-ended-because = ступень { $trial }, { $purpose }, { $load }: { $state }: { $why }
live-second = ступень { $trial }: { $time }: { $figures }
live-time-left = { $elapsed }, осталось { $left }
live-rates = по плану { $due }/с, выполнено { $done }/с
live-response = p50 { $p50 }, p99 { $p99 }
live-response-of-last-seconds = { $response } (последние секунды)
live-no-answers = ответов нет
live-errors = ошибки: { $errors }
live-no-errors = нет
live-dropped = сброшено { $count }
live-counted = { $name } { $count }
live-calls = в обработке { $flight }, ждут { $waiting }, соединений { $connections }
live-sessions = пользователей и сценариев { $count }
live-users = пользователей { $users }
live-users-now = { $users }, по плану { $planned }
live-users-ahead = { $users }, по плану { $planned } через { $left }
live-apdex = Apdex { $apdex }
live-apdex-lowest = { $apdex }, наименьший: { $operation } { $lowest }
live-alarm-fires = ступень { $trial }, { $elapsed }: сработал триггер { $alarm }: { $told }
live-alarm-resolved = ступень { $trial }, { $elapsed }: триггер { $alarm } погас через { $lasted }, сейчас { $told }
live-alarm-without-data = ступень { $trial }, { $elapsed }: триггер { $alarm } погас через { $lasted }: нет данных
live-alarm-since = { $alarm } с { $since } ({ $told })
live-alarm-for = { $alarm } уже { $time } ({ $told })
live-alarms-more = и ещё { $count }
live-generator = генератор: { $told }
live-processor = CPU { $shares } %
live-lateness = опоздание p99 { $p99 }
live-limits = достигнутые пределы: { $limits }
live-limit = { $limit ->
    [descriptors] нет свободных дескрипторов
    [ports] нет свободных локальных портов
   *[connections] заняты все соединения
} { $count }×
live-others = посторонние на этой машине: { $told }
live-others-named = { $taken } ({ $names })
live-load-most = максимум
live-load-rate = { $rate }/с
live-load-users = { $users } { $users ->
    [one] пользователь
    [few] пользователя
    [many] пользователей
   *[other] пользователя
}
figure-users = { $number } пользователей
live-trial = Ступень { $trial } · { $purpose }
live-state-early = { $state } (досрочно)
live-label-rate = Нагрузка
live-label-response = Отклик
live-label-calls = Запросы
live-label-sessions = Сеансы
live-label-generator = Генератор
live-label-others = Посторонние
live-label-limits = Пределы
live-label-errors = Ошибки
live-label-users = Пользователи
live-label-apdex = Apdex
live-label-firing = Триггеры
live-label-pending = Триггеры: ожидание
live-label-injected = Эмуляция проблем
live-column-purpose = Назначение
live-column-load = Нагрузка
live-column-done = Выполнено/с
live-column-p99 = p99, мс
live-column-missing = Неуспешные
live-column-state = Состояние
progress-comparing = сравнение прогонов
progress-reporting = составление отчёта
progress-exporting = запись таблиц
progress-left = { $title }: готово { $done }, осталось около { $left }
progress-elapsed = { $title }: прошло { $elapsed }
live-run-left = { $elapsed }, осталось не более { $left }
live-label-run = Весь прогон
load-ahead = впереди нагрузка: не дольше { $most }
load-ahead-of-starts = впереди нагрузка: не дольше { $most }, { $starts } { $starts ->
    [one] запуск
    [few] запуска
    [many] запусков
   *[other] запуска
}
search-between = между { $low } и { $high } запросов/с; осталось нагрузки: { $left }
level-search-between = нижняя граница: { $low }, верхняя: { $high }; осталось нагрузки: { $left }
search-above = выше { $low } запросов/с; осталось нагрузки: { $left }
level-search-above = больше чем { $low }; осталось нагрузки: { $left }
about-so-long = около { $time }
less-than-a-minute = меньше минуты
injected-command = команда { $command }
injected-sql = SQL в { $sessions } { $sessions ->
    [one] сеансе
    [few] сеансах
    [many] сеансах
   *[other] сеанса
}: { $statements }
injected-sql-abandoned = SQL в { $sessions } { $sessions ->
    [one] брошенном сеансе
    [few] брошенных сеансах
    [many] брошенных сеансах
   *[other] брошенного сеанса
}: { $statements }
injected-sql-failing = { $problem } (ожидается ошибка SQLSTATE { $code })
injected-call = запрос { $call }
injected-stop = процессы { $service } остановлены
injected-stop-of-port = процессы, слушающие порт { $port }, остановлены
injected-kill = процессы { $service } принудительно завершены
injected-pressure = нагрузка на процессоры стенда: { $parts }
injected-pressure-of-service = нагрузка на { $service }: { $parts }
injected-cpu = { $processes } { $processes ->
    [one] вычисляющий процесс
    [few] вычисляющих процесса
    [many] вычисляющих процессов
   *[other] вычисляющего процесса
}
injected-memory = { $size } памяти
injected-disk = { $size } записи на диск
injected-network = сеть { $link }: { $faults }
injected-latency = задержка { $time }
injected-jitter = джиттер { $time }
injected-bandwidth = полоса { $size }/с
injected-cut = данные не проходят
injected-reset = соединения сбрасываются
injected-slowdown = время обслуживания больше на { $share }

## Result: sentences, answers, rankings

sentences = { $sentences }
sentence-of-variant = { $variant }: { $sentence }
sentence-errors = Ошибки: { $errors }.
sentence-errors-at = Ошибки при { $rate } запросов/с: { $errors }.
because = : { $why }
clause-after = ; { $clause }
in-brackets = { " " }({ $text })
memory-need = Сервису { $service } нужно { $needed } памяти: { $after } кучи после сборок, { $room } запаса для сборщика и { $other } прочей памяти.
memory-need-heap = Сервису { $service } нужно { $needed } памяти: { $heap } кучи и { $other } прочей памяти.
memory-need-least = Сервису { $service } нужно больше { $needed } памяти: выделенная куча и прочая память, которая не прочитана.
memory-need-plain = Сервису { $service } нужно { $needed } памяти: всё, что занимают его процессы.
memory-need-unsplit = Сервису { $service } нужно { $needed } памяти: всё, что занимают его процессы. Какая часть из этого — куча, неизвестно.
memory-cache-beside = Страничный кэш ({ $cache }) сюда не входит: при нехватке памяти ядро его отдаёт.
memory-cache-read-again = Страничный кэш ({ $cache }) сюда не входит, но каждую секунду заново читалось { $pages } страниц файлов: при меньшей памяти их будет больше.
memory-used-beside = То, что машина показывает как занятое ({ $used }), — другая величина: в неё входят другие процессы и не входит разделяемая память ({ $shared }), где держит кучу ZGC.
memory-used-of-others = То, что машина показывает как занятое ({ $used }), — другая величина: в неё входят и другие процессы.
memory-lacks-heap = размер кучи его JVM никто не читал
memory-lacks-collections = ни одна сборка не показала, сколько остаётся занято
memory-lacks-other = прочая память отдельно от кучи не прочитана; показана память за вычетом выделенной кучи: это нижняя граница
memory-lacks-group = у сервиса нет собственной контрольной группы, поэтому его страничный кэш неизвестен
memory-lacks-pressure = нет файла давления, который показал бы, сколько времени ждали память
simulated = Моделирование в виртуальном времени: { $sentence }
note-simulated = Моделирование: вместо сервиса — модель, время виртуальное. На настоящем сервисе ничего не измерялось.
nothing-measured = Ничего не измерено: прогон закончился до начала нагрузки ({ $arrivals }).
arrivals-other = поток запросов вида «{ $arrivals }»
arrivals-note-poisson = Пуассоновский поток: запросы приходят в случайные моменты, как от независимых пользователей, иногда по нескольку сразу. При равномерном потоке той же средней интенсивности очередей меньше: время отклика короче, а максимальная производительность выше. Сравнивать эти два случая нельзя.
arrivals-note-constant = Равномерный поток: запросы идут через равные промежутки, чего у независимых пользователей не бывает. При пуассоновском потоке той же средней интенсивности запросы иногда приходят по нескольку сразу и дольше стоят в очередях: время отклика больше, а максимальная производительность ниже, поэтому полученное значение выше того, что увидят независимые пользователи. Чтобы получить их значение, повторите с --arrivals poisson.
arrivals-note-closed = Закрытая модель: каждое соединение отправляет следующий запрос после ответа на предыдущий. Это наибольшее, что сервис даёт при таком числе соединений; вне соединений никто не ждёт, поэтому о независимых пользователях время отклика ничего не говорит.
arrivals-note-users = Закрытая модель с пользователями: каждый повторяет свой сценарий, как только закончит его, или в заданном темпе. Чем медленнее отвечает сервис, тем реже к нему обращаются, поэтому интенсивность здесь — результат, а не заданная нагрузка.
slos = { $slos }
slos-none = (не задано)
load-rate = { $rate } запросов/с
load-of-users = { $users } ({ $rate } запросов/с)
load-in-multiples = { $load } (N = { $multiple })
load-beside-users = { $load } и { $users } { $users ->
    [one] пользователь
    [few] пользователя
    [many] пользователей
   *[other] пользователя
}
at-load = при нагрузке { $load }
at-highest-rate = при наибольшей достижимой нагрузке
at-highest-rate-beside-users = при наибольшей достижимой нагрузке и { $users } { $users ->
    [one] пользователе
    [few] пользователях
    [many] пользователях
   *[other] пользователях
}
at-users = при { $users } { $users ->
    [one] пользователе
    [few] пользователях
    [many] пользователях
   *[other] пользователях
}
circumstances = { $arrivals }; в пределах одного запуска сервиса
circumstances-confirmed = { $arrivals }; подтверждено полкой { $held } в пределах одного запуска сервиса
circumstances-each-held = { $arrivals }; каждая полка длилась { $held } в пределах одного запуска сервиса
capacity-estimate = Оценка максимальной производительности — { $estimate } запросов/с, от { $low } до { $high }
level-capacity-estimate = Оценка максимальной производительности: { $estimate }, нижняя граница: { $low }, верхняя: { $high }
capacity-interval = Максимальная производительность — между { $low } и { $high } запросов/с
level-capacity-interval = Максимальная производительность: нижняя граница: { $low }, верхняя: { $high }
search-passed = Наибольшая пройденная нагрузка — { $rate } запросов/с, не подтверждена
level-search-passed = Наибольшая пройденная нагрузка — { $level }, не подтверждена
search-passed-confirmed = Наибольшая пройденная нагрузка — { $rate } запросов/с, подтверждена
level-search-passed-confirmed = Наибольшая пройденная нагрузка — { $level }, подтверждена
search-passed-none = Ни одна нагрузка пока не пройдена
level-search-passed-none = Ни одна нагрузка пока не пройдена
search-failed = наименьшая непройденная — { $rate } запросов/с
level-search-failed = наименьшая непройденная — { $level }
search-failed-none = непройденных нет
sentence-capacity-found = Сервис выдерживает { $load } с соблюдением SLO { $slos }. { $estimate } ({ $circumstances }).
sentence-capacity-coarse = Сервис выдерживает { $load } с соблюдением SLO { $slos }, а максимальная производительность известна лишь приблизительно. { $estimate } ({ $circumstances }).
sentence-capacity-unconfirmed = Максимальная производительность при SLO { $slos } оценивается в { $estimate } запросов/с и не подтверждена: от { $low } до { $high } запросов/с ({ $circumstances }).
level-sentence-capacity-unconfirmed = Максимальная производительность при SLO { $slos } не подтверждена. Оценка: { $estimate }, нижняя граница: { $low }, верхняя: { $high } ({ $circumstances }).
sentence-capacity-at-least = Сервис выдерживает не менее { $load } ({ $bound ->
    [tried] наибольшая опробованная нагрузка
   *[allowed] наибольшая разрешённая нагрузка
}) с соблюдением SLO { $slos }, полка { $held }. Максимальная производительность может быть выше ({ $circumstances }).
level-sentence-capacity-at-least = Сервис выдерживает по меньшей мере { $load } ({ $bound ->
    [tried] наибольшее опробованное число
   *[allowed] наибольшее разрешённое число
}) с соблюдением SLO { $slos }, полка { $held }. Максимальная производительность может быть выше ({ $circumstances }).
sentence-capacity-none-passed = Сервис не соблюдает SLO { $slos } ни при одной из опробованных нагрузок{ $because } ({ $circumstances }).
level-sentence-capacity-none-passed = Сервис не соблюдает SLO { $slos } ни при одном из опробованных чисел пользователей{ $because } ({ $circumstances }).
sentence-capacity-none-passed-down-to = Сервис не соблюдает SLO { $slos } ни при одной из опробованных нагрузок вплоть до { $lowest } запросов/с{ $because } ({ $circumstances }).
level-sentence-capacity-none-passed-down-to = Сервис не соблюдает SLO { $slos } ни при одном из опробованных чисел пользователей, наименьшее: { $lowest }{ $because } ({ $circumstances }).
sentence-capacity-drifting = Максимальная производительность при SLO { $slos } не остаётся прежней{ $because } ({ $circumstances }).
sentence-capacity-undecided = Максимальная производительность при SLO { $slos } не определена{ $because }. { $passed }; { $failed } ({ $arrivals }).
sentence-capacity-interrupted = Поиск максимальной производительности при SLO { $slos } прерван. { $passed }; { $failed } ({ $arrivals }).
sentence-capacity-not-run = Поиск максимальной производительности не проводился{ $because }.
sentence-plateaus-found = Сервис выдерживает { $load } с соблюдением SLO { $slos } на последней пройденной полке (задано { $due }){ $clause } ({ $circumstances }).
sentence-plateaus-at-least = Сервис выдерживает { $load } с соблюдением SLO { $slos } на последней пройденной полке (задано { $due }). Это оценка снизу: наибольшая опробованная полка — { $highest }{ $note } ({ $circumstances }).
sentence-plateaus-users-found = SLO { $slos } соблюдаются при { $users }, которые дают { $load }: это последняя пройденная полка{ $clause } ({ $circumstances }).
sentence-plateaus-users-at-least = SLO { $slos } соблюдаются при { $users }, которые дают { $load }: это последняя пройденная полка. Это оценка снизу: больше всего опробовано { $highest }{ $note } ({ $circumstances }).
sentence-plateaus-none-passed = Сервис не соблюдает SLO { $slos } ни на одной из полок{ $because } ({ $circumstances }).
sentence-plateaus-undecided = Нельзя сказать, на какой из полок сервис соблюдает SLO { $slos }{ $because } ({ $arrivals }).
sentence-plateaus-not-run = Ступенчатая нагрузка не подавалась{ $because }.
sentence-confirm-passed = Подтверждение пройдено: нагрузка { $load } держалась { $held }, все SLO соблюдены.
sentence-confirm-failed = Подтверждение нагрузки { $load } не пройдено{ $because }.
sentence-confirm-undecided = Нельзя сказать, выдерживается ли нагрузка { $load }{ $because }.
sentence-confirm-not-run = Подтверждение не проводилось{ $because }.
sentence-soak-steady = Тест надёжности при нагрузке { $load }: стабильная работа в течение { $held }.
sentence-soak-steady-but-memory = Тест надёжности при нагрузке { $load }: стабильная работа в течение { $held }, но утечка не исключена ({ $memory }).
sentence-soak-not-steady = Тест надёжности при нагрузке { $load }: работа нестабильна{ $because }.
sentence-soak-never-steady = Тест надёжности при нагрузке { $load }: стабильный режим так и не наступил{ $because }.
sentence-soak-failed = Тест надёжности при нагрузке { $load }: SLO нарушены{ $because }.
sentence-soak-undecided = Нельзя сказать, стабильна ли работа в тесте надёжности при нагрузке { $load }{ $because }.
sentence-soak-not-run = Тест надёжности не проводился{ $because }.
spike-recovery = { $mean } (95-процентный интервал среднего от { $low } до { $high }, всплесков: { $spikes })
spike-recovery-once = { $mean } (один всплеск, без интервала)
sentence-spike-passed = После всплеска до { $spike } на { $held } сервис возвращается к исходному уровню ({ $slos }) за { $recovery }.
sentence-spike-slow = После всплеска до { $spike } на { $held } сервис возвращается к исходному уровню ({ $slos }) лишь за { $recovery }{ $because }.
sentence-spike-untold = После всплеска до { $spike } на { $held } сервис возвращается к исходному уровню ({ $slos }) за { $recovery }; выполнен ли SLO восстановления, не определено{ $because }.
sentence-spike-failed = Сервис не восстанавливается после всплеска до { $spike } на { $held }{ $because }.
sentence-spike-undecided = Восстановление после всплеска до { $spike } на { $held } неизвестно{ $because }.
sentence-spike-not-run = Всплеск не проводился{ $because }.
sentence-smoke-passed = Каждая операция отвечает как ожидается ({ $calls } { $calls ->
        [one] вызов
        [few] вызова
       *[other] вызовов
    }, { $operations } { $operations ->
        [one] операция
        [few] операции
       *[other] операций
    }). Время отклика не оценивается.
sentence-smoke-failed = Вызовы с ошибкой у { $failed } из { $operations } { $operations ->
        [one] операции
       *[other] операций
    }.
sentence-smoke-undecided = Нельзя сказать, каждая ли операция отвечает как ожидается{ $because }.
sentence-smoke-not-run = Дымовой тест не проводился{ $because }.
replies-of-expected = { $operation }: ответ ожидаемый у { $answered } из { $calls }
replies-of-unexpected = { $operation }: { $failed }, ожидалось { $expected }
replies-of-failed = { $operation }: { $failed }
replies-of-none = { $operation }: ни ответов, ни ошибок
replies-status = { $calls } из { $of } с ответом { $status }
replies-error = { $calls } из { $of } с ошибкой { $kind }
replies-dropped = { $calls } из { $of } не отправлено вовремя
replies-cut = { $calls } из { $of } не завершено к концу
sentence-load-passed = Сервис соблюдает SLO { $slos } { $at }. { $gave }
sentence-load-failed = Сервис нарушает SLO { $slos } { $at }{ $because }. { $gave }
sentence-load-undecided = Нельзя сказать, соблюдает ли сервис SLO { $slos } { $at }{ $because }. { $gave }
sentence-load-without-slo = SLO не задано, поэтому оценки { $at } нет. { $gave }
sentence-load-invalid = Измерение { $at } недостоверно{ $because } ({ $arrivals }).
sentence-load-cut-short = Ступень прервана { $at }, поэтому оценки нет. { $gave }
sentence-load-end-not-stored = Конец ступени { $at } не сохранён, поэтому оценки нет. { $gave }
sentence-load-not-run = Нагрузка не подавалась{ $because }.
sentence-passed-and-yet = Ступень { $trial } пройдена, и всё же: { $fact }
sentence-passed-and-yet-more = Ступень { $trial } пройдена, и всё же: { $fact } Кроме того: { $causes }.
sentence-starts-show = На пройденных ступенях { $starts } { $starts ->
    [one] запуска
    [few] запусков
    [many] запусков
   *[other] запуска
} всё же видно: { $causes }.
sentence-compare-measured = Раунд { $round } сравнения измерен при { $load }.
sentence-compare-unmeasured = Раунд { $round } сравнения при { $load } не дал показателей{ $because }.
sentence-compare-not-run = Раунд сравнения не проводился{ $because }.
sentence-overhead-measured = Накладные расходы: запуск { $start } измерен{ $because }.
sentence-overhead-unmeasured = Накладные расходы: запуск { $start } не дал показателей{ $because }.
sentence-overhead-not-run = Накладные расходы: запуск не проводился{ $because }.
gave = { $figures } за { $held } ({ $circumstances }).
due-of-asked = запланировано { $due } запросов/с при заданных { $asked } (пуассоновский поток, seed { $seed })
gave-completed = Выполнено { $rate } запросов/с
gave-percentile = p99 { $time }
gave-mean = среднее время отклика { $time }
gave-missing = { $share } запросов завершились ошибкой, сброшены или оборваны
unanswered-unfinished = прогон не завершён: его процесс убит или упал, либо он ещё идёт
unanswered-interrupted = прогон прерван до ответа
unanswered-not-stored = диск перестал принимать данные до ответа
unanswered-cut = прогон завершился до ответа: { $why }
trial-unfinished = ступень не завершена: оценки нет
verdict-of-stage = этап { $stage }, { $rate } запросов/с: { $why }
no-stage-reached = завершено до первого этапа с постоянной нагрузкой
at-stages = поэтапно, до { $rate } запросов/с
ranking-most = Больше всех с соблюдением SLO { $slos } выдерживает { $places }.
ranking-and-others = { $ranking } Без места: { $others }.
ranking-none-ranked = Места не определены, SLO { $slos }: { $others }.
ranking-of-one = { $variant } выдерживает { $carried } с соблюдением SLO { $slos }, по { $given } из { $starts } { $starts ->
    [one] запуска
    [few] запусков
    [many] запусков
   *[other] запуска
} сервиса.
ranking-then = затем { $place }
ranking-place = { $variant } — { $carried }
ranking-shared-place = { $variants }, различить их нельзя
ranking-unranked = { $variant } ({ $why })
searches-at-one-limit = Поиски всех вариантов упёрлись в один предел — { $limit }: найденные нагрузки говорят об этом пределе, а не о вариантах.
searches-ranked-by-cpu = { $told } Ранжировать варианты следует по CPU на запрос, от меньшего: { $order }.
searches-to-rank-by-cpu = { $told } Ранжировать варианты следует по CPU на запрос.
limit-of-highest-rate = наибольшая разрешённая нагрузка (max_rate)
limit-of-generator = генератор
limit-of-disk = диск
limit-of-database = общая база данных
carried-rate = { $rate } запросов/с
level-carried-rate = { $level }
carried-interval = { $rate } запросов/с (от { $low } до { $high })
level-carried-interval = { $level } (нижняя граница: { $low }, верхняя: { $high })
carried-at-least = не менее { $rate } запросов/с
level-carried-at-least = не меньше чем { $level }
carried-below = менее { $rate } запросов/с
level-carried-below = меньше чем { $level }
handshake-certificate-rejected = сертификат { $target } отвергнут: { $why }. Замените его или примите любой сертификат: --insecure (в профиле: tls.insecure)
handshake-timeout = { $target } не отвечает на рукопожатие TLS { $seconds } с. Проверьте, что этот порт говорит по TLS; если нет, напишите http:// вместо https://
handshake-tls-ca-certificate = { $target } предъявляет как свой сертификат удостоверяющего центра (CA:TRUE). Укажите PEM-файл именно этого сертификата: --ca FILE (в профиле: tls.ca), выпустите сертификат с basicConstraints=CA:FALSE или примите любой сертификат: --insecure (tls.insecure)
handshake-tls-client-certificate = { $target } требует клиентский сертификат, а loadproof пока не поддерживает клиентские сертификаты. Нагружайте порт сервиса, который его не требует
handshake-tls-closed = { $target } закрывает соединение во время рукопожатия TLS. Проверьте, что этот порт говорит по TLS (если нет, напишите http:// вместо https://), и прочтите журнал сервера
handshake-tls-expired = срок действия сертификата { $target } истёк { $date }. Обновите его или примите любой сертификат: --insecure (в профиле: tls.insecure)
handshake-tls-failed = рукопожатие TLS с { $target } не удалось: { $why }. Прочтите журнал сервера
handshake-tls-no-common-cipher = у { $target } и loadproof нет общего набора шифров или обмена ключами TLS ({ $why }). Включите на сервере ECDHE с AES-GCM или ChaCha20-Poly1305 и дайте ему сертификат с ключом RSA, P-256, P-384 или Ed25519
handshake-tls-no-http1 = { $target } не принимает HTTP/1.1 поверх TLS (ALPN), а loadproof говорит только по HTTP/1.1. Включите на сервере HTTP/1.1
handshake-tls-no-name = в сертификате { $target } нет subjectAltName, поэтому он не действителен для { $host }. Выпустите сертификат с этим именем в subjectAltName или примите любой сертификат: --insecure (в профиле: tls.insecure)
handshake-tls-not-spoken = { $target } не говорит по TLS. Напишите http:// вместо https:// или исправьте порт
handshake-tls-not-yet-valid = сертификат { $target } действителен только с { $date }. Проверьте часы этой машины или примите любой сертификат: --insecure (в профиле: tls.insecure)
handshake-tls-protocol-version = { $target } не говорит ни по TLS 1.2, ни по TLS 1.3, а других версий loadproof не знает. Включите на сервере TLS 1.2 или 1.3
handshake-tls-unknown-host = { $target } не знает имени { $host } (имя сервера TLS). Исправьте имя или укажите известное серверу имя в tls.server_name профиля
handshake-tls-unknown-issuer = сертификат { $target } выпущен центром, которому нет доверия. Укажите PEM-файл его центра: --ca ФАЙЛ (в профиле: tls.ca), или примите любой сертификат: --insecure (tls.insecure)
handshake-tls-wrong-name = сертификат { $target } действителен для { $names }, а не для { $host }. Укажите одно из этих имён в URL или в tls.server_name профиля, или примите любой сертификат: --insecure (tls.insecure)
stand-not-kept = стенд не может сохранять своё состояние и журналы ({ $place }: { $why }). Разрешите запись туда или укажите другое место в XDG_STATE_HOME
target-unreachable = цель { $target } недоступна ({ $why }). Запустите сервис или исправьте адрес
target-unreachable-at = цель { $target } недоступна, испробовано: { $tried }. Запустите сервис или исправьте адрес
target-unresolved = имя { $host } не разрешается ({ $why }). Исправьте адрес

## Первая фраза отчёта, для всех

plain-carries = Сервис выдерживает { $rate } запросов в секунду и не нарушает целей: { $targets }.
level-plain-carries = Сервис выдерживает нагрузку «{ $level }» и не нарушает целей: { $targets }.
plain-carries-but = Сервис выдерживает { $rate } запросов в секунду в пределах целей ({ $targets }), но недолго: что нарушено, сказано ниже.
level-plain-carries-but = Сервис выдерживает нагрузку «{ $level }» в пределах целей ({ $targets }), но недолго: что нарушено, сказано ниже.
plain-met = Под нагрузкой этого теста сервис не нарушил целей: { $targets }.
plain-broke = Под нагрузкой этого теста сервис нарушил цели: { $targets }.
plain-unknown = Этот тест не говорит, соблюдает ли сервис цели ({ $targets }). Причины — в оговорках ниже.
plain-ranking = Больше всех выдерживает { $names }: { $rate } запросов в секунду в пределах целей ({ $targets }).
plain-variants-differ = Варианты различаются больше, чем случайно: насколько, сказано ниже.
plain-variants-alike = Варианты одинаковы: различия слишком малы, чтобы иметь значение.
plain-variants-open = Этот тест не говорит, различаются ли варианты: нужно больше раундов.
plain-overhead-shown = Функция стоит меньше { $bound }.
plain-overhead-refuted = Функция стоит больше { $bound }.
plain-overhead-not-shown = Этот тест не говорит, стоит ли функция меньше { $bound }.
plain-target-time = { $share } запросов — за { $within }
plain-target-operation = { $share } запросов { $operation } — за { $within }
plain-target-errors = отказов меньше { $share }
plain-target-apdex = Apdex не ниже { $limit }
plain-target-apdex-operation = Apdex не ниже { $limit } для «{ $operation }»
plain-no-target = цели не заданы

## Report: titles, tables, notes

report-title = loadproof { $verb }{ $time ->
    [virtual] {" (моделирование)"}
   *[real] {""}
}: { $name }
report-title-of = { $title } ({ $what })
report-part-of = { $whole }, { $part }
report-trial = { $trial }, { $purpose }, { $load }
report-sentence = { $text }.
report-state-besides = { $state } ({ $besides })
report-column-min = Мин.
report-over = > { $limit } мс
report-estimate = Оценка: { $estimate }/с, между { $low }/с и { $high }/с, ширина интервала { $width }.
level-report-estimate = Оценка: { $estimate }, нижняя граница: { $low }, верхняя: { $high }, ширина интервала { $width }.
report-interval = Между { $low }/с и { $high }/с, ширина интервала { $width }.
level-report-interval = Нижняя граница: { $low }, верхняя: { $high }, ширина интервала { $width }.
report-bounds = Наибольшая пройденная нагрузка: { $low }/с. Наименьшая непройденная выше неё: { $high }/с, ширина интервала { $width }.
level-report-bounds = Наибольшая пройденная нагрузка: { $low }. Наименьшая непройденная выше неё: { $high }, ширина интервала { $width }.
report-tried = { $state }: { $rates }.
report-trial-reason = Ступень { $number } ({ $purpose }, { $load }), { $state }: { $reason }
report-starts-trials-note = Только оценённые ступени, по вариантам и запускам. «Опоздание» — наибольшее опоздание самого генератора, в мс. Доли вне каждого SLO и причины оценок — в result.json.
report-flows-cut = Ступень остановлена досрочно и оборвала { $cut } { $cut ->
    [one] незавершённый сценарий: он стоит в своём столбце и медленным не считается.
    [few] незавершённых сценария: они стоят в своём столбце и медленными не считаются.
   *[other] незавершённых сценариев: они стоят в своём столбце и медленными не считаются.
}
report-column-value = Значение
report-column-kind = Вид
report-column-at = Время, с
report-column-service-time = Обслуживание, мс
report-column-reply = Ответ
report-column-body = Начало тела
report-more-replies = Ещё { $count } — в result.json.
report-more-operation-rows = Ещё строк в result.json: { $count }.
report-body-of-bytes = ({ $bytes } { $bytes ->
    [one] байт
    [few] байта
   *[other] байт
})
report-section-services = Сервисы
report-column-cpus = CPU
report-column-besides = Кроме того
report-runtimes-differ = { $variant }: запуски сервиса { $service } различались ({ $facts }); их разброс — не разброс одного и того же.
report-note-of-variants = { $names }: { $note }
report-cores-apart = Машина: { $cores }. Сервисам отведено { $services }, генератору и датчикам — остальные { $others }.
report-cores-left-by-limits = Генератор, датчики и сервисы делили всю машину ({ $cores }); пределы оставляют генератору и датчикам { $left }.
report-cores-shared = Генератор, датчики и сервисы делили всю машину ({ $cores }); никакой предел их не разделяет.
report-ranking-note = RPS при SLO: запросы в секунду в пределах всех SLO, среднее геометрическое по запускам, в скобках — интервал 95 % по запускам; рабочая нагрузка — 70 % от неё. p95 и p99 в мс, по общей гистограмме всех запусков, при этой нагрузке.
report-column-cycles = Циклы
report-ranking-read = CPU (100 % — одно ядро) и память — средние за те же участки, у сервиса, на который идёт нагрузка.
report-ranking-memory = Память — { $kinds ->
    [cgroup] его cgroup
    [pss] его процессов, по их пропорциональной доле (PSS)
   *[both] его cgroup либо его процессов, по их пропорциональной доле (PSS)
}.
report-bound = { $bound ->
    [at_least] не менее
   *[below] менее
} { $rate }
report-rate-with-interval = { $rate } (от { $low } до { $high })
report-rank-shared = { $names } делят место { $rank }: { $why ->
    [bounds] одних границ недостаточно, чтобы их различить
   *[scatter] разброс их запусков слишком велик или запусков слишком мало, чтобы их различить
}. Это не значит, что они равны.
report-rank-sure = Более высокое место достоверно с доверительной вероятностью { $confidence } сразу по всем парам: у одинаковых вариантов места различаются не более чем в { $wrong } таких исследований.
report-bound-at-least = { $name }: { $rate }/с — нижняя граница: наибольшая из опробованных нагрузок пройдена ({ $bounded } из { $starts } запусков). Достоверно лучше него нет ничего; попробуйте нагрузки выше.
level-report-bound-at-least = { $name }: { $level } — оценка снизу, так как наибольшая опробованная нагрузка пройдена в { $bounded } из { $starts } запусков. Ничто не лучше наверняка; попробуйте большее число.
report-bound-below = { $name }: наименьшая из опробованных нагрузок не пройдена ({ $bounded } из { $starts } запусков), так что он выдерживает менее { $rate }/с. Попробуйте нагрузки ниже.
level-report-bound-below = { $name }: наименьшая опробованная нагрузка не пройдена в { $bounded } из { $starts } запусков, поэтому выдерживается меньше чем { $level }. Попробуйте меньшее число.
report-unranked = { $name } без места: { $why }.
report-starts-note = Каждый запуск — сервисы, запущенные заново. В скобках: у нагрузки — то, что метод оставляет открытым внутри запуска, у p99 — интервал 95 % внутри него. Ни то, ни другое не говорит, как различаются запуски; это приведено ниже. Скорость машины — как быстро выполнялась одна и та же работа до и после запуска, в процентах от наибольшей.
report-column-trial = Ступень
report-column-rated-starts = Запуски с результатом
report-column-range = От наименьшей до наибольшей
report-column-spread-between = Разброс между запусками
report-column-spread-within = Разброс внутри запуска
report-column-breaks-at = Перелом p99 при
report-so-many-of = { $some } из { $all }
report-stopped-by = Остановило: { $causes }
report-beside-passed = На пройденных ступенях всё же видно: { $causes }
report-column-first = Первым остановило
report-column-other-causes = Прочее
report-matrix-note = В скольких запусках причина видна на непройденной ступени; первой названа сильнейшая. «?» — предположено по фактам, не измерено.
report-facts = Факты
report-facts-note = Что измерено.
report-hypotheses = Гипотезы
report-hypotheses-note = Предположения по фактам, не доказаны. При каждой указано, как её проверить.
report-beside = Также замечено
report-beside-note = Измерено, но не объясняет ошибок, из которых состоит большинство сбоев.
report-findings-details = Все факты и гипотезы с основаниями ({ $count })
report-details-note = { $title }. { $note }
report-finding = { $where }: { $text }
report-quoted = «{ $text }»
report-also-in = { $where } (также { $trials })
report-errors = Ошибки
report-errors-of = Ошибки ступени { $trial }
report-errors-of-rate = Ошибки ступени { $trial }, { $load }
report-more-error-kinds = и ещё { $count } { $count ->
    [one] вид
    [few] вида
    [many] видов
   *[other] вида
}
report-unit-processes = процессов
report-unit-kills = завершений
report-unit-requests = запросов
report-unit-requests-per-second = запросов/с
report-unit-events-per-second = 1/с
report-shown-directory = каталог прогона: { $path }
report-shown-page = отчёт:{ "           " }{ $path }
## One screen

screen-operations = Операции, время отклика в мс
screen-picture = { $percentile } в мс в зависимости от заданной нагрузки; { $limit }
screen-picture-free = { $percentile } в мс в зависимости от заданной нагрузки
screen-more = и ещё { $count }: --full или отчёт
screen-full = все таблицы: --full или отчёт
screen-alike = Похожая нагрузка другим инструментом, для проверки
screen-alike-even = oha посылает запросы через равные промежутки; здесь так делает --arrivals constant

## Short

report-short-verdict = { $title }: { $state }
report-short-held = Выдерживает { $rate }/с; максимальная производительность около { $estimate }/с, между { $low }/с и { $high }/с
level-report-short-held = Выдерживает { $level }; оценка максимальной производительности: { $estimate }, нижняя граница: { $low }, верхняя: { $high }
report-short-capacity = Выдерживает около { $rate }/с, между { $low }/с и { $high }/с, без подтверждения
level-report-short-capacity = Выдерживает примерно { $level } (нижняя граница: { $low }, верхняя: { $high }), без подтверждения
report-short-between = Выдерживает от { $low }/с до { $high }/с
level-report-short-between = Выдерживает: нижняя граница: { $low }, верхняя: { $high }
report-short-ranking = Места, запросов/с: { $variants }
report-short-ranking-users = Места, пользователей: { $variants }
report-short-variant = { $rank }. { $name } { $carried }
report-short-more-variants = ещё { $count }
report-short-slos = SLO: { $slos }
report-short-errors = ошибки: { $errors }
report-short-doubts = { $doubts } { $doubts ->
    [one] оговорка
    [few] оговорки
   *[other] оговорок
}: см. отчёт
report-short-place = Отчёт: { $place }

## Forecast

starts-of-study = { $starts } { $starts ->
    [one] запуск
    [few] запуска
    [many] запусков
   *[other] запуска
}
cure-weight = задайте операции вес
cure-hold-soak = держите нагрузку не меньше { $hold }
cure-hold-or-weight = держите нагрузку { $hold } или увеличьте вес операции
cure-start-rate-hold-or-weight = увеличьте start_rate, держите нагрузку { $hold } или увеличьте вес операции
cure-hold-or-know = держите нагрузку дольше или задайте --capacity и --service-time, если они известны
cure-more-weight = увеличьте их вес
cure-hold-for-or-more-weight = держите нагрузку { $hold } (ради { $operation }) или увеличьте их вес
assumed-warm-up = каждый прогрев заканчивается при первой проверке, через { $first }; он может занять до { $most }
planned-difference = { $metric } { $percent }
planned-rounds = Сравнение займёт от { $least } до { $most } раундов, каждый около { $round }, и по их завершении в девяти случаях из десяти выявит различия начиная с: { $seen }
planned-rounds-too-few = Сравнение займёт от { $least } до { $most } раундов, каждый около { $round }, и различий не выявит: нужно три
planned-rounds-row = от { $least } до { $most } раундов
planned-rounds-of-operations = { $rounds }. { $operations }
planned-overhead = На накладные расходы уйдёт запусков: { $starts }, каждый около { $start }; что они не выше предела { $bound }, будет показано в девяти случаях из десяти, если предел больше самих расходов на: { $seen }
planned-overhead-too-few = На накладные расходы уйдёт запусков: { $starts }, каждый около { $start }; предел так не показать, нужно пять
from-to = от { $low } до { $high }
calls-suffice = да
plan-section-injections = Эмуляция проблем
planned-injection = { $name } ({ $problem }) на каждой ступени { $methods }: через { $after } после её начала, длится { $time }
planned-injection-repeated = { $name } ({ $problem }) на каждой ступени { $methods }: { $repeat } { $repeat ->
    [one] раз
    [few] раза
    [many] раз
   *[other] раза
}, впервые через { $after } после её начала, затем каждые { $every }, длится { $time }

## Page

page-skip = К выводу
page-contents = Содержание
page-to-dark = Тёмная
page-to-light = Светлая
page-theme = Цвета
page-aside = { " " }({ $text })
page-in-unit = { ", " }{ $unit }
page-label = { $label }:{ " " }
page-print = Печать
page-settings-language = Язык
page-glossary = Термины
page-close = Закрыть
page-when = Начало { $started }, длительность { $duration }
page-when-interrupted = Начало { $started }, длительность { $duration }, прерван досрочно
page-ms = мс
page-per-second = { $rate } /с
page-requests-per-second = запросов/с
page-too-few = мало
page-yes = да
page-no = нет
page-no-slo = без SLO
page-all = все
page-section-answers = Ответы
page-section-ranking = Рейтинг вариантов
page-section-comparison = Сравнение
page-section-rounds = Раунды
page-section-overhead = Накладные расходы
page-section-switches = Чего стоит переключение
page-section-switched-starts = Запуски с переключением функции
page-section-compared-total = Время отклика в целом
page-section-compared-operations = Время отклика по операциям
page-section-cpu-share = CPU в процентах от доступных варианту ядер
page-section-breaks = Где у p99 перелом
page-section-what-ran = Что запускалось
page-section-start = Что дал этот запуск
page-section-load = Нагрузка и время отклика
page-section-rates = Зависимость времени отклика от нагрузки
page-section-response-curve = Времена отклика одной ступени
page-section-trials = Ступени
page-section-all-trials = Оценённые ступени всех запусков
page-section-diagnoses = Диагностика между ступенями
page-section-stages = Этапы
page-section-operations = Операции
page-section-heat = Тепловая карта времени отклика
page-section-resources = Ресурсы под нагрузкой
page-section-memory = Необходимая память
page-section-validity = Достоверность и оговорки
page-section-findings = Факты и гипотезы
page-section-method = Методика, исследование, стенд, окружение
page-section-repeat = Как повторить
page-state-passed = пройдено
page-state-measured = измерено
page-state-held = выдержано
page-state-failed = не пройдено
page-state-undecided = не определено
page-state-invalid = недостоверно
page-state-cut-short = прервано
page-state-recover = восстановление
page-state-warm-up = прогрев
page-state-found = найдена
page-state-coarse = приблизительно
page-state-at-least = не менее
page-state-none-passed = ни одна не пройдена
page-state-drifting = дрейф
page-state-steady = стабильно
page-state-not-steady = нестабильно
page-state-never-steady = без стабилизации
page-state-not-run = не проводилось
page-early = остановлена досрочно
page-superseded = её запуск был прерван и повторён
page-method-smoke = дымовой тест
page-method-load = нагрузка
page-method-compare = сравнение
page-method-overhead = накладные расходы
page-method-plateaus = ступенчатая нагрузка
page-method-capacity = максимальная производительность
page-method-confirm = подтверждение
page-method-soak = тест надёжности
page-method-users = пользователи
page-method-spike = всплеск
page-purpose-smoke = дымовой тест
page-purpose-load = нагрузка
page-purpose-bracket = грубый поиск
page-purpose-search = уточнение
page-purpose-confirm = подтверждение
page-purpose-recover = восстановление
page-purpose-soak = тест надёжности
page-purpose-warm-up = прогрев
page-purpose-compare = сравнение
page-purpose-alone = сравнение, в одиночку
page-purpose-plateau = полка
section-alarms = Триггеры
alarms-column-alarm = Триггер
alarms-column-rule = Правило
alarms-column-trial = Ступень
alarms-column-fired = Сработала на ступенях
alarms-column-first = Первое срабатывание
alarms-column-lead = Упреждение
alarms-column-false = Ложные срабатывания
alarms-column-detected = Обнаруженные снижения Apdex
alarms-column-no-data = Без данных
alarms-column-pending = Ожидание с
alarms-column-fires = Сработала на
alarms-column-ended = Снята на
alarms-column-value = Значение
alarms-column-remark = Примечание
alarms-part = { $part } из { $whole }
alarms-first = { $at }, ступень { $trial }
alarms-lead-before = за { $time } до того, как заметили пользователи
alarms-lead-after = через { $time } после того, как заметили пользователи
alarms-lead-none = когда заметили пользователи
alarms-lead-range = { $median } (от { $low } до { $high })
alarms-false = { $count } за { $time }
alarms-line = { $alarm } сработал через { $at } после начала ступени { $trial } ({ $value }); в { $part } из { $whole } ступеней
alarms-line-lead = { $alarm } сработал через { $at } после начала ступени { $trial } ({ $value }); в { $part } из { $whole } ступеней; опережение: { $lead }
alarms-note = Время отсчитывается от начала ступени. Опережение — до начала первой минуты, в которой Apdex пользователей достоверно ниже; оно отрицательно, если триггер сработал позже. Для нескольких ступеней это медиана с наименьшим и наибольшим значением. Ложные срабатывания — на ступенях, где SLO соблюдены и Apdex достоверно не снижался, и те, что закончились более чем за 5 минут до снижения. Обнаруженные снижения — ступени, на которых Apdex достоверно снизился и триггер сработал не ложно.
alarms-none-fired = Ни один триггер не сработал.
alarms-firings = Срабатывания
alarms-to-the-end = конец ступени
alarms-remark-false = ложное срабатывание
alarms-remark-stopped = завершила ступень
section-injections = Эмуляция проблем
injections-column-injection = Эмуляция проблемы
injections-column-made = Выполнено
injections-column-recovery = Восстановление
injections-column-alarms = Триггеры
injections-column-resource = Ресурс
injections-column-before = До
injections-column-during = Во время
injections-column-after = После
injections-column-difference = Разность
injections-column-decision = Влияние
injections-column-trial = Ступень
injections-column-number = Повторение
injections-column-begins = Начало
injections-column-ends = Отмена
injections-column-undone = Отменена
injections-column-state = Состояние
injections-column-p95 = Влияние на p95
injections-column-fault = Сбой
injections-metric-p95-ms = p95
injections-metric-apdex = Apdex
injections-metric-error-share = Неуспешные запросы
injections-metric-rate-per-s = выполненные запросы
injections-named = { $injection }: { $problem }
injections-undone = выполнено и отменено { $part } из { $whole }
injections-of-state = { $count } — { $state }
injections-state-undone = отменена
injections-state-failed = сбой
injections-state-not-undone = НЕ ОТМЕНЕНА
injections-state-cut = прервана концом ступени
injections-repeated = влияние по { $count } повторениям
injections-one-repetition = одно повторение: следующее может отличаться
injections-first-of-two = влияние по первому из двух повторений
injections-change = { $before } → { $during }: { $difference }, { $decision }
injections-change-unknown = { $before } → { $during }: { $decision }
injections-difference = { $difference } (от { $low } до { $high })
injections-decision-worse = хуже
injections-decision-better = лучше
injections-decision-changed = изменилось
injections-decision-not-seen = влияния не видно
injections-decision-unknown = слишком коротко для вывода
injections-recovery = восстановление через { $time } после отмены
injections-recovery-not-seen = восстановления не видно
injections-not-seen = не видно
injections-alarm = { $alarm }: { $part } из { $whole }
injections-alarm-after = { $alarm }: { $part } из { $whole }, через { $delay } после начала
injections-left = НЕ ОТМЕНЕНА: на ступени { $trial } осталось что-то от эмуляции проблемы { $injection }: { $why }. Всего осталось повторений: { $count }. Это может влиять на следующие ступени того же запуска.
injections-line = { $injection }: { $told }
injections-line-effect = { $metric } { $effect }
injections-resources = Влияние на ресурсы
injections-resources-left = Строк без достоверного эффекта: { $count }; они есть в result.json
injections-operations = Неуспешные запросы по операциям
injections-column-failed-before = Неуспешны до
injections-column-failed-during = Неуспешны во время
injections-column-failed-after = Неуспешны после
injections-column-completed-during = Выполнены во время
injections-failed-calls = { $failed } из { $calls }
injections-failed-kinds = { $failed } из { $calls }: { $kinds }
injections-kind-dropped = отброшены
injections-kind-cut = прерваны
injections-operations-note = Операции с неуспешными запросами, по секунде, на которую был назначен запрос: запрос, начатый перед самой эмуляцией, может завершиться ошибкой до неё. Во время — от начала каждого повторения до секунды, когда от него ничего не осталось. После — начиная с первой отмены, в том числе между повторениями. Выполнены во время — запросы с ожидаемым ответом, несмотря на проблему. Остальные операции есть в result.json.
injections-occurrences = { $count ->
    [one] { $count } повторение
    [few] { $count } повторения
    [many] { $count } повторений
   *[other] { $count } повторения
}
injections-note = Влияние — это сравнение блоков по 10 с и больше во время эмуляции с блоками до неё и после восстановления, поэтому тренд сервиса за влияние не принимается; в скобках интервал 95 %. Начиная с трёх повторений интервал считается по повторениям. Восстановление — время от отмены до первого из трёх блоков подряд, которые не хуже прежних. Триггер засчитывается, если сработал между началом и восстановлением. Вердикт ступени включает секунды проблемы.
databases-section = Базы данных
databases-activity = Активность
databases-statements = SQL-запросы по времени
databases-statements-note = Доля — от времени выполнения всех SQL-запросов. JIT — доля времени SQL-запроса, которую заняла JIT-компиляция. Попадания — блоки, найденные в shared_buffers. Сброшено — блоки временных таблиц, сортировок и хешей, записанные в файлы. Значения в SQL-запросах скрыты. Выполнение учитывается, когда оно закончилось: SQL-запросы, которые ещё выполняются, видны в событиях ожидания.
databases-changes = SQL-запросы по изменению
databases-changes-note = SQL-запросы, у которых выросло среднее время или доля; для сравнения взята { $before }. Наибольший рост — первым. «–»: раньше SQL-запрос не входил в список.
databases-changes-none = Ни один SQL-запрос не вырос; для сравнения взята { $before }.
databases-before-trial = ступень { $number }
databases-before-minute = первая минута
databases-before-injection = нагрузка до эмуляции проблемы
databases-problem = Во время { $injection } (ступень { $trial }, { $count } { $count ->
    [one] эмуляция
    [few] эмуляции
    [many] эмуляций
   *[other] эмуляции
})
databases-waits = События ожидания
databases-waits-note = Активные сеансы опрашивались раз в секунду ({ $samples } { $samples ->
    [one] замер
    [few] замера
    [many] замеров
   *[other] замера
}).
databases-working = нет ожидания: сеанс работает или ждёт процессор
databases-locks = Ожидания блокировок: { $waiting } { $waiting ->
    [one] сеанс ждал
    [few] сеанса ждали
    [many] сеансов ждали
   *[other] сеанса ждали
} в худшую секунду, { $at }
databases-lock-line = { $process } ({ $facts }): { $statement }
databases-lock-waits = ждёт: { $wait }
databases-lock-waits-since = ждёт: { $wait }, до { $time }
databases-lock-transaction = транзакция { $time }
databases-lock-holds-up = задерживает { $count } { $count ->
    [one] сеанс
    [few] сеанса
    [many] сеансов
   *[other] сеанса
}
databases-lock-also = ждёт также { $processes }
databases-abandoned = SQL-запросы без клиента
databases-abandoned-note = Клиенты закрыли соединение. Сервер не замечает этого, пока не начнёт отдавать строки; проверку включает client_connection_check_interval.
databases-temporary = Временные таблицы и файлы
databases-temporary-note = Каждая временная таблица создаёт файл, каким бы ни был temp_buffers; каждый её индекс — ещё один. Обычные таблицы и индексы тоже считаются здесь.
databases-wal = WAL и контрольные точки
databases-settings = Настройки
databases-scans = Последовательные сканирования
databases-minutes = { $count ->
    [one] { $count } минута
    [few] { $count } минуты
    [many] { $count } минут
   *[other] { $count } минуты
}
databases-minutes-note = Файлы — временных таблиц, других новых таблиц и индексов, сортировок и хешей.
databases-plans = { $count ->
    [one] { $count } план
    [few] { $count } плана
    [many] { $count } планов
   *[other] { $count } плана
}
databases-plan-executed-title = { $time }: { $statement }
databases-plan-executed = План самого медленного выполнения из журнала, { $time }. Оценка стоимости { $cost }; соединяет { $joined } { $joined ->
    [one] таблицу
    [few] таблицы
    [many] таблиц
   *[other] таблицы
}.
databases-plan-cost = Обобщённый план, запрос не выполнялся. Оценка стоимости { $cost }; соединяет { $joined } { $joined ->
    [one] таблицу
    [few] таблицы
    [many] таблиц
   *[other] таблицы
}.
databases-plan-reordered = Обобщённый план, запрос не выполнялся. Оценка стоимости { $cost }; соединяет { $joined } { $joined ->
    [one] таблицу
    [few] таблицы
    [many] таблиц
   *[other] таблицы
}. При join_collapse_limit и from_collapse_limit, равных { $joined }, оценка стоимости { $reordered }.
databases-shortfalls = Не прочитано
databases-other-statements = все остальные SQL-запросы
databases-unread-statement = SQL-запрос { $query } (текст не прочитан)
databases-hidden-statement = (SQL-запрос не прочитан)
databases-per-second = { $size }/с
databases-most-of = { $most } из { $limit }
databases-free-of = { $free } из { $size }
databases-column-time-share = Доля
databases-column-calls = Вызовов/с
databases-column-mean = Среднее, мс
databases-column-jit = JIT
databases-column-rows = Строк/вызов
databases-column-hits = Попадания
databases-column-spilled = Сброшено
databases-column-wal = WAL
databases-column-statement = SQL-запрос
databases-column-mean-before = Среднее раньше, мс
databases-column-share-before = Доля раньше
databases-column-wait = Событие ожидания
databases-column-sessions = Сеансов в среднем
databases-column-active-share = От активных сеансов
databases-column-most-of = Чаще всего
databases-column-process = Процесс
databases-column-age = Выполняется
databases-column-application = Приложение
databases-column-table = Таблица
databases-column-scans = Сканирований/с
databases-column-rows-read = Прочитано строк/с
databases-column-live-rows = Строк в таблице
databases-column-minute = Минута
databases-column-active = Активные
databases-column-waiting = Ждут
databases-column-files = Новых файлов/с
databases-column-wal-pace = WAL, МиБ/с
databases-column-top-statement = Самый долгий SQL-запрос
databases-fact-length = Интервал
databases-fact-statements = SQL-запросы
databases-fact-commits = Фиксации транзакций
databases-fact-rollbacks = Откаты транзакций
databases-fact-deadlocks = Взаимоблокировки
databases-fact-sessions = Сеансов в среднем
databases-fact-most-sessions = Сеансов не более
databases-fact-active = Активные сеансы
databases-fact-working = Активные сеансы без ожидания
databases-fact-waiting-lock = Сеансы, ждущие блокировок
databases-fact-waiting-io = Сеансы, ждущие ввода-вывода
databases-fact-idle-in-transaction = Сеансы, бездействующие в транзакции
databases-fact-hits = Доля попаданий в shared_buffers
databases-fact-jit = Доля JIT во времени выполнения
databases-fact-own-cpu = CPU этой диагностики от CPU сервера
databases-fact-created = Создано таблиц и индексов
databases-fact-created-per-commit = Создано таблиц и индексов на фиксацию
databases-fact-temporary-relations = Временных таблиц и индексов в среднем
databases-fact-temporary-size = Размер временных таблиц в среднем
databases-fact-temporary-written = Временные таблицы, запись в файлы
databases-fact-files = Файлы сортировок и хешей
databases-fact-spilled = Сортировки и хеши, запись в файлы
databases-fact-tablespace = Временное табличное пространство
databases-fact-free = Наименьшее свободное место в нём
databases-fact-wal = WAL
databases-fact-timed = Контрольные точки по времени
databases-fact-requested = Контрольные точки по запросу
databases-fact-checkpoint-time = Время записи контрольных точек
databases-fact-checkpoint-pace = Записано контрольными точками
databases-fact-session-pace = Записано сеансами
databases-fact-max-wal-size = max_wal_size
databases-fact-checkpoint-timeout = checkpoint_timeout
databases-fact-version = PostgreSQL
databases-fact-processors = Процессоры
databases-setting-jit = jit
databases-setting-jit-above-cost = jit_above_cost
databases-setting-join-limit = join_collapse_limit
databases-setting-from-limit = from_collapse_limit
databases-setting-temp-buffers = temp_buffers
databases-setting-temp-tablespaces = temp_tablespaces
databases-setting-shared-buffers = shared_buffers
databases-setting-max-connections = max_connections
databases-line-of = { $database }: { $text }
databases-line-locks = { $waiting } { $waiting ->
    [one] сеанс ждал
    [few] сеанса ждали
    [many] сеансов ждали
   *[other] сеанса ждали
} блокировку одновременно; её держал процесс { $process } ({ $state }): { $statement }
databases-line-abandoned = { $count } { $count ->
    [one] SQL-запрос выполнялся
    [few] SQL-запроса выполнялись
    [many] SQL-запросов выполнялись
   *[other] SQL-запроса выполнялись
} без клиента, до { $age }: { $statement }
databases-line-running = SQL-запрос выполнялся уже { $age }, когда его видели последний раз (сеансов в среднем: { $sessions }): { $statement }
databases-line-space = во временном табличном пространстве { $tablespace } оставалось { $free } из { $size }
databases-line-sessions = открыто { $most } из { $limit } разрешённых сеансов
databases-line-statement = { $share } времени: { $statement } ({ $rate }/с, в среднем { $mean })
databases-line-change = { $before } → { $mean } на вызов, для сравнения { $told }: { $statement }
databases-line-wait = ожидание { $wait }: в среднем { $sessions } { $sessions ->
    [one] сеанс
    [few] сеанса
    [many] сеансов
   *[other] сеанса
}, { $share } активных
databases-line-jit = JIT-компиляция заняла { $share } времени выполнения
databases-line-checkpoints = { $requested } { $requested ->
    [one] контрольная точка началась
    [few] контрольные точки начались
    [many] контрольных точек начались
   *[other] контрольной точки начались
} раньше срока, WAL растёт на { $wal }
databases-line-files = { $files } { $files ->
    [one] файл
    [few] файла
    [many] файлов
   *[other] файла
} в секунду для временных таблиц, сортировок и хешей
section-users = Пользователи по минутам
section-littles-law = Проверка по закону Литтла
page-column-users-present = Пользователей
page-column-flows-per-s = Итераций/с (X)
page-column-flow-time = Длительность итерации (R), с
page-column-wait-time = Ожидание следующей (Z), с
page-column-users-by-law = Пользователей по закону, X (R + Z)
page-column-law-ratio = Отношение
littles-law-total = все сценарии
littles-law-note = Число пользователей = итераций в секунду × (длительность итерации + ожидание следующей). Обе стороны — из подтверждения; они расходятся более чем на 5 %, если не все пользователи работали всё время.
users-start = { $variant }, запуск { $start }
page-apdex-minute = мин { $minute }
users-apdex-note = Apdex каждой минуты; * — меньше 100 вызовов, ? — интервал 95 % охватывает несколько оценок.
users-column-lowest = Наименьший Apdex
users-column-lowest-minute = Минута
users-column-sure = Минуты с уверенной оценкой
users-column-starts = Запусков в минуту
users-column-dispersion = Индекс дисперсии
users-column-expected = При равномерной нагрузке
users-column-even = Равномерность
users-column-minutes = Неравномерные минуты
users-evenness = Равномерность операций
users-evenness-note = Индекс дисперсии — отношение дисперсии числа запусков в минуту к среднему. Ошибка проверки — 5 % на все операции.
users-evenness-none = Равномерность не проверена: нужно 5 минут и 5 запусков операции в минуту.
page-state-even = равномерно
page-state-uneven = неравномерно
page-state-excellent = отлично
page-state-good = хорошо
page-state-fair = удовлетворительно
page-state-poor = плохо
page-state-unacceptable = неприемлемо
apdex-column-samples = Вызовы
apdex-column-score = Apdex [T, с]
apdex-column-interval = Интервал 95 %
apdex-column-rating = Оценка
apdex-column-satisfied = Довольны
apdex-column-tolerating = Терпят
apdex-column-frustrated = Недовольны
apdex-note = Довольны: ответ не позже T; терпят: не позже 4T; недовольны: позже, с ошибкой или без отправки. Терпимый вызов считается за половину. * — меньше 100 вызовов.
page-before = До первого сценария
page-before-note = Вызовы, которые пользователь делает один раз за сеанс. Они не входят в SLO, итоги и производительность и посчитаны за всё испытание вместе с разгоном.
page-purpose-users = пользователи
cure-uneven = посмотрите на эти минуты: пользователи, которые ждут медленных ответов, запускают меньше и продолжают одновременно; распределите пользователей или задайте темп
operation-uneven = запуски { $operation } распределены по минутам неравномерно: индекс дисперсии { $dispersion }, при равномерной нагрузке { $expected }; выделяются минуты: { $minutes }
sentence-users-passed = { $users } пользователей обслужены с соблюдением SLO { $slos } в течение { $held }.
sentence-users-failed = { $users } пользователей не обслужены в пределах SLO{ $because }.
sentence-users-undecided = Нельзя сказать, обслуживаются ли { $users } пользователей с соблюдением SLO { $slos }{ $because }.
sentence-users-not-run = Нагрузка пользователей не подавалась{ $because }.
page-chart-users = Работающие пользователи
page-chart-before = Вызовы до первого сценария
page-chart-apdex = Apdex по минутам
page-apdex-sure = уверенная оценка
page-apdex-unsure = оценка не уверена
page-purpose-diagnose = диагностика
page-arrivals-poisson = пуассоновский поток запросов
page-arrivals-constant = равномерный поток запросов
page-arrivals-closed = закрытая модель нагрузки
page-arrivals-users = закрытая модель с пользователями
page-key-rate = Выполнено
page-key-rate-asked = задано { $rate } запросов/с
page-key-capacity = Макс. производительность
page-key-interval = Интервал
page-key-interval-note = пройдена – не пройдена
page-key-estimate = Макс. производительность, оценка
page-key-estimate-note = оценка { $rate }
level-page-key-estimate-note = оценка: { $level }
page-key-p99 = p99 при этой нагрузке
page-key-p99-at = p99 при { $rate } запросов/с
page-key-p99-note = по запросам с ответом
page-key-range = { $low } – { $high } по запускам
page-key-interval95 = 95 %: { $low } – { $high }
page-key-share = Доля вне SLO
page-key-share-note = от всех запланированных запросов
page-key-share-rate-note = разница между запланированным и выполненным
page-key-share-by-count = решает доля: границы включают предел
page-key-missing = Неуспешные
page-key-missing-note = ошибки, сброшенные, оборванные
page-key-held = Оценённый участок
page-key-users = Пользователи
page-key-users-note = закрытая модель
page-key-users-alone-note = замкнутые: каждый повторяет свой сценарий
page-key-carries-most = Выдерживает больше всех
page-key-over-starts = 95 %, по { $starts } { $starts ->
    [one] запуску
   *[other] запускам
}
page-key-cpu-per-request = CPU на запрос
page-key-cpu-note = расход сервиса
page-key-working = Рабочая нагрузка
page-key-working-note = 70 % от выдерживаемой
page-key-rounds = Раундов
page-key-rounds-note = в каждом все варианты запущены заново
page-key-compared-at = Сравнение при
page-key-compared-at-note = каждый раз на один вариант
page-key-visible = Наименьшая различимая разница: { $metric }
page-column-variant = Вариант
page-column-start = Запуск
page-column-rank = Место
page-column-carried = RPS при SLO
page-column-users-carried = Пользователей при SLO
page-column-error-percent = Неуспешные
page-column-cpu-percent = CPU
page-column-memory = Память
page-column-memory-needed = Нужно памяти
page-column-heap-after = Куча после сборок
page-column-head-room = Запас сборщика
page-column-other-memory = Прочая память
page-column-heap-committed = Выделенная куча
page-column-page-cache = Страничный кэш
page-column-refaults = Повторных чтений/с
page-column-memory-pressure = Доля ожидания памяти
page-column-cpu-per-request = CPU, мс на запрос
page-column-machine-percent = Скорость машины
page-column-rate-per-memory = Запросов/с на МиБ
page-column-working = Рабочая нагрузка, /с
page-column-users-working = Рабочая нагрузка, пользователей
page-column-method = Метод
page-column-outcome = Итог
page-column-rate = Нагрузка, запросов/с
page-column-n = N
page-column-estimate = Оценка, запросов/с
page-column-interval = Интервал, запросов/с
page-column-held = Оценённый участок
page-column-trial = №
page-column-stage = Этап
page-column-purpose = Этап
page-column-due = По плану, /с
page-column-done = Выполнено, /с
page-column-errors = Ошибки
page-column-dropped = Сброшено
page-column-late = Опоздание
page-column-bytes = Байты
page-column-cut = Оборвано
page-column-state = Состояние
page-column-operation = Операция
page-column-flow = Сценарий
page-column-target = Адрес нагрузки
page-column-runs = Прохождений по плану
page-column-tags = Метки
page-column-phase = Фаза
page-column-count = Число
page-column-calls = По плану
page-column-mean = Среднее
page-column-metric = Показатель
page-column-mean-interval = 95-процентный интервал среднего
page-column-each = Каждый повтор
page-column-in-ms = { $name }, мс
page-column-calls-per-second = Запросов/с
page-column-change = { $metric } относительно { $a }, %
page-column-cpus = От
page-column-cpu-share = CPU варианта, %
page-column-cpu-share-against = CPU другого, %
page-column-cpu-points = Разница, п.п.
page-column-cpu-points-interval = Интервал, п.п.
page-column-cpu-effect = Разница, %
page-column-failed-share = Неуспешные
page-column-figure = Показатель
page-column-against = Относительно
page-column-effect = Эффект
page-column-effect-interval = Интервал
page-column-decision = Вывод
page-column-surely-below = Достоверно меньше
page-column-bound = Предел
page-column-claim = Утверждение
page-column-starts-of-both = Запуски
page-column-switched-to = Переключение на
page-column-switch-took = Заняло, с
page-column-switch-cpu = CPU, мс
page-column-switches = Переключений
page-claim-shown = показано
page-claim-refuted = опровергнуто
page-claim-not-shown = не показано
page-column-round = Раунд
page-column-idle = Без нагрузки, ядер
page-column-generator = Генератор, мкс на запрос
page-column-level = Уровень
page-column-level-against = Уровень другого
page-column-begin = Начало
page-column-end = Конец
page-column-per-hour = Изменение за час
page-column-interval95 = Интервал 95 %, за час
page-column-says = О чём говорит
page-column-part = Часть
page-column-share = Доля среднего
page-column-max = Макс.
page-column-time = Время
page-section-machines = Машины
page-machines-note = Утилизация на оценённом участке ступеней, на которых основаны ответы. Процессор: время всех ядер вместе с отнятым гипервизором. Память: недоступная часть. Диск: время, в которое самый занятый диск работал. Сеть: доля скорости самого занятого канала, если она известна.
page-column-machine = Машина
page-column-role = Роль
page-machine-this = Эта машина
page-role-under-test = испытуемая
page-role-load = создаёт нагрузку
page-column-resource = Ресурс
page-column-mean-use = Среднее
page-column-highest-use = Наибольшее за секунду
page-column-saturated = Исчерпан
page-column-left-out = Не оценивается
page-column-service = Сервис
page-column-event = Событие
page-column-limits = Пределы
page-column-placement = Размещение
page-column-command = Команда
page-column-request = Запрос
page-column-weight = Вес
page-ranking-by-capacity = По поиску
page-ranking-by-plateaus = По ступенчатой нагрузке
page-ranking-scenario = Сценарий
page-ranking-slo = SLO
page-ranking-plot = Нагрузка в пределах SLO по запускам
page-ranking-over-starts = интервал 95 % по запускам
page-ranking-within-start = запуск и его собственный интервал
page-ranking-between = между запусками { $percent }
page-ranking-within = внутри { $percent }
page-ranking-plotted = { $variant }: { $rate } запросов/с; запуски: { $starts }.
page-ranking-starts = Каждый запуск ({ $count })
page-forest = Различия, самые важные сверху
page-forest-shares = Различия долей, самые важные сверху
page-forest-operations = Операции в порядке профиля: { $metric }
page-forest-metric = Показатель
page-forest-primary = ★ главная: оценивается вместе с общими показателями
page-forest-percent = % от другого варианта
page-forest-points = процентные пункты
page-forest-interval = эффект и его интервал
page-forest-margin = в пределах допуска
page-forest-pair = { $b } относительно { $a }
page-forest-plotted = { $name }: { $effect } ({ $interval }), { $decision }.
page-forest-more = Ещё { $count } { $count ->
    [one] пара
    [few] пары
    [many] пар
   *[other] пары
}
page-forest-clipped = Стрелка: интервал продолжается за пределами рисунка.
page-comparison-by-ratios = по отношениям { $effect }
page-comparison-pairs = Пары в числах
page-comparison-levels-note = Уровни по раундам: время в мс, CPU в мс на запрос, память в МиБ, доли в %. «По отношениям»: тот же эффект как среднее геометрическое отношений по операциям с весами по числу запросов.
page-comparison-ranks = Места
page-comparison-ranks-note = Место на единицу больше числа вариантов, у которых показатель достоверно меньше. Делящие одно место неразличимы или различаются слишком мало.
page-comparison-other-pairs = По операциям и другие общие показатели: { $count } { $count ->
    [one] пара
    [few] пары
    [many] пар
   *[other] пары
}
page-comparison-rounds = Каждый раунд по вариантам ({ $count })
page-slots = Отрезки в порядке выполнения
page-slots-cpu = CPU варианта на запрос
page-slots-generator = CPU генератора на запрос: какой была машина
page-slots-generator-unit = мкс
page-slots-note = Каждый знак — отрезок: секунды нагрузки на один вариант, пока остальные простаивают. Закрашен: учтён. Пустой: прогрев или исключён. В кольце: остальные остановлены. Полосы — раунды. Что меняется на обоих графиках сразу, то машина, а не вариант.
page-slots-no-generator = Сколько потратил сам генератор, здесь неизвестно: дрейф машины не виден.
page-slots-at = { $time }, раунд { $round }, { $variant }, { $purpose }
page-curves = Время отклика по квантилям
page-curves-note = Линия: середина по раундам. Полоса: от наименьшего до наибольшего раунда. Кривая кончается там, где в половине раундов за ней меньше десяти запросов.
page-curves-summary = { $title }: { $a } и { $b }.
page-company-title = Влияние соседства
page-company-interval = интервал 95 % по раундам
page-company-note = Отрезки рядом с другими вариантами относительно отрезков, в которых все остальные остановлены. Если интервал содержит 0, влияния не видно.
page-overhead-forest = Чего стоит каждый уровень
page-overhead-percent = % к выключенной функции
page-overhead-cell = { $level } при { $rate }/с
page-overhead-below = { $interval }; достоверно меньше { $upper }, предел { $bound }
page-overhead-note = Эффект: уровня относительно выключенной функции, в % от неё или в процентных пунктах, по запускам. «Достоверно меньше»: односторонняя граница 95 %; утверждение показано, если она ниже предела, для каждого показателя отдельно. Опровергнуто то, что достоверно выше предела, по всем показателям вместе. p95 и p99 стоят рядом и в утверждение не входят.
page-overhead-unmeasured = Запусков, которые не в счёт: { $starts }; последний: { $why }
page-overhead-level-lost = Уровень { $level } не измерен (старты: { $starts }): { $why }
page-section-level-evidence = Что записали шаги каждого уровня
page-column-reached = При включении
page-column-left = При выключении
page-section-of-limit = CPU и память в процентах от лимита
page-of-limit-note = Доли лимитов измеренных сервисов; разница — в процентных пунктах, с 95-процентным интервалом по стартам.
page-of-limit-cpu = CPU, лимит { $limit }
page-of-limit-memory = память, лимит { $limit } МиБ
page-column-off-of-limit = Выкл., %
page-column-on-of-limit = Вкл., %
page-column-points-of-limit = Разница, п. п.
page-section-contrasts = Различия между вариантами
page-contrasts-note = Средние по стартам, с 95-процентным интервалом Уэлча для каждой строки отдельно.
page-column-contrast = Сравнение
page-column-differs = Различие
page-contrast-of-variants = { $b } против { $a }, функция выключена
page-contrast-of-level = { $level }: его цена в { $b } минус цена в { $a }
page-differs-yes = да
page-differs-no = нет
page-switches-note = Заняло: до готовности функции. CPU: всех сервисов от начала переключения до конца стабилизации в следующем отрезке, за вычетом того, что уровень расходует за то же время. Ни в один показатель выше это не входит.
page-comparison-note = Эффект: варианта относительно другого, в % от него или в процентных пунктах. Вывод достоверен по всем этим парам и проверкам вместе, а интервал относится только к своей паре: интервал без нуля ещё не значит, что различие установлено. Два варианта равноценны, если любое их различие меньше допуска.
page-comparison-operations-note = Среди различий одного показателя ошибочных ожидается не больше 5 %.
page-percentile-mean = среднее перцентилей { $operations } из { $whole } операций
page-compared-total-note = Время в мс, по раундам. Первые строки — перцентили всех запросов: гистограммы операций объединены, каждая со своей долей запросов. Среднее перцентилей приведено потому, что во многих опубликованных таблицах оно стоит в строке «Всего». Это не перцентиль каких-либо запросов: операция с одним запросом в час весит в нём столько же, сколько операция с тысячей запросов в секунду, и его определяют несколько медленных и редких операций. По нему ничего не решается.
page-compared-operations-note = Время в мс: средние геометрические по раундам. Разница в процентах — как измерена; установлена ли она, сказано в таблицах пар.
page-compared-primary-note = ★ — главная операция. Её p99 и среднее оцениваются вместе с общими показателями: вероятность, что хоть один из них назван различием случайно, не больше 5 %.
page-compared-few-note = «Мало запросов»: в раунде по одну сторону перцентиля меньше десяти запросов. Время — нагрузка всего прогона при этой интенсивности, со всеми вариантами и раундами, которой хватило бы.
page-too-few-calls = мало запросов
page-too-few-calls-run = мало запросов: нужен прогон { $time }
page-cpu-share-note = Все сервисы варианта при общей нагрузке. Проценты и процентные пункты — разные вещи: рост с 40 % до 50 % — это +10 п.п. и +25 %.
page-cpus-limit = { $cpus } ядер (лимит)
page-cpus-machine = { $cpus } ядер (машина)
page-rounds-note = Время в мс, CPU на запрос в мс, память, её части и живые объекты в МиБ, ошибочные запросы и паузы в %. Без нагрузки: сколько ядер вариант занимал самое меньшее, пока на нём не было нагрузки. Генератор: его собственное процессорное время на запрос, мкс, по отрезкам — какой была машина.
page-memory-note = Нужная память = куча после сборок + запас + прочая память, при той нагрузке, что держалась. Запас — остальная выделенная куча: с меньшей кучей сборки чаще, проверяйте её под нагрузкой. Прочая память — пропорциональная память (PSS) процессов без куч. Отображённые файлы, например библиотеки, входят и в прочую память, и в страничный кэш. Повторные чтения: страницы файлов, прочитанные снова вскоре после того, как ядро их отдало.
page-memory-lacks = { $service }: { $why }.
page-memory-pressure-group = { $share } (контрольная группа)
page-memory-pressure-machine = { $share } (машина)
page-effect-interval = от { $low } до { $high }
page-decision-different = различаются
page-decision-equivalent = равноценны
page-decision-cannot-tell = не выяснено
page-decision-not-run = не проводилось
page-company = Соседство меняет показатель «{ $metric }» варианта { $variant } на { $percent } (от { $low } до { $high }) относительно отрезков, в которых все остальные остановлены.
page-company-unsure = Соседство меняет показатель «{ $metric }» варианта { $variant } на { $percent } относительно отрезков, в которых все остальные остановлены; для интервала раундов мало.
page-breaks-note = p99 в мс, по запросам с ответом, в зависимости от заданной нагрузки: все оценённые ступени всех запусков, в одном масштабе. Пустой знак — не пройдено.
page-breaks-at = перелом при { $rate } запросов/с
page-breaks-unknown = перелома не видно
page-breaks-point = { $start }, { $trial }: { $rate } запросов/с, p99 { $p99 } мс
page-what-ran-alike = { $names }: одни и те же команды, пределы и среды исполнения. Варианты различаются только окружением — или того, чем они должны различаться, на машине не было.
page-start-name = запуск { $start }
page-show-start = Показать во времени: { $name }
page-choose-start = Запуск
page-one-start = Один запуск во времени
page-one-start-note = Этот и следующие разделы относятся к одному запуску: { $name }. Время отсчитывается от начала его нагрузки. Сначала показан типичный запуск лучшего варианта — с медианной нагрузкой.
page-no-answer = Этот запуск не дал ответа
page-all-answers = Все ответы ({ $count })
page-events-of = События ({ $count })
page-marked-checkpoint = контрольная точка
page-marked-died = сервис упал
page-marked-oom-killed = завершён из-за нехватки памяти
page-marked-generator-stalled = генератор стоял
page-trends = Тренды показателей в тесте надёжности
page-metrics = Показатели по повторам
page-unmoved = изменений не видно
page-trials-note = Время в мс, только по запросам с ответом. «> N мс» — доля всех запланированных запросов, которые не выполнены за N мс: они выполнялись дольше, завершились ошибкой, сброшены или оборваны; в скобках — границы этой доли. Полка, которая длится до конца, проходит по самой доле, если границы включают предел. «Мало»: перцентиль приводится, только если за ним лежит не меньше десяти запросов (p99 требует { $p99 } запросов, p99,9 — { $p999 }). «Опоздание» — наибольшее опоздание самого генератора, в том числе в секундах, которые из-за него не оцениваются.
page-stages-note = Этапы с постоянной нагрузкой; каждый оценивается отдельно. Подъёмы и спады между ними видны на графике и входят в итоги, но не оцениваются.
page-no-trials = Ни одна ступень не начата: ничего не измерено.
page-trial-name = ступень { $number }
page-choose-trial = Ступень
page-choose-variant = Вариант
page-at-rate = при { $rate } запросов/с
page-operations-note = Время в мс, по запросам с ответом. Доли — от всех запланированных запросов операции.
page-counts-note = По плану { $due } = отправлено { $sent } + сброшено { $dropped }; отправлено { $sent } = выполнено { $completed } + ошибок { $errors } + оборвано { $cut }.
page-retried-note = Из них { $retried } отправлены повторно: повторно используемое соединение закрылось до начала ответа; каждый учтён один раз.
page-bytes-note = Байты: в среднем получено на отвеченный вызов, заголовки и тело в том виде, в каком они переданы. Всего получено { $received } ({ $rate }/с), отправлено { $sent }.
page-flows = Сценарии
page-flows-note = Сценарий длится от планового начала первого шага до конца последнего, вместе с паузами. Он состоит из запросов, перечисленных выше, и в их сумму не входит.
page-targets = Адреса нагрузки
page-targets-note = Каждый запрос идёт на следующий адрес. Это запросы операций, перечисленных выше.
page-phases = Соединения и ответы
page-phase-connect = соединение
page-phase-tls = рукопожатие TLS
page-phase-first-byte = первый байт
page-phase-transfer = передача
page-phase-reused-idle = простой, затем закрыто
page-phases-note = Соединение и TLS — по одному на соединение; первый байт (от отправки) и передача — по одному на запрос с ответом. Простой, затем закрыто — по одному на запрос, под которым повторно используемое соединение закрылось до начала ответа. За всю ступень, вместе с разгоном и завершением.
page-replies = Ответы, не прошедшие проверку
page-replies-whole = Ответы целиком
page-replies-note = Первые неожиданные ответы каждой операции и каждого вида. Секреты скрыты; то, что не является текстом, показано кодами.
page-reply = { $kind }, операция «{ $operation }», на { $at } с, через { $service } мс
page-reply-cut = Показано знаков: { $shown }; всего в теле байт: { $all }.
page-reply-empty = Тело не сохранено (байт: { $all }).
page-quantiles = Время отклика в пределах одного запуска
page-quantiles-note = В мс, по запросам с ответом; в скобках — интервал 95 % в пределах одного запуска сервиса: другой запуск может оказаться за его пределами.
page-quantiles-few = Без интервала: { $cells } { $cells ->
    [one] значение
    [few] значения
   *[other] значений
} — мало данных. Медленные запросы идут пачками, поэтому при этой нагрузке нужно хотя бы около { $calls } запросов с ответом.
page-parts = Из чего складывается время отклика
page-part-wait = ожидание
page-part-lateness = опоздание
page-part-service = обслуживание
page-part-response = отклик
page-parts-note = отклик = ожидание (не было свободного соединения) + опоздание (вина генератора) + обслуживание (от отправки до ответа). Средние складываются, перцентили — нет.
page-nothing-due = На этой ступени по плану не было ни одного запроса: ничего не измерено.
page-sort-by = Сортировать: { $column }
page-chart-rate = Нагрузка
page-chart-due = по плану
page-chart-done = выполнено
page-chart-missing = неуспешные
page-chart-response = Время отклика
page-chart-in-flight = Запросы в обработке
page-chart-calls = запросов
page-chart-logarithmic = Логарифмическая шкала
page-chart-no-load = Нагрузка не записана.
page-alarm-pending = ожидание
page-alarm-firing = сработал
page-alarm-fires = триггер { $alarm } сработал на { $at } ({ $value })
page-alarm-times-more = ещё { $count }
page-alarms = Триггеры
page-chart-alarms = Триггеры: { $alarms }.
page-chart-alarm-bands = Триггеры: штриховка — время ожидания, ровная полоса после флажка — время срабатывания.
page-injections = Эмуляция проблем
page-injection-times = { $state ->
    [not_undone] { $times } (не отменена)
    [failed] { $times } (сбой)
   *[other] { $times }
}
page-injection-active = действует
page-injection-failed = сбой
page-injection-undo = отменяется
page-injection-not-undone = не отменена
page-injection-recovery = восстановление
page-chart-injections = Эмуляция проблем: { $injections }.
page-chart-injection-bands = Эмуляция проблем: полоса с узором — время действия проблемы, светлая полоса — время до восстановления, его отмечает пунктир. Красная полоса: проблема не отменена. Штриховые границы: сбой эмуляции.
page-chart-keys = Стрелки двигают курсор, Home и End ставят его на края. Выделите участок мышью, чтобы увеличить; двойной щелчок или Escape возвращает масштаб.
page-chart-by-operation = p95 по операциям
page-chart-slowest-only = Показаны { $shown } самых медленных операций из { $all }.
page-chart-legend-shades = Фон — оценка ступени
page-chart-by-rate = Время отклика на каждой ступени в зависимости от заданной нагрузки
page-chart-by-rate-axis = запросов по плану, /с
page-chart-behind = Пунктирный круг: выполнено меньше, чем по плану, более чем на 5 % — { $trials }.
page-chart-done-of = ступень { $trial }: { $done } из { $due } запросов/с
page-chart-knee = между наибольшей пройденной и наименьшей непройденной нагрузкой
page-chart-knee-estimate = оценка максимальной производительности, вероятнее всего { $rate }
page-chart-no-rates = Ни одна ступень не измерена.
page-chart-one-rate = Измерена одна нагрузка; времена отклика при ней приведены ниже.
page-chart-heat = Запросы по времени отклика
page-chart-heat-note = Чем гуще цвет, тем больше запросов за шаг; шкала цвета логарифмическая.
page-chart-fewer = 1 запрос
page-chart-summary = { $title }: график во времени, от { $low } до { $high } { $unit }.
page-failures = Неуспешные запросы по видам
page-failures-note = Виды сложены друг на друга. Запрос отнесён к секунде, на которую он был запланирован, даже если ошибка произошла позже.
page-failure-dropped = сброшены
page-failure-cut = оборваны
page-failure-other = другие виды
page-histogram = Гистограмма времён отклика
page-histogram-summary = { $title }: запросов { $calls }, от { $low } до { $high } мс.
page-histogram-bin = { $low }–{ $high } мс
page-trial-curve-summary = { $title }: { $trial }, запросов с ответом { $calls }.
page-trial-curve-note = Только запросы с ответом на оценённом участке: { $calls }. Кривая кончается там, где за ней меньше десяти запросов.
page-trial-curve-limits = Пунктир: пределы SLO; точкой отмечен каждый перцентиль, который ограничивает SLO. SLO учитывают и неуспешные запросы; их оценка — в таблице ступеней.
page-trial-curve-operations = SLO отдельных операций не показаны: кривая относится ко всем операциям вместе.
page-trial-curve-some = Кривые есть в отчёте для { $shown } оценённых ступеней из { $all }.
page-resource-machine = Кто занимал машину
page-resource-strangers = Посторонние процессы по именам
page-resource-cpu = CPU
page-resource-memory = Память
page-resource-disk = Диск
page-resource-network = Сеть
page-resource-tasks = Потоки и процессы
page-resource-descriptors = Открытые дескрипторы
page-resource-switches = Переключения контекста
page-resource-generator = Генератор и датчики
page-resource-database = База данных
page-resource-prometheus = Prometheus
page-resource-other = Прочие показания
page-in-brackets = { " " }({ $text })
page-resource-host = машина
page-resource-none = Показания не снимались.
page-resource-zero = Всё время равны нулю: { $names }.
page-validity-valid = Измерение достоверно: оговорок нет.
page-validity-doubtful = Измерение достоверно, но с оговорками.
page-validity-invalid = Недостоверно (ступень { $trials }): на этом измерении оценку основать нельзя.
page-validity-others = Недостоверны также ступени, на которых ответ не основан: { $trials }.
page-validity-late = Наибольшее опоздание самого генератора — { $milliseconds }.
page-validity-nothing = Ничего не измерено.
page-validity-cure = Что делать
page-validity-counts = Счёт сходится на каждой ступени: по плану = отправлено + сброшено; отправлено = выполнено + ошибки + оборвано.
page-validity-counts-open = Счёт не сходится на ступени { $trials }: генератор потерял запросы.
page-validity-more = Ещё таких оговорок: { $count }
page-findings-none = Назвать нечего: нет непройденных ступеней с причиной, известной правилам, и ни одна пройденная длительная ступень такой не показывает.
page-findings-fact = измерено
page-findings-hypothesis = предположение
page-findings-test = Как проверить
page-stopped = Чем остановлено
page-stopped-in = { $count } из { $all } { $all ->
    [one] запуска
    [few] запусков
    [many] запусков
   *[other] запусков
}
page-stopped-unknown = причина неизвестна
page-beside-passed = Замечено, хотя ступени пройдены
page-errors-hint = Что делать
page-doubts = Оговорки
page-doubts-none = нет
page-about-method = Методика
page-about-study = Исследование
page-about-stand = Стенд
page-about-profile = Профиль нагрузки
page-about-events = События
page-about-environment = Окружение
page-about-not-recorded = Не записано.
page-about-started = начало
page-about-lasted = длительность
page-about-arrivals = поток запросов
page-about-seed = зерно генератора случайных чисел
page-about-slos = SLO
page-about-target = цель
page-about-name = название
page-about-description = описание
page-about-file = файл
page-about-preset = готовый набор
page-about-base-rate = нагрузка при N = 1
page-placed = сервисам доступно CPU: { $cpus }, { $sharing ->
    [apart] отдельно от генератора
   *[shared] вместе с генератором
}
page-machine-user-ours-cores = сервис и генератор
page-machine-user-kernel-cores = ядро системы
page-machine-user-foreign-cores = посторонние
page-machine-user-stolen-cores = забрано гипервизором
page-machine-user-waited-cores = сервис и генератор ждали
page-reading-cpu = CPU
page-reading-cpu-busy = CPU занят
page-reading-cpu-limit = предел CPU
page-reading-busy = занят
page-reading-steal = отнято гипервизором
page-reading-iowait = ожидание диска
page-reading-throttled = ограничение квотой
page-reading-pss = память (PSS)
page-reading-memory = память
page-reading-memory-limit = предел памяти
page-reading-memory-available = доступная память
page-reading-memory-used = занятая память
page-reading-memory-shared = разделяемая память
page-reading-memory-pressure = ожидание памяти
page-reading-other-memory = прочая память
page-reading-page-cache = страничный кэш
page-reading-file-refaults = повторные чтения файлов
page-reading-anon-refaults = повторные чтения из swap
page-reading-heap-committed = выделенная куча
page-reading-heap-used-after-collection = куча после сборок
page-reading-oom-kills = завершения из-за нехватки памяти
page-reading-threads = потоки
page-reading-processes = процессы
page-reading-descriptors = дескрипторы
page-reading-voluntary-switches = добровольные
page-reading-involuntary-switches = принудительные
page-reading-disk = диск
page-reading-network = сеть
page-reading-written = запись
page-reading-read = чтение
page-reading-received = приём
page-reading-sent = отправка
page-reading-round = длительность опроса
page-reading-cost = затраты CPU
page-reading-generator = генератор
page-reading-probes = датчики
page-fact-runtime = среда исполнения
page-fact-collector = сборщик мусора
page-fact-max-heap = предел кучи
page-fact-processors = процессоры
page-fact-clock-source = источник времени
page-fact-generator-nice = приоритет генератора (nice)
page-fact-commit = коммит
page-fact-work-tree-changed = рабочее дерево изменено
page-fact-note = заметка
page-fact-connections = предел соединений
page-fact-cores = ядра
page-fact-cores-allowed = доступные ядра
page-fact-cpu-model = процессор
page-fact-kernel = ядро системы
page-fact-loadproof = loadproof
page-fact-local-ports = локальные порты
page-fact-memory = память
page-fact-open-files-limit = предел открытых файлов
page-fact-python = Python
page-fact-rate = нагрузка
page-fact-rates = нагрузки
page-fact-users = пользователи
page-fact-base-users = пользователи до и после всплеска
page-fact-tail = хвост (не оценивается)
page-fact-shards = потоки генератора
page-fact-timeout = тайм-аут
page-fact-start-rate = начальная нагрузка
page-fact-start = начальное число пользователей
page-fact-most = наибольшее число пользователей
page-fact-max-rate = наибольшая нагрузка
page-fact-precision = точность
page-fact-share = доля от максимальной производительности
page-fact-ramp = разгон
page-fact-settle = стабилизация
page-fact-hold = полка
page-fact-hold-max = полка, не дольше
page-fact-budget = длительность поиска, не более
page-fact-confirm-ramp = разгон подтверждения
page-fact-warm-up-rate = нагрузка прогрева
page-fact-warm-up-floor = прогрев не короче
page-fact-warm-up-most = прогрев не дольше
page-fact-overhead-rates = накладные расходы: нагрузки
page-fact-overhead-levels = накладные расходы: уровни
page-fact-overhead-starts = накладные расходы: запуски
page-fact-overhead-slot = накладные расходы: отрезок
page-fact-overhead-settle = накладные расходы: стабилизация в отрезке
page-fact-overhead-hold = накладные расходы: нагрузка одного запуска не дольше
page-fact-overhead-services = накладные расходы: сервисы
page-fact-overhead-gentle = накладные расходы: мягкий старт
page-fact-overhead-bound = накладные расходы: не больше
page-fact-overhead-budget = накладные расходы: время, не дольше
page-fact-overhead-response-bound = накладные расходы: времени отклика не больше
page-fact-overhead-cpu-bound = накладные расходы: CPU на запрос не больше
page-fact-overhead-memory-bound = накладные расходы: памяти не больше
page-fact-overhead-error-bound-points = накладные расходы: ошибок не больше (п.п.)
page-fact-compare-rate = сравнение: нагрузка
page-fact-compare-rounds = сравнение: раундов не больше
page-fact-compare-slot = сравнение: отрезок
page-fact-compare-budget = сравнение: время, не дольше
page-fact-compare-primary = сравнение: главные операции
page-fact-compare-response-margin = сравнение: время отклика равноценно в пределах
page-fact-compare-cpu-margin = сравнение: CPU на запрос равноценен в пределах
page-fact-compare-memory-margin = сравнение: память равноценна в пределах
page-fact-compare-error-margin-points = сравнение: ошибки равноценны в пределах (п.п.)
page-fact-confirm-hold = полка подтверждения
page-fact-of-method = { $method }: { $fact }
page-copy = Копировать
page-copied = Скопировано
page-repeat-note = В каталоге исследования, той же версией loadproof.
page-footer = Создано loadproof { $version }. Файл ничего не загружает извне.

## Glossary

term-due = Запланированный запрос
term-due-text = Запрос, который по расписанию должен уйти в заданный момент, успевает сервис или нет. Все доли считаются от запланированных запросов.
term-dropped = Сброшенный запрос
term-dropped-text = Запланированный запрос, который не был отправлен: вовремя не нашлось свободного соединения. Считается неуспешным.
term-timeout = Тайм-аут
term-timeout-text = Запрос отправлен, но ответ не пришёл за отведённое время. Считается ошибкой.
term-cut = Оборванный запрос
term-cut-text = Запрос, который ещё выполнялся, когда ступень закончилась.
term-response-time = Время отклика
term-response-time-text = От планового момента запроса до ответа: ожидание + опоздание + обслуживание. Очередь, возникшая до отправки, в нём видна.
term-wait = Ожидание
term-wait-text = Время, которое запланированный запрос ждал свободного соединения.
term-lateness = Опоздание
term-lateness-text = Насколько опоздал сам генератор нагрузки. Если оно велико, измерение недостоверно.
term-service-time = Время обслуживания
term-service-time-text = От отправки запроса до конца ответа.
term-percentile = p50, p95, p99
term-percentile-text = Время, за которое пришёл ответ на 50, 95 или 99 % запросов с ответом.
term-slo = SLO
term-slo-text = Целевой уровень обслуживания, например p99 < 200 мс или ошибки < 1 %. Ступень пройдена, если соблюдены все.
term-plateau = Полка
term-plateau-text = Участок постоянной нагрузки после разгона. Показатели берутся с его оцениваемой части.
term-trial = Ступень
term-trial-text = Одна полка при одной нагрузке вместе с разгоном и завершением и оценка по ней.
term-span = Оценённый участок
term-span-text = Часть полки, на которой основана оценка, без стабилизации.
term-warm-up = Прогрев
term-warm-up-text = Нагрузка до первой оцениваемой ступени, чтобы были готовы кэши, пулы и компиляторы.
term-capacity = Максимальная производительность
term-capacity-text = Наибольшая нагрузка, при которой соблюдаются SLO. Ищется сначала грубыми шагами, затем уточняется между пройденной и непройденной нагрузкой.
term-confirmation = Подтверждение
term-confirmation-text = Более длинная ступень при найденной производительности: проверка, что результат не случаен.
term-soak = Тест надёжности
term-soak-text = Многочасовая нагрузка в долю от максимальной: видно, растут ли время отклика, ошибки или память.
term-start = Запуск
term-start-text = Один новый запуск сервиса. Запуски отличаются друг от друга, поэтому варианты сравнивают по нескольким.
term-n = N
term-n-text = Во сколько раз нагрузка больше базовой нагрузки исследования.
term-interval = Интервал 95 %
term-interval-text = Диапазон, который в 95 повторениях из 100 накрывает истинное значение.
term-doubt = Оговорка
term-doubt-text = То, что могло исказить достоверное измерение, например замедлившийся процессор.
term-finding = Факт или гипотеза
term-finding-text = То, что замечено под нагрузкой: измеренный факт либо предположение о причине со способом проверки.
alarm-no-data = нет данных
alarm-value = { $value }
alarm-value-in-unit = { $value } { $unit }
alarm-calls-above = { $share } вызовов дольше { $limit }
trial-stopped-by-alarm = триггер { $alarm } ({ $rule }) завершил ступень через { $at } при значении { $value }; вердикт относится ко времени до этого
cure-stopped-by-alarm = уберите stop из триггера, чтобы нагрузка держалась до конца
live-injection-begins = ступень { $trial }, { $elapsed }: начинается эмуляция проблемы { $injection }
live-injection-undone = ступень { $trial }, { $elapsed }: эмуляция проблемы { $injection } отменена через { $lasted }
live-injection-failed = ступень { $trial }, { $elapsed }: эмуляция проблемы { $injection } не удалась и отменена: { $why }
live-injection-left = ступень { $trial }, { $elapsed }: эмуляция проблемы { $injection } НЕ ОТМЕНЕНА: { $why }
live-injection-more = ступень { $trial }: дальнейшие изменения эмуляции проблемы { $injection } — только в отчёте
live-injection-now = { $injection }, осталось { $left }
live-injection-for = { $injection } уже { $time }
live-injection-ends = { $injection }: отменяется уже { $time }
injection-not-made = эмуляция проблемы { $injection } ({ $number }) не выполнена или выполнена частично: { $why }
injection-left = эмуляция проблемы { $injection } ({ $number }) не отменена, что-то от неё осталось: { $why }
cure-injection-failed = исправьте проблему в injections и повторите исследование; влияние оценено по остальным повторениям
cure-injection-not-undone = отмените её сами или дайте это сделать loadproof doctor и повторите исследование: она может влиять на следующие ступени этого запуска
live-alarm-flaps = ступень { $trial }: триггер { $alarm } часто меняет состояние; дальнейшие изменения — только в отчёте
injection-slowdown-real = эмуляция проблемы { $name } замедляет моделируемый сервис, а сервисы этого стенда настоящие: возьмите command, stop или pressure либо driver simulate
