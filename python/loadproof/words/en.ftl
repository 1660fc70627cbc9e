### English. CONTRIBUTING.md, "A language", says how this file is written.

# Terms: one word for one thing, in every message.
# answer (of a method); baseline; call; capacity; comparison; confirmation; cut, dropped, timeout; doubt; due;
# finding: fact, hypothesis; garbage collector, heap, live set; generator (of load); interval of 95 %; lateness;
# level, switch (of a feature); mean, median, percentile; metric; overhead; plateau; profile; rate (of calls);
# recovery; response time, service time, wait; round, cycle; share (of calls); soak; span (judged); spike; stage;
# stand; start (of services); study; trial; variant; virtual time; warm-up

## Language

language-name = English
said = { $text }

## Units and lists

unit-microsecond = { $number } µs
unit-millisecond = { $number } ms
unit-second = { $number } s
unit-minute = { $number } min
unit-hour = { $number } h
unit-percent = { $number } %
unit-byte = { $number } B
unit-kilobyte = { $number } kB
unit-megabyte = { $number } MB
unit-gigabyte = { $number } GB
unit-mebibyte = { $number } MiB
unit-gibibyte = { $number } GiB
unit-cores = { $number } { $number ->
    [one] core
   *[other] cores
}
list-commas = { ", " }
list-clauses = { "; " }
list-sentences = { " " }
slo-errors = errors
slo-rate = rate

## Judge

calls-all = calls
calls-of-operation = { $operation } calls
slo-counted-rate = done differs from due by { $share } of { $calls } (limit { $limit })
slo-counted-errors = { $share } of { $calls } failed (limit { $limit })
slo-counted-apdex = the Apdex of { $calls } was { $score } (limit { $limit })
slo-counted-percentile = { $share } of { $calls } took longer than { $threshold } or failed (limit { $limit })
slo-shown = { $counted }, shown with { $confidence } confidence after { $held }
slo-held = { $counted } over { $held }
slo-held-by-count = { $counted } over { $held }; the count decides, as the bounds ({ $low } to { $high }) include the limit
slo-fell-behind = { $counted } over { $held }; the service fell behind
slo-near-limit = { $counted }: too near the limit to tell after { $held }
slo-overload = { $counted }, most of them for { $row } on end, after { $held }
slo-lost = { $counted }, most of them for the last { $row }, after { $held }
replies-expected = every reply of the { $operations } { $operations ->
        [one] operation
       *[other] operations
    } was as expected
replies-not-expected = { $failed } of { $of } { $of ->
        [one] operation
       *[other] operations
    } had failed calls
replies-none = no call was answered or failed: { $operations }
replies-slow = { $calls } { $calls ->
        [one] reply was
       *[other] replies were
    } slower than { $slo } allows ({ $share } of the calls that were answered as expected)
slo-none = there was no SLO to keep
slo-few-calls = { $slo }: { $due } { $calls } came due, at least { $needed } are needed
calls-in-flight-grew = never steady: the calls in flight grew by about { $growth } over { $held }
clauses = { $clauses }
verdict-interrupted = interrupted before its end
slot-held = held to its end
connections-opened-in-slot = { $opened } { $opened ->
    [one] connection was
   *[other] connections were
} opened in the judged seconds
trial-interrupted = the trial was interrupted after { $held }
service-died-in-trial = the service { $service } died during the trial
calls-sent-again = { $calls } calls ({ $share }) were sent a second time, as a reused connection ended before the answer began
own-errors = { $calls } { $calls ->
    [one] call
   *[other] calls
} failed for a reason of loadproof, not of the service: { $kinds }
own-process-failed = a process of loadproof { $fault ->
    [stopped] was stopped
   *[died] died
}: { $role ->
    [awake] one that keeps the processors awake
    [command] the supervisor of a command of the stand
   *[supervisor] the supervisor of the service { $service }
}
calls-sent-late = { $share } of calls were sent more than { $late } late by the generator (allowed: { $limit })
shard-busy = shard { $shard } used { $share } of its core (allowed: { $limit })
resource-exhausted = { $resource ->
    [open-files] no more files could be opened (ulimit -n)
    [file-table] this machine had no more open files (fs.file-max)
    [disk] the disk was full
    [quota] the disk quota was used up
    [read-only] the place was read-only
    [file-size] a file reached the largest size allowed (ulimit -f)
    [processes] no more processes or threads could be started (ulimit -u, pids.max)
    [ports] no local port was free (net.ipv4.ip_local_port_range)
    [temporary-directory] no directory for temporary files could be written (TMPDIR)
    [proc] /proc was not there
    [cpu-time] the CPU time of loadproof was used up (ulimit -t)
   *[memory] there was no more memory (ulimit -v, memory.max)
}{ $is_placed ->
    [yes] {""} at { $place }
   *[no] {""}
}
run-exhausted = { $why }: the run ended before it had all its answers
readings-failed = { $count } { $count ->
    [one] reading
   *[other] readings
} of { $what ->
    [machine] the machine
    [services] the services
    [metrics] the exported metrics
    [use] what the variants use
   *[run] the run
} failed: { $why }
files-exhausted = no more files could be opened for connections, { $times } { $times ->
    [one] time
   *[other] times
}
ports-exhausted = no local port was free for a connection, { $times } { $times ->
    [one] time
   *[other] times
}
connection-room-used = calls waited for a connection of the generator: they need more than the { $room } that this machine has room for, or need them faster than one machine opens them
connections-busy = calls waited because every allowed connection was busy
machine-used-by-others = processes of neither loadproof nor the stand used { $share } of the machine during the trial
machine-stolen = the hypervisor took { $share } of the processor time
machine-speed-varied = the machine was not equally fast all the time: the same work took { $least } to { $most } µs of CPU time, up to { $ratio } times as long
span-left-out = { $why }; { $left_out } of the span are not judged for it
outside-span = { $why }, in seconds that are not judged anyway
stalled-once = the generator stood still for { $length } ({ $cause })
stalled-often = the generator stood still { $times } { $times ->
    [one] time
   *[other] times
}, { $most } at most, in all for { $length } ({ $cause })
stall-cause = { $cause ->
    [starved] it was ready to run and got no processor
    [busy] it was at work
    [stopped] it was stopped, or its machine was
    [unknown] the kernel does not say why
   *[other] { $cause }
}
stand-starved-generator = the stand took nearly all of the processor time and starved the generator for up to { $length }: that excuses nothing
others-took = up to { $most }
others-took-named = up to { $most } ({ $names })
others-disturbed = others disturbed { $length } of the trial: { $took }
others-disturbed-too-much = others disturbed { $disturbed } of { $span }, too much to tell what is the service's own
others-always-there = others used this machine in most seconds; what was measured is the service beside them
others-always-took = others used this machine in most seconds: { $took }; what was measured is the service beside them
named-hypervisor = the hypervisor
named-unreadable-processes = processes that cannot be read
disks-used-by-others = others moved { $share } of the bytes that disks read and wrote during the trial ({ $names }), and { $who ->
    [ours] our side
   *[machine] the machine
} waited for disks { $waited } of the time
memory-used-by-others = the machine was short of memory: { $least } of it was left, { $who ->
    [ours] our side
   *[machine] the machine
} waited for memory { $waited } of the time, and { $swapped } were swapped; others hold { $others } of it ({ $names }), our side { $ours }
files-too-few = { $connections } connections may need { $needed } open files, the limit is { $limit }
certificates-unchecked = certificates were not checked: any server may have answered
machine-shared = other processes of this machine are accepted as part of the environment (--shared-machine)
machine-this = this machine
resource-cpu = CPU
resource-memory = memory
resource-disk = disk
resource-network = network
machine-saturated = the { $resource } of { $machine } was saturated in { $share } of the judged seconds: another run at this load may end otherwise
machine-saturated-before = the { $resource } of { $machine } was saturated for { $saturated } of the { $length } before the judged span
load-machine-saturated = the { $resource } of { $machine }, which makes load, was saturated in { $share } of the judged seconds: calls may be late or slow through no fault of the service
load-machine-saturated-for = the { $resource } of { $machine }, which makes load, was saturated for { $length }
load-machines-saturated-too-long = machines that make load were saturated, so that { $left_out } of { $span } are not judged: too little is left
load-machines-saturated-at-end = a machine that makes load was saturated in the last seconds, which decided the trial
flow-cut = { $cut } of { $due } runs of the flow { $flow } had not ended when the trial did: they count as cut
iterations-late = { $share } of the iterations of { $flow } began more than { $late } behind their pacing
warm-up-few-values = has { $values } values of { $step } where { $needed } are needed
warm-up-little-left = has too little left after { $onset } of { $whole }: { $needed } are needed
warm-up-still-moved = still moved one way in the last { $rest } of { $whole }
warm-up-kept-level = kept to a level from { $onset } of { $whole } on
warm-up-of-figure = { $figure } { $found }
warm-up-ended = warm after { $onset } (MSER-5), held for { $held }
warm-up-never-ended = never steady within { $held }: { $figures }
warm-up-few-answers = too few calls were answered in { $held } to tell whether it is warm
warm-up-unanswered = nothing was answered for { $row }, after { $ended } of warm-up
recovery-back = back at the baseline after { $after }
recovery-not-back = not back at the baseline after { $held } of low load
figure-response-p50 = the median response time
figure-response-p95 = the p95 of the response time
figure-errors = the share of errors
figure-memory = the memory of { $service }
figure-live-set = the live set of { $service }
soak-too-short = not enough samples: a soak needs { $needed } at least, this one held { $held }
soak-disturbed = others disturbed more than two thirds of { $span }: no trend can be told
soak-no-calls = not enough samples: no call came due
soak-few-samples = not enough samples: { $why }; hold for about { $needed }
soak-steady = none of { $figures } figures rose by what matters
soak-few-stretches = { $figure } needs { $stretches } stretches of { $calls } answered calls each
soak-unanswered = { $figure } is missing where no call was answered
soak-few-readings = { $figure } was read in { $read } { $read ->
    [one] stretch
   *[other] stretches
}, { $needed } are needed
trend-may-have-risen = { $figure } may have risen by up to { $most } over { $span }: too short to tell
trend-no-level = { $figure } moved throughout, from { $begin } to { $end } over { $span }, and reached no level
trend-rose = { $figure } rose from { $begin } to { $end } over { $span }
trend-fell = { $figure } fell from { $begin } to { $end } over { $span }
trend-levelled-off = { $figure } levelled off after { $after }, at { $end }
trend-no-rise = { $figure } showed no rise that matters over { $span }
trend-disturbed = { $trend }; others disturbed { $disturbed } of it
memory-fills = { $figure } rose from { $begin } to { $end } over { $span }, at that pace its { $limit } are full { $about } later ({ $least } to { $most })
memory-rose-to-end = { $figure } rose from { $begin } to { $end } of its { $limit } over { $span }, until the service ended
memory-no-leak = { $figure } showed no leak over { $span } that would fill its { $limit } within { $within }
memory-may-go-on = { $figure } rose from { $begin } to { $end } over { $span }, and may go on or level off: too short to tell
memory-no-line = { $figure } rose from { $begin } to { $end } over { $span }, along no line: too short to tell
memory-no-collection = { $figure } rose from { $begin } to { $end } over { $span }, and no collection was seen: a leak or garbage, its live set would tell
memory-few-turns = { $figure } is filled and freed in turns of up to { $turn }: too few to tell what stays
memory-garbage = { $figure } cannot be told from garbage: its live set was read after { $read } { $read ->
    [one] collection
   *[other] collections
}, { $needed } are needed; { $cure }
memory-cure = { $collector ->
    [java] hold for longer, or have it collected more often (jcmd PID GC.run), under G1, Parallel or Serial with -XX:+UsePerfData
    [node] hold for longer, and name its page of prom-client's default metrics in probes.prometheus
    [dotnet] hold for longer, and name its page of OpenTelemetry's dotnet_gc metrics in probes.prometheus
   *[other] hold for longer, and name a page in probes.prometheus that has its live set as a series live_set_mib
}
comparison-metric = { $metric ->
    [mean] mean response time
    [p99_9] p99.9
    [errors] share of failed calls
    [done] share of calls completed in time
    [throughput] throughput
    [cpu] CPU per request
    [memory] memory
    [live_set] live set
    [gc] share of collector pauses
    [heap_after] heap after collections
    [heap_committed] committed heap
    [other_memory] other memory
    [page_cache] page cache
   *[other] { $metric }
}
comparison-figure = { $metric } of { $operation }
comparison-asked = Users alone made the load, so a slower variant was asked less: { $variants }
comparison-asked-of = { $variant } completed { $rate }/s
comparison-points = { $points } { $points ->
    [one] point
   *[other] points
}
comparison-higher = { $figure }: { $effect } higher with { $b } than with { $a } ({ $low } to { $high })
comparison-lower = { $figure }: { $effect } lower with { $b } than with { $a } ({ $low } to { $high })
comparison-same = { $figure }: { $b } and { $a } are equivalent, { $effect } ({ $low } to { $high })
comparison-open = { $figure }: cannot tell { $b } from { $a }, { $effect } ({ $low } to { $high })
comparison-few-rounds = { $figure }: cannot tell { $b } from { $a }, { $rounds } { $rounds ->
    [one] round has it
   *[other] rounds have it
} of both; three are needed
comparison-not-run = { $figure }: { $b } and { $a } were in no round together
comparison-all-open = cannot be told: { $figures }
comparison-of-two = After { $rounds } { $rounds ->
    [one] round
   *[other] rounds
}, { $b } against { $a }: { $told }.
comparison-of-many = After { $rounds } { $rounds ->
    [one] round
   *[other] rounds
} { $told }.
comparison-figure-higher = { $figure } { $effect } higher ({ $low } to { $high })
comparison-figure-lower = { $figure } { $effect } lower ({ $low } to { $high })
comparison-more = { $figures } more { $figures ->
    [one] figure differs
   *[other] figures differ
}
comparison-lowest-lower = { $names } { $variants ->
    [one] has
   *[other] have
} the lowest { $figure }, { $effect } below { $a } ({ $low } to { $high })
comparison-lowest-next-higher = { $names } { $variants ->
    [one] has
   *[other] have
} the lowest { $figure }, { $b } is { $effect } above ({ $low } to { $high })
comparison-differs-higher = { $figure } differs in { $pairs } of { $whole } pairs, most with { $b }: { $effect } above { $a } ({ $low } to { $high })
comparison-differs-lower = { $figure } differs in { $pairs } of { $whole } pairs, most with { $b }: { $effect } below { $a } ({ $low } to { $high })
comparison-no-difference = no difference is shown
comparison-no-difference-in-total = no difference is shown in total
comparison-of-operations = { $operations ->
    [one] The primary operation
   *[other] { $operations } primary operations
}: { $told }.
comparison-operations-higher = { $pairs } of { $whole } pairs differ, most { $figure } with { $b }: { $effect } above { $a } ({ $low } to { $high })
comparison-operations-lower = { $pairs } of { $whole } pairs differ, most { $figure } with { $b }: { $effect } below { $a } ({ $low } to { $high })
comparison-operations-equivalent = { $pairs } of { $whole } are equivalent
comparison-operations-open = { $pairs } of { $whole } cannot be told
comparison-also-differs = also different: { $figure } in { $pairs } of { $whole } pairs
comparison-others-differ = also different: { $pairs } of { $whole } pairs in other figures
comparison-equivalent = equivalent: { $figures }
comparison-and-more = { $name } and { $more } more
comparison-not-told = Cannot be told: { $told }.
comparison-open-figure = { $metric } (visible from { $difference })
comparison-open-pairs = { $metric } in { $pairs } of { $whole } pairs (visible from { $difference })
comparison-many-open = { $pairs } of { $whole } pairs (visible: { $figures })
comparison-visible-from = { $metric } from { $difference }
comparison-absent = in no round: { $variants }
comparison-absent-alone = In no round: { $variants }.
comparison-nothing-told = After { $rounds } { $rounds ->
    [one] round
   *[other] rounds
} nothing can be told: three are needed.
comparison-twins = An A/A: both variants are { $variant }.
comparison-twins-without-alarm = An A/A, both variants are { $variant }: no false alarm.
comparison-twins-alarms = An A/A, both variants are { $variant }: { $alarms } false { $alarms ->
    [one] alarm
   *[other] alarms
}, as nothing differs.
comparison-never-together = No two variants were in a round together.
comparison-nothing = Nothing was compared.
comparison-visible = The smallest difference that this run could see: { $figures }.
comparison-few-calls = Of { $metric } nothing is told: it needs { $calls } answered calls of each variant in a round. Cure: a higher rate, longer slots, or more of them.
comparison-visible-figure = { $metric } { $difference }
comparison-visible-range = { $metric } { $low } ({ $least }) to { $high } ({ $most })
comparison-visible-operations = Of primary operations: { $figures }.
comparison-nothing-visible = { $rounds } { $rounds ->
    [one] round says
   *[other] rounds say
} nothing of how rounds differ: three are needed to see any difference.
overhead-figure-shown = { $figure }, { $cell }: { $effect }, surely below { $bound } (at most { $upper })
overhead-figure-refuted = { $figure }, { $cell }: { $effect } ({ $low } to { $high }), surely above { $bound }
overhead-figure-open = { $figure }, { $cell }: { $effect } ({ $low } to { $high }); neither surely below { $bound } nor surely above
overhead-figure-few = { $figure }, { $cell }: { $starts } { $starts ->
    [one] start tells
   *[other] starts tell
} nothing, three are needed
overhead-figure-unread = { $figure }, { $cell }: it could not be read
overhead-shown = Over { $starts } { $starts ->
    [one] start
   *[other] starts
} the overhead is shown to be below { $bound }: { $figures }.
overhead-refuted = Over { $starts } { $starts ->
    [one] start
   *[other] starts
} an overhead below { $bound } is refuted: { $figures }.
overhead-not-shown = Over { $starts } { $starts ->
    [one] start
   *[other] starts
} an overhead below { $bound } is not shown: { $figures }. { $needed }.
overhead-nothing = No start was measured: nothing is told of the overhead.
overhead-without-starts = No start was measured, so nothing is told of the overhead{ $because }.
overhead-starts-needed = About { $starts } { $starts ->
    [one] start
   *[other] starts
} would show it, if it costs and scatters as it did
overhead-too-few-starts = { $starts } starts are needed for a verdict
overhead-starts-in-vain = No number of starts up to { $starts } would show it, if it costs and scatters as it did
overhead-of-cell = { $cell }: { $figures }
overhead-and-more = { $cells } more
overhead-amount-unknown = { $figure } not known
overhead-amount-at-most = { $figure } at most { $upper }
overhead-amount = { $figure } { $effect } ({ $low } to { $high })
threads-deadlocked = Deadlock: { $threads } wait for each other in a circle and will never go on.
threads-cannot-tell = { $dumps } { $dumps ->
    [one] dump tells
   *[other] dumps tell
} nothing of locks: who is held up cannot be told.
threads-cannot-tell-of-virtual = In { $dumps } { $dumps ->
    [one] dump
   *[other] dumps
} no platform thread waits for a lock that another holds; most virtual threads are not in them.
threads-read-in-part = Read in part. { $doubt } { $sentence }
threads-free-in-part = In what was read of { $dumps } { $dumps ->
    [one] dump
   *[other] dumps
}, no thread waits for a lock that another holds.
threads-free = In { $dumps } { $dumps ->
    [one] dump
   *[other] dumps
} no thread waits for a lock that another holds.
threads-held-up = In { $dumps } { $dumps ->
    [one] dump
   *[other] dumps
} up to { $threads } { $threads ->
    [one] thread is
   *[other] threads are
} held up at once, mostly by { $lock } ({ $waits } { $waits ->
    [one] wait
   *[other] waits
}).
threads-lock-wait = “{ $thread }” is { $state } at { $place }, waiting for the { $kind ->
    [monitor] monitor
   *[lock] lock
} { $lock } that “{ $holder }” holds: in { $dumps } of { $whole } { $whole ->
    [one] dump
   *[other] dumps
} ({ $share }).
threads-lock-wait-held-at = “{ $thread }” is { $state } at { $place }, waiting for the { $kind ->
    [monitor] monitor
   *[lock] lock
} { $lock } that “{ $holder }” holds, taken at { $held_at }: in { $dumps } of { $whole } { $whole ->
    [one] dump
   *[other] dumps
} ({ $share }).
threads-lock-wait-unheld = “{ $thread }” is { $state } at { $place }, waiting for the { $kind ->
    [monitor] monitor
   *[lock] lock
} { $lock }, of which no holder is told: in { $dumps } of { $whole } { $whole ->
    [one] dump
   *[other] dumps
} ({ $share }).
threads-pool-wait = “{ $thread }” is { $state } at { $place }, waiting until another thread gives back what { $lock } hands out: in { $dumps } of { $whole } { $whole ->
    [one] dump
   *[other] dumps
} ({ $share }).
threads-in-circle = “{ $thread }” at { $place } waits for { $lock }, which “{ $holder }” holds
threads-remark-without-locks = { $dumps } { $dumps ->
    [one] dump tells
   *[other] dumps tell
} of no locks (Thread.dump_to_file of JDK 21 to 24, as text or JSON): take the text of jcmd PID Thread.print -l beside it.
threads-remark-without-owners = Who holds the locks of java.util.concurrent that { $threads } { $threads ->
    [one] thread waits
   *[other] threads wait
} for is not told, or they are held for reading. Take dumps with -l: jcmd PID Thread.print -l.
threads-remark-without-virtual = The service has virtual threads, and text shows only those that run: take the JSON of jcmd PID Thread.dump_to_file -format=json (JDK 25 tells their monitors).
threads-remark-one-dump = One dump is one instant: how often a thread is held up is not known. Take ten, a few seconds apart.
threads-remark-cut = { $dump } ends before its end: threads may be missing, and those that hold a lock among them.
threads-remark-too-many = { $dump }: { $threads } { $threads ->
    [one] thread was
   *[other] threads were
} left out, a million are read.
threads-remark-few-frames = The format of { $dump } has at most 8 frames of each stack: monitors taken in older frames are not in it.
threads-remark-record = { $dump }: { $number } { $number ->
    [one] line or entry
   *[other] lines or entries
} of threads could not be read, such as “{ $example }”. A deadlock may be missing. Take the dump once more: jcmd PID Thread.print -l.
threads-remark-lock = { $dump }: { $number } { $number ->
    [one] line
   *[other] lines
} about locks could not be read, such as “{ $example }”. A deadlock may be missing. Take the dump once more: jcmd PID Thread.print -l.
threads-remark-owner = { $dump }: { $number } { $number ->
    [one] thread waits
   *[other] threads wait
} for a lock whose owner is not a thread of the dump, such as “{ $example }”. A deadlock may be missing. Take a dump of all threads: jcmd PID Thread.print -l.
threads-remark-blocked = { $dump }: { $number } { $number ->
    [one] thread is
   *[other] threads are
} BLOCKED, and the dump does not say by which lock, such as “{ $example }”. A deadlock may be missing. Take the dump once more: jcmd PID Thread.print -l.
threads-remark-json = { $dump }: { $number } { $number ->
    [one] line of JSON
   *[other] lines of JSON
} in the text were not read, such as “{ $example }”. Give each dump in a file of its own.
diagnosis-asked = The study asks for it.
diagnosis-of-causes = It was set off by { $causes }.
diagnosis-of-untold = The soak could not tell whether its memory leaks.
diagnosis-without-process = { $service } is not diagnosed: there is no process of it any more.
diagnosis-not-found = { $service } is not diagnosed: no service of that name listens on the target. Those that do: { $found }.
diagnosis-none-found = { $service } is not diagnosed: no process of this machine is seen to listen on the target.
diagnosis-no-threads = The threads of { $service } could not be dumped: { $why }.
diagnosis-no-heap = The heap of { $service } could not be dumped: { $why }.
diagnosis-unread-heap = The heap dumps of { $service } could not be read: { $why }.
diagnosis-not-kept = What { $service } told could not be kept: { $why }.
diagnosis-dumped = Heap dump of { $service }: { $size } in { $took }; nothing was judged meanwhile.
diagnosis-cached = The file of a heap dump is in the page cache: its { $size } count against the memory limit of { $service } until the kernel needs them.
diagnosis-kept = The last heap dump is { $file }. It holds all that the service knows, passwords among it.
diagnosis-kept-threads = The dumps of threads are { $file }.
diagnosis-of = Diagnosis of { $service } after { $method }
diagnosis-names = { $named }.
diagnosis-named = { $cause ->
    [hot-lock] threads wait for { $name }
   *[heap-holder] { $name } keeps the memory
}
diagnosis-named-lock = threads wait for { $name } at { $place }
heap-of-service = In the heap of { $service }: { $told }
threads-wait-for-lock = Threads of { $service } wait for { $lock }: { $told }
service-deadlocked = Threads of { $service } are deadlocked: they will never go on.
heap-suspect-field = { $kind ->
    [static] The static field “{ $field }” of { $class } keeps
    [thread_local] Values of the thread-local variable “{ $field }” of { $class } keep
   *[field] “{ $field }” of { $class } keeps
} { $share } of the heap ({ $memory }): { $objects } { $objects ->
    [one] object
   *[other] objects
}{ $spread }.
heap-suspect-object = { $kind ->
    [class] Static fields of { $class } together keep
    [local] A local variable of a thread of { $class } keeps
    [thread_local] Thread-local values of { $class } keep
   *[object] An object of { $class } keeps
} { $share } of the heap ({ $memory }): { $objects } { $objects ->
    [one] object
   *[other] objects
}{ $spread }.
heap-suspect-shared = What “{ $field }” of { $class } refers to keeps { $share } of the heap ({ $memory }), and { $others } { $others ->
    [one] other refers
   *[other] others refer
} to it: { $objects } { $objects ->
    [one] object
   *[other] objects
}{ $spread }.
heap-suspect-objects = { $number } objects of { $class } that nothing joins keep { $share } of the heap together ({ $memory }).
heap-spread = , most of it behind { $number } of { $most }
heap-spread-beside = , beside what is told of by itself
heap-bytes = { $number } B
heap-kibibytes = { $number } KiB
heap-spread-none = { "" }
heap-buffers-grow = Direct buffers that “{ $field }” of { $class } holds grow from dump to dump: { $first } outside of the heap in the first, { $last } in the last of { $dumps }.
heap-buffers-grew = Direct buffers that “{ $field }” of { $class } holds: { $first } outside of the heap in the first, { $last } in the last of { $dumps } dumps; they did not grow as much in each step.
heap-field-grows = { $kind ->
    [values] Thread-local values of { $class } grow
    [local] What local variables of threads of { $class } hold grows
    [static] The static field “{ $field }” of { $class } grows
    [thread_local] The thread-local variable “{ $field }” of { $class } grows
   *[field] “{ $field }” of { $class } grows
} from dump to dump: { $first } in the first, { $last } in the last of { $dumps } (largest: { $target }).
heap-field-grew = { $kind ->
    [values] Thread-local values of { $class } keep
    [local] Local variables of threads of { $class } keep
    [static] The static field “{ $field }” of { $class } keeps
    [thread_local] The thread-local variable “{ $field }” of { $class } keeps
   *[field] “{ $field }” of { $class } keeps
} { $first } in the first and { $last } in the last of { $dumps } dumps (largest: { $target }).
runs-title = loadproof compare: { $run }
runs-worse = { $b } is worse than { $a } at { $load }: { $told }.
runs-no-worse = { $b } is no worse than { $a } at { $load } in: { $figures }.
runs-open = It stays open whether { $b } is worse than { $a } at { $load }: { $told }.
runs-nothing-common = { $b } cannot be compared with { $a }: they have no load in common that was held and is valid.
runs-all-no-worse = no worse: { $figures }
runs-unsure = { $figure }: cannot tell { $b } from { $a }, nothing says how far equal starts lie apart
runs-standing-worse = worse
runs-standing-no-worse = no worse
runs-standing-cannot-tell = cannot tell
runs-section-memory = Where the memory is, beside the claim
runs-section-unlike = What else differs
runs-section-unknown = What this cannot know
runs-one-start = One start each: their difference is also the machine's.
runs-few-starts = { $a } and { $b } starts: with fewer than { $needed } of each their difference is also the machine's.
runs-earlier = How far equal starts lie apart is taken from { $starts } starts of other runs beside the baseline; what was changed in the service between these makes it larger.
runs-lack-earlier = Of { $needed } starts of other runs under the same load, which would say how far equal starts lie apart, { $directory } has { $starts }.
runs-apart = The runs began { $apart } apart: what the machine did otherwise meanwhile is in every difference, and in none of a study that compares its variants in rounds.
runs-not-compared = Not compared, for want of calls or as it was not read in both in the same way: { $figures }
runs-invalid-loads = Held loads of { $run } that are not valid and not compared: { $loads }; loadproof show says why.
runs-unlike-machine = The machines differ ({ $facts }): a difference may be theirs, so that neither worse nor no worse is said.
runs-unlike-version = Run by loadproof { $a } and { $b }.
runs-unlike-slos = The SLOs differ: { $a }, against { $b }
runs-unlike-requests = The requests of these operations differ: { $operations }
runs-unlike-shares = The operations have other shares: response times and errors are weighted by those of { $run }, and what all calls used together is not compared.
runs-unlike-profile = The profiles differ in more than operations and shares: in headers, bodies, checks, feeders, users, flows or arrivals.
runs-unlike-hold = The load was held for { $a }, against { $b }.
runs-operations-alone = Only in { $run }, and not compared, are the operations { $operations }
runs-variants-alone = Only in { $run }, and not compared, are the variants { $variants }
ranking-no-start = no start of the { $needed } that a ranking needs
ranking-one-start = one start of the { $needed } that a ranking needs
ranking-two-starts = two starts of the { $needed } that a ranking needs
ranking-lost-starts = { $lost } of { $starts } starts gave no rate: { $outcomes }
ranking-lost-start = { $outcome ->
    [drifting] drifting
    [none_passed] none passed
    [undecided] undecided
    [not_run] not run
    [invalid] invalid
    [coarse] coarse
   *[other] { $outcome }
}
ranking-both-bounds = the highest rate tried passed in one start, and the lowest failed in another
ranking-alone = no other variant has starts enough to compare it with
cure-late-sends = run the generator on a core of its own, or add shards
cure-generator-stalled = give the generator a core of its own, and do not stop it or its machine while it measures
cure-starved-by-stand = give the services fewer cores (limits, placement: apart), or the generator a machine of its own
cure-generator-cpu = give the generator more cores (--shards), or a machine of its own
cure-descriptors = raise the limit of open files (ulimit -n), or accept fewer connections (--connections)
cure-ports = widen net.ipv4.ip_local_port_range, or keep connections alive
cure-own-errors = see the hint of the error kind: the request, the data or the trust settings are to be changed
cure-own-process-failed = find in the log of the kernel what ended it, then repeat the run; a study goes on with loadproof run --continue
cure-service-died = find in its log why it ended; that of a service of a stand is in the directory of the run
cure-foreign-load = stop the other processes of this machine, or accept them as part of the environment (--shared-machine)
cure-disturbed-seconds = stop the other processes of this machine while it measures, or accept them as part of the environment (--shared-machine)
cure-disturbed = stop the other processes of this machine and repeat the trial, or accept them as part of the environment (--shared-machine)
cure-foreign-disk = stop what else uses the disks of this machine, or give the service a disk of its own
cure-foreign-memory = stop what else holds memory on this machine, or take a machine that has more
cure-steal = use a machine whose cores are its own
cure-machine-speed = use a machine whose cores are its own, or take more starts
cure-too-few-samples = hold the plateau longer
cure-connection-room = widen net.ipv4.ip_local_port_range, use a machine with more memory, or write a limit that is meant (--connections)
cure-slow-replies = a smoke test judges no response time: run the other methods of the study
cure-connection-limit = raise --connections, unless the limit is meant
cure-calls-retried = look in the log of the service for crashes and restarts; if there are none, make its keep-alive timeout longer than the connections were idle (“idle, then closed” in the table of connections)
cure-probe-skipped = see the text
cure-readings-failed = free the resource that ran out, or raise its limit (open files: ulimit -n)
cure-resource-exhausted = free the resource, or raise its limit, and repeat the run
cure-coarse = give the search more time (--budget), or ask for less precision (--precision)
cure-littles-law = look for failed or cut iterations, pauses that depend on a condition, and users who were still joining: raise ramp and settle
cure-not-recovered = restart the service and repeat
cure-not-warm = find what still moves, raise warm_up.most, or change its rate
cure-interrupted = repeat the run to its end
cure-limits = run in a control group that is yours (systemd-run --user --scope -p Delegate=yes), or as root
cure-few-descriptors = raise the limit of open files (ulimit -n), or lower --connections
cure-foreign-listener = end it, or give the service another port, unless it is meant (the proxy of a container is)
cure-insecure-tls = trust the authority of the target's certificate (--ca) in place of --insecure
cure-saturated-machine = give the machine more of this resource, or test at a lower load
cure-saturated-load-machine = spread the load over more machines; a study leaves such seconds out with saturated: { "{" }leave_out: [load]{ "}" }
cure-saturated-too-long = spread the load over more machines, and repeat the trial
cure-saturated-start-up = start the load more slowly; a study accepts it with saturated: { "{" }leave_out: [start_up]{ "}" }
cure-shared-machine = leave out --shared-machine (shared_machine in a study): seconds that other processes disturb are then not judged
cure-short-secret = give the secret 6 characters or more
cure-cut-flows = hold the plateau for longer than the flow takes, or shorten its pauses
cure-late-iterations = lengthen the pacing, or take more users, unless the service is meant to slow them
cure-not-stored = see that the run directory stays and its disk has room, and repeat the run
cure-metrics-not-exported = see that a receiver of OTLP over HTTP with protobuf answers at the URL of --otlp; all counts are in result.json and run.db
cure-shared-memory = compare fewer variants at once, give them less data or smaller heaps, or take a machine with more memory
cure-not-maintained = correct the maintenance commands of the stand; they are run while the services are up, and what one that was ended had begun may go on inside its server, in somebody's slot: limit its time there too (statement_timeout)
cure-few-collections = give compare a longer slot, or a higher rate, until each round has three and more
cure-idle-work = find what the variant does while nobody calls it: it takes from the slots of the others
cure-shared-service = give each variant its own among the services of the stand: buffers, locks and autovacuum carry over from one to the other
cure-unlike-data = find why calls of one variant failed: what it is compared on is no longer the data of the others
cure-opened-connections = give the slots longer, let the service keep connections open, or raise connections: of the study
cure-study-generator-cpu = give the generator a machine of its own, or one with more cores
cure-study-connection-room = widen net.ipv4.ip_local_port_range, use a machine with more memory, or write a limit that is meant (connections: of the study)
cure-study-connection-limit = raise connections: of the study, unless the limit is meant
cure-study-coarse = give the search more time (budget: of capacity in the study), or ask for less precision (precision: there)
cure-study-descriptors = raise the limit of open files (ulimit -n), or accept fewer connections (connections: of the study)
cure-study-few-descriptors = raise the limit of open files (ulimit -n), or lower connections: of the study
cure-study-insecure-tls = trust the authority of the target's certificate (tls: {"{"}ca: FILE{"}"} in the study) in place of insecure: true

## Method

rate-unmeasured = { $rate } calls/s could not be measured in { $trials ->
    [one] one trial
   *[other] { $trials } trials
}: { $why }
level-rate-unmeasured = { $level } could not be measured in { $trials ->
        [one] { $trials } trial
       *[other] { $trials } trials
    }: { $why }
search-out-of-trials = the search did not end within { $trials } trials
search-out-of-load = the search did not end within { $load } of load
search-interrupted = it was interrupted
search-not-back = { $why } of { $rate } calls/s, which it kept before
level-search-not-back = { $why } with { $level }, which it kept before
search-not-recovered = the service did not recover: { $why }
search-slower-at-rest = the service got slower during the search: at { $rate } calls/s its median went from { $before } to { $after }, and did not come back
level-search-slower-at-rest = the service got slower during the search: with { $level } its median went from { $before } to { $after }, and did not come back
search-capacity-fell = the service got slower during the search: its capacity fell from about { $before } to { $after } calls/s
level-search-capacity-fell = the service got slower during the search: its capacity fell from about { $before } to { $after }
search-none-confirmed = none of { $confirmations } confirmations held, the last at { $rate } calls/s
level-search-none-confirmed = none of { $confirmations } confirmations held, the last with { $level }
search-lowest-refused = the lowest rate, { $rate } calls/s, did not pass in two trials: { $why }
level-search-lowest-refused = the lowest number, { $level }, did not pass in two trials: { $why }
search-lowest-refused-later = the lowest rate, { $rate } calls/s, did not pass in a later trial, though it did at first: { $why }
level-search-lowest-refused-later = the lowest number, { $level }, did not pass in a later trial, though it did at first: { $why }
capacity-below-failed = { $rate } calls/s kept every SLO through a confirmation of { $held }; { $ceiling } calls/s failed: { $why }
level-capacity-below-failed = { $level } kept every SLO through a confirmation of { $held }; { $ceiling } failed: { $why }
capacity-below-open = { $rate } calls/s kept every SLO through a confirmation of { $held }; { $ceiling } calls/s could not be shown to: { $why }
level-capacity-below-open = { $level } kept every SLO through a confirmation of { $held }; { $ceiling } could not be shown to: { $why }
capacity-at-most-tried = { $rate } calls/s kept every SLO through a confirmation of { $held }, and the search ended before a higher rate failed
level-capacity-at-most-tried = { $level } kept every SLO through a confirmation of { $held }, and the search ended before a higher number failed
capacity-at-most-allowed = { $rate } calls/s kept every SLO through a confirmation of { $held }, and no higher rate was allowed
level-capacity-at-most-allowed = { $level } kept every SLO through a confirmation of { $held }, and no higher number was allowed
capacity-width = the capacity is known to { $width }, where { $asked } was asked for
littles-law-differs = Little's law gives { $by_law } users, { $difference } off the { $users } that were present; furthest off is the flow { $flow }: { $rate } flows/s, a cycle of { $cycle } s
capacity-unconfirmed = no rate was held through a confirmation, and { $width }
level-capacity-unconfirmed = no number was held through a confirmation, and { $width }
confirm-found-nothing = the search found no capacity to confirm
soak-found-nothing = the search found no capacity to take a share of
soak-no-trends = no trends were judged
metric-recovery = recovery from the spike
spike-recovered = back at the baseline { $after } after the spike
spike-not-recovered = not back at the baseline within { $held } after the spike
spike-unsteady = in the { $held } after the spike, windows above the baseline come and go; a longer baseline (before) and more time (after) tell
spike-few-calls = { $calls } calls in { $window } are too few to see a recovery: at least { $needed } are needed
spike-baseline-disturbed = other processes or stalls of the generator disturbed more than half of the { $held } before the spike
spike-recovery-disturbed = other processes or stalls of the generator disturbed the recovery
spike-unmeasured = none of { $trials } { $trials ->
        [one] spike
       *[other] spikes
    } could be measured: { $why }
spike-baseline-failed = an SLO is broken at the baseline, before the spike: { $why }
spike-failed = spike { $spike } of { $of }: { $why }
spike-measured = { $spikes } of { $of } { $of ->
        [one] spike
       *[other] spikes
    } measured
spike-once = one spike has no interval; repeat it at least 3 times
spike-too-slow = the 95 % interval of the mean is above { $limit }
spike-near-limit = the 95 % interval of the mean includes { $limit }; more spikes narrow it
plateau-rate = { $rate }/s
plateau-failed = { $rate }/s failed: { $why }
plateau-unjudged = { $rate }/s could not be judged: { $why }
plateau-users = { $users } users
plateau-users-failed = { $users } users failed: { $why }
plateau-users-unjudged = { $users } users could not be judged: { $why }
plateaus-passed-above = passed although a lower rate had failed: { $rates }
plateaus-unjudged = could not be judged: { $rates }
plateaus-not-run = not run after that: { $rates }
plateau-service-died = the service { $service } died
round-measured = { $counted } of { $cycles } cycles count, after { $warm } of warm-up
round-disturbed = none of { $cycles } cycles was undisturbed
round-with-deaths = a service died: { $variants }
round-never-steady = round { $round }: what a request costs still fell by 2 % a cycle or more after { $cycles } cycles of warm-up: never steady
round-of-disturbed-cycles = round { $round }: { $counted } of { $cycles } cycles count, { $disturbed } of them although others disturbed them: none was quieter
round-opened-connections = round { $round }: connections of { $variant } were opened in the judged seconds of { $slots } { $slots ->
    [one] slot
   *[other] slots
}
round-few-collections = { $variant } had fewer than three major collections in its counted slots, in { $few } of { $rounds } { $rounds ->
    [one] round
   *[other] rounds
} (as few as { $least }): memory and pauses of so few say little
round-idle-work = { $variant } used up to { $cores } of a core while it had no load
round-not-maintained = round { $round }: { $variant } was not maintained between cycles: { $what }
round-unlike-data = round { $round }: one variant completed { $least } calls that write, another { $most }
overhead-cell = { $level } at { $rate } calls/s
overhead-with-death = a service died
overhead-never-steady = { $variant }, start { $start }: what a request costs still fell by 2 % a cycle or more after { $cycles } cycles of warm-up: never steady
overhead-of-disturbed-cycles = { $variant }, start { $start }: { $counted } of { $cycles } cycles count, { $disturbed } of them although others disturbed them: none was quieter
overhead-opened-connections = { $variant }, start { $start }: connections were opened in the judged seconds of { $slots } { $slots ->
    [one] slot
   *[other] slots
}
comparison-follows-machine = what { $a } and { $b } differ by in { $metric } went with the machine over { $rounds } rounds (correlation { $correlation }; it was up to { $ratio } times as slow in one round as in another): on another machine, or at another hour, it is another difference

## Findings

the-cause-oom-killed = the kernel's kill at the memory limit
the-cause-died = the death of a service
the-cause-refused = refused connections
the-cause-tls-failed = failed TLS handshakes
the-cause-reset = connections closed by the service
the-cause-error-status = answers with error statuses
the-cause-redirect = redirects
the-cause-failed-check = failed checks
the-cause-missing-extraction = replies without the value to extract
the-cause-unreadable-reply = replies that cannot be read
the-cause-request-data = data that do not fit into the request
the-cause-other-errors = errors of other kinds
the-cause-timeouts = calls without an answer in time
the-cause-generator-short = a generator that was itself short
the-cause-database-temporary-space = a full temporary space of a database
the-cause-database-lock = lock waits in a database
the-cause-throttled = the CPU quota
the-cause-cpu-limit = the CPUs of a service
the-cause-gc-pauses = pauses of the garbage collector
the-cause-stood-still = standstills of the service
the-cause-stopped-answering = a service that answers no more
the-cause-memory-growth = growing memory
the-cause-memory-limit = the memory limit
the-cause-heap-holder = what keeps the heap
the-cause-descriptor-growth = growing descriptors
the-cause-connection-growth = growing connections
the-cause-thread-growth = growing threads
the-cause-database-abandoned = abandoned statements in a database
the-cause-database-missing-index = a table that is read whole for few rows
the-cause-database-join-order = a join order that the limits of the planner forbid
the-cause-database-jit = JIT compilation of statements
the-cause-database-temporary-tables = temporary tables of a database
the-cause-database-checkpoints = frequent checkpoints of a database
the-cause-disk-busy = the disk
the-cause-database-sessions = sessions of a database that queue for processors
the-cause-database-bound = the database
the-cause-database-connections = the connections of a database
the-cause-redis-thread = the one thread of Redis
the-cause-pool-queue = the pool of connections to the database
the-cause-threads-blocked = threads that wait for a lock
the-cause-hot-lock = a lock that threads wait for
the-cause-one-core = work on a single core
the-cause-stand-saturates = a stand that takes the whole machine
the-cause-host-cpu = the machine's CPUs
the-cause-machine-saturated = a saturated machine
the-cause-steal = CPU time taken by the hypervisor
the-cause-thread-queue = the threads that answer
the-cause-connection-limit = the generator's limit of connections
the-cause-queueing = a queue before something other than CPU
the-cause-knee = the knee of the response time
cause-oom-killed = kill at the memory limit
cause-died = death of a service
cause-refused = refused connections
cause-tls-failed = TLS handshakes
cause-reset = closed connections
cause-error-status = error statuses
cause-redirect = redirects
cause-failed-check = failed checks
cause-missing-extraction = missing extractions
cause-unreadable-reply = unreadable replies
cause-request-data = request data
cause-other-errors = other errors
cause-timeouts = timeouts
cause-generator-short = generator
cause-database-temporary-space = full temporary space
cause-database-lock = lock waits
cause-throttled = CPU quota
cause-cpu-limit = CPUs of a service
cause-gc-pauses = garbage collection pauses
cause-stood-still = standstills
cause-stopped-answering = answers no more
cause-memory-growth = growing memory
cause-memory-limit = memory limit
cause-heap-holder = holder of the heap
cause-descriptor-growth = growing descriptors
cause-connection-growth = growing connections
cause-thread-growth = growing threads
cause-database-abandoned = abandoned statements
cause-database-missing-index = missing index
cause-database-join-order = join order
cause-database-jit = JIT compilation
cause-database-temporary-tables = temporary tables
cause-database-checkpoints = checkpoints
cause-disk-busy = disk
cause-database-sessions = sessions queue for processors
cause-database-bound = database
cause-database-connections = database connections
cause-redis-thread = Redis thread
cause-pool-queue = connection pool
cause-threads-blocked = blocked threads
cause-hot-lock = hot lock
cause-one-core = single core
cause-stand-saturates = stand takes the whole machine
cause-host-cpu = CPUs of the machine
cause-machine-saturated = saturated machine
cause-steal = stolen CPU time
cause-thread-queue = worker threads
cause-connection-limit = connections of the generator
cause-queueing = queue before something other than CPU
cause-knee = knee of the response time
evidence-unit-none = { "" }
evidence-unit-percent = %
evidence-unit-milliseconds = ms
evidence-unit-seconds = s
evidence-unit-per-second = /s
evidence-unit-per-hour = /h
evidence-unit-cores = cores
evidence-unit-mebibytes = MiB
evidence-unit-mebibytes-per-second = MiB/s
evidence-unit-mebibytes-per-hour = MiB/h
evidence-unit-calls = calls
evidence-unit-connections = connections
evidence-unit-sessions = sessions
evidence-unit-threads = threads
evidence-unit-descriptors = descriptors
figure-per-second = { $number }/s
figure-mebibytes-per-second = { $number }/s
figure-per-hour = { $number }/h
figure-mebibytes-per-hour = { $number }/h
figure-calls = { $number } { $number ->
    [one] call
   *[other] calls
}
figure-connections = { $number } { $number ->
    [one] connection
   *[other] connections
}
figure-sessions = { $number } { $number ->
    [one] session
   *[other] sessions
}
figure-threads = { $number } { $number ->
    [one] thread
   *[other] threads
}
figure-descriptors = { $number } { $number ->
    [one] descriptor
   *[other] descriptors
}
beside-passed = { " " }(trial { $trial }, which passed at { $rate }/s: { $figure })
beside-passed-at-most = { " " }(trial { $trial }, which passed at as many calls as could be: { $figure })
beside-before = { " " }(in the trial that passed: { $figure })
hypothesis-among-others = { $hypothesis } Other hypotheses on this trial differ: { $others }; test the strongest, the first, first.
killed-for-memory = The kernel killed processes of the service { $service } for want of memory, { $times } { $times ->
    [one] time
   *[other] times
}.
died-during-trial = During the trial { $event }.
calls-refused = { $share } of the calls due got no connection (refused, or not to be made).
calls-tls-failed = { $share } of the calls due failed in the TLS handshake ({ $kinds }).
calls-reset = { $share } of the calls due lost their connection (reset, or closed before the answer was whole).
calls-timeouts = { $share } of the calls due were sent and had no answer before their timeout.
calls-answered-with-errors = { $share } of the calls due were answered with an unexpected status ({ $statuses }).
calls-redirect = { $share } of the calls due were redirected ({ $kinds }).
calls-failed-check = { $share } of the calls due got a reply that failed a check ({ $kinds }).
calls-missing-extraction = { $share } of the calls due got a reply without the value to extract ({ $kinds }).
calls-unreadable-reply = { $share } of the calls due got a reply that cannot be read ({ $kinds }).
calls-request-data = { $share } of the calls due were not sent, as their data do not fit into the request ({ $kinds }).
calls-other-errors = { $share } of the calls due failed with errors of other kinds ({ $kinds }).
error-kind-counted = { $kind } { $calls } ({ $share })
error-kind-detailed = { $error }: { $details }
error-expected = expected: { $expected }
error-reply = got: { $reply }
error-hint-timeout = Find out why the service is slow, or lower the rate; --timeout (timeout in a profile) is how long a call may take
error-hint-refused = Nothing accepts connections on this address and port. Check the URL; if other calls were answered, look in the log of the service for a restart or a limit of connections
error-hint-connect-failed = The target cannot be reached. Check the address, the route and firewalls between this machine and the target
error-hint-closed = The service, or a proxy before it, closed connections. Look in their logs, and check their limits of connections and keep-alive
error-hint-reused-connection = The service, or a proxy before it, closed reused connections before it answered. If they were idle for about its keep-alive timeout (“idle, then closed” in the table of connections), raise that timeout; else look in its log for crashes and restarts. GET, HEAD, OPTIONS, PUT, DELETE, TRACE and calls with an Idempotency-Key are sent a second time, others are not
error-hint-garbage = The port does not answer with HTTP/1. Check the port and the scheme of the URL
error-hint-too-large = The head or body of the reply is larger than loadproof reads. Request a smaller resource
error-hint-bad-extract = The JSON path takes too many steps on this reply. Write a path without “..” and filters
error-hint-encoding = The body is encoded (Content-Encoding), and the check cannot read it. Remove the header Accept-Encoding from the request
error-hint-charset = The body is not UTF-8, and the check cannot read it. Have the service send UTF-8, or check the status, a header or the size
error-hint-redirect = Load the URL that the redirect leads to, or accept redirects with --expect 3xx (expect: 3xx in a profile)
error-hint-request-data = A value of a feeder has characters that cannot stand in its place of the request, such as a line break. Correct the data, or encode them
error-hint-tls-expected = The port speaks TLS. Use https:// in the URL
error-hint-tls-not-spoken = The port does not speak TLS. Use http:// in the URL, or the port that speaks TLS
error-hint-tls-closed = The target closed the connection during the handshake. Look in its log for the reason, such as its versions of TLS or its limit of connections
error-hint-tls-unknown-issuer = No trusted authority issued the certificate. Give the certificate of its authority with --ca (tls: ca in a profile), or take any certificate with --insecure
error-hint-tls-expired = The certificate of the target has expired. Renew it, or take any certificate with --insecure (tls: insecure in a profile)
error-hint-tls-not-yet-valid = The certificate of the target is not valid yet. Check its dates and the clock of this machine
error-hint-tls-wrong-name = The certificate is for other host names. Use one of them in the URL, or in tls: server_name of a profile
error-hint-tls-ca-certificate = The target presents a CA certificate (CA:TRUE) as its own. Name the PEM file of this very certificate with --ca (tls: ca in a profile), issue one with basicConstraints=CA:FALSE, or take any certificate with --insecure (tls: insecure)
error-hint-certificate-rejected = The certificate of the target was rejected. Look at it with openssl s_client, or take any certificate with --insecure (tls: insecure in a profile)
error-hint-tls-client-certificate = The target requires a client certificate, which loadproof cannot send yet. Load an address that requires none
error-hint-tls-unknown-host = The target does not know this host name (SNI). Use a name that it serves, in the URL or in tls: server_name of a profile
error-hint-tls-protocol-version = The target speaks neither TLS 1.2 nor TLS 1.3. Enable one of them on the target
error-hint-tls-no-common-cipher = The target and loadproof have no cipher suite in common. Enable an ECDHE suite with AES-GCM or ChaCha20 on the target
error-hint-tls-no-http1 = The target accepts no HTTP/1.1 (ALPN). Enable HTTP/1.1 on the target
error-hint-tls-failed = Look at the handshake with openssl s_client -connect HOST:PORT, and in the log of the target
error-hint-status = If the status is right, accept it with --expect (expect in a profile)
error-hint-status-credentials = The service rejects the credentials, or got none. Send them with a header or the key auth of a profile
error-hint-status-path = The service does not know this path or method. Check the request
error-hint-status-limit = The service, or a proxy before it, limits its clients. Raise that limit for this client, or lower the rate
error-hint-status-request = The service rejects the request. Compare it with a request that works, such as one of curl -v
error-hint-status-service = Look in the logs of the service, and of proxies before it, at the time of these replies
error-hint-check = Compare the reply with what the check expects; correct the request, the check or the service
error-hint-check-time = Find out why the service is slow, or raise the limit of this check
error-hint-extract = The reply lacks the value. Correct the extraction or the request, or give the extraction a default
error-hint-other = This version of loadproof does not know this kind. Report the run with the version that made it
nothing-listened = Nothing listened on the port for a while: the service restarted, or closed its listener under load.
test-watch-for-restart = Look in the log of the service for a restart, and repeat the trial while watching its process number.
connections-closed-under-load = The service, or a proxy before it, closes connections under load: a limit of connections or of a pool.
test-raise-connection-limit = Raise that limit and repeat the trial; the share of such calls must fall.
memory-near-limit = The memory of the service { $service } came to { $peak }, { $share } of its limit of { $limit }{ $beside }.
memory-grew = The memory of the service { $service } grew by { $growth } in { $over }{ $outlook }.
live-set-grew = The live set of the service { $service } grew by { $growth } in { $over }{ $outlook }.
growth-reaches-limit = ; at that pace its limit of { $limit } is reached { $left } later
service-leaks = The service { $service } leaks memory, or fills a heap or a cache that has not found its size.
test-soak-for-leak = Hold a rate that passes for long (soak): a heap or a cache stops to grow, a leak does not. Then compare two heap dumps.
memory-rises-along-line = The memory of the service { $service } rises along a line by { $pace } an hour ({ $low } to { $high }), from { $begin } to { $end }{ $outlook }.
live-set-rises-along-line = The live set of the service { $service } rises along a line by { $pace } an hour ({ $low } to { $high }), from { $begin } to { $end }{ $outlook }.
memory-full-after = ; at that pace its memory is full { $about } after the end ({ $least } to { $most })
test-heap-dumps = Take heap dumps some time apart under this load and compare them: what there is more of each time is kept for ever.
holds-ever-more = { $what ->
    [descriptors] The service { $service } has ever more descriptors open
    [threads] The service { $service } has ever more threads
    [sessions] The database { $service } has ever more sessions
   *[connections] The service { $service } holds ever more connections of its pool
}: { $begin } at first and { $end } in the end, along a line over { $over } ({ $pace } an hour){ $outlook }.
not-given-back = { $what ->
    [descriptors] The service { $service } opens files or connections and does not close them.
    [threads] The service { $service } starts threads that do not end.
    [sessions] A client of the database { $service } opens connections and does not close them.
   *[connections] The service { $service } takes connections of its pool and does not give them back.
}
test-what-grows = { $what ->
    [descriptors] List them twice under this load, minutes apart (ls -l /proc/PID/fd): what there is more of says who opens them.
    [threads] Take two thread dumps under this load, minutes apart: the names that there are more of say who starts them.
    [sessions] Group pg_stat_activity by application_name and state twice, minutes apart: what there is more of says who opens them.
   *[connections] Let the pool log connections that are held for long (leakDetectionThreshold of HikariCP): that says who took them.
}
want-of-memory-slows = Want of memory slows the service { $service }: garbage collection, or pages read again and again.
test-raise-memory-limit = Raise its memory limit by half and repeat the trial; the rate that passes must rise.
was-throttled = The service { $service } was throttled by its CPU quota in { $share } of the scheduling periods{ $beside }.
cpu-at-limit = The service { $service } used { $cores }, { $share } of { $allowed }{ $beside }.
cpu-of-one-allowed = the one CPU it may use
cpu-of-allowed = the { $cpus } CPUs it may use
cpu-of-busy-cores = the cores of the machine that were busy throughout
cpu-of-one-core = The service { $service } used { $cores } of the { $allowed } it may use: as much as one whole core{ $beside }.
quota-holds-up = The CPU quota of the service { $service } holds its calls up: they wait for the next period.
needs-more-cpu = The service { $service } needs more CPU for a call than it is given.
test-more-cpus = Give it half as many CPUs again and repeat the trial; the rate that passes must rise with them.
one-thread-works = One thread does the work of the service { $service }, such as an event loop under a global lock.
test-second-process = Look at the CPU of its threads during the trial, or run a second process of it and repeat.
machine-was-saturated = The { $resource } of { $machine } was saturated in { $share } of the judged seconds.
calls-wait-for-machine = The calls wait for the { $resource } of { $machine }.
test-larger-resource = Give { $machine } more of this resource ({ $resource }), or move a part of its work to another machine, and repeat; the rate that passes must rise.
machine-was-busy = The machine's CPUs were busy { $share } of the time{ $beside }.
stand-saturates = The stand saturates the machine: its services used { $used } of { $cores }.
stand-needs-machine = The stand needs more CPU than the machine has, and leaves the generator too little.
test-larger-machine = Give the stand a machine of more cores and repeat; the rate that passes must rise.
stand-and-generator-need-machine = The stand and the generator together need more CPU than the machine has.
test-generator-elsewhere = Put the generator on a machine of its own and repeat; the rate that passes must rise.
others-take-machine = Processes that belong neither to the stand nor to the generator take the machine's CPU.
test-stop-others = Stop what else runs on the machine and repeat the trial.
cpu-stolen = The hypervisor took { $share } of the processor time away.
gc-paused = The service { $service } stood still { $share } of the time for its garbage collector{ $beside }.
gc-holds-up = The garbage collector holds the calls of the service { $service } up: its heap is small for this load.
test-double-heap = Double its heap and repeat the trial; the share of pauses must fall and the rate that passes must rise.
gc-share-rose = The share of its time for which its garbage collector stops the service { $service } rose from { $begin } to { $end } within { $over }.
heap-fills-up = Less and less of the heap of the service { $service } is free: what is alive in it grows, or each call allocates more.
test-live-set = Hold the load for longer and look at the live set: if it grows, compare two heap dumps; if it stays, a larger heap makes the share fall.
disk-was-busy = The disk { $disk } was busy { $share } of the time{ $beside }.
cores-idle-for-disk = The machine's cores stood idle for a disk { $share } of the time{ $beside }.
calls-wait-for-disk = The calls wait for the disk, which the service { $service } keeps busy: it writes or syncs for each of them.
test-faster-disk = Put its data on a faster disk or into memory (tmpfs), or let it sync several calls at once, and repeat; the rate that passes must rise.
sessions-wait = Of { $active } active { $active ->
    [one] session
   *[other] sessions
} of the database { $database } { $share } waited at a time, most of them for { $wait }{ $beside }.
database-wait-lock = a lock of another transaction
database-wait-lwlock = a lock inside the database
database-wait-io = the disk
database-wait-other = something else inside the database
database-holds-up-by-waits = The database { $database } holds the calls up: its sessions wait for { $wait }.
test-take-waits-away = Look at the wait events of its sessions at this rate, take away what they name (another data set, synchronous_commit off, fewer writers), and repeat; the rate that passes must rise.
statement-took = A statement took the database { $database } { $time } on average{ $beside }, with { $active } { $active ->
    [one] session
   *[other] sessions
} active at a time.
database-holds-up-by-work = The database { $database } holds the calls up: it takes longer for a statement than at the rate that passed.
test-speed-up-statements = Give the database half as many CPUs again, or put its statements through EXPLAIN (ANALYZE, BUFFERS), and repeat; the time of a statement must fall and the rate that passes must rise.
connections-taken = { $taken } of the { $limit } connections that the database { $database } allows were taken{ $beside }; it refused { $refused } more.
database-lacks-connections = The database { $database } holds the calls up: it has no connection left.
test-more-connections = Raise max_connections or make the pools smaller, and repeat; the rate that passes must rise.
temporary-space-full = In the temporary tablespace { $tablespace } of the database { $database } only { $free } of { $size } was free at the fullest; { $rollbacks } transactions/s were rolled back.
temporary-space-ran-out = The temporary space { $tablespace } of the database { $database } runs out: statements that need a temporary table or a file for a sort fail (SQLSTATE 53100), all others go on.
test-larger-temporary-space = Find the session that fills { $tablespace } (temporary tables in pg_class, files in pg_ls_tmpdir()), make the tablespace larger or name a second one in temp_tablespaces, and repeat; the rollbacks must vanish.
sessions-wait-for-locks = In the database { $database } { $waiting } { $waiting ->
    [one] session
   *[other] sessions
} at a time waited for a lock of another transaction, { $share } of the active ones{ $beside }.
idle-transaction-holds-locks = A client of the database { $database } keeps a transaction open without running a statement, and other sessions wait for its locks.
transactions-hold-locks = Transactions of the database { $database } hold locks for long, and others wait for the same rows or tables.
test-end-idle-transaction = Have the client commit before it does something else, or set idle_in_transaction_session_timeout, and repeat; the waiting sessions must vanish.
test-shorter-locks = Commit earlier after the statement that takes the lock, take locks in one order, or speed the first statement up (EXPLAIN (ANALYZE, BUFFERS)), and repeat; fewer sessions must wait.
injection-holds-locks = The injection { $injection } of loadproof holds locks, and sessions of the database { $database } wait for them.
test-without-injection = Repeat the trial without the injection { $injection }; the waiting sessions must vanish.
statements-abandoned = In the database { $database } { $statements } { $statements ->
    [one] statement
   *[other] statements
} ran on after the client had closed the connection, the oldest for { $oldest }: { $share } of the active sessions.
abandoned-statements-take = Statements that nobody waits for take processors, memory and locks of the database { $database } from the others.
test-end-abandoned = End them with pg_terminate_backend, set client_connection_check_interval (PostgreSQL 14 and later) or a statement_timeout, and repeat; the active sessions must fall.
table-read-whole = The table { $table } of the database { $database } was read whole { $scans } times/s, { $rows } rows each time; the statement that reads it took { $share } of the execution time.
table-read-whole-unnamed = The table { $table } of the database { $database } was read whole { $scans } times/s, { $rows } rows each time, by a statement that is not known.
table-lacks-index = No index of the table { $table } of the database { $database } serves this condition: the table is read whole for few rows.
test-index = Look at EXPLAIN (ANALYZE, BUFFERS) of the statement: the filter of the scan of { $table } says which columns an index would have to hold. Create one and repeat; the scans must vanish.
join-order-limited = The planner of the database { $database } estimates a cost of { $cost } for a statement that joins { $joined } tables, and of { $reordered } where it may reorder all of them; join_collapse_limit is { $join_limit }, from_collapse_limit { $from_limit }.
limits-forbid-order = The limits of the planner of the database { $database } keep a selective join at the end, where the statement wrote it.
test-collapse-limits = Set join_collapse_limit and from_collapse_limit to { $value }, and geqo_threshold above that, for one session (SET), compare EXPLAIN (ANALYZE) and the planning time, then repeat.
jit-took = JIT compilation took { $share } of the execution time of the database { $database }, and { $compiled } of the { $executed } that a call of one statement took.
jit-does-not-pay = JIT compilation costs statements of the database { $database } more than it saves: they are too short for it.
test-jit-off = Set jit = off for the role or the database, or jit_above_cost above the costs of these statements, and repeat; their time must fall.
test-jit-above-cost = Set jit = off for the role or the database, or jit_above_cost above { $cost }, the cost of these statements, and repeat; their time must fall.
temporary-tables-made = The database { $database } made { $created } tables, indexes and TOAST tables/s, { $per_transaction } for each transaction{ $beside }: each is a file, whatever temp_buffers is.
temporary-tables-spill = Temporary tables of the database { $database } outgrew temp_buffers: { $spilled } a second went to their files, and these statements took { $share } of the execution time.
temporary-tables-cost = The database { $database } is busy with making and dropping temporary tables: each writes the system catalog and makes files.
temporary-tables-outgrow = Temporary tables of the database { $database } are larger than temp_buffers and keep its disk busy.
test-fewer-temporary-tables = Put temp_tablespaces on another disk or into memory (tmpfs), or empty temporary tables (DELETE, TRUNCATE) and use them again, and repeat; the time of the statements must fall.
test-temp-buffers = Raise temp_buffers above the size of these tables as far as the memory of all sessions allows, or put temp_tablespaces on another disk, and repeat; fewer bytes must be written.
checkpoints-requested = The database { $database } made a checkpoint every { $between } because of the WAL, which grew by { $written } a second.
checkpoints-write-twice = Checkpoints of the database { $database } follow each other: each writes all changed blocks again, and the first change of a block after it writes the whole block to the WAL.
test-wal-size = Set max_wal_size to { $size } or more, the WAL that this rate writes from one timed checkpoint to the next, and repeat; the requested checkpoints must vanish and less WAL be written.
test-larger-wal = Raise max_wal_size and repeat; the requested checkpoints must vanish and less WAL be written.
sessions-queue-for-processors = In the database { $database } { $working } { $working ->
    [one] session
   *[other] sessions
} at a time worked{ $beside }, on { $processors } { $processors ->
    [one] processor
   *[other] processors
}.
sessions-work-longer = In the database { $database } { $working } { $working ->
    [one] session
   *[other] sessions
} at a time worked{ $beside }; a transaction kept one at work { $times } times as long as in the trial that passed.
database-lacks-processors = The sessions of the database { $database } queue for its processors: each statement takes as many times longer as there are sessions for a processor.
test-lighter-statements = Make the statement that is at work most lighter (EXPLAIN (ANALYZE, BUFFERS)), let fewer run at a time (a smaller pool), or give the database more processors, and repeat; fewer sessions must work at a time.
sessions-at-limit = The database { $database } had { $sessions } { $sessions ->
    [one] session
   *[other] sessions
} at a time, { $most } at most, of { $limit } that it allows{ $beside }; it refuses the next client.
test-smaller-pools = Most of these sessions do nothing: make the pools of the clients smaller, or put a pooler before the database, and repeat; no client may be refused.
redis-thread-saturated = The one thread of the Redis server { $database } that runs commands used { $share } of a core{ $beside }.
redis-holds-up = The Redis server { $database } holds the calls up: it runs one command at a time.
test-fewer-commands = Send fewer or cheaper commands for each call (MGET, pipelines), or spread the keys over several servers, and repeat; the rate that passes must rise.
calls-wait-for-pool = In the service { $service } { $calls } at a time waited for a connection of its pool{ $beside }.
pool-small = The pool of the service { $service } is small for this load, or the database holds its connections long: calls wait for a connection while CPU is free.
test-double-pool = Double the pool, as far as the database allows, and repeat the trial: if the rate that passes rises, the pool was small; if the time of a statement rises instead, it is the database.
threads-were-blocked = In the service { $service } { $threads } at a time were BLOCKED, waiting for a monitor that another thread held{ $beside }.
lock-holds-up = A lock holds the calls of the service { $service } up: its threads wait for one another.
test-thread-dumps = Take several thread dumps some seconds apart under this load and give them to loadproof threads: it names the lock, who holds it, and at which line.
stood-still = The service stood still { $times } { $times ->
    [one] time
   *[other] times
}, for { $longest } or more at the longest, first after { $first }: nothing was answered, and { $calls } lay open.
stopped-answering = From { $from } after the begin until the end, for { $silent }, the service answered nothing, though { $calls } were due. No process of it was seen to end: it has not died, it hangs. loadproof diagnose PID says what its Java VM does.
calls-wait-for-busy-thread = In the service { $service } { $busy } of { $most } { $most ->
    [one] thread
   *[other] threads
} were busy, and { $calls } at a time waited for one{ $beside }.
calls-wait-for-thread = In the service { $service } { $calls } at a time waited for a thread{ $beside }.
threads-busy = Of the { $most } { $most ->
    [one] thread
   *[other] threads
} of the service { $service } { $busy } { $busy ->
    [one] was
   *[other] were
} busy at a time.
threads-wait = The threads of the service { $service } wait for something other than CPU, and calls wait for them.
test-thread-dumps-or-threads = Take thread dumps at this rate: they show what the threads wait for. Or double them and repeat.
backlog-grew = The calls in flight or waiting grew by about { $growth } in { $over }.
calls-wait-in-service = The calls wait in the service for something other than CPU: a lock, a pool of threads or connections, or a service behind it.
test-thread-dumps-or-pool = Take thread dumps at this rate, or double the suspected pool and repeat the trial.
calls-waited-for-connection = Calls waited for a connection of the generator, for all that it may open were busy: p99 { $p99 }.
connection-limit-caps = The generator's limit of connections caps the rate, not the service.
test-twice-the-connections = Repeat the trial with twice the connections; the rate that passes must rise.
generator-was-short = The generator was itself short: { $doubts }.
generator-made-slow = The generator, not the service, made calls slow.
test-generator-apart = Repeat the trial with the generator on cores or a machine of its own.
response-time-breaks = The response time breaks between { $low }/s and { $high }/s: its p99 rises from { $begin } to { $end }, over calls that were answered.
evidence-of-passed = { $name } in trial { $trial }, which passed
evidence-before = { $name } in the trial that passed
evidence-limit = limit
evidence-machine-use = { $resource } of { $machine }, mean use
evidence-machine-saturated = { $resource } of { $machine }, saturated seconds
evidence-machine-cpu = CPU of the machine
evidence-generator-cpu = CPU of the generator
evidence-generator-descriptors = descriptors of the generator
evidence-cpu = CPU of { $service }
evidence-throttled = throttled periods of { $service }
evidence-steal = stolen CPU time
evidence-peak-memory = most memory of { $service }
evidence-peak-memory-read = most memory of { $service } read
evidence-memory-limit = memory limit of { $service }
evidence-memory-growth = growth of memory of { $service }
evidence-time-to-limit = time to the limit
evidence-growth = { $what ->
    [descriptors] growth of the descriptors of { $service }
    [threads] growth of the threads of { $service }
    [sessions] growth of the sessions of { $service }
   *[connections] growth of the connections of { $service }
}
evidence-at-least = { $name }, at least
evidence-at-most = { $name }, at most
evidence-at-end = in the end
evidence-begin-of = { $name } at first
evidence-end-of = { $name } in the end
evidence-last-lines = last lines of { $service }
evidence-log = log of { $service }
evidence-kills = kills of { $service }
evidence-calls-missing = calls without an answer
evidence-calls-due = calls due
evidence-calls = calls: { $cause }
evidence-error-kind = calls with the error { $kind }
evidence-reply = a reply that failed with { $kind }
evidence-backlog-growth = growth of calls in flight or waiting
evidence-backlog-most = most
evidence-disk-busy = disk { $disk } busy
evidence-iowait = idle for a disk
evidence-disk-moved = written and read on { $disk }
evidence-service-moved = written and read by { $service }
evidence-wait = p99 of the wait
evidence-lateness = p99 of the lateness
evidence-highest-passed = highest rate that passed
evidence-lowest-failed = lowest rate above that failed
evidence-p99-passed = p99 at the rate that passed
evidence-p99-failed = p99 at the rate that failed
evidence-standstills = standstills
evidence-longest-standstill = longest standstill
evidence-silent-time = time without an answer until the end
evidence-backlog-in-standstill = most open calls
evidence-gc-pauses = garbage collection pauses of { $service }
evidence-threads-blocked = blocked threads of { $service }
evidence-readings-blocked = readings with one or more
evidence-field = held by
evidence-kept = kept
evidence-share-of-heap = of the heap
evidence-outside-heap = held outside of the heap
evidence-lock = lock
evidence-waits-at = they wait at
evidence-held-at = it is held at
evidence-waiting-threads = waiting threads at a time
evidence-taken-connections = connections of { $database } taken
evidence-allowed-connections = connections that { $database } allows
evidence-refused-connections = connections that { $database } refused
evidence-redis-thread = CPU of the command thread of { $database }
evidence-redis-commands = commands of { $database }
evidence-dumps-with-waits = dumps with one or more
evidence-deadlocked = deadlocked threads
evidence-pool-pending = calls of { $service } that wait for a connection
evidence-pool-wait = mean wait for a connection
evidence-pool-active = connections in use
evidence-pool-idle = idle connections
evidence-threads-queued = calls of { $service } that wait for a thread
evidence-threads-busy = busy threads of { $service }
evidence-threads-most = most threads
evidence-active-sessions = active sessions of { $database }
evidence-statement-time = mean time of a statement of { $database }
evidence-waiting = waiting for { $wait }
evidence-statement = statement
evidence-application = application
evidence-share-of-time = its share of the execution time
evidence-statement-mean = its mean execution time
evidence-statement-calls = its calls per second
evidence-statement-cost = its estimated cost
evidence-setting = setting { $name }
evidence-sessions-waiting-for-locks = sessions that wait for a lock
evidence-share-waiting-for-locks = waiting for a lock, of the active sessions
evidence-waiting-at-worst = waiting at the worst second
evidence-longest-wait = longest wait at most
evidence-waiting-for-root = waiting for the lock holder directly
evidence-waiting-behind-root = waiting behind the lock holder in all
evidence-longest-chain = sessions in the longest chain
evidence-root-state = state of the lock holder
evidence-root-statement = statement of the lock holder
evidence-root-transaction = age of its transaction
evidence-waiting-statement = statement that waits most
evidence-deadlocks = deadlocks
evidence-abandoned-statements = statements without a client
evidence-oldest-abandoned = the oldest runs for
evidence-abandoned-share = of the active sessions
evidence-scans = sequential scans of { $table } per second
evidence-rows-of-scan = rows that a scan reads
evidence-table-rows = rows of the table
evidence-rows-of-call = rows that a call returns or changes
evidence-blocks-of-call = blocks that a call reads
evidence-cost-reordered = its cost where all joins may be reordered
evidence-cost-factor = ratio of the costs
evidence-joined-tables = joined tables
evidence-limited-statements = statements that the limits hold back
evidence-jit-share = JIT compilation, of the execution time
evidence-jit-of-statement = JIT compilation, of the time of this statement
evidence-jit-of-call = JIT compilation of a call
evidence-relations-created = tables, indexes and TOAST tables made per second
evidence-relations-of-transaction = the same for each transaction
evidence-temporary-relations = temporary tables and their indexes at a time
evidence-temporary-size = size of temporary tables
evidence-definition-share = making, emptying and dropping tables, of the execution time
evidence-spilled = written to files of temporary tables
evidence-spilling-share = statements that write these files, of the execution time
evidence-spilling-statement = statement that writes most of them
evidence-temporary-space-free = least free space of { $tablespace }
evidence-temporary-space-free-share = the same as a share
evidence-temporary-files-size = files of sorts and hashes
evidence-temporary-writer = statement that writes most
evidence-rollbacks = rollbacks per second
evidence-checkpoints-requested = requested checkpoints per second
evidence-checkpoints-timed = timed checkpoints
evidence-between-checkpoints = time between requested checkpoints
evidence-wal = WAL written
evidence-checkpoint-blocks = blocks that checkpoints wrote
evidence-wal-needed = max_wal_size that this rate needs
evidence-working-sessions = working sessions
evidence-database-processors = processors of the database
evidence-growth-of-work = growth of the time at work of a transaction
evidence-statement-at-work = statement that is at work most
evidence-share-at-work = its share of the working sessions
evidence-age-at-work = its longest execution so far
evidence-most-sessions = most sessions
evidence-idle-in-transaction = sessions idle in transaction

## Stand, probes, store and run

file-size-reached = run.db has the largest size that a file may have (ulimit -f)
disk-full = the disk is full
disk-input-output-error = the disk reported an input/output error
run-directory-read-only = the run directory has become read-only
run-directory-gone = the run directory is gone
database-damaged = the database has been damaged
database-not-openable = the database can no longer be opened
database-locked = another program holds the database locked
database-failed = the database failed ({ $error })
run-not-stored = from { $at } of the run on { $why }: run.db lacks { $lost } of windows
trial-cut-short = trial { $trial } was cut short after { $held }{ $reached ->
    [ramp] {", before its span began: ramp and settling are counted"}
   *[other] {""}
}; { $open } open calls count as cut, { $waiting } waiting ones as dropped
trial-not-stored-whole = trial { $trial } is stored no further than { $held }{ $reached ->
    [ramp] {", before its span began: ramp and settling are counted"}
   *[other] {""}
}; { $open } open calls count as cut, { $waiting } waiting ones as dropped
probe-rounds-late = { $names }: { $missed } of { $total } rounds came too late and were left out; give the probes a core that is free
probe-read-nothing = { $probe }: nothing was read in { $count } of { $rounds } rounds; the last time: { $why }
probe-short = { $probe }: { $why }
proc-missing = /proc/self/stat is not there; mount /proc
service-not-running = the service { $service } does not run
service-process-ended = process { $process } of the service { $service } has ended
service-without-control-group = the service { $service } does not run in a control group of its own
process-files-unreadable = { $what ->
    [transfers] its disk transfers
   *[other] its open descriptors
} could not be read ({ $why }); run as the service's user, or as root
memory-not-proportional = its proportional memory could not be read ({ $why }); pss_mib holds its resident memory, which counts shared pages in full; run as the service's user, or as root
kernel-without-proportional-memory = this kernel is older than 4.14
memory-read-seldom = its memory was read only about every { $every }, as reading it is costly; between, pss_mib holds the last value; give it a control group, whose memory costs nothing to read
memory-heap-not-found = the heap of its Java VM was not found among its mappings, so other_memory_mib is not told; let the VM share its counters (no -XX:-UsePerfData, no -XX:+PerfDisableSharedMem)
devices-left-out = { $count } disks and interfaces beyond the first { $most } of a kind were left out; watch them with a tool of your own where they matter
page-late = the page did not come within { $limit }
page-unreachable = the page cannot be reached ({ $why })
page-url-unusable = the URL cannot be used; write it as http://HOST:PORT/PATH
page-not-http = what answers does not speak HTTP
page-status = the page answers with status { $status }
page-chunked = the page comes in chunks, which HTTP 1.0 does not know
page-broken-off = the page broke off after { $got } of { $length } bytes
page-too-large = the page is larger than { $most }; choose another that is smaller
page-without-series = no page had a sample for { $series }; look for { $metrics } on the page
page-samples-too-many = the page has more than { $most } samples of a machine; read a page of node_exporter
page-lines-malformed = { $count } lines were not of the text format 0.0.4 and were left out; look at the page
live-set-unreadable = its live set could not be read ({ $why }); run as the service's user, or as root
several-java-vms = it has { $count } Java VMs; the live set is that of the one with the largest heap
vm-shares-no-counters = the Java VM shares no counters (-XX:-UsePerfData, -XX:+PerfDisableSharedMem, or a /tmp that cannot be written): { $log ->
    [read] its log of collections and the processor time of its threads are read
   *[none] only the processor time of its threads is read
}; let it share them, or write a log with -Xlog:gc*:file=gc.log
vm-log-too-fast = its log grew by more than 1 MiB in a second, and parts of it were left out; log less: -Xlog:gc*
vm-collected-whole-heap = The Java VM of { $service } collected its whole heap at once { $collections } { $collections ->
    [one] time
   *[other] times
} ({ $cause })
postgres-url-unreadable = libpq cannot read the URL; write what is special in it as %XX
postgres-unreachable = PostgreSQL cannot be reached ({ $why }); { $cure }
postgres-cure-reach = start PostgreSQL, or correct host and port of the URL
postgres-cure-connections = raise max_connections, or take less for the pools
postgres-cure-password = correct user and password of the URL
postgres-cure-database = correct the name of the database in the URL
postgres-cure-wait = wait until PostgreSQL is ready
postgres-connection-ended = PostgreSQL ended the connection; start PostgreSQL, or correct host and port of the URL
postgres-no-answer = PostgreSQL did not answer in time; see whether it is overloaded or was stopped
postgres-reading-slow = PostgreSQL took too long for a reading; see whether it is overloaded
postgres-too-old = PostgreSQL { $version } is not read; use { $oldest } or newer
postgres-no-statements = statements are not read, as the database has no pg_stat_statements; add it to shared_preload_libraries and run CREATE EXTENSION pg_stat_statements in the database
postgres-statements-uncounted = pg_stat_statements counts nothing, as pg_stat_statements.track is none or compute_query_id is off; set them to top and auto
postgres-statements-unread = statements are not read ({ $why }); { $cure }
postgres-cure-preload = add pg_stat_statements to shared_preload_libraries and start PostgreSQL anew
postgres-cure-grant = GRANT pg_read_all_stats to the role of the URL
postgres-cure-update = run ALTER EXTENSION pg_stat_statements UPDATE in the database
postgres-answer-large = PostgreSQL answered with more than 16 MiB; check which server answers at this address
postgres-part-unread = { $part ->
    [settings] settings of the server
    [statements] statements
    [tables] sequential scans
    [temporary] temporary tables
    [locks] lock trees
    [abandoned] statements without a client
    [log] plans of executions
   *[plans] plans
} were not read ({ $why }); { $cure }
postgres-cure-load = check whether the server is overloaded
postgres-elsewhere = temporary space, statements without a client and the CPU share of the probe are not read, as the processes of PostgreSQL cannot be seen from here; run loadproof on the machine of the database, as root or as the user of PostgreSQL
postgres-space-unseen = the file system of the tablespace { $tablespace } cannot be seen ({ $why }); run loadproof as root or as the user of PostgreSQL
postgres-plans-refused = some plans were refused ({ $why }); GRANT pg_read_all_data to the role of the URL
postgres-log-too-old = plans of executions are not read, as PostgreSQL { $version } writes no log in JSON; use version { $oldest } or newer
postgres-log-not-loaded = plans of executions are not read, as auto_explain is not loaded in the sessions of the role of the URL; add auto_explain to session_preload_libraries, or to shared_preload_libraries and start PostgreSQL anew
postgres-log-off = plans of executions are not read, as auto_explain.log_min_duration is -1; set it to a duration such as 100ms
postgres-log-format = plans of executions are not read, as auto_explain does not write them in JSON; set auto_explain.log_format to json
postgres-log-none = plans of executions are not read, as PostgreSQL writes no log in JSON; add jsonlog to log_destination, set logging_collector to on and start PostgreSQL anew
postgres-log-refused = plans of executions are not read, as the role of the URL may not read the log ({ $why }); GRANT pg_monitor to the role, and GRANT EXECUTE ON FUNCTION pg_current_logfile(text), pg_read_binary_file(text, bigint, bigint, boolean) to it in the database
postgres-log-values = PostgreSQL writes the values of parameters into its log; set { $setting } to 0
postgres-log-large = parts of the log were not read, as PostgreSQL wrote more than 256 KiB between two readings, so plans of slower executions may be missing; raise auto_explain.log_min_duration
postgres-sessions-hidden = the states of up to { $count } sessions are hidden; GRANT pg_read_all_stats to the role of the URL, and set track_activities to on
postgres-checkpoint = PostgreSQL began a checkpoint ({ $kind ->
    [timed] timed
   *[requested] requested
})
postgres-checkpoints = PostgreSQL began { $count } checkpoints ({ $timed } timed, { $requested } requested)
sql-empty = a statement of an SQL injection is empty; write one, or leave it out
sql-unreadable = the statement “{ $statement }” cannot be read: a quote or comment does not end, it holds a NUL, or it is longer than 256 KiB; correct it
sql-several = “{ $statement }” holds several statements; write each as one item of the list
sql-not-undone = “{ $statement }” is refused: { $what } is not known to be undone by a rollback; correct it, leave it out, or make this problem with a command that has an undo
sql-database-unreadable = the database of an SQL injection cannot be used: { $what }; { $cure }
sql-server-too-old = PostgreSQL { $version } is too old for an SQL injection; use { $oldest } or newer
sql-behind-pooler = the URL leads to a connection pooler, behind which sessions can be neither found nor ended; name PostgreSQL itself
sql-without-room = { $scope ->
    [role] the limit of the role leaves
    [database] the limit of the database leaves
   *[server] max_connections of PostgreSQL leaves
} { $free } free { $free ->
    [one] connection
   *[other] connections
}, but { $sessions } { $sessions ->
    [one] session needs
   *[other] sessions need
} as many and { $spare } to spare; raise the limit, or take fewer sessions
sql-without-temporary-limit = the role { $role } may not set temp_file_limit, and the limit of PostgreSQL is -1, so a statement could fill its disk; as a superuser run GRANT SET ON PARAMETER temp_file_limit TO "{ $role }" (PostgreSQL 15 and newer), or ALTER ROLE "{ $role }" SET temp_file_limit = '1GB'
sql-without-disk = the disk of PostgreSQL has { $free } free, but temporary files up to { $limit } must leave { $spare }; free disk space, or take a lower limit or fewer sessions
sql-without-memory = the temporary tablespace { $directory } is a file system in memory with { $free } to fill, but the machine has { $available } of memory available, of which { $spare } must be left; mount it with a smaller size, or free memory
sql-disk-low = the sessions were ended: { $directory } has { $free } free, which is less than { $least }; free disk space, or write fewer rows
sql-memory-low = the sessions were ended: the machine has { $available } of memory available, which is less than { $least }, and { $directory } is a file system in memory; mount it with a smaller size, or write fewer rows
sql-unparsed = PostgreSQL cannot parse “{ $statement }”: { $what } (SQLSTATE { $code }); correct the statement
sql-client-not-started = the process that has the sessions cannot be started ({ $why }); free memory and disk space
sql-client-died = the process that has the sessions was killed or has failed; see whether the machine ran out of memory
sql-sessions-failed = { $failed } of { $sessions } { $sessions ->
    [one] session
   *[other] sessions
} failed, the first one with: { $what } (SQLSTATE { $code })
sql-not-met = { $sessions ->
    [one] the session has not got
   *[other] none of { $sessions } sessions has got
} the error { $code } that the study expects; see whether the statements make the problem within its time
sql-sessions-waiting = { $count } { $count ->
    [one] session has not run a statement yet
   *[other] sessions have not run a statement yet
}
sql-sessions-left = PostgreSQL still shows { $count } { $count ->
    [one] session
   *[other] sessions
} of the injection
sql-sessions-cleared = the injection { $injection } was undone: { $count } { $count ->
    [one] session of PostgreSQL was
   *[other] sessions of PostgreSQL were
} terminated
sql-sessions-unknown = sessions of the injection { $injection } may still run in { $database } ({ $why }). PostgreSQL itself ends each within { $limit } of its start. To end them at once, run as an administrator: { $statement }
mariadb-unread = MariaDB cannot be read ({ $why }); { $hint }
mariadb-hint-reach = start MariaDB, or correct host and port of the URL
mariadb-hint-connections = raise max_connections, or make the pools smaller
mariadb-hint-password = correct user and password of the URL
mariadb-hint-database = correct the name of the database in the URL, or leave it out
mariadb-hint-blocked = run mariadb-admin flush-hosts
mariadb-hint-host = let the user of the URL connect from this host
mariadb-hint-slow = see whether MariaDB is overloaded or was stopped
redis-unread = Redis cannot be read ({ $why }); { $hint }
redis-hint-reach = start Redis, or correct host and port of the URL
redis-hint-clients = raise maxclients, or make the pools smaller
redis-hint-password = write the password into the URL, as redis://:${"{"}env:NAME{"}"}@HOST:PORT
redis-hint-permission = let the user of the URL run INFO (ACL SETUSER NAME +info)
redis-hint-protected = set a password, or bind Redis to an address and set protected-mode to no
redis-hint-wait = wait until Redis has loaded its data
redis-hint-slow = see whether Redis is overloaded or was stopped
ended-with-code = ended with exit code { $code }
killed-by-signal = was killed by { $signal }
killed-without-memory = was killed by { $signal }, as its control group had no memory left ({ $kills } { $kills ->
    [one] process
   *[other] processes
} killed for that)
ended-with-members-killed = { $how }; { $kills } { $kills ->
    [one] process
   *[other] processes
} of its control group { $kills ->
    [one] was
   *[other] were
} killed for want of memory
lost-supervisor = lost its supervisor, which was killed
process-gone = ended: there is no process { $process } any more
died = died
not-startable = cannot be started ({ $why })
supervisor-without-answer = its supervisor did not answer
not-ended-within = did not end within { $limit }
not-ready-within = was not ready within { $limit } ({ $why })
ended-before-ready = ended before it was ready
ready-line-missing = the line has not come
ready-port = port { $port }: { $why }
ready-answer-broken-off = the answer did not come whole
ready-status = status { $status }
ready-without-command = there is no command
service-did = the service { $service } { $what }
service-ended-early = the service { $service } { $how } { $when ->
    [ready] before it was ready
   *[trial] before the first trial
}
service-ended-beside = the service { $service } { $how } before it was ready, while { $why }
command-of-service-did = the command { $command } of the service { $service } { $what }
command-of-stand-did = the command { $command } of the stand { $what }
with-last-lines = { $what }; its last lines: { $lines }
without-output = { $what } (it wrote nothing)
last-lines-of-service = the last lines of the service { $service }: { $lines }
service-port-taken = the service { $service } cannot be started: something listens on its port { $port } already: { $who }. Cure: end that, or leave the port out of the study to be given a free one
service-address-taken = the service { $service } cannot be started: something listens on { $address } already, where its ready check goes: { $who }. Cure: end that, or give the service another port (${"{"}port{"}"} is a free one); what others run is measured with driver: external
target-address-taken = the stand cannot be started: something listens on { $address } already, where the load goes: { $who }. Cure: end that, or give the service another port (${"{"}port{"}"} is a free one); what others run is measured with driver: external
process-named = { $name } (process { $process })
process-unseen = a process that cannot be seen
stranger-alone = no process of the stand, but { $who } listens on { $address }, { $role ->
    [load] where the load goes
   *[check] where its ready check goes
}
stranger-beside = beside the stand { $who } listens on { $address }, { $role ->
    [load] where the load goes
   *[check] where its ready check goes
}
target-handed-on = nobody is seen to listen on { $address }, where the load goes, and yet it answers: connections are handed on elsewhere
cpu-limit-not-set = the limit of { $limit } CPUs of the service { $service } is not set ({ $why }); it is kept to { $count } { $count ->
    [one] CPU
   *[other] CPUs
} instead
memory-limit-not-set = the limit of { $limit } of memory of the service { $service } is not set ({ $why })
control-group-not-joined = the service could not join its control group
no-control-group = there is no control group for { $controller }
control-group-hands-nothing-on = { $place }: it hands no controllers on to groups below
file-refused = { $place }: { $why }
leftovers-cleared = the run of process { $process } had died: { $count } of its processes and { $groups } of its control groups were cleared
leftovers-with-toggle = { $cleared }; a feature that was switched on by { $kind ->
    [url] a call
   *[other] a command
} { $state ->
    [off] was switched off before its service ended
   *[other] may still be on: switch it off by hand
}
injection-without-guard = the injection { $injection } has no process that undoes it if this one dies: { $why }
injection-guard-died = its guard process has ended
injection-was-undone = the injection { $injection } ({ $kind }) was undone by its guard process after the run had died
injection-was-cleared = the injection { $injection } ({ $kind }) was undone: its processes and files were removed
injection-was-continued = the injection { $injection } was undone: { $count } stopped { $count ->
    [one] process was
   *[other] processes were
} continued
injection-left-nothing = the injection { $injection } ({ $kind }) had left nothing
injection-still-stopped = the injection { $injection } is not undone: processes are still stopped. Run: kill -CONT { $processes }
injection-state-unknown = the injection { $injection } ({ $kind }) may still be in force, as no process is left that knows its undo: undo it by hand
injection-state-unknown-of = the injection { $injection } ({ $kind }) may still be in force, as no process is left that knows its undo ({ $why }): undo it by hand
injection-did = the injection { $injection }: { $what }
injection-step-did = { $step ->
    [undo] its undo
    [check] its check
    [call] its call
    [pressure] stress-ng
   *[run] its command
} { $what }
injection-unanswered = had no answer ({ $why })
injection-answered = was not answered as asked ({ $why })
injection-program-missing = is not installed: { $program }
injection-without-service = the system under test has no service { $service }
injection-without-listener = no visible process of this machine listens on port { $port }
injection-without-rights = process { $process }, which serves port { $port }, belongs to another user
injection-stops-loadproof = process { $process }, which serves port { $port }, is loadproof or one of its parents
injection-stops-system = process { $process }, which serves port { $port }, belongs to the system
injection-kills-foreign = others run the service { $service }, and loadproof cannot start it again
injection-without-processes = its service has no running processes
injection-too-many-processes = its service has { $count } processes, more than { $limit }
injection-keeps-forking = its service starts new processes faster than they can be stopped
injection-not-stopped = { $count } of its processes did not stop
injection-processes-ended = { $count } stopped { $count ->
    [one] process
   *[other] processes
} ended meanwhile
injection-continued = another program continued { $count } stopped { $count ->
    [one] process
   *[other] processes
}
injection-still-standing = { $count } { $count ->
    [one] process is
   *[other] processes are
} still stopped
injection-processes-left = { $count } of its processes still { $count ->
    [one] runs
   *[other] run
}
injection-directory-left = its directory is still there: { $directory }
injection-group-not-joined = could not join the control group of the service
injection-memory-short = needs { $wanted } of memory, and less than { $limit } is allowed
injection-disk-short = needs { $needed } of free disk space, 10 GB of which stay free; { $directory } has { $free }
injection-service-lives = the service { $service } still has processes
injection-service-down = the service { $service } has no processes
injection-restart-failed = the service { $service } was not started again: { $why }
injection-undo-late = its undo took { $time } (allowed: { $limit })
service-not-killed = the service { $service } did not end within { $limit } of SIGKILL
toggle-failed = the feature could not be switched to { $level }: { $step } { $what }
level-lost = The level { $level } was not reached ({ $why }): it is left out of this start, the others go on.
toggle-simulated = simulated
feature-switched = from { $before } to { $level } within { $time }, { $how }{ $left }{ $said }
step-wrote = , “{ $line }”
injection-of-link-did = the injection { $injection } of the link { $link } failed: { $what }
injection-link-unknown = the stand has no link of this name
injection-link-silent = the link does not answer ({ $why })
injection-link-lost = the link no longer has the fault: the link was started anew, or the time of the fault is over
injection-link-left = the link still has the fault
injection-link-holds = the link still holds back { $size }
injection-link-closed = the link takes no connection ({ $why })
injection-link-not-joined = a new connection through the link was not passed on within { $limit }
stand-ready = the stand of { $variant } is ready at { $target }
variant-simulated = the service of { $variant } is simulated, in virtual time
variant-warmed-up = warm-up of { $variant }: { $why }
target-elsewhere = the target is on another machine: its processes cannot be read
service-found = the service { $service } listens on the target, and is probed: process { $process }
services-not-probed = { $count } more services listen on the target; none is probed
service-replaced = the service { $service } is process { $process } now, in place of process { $before }
service-restarted = the service { $service } was started again, as { $why ->
    [died] it had died
   *[not-recovered] the service did not recover
}
server-unseen = who serves the target is on this machine and cannot be seen (a container's process, or another user's): no probe reads it, and what others do here cannot be told from it; run as root, or as the service's user
machine-untold = this machine does not tell: { $what }
untold-processor-waits = how long threads wait for a processor (no schedstat), so whatever others take of one counts as taken from our side
untold-processes = who else is at work (hidepid, or a container), so all that cannot be seen counts as one process
untold-memory-waits = how long anything waits for memory (no pressure files), so others are doubted for it by their swapping alone, and for disks by processors that had nothing else to do
untold-transfers = what some processes read and write (/proc/PID/io), so it is reckoned from what the disks did
run-continued = the run was continued after it had stood for { $time }
starts-given-up = no more starts of { $variant }: { $why }
given-up-after-failures = given up after { $count } failed starts in a row: { $why }
secret-too-short = the secret { $name } has no line of { $least } characters, and is not hidden: logs, replies and reports hold it where the service writes it
start-failed = { $variant } did not start: { $why }
live-slot = { $variant }, round { $round }, cycle { $cycle }
live-slot-of-level = { $variant }, start { $start }, cycle { $cycle }, { $level }
live-purpose-of-slot = { $purpose }: { $slot }
live-slot-alone = alone
live-slot-disturbed = disturbed
cycle-in-round = round { $round }
cycle-in-start = { $variant }, start { $start }
cycle-warms = { $where }, warm-up cycle { $cycle }; { $figures }
cycle-counts = { $where }, cycle { $cycle } of { $cycles } counts; { $figures }
cycle-alone = { $where }, each variant alone; { $figures }
cycle-left-out = { $where }, a cycle does not count yet, { $why ->
    [disturbed] as others disturbed
   *[other] as these slots are not valid:
} { $variants }; { $figures }
cycle-figures = { $metric }: { $values }
cycle-value = { $variant } { $value }
cycle-death = { $variant } died
of-variant = { $variant }: { $told }
searches-in-turn = Round { $number }: { $variants } { $variants ->
        [one] variant is
       *[other] variants are
    } started together, and their searches take turns, one trial each.
round-begins = Round { $round } of { $most } at most: all variants are started, then about { $time } of load.
round-of-single-starts = Round { $round } of { $most } at most: the variants are started one at a time, with about { $time } of load in all.
single-starts-held = All variants together hold { $held } of memory and data, more than half of the { $machine } that there are: they are stopped again, and each is started by itself, in turn (A B, B A). What the machine does meanwhile stands between them, so only larger differences are seen.
single-starts-killed = The kernel killed processes for want of memory while all variants were started together, and { $variants } did not come up; there are { $machine }. They are stopped again, and each is started by itself, in turn (A B, B A). What the machine does meanwhile stands between them, so only larger differences are seen.
single-starts-asked = Each variant is started by itself, in turn (A B, B A), as the study asks for. What the machine does meanwhile stands between them, so only larger differences are seen.
round-without-company = no other variant was up in this round
variants-share-address = { $variants } hold connections to { $address }, which no stand has started: it is not the variants’ own
variant-uses-other = { $variant } holds connections to { $address }, which is a service of { $other }
variants-hold-memory = all variants together hold { $held } of memory and data, more than half of the { $machine } of this machine: one may take from another what it would have alone
comparison-settled = After { $rounds } rounds all is told: no more are needed.
comparison-of-all-rounds = { $rounds } { $rounds ->
    [one] round was
   *[other] rounds were
} run, as many as were asked for.
comparison-over-budget = Another round would not end within the budget of { $budget }, after { $rounds } { $rounds ->
    [one] round
   *[other] rounds
}.
comparison-budget-too-short = The shortest round takes { $round }: within the budget of { $budget } { $most ->
    [one] 1 round ends
   *[other] { $most } rounds end
}, and fewer than { $fewest } tell nothing. No more are run; a budget of { $needed } would do.
comparison-hopeless = What is not told after { $rounds } rounds would hardly be told after { $most }: no more are run.
comparison-without-pairs = In { $rounds } rounds in a row no two variants were up: no more are run.
comparison-without-capacity = no rate was given to compare at, and not every variant has a capacity to take a share of
comparison-at-rate = Compared at { $rate } calls/s, { $share } of the least capacity found, { $least } calls/s.
overhead-at-rate = The overhead is measured at { $rate } calls/s, { $share } of the least capacity found, { $least } calls/s.
overhead-start-begins = Start { $start } of { $most } of { $variant } in which the feature is switched: about { $time } of load.
overhead-of-all-starts = { $starts } { $starts ->
    [one] start was
   *[other] starts were
} measured, as many as were asked for.
overhead-over-budget = Another start would not end within the budget of { $budget }, after { $starts } { $starts ->
    [one] start
   *[other] starts
}.
overhead-given-up = { $starts } starts in a row gave nothing: no more are run.
pause-before-start = pause of { $time } before the next start
start-begins = { $doing ->
    [stand] starting the stand of { $variant }
    [target] reaching the target of { $variant }
   *[model] { $variant }
}{ $number ->
    [alone] {""}
   *[other] {", start "}{ $number }
}
waiting-for-quiet = waiting until this machine is quiet, { $most } at most
run-cut-by-exhaustion = the run ends here: { $why }
run-cut-by-own-process = the run ends here: { $why }
run-goes-on-in-memory = the run cannot be written to disk ({ $why }); it goes on in memory
generator-given-up = the generator is not done with a reply: what it did since its last second is lost
metrics-lost-between = the receiver of --otlp did not take { $lost } of { $all } { $all ->
    [one] update
   *[other] updates
} of the metrics ({ $why }); those after them have all totals
metrics-lost = the receiver of --otlp did not take { $lost } of { $all } { $all ->
    [one] update
   *[other] updates
} of the metrics ({ $why }): it lacks the totals of { $trials } { $trials ->
    [one] trial
   *[other] trials
}
metrics-receiver-late = no answer within { $time }
metrics-receiver-unreachable = it cannot be reached
metrics-receiver-untrusted = its certificate is not trusted
metrics-receiver-refuses = it answers { $status }
metrics-receiver-unknown = its answer is none of OTLP
metrics-receiver-rejects = points rejected: { $points }
metrics-not-sendable = they cannot be sent, see the URL and the headers in the environment
processors-not-kept-awake = processors are not kept awake: { $why }; as root they can be (docs/guides/machine.md)
open-files-may-lack = { $connections } connections may need { $needed } open files, the limit is { $limit }: at most { $room } { $room ->
    [one] connection
   *[other] connections
} will be open at once (ulimit -n { $raised } allows all)
live-demo = running the study { $study }
live-on-target = on { $target }
live-of-study = of the study { $study }
live-title = { $verb } { $what }{ $begun ->
    [continued] {", continued"}
   *[new] {""}
}{ $time ->
    [virtual] {" (simulated, in virtual time)"}
   *[real] {""}
}, run directory { $directory }
live-trial-begins = trial { $trial }: { $purpose } at { $load }, at most { $most }
live-trial-ended = trial { $trial }, { $purpose } at { $load }: { $state }
live-trial-ended-because = trial { $trial }, { $purpose } at { $load }: { $state }: { $why }
live-second = trial { $trial }: { $time }: { $figures }
live-time-left = { $elapsed }, { $left } left
live-rates = due { $due }/s, done { $done }/s
live-response = p50 { $p50 }, p99 { $p99 }
live-response-of-last-seconds = { $response } (last seconds)
live-no-answers = no answers
live-errors = errors { $errors }
live-no-errors = none
live-dropped = dropped { $count }
live-counted = { $name } { $count }
live-calls = in flight { $flight }, waiting { $waiting }, connections { $connections }
live-sessions = users and flows { $count }
live-users = users { $users }
live-users-now = { $users }, planned { $planned }
live-users-ahead = { $users }, planned { $planned } in { $left }
live-apdex = Apdex { $apdex }
live-apdex-lowest = { $apdex }, lowest: { $operation } { $lowest }
live-alarm-fires = trial { $trial }, { $elapsed }: the alarm { $alarm } fires: { $told }
live-alarm-resolved = trial { $trial }, { $elapsed }: the alarm { $alarm } is resolved after { $lasted }, now { $told }
live-alarm-without-data = trial { $trial }, { $elapsed }: the alarm { $alarm } no longer fires after { $lasted }: no data
live-alarm-since = { $alarm } since { $since } ({ $told })
live-alarm-for = { $alarm } for { $time } ({ $told })
live-alarms-more = and { $count } more
alarm-no-data = no data
alarm-value = { $value }
alarm-value-in-unit = { $value } { $unit }
alarm-calls-above = { $share } of the calls above { $limit }
trial-stopped-by-alarm = the alarm { $alarm } ({ $rule }) ended the trial after { $at } with { $value }; the verdict is on the time until then
cure-stopped-by-alarm = leave stop out of the alarm to hold the load to its end
live-injection-begins = trial { $trial }, { $elapsed }: the injection { $injection } begins
live-injection-undone = trial { $trial }, { $elapsed }: the injection { $injection } is undone after { $lasted }
live-injection-failed = trial { $trial }, { $elapsed }: the injection { $injection } failed and is undone: { $why }
live-injection-left = trial { $trial }, { $elapsed }: the injection { $injection } is NOT UNDONE: { $why }
live-injection-more = trial { $trial }: further changes of the injection { $injection } are in the report alone
live-injection-now = { $injection }, { $left } left
live-injection-for = { $injection } for { $time }
live-injection-ends = { $injection } is being undone for { $time }
injection-not-made = the injection { $injection } ({ $number }) was not made, or only in part: { $why }
injection-left = the injection { $injection } ({ $number }) is not undone, something of it was left: { $why }
cure-injection-failed = correct the problem in injections and run the study again; the effects are of the other occurrences
cure-injection-not-undone = undo it yourself, or let loadproof doctor clear it, and run the study again: later trials of this start may feel it
live-alarm-flaps = trial { $trial }: the alarm { $alarm } changes often; its further changes are in the report alone
injection-slowdown-real = the injection { $name } is a slowdown of a simulated service, and the services of this stand are real ones: use command, stop or pressure, or driver simulate
live-generator = generator { $told }
live-processor = CPU { $shares } %
live-lateness = lateness p99 { $p99 }
live-limits = limits met: { $limits }
live-limit = { $limit ->
    [descriptors] no open files left
    [ports] no local ports left
   *[connections] connections all busy
} { $count }×
live-others = others on this machine: { $told }
live-others-named = { $taken } ({ $names })
live-load-most = max
live-load-rate = { $rate }/s
live-load-users = { $users } { $users ->
    [one] user
   *[other] users
}
figure-users = { $number } users
live-trial = Trial { $trial } · { $purpose }
live-state-early = { $state } (stopped early)
live-label-rate = Rate
live-label-response = Response
live-label-calls = Calls
live-label-sessions = Sessions
live-label-generator = Generator
live-label-others = Others
live-label-limits = Limits met
live-label-errors = Errors
live-label-users = Users
live-label-apdex = Apdex
live-label-firing = Alarms firing
live-label-pending = Alarms pending
live-label-injected = Injected now
live-column-purpose = Purpose
live-column-load = Load
live-column-done = Done/s
live-column-p99 = p99 ms
live-column-missing = Failed
live-column-state = State
progress-comparing = comparing runs
progress-reporting = making the report
progress-exporting = writing the tables
progress-left = { $title }: { $done } done, about { $left } left
progress-elapsed = { $title }: { $elapsed } so far
live-run-left = { $elapsed }, up to { $left } left
live-label-run = Whole run
load-ahead = up to { $most } of load ahead
load-ahead-of-starts = up to { $most } of load ahead, in { $starts } { $starts ->
    [one] start
   *[other] starts
}
search-between = between { $low } and { $high } calls/s; { $left } of load left
level-search-between = between { $low } and { $high }; { $left } of load left
search-above = above { $low } calls/s; { $left } of load left
level-search-above = above { $low }; { $left } of load left
about-so-long = about { $time }
less-than-a-minute = less than a minute
injected-command = command { $command }
injected-sql = { $sessions ->
    [one] one session
   *[other] { $sessions } sessions
} of SQL: { $statements }
injected-sql-abandoned = { $sessions ->
    [one] one session
   *[other] { $sessions } sessions
} of SQL (abandoned): { $statements }
injected-sql-failing = { $problem } (expected to fail with SQLSTATE { $code })
injected-call = call { $call }
injected-stop = processes of { $service } stopped
injected-stop-of-port = processes that listen at port { $port } stopped
injected-kill = processes of { $service } killed
injected-pressure = pressure on the CPUs of the stand: { $parts }
injected-pressure-of-service = pressure on { $service }: { $parts }
injected-cpu = { $processes ->
    [one] one process that computes
   *[other] { $processes } processes that compute
}
injected-memory = { $size } of memory
injected-disk = { $size } written to disk
injected-network = network of { $link }: { $faults }
injected-latency = latency { $time }
injected-jitter = jitter { $time }
injected-bandwidth = bandwidth { $size }/s
injected-cut = no byte passes
injected-reset = connections are reset
injected-slowdown = service times longer by { $share }

## Result: sentences, answers, rankings

sentences = { $sentences }
sentence-of-variant = { $variant }: { $sentence }
sentence-errors = Errors: { $errors }.
sentence-errors-at = Errors at { $rate } requests/s: { $errors }.
because = : { $why }
clause-after = ; { $clause }
in-brackets = { " " }({ $text })
memory-need = { $service } needs { $needed } of memory: { $after } of heap after collections, { $room } of head room for its collector and { $other } of other memory.
memory-need-heap = { $service } needs { $needed } of memory: { $heap } of heap and { $other } of other memory.
memory-need-least = { $service } needs more than { $needed } of memory: its committed heap, and other memory that was not read.
memory-need-plain = { $service } needs { $needed } of memory: all that its processes hold.
memory-need-unsplit = { $service } needs { $needed } of memory: all that its processes hold. How much of it is heap is not known.
memory-cache-beside = The page cache ({ $cache }) is not part of it: the kernel gives it back when memory is short.
memory-cache-read-again = The page cache ({ $cache }) is not part of it, but { $pages } pages of files per second had to be read again: with less memory there would be more.
memory-used-beside = What the machine shows as used ({ $used }) is another figure: it counts other processes and leaves out shared memory ({ $shared }), where ZGC keeps its heap.
memory-used-of-others = What the machine shows as used ({ $used }) is another figure: it counts other processes, too.
memory-lacks-heap = no probe read how large the heap of its Java VM is
memory-lacks-collections = no collection said what it left in use
memory-lacks-other = its other memory was not read apart from its heap; what is shown is its memory less the committed heap: at least so much
memory-lacks-group = it has no control group of its own, so its page cache is not known
memory-lacks-pressure = no pressure file says how long it waited for memory
simulated = Simulated, in virtual time: { $sentence }
note-simulated = Simulated: the service was a model and time was virtual. Nothing here was measured on a real service.
nothing-measured = Nothing was measured: the run ended before its load began ({ $arrivals }).
arrivals-other = { $arrivals } arrivals
arrivals-note-poisson = Poisson arrivals: calls come at random moments, as from independent users, now and then several at once. Under constant (evenly spaced) arrivals of the same mean rate they queue less: times are shorter and the capacity is higher there. The two are not to be compared.
arrivals-note-constant = Constant arrivals: calls are evenly spaced, as those of independent users never are. Under Poisson arrivals of the same mean rate calls come now and then several at once and queue more: times are longer and the capacity is lower there, so this figure is higher than independent users would find. For theirs, repeat with --arrivals poisson.
arrivals-note-closed = Closed loop: each connection sends its next call when the last one is answered. This is the most that the service gives to so many connections; nobody waits outside, so the times say nothing of independent users.
arrivals-note-users = Closed users: each goes through its flow again once it has ended, or at its pace. A service that answers slower is asked less often, so the rate is an outcome here and no load that was given.
slos = { $slos }
slos-none = no SLO
load-rate = { $rate } requests/s
load-of-users = { $users } ({ $rate } requests/s)
load-in-multiples = { $load } (N = { $multiple })
load-beside-users = { $load } beside { $users } { $users ->
    [one] user
   *[other] users
}
at-load = at { $load }
at-highest-rate = at the highest rate it gives
at-highest-rate-beside-users = at the highest rate it gives beside { $users } { $users ->
    [one] user
   *[other] users
}
at-users = with { $users } { $users ->
    [one] user
   *[other] users
}
circumstances = { $arrivals }; within one start
circumstances-confirmed = { $arrivals }; confirmed for { $held } within one start
circumstances-each-held = { $arrivals }; each held for { $held } within one start
capacity-estimate = Capacity estimated at { $estimate }/s, between { $low } and { $high }/s
level-capacity-estimate = Capacity estimated at { $estimate }, between { $low } and { $high }
capacity-interval = Capacity between { $low } and { $high }/s
level-capacity-interval = Capacity between { $low } and { $high }
search-passed = The highest rate that passed is { $rate }/s, not confirmed
level-search-passed = The highest number that passed is { $level }, not confirmed
search-passed-confirmed = The highest rate that passed is { $rate }/s, confirmed
level-search-passed-confirmed = The highest number that passed is { $level }, confirmed
search-passed-none = No rate passed yet
level-search-passed-none = No number passed yet
search-failed = the lowest that did not is { $rate }/s
level-search-failed = the lowest that did not is { $level }
search-failed-none = none failed
sentence-capacity-found = Holds { $load } within { $slos }. { $estimate } ({ $circumstances }).
sentence-capacity-coarse = Holds { $load } within { $slos }; its capacity is known only coarsely. { $estimate } ({ $circumstances }).
sentence-capacity-unconfirmed = The capacity within { $slos } is estimated at { $estimate } requests/s and not confirmed: between { $low } and { $high }/s ({ $circumstances }).
level-sentence-capacity-unconfirmed = The capacity within { $slos } is estimated at { $estimate } and not confirmed: between { $low } and { $high } ({ $circumstances }).
sentence-capacity-at-least = Holds at least { $load } ({ $bound ->
    [tried] highest tried
   *[allowed] highest allowed
}), held for { $held }, within { $slos }. The capacity may be higher ({ $circumstances }).
level-sentence-capacity-at-least = Holds at least { $load } ({ $bound ->
    [tried] the highest number tried
   *[allowed] the highest number allowed
}), held for { $held }, within { $slos }. The capacity may be higher ({ $circumstances }).
sentence-capacity-none-passed = Keeps { $slos } at none of the rates tried{ $because } ({ $circumstances }).
level-sentence-capacity-none-passed = Keeps { $slos } with none of the numbers tried{ $because } ({ $circumstances }).
sentence-capacity-none-passed-down-to = Keeps { $slos } at none of the rates tried, down to { $lowest } requests/s{ $because } ({ $circumstances }).
level-sentence-capacity-none-passed-down-to = Keeps { $slos } with none of the numbers tried, down to { $lowest }{ $because } ({ $circumstances }).
sentence-capacity-drifting = The capacity within { $slos } does not stay what it is{ $because } ({ $circumstances }).
sentence-capacity-undecided = The capacity within { $slos } is undecided{ $because }. { $passed }; { $failed } ({ $arrivals }).
sentence-capacity-interrupted = The search for the capacity within { $slos } was cut short. { $passed }; { $failed } ({ $arrivals }).
sentence-capacity-not-run = The search for the capacity was not run{ $because }.
sentence-plateaus-found = Holds { $load } within { $slos }, at the last of its plateaus that passed ({ $due } due){ $clause } ({ $circumstances }).
sentence-plateaus-at-least = Holds { $load } within { $slos }, at the last of its plateaus that passed ({ $due } due). A lower bound: { $highest } was the highest tried{ $note } ({ $circumstances }).
sentence-plateaus-users-found = Keeps { $slos } with { $users }, who made { $load }: the last of its plateaus that passed{ $clause } ({ $circumstances }).
sentence-plateaus-users-at-least = Keeps { $slos } with { $users }, who made { $load }: the last of its plateaus that passed. A lower bound: { $highest } were the most tried{ $note } ({ $circumstances }).
sentence-plateaus-none-passed = Keeps { $slos } at none of its plateaus{ $because } ({ $circumstances }).
sentence-plateaus-undecided = It cannot be told at which of its plateaus { $slos } are kept{ $because } ({ $arrivals }).
sentence-plateaus-not-run = The staircase of plateaus was not run{ $because }.
sentence-confirm-passed = The confirmation held { $load } for { $held }: every SLO was kept.
sentence-confirm-failed = The confirmation of { $load } failed{ $because }.
sentence-confirm-undecided = Whether { $load } hold cannot be told{ $because }.
sentence-confirm-not-run = The confirmation was not run{ $because }.
sentence-soak-steady = The soak at { $load } was steady over { $held }.
sentence-soak-steady-but-memory = The soak at { $load } was steady over { $held }, but cannot rule out a leak in { $memory }.
sentence-soak-not-steady = The soak at { $load } was not steady{ $because }.
sentence-soak-never-steady = The soak at { $load } never became steady{ $because }.
sentence-soak-failed = The soak at { $load } broke its SLOs{ $because }.
sentence-soak-undecided = Whether the soak at { $load } is steady cannot be told{ $because }.
sentence-soak-not-run = The soak was not run{ $because }.
spike-recovery = { $mean } (95 % interval of the mean { $low } to { $high }, { $spikes } spikes)
spike-recovery-once = { $mean } (one spike, no interval)
sentence-spike-passed = After a spike to { $spike } for { $held } the service is back at its baseline ({ $slos }) in { $recovery }.
sentence-spike-slow = After a spike to { $spike } for { $held } the service is back at its baseline ({ $slos }) only in { $recovery }{ $because }.
sentence-spike-untold = After a spike to { $spike } for { $held } the service is back at its baseline ({ $slos }) in { $recovery }; the SLO on the recovery is undecided{ $because }.
sentence-spike-failed = The service does not recover from a spike to { $spike } for { $held }{ $because }.
sentence-spike-undecided = The recovery from a spike to { $spike } for { $held } is not known{ $because }.
sentence-spike-not-run = The spike was not run{ $because }.
sentence-smoke-passed = Every operation is answered as expected ({ $calls } { $calls ->
        [one] call
       *[other] calls
    } of { $operations } { $operations ->
        [one] operation
       *[other] operations
    }). Response times are not judged.
sentence-smoke-failed = { $failed } of { $operations } { $operations ->
        [one] operation
       *[other] operations
    } had failed calls.
sentence-smoke-undecided = It cannot be told whether every operation is answered as expected{ $because }.
sentence-smoke-not-run = The smoke test was not run{ $because }.
replies-of-expected = { $operation }: { $answered } of { $calls } answered as expected
replies-of-unexpected = { $operation }: { $failed }, expected { $expected }
replies-of-failed = { $operation }: { $failed }
replies-of-none = { $operation }: no call was answered or failed
replies-status = { $calls } of { $of } answered { $status }
replies-error = { $calls } of { $of } failed with { $kind }
replies-dropped = { $calls } of { $of } not sent in time
replies-cut = { $calls } of { $of } still open at the end
sentence-load-passed = Keeps { $slos } { $at }. { $gave }
sentence-load-failed = Breaks { $slos } { $at }{ $because }. { $gave }
sentence-load-undecided = Whether { $slos } are kept { $at } cannot be told{ $because }. { $gave }
sentence-load-without-slo = Without an SLO nothing is judged { $at }. { $gave }
sentence-load-invalid = The measurement { $at } is not valid{ $because } ({ $arrivals }).
sentence-load-cut-short = The load was cut short { $at }, so nothing is judged. { $gave }
sentence-load-end-not-stored = The end of the load { $at } is not stored, so nothing is judged. { $gave }
sentence-load-not-run = The load was not run{ $because }.
sentence-passed-and-yet = Trial { $trial } passed, and yet: { $fact }
sentence-passed-and-yet-more = Trial { $trial } passed, and yet: { $fact } Besides: { $causes }.
sentence-starts-show = In { $starts } { $starts ->
    [one] start
   *[other] starts
} trials passed and yet show: { $causes }.
sentence-compare-measured = Round { $round } of the comparison was measured at { $load }.
sentence-compare-unmeasured = Round { $round } of the comparison at { $load } gave no figures{ $because }.
sentence-compare-not-run = A round of the comparison was not run{ $because }.
sentence-overhead-measured = Start { $start } of the overhead was measured{ $because }.
sentence-overhead-unmeasured = Start { $start } of the overhead gave no figures{ $because }.
sentence-overhead-not-run = A start of the overhead was not run{ $because }.
gave = { $figures } in { $held } ({ $circumstances }).
due-of-asked = { $due }/s due of { $asked }/s asked (Poisson arrivals, seed { $seed })
gave-completed = Completed { $rate }/s
gave-percentile = p99 { $time }
gave-mean = mean { $time }
gave-missing = { $share } failed, dropped or cut
unanswered-unfinished = the run has no end: its process was killed or failed, or it is still under way
unanswered-interrupted = the run was interrupted before its answer
unanswered-not-stored = the disk took nothing more before its answer
unanswered-cut = the run ended before its answer: { $why }
trial-unfinished = it has no end: nothing is judged
verdict-of-stage = stage { $stage } at { $rate }/s: { $why }
no-stage-reached = it ended before a stage that is held
at-stages = in stages up to { $rate }/s
ranking-most = Most within { $slos }: { $places }.
ranking-and-others = { $ranking } Not ranked: { $others }.
ranking-none-ranked = Not ranked within { $slos }: { $others }.
ranking-of-one = { $variant } carries { $carried } within { $slos }, by { $given } of { $starts } { $starts ->
    [one] start
   *[other] starts
}.
ranking-then = then { $place }
ranking-place = { $variant } with { $carried }
ranking-shared-place = { $variants }, which cannot be told apart
ranking-unranked = { $variant } ({ $why })
searches-at-one-limit = The searches of all variants ended at one limit, { $limit }: their rates rank that limit, not the variants.
searches-ranked-by-cpu = { $told } CPU per request ranks the variants, least first: { $order }.
searches-to-rank-by-cpu = { $told } What ranks the variants is CPU per request.
limit-of-highest-rate = the highest rate that is tried (max_rate)
limit-of-generator = the generator
limit-of-disk = the disk
limit-of-database = a database that they share
carried-rate = { $rate }/s
level-carried-rate = { $level }
carried-interval = { $rate }/s ({ $low } to { $high })
level-carried-interval = { $level } ({ $low } to { $high })
carried-at-least = at least { $rate }/s
level-carried-at-least = at least { $level }
carried-below = less than { $rate }/s
level-carried-below = fewer than { $level }
handshake-certificate-rejected = the certificate of { $target } was rejected: { $why }. Cure: replace it, or accept any certificate with --insecure (in a profile: tls.insecure)
handshake-timeout = { $target } did not answer the TLS handshake within { $seconds } s. Cure: check that this port speaks TLS; if it does not, write http:// in place of https://
handshake-tls-ca-certificate = { $target } presents a CA certificate (CA:TRUE) as its own. Cure: name the PEM file of this very certificate with --ca FILE (in a profile: tls.ca), issue one with basicConstraints=CA:FALSE, or accept any certificate with --insecure (tls.insecure)
handshake-tls-client-certificate = { $target } requires a client certificate, and loadproof does not support client certificates yet. Cure: load a port of the service that does not require one
handshake-tls-closed = { $target } closed the connection during the TLS handshake. Cure: check that this port speaks TLS (if it does not, write http:// in place of https://), and read the log of the server
handshake-tls-expired = the certificate of { $target } expired on { $date }. Cure: renew it, or accept any certificate with --insecure (in a profile: tls.insecure)
handshake-tls-failed = the TLS handshake with { $target } failed: { $why }. Cure: read the log of the server
handshake-tls-no-common-cipher = { $target } and loadproof have no TLS cipher suite or key exchange in common ({ $why }). Cure: enable ECDHE with AES-GCM or ChaCha20-Poly1305 in the server, and give it a certificate with an RSA, P-256, P-384 or Ed25519 key
handshake-tls-no-http1 = { $target } does not accept HTTP/1.1 over TLS (ALPN), and loadproof speaks HTTP/1.1 only. Cure: enable HTTP/1.1 in the server
handshake-tls-no-name = the certificate of { $target } has no subjectAltName, and so is not valid for { $host }. Cure: issue a certificate with the name as subjectAltName, or accept any certificate with --insecure (in a profile: tls.insecure)
handshake-tls-not-spoken = { $target } does not speak TLS. Cure: write http:// in place of https://, or correct the port
handshake-tls-not-yet-valid = the certificate of { $target } is valid only from { $date }. Cure: check the clock of this machine, or accept any certificate with --insecure (in a profile: tls.insecure)
handshake-tls-protocol-version = { $target } speaks neither TLS 1.2 nor TLS 1.3, and loadproof speaks no other version. Cure: enable TLS 1.2 or 1.3 in the server
handshake-tls-unknown-host = { $target } does not know the host name { $host } (TLS server name). Cure: correct the host, or give the name that the server knows as tls.server_name in a profile
handshake-tls-unknown-issuer = no trusted authority issued the certificate of { $target }. Cure: name the PEM file of its authority with --ca FILE (in a profile: tls.ca), or accept any certificate with --insecure (tls.insecure)
handshake-tls-wrong-name = the certificate of { $target } is valid for { $names }, not for { $host }. Cure: use one of these names in the URL or as tls.server_name in a profile, or accept any certificate with --insecure (tls.insecure)
stand-not-kept = the stand cannot keep its state and logs ({ $place }: { $why }). Cure: make that place writable, or set XDG_STATE_HOME to another
target-unreachable = the target { $target } cannot be reached ({ $why }). Cure: start the service, or correct the address
target-unreachable-at = the target { $target } cannot be reached: tried { $tried }. Cure: start the service, or correct the address
target-unresolved = the name { $host } cannot be resolved ({ $why }). Cure: correct the address

## First sentence of a report, for everybody

plain-carries = The service can handle { $rate } requests per second and keep its targets: { $targets }.
level-plain-carries = The service can handle { $level } and keep its targets: { $targets }.
plain-carries-but = The service can handle { $rate } requests per second within its targets ({ $targets }), but not for long: see below what failed.
level-plain-carries-but = The service can handle { $level } within its targets ({ $targets }), but not for long: see below what failed.
plain-met = Under the load of this test the service kept its targets: { $targets }.
plain-broke = Under the load of this test the service did not keep its targets: { $targets }.
plain-unknown = This test does not say whether the service keeps its targets ({ $targets }). The doubts below say why.
plain-ranking = { $names } can handle the most load: { $rate } requests per second within the targets ({ $targets }).
plain-variants-differ = The variants differ by more than chance: below is by how much.
plain-variants-alike = The variants are equal, but for differences that are too small to matter.
plain-variants-open = This test does not say whether the variants differ: it needs more rounds.
plain-overhead-shown = The feature costs less than { $bound }.
plain-overhead-refuted = The feature costs more than { $bound }.
plain-overhead-not-shown = This test does not say whether the feature costs less than { $bound }.
plain-target-time = { $share } of the calls within { $within }
plain-target-operation = { $share } of the calls of { $operation } within { $within }
plain-target-errors = less than { $share } failures
plain-target-apdex = an Apdex of at least { $limit }
plain-target-apdex-operation = an Apdex of at least { $limit } for “{ $operation }”
plain-no-target = none was set

## Report: titles, tables, notes

report-title = loadproof { $verb }{ $time ->
    [virtual] {" (simulated)"}
   *[real] {""}
}: { $name }
report-title-of = { $title } ({ $what })
report-part-of = { $whole }, { $part }
report-trial = { $trial }, { $purpose }, { $load }
report-sentence = { $text }.
report-state-besides = { $state } ({ $besides })
report-column-min = Min
report-over = > { $limit } ms
report-estimate = Estimate: { $estimate }/s, between { $low }/s and { $high }/s, { $width } apart.
level-report-estimate = Estimate: { $estimate }, between { $low } and { $high }, { $width } apart.
report-interval = Between { $low }/s and { $high }/s, { $width } apart.
level-report-interval = Between { $low } and { $high }, { $width } apart.
report-bounds = Highest rate that passed: { $low }/s. Lowest above it that did not: { $high }/s, { $width } apart.
level-report-bounds = Highest number that passed: { $low }. Lowest above it that did not: { $high }, { $width } apart.
report-tried = { $state }: { $rates }.
report-trial-reason = Trial { $number } ({ $purpose }, { $load }) { $state }: { $reason }
report-starts-trials-note = Judged trials alone, by variant and start. “Late”: by how much the generator itself was late at most, in ms. Their shares over each SLO, and why each came out as it did, are in result.json.
report-flows-cut = The trial stopped early and cut { $cut } { $cut ->
    [one] flow that was
   *[other] flows that were
} still under way: they stand in their own column, and do not count as slow.
report-column-value = Value
report-column-kind = Kind
report-column-at = At, s
report-column-service-time = Service, ms
report-column-reply = Reply
report-column-body = Body begins
report-more-replies = { $count } more are in result.json.
report-more-operation-rows = { $count } more rows are in result.json.
report-body-of-bytes = ({ $bytes } { $bytes ->
    [one] byte
   *[other] bytes
})
report-section-services = Services
report-column-cpus = CPUs
report-column-besides = Besides
report-runtimes-differ = { $variant }: the starts of { $service } did not run with the same { $facts }; their spread is not that of one thing.
report-note-of-variants = { $names }: { $note }
report-cores-apart = The machine has { $cores }: the services were kept to { $services } of them, the generator and the probes to the other { $others }.
report-cores-left-by-limits = The generator, the probes and the services shared the { $cores } of the machine; the limits leave { $left } of them to the generator and the probes.
report-cores-shared = The generator, the probes and the services shared the { $cores } of the machine; no limit keeps them apart.
report-ranking-note = RPS at SLO: calls per second within every SLO, the geometric mean over starts, in brackets an interval of 95 % over starts; working load: 70 % of it. p95 and p99 in ms, from the histogram of all starts, at that rate.
report-column-cycles = Cycles
report-ranking-read = CPU (100 % is one core) and RAM are means over the same spans, of the service that the load goes to.
report-ranking-memory = RAM is that { $kinds ->
    [cgroup] of its control group
    [pss] of its processes, by their proportional share (PSS)
   *[both] of its control group or of its processes, by their proportional share (PSS)
}.
report-bound = { $bound ->
    [at_least] at least
   *[below] less than
} { $rate }
report-rate-with-interval = { $rate } ({ $low } to { $high })
report-rank-shared = { $names } share rank { $rank }: { $why ->
    [bounds] bounds are not enough
   *[scatter] their starts scatter too much, or are too few,
} to tell them apart. That does not make them equal.
report-rank-sure = A better rank is sure with { $confidence } confidence over all pairs together: variants that are the same have different ranks in at most { $wrong } of such studies.
report-bound-at-least = { $name }: { $rate }/s is a lower bound, as the highest rate that was tried passed in { $bounded } of { $starts } starts. Nothing is surely better than it; try higher rates.
level-report-bound-at-least = { $name }: { $level } is a lower bound, as the highest number that was tried passed in { $bounded } of { $starts } starts. Nothing is surely better than it; try higher numbers.
report-bound-below = { $name }: the lowest rate that was tried did not pass in { $bounded } of { $starts } starts, so that it carries less than { $rate }/s. Try lower rates.
level-report-bound-below = { $name }: the lowest number that was tried did not pass in { $bounded } of { $starts } starts, so that it carries fewer than { $level }. Try lower numbers.
report-unranked = { $name } is not ranked: { $why }.
report-starts-note = Each start is one of the services anew. In brackets: of the rate what the method leaves open within that start, of the p99 an interval of 95 % within it. Neither says how starts differ; that stands below. Machine's speed: how fast a fixed piece of work was done before and after the start, in per cent of the fastest.
report-column-trial = Trial
report-column-rated-starts = Starts with a rate
report-column-range = Least to most
report-column-spread-between = Spread between starts
report-column-spread-within = Spread within a start
report-column-breaks-at = p99 breaks at
report-so-many-of = { $some } of { $all }
report-stopped-by = Stopped by: { $causes }
report-beside-passed = Trials that passed show all the same: { $causes }
report-column-first = Stopped first by
report-column-other-causes = Others
report-matrix-note = In how many of its starts a cause was seen at a failed trial; the strongest is called the first. “?”: supposed from facts, not measured.
report-facts = Facts
report-facts-note = What was measured.
report-hypotheses = Hypotheses
report-hypotheses-note = Supposed from the facts, not shown. Each says what would test it.
report-beside = Also noticed
report-beside-note = Measured, but errors that it does not explain make most of the failures.
report-findings-details = All { $count } findings with their evidence
report-details-note = { $title }. { $note }
report-finding = { $where }: { $text }
report-quoted = “{ $text }”
report-also-in = { $where } (also in { $trials })
report-errors = Errors
report-errors-of = Errors of trial { $trial }
report-errors-of-rate = Errors of trial { $trial }, at { $load }
report-more-error-kinds = and { $count } more { $count ->
    [one] kind
   *[other] kinds
}
report-unit-processes = processes
report-unit-kills = kills
report-unit-requests = requests
report-unit-requests-per-second = requests/s
report-unit-events-per-second = 1/s
report-shown-directory = run directory: { $path }
report-shown-page = report:{ "        " }{ $path }
## One screen

screen-operations = Operations, response times in ms
screen-picture = { $percentile } in ms against the rate due; { $limit }
screen-picture-free = { $percentile } in ms against the rate due
screen-more = and { $count } more: --full, or the report
screen-full = every table:{ "   " }--full, or the report
screen-alike = Equivalent command in another tool, for a cross-check
screen-alike-even = oha spaces its calls evenly; --arrivals constant does so here

## Short

report-short-verdict = { $title }: { $state }
report-short-held = Holds { $rate }/s; the capacity is about { $estimate }/s, between { $low }/s and { $high }/s
level-report-short-held = Holds { $level }; the capacity is about { $estimate }, between { $low } and { $high }
report-short-capacity = Carries about { $rate }/s, between { $low }/s and { $high }/s, not confirmed
level-report-short-capacity = Carries about { $level }, between { $low } and { $high }, not confirmed
report-short-between = Carries between { $low }/s and { $high }/s
level-report-short-between = Carries between { $low } and { $high }
report-short-ranking = Ranking, requests/s: { $variants }
report-short-ranking-users = Ranking, users: { $variants }
report-short-variant = { $rank }. { $name } { $carried }
report-short-more-variants = { $count } more
report-short-slos = SLO: { $slos }
report-short-errors = errors: { $errors }
report-short-doubts = { $doubts } { $doubts ->
    [one] doubt
   *[other] doubts
}: see the report
report-short-place = Report: { $place }

## Forecast

starts-of-study = { $starts } { $starts ->
    [one] start
   *[other] starts
}
cure-weight = give the operation a weight
cure-hold-soak = hold { $hold } or more
cure-hold-or-weight = hold { $hold }, or give the operation more weight
cure-start-rate-hold-or-weight = raise start_rate, hold { $hold }, or give the operation more weight
cure-hold-or-know = hold longer, or give --capacity and --service-time if they are known
cure-more-weight = give them more weight
cure-hold-for-or-more-weight = hold { $hold } (for { $operation }), or give them more weight
assumed-warm-up = each warm-up ends at its first look, after { $first }; it may take up to { $most }
planned-difference = { $metric } { $percent }
planned-rounds = The comparison takes { $least } to { $most } rounds of about { $round } each, and sees after all of them, nine times in ten, differences from: { $seen }
planned-rounds-too-few = The comparison takes { $least } to { $most } rounds of about { $round } each, which see no difference: three are needed
planned-rounds-row = { $least } to { $most } rounds
planned-rounds-of-operations = { $rounds }. { $operations }
planned-overhead = The overhead takes { $starts } starts of about { $start } each, and shows a bound of { $bound } nine times in ten where it lies above what the feature costs by: { $seen }
planned-overhead-too-few = The overhead takes { $starts } starts of about { $start } each, which show no bound: five are needed
from-to = { $low } to { $high }
calls-suffice = yes
plan-section-injections = Injections
planned-injection = { $name } ({ $problem }) in each trial of { $methods }: { $after } after the start of the trial, for { $time }
planned-injection-repeated = { $name } ({ $problem }) in each trial of { $methods }: { $repeat } times, first { $after } after the start of the trial, then every { $every }, for { $time } each

## Page

page-skip = Skip to the verdict
page-contents = Contents
page-to-dark = Dark
page-to-light = Light
page-theme = Colours
page-aside = { " " }({ $text })
page-in-unit = { ", " }{ $unit }
page-label = { $label }:{ " " }
page-print = Print
page-settings-language = Language
page-glossary = Terms
page-close = Close
page-when = Started { $started }, lasted { $duration }
page-when-interrupted = Started { $started }, lasted { $duration }, interrupted
page-ms = ms
page-per-second = { $rate } /s
page-requests-per-second = requests/s
page-too-few = too few
page-yes = yes
page-no = no
page-no-slo = no SLO
page-all = all
page-section-answers = Answers
page-section-ranking = Ranking
page-section-comparison = Comparison
page-section-rounds = Rounds
page-section-overhead = Overhead
page-section-switches = What a switch costs
page-section-switched-starts = Starts in which the feature was switched
page-section-compared-total = Response times in total
page-section-compared-operations = Response times by operation
page-section-cpu-share = CPU in per cent of the CPUs that a variant may use
page-section-breaks = Where the p99 breaks
page-section-what-ran = What ran
page-section-start = What this start gave
page-section-load = Load and response time
page-section-rates = Response time against rate
page-section-response-curve = Response times of one trial
page-section-trials = Trials
page-section-all-trials = Judged trials of all starts
page-section-diagnoses = Diagnoses between trials
page-section-stages = Stages
page-section-operations = Operations
page-section-heat = Heat map of response times
page-section-resources = Resources beside the load
page-section-memory = Memory needed
page-section-validity = Validity and doubts
page-section-findings = Findings
page-section-method = Method, study, stand, environment
page-section-repeat = Repeat it
page-state-passed = passed
page-state-measured = measured
page-state-held = held
page-state-failed = failed
page-state-undecided = undecided
page-state-invalid = not valid
page-state-cut-short = cut short
page-state-recover = recovery
page-state-warm-up = warm-up
page-state-found = found
page-state-coarse = coarse
page-state-at-least = at least
page-state-none-passed = none passed
page-state-drifting = drifting
page-state-steady = steady
page-state-not-steady = not steady
page-state-never-steady = never steady
page-state-not-run = not run
page-early = stopped early
page-superseded = its start was cut and run again
page-method-smoke = smoke test
page-method-load = load
page-method-compare = comparison
page-method-overhead = overhead
page-method-plateaus = plateaus
page-method-capacity = capacity
page-method-confirm = confirmation
page-method-soak = soak
page-method-users = users
page-method-spike = spike
page-purpose-smoke = smoke test
page-purpose-load = load
page-purpose-bracket = coarse search
page-purpose-search = fine search
page-purpose-confirm = confirm
page-purpose-recover = recover
page-purpose-soak = soak
page-purpose-warm-up = warm-up
page-purpose-compare = comparison
page-purpose-alone = comparison, alone
page-purpose-plateau = plateau
section-alarms = Alarms
alarms-column-alarm = Alarm
alarms-column-rule = Rule
alarms-column-trial = Trial
alarms-column-fired = Fired in trials
alarms-column-first = First firing
alarms-column-lead = Lead time
alarms-column-false = False firings
alarms-column-detected = Detected falls of Apdex
alarms-column-no-data = Without data
alarms-column-pending = Pending since
alarms-column-fires = Fires at
alarms-column-ended = Ended at
alarms-column-value = Value
alarms-column-remark = Remark
alarms-part = { $part } of { $whole }
alarms-first = { $at }, trial { $trial }
alarms-lead-before = { $time } before users noticed
alarms-lead-after = { $time } after users noticed
alarms-lead-none = as users noticed
alarms-lead-range = { $median } ({ $low } to { $high })
alarms-false = { $count } in { $time }
alarms-line = { $alarm } fired { $at } into trial { $trial } ({ $value }); in { $part } of { $whole } trials
alarms-line-lead = { $alarm } fired { $at } into trial { $trial } ({ $value }); in { $part } of { $whole } trials; lead time: { $lead }
alarms-note = Times count from the start of the trial. The lead time ends at the start of the first minute in which the Apdex of the users was surely lower; it is negative if the alarm fired later. With several trials it is the median, with the lowest and the highest. False firings are in trials that kept their SLOs and in which the Apdex did not surely fall, or ended more than 5 minutes before it fell. Detected falls are trials in which the Apdex surely fell and the alarm fired, not falsely.
alarms-none-fired = No alarm fired.
alarms-firings = Firings
alarms-to-the-end = end of the trial
alarms-remark-false = false firing
alarms-remark-stopped = ended the trial
section-injections = Injections
injections-column-injection = Injection
injections-column-made = Made
injections-column-recovery = Recovery
injections-column-alarms = Alarms
injections-column-resource = Resource
injections-column-before = Before
injections-column-during = During
injections-column-after = After
injections-column-difference = Difference
injections-column-decision = Effect
injections-column-trial = Trial
injections-column-number = Occurrence
injections-column-begins = Start
injections-column-ends = Undo
injections-column-undone = Undone
injections-column-state = State
injections-column-p95 = Effect on p95
injections-column-fault = Fault
injections-metric-p95-ms = p95
injections-metric-apdex = Apdex
injections-metric-error-share = Failed calls
injections-metric-rate-per-s = completed calls
injections-named = { $injection }: { $problem }
injections-undone = { $part } of { $whole } made and undone
injections-of-state = { $count } { $state }
injections-state-undone = undone
injections-state-failed = failed
injections-state-not-undone = NOT UNDONE
injections-state-cut = cut by the end of the trial
injections-repeated = effects over { $count } repetitions
injections-one-repetition = one repetition: the next may differ
injections-first-of-two = effects of the first of two repetitions
injections-change = { $before } → { $during }: { $difference }, { $decision }
injections-change-unknown = { $before } → { $during }: { $decision }
injections-difference = { $difference } ({ $low } to { $high })
injections-decision-worse = worse
injections-decision-better = better
injections-decision-changed = changed
injections-decision-not-seen = no effect seen
injections-decision-unknown = too short to tell
injections-recovery = recovery { $time } after the undo
injections-recovery-not-seen = no recovery seen
injections-not-seen = not seen
injections-alarm = { $alarm }: { $part } of { $whole }
injections-alarm-after = { $alarm }: { $part } of { $whole }, { $delay } after the start
injections-left = NOT UNDONE: something of the injection { $injection } was left in trial { $trial }: { $why }. Occurrences left in all trials: { $count }. Later trials of the same start may feel it.
injections-line = { $injection }: { $told }
injections-line-effect = { $metric } { $effect }
injections-resources = Effect on resources
injections-resources-left = { $count } { $count ->
    [one] row
   *[other] rows
} on which no effect is sure: see result.json
injections-operations = Failed calls by operation
injections-column-failed-before = Failed before
injections-column-failed-during = Failed during
injections-column-failed-after = Failed after
injections-column-completed-during = Completed during
injections-failed-calls = { $failed } of { $calls }
injections-failed-kinds = { $failed } of { $calls }: { $kinds }
injections-kind-dropped = dropped
injections-kind-cut = cut
injections-operations-note = Operations with failed calls, by the second in which a call was due: a call that began just before the injection may fail before it. During: from the start of each occurrence until nothing was left of it. After: from the first undo on, between later occurrences too. Completed during: calls that were answered as expected in spite of the problem. Other operations are in result.json.
injections-occurrences = { $count ->
    [one] { $count } occurrence
   *[other] { $count } occurrences
}
injections-note = Each effect compares blocks of 10 s or more during the injection with blocks before it and after the recovery, so that a trend of the service is no effect; in brackets is the interval of 95 %. From three repetitions on it is over the repetitions. The recovery is the time from the undo to the first of three blocks in a row that are no worse than before. An alarm counts if it fires between the start and the recovery. The verdict of a trial includes the seconds of the problem.
databases-section = Databases
databases-activity = Activity
databases-statements = Statements by time
databases-statements-note = Share: of the execution time of all statements. JIT: share of the statement's time that JIT compilation took. Hits: blocks found in shared buffers. Spilled: blocks of temporary tables, sorts and hashes that were written to files. The values of statements are hidden. Executions count when they end: wait events show the statements that still run.
databases-changes = Statements by change
databases-changes-note = Statements whose mean time or share grew, compared with { $before }; the largest growth first. “–”: not among the listed statements before.
databases-changes-none = No statement grew, compared with { $before }.
databases-before-trial = trial { $number }
databases-before-minute = the first minute
databases-before-injection = the time before it
databases-problem = During { $injection } (trial { $trial }, { $count } { $count ->
    [one] occurrence
   *[other] occurrences
})
databases-waits = Wait events
databases-waits-note = Active sessions were sampled once a second ({ $samples } { $samples ->
    [one] sample
   *[other] samples
}).
databases-working = no wait: running, or waiting for a processor
databases-locks = Lock waits: { $waiting } { $waiting ->
    [one] session
   *[other] sessions
} waiting at { $at }, the worst second
databases-lock-line = { $process } ({ $facts }): { $statement }
databases-lock-waits = waits: { $wait }
databases-lock-waits-since = waits: { $wait }, for up to { $time }
databases-lock-transaction = transaction of { $time }
databases-lock-holds-up = holds up { $count } { $count ->
    [one] session
   *[other] sessions
}
databases-lock-also = waits also for { $processes }
databases-abandoned = Statements without a client
databases-abandoned-note = Their clients closed the connection. The server does not notice it until it sends rows; client_connection_check_interval makes it look.
databases-temporary = Temporary tables and files
databases-temporary-note = Each temporary table makes a file, whatever temp_buffers is; each of its indexes makes one more. Tables and indexes that are not temporary count here, too.
databases-wal = WAL and checkpoints
databases-settings = Settings
databases-scans = Sequential scans
databases-minutes = { $count ->
    [one] { $count } minute
   *[other] { $count } minutes
}
databases-minutes-note = Files: of temporary tables and other new tables and indexes, of sorts and of hashes.
databases-plans = { $count ->
    [one] { $count } plan
   *[other] { $count } plans
}
databases-plan-executed-title = { $time }: { $statement }
databases-plan-executed = Plan of the slowest logged execution, { $time }. Estimated cost { $cost }; joins { $joined } { $joined ->
    [one] table
   *[other] tables
}.
databases-plan-cost = Generic plan, not run. Estimated cost { $cost }; joins { $joined } { $joined ->
    [one] table
   *[other] tables
}.
databases-plan-reordered = Generic plan, not run. Estimated cost { $cost }; joins { $joined } { $joined ->
    [one] table
   *[other] tables
}. With join_collapse_limit and from_collapse_limit of { $joined } the estimated cost is { $reordered }.
databases-shortfalls = Not read
databases-other-statements = all other statements
databases-unread-statement = statement { $query } (its text was not read)
databases-hidden-statement = (its statement was not read)
databases-per-second = { $size }/s
databases-most-of = { $most } of { $limit }
databases-free-of = { $free } of { $size }
databases-column-time-share = Share
databases-column-calls = Calls/s
databases-column-mean = Mean, ms
databases-column-jit = JIT
databases-column-rows = Rows/call
databases-column-hits = Hits
databases-column-spilled = Spilled
databases-column-wal = WAL
databases-column-statement = Statement
databases-column-mean-before = Mean before, ms
databases-column-share-before = Share before
databases-column-wait = Wait event
databases-column-sessions = Sessions, mean
databases-column-active-share = Of active sessions
databases-column-most-of = Most by
databases-column-process = Process
databases-column-age = Running for
databases-column-application = Application
databases-column-table = Table
databases-column-scans = Scans/s
databases-column-rows-read = Rows read/s
databases-column-live-rows = Rows of the table
databases-column-minute = Minute
databases-column-active = Active
databases-column-waiting = Waiting
databases-column-files = Files made/s
databases-column-wal-pace = WAL, MiB/s
databases-column-top-statement = Longest statement
databases-fact-length = Interval
databases-fact-statements = Statements
databases-fact-commits = Commits
databases-fact-rollbacks = Rollbacks
databases-fact-deadlocks = Deadlocks
databases-fact-sessions = Sessions, mean
databases-fact-most-sessions = Sessions, most
databases-fact-active = Active sessions
databases-fact-working = Active sessions without a wait
databases-fact-waiting-lock = Sessions waiting for locks
databases-fact-waiting-io = Sessions waiting for I/O
databases-fact-idle-in-transaction = Sessions idle in transaction
databases-fact-hits = Hit ratio of shared buffers
databases-fact-jit = JIT share of the execution time
databases-fact-own-cpu = CPU of this diagnosis, of the server's
databases-fact-created = Tables and indexes made
databases-fact-created-per-commit = Tables and indexes made per commit
databases-fact-temporary-relations = Temporary tables and indexes, mean
databases-fact-temporary-size = Size of temporary tables, mean
databases-fact-temporary-written = Temporary tables written to files
databases-fact-files = Files of sorts and hashes
databases-fact-spilled = Sorts and hashes written to files
databases-fact-tablespace = Temporary tablespace
databases-fact-free = Least free space there
databases-fact-wal = WAL
databases-fact-timed = Timed checkpoints
databases-fact-requested = Requested checkpoints
databases-fact-checkpoint-time = Time of checkpoint writes
databases-fact-checkpoint-pace = Written by checkpoints
databases-fact-session-pace = Written by sessions
databases-fact-max-wal-size = max_wal_size
databases-fact-checkpoint-timeout = checkpoint_timeout
databases-fact-version = PostgreSQL
databases-fact-processors = Processors
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
    [one] session
   *[other] sessions
} waited for a lock at once; process { $process } ({ $state }) held it: { $statement }
databases-line-abandoned = { $count } { $count ->
    [one] statement
   *[other] statements
} ran without a client, for up to { $age }: { $statement }
databases-line-running = a statement had run for { $age } when it was seen last (sessions on average: { $sessions }): { $statement }
databases-line-space = the temporary tablespace { $tablespace } had { $free } of { $size } free
databases-line-sessions = { $most } of { $limit } allowed sessions were open
databases-line-statement = { $share } of the time: { $statement } ({ $rate }/s, { $mean } each)
databases-line-change = { $before } → { $mean } a call since { $told }: { $statement }
databases-line-wait = { $sessions } { $sessions ->
    [one] session
   *[other] sessions
} on average waited for { $wait }, { $share } of the active sessions
databases-line-jit = JIT compilation took { $share } of the execution time
databases-line-checkpoints = { $requested } { $requested ->
    [one] checkpoint
   *[other] checkpoints
} came early, at { $wal } of WAL
databases-line-files = { $files } { $files ->
    [one] file
   *[other] files
} a second made for temporary tables, sorts and hashes
section-users = Users by minute
section-littles-law = Check by Little's law
page-column-users-present = Users present
page-column-flows-per-s = Flows/s (X)
page-column-flow-time = Flow time (R), s
page-column-wait-time = Wait to next flow (Z), s
page-column-users-by-law = Users by law, X (R + Z)
page-column-law-ratio = Ratio
littles-law-total = all flows
littles-law-note = Users = flows per second × (flow time + wait to the next flow). Both sides are of the confirmation; they differ by more than 5 % if not all users were at work all the time.
users-start = { $variant }, start { $start }
page-apdex-minute = min { $minute }
users-apdex-note = Apdex of each minute; * marks fewer than 100 calls, ? marks an interval of 95 % that has more than one rating.
users-column-lowest = Lowest Apdex
users-column-lowest-minute = Minute
users-column-sure = Sure minutes
users-column-starts = Starts per minute
users-column-dispersion = Index of dispersion
users-column-expected = Of an even load
users-column-even = Evenness
users-column-minutes = Uneven minutes
users-evenness = Evenness of the operations
users-evenness-note = Index of dispersion: variance of the starts per minute over their mean. The test has an error of 5 % over all operations.
users-evenness-none = Evenness is not tested: it needs 5 minutes and 5 starts of an operation per minute.
page-state-even = even
page-state-uneven = uneven
page-state-excellent = excellent
page-state-good = good
page-state-fair = fair
page-state-poor = poor
page-state-unacceptable = unacceptable
apdex-column-samples = Samples
apdex-column-score = Apdex [T, s]
apdex-column-interval = Interval 95 %
apdex-column-rating = Rating
apdex-column-satisfied = Satisfied
apdex-column-tolerating = Tolerating
apdex-column-frustrated = Frustrated
apdex-note = Satisfied: answered within T; tolerating: within 4T; frustrated: later, failed or dropped. Apdex counts a tolerating call as a half. * marks fewer than 100 samples.
page-before = Before the first flow
page-before-note = Calls that each user makes once per session. They are in no SLO, total or capacity, and are counted over the whole trial, ramp included.
page-purpose-users = users
cure-uneven = look at these minutes: users that wait for slow answers start less, and resume together; spread the users, or pace them
operation-uneven = the starts of { $operation } are uneven over the minutes: index of dispersion { $dispersion }, of an even load { $expected }; minutes that stick out: { $minutes }
sentence-users-passed = { $users } users were served within { $slos } for { $held }.
sentence-users-failed = { $users } users were not served within the SLOs{ $because }.
sentence-users-undecided = It cannot be told if { $users } users are served within { $slos }{ $because }.
sentence-users-not-run = The load of users was not run{ $because }.
page-chart-users = Users at work
page-chart-before = Calls before the first flow
page-chart-apdex = Apdex by minute
page-apdex-sure = sure rating
page-apdex-unsure = rating not sure
page-purpose-diagnose = diagnosis
page-arrivals-poisson = Poisson arrivals
page-arrivals-constant = constant arrivals
page-arrivals-closed = closed loop
page-arrivals-users = closed users
page-key-rate = Completed
page-key-rate-asked = { $rate }/s asked
page-key-capacity = Capacity
page-key-interval = Interval
page-key-interval-note = passed – did not
page-key-estimate = Capacity, estimated
page-key-estimate-note = estimate { $rate }
level-page-key-estimate-note = estimate { $level }
page-key-p99 = p99 there
page-key-p99-at = p99 at { $rate }/s
page-key-p99-note = of answered calls
page-key-range = { $low } – { $high } over starts
page-key-interval95 = 95 %: { $low } – { $high }
page-key-share = Over the SLO
page-key-share-note = of all due calls
page-key-share-rate-note = difference between due and done
page-key-share-by-count = the share decides: the bounds include the limit
page-key-missing = Failed
page-key-missing-note = errors, dropped, cut
page-key-held = Judged over
page-key-users = Users
page-key-users-note = closed, beside the rate
page-key-users-alone-note = closed: each goes through its flow again
page-key-carries-most = Carries most
page-key-over-starts = 95 %, over { $starts } { $starts ->
    [one] start
   *[other] starts
}
page-key-cpu-per-request = CPU per request
page-key-cpu-note = of the service
page-key-working = Working load
page-key-working-note = 70 % of what it carries
page-key-rounds = Rounds
page-key-rounds-note = each with a fresh start of every variant
page-key-compared-at = Compared at
page-key-compared-at-note = on one variant at a time
page-key-visible = Smallest visible difference: { $metric }
page-column-variant = Variant
page-column-start = Start
page-column-rank = Rank
page-column-carried = RPS at SLO
page-column-users-carried = Users at SLO
page-column-error-percent = Failed
page-column-cpu-percent = CPU
page-column-memory = RAM
page-column-memory-needed = Memory needed
page-column-heap-after = Heap after collections
page-column-head-room = Head room
page-column-other-memory = Other memory
page-column-heap-committed = Heap committed
page-column-page-cache = Page cache
page-column-refaults = Refaults/s
page-column-memory-pressure = Time waited for memory
page-column-cpu-per-request = CPU ms per request
page-column-machine-percent = Machine's speed
page-column-rate-per-memory = Requests/s per MiB
page-column-working = Working load, /s
page-column-users-working = Working load, users
page-column-method = Method
page-column-outcome = Outcome
page-column-rate = Rate, /s
page-column-n = N
page-column-estimate = Estimate, /s
page-column-interval = Interval, /s
page-column-held = Judged over
page-column-trial = #
page-column-stage = Stage
page-column-purpose = Purpose
page-column-due = Due, /s
page-column-done = Done, /s
page-column-errors = Errors
page-column-dropped = Dropped
page-column-late = Late
page-column-bytes = Bytes
page-column-cut = Cut
page-column-state = State
page-column-operation = Operation
page-column-flow = Flow
page-column-target = Target
page-column-runs = Due runs
page-column-tags = Tags
page-column-phase = Phase
page-column-count = Count
page-column-calls = Due calls
page-column-mean = Mean
page-column-metric = Metric
page-column-mean-interval = 95 % interval of the mean
page-column-each = Each repetition
page-column-in-ms = { $name }, ms
page-column-calls-per-second = Calls/s
page-column-change = { $metric } against { $a }, %
page-column-cpus = Of
page-column-cpu-share = CPU of the variant, %
page-column-cpu-share-against = CPU of the other, %
page-column-cpu-points = Difference, points
page-column-cpu-points-interval = Interval, points
page-column-cpu-effect = Difference, %
page-column-failed-share = Failed
page-column-figure = Figure
page-column-against = Against
page-column-effect = Effect
page-column-effect-interval = Interval
page-column-decision = Decision
page-column-surely-below = Surely below
page-column-bound = Bound
page-column-claim = Claim
page-column-starts-of-both = Starts
page-column-switched-to = Switched to
page-column-switch-took = Took, s
page-column-switch-cpu = CPU ms
page-column-switches = Switches
page-claim-shown = shown
page-claim-refuted = refuted
page-claim-not-shown = not shown
page-column-round = Round
page-column-idle = Idle, cores
page-column-generator = Generator, µs a call
page-column-level = Level
page-column-level-against = Level of the other
page-column-begin = Begin
page-column-end = End
page-column-per-hour = Per hour
page-column-interval95 = 95 % interval, per hour
page-column-says = What it says
page-column-part = Part
page-column-share = Share of the mean
page-column-max = Max
page-column-time = At
page-section-machines = Machines
page-machines-note = Use in the judged span of the trials that the answers rest on. CPU: time of all cores, with stolen time. Memory: not available. Disk: time in which the busiest disk had work. Network: share of the speed of the fullest link, where it is known.
page-column-machine = Machine
page-column-role = Role
page-machine-this = This machine
page-role-under-test = under test
page-role-load = makes load
page-column-resource = Resource
page-column-mean-use = Mean
page-column-highest-use = Highest second
page-column-saturated = Saturated
page-column-left-out = Left out
page-column-service = Service
page-column-event = Event
page-column-limits = Limits
page-column-placement = Placement
page-column-command = Command
page-column-request = Request
page-column-weight = Weight
page-ranking-by-capacity = By search
page-ranking-by-plateaus = By plateaus
page-ranking-scenario = Scenario
page-ranking-slo = SLO
page-ranking-plot = Rate within the SLOs, start by start
page-ranking-over-starts = 95 % interval over starts
page-ranking-within-start = a start, with its interval within
page-ranking-between = between starts { $percent }
page-ranking-within = within one { $percent }
page-ranking-plotted = { $variant }: { $rate } requests/s; its starts: { $starts }.
page-ranking-starts = Each start ({ $count })
page-forest = Differences, those that matter most first
page-forest-shares = Differences of shares, those that matter most first
page-forest-operations = Operations in the order of the profile: { $metric }
page-forest-metric = Figure
page-forest-primary = ★ primary: judged with the total
page-forest-percent = % of the other variant
page-forest-points = percentage points
page-forest-interval = effect and its interval
page-forest-margin = within the margin
page-forest-pair = { $b } against { $a }
page-forest-plotted = { $name }: { $effect } ({ $interval }), { $decision }.
page-forest-more = { $count } more { $count ->
    [one] pair
   *[other] pairs
}
page-forest-clipped = An arrow: the interval goes on beyond the picture.
page-comparison-by-ratios = by ratios { $effect }
page-comparison-pairs = Pairs in figures
page-comparison-levels-note = Levels over rounds: times in ms, CPU in ms per request, memory in MiB, shares in %. “By ratios”: the same effect as the geometric mean of the operations’ ratios, weighted by their calls.
page-comparison-ranks = Ranks
page-comparison-ranks-note = The rank is one more than the number of variants that surely show less of it. Those that share one cannot be told apart, or differ by too little to matter.
page-comparison-other-pairs = By operation, and other figures in total: { $count } { $count ->
    [one] pair
   *[other] pairs
}
page-comparison-rounds = Each round by variant ({ $count })
page-slots = Slots as they were run
page-slots-cpu = CPU of the variant per request
page-slots-generator = CPU of the generator per call: the machine as it was
page-slots-generator-unit = µs
page-slots-note = Each sign is a slot: seconds of load on one variant while the others idle. Filled: it counts. Hollow: warm-up, or left out. In a ring: the others stood still. Stripes are rounds. What moves in both charts at once is the machine and no variant.
page-slots-no-generator = What the generator itself used is not known here: the drift of the machine is not seen.
page-slots-at = { $time }, round { $round }, { $variant }, { $purpose }
page-curves = Response time by quantile
page-curves-note = Line: the middle of the rounds. Band: from the lowest to the highest round. A curve ends where in half of the rounds fewer than ten calls lie beyond.
page-curves-summary = { $title }: { $a } and { $b }.
page-company-title = What company costs
page-company-interval = 95 % interval over rounds
page-company-note = Slots in company against those in which all others stood still. Where the interval holds 0, no cost is seen.
page-overhead-forest = What each level costs
page-overhead-percent = % of off
page-overhead-cell = { $level } at { $rate }/s
page-overhead-below = { $interval }; surely below { $upper }, bound { $bound }
page-overhead-note = Effect: of the level against off, in % of it or in percentage points, start by start. “Surely below”: a bound of 95 % to one side; the claim is shown where it is below the bound, of each figure by itself. Refuted is what is surely above it, over all figures together. p95 and p99 stand beside the claim and are no part of it.
page-overhead-unmeasured = Starts that do not count: { $starts }; the last: { $why }
page-overhead-level-lost = The level { $level } was not measured in { $starts } { $starts ->
    [one] start
   *[other] starts
}: { $why }
page-section-level-evidence = Output of the steps of each level
page-column-reached = When it was reached
page-column-left = When it was left
page-section-of-limit = CPU and memory in per cent of the limit
page-of-limit-note = Shares of the limits of the measured services; the difference is in percentage points, with an interval of 95 % over starts.
page-of-limit-cpu = CPU, limit { $limit }
page-of-limit-memory = memory, limit { $limit } MiB
page-column-off-of-limit = Off, %
page-column-on-of-limit = On, %
page-column-points-of-limit = Difference, points
page-section-contrasts = Differences between the variants
page-contrasts-note = Means of starts, with Welch's interval of 95 % of each row alone.
page-column-contrast = Contrast
page-column-differs = Different
page-contrast-of-variants = { $b } against { $a }, feature off
page-contrast-of-level = { $level }: its cost in { $b } less that in { $a }
page-differs-yes = yes
page-differs-no = no
page-switches-note = Took: until the feature was ready. CPU: of all services from the begin of the switch to the end of the settling of the next slot, less what the level uses in as much time. It is in no figure above.
page-comparison-note = Effect: of the variant against the other, in % of it or in percentage points; a decision is sure over all these pairs and looks together, an interval is of its pair alone: one that leaves out zero need not be told. Two variants are equivalent where whatever differs is smaller than the margin.
page-comparison-operations-note = Of the differences of one metric at most 5 % are expected to be wrong.
page-percentile-mean = mean of the percentiles of { $operations } of { $whole } operations
page-compared-total-note = Times in ms, over rounds. The first rows are percentiles of all calls: the histograms of the operations are merged, each with its share of the calls. The mean of percentiles stands beside them because many published tables give it for a total. It is no percentile of any calls: an operation that is called once an hour weighs as much in it as one that is called a thousand times a second, so that a few slow and rare operations decide it. It is never judged.
page-compared-operations-note = Times in ms: geometric means over rounds. A difference in per cent is as it was measured; whether it is shown stands in the tables of pairs.
page-compared-primary-note = ★: a primary operation. Its p99 and mean are judged with the figures of the total: the probability that any of them all is called different by chance is at most 5 %.
page-compared-few-note = Too few calls: fewer than ten calls of a round lie on one side of the percentile. The time is the load of a whole run at this rate, all variants and rounds, that would have enough.
page-too-few-calls = too few calls
page-too-few-calls-run = too few calls: a run of { $time }
page-cpu-share-note = Of all services of a variant at the common rate. Per cent and percentage points are different things: 40 % that become 50 % are +10 points and +25 %.
page-cpus-limit = { $cpus } CPUs (limit)
page-cpus-machine = { $cpus } CPUs (machine)
page-rounds-note = Times in ms, CPU per request in ms, memory, its parts and live set in MiB, failed calls and pauses in %. Idle: what the variant used at least, in cores, while it had no load. Generator: its own processor time for each call, µs, slot by slot: what the machine was like.
page-memory-note = Memory needed = heap after collections + head room + other memory, at the load that was held. Head room is what the heap had besides: a smaller heap collects more often, so try it under load. Other memory is the proportional memory (PSS) of the processes without their heaps. Mapped files, such as libraries, are in other memory and in the page cache. Refaults: pages of files that were read again soon after the kernel gave them back.
page-memory-lacks = { $service }: { $why }.
page-memory-pressure-group = { $share } (control group)
page-memory-pressure-machine = { $share } (machine)
page-effect-interval = { $low } to { $high }
page-decision-different = different
page-decision-equivalent = equivalent
page-decision-cannot-tell = cannot tell
page-decision-not-run = not run
page-company = Company costs { $variant } { $percent } of { $metric } ({ $low } to { $high }), against slots in which all others stood still.
page-company-unsure = Company costs { $variant } { $percent } of { $metric }, against slots in which all others stood still; too few rounds for an interval.
page-breaks-note = p99 in ms, of the answered calls, against the rate due: all judged trials of all starts, on the same scales. Hollow: failed.
page-breaks-at = breaks at { $rate }/s
page-breaks-unknown = no break seen
page-breaks-point = { $start }, { $trial }: { $rate }/s, p99 { $p99 } ms
page-what-ran-alike = { $names }: these ran the same commands with the same limits in the same runtimes. What makes them variants is in their environment, or it was not there.
page-start-name = start { $start }
page-show-start = Show { $name } over time
page-choose-start = Start
page-one-start = One start over time
page-one-start-note = This and the sections below are of { $name }. Times count from the begin of its load. At first the typical start of the best variant is shown: that with the median rate.
page-no-answer = This start gave no answer
page-all-answers = All { $count } answers
page-events-of = { $count } { $count ->
    [one] event
   *[other] events
}
page-marked-checkpoint = checkpoint
page-marked-died = a service died
page-marked-oom-killed = killed for memory
page-marked-generator-stalled = the generator stood still
page-trends = How figures moved over the soak
page-metrics = Metrics over repetitions
page-unmoved = no change seen
page-trials-note = Times in ms, of the answered calls alone. “> N ms”: the share of all due calls that were not completed within N ms: slower, failed, dropped or cut; in brackets the bounds of that share. A plateau that is held to its end passes by the share itself if the bounds include the limit. “too few”: a percentile stands only where at least ten calls lie beyond it (p99 needs { $p99 } calls, p99.9 { $p999 }). “Late”: by how much the generator itself was late at most, also in seconds that are not judged for it.
page-stages-note = Stages that were held, each judged by itself; the ramps between them are shown over time and are in the totals, and are not judged.
page-no-trials = No trial was begun: nothing was measured.
page-trial-name = trial { $number }
page-choose-trial = Trial shown
page-choose-variant = Variant shown
page-at-rate = at { $rate }/s
page-operations-note = Times in ms, of the answered calls. Shares are of all due calls of the operation.
page-counts-note = { $due } due = { $sent } sent + { $dropped } dropped; { $sent } sent = { $completed } completed + { $errors } errors + { $cut } cut.
page-retried-note = { $retried } of them were sent a second time, as a reused connection ended before the answer began; each is counted once.
page-bytes-note = Bytes: mean received per answered call, head and body as transferred. In all { $received } received ({ $rate }/s) and { $sent } sent.
page-flows = Flows
page-flows-note = A flow lasts from the due time of its first step to the end of its last, pauses among it. It is made of the calls above and is not in their sum.
page-targets = Targets
page-targets-note = Each call goes to the next target. The calls are those of the operations above.
page-phases = Connections and replies
page-phase-connect = connect
page-phase-tls = TLS handshake
page-phase-first-byte = first byte
page-phase-transfer = transfer
page-phase-reused-idle = idle, then closed
page-phases-note = Connect and TLS: one for each connection; first byte (from sent) and transfer: one for each answered call. Idle, then closed: one for each call under which a reused connection ended before the answer began. Over the whole trial, its ramp and drain among it.
page-replies = Failing replies
page-replies-whole = The replies in full
page-replies-note = The first replies of each operation and kind that were not as expected. Secrets are masked; what is no text stands as escapes.
page-reply = { $kind } of { $operation } at { $at } s, after { $service } ms
page-reply-cut = { $shown } characters are shown; the body had { $all } bytes.
page-reply-empty = No body is kept ({ $all } bytes).
page-quantiles = Response time within one start
page-quantiles-note = In ms, of the answered calls; in brackets an interval of 95 % within one start of the service: another start may lie outside of it.
page-quantiles-few = Without an interval: { $cells } { $cells ->
    [one] figure
   *[other] figures
}, for want of samples. Slow calls come in bursts, so that at this rate { $cells ->
    [one] it takes
   *[other] the least of them takes
} about { $calls } answered calls.
page-parts = Where the response time comes from
page-part-wait = wait
page-part-lateness = lateness
page-part-service = service
page-part-response = response
page-parts-note = response = wait (no connection was free) + lateness (the generator's own fault) + service (from sent to answered). Means add up, percentiles do not.
page-nothing-due = Nothing was due in this trial: nothing was measured.
page-sort-by = Sort by { $column }
page-chart-rate = Load
page-chart-due = due
page-chart-done = done
page-chart-missing = failed
page-chart-response = Response time
page-chart-in-flight = Calls in flight
page-chart-calls = calls
page-chart-logarithmic = Logarithmic
page-chart-no-load = No load was recorded.
page-alarm-pending = pending
page-alarm-firing = firing
page-alarm-fires = { $alarm } fires at { $at } ({ $value })
page-alarm-times-more = { $count } more
page-alarms = Alarms
page-chart-alarms = Alarms: { $alarms }.
page-chart-alarm-bands = Alarms: a hatched band is the pending time, a plain band the firing time after the flag.
page-injections = Injections
page-injection-times = { $state ->
    [not_undone] { $times } (not undone)
    [failed] { $times } (failed)
   *[other] { $times }
}
page-injection-active = active
page-injection-failed = failed
page-injection-undo = being undone
page-injection-not-undone = not undone
page-injection-recovery = recovery
page-chart-injections = Injections: { $injections }.
page-chart-injection-bands = Injections: a patterned band is the time of the problem, a light band the time up to the recovery, which a dotted line marks. In a red band, the problem was not undone. Dashed edges: the injection failed.
page-chart-keys = Arrow keys move the cursor, Home and End take it to the ends. Drag to zoom in, double-click or Escape to zoom out.
page-chart-by-operation = p95 by operation
page-chart-slowest-only = The { $shown } slowest of { $all } operations.
page-chart-legend-shades = Shaded by verdict
page-chart-by-rate = Response time of each trial against the rate due
page-chart-by-rate-axis = requests due, /s
page-chart-behind = Dashed ring: the rate done was more than 5 % below the rate due – { $trials }.
page-chart-done-of = trial { $trial }: { $done } of { $due }/s
page-chart-knee = between the highest rate that passed and the lowest that did not
page-chart-knee-estimate = estimate of the capacity, most likely { $rate }
page-chart-no-rates = No trial was measured.
page-chart-one-rate = All was measured at one rate; its times stand below.
page-chart-heat = Calls by response time
page-chart-heat-note = The stronger the colour, the more calls in that step; the scale of colours is logarithmic.
page-chart-fewer = 1 call
page-chart-summary = { $title }: chart over time, from { $low } to { $high } { $unit }.
page-failures = Failed calls by kind
page-failures-note = The kinds are stacked. A call counts in the second in which it was due, even if it failed later.
page-failure-dropped = dropped
page-failure-cut = cut
page-failure-other = other kinds
page-histogram = Histogram of response times
page-histogram-summary = { $title }: { $calls } calls from { $low } to { $high } ms.
page-histogram-bin = { $low }–{ $high } ms
page-trial-curve-summary = { $title }: { $trial }, { $calls } answered calls.
page-trial-curve-note = Answered calls of the judged span alone: { $calls }. The curve ends where fewer than ten calls lie beyond.
page-trial-curve-limits = Dashed: the limits of the SLOs; a dot marks each percentile that an SLO limits. The SLOs count failed calls, too, and are judged in the table of trials.
page-trial-curve-operations = SLOs of single operations are not drawn: the curve is of all operations together.
page-trial-curve-some = { $shown } of { $all } judged trials have a curve in this report.
page-resource-machine = Who used the machine
page-resource-strangers = Others on the machine, by name
page-resource-cpu = CPU
page-resource-memory = Memory
page-resource-disk = Disk
page-resource-network = Network
page-resource-tasks = Threads and processes
page-resource-descriptors = Open descriptors
page-resource-switches = Context switches
page-resource-generator = Generator and probes
page-resource-database = Database
page-resource-prometheus = Prometheus
page-resource-other = Other readings
page-in-brackets = { " " }({ $text })
page-resource-host = host
page-resource-none = No readings were taken.
page-resource-zero = Zero throughout: { $names }.
page-validity-valid = Valid: nothing speaks against it.
page-validity-doubtful = Valid, with doubts.
page-validity-invalid = Not valid (trial { $trials }): no verdict can rest on the measurement.
page-validity-others = Trials that the answer does not rest on and that were not valid: { $trials }.
page-validity-late = The generator itself was late by { $milliseconds } at most.
page-validity-nothing = Nothing was measured.
page-validity-cure = Cure
page-validity-counts = Counts close in every trial: due = sent + dropped; sent = completed + errors + cut.
page-validity-counts-open = Counts do not close in trial { $trials }: calls were lost by the generator.
page-validity-more = { $count } more of this kind
page-findings-none = Nothing to name: no trial failed for a cause that the rules know, and no hold that passed shows one.
page-findings-fact = measured
page-findings-hypothesis = supposed
page-findings-test = To test it
page-stopped = Stopped by
page-stopped-in = { $count } of { $all } { $all ->
    [one] start
   *[other] starts
}
page-stopped-unknown = a cause that is not known
page-beside-passed = Seen though it passed
page-errors-hint = Hint
page-doubts = Doubts
page-doubts-none = none
page-about-method = Method
page-about-study = Study
page-about-stand = Stand
page-about-profile = Profile
page-about-events = Events
page-about-environment = Environment
page-about-not-recorded = Not recorded.
page-about-started = started
page-about-lasted = lasted
page-about-arrivals = arrivals
page-about-seed = seed
page-about-slos = SLOs
page-about-target = target
page-about-name = name
page-about-description = description
page-about-file = file
page-about-preset = preset
page-about-base-rate = rate at N = 1
page-placed = services on { $cpus } { $cpus ->
    [one] CPU
   *[other] CPUs
}, { $sharing ->
    [apart] apart from
   *[shared] shared with
} the generator
page-machine-user-ours-cores = service and generator
page-machine-user-kernel-cores = kernel
page-machine-user-foreign-cores = others
page-machine-user-stolen-cores = taken by the hypervisor
page-machine-user-waited-cores = service and generator waited
page-reading-cpu = CPU
page-reading-cpu-busy = CPU busy
page-reading-cpu-limit = CPU limit
page-reading-busy = busy
page-reading-steal = steal
page-reading-iowait = iowait
page-reading-throttled = throttled
page-reading-pss = memory (PSS)
page-reading-memory = memory
page-reading-memory-limit = memory limit
page-reading-memory-available = memory available
page-reading-memory-used = memory used
page-reading-memory-shared = shared memory
page-reading-memory-pressure = waited for memory
page-reading-other-memory = other memory
page-reading-page-cache = page cache
page-reading-file-refaults = refaults of files
page-reading-anon-refaults = refaults from swap
page-reading-heap-committed = heap committed
page-reading-heap-used-after-collection = heap after collections
page-reading-oom-kills = OOM kills
page-reading-threads = threads
page-reading-processes = processes
page-reading-descriptors = descriptors
page-reading-voluntary-switches = voluntary switches
page-reading-involuntary-switches = involuntary switches
page-reading-disk = disk
page-reading-network = network
page-reading-written = written
page-reading-read = read
page-reading-received = received
page-reading-sent = sent
page-reading-round = round
page-reading-cost = cost
page-reading-generator = generator
page-reading-probes = probes
page-fact-runtime = runtime
page-fact-collector = garbage collector
page-fact-max-heap = max heap
page-fact-processors = processors
page-fact-clock-source = clock source
page-fact-generator-nice = priority of the generator (nice)
page-fact-commit = commit
page-fact-work-tree-changed = work tree changed
page-fact-note = note
page-fact-connections = connection limit
page-fact-cores = cores
page-fact-cores-allowed = cores allowed
page-fact-cpu-model = CPU model
page-fact-kernel = kernel
page-fact-loadproof = loadproof
page-fact-local-ports = local ports
page-fact-memory = memory
page-fact-open-files-limit = open files limit
page-fact-python = Python
page-fact-rate = rate
page-fact-rates = rates
page-fact-users = users
page-fact-base-users = users of the baseline
page-fact-tail = tail (not judged)
page-fact-shards = generator threads
page-fact-timeout = timeout
page-fact-start-rate = start rate
page-fact-start = first users
page-fact-most = most users
page-fact-max-rate = max rate
page-fact-precision = precision
page-fact-share = share of the capacity
page-fact-ramp = ramp
page-fact-settle = settle
page-fact-hold = hold
page-fact-hold-max = hold at most
page-fact-budget = search at most
page-fact-confirm-ramp = ramp of the confirmation
page-fact-warm-up-rate = rate of the warm-up
page-fact-warm-up-floor = shortest warm-up
page-fact-warm-up-most = longest warm-up
page-fact-overhead-rates = overhead: rates
page-fact-overhead-levels = overhead: levels
page-fact-overhead-starts = overhead: starts
page-fact-overhead-slot = overhead: slot
page-fact-overhead-settle = overhead: settle of a slot
page-fact-overhead-hold = overhead: load of a start at most
page-fact-overhead-services = overhead: services
page-fact-overhead-gentle = overhead: gentle start
page-fact-overhead-bound = overhead: at most
page-fact-overhead-budget = overhead: time at most
page-fact-overhead-response-bound = overhead: of response times at most
page-fact-overhead-cpu-bound = overhead: of CPU per request at most
page-fact-overhead-memory-bound = overhead: of memory at most
page-fact-overhead-error-bound-points = overhead: of errors at most (points)
page-fact-compare-rate = comparison: rate
page-fact-compare-rounds = comparison: most rounds
page-fact-compare-slot = comparison: slot
page-fact-compare-budget = comparison: at most
page-fact-compare-primary = comparison: primary operations
page-fact-compare-response-margin = comparison: response times are alike within
page-fact-compare-cpu-margin = comparison: CPU per request is alike within
page-fact-compare-memory-margin = comparison: memory is alike within
page-fact-compare-error-margin-points = comparison: errors are alike within (points)
page-fact-confirm-hold = hold of the confirmation
page-fact-of-method = { $method }: { $fact }
page-copy = Copy
page-copied = Copied
page-repeat-note = In the directory of the study, with the same version of loadproof.
page-footer = Made by loadproof { $version }. This file loads nothing from elsewhere.

## Glossary

term-due = Due call
term-due-text = A call that the schedule asks for at a set moment, whether or not the service keeps up. Every share is of the due calls.
term-dropped = Dropped
term-dropped-text = A due call that was never sent, as no connection was free in time. It counts as failed.
term-timeout = Timeout
term-timeout-text = A call that was sent and not answered within its time limit. It counts as an error.
term-cut = Cut
term-cut-text = A call that was still in flight when its trial ended.
term-response-time = Response time
term-response-time-text = From the moment when a call was due to its answer: wait + lateness + service. It does not hide queues that build up before the call is sent.
term-wait = Wait
term-wait-text = Time that a due call waited for a free connection.
term-lateness = Lateness
term-lateness-text = Time by which the generator itself was late. Where it is large, the measurement is not valid.
term-service-time = Service time
term-service-time-text = From sending a call to the end of its answer.
term-percentile = p50, p95, p99
term-percentile-text = The time within which 50, 95 or 99 % of the answered calls were answered.
term-slo = SLO
term-slo-text = A service level objective, such as p99 < 200 ms or errors < 1 %. A trial passes when it keeps all of them.
term-plateau = Plateau
term-plateau-text = A stretch of constant load, held after a ramp. Its judged part gives the figures.
term-trial = Trial
term-trial-text = One plateau at one rate with its ramp and drain, and the verdict on it.
term-span = Judged span
term-span-text = The part of a plateau that the verdict rests on, without settling.
term-warm-up = Warm-up
term-warm-up-text = Load before the first judged trial, so that caches, pools and compilers are ready.
term-capacity = Capacity
term-capacity-text = The highest rate that keeps the SLOs, found by search: coarse steps first, then finer ones between a rate that passed and one that failed.
term-confirmation = Confirmation
term-confirmation-text = A longer trial at the capacity that was found, to show that it was no luck.
term-soak = Soak
term-soak-text = Hours at a share of the capacity, to see whether times, errors or memory drift.
term-start = Start
term-start-text = One fresh start of the service. Starts differ from each other, so variants are compared over several.
term-n = N
term-n-text = The multiple of the study's base rate.
term-interval = 95 % interval
term-interval-text = The range that holds the true figure in 95 of 100 repetitions.
term-doubt = Doubt
term-doubt-text = What may distort the measurement, though it is valid, such as a processor that slowed down.
term-finding = Finding
term-finding-text = What was seen beside the load: a fact that was measured, or a hypothesis on the cause with a way to test it.

## English alone: gc, heap, threads, diagnose, audit, plan, doctor, init

audit-title = loadproof audit: { $table }
audit-sentence = A comparison of { $variants } { $variants ->
    [one] variant
   *[other] variants
} in { $rows } { $rows ->
    [one] row
   *[other] rows
}: { $told }.
audit-sentence-whole = A comparison of { $variants } { $variants ->
    [one] variant
   *[other] variants
}: { $told }.
audit-sentence-tool = Report of { $tool }, { $figures } { $figures ->
    [one] figure
   *[other] figures
}: { $told }.
audit-number-contradiction = { $number } { $number ->
    [one] contradiction
   *[other] contradictions
}
audit-number-doubt = { $number } { $number ->
    [one] doubt
   *[other] doubts
}
audit-closes = nothing in it contradicts itself
audit-read-in-part = it was read in part, and nothing is said of the rest
audit-changes-agree = { $agreeing } of { $changes } printed changes follow from the printed figures
audit-figure = { $figure ->
    [rate] rate
    [calls] calls
    [errors] errors
    [failures] failures
    [failure-rate] failures per second
    [success] success rate
    [median] median
    [mean] mean response time
    [max] longest response time
    [min] shortest response time
    [response] response time
    [cpu] CPU
    [memory] memory
    [duration] duration
   *[other] { $figure }
}
audit-the-service = the service
audit-in-row = { $row }
audit-in-line = line { $line }
audit-points-for-percent = { $cells } of { $whole } changes of { $figure } are called per cent and are percentage points. { $row }: from { $a } to { $b } is { $printed } as points and { $percent } % as a change.
audit-percent-for-points = { $cells } of { $whole } changes of { $figure } are per cent and are not called so. { $row }: from { $a } to { $b } is { $percent } %, printed { $printed }.
audit-change-of-the-other = { $cells } of { $whole } changes of { $figure } are reckoned from the second figure as the base. { $row }: from { $a } to { $b } is { $percent } %, printed { $printed }.
audit-change-wrong = { $cells } of { $whole } changes of { $figure } do not follow from the two figures. { $row }: from { $a } to { $b } is { $right }, printed { $printed }.
audit-within-rounding = { $cells } { $cells ->
    [one] difference
   *[other] differences
} of { $figure } may be rounding alone, such as from { $a } to { $b }.
audit-total-cell = { $figure } of { $variant } ({ $printed })
audit-total-mean-of-percentiles = Totals are plain means of the percentiles of { $rows } rows: { $totals }. A mean of percentiles is no percentile of all calls, and a row that is hardly called weighs as much as any other.
audit-total-weighted-mean-of-percentiles = Totals are call-weighted means of percentiles: { $totals }. No percentile of all calls is made so.
audit-total-outside-bounds = Totals that no calls with these figures can have: { $totals }.
audit-total-bounded = { $figure } of { $variant } is printed as { $printed } and lies between { $low } and { $high }
audit-total-bounded-below = { $figure } of { $variant } is printed as { $printed } and is { $low } or more
audit-total-bounded-above = { $figure } of { $variant } is printed as { $printed } and is { $high } or less
audit-total-plain-mean = The total mean of { $variant }, { $printed }, counts each row once. Weighted by calls it is { $right }.
audit-total-mean-wrong = The total mean of { $variant }, { $printed }, does not follow from the rows. Weighted by calls it is { $right }.
audit-total-extreme = The total { $figure } of { $variant }, { $printed }, is not that of the rows, { $right }.
audit-sum-does-not-close = { $rows } rows of { $variant } make a { $figure } of { $sum } together. The total is printed as { $printed }, { $share } off{ $side ->
    [more] : a fault, or calls of rows that are not printed.
   *[less] , and no calls are less than some of them.
}
audit-error-total = The total share of errors of { $variant }, { $printed }, does not follow from the rows. Weighted by calls it is { $right } %.
audit-printed-twice = The { $figure } of { $variant } is printed twice: { $a } and, in the column { $column }, { $b }{ $converted ->
    [yes] , which would be { $right }
   *[no] { "" }
}.{ $slipped ->
    [yes] { " " }A digit or a decimal point is lost.
   *[no] { "" }
}
audit-printed-beside = The { $figure } of { $variant } is { $a } in the table and { $b } in the text{ $converted ->
    [yes] , where it would be { $right }
   *[no] { "" }
}.{ $slipped ->
    [yes] { " " }A digit or a decimal point is lost.
   *[no] { "" }
}
audit-calls-do-not-fit = { $cells } { $cells ->
    [one] number of calls is
   *[other] numbers of calls are
} not rate times duration. { $row }: { $rate } over { $time } make { $right }, printed { $printed }.
audit-order-broken = { $cells } { $cells ->
    [one] figure is
   *[other] figures are
} out of order. { $row }: { $lower } { $a } is above { $higher } { $b }.
audit-relation-broken = { $cells } { $cells ->
    [one] figure does
   *[other] figures do
} not follow from the others. { $name } is printed as { $printed }; by { $formula } it is { $given }.
audit-given = { $value }
audit-given-least = { $low } or more
audit-given-most = { $high } or less
audit-given-between = { $low } to { $high }
audit-few-calls-above = { $cells } { $cells ->
    [one] percentile has
   *[other] percentiles have
} fewer than { $least } calls above: { $shown }.
audit-thin-cell = { $figure } of { $row }: { $calls } { $calls ->
    [one] call
   *[other] calls
}, { $above } above
audit-durations-differ = { $a } was measured for { $value_a }, { $b } for { $value_b }: what comes with time (caches, leaks, growth of data) is in one more than in the other.
audit-loads-differ = { $a } was loaded with { $value_a } and { $b } with { $value_b }: their figures differ by the load, too.
audit-one-start-each = Each figure is of one start as far as the table says: how far two starts of the same variant lie apart is not known, and no number of calls replaces a second start.
audit-calls-unknown = Neither calls nor duration are printed: how many calls a percentile rests on is not known.
audit-response-of-what = It is not said whether response times are means or percentiles.
audit-weights-unknown = Not all rows say how often they were called: their totals cannot be reckoned.
audit-too-many-rows = The first { $rows } rows are judged: a longer table is of samples, and no comparison.
audit-not-utf-8 = The file is not UTF-8 and is read as { $encoding }. If names look wrong, give --encoding.
audit-ragged-headers = The headers are not as wide as the table (line { $line }): lines are broken, or cut. Give the table with its lines as they were.
audit-ragged-rows = { $rows } { $rows ->
    [one] row has
   *[other] rows have
} more or fewer cells than the headers, first in line { $line }, and { $rows ->
    [one] is
   *[other] are
} not judged. Quote cells that hold separators.
audit-formulas = { $cells } { $cells ->
    [one] cell holds a formula or its error and is
   *[other] cells hold formulas or their errors and are
} not judged, first { $cell } in line { $line }: save the table as values.
audit-default-percentiles = Percentiles have no names in it, and are taken for those of the default settings: { $percentiles }.
audit-rows-of-words = { $rows } { $rows ->
    [one] row
   *[other] rows
} of words (line { $line }) are left out.
audit-unread-percentile = Column “{ $column }” is about a percentile, and which one is not known. Name it in a map: figure p95, for example.
audit-unread-changes = Column “{ $column }” has signed numbers, as changes have, and of what is not known. Name it in a map: figure, change_from and change_to.
audit-unread-cells = { $cells } { $cells ->
    [one] cell
   *[other] cells
} of column “{ $column }” could not be read as a number, the first is “{ $cell }” in line { $line }. Correct them, or leave the column out with a map.
audit-no-total-row = { $tool } ends its tables with a row of all calls, and this one has none: it is cut or edited. Export it again.
audit-no-last-line = { $tool } ends each line with a line feed, and the last one has none: the file is cut or edited. Export it again.
audit-other-columns = Sizes, users and the like, which are not judged: { $columns }.
audit-unpaired-changes = Which two variants a change is of cannot be told: { $columns }. Give change_from and change_to in a map.
audit-unknown-columns = Not known by their headers and not judged: { $columns }. Name them in a map.
audit-section-contradiction = Contradictions
audit-section-doubt = Doubts
audit-section-limit = What this table cannot show
audit-section-changes = Changes, recomputed
audit-section-totals = Totals, recomputed
audit-section-totals-note = The plain mean and the call-weighted mean of percentiles are means of percentiles, and no percentile. The bounds hold for any calls with the printed figures.
audit-section-unread = Not read
audit-section-notes = How the table was read
audit-place = { $text } ({ $number ->
    [one] line
   *[other] lines
} { $lines })
audit-column-row = row
audit-column-figure = figure
audit-column-variant = variant
audit-column-from = from
audit-column-to = to
audit-column-printed = printed
audit-column-recomputed = recomputed
audit-column-percent = in per cent
audit-column-verdict = agrees
audit-column-plain-mean = plain mean
audit-column-weighted-mean = call-weighted mean
audit-column-bounds = bounds of any mixture
audit-agrees = yes
audit-disagrees = no
audit-more-rows = { $rows } more { $rows ->
    [one] row agrees
   *[other] rows agree
}: see --json or --markdown.
audit-bounds = { $low } to { $high }
audit-bounds-open = { $low } or more
gc-title = loadproof gc: { $log }
gc-title-two = loadproof gc: { $b } against { $a }
gc-collector-unknown = a collector that is not named
gc-sentence = { $collector } stopped the service for { $stopped } of { $span }: { $pauses }.
gc-sentence-without-times = { $collector }: { $pauses }; its lines have no times.
gc-sentence-without-pauses = { $collector }: no pause is in the log.
gc-sentence-no-pause-read = { $collector }: no pause was read.
gc-sentence-read-in-part = Read in part. { $doubt } { $sentence }
gc-sentence-pauses = { $pauses } { $pauses ->
    [one] pause
   *[other] pauses
}, the longest { $max }
gc-sentence-pauses-p99 = { $pauses } { $pauses ->
    [one] pause
   *[other] pauses
}, p99 { $p99 }, the longest { $max }
gc-remark-unread-lines = { $lines } { $lines ->
    [one] line looks
   *[other] lines look
} like pauses of a collector and could not be read: line { $line } of { $file }, “{ $example }”. All figures are without them. Give the log as the JVM writes it (-Xlog:gc*:file=gc.log).
gc-remark-unread-lines-unnumbered = { $lines } { $lines ->
    [one] line looks
   *[other] lines look
} like pauses of a collector and could not be read: in { $file }, “{ $example }”. All figures are without them. Give the log as the JVM writes it (-Xlog:gc*:file=gc.log).
gc-remark-unended = { $collections } { $collections ->
    [one] collection has
   *[other] collections have
} lines, but no line with the end and the duration of a pause could be read, such as for “{ $example }”. Their pauses are in no figure. Give the whole log of -Xlog:gc*.
gc-remark-compressed-cut = The compressed file ends early: the rest of the log is missing. Copy the file once more.
gc-remark-compressed-broken = The compressed file is damaged: from there on the log is missing. Copy the file once more.
gc-remark-compressed-trailing = Bytes that are not compressed follow in the compressed file, and were not read. Give each file by itself.
gc-remark-full-collections = { $collections } full { $collections ->
    [one] collection
   *[other] collections
} that nobody asked for, the longest { $longest }: the collector ran out of room. Give a larger heap, or let it begin its cycles earlier.
gc-remark-degenerated = { $collections } { $collections ->
    [one] cycle was
   *[other] cycles were
} finished in a pause (degenerated), as memory ran out beside it. Give a larger heap, or more concurrent threads.
gc-remark-evacuation-failures = In { $collections } { $collections ->
    [one] collection
   *[other] collections
} objects could not be moved, for want of room or as they were pinned.
gc-remark-stalls = Threads waited for memory { $stalls } { $stalls ->
    [one] time
   *[other] times
}, { $total } in all, { $longest } at the longest: the collector was slower than the service allocates. No pause counts these.
gc-remark-asked-for = { $pauses } { $pauses ->
    [one] pause was
   *[other] pauses were
} asked for, mostly by { $cause }, the longest { $longest }. -XX:+DisableExplicitGC ignores System.gc().
gc-remark-asked-for-outside = { $pauses } { $pauses ->
    [one] pause was
   *[other] pauses were
} asked for from outside, mostly by { $cause }, the longest { $longest }.
gc-remark-slow-to-stop = Threads took up to { $longest } to come to a stop, which is in no pause: a service waits for both.
gc-remark-live-set-grows = What is alive grows along a line by { $pace } an hour, from { $first } to { $last }: a leak, as far as this log reaches.
gc-remark-live-set-near-limit = At the end { $last } were alive, { $share } of the largest heap ({ $limit }).
gc-remark-pauses-not-logged = Pauses of ZGC are not in this log, so that nothing is said of them. Log its phases, too: -Xlog:gc*.
gc-remark-no-times = Its lines have no times: shares and rates cannot be told. Log with a time: -Xlog:gc*:file=gc.log:uptime,level,tags.
gc-remark-unlike-times = Its files have different kinds of times: the time between them is not counted.
gc-remark-mixed = Lines of several JVMs are mixed, or lines stand twice: { $collections } { $collections ->
    [one] collection does
   *[other] collections do
 } not follow the number before. No figure is right. Give the log of one JVM, such as that of docker compose logs SERVICE or kubectl logs POD.
gc-remark-missing-collections = { $collections } { $collections ->
    [one] collection is
   *[other] collections are
} missing by their numbers: a part of the log was not given. Their pauses are in no figure, and the time is.
gc-remark-several-vms = It is of { $vms } VMs, one after the other: figures are of all of them.
gc-remark-cut = It ends in the middle of a line: the log was cut, or is still being written.
gc-remark-one-start-each = Each log is of one start: how far two starts of the same service lie apart is not known. Rank variants by loadproof compare.
gc-remark-unlike-collectors = The collectors differ, { $a } and { $b }: their pauses are different work.
gc-remark-unlike-versions = The JDKs differ: { $a } and { $b }.
gc-remark-unlike-heaps = The heaps may grow to { $a } and to { $b }: pauses and how often they come depend on it.
gc-remark-unlike-spans = The logs are of { $a } and of { $b }: what comes with time, such as a warm-up, weighs more in one.
gc-remark-unlike-allocation = The second log allocates otherwise ({ $change } against the first): its load or its code differs, and pauses with it.
gc-remark-stalls-are-no-pauses = Threads waited for memory { $stalls } { $stalls ->
    [one] time
   *[other] times
} outside of pauses: pauses alone do not compare the two.
gc-comparison = { $b } against { $a }: { $told }, within these two starts.
gc-comparison-read-in-part = { $logs } could be read only in part: { $b } against { $a } cannot be judged.
gc-comparison-nothing = { $b } against { $a }: no difference is shown.
gc-difference-higher = { $figure } is higher
gc-difference-lower = { $figure } is lower
gc-figure = { $figure ->
    [stopped_share] time in pauses
    [p50_ms] pauses, p50
    [p95_ms] pauses, p95
    [p99_ms] pauses, p99
    [p99_9_ms] pauses, p99.9
    [max_ms] longest pause
    [allocation_mib_per_s] allocation
    [promotion_mib_per_s] promotion
    [live_set_mib] live set, median
    [heap_mib] heap at the end
    [full_collections] full collections
   *[other] { $figure }
}
gc-verdict-higher = higher
gc-verdict-lower = lower
gc-verdict-cannot-tell = cannot tell
gc-verdict-not-judged = not judged
gc-reason-apart = the intervals of 95 % lie apart
gc-reason-overlap = the intervals of 95 % overlap
gc-reason-few = too few pauses, or too short a log, for an interval
gc-reason-read-in-part = a log was read only in part
gc-reason-short = the log is too short for an interval
gc-reason-absent = one of the logs does not tell it
gc-reason-extreme = one extreme of each
gc-reason-one-level = one level of each start
gc-reason-setting = set by the collector and its options
gc-reason-count = a count of each start
gc-section-pressure = What stands out
gc-section-doubt = What may mislead
gc-section-figures = Figures
gc-section-pauses = Pauses by kind and cause, ms
gc-section-comparison = Side by side
gc-section-comparison-doubts = What else stands between them
gc-column-kind = pause
gc-column-cause = cause
gc-column-pauses = pauses
gc-column-total = total
gc-column-mean = mean
gc-column-max = longest
gc-column-figure = figure
gc-column-value = value
gc-column-difference = difference
gc-column-verdict = verdict
gc-column-reason = reason
gc-all-pauses = all, each stop once
gc-more-kinds = { $kinds } more { $kinds ->
    [one] kind
   *[other] kinds
} (--full)
gc-fact-files = files
gc-fact-collector = collector
gc-fact-version = JDK
gc-fact-span = length of the log
gc-fact-throughput = time outside of pauses
gc-fact-stopped = time in pauses
gc-fact-allocation = allocation
gc-fact-promotion = promotion
gc-fact-heap = heap
gc-fact-live-set = live set
gc-fact-full = full collections
gc-fact-stalls = waits for memory
gc-fact-safepoints = safepoints
gc-per-second = { $size }/s
gc-points = { $points } points
gc-heap-told = { $end } at the end, { $largest } at the largest, at most { $limit }
gc-live-set-told = { $median } in the median, from { $first } to { $last } over { $collections } { $collections ->
    [one] collection
   *[other] collections
} ({ $by })
gc-live-told-by = { $kind ->
    [full] after full collections
    [mixed] after mixed collections
    [marked] as ZGC marked it
    [old_marked] of the old generation, as ZGC marked it
    [cycle] in use after cycles
   *[other] { $kind }
}
gc-stalls-told = { $number }, { $max } at the longest
gc-safepoints-told = { $number }, { $share } of the time, { $max } at the longest; threads took up to { $reaching } to stop
threads-title = loadproof threads
threads-circle = { $dump }: { $waits }.
threads-section-deadlocks = Deadlocks
threads-section-waits = Who is held up
threads-section-locks = Hot locks
threads-section-roots = Who holds others up and waits for nobody
threads-section-dumps = Dumps
threads-section-stacks = Stacks that threads share
threads-flame = All stacks of all dumps, the oldest call above; the wider a call, the more threads were in it. A frame says its full name when it is pointed at.
threads-section-remarks = What may mislead
threads-more = { $number } more: see --full or --json.
threads-column-lock = lock
threads-column-waits = waits
threads-column-at-once = most at once
threads-column-dumps = dumps
threads-column-objects = objects
threads-column-places = waited for at
threads-column-holders = held by
threads-column-held-at = taken at
threads-column-thread = thread
threads-column-place = stands at
threads-column-held-up = held up
threads-column-chain = longest chain
threads-column-dump = dump
threads-column-threads = threads
threads-column-virtual = virtual
threads-column-states = states
threads-stack = { $threads } { $threads ->
    [one] thread
   *[other] threads
} in all, { $most } at once, { $state } at { $place }
vm-title = loadproof diagnose { $process }
vm-sentence = { $collectors }; its threads used { $used }. { $threads }
vm-sentence-ended = It ended while it was looked at. { $collectors }; its threads used { $used }. { $threads }
vm-sentence-and-heap = { $vm } { $heap }
vm-collectors-took = Its collectors stopped it for { $share } of the time
vm-collectors-unknown = How long its collectors stop it is not told
vm-threads-unknown = What its threads wait for is not known.
vm-remark-pauses = Its collectors stopped it for { $share } of the time: each call that is due then waits. See what allocates, or give a larger heap.
vm-remark-near-limit = Alive after a collection were { $alive }, { $share } of the { $most } that there can be: little is left for work, and collections come ever more often.
vm-remark-full-collections = It collected its whole heap at once { $collections } { $collections ->
    [one] time
   *[other] times
} ({ $cause }): G1 does so only where nothing else is left, or where it is asked to.
vm-remark-one-core = “{ $thread }” used { $cores }: work that one thread does gets no faster by more processors ({ $place }).
vm-remark-ended = The process ended meanwhile: what it told until then is here.
vm-remark-not-asked = It could not be asked for its threads, classes and heap: { $why }
vm-remark-unreadable-counters = Its counters could not be read ({ $why }). Run as its user, or as root.
vm-remark-no-counters = It shares no counters (-XX:-UsePerfData, -XX:+PerfDisableSharedMem, or a /tmp that cannot be written): its pools, classes and safepoints are not known, its collections by its log alone.
vm-remark-no-log = It writes no log of its collections to a file: pauses by cause, allocation and promotion are not known. Switch one on while it runs: jcmd PID VM.log output=gc.log what=gc*
vm-remark-no-native = It does not track its native memory: direct buffers are not told. Start it with -XX:NativeMemoryTracking=summary, which costs some memory and time.
vm-remark-no-classes = How much each class has is not known: { $why }
vm-remark-no-heap-dump = There is no whole heap dump: { $why }. What was written, if anything, is at { $file }.
vm-remark-heap-dump-cached = The heap dump is in the page cache, too: until the kernel needs it, { $size } more count against the memory limit of who wrote it. The file holds all that the service knows, passwords among it.
vm-remark-heap-dump-unread = The heap dump was not read: { $why }
vm-remark-long-log = Its log { $file } is longer than 256 MiB: its last mebibyte was read. All of it: loadproof gc { $file }
attach-ended = it has ended
attach-not-java = it is no HotSpot VM
attach-no-rights = it is of another user ({ $detail }); run as that user, or as root
attach-switched-off = it runs with -XX:+DisableAttachMechanism; start it without
attach-not-listening = it does not catch SIGQUIT, as while it begins, and would end by it; ask once more
attach-stopped = it is stopped (SIGSTOP, a debugger); let it go on
attach-no-place = neither its working directory nor its /tmp can be written ({ $detail })
attach-silent = it opened no socket in its /tmp, or did not answer in time: /tmp may be read-only, or the VM hang
attach-foreign = another process listens in its place, or what answers speaks otherwise
attach-failed = it says: { $detail }
vm-section-pressure = What stands out
vm-section-doubt = What is not told, and what may mislead
vm-section-figures = What it did meanwhile
vm-section-memory = Memory
vm-section-collectors = Collectors
vm-section-lock-times = Time lost at locks
vm-remark-no-recording = Flight Recorder told no waits: { $why }.
vm-remark-recording-kept = The recording of its waits is kept at { $file }.
vm-remark-recording-too-long = The recording has more waits than are read here: those that came first are told. Look for fewer seconds, or open { $file } in JDK Mission Control.
vm-section-busy = Threads by processor time
vm-section-classes = Classes, with garbage
vm-fact-command = program
vm-fact-runtime = runtime
vm-fact-collector = collector
vm-fact-heap-max = largest heap
vm-fact-processors = processors it counts on
vm-fact-seconds = looked at for
vm-fact-heap-dump = heap dump
vm-fact-pauses = time in pauses
vm-fact-cause = cause of the last collection
vm-fact-allocation = allocation
vm-fact-promotion = promotion
vm-fact-live-set = alive after a collection
vm-fact-resident = memory of the process
vm-fact-safepoints = safepoints
vm-fact-contended = waits for monitors, /s
vm-fact-classes = classes loaded
vm-fact-threads = Java threads
vm-fact-cores-service = processor time of the service itself
vm-fact-cores-collector = processor time of collectors
vm-fact-cores-compiler = processor time of compilers
vm-fact-cores-vm = processor time of the VM
vm-heap-dump-told = { $file }, { $size }, written in { $took }
vm-live-set-told = { $alive } of { $most } at most
vm-safepoints-told = { $number }, { $share } of the time, those of these dumps among them
vm-column-pool = memory
vm-column-used = in use
vm-column-committed = of the system
vm-pool = { $pool ->
    [eden] eden
    [survivor] survivors
    [young] young generation
    [old] old generation
    [heap] heap
    [metaspace] metaspace
   *[other] { $pool }
}
vm-native-part = { $part ->
    [Other] of the system: direct buffers and other (Other)
   *[other] of the system: { $part }
}
vm-column-collector = collector
vm-column-collections = collections
vm-column-paused = stopped it for
vm-column-thread = thread
vm-column-group = works for
vm-column-cores = cores
vm-column-allocated = allocates
vm-column-state = state
vm-column-place = stands at
vm-group = { $group ->
    [service] the service
    [collector] collector
    [compiler] compiler
   *[vm] VM
}
vm-column-lock = lock
vm-column-waits = waits of 1 ms and more
vm-column-lost = lost, all threads
vm-column-longest = longest
vm-column-class = class
vm-column-objects = objects
vm-column-size = size
heap-title = loadproof heap
heap-even = No field and no object keeps a tenth of the heap or more.
heap-empty = The dumps hold no objects: nothing can be told.
heap-cannot-tell = What keeps what cannot be told of these dumps; most of the memory is in objects of { $class } ({ $memory }).
heap-remark-one-dump = One dump shows what is large, not what grows: take three under load, some minutes apart.
heap-remark-two-dumps = Two dumps do not tell what grows from what fills up once: take three, at equal distances.
heap-remark-may-fill = A cache that still fills grows as a leak does: see whether it goes on behind the limit that it should have.
heap-remark-finalizer = Objects that only wait for their finalizers keep as much as { $share } of what is alive: the finalizer may not keep up.
heap-remark-loaders = { $loaders } class loaders have a class { $class } each: loaders of earlier deployments may be held.
heap-remark-cut = { $dump } is cut at { $at }: its objects up to there are counted by class, dead ones among them; what keeps what is not told, as roots may be missing.
heap-remark-corrupt = { $dump } is broken from { $at } on: its objects up to there are counted by class, dead ones among them; what keeps what is not told.
heap-remark-length = { $dump }: the length of the record at byte { $byte } does not fit what follows it. The objects before it are counted by class, dead ones among them; what keeps what is not known. Take the dump once more.
heap-remark-mended = { $dump }: { $segments } { $segments ->
    [one] segment has
   *[other] segments have
} length 0, as a JVM writes it into a pipe or before it dies; the content was read to the next record.
heap-remark-memory = { $dump }: to tell what keeps what, about { $needed } of free memory are needed; its objects are counted by class, dead ones among them.
heap-remark-no-roots = { $dump } has no roots: what is alive cannot be told, and its objects are counted by class.
heap-section-growth = What grows
heap-section-suspects = What keeps most
heap-section-ways = Shortest ways from a root
heap-section-tree = Dominator tree, first levels
heap-section-levels = Dominator tree, level by level
heap-section-classes = Classes
heap-section-fields = Fields by what they keep
heap-section-buffers = Direct buffers, outside of the heap
heap-section-dumps = Dumps
heap-section-remarks = What may mislead
heap-more = { $number } more: see --full or --json.
heap-column-class = class
heap-column-field = field
heap-column-kept-by-dump = kept, dump by dump
heap-column-grown = grown by
heap-column-per-hour = per hour
heap-column-share-of-growth = of all growth
heap-column-objects = objects
heap-column-bytes = own memory
heap-column-kept = keeps
heap-column-loaders = loaders
heap-column-objects-change = objects since the first
heap-column-bytes-change = own memory since the first
heap-column-how = how
heap-column-targets = refers to
heap-column-target = largest of these
heap-column-holder = held by
heap-module-file = the JDK's own module file (mapped lib/modules), no memory of the application
heap-column-buffers = buffers
heap-column-outside = outside of the heap
heap-column-dump = dump
heap-column-after = after, s
heap-column-reachable = alive
heap-column-soft = held softly only
heap-column-object = object
heap-column-share = of the heap
heap-column-children = keeps with none between
heap-way-from = { $root }
heap-way-left-out = … { $number } more …
heap-root-jni-global = root: reference of native code
heap-root-jni-local = root: local variable of native code
heap-root-java-frame = root: local variable
heap-root-native-stack = root: native stack
heap-root-sticky-class = root: class of the boot loader
heap-root-thread-block = root: what a thread works on
heap-root-monitor = root: monitor in use
heap-root-thread = root: thread
heap-root-unknown = root
heap-kind-field = alone
heap-kind-static = static
heap-kind-thread-local = thread-local
heap-kind-local = local variable
heap-kind-shared = shared
heap-link-local = local variable
heap-link-class = class
heap-link-unknown = by way of others
heap-class-itself = class { $name }
heap-node = { $share } · { $memory } · { $name }
heap-held-by = { $link } → { $name }
heap-held-by-others = { $link } … → { $name }
heap-held-as-root = { $name } ({ $root })
heap-child-class = { $number }, keep { $memory }
heap-holder-none = nobody known
progress-reading = reading { $name }
progress-watching = looking at process { $name }
progress-watching-database = observing the database
database-diagnosis-title = loadproof diagnose { $database }
database-diagnosis-pressed = { $database }: { $causes }. { $activity }
database-diagnosis-deadlocked = { $database }: the server broke { $deadlocks } { $deadlocks ->
    [one] deadlock
   *[other] deadlocks
}. { $activity }
database-diagnosis-ended = { $database }: the server stopped answering. { $activity }
database-diagnosis-cannot-tell = { $database }: no cause was found, but parts that causes rest on were not read. { $activity }
database-diagnosis-calm = { $database }: no cause of slowness was found. { $activity }
database-diagnosis-nothing-seen = The server gave too few readings for more.
database-diagnosis-activity = Within { $time }, { $active } sessions were active on average, of which { $waiting } waited for locks.
database-diagnosis-activity-of-statements = Within { $time }, { $active } sessions were active on average, of which { $waiting } waited for locks, at { $rate } statements/s.
database-diagnosis-failed-readings = { $failed } of { $whole } readings failed, the last one because: { $why }
database-diagnosis-unreadable = the answer of the server cannot be read ({ $why }); check which server answers at this address
database-diagnosis-interrupted = The observation was ended early. All figures are of the time until then.
database-diagnosis-causes = Causes
database-diagnosis-lines = In short
database-diagnosis-remedies = These statements, run in the database as a superuser, give what is missing:
progress-planning = forecasting the study
progress-machine = looking at this machine
planned-plateau = { $method ->
    [smoke] the smoke test
    [plateaus] the lowest of its plateaus
    [capacity] the confirmation of the capacity
    [confirm] the confirm
    [soak] the soak
    [users] the load of users
    [load] the load
    [compare] the comparison
    [overhead] the overhead
   *[other] { $method }
}
plateau-title = { $method ->
    [smoke] smoke test
    [plateaus] plateaus, the lowest
    [capacity] capacity, its confirmation
    [confirm] confirm
    [soak] soak
    [users] load of users
    [load] load
    [compare] comparison
    [overhead] overhead
   *[other] { $method }
}
planned-plateau-at = { $name } ({ $hold } at { $rate }/s)
planned-plateau-of-users = { $name } ({ $hold } with { $users } users)
forecast-sentences = { $sentences }
study-takes = The study{ $extent } takes about { $duration }.
study-extent = { " " }({ $parts })
variants-of-study = { $variants } { $variants ->
    [one] variant
   *[other] variants
}
starts-of-each = { $starts } { $starts ->
    [one] start
   *[other] starts
} of each
duration-with-interval = { $median } (80 %: { $low } to { $high })
operation-has-enough = In { $plateau } its operation has calls enough for a p99.
operations-have-enough = In { $plateau } { $enough } of { $all } operations have calls enough for a p99.
slos-may-lack-calls = Of { $slos } there may be too few calls to be judged.
slo-lacks-calls = { $method }: { $slo } needs { $needed } { $needed ->
    [one] call
   *[other] calls
} to be judged; { $trial ->
    [first] its first trial
    [last] its last trial
   *[only] it
} will bring about { $calls } in { $hold } at { $rate }/s
soak-planned-too-short = { $plateau }: too short for the trends of a soak, which need { $needed }
often-undecided = { $method }: { $share } of the simulated starts were left undecided
operations-lack-calls = { $plateau }: too few calls for a p99 of { $operations }
names-and-more = { $names } and { $more } more
shortage = { $text }. Cure: { $cure }.
assumption = { $text }.
assumption-with-option = { $text } (say it by { $option }).
assumed-capacity = the capacity is between { $low } and { $high } arrivals/s: { $why }
level-assumed-capacity = the capacity is between { $low } and { $high }: { $why }
assumed-within-given = within { $share } of --capacity
assumed-any-as-likely = any of them as likely as another
assumed-above-study = above every rate of the study
assumed-service-time = a call takes between { $low } and { $high } by itself, more or less evenly from call to call
assumed-alike = every operation is served alike, and no trial is made invalid by the machine; no failure, warm-up or drift is foreseen
assumed-apdex = every SLO on an Apdex is kept: the targets say nothing about the service before it is measured
assumed-conditions = a condition on a variable holds every other time
assumed-start = the services of a variant take { $time } to start, every time
assumed-no-start = the services of a variant take no time at all to start
assumed-starts-differ-by-chance = the starts of a variant differ by chance alone, and variants are unknown services of their own
assumed-rounds = one variant scatters from round to round, besides its calls, by { $scatter }
assumed-overhead = what one start shows a feature to cost scatters from start to start by: { $scatter }
assumed-switch = { $kind ->
    [url] a feature is switched by a call in { $time }
   *[command] a feature is switched by a command in { $time }
}
plan-title = loadproof plan: { $study }
plan-nothing-sent = Nothing was sent and nothing was started: this is a forecast.
plan-section-duration = How long it takes
plan-section-slos = SLOs
plan-section-assumed = Assumed
plan-section-run = Run it
plan-more = and { $count } more: --full
plan-full = every table: --full
plan-section-shortages = What it will not be able to say
plan-section-plateau = What is known after it ({ $name }: { $hold } at { $rate }{ $multiple })
plan-multiple = , { $multiple } N
plan-rate = { $rate }/s
plan-rate-with-interval = { $rate }/s ({ $low } to { $high })
plan-duration-note = Median, and the interval that holds 80 % of the simulated starts. The length of a search is random: it ends each trial as soon as it can be decided. A row with a dash is part of the row above it.
starting-takes = { $time } to start the stand
starting-is-assumed = { $time } to start the stand, which is assumed
pause-between-starts = a pause of { $time } between two of them
starting-and-pauses = { $starting }, and { $pause }
plan-starts-note = The whole is { $starts ->
    [one] one start
   *[other] { $starts } starts
}, with { $added }; a method's row is one start.
whole-study = the whole study
outcome-with-share = { $outcome } { $share }
planned-outcome-held = held
planned-outcome-found = found
planned-outcome-coarse = coarse
planned-outcome-at-least = at least
planned-outcome-none-passed = none passed
planned-outcome-drifting = drifting
planned-outcome-passed = passed
planned-outcome-failed = failed
planned-outcome-steady = steady
planned-outcome-measured = measured
planned-outcome-not-steady = not steady
planned-outcome-never-steady = never steady
planned-outcome-undecided = undecided
planned-outcome-invalid = invalid
planned-outcome-not-run = not run
plan-column-variant = Variant
planned-part = – { $method }
plan-column-method = Method
plan-column-median = Median
plan-column-interval = 80 % interval
plan-column-trials = Trials
plan-column-outcomes = Simulated outcomes
plan-column-operation = Operation
plan-column-per-second = Calls/s
plan-column-calls = Calls
plan-column-deviations = 3 deviations
plan-column-visible = Visible in p99
plan-column-weight = Weight
plan-column-needed-weight = Weight needed
plan-column-slo = SLO
plan-column-rate = Rate
plan-column-hold = Hold
plan-column-needed-calls = Needed
plan-column-judged = Can be judged
plan-plateau-note = ±: half the width of the 95 % interval within one start, in % of the value. “Visible in p99”: the smallest change between two variants that a comparison of five rounds sees with 90 % power. “Weight needed”: gives calls enough for a p99 in this hold.
too-few-calls = too few
flow-by-name = { $name } (flow)
plan-without-slos = There is none to be judged.
search-trial = { $method }, { $trial ->
    [first] first
   *[last] last
} trial
