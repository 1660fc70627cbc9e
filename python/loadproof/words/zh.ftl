### 简体中文。CONTRIBUTING.md 的 "A language" 说明本文件的写法。尚未经母语者审校。

# 术语：每个术语只有一种译法。
# alarm: pending, fires, resolved = 告警：待定、触发、已恢复;
# answer (of a method) = 结果; baseline = 基线; call = 请求; capacity = 容量; comparison = 对比; confirmation = 确认;
# cut, dropped, timeout = 截断、丢弃、超时; doubt = 存疑; due = 计划; finding: fact, hypothesis = 发现：事实、假设;
# garbage collector, heap, live set = 垃圾回收器、堆、存活对象; generator (of load) = 发压端; injection = 故障注入; interval of 95 % = 95% 区间;
# lateness = 滞后; level, switch (of a feature) = 水平、切换; mean, median, percentile = 平均、中位数、百分位; metric = 指标;
# overhead = 开销; plateau = 平台段; profile = 负载模型; rate (of calls) = 速率; recovery = 恢复;
# response time, service time, wait = 响应时间、服务时间、等待; round, cycle = 轮次、循环; share (of calls) = 比例; soak = 稳定性测试;
# span (judged) = 判定时段; spike = 突增; stage = 阶段; stand = 被测环境; start (of services) = 启动; study = 研究; trial = 试次;
# variant = 变体; virtual time = 虚拟时间; warm-up = 预热

## Language

language-name = 简体中文
said = { $text }

## Units and lists

unit-microsecond = { $number } µs
unit-millisecond = { $number } ms
unit-second = { $number } 秒
unit-minute = { $number } 分钟
unit-hour = { $number } 小时
unit-percent = { $number }%
unit-byte = { $number } B
unit-kilobyte = { $number } kB
unit-megabyte = { $number } MB
unit-gigabyte = { $number } GB
unit-mebibyte = { $number } MiB
unit-gibibyte = { $number } GiB
unit-cores = { $number } 核
list-commas = 、
list-clauses = ；
list-sentences = { "" }
slo-errors = 错误率
slo-rate = 速率

## Judge

calls-all = 请求
calls-of-operation = “{ $operation }”请求
slo-counted-rate = { $calls }的完成数与计划数相差 { $share }（上限 { $limit }）
slo-counted-errors = { $share } 的{ $calls }失败（上限 { $limit }）
slo-counted-apdex = { $calls }的 Apdex 为 { $score }（下限 { $limit }）
slo-counted-percentile = { $share } 的{ $calls }耗时超过 { $threshold } 或失败（上限 { $limit }）
slo-shown = { $counted }，{ $held }后以 { $confidence } 的置信度判定
slo-held = { $counted }，持续 { $held }
slo-held-by-count = { $counted }，持续 { $held }；以计数比例判定，因其界限（{ $low } 至 { $high }）包含上限
slo-fell-behind = { $counted }，持续 { $held }；服务跟不上负载
slo-near-limit = { $counted }：过于接近上限，持续 { $held }仍无法判定
slo-overload = { $counted }，其中连续 { $row }内多数请求如此，{ $held }后判定
slo-lost = { $counted }，其中最后 { $row }内多数请求如此，{ $held }后判定
replies-expected = { $operations } 个操作的回复均符合预期
replies-not-expected = { $of } 个操作中有 { $failed } 个出现失败的调用
replies-none = 没有任何回复或错误：{ $operations }
replies-slow = { $calls } 个回复慢于 { $slo } 的限值（占符合预期的回复的 { $share }）
slo-none = 没有需要满足的 SLO
slo-few-calls = { $slo }：计划的{ $calls }有 { $due } 个，至少需要 { $needed } 个
calls-in-flight-grew = 始终未进入稳态：在途请求数在 { $held }内增加了约 { $growth } 个
clauses = { $clauses }
verdict-interrupted = 未结束即被中断
slot-held = 已保持到结束
connections-opened-in-slot = 在参与判定的时间内新建了 { $opened } 个连接
trial-interrupted = 该试次在 { $held }后被中断
service-died-in-trial = 服务“{ $service }”在该试次期间异常退出
calls-sent-again = { $calls } 个请求（{ $share }）被再次发送：复用的连接在响应开始之前被关闭
own-errors = { $calls } 个请求因 loadproof 自身的原因而失败，与服务无关：{ $kinds }
own-process-failed = loadproof 自身的进程{ $fault ->
    [stopped] 被暂停
   *[died] 已终止
}：{ $role ->
    [awake] 使处理器保持唤醒的进程
    [command] 被测环境命令的监管进程
   *[supervisor] 服务“{ $service }”的监管进程
}
calls-sent-late = { $share } 的请求被发压端延迟 { $late } 以上才发出（允许：{ $limit }）
shard-busy = 发压端分片 { $shard } 占用了其 CPU 核的 { $share }（允许：{ $limit }）
resource-exhausted = { $resource ->
    [open-files] 无法再打开文件（ulimit -n）
    [file-table] 本机的打开文件表已满（fs.file-max）
    [disk] 磁盘已满
    [quota] 磁盘配额已用尽
    [read-only] 该位置为只读
    [file-size] 文件达到允许的最大大小（ulimit -f）
    [processes] 无法再启动进程或线程（ulimit -u、pids.max）
    [ports] 没有空闲的本地端口（net.ipv4.ip_local_port_range）
    [temporary-directory] 没有可写的临时目录（TMPDIR）
    [proc] 没有 /proc
    [cpu-time] loadproof 的 CPU 时间已用尽（ulimit -t）
   *[memory] 内存不足（ulimit -v、memory.max）
}{ $is_placed ->
    [yes] （{ $place }）
   *[no] {""}
}
run-exhausted = { $why }：运行在得到全部答案之前结束
readings-failed = 有 { $count } 次未能读取{ $what ->
    [machine] 本机状态
    [services] 服务状态
    [metrics] 导出的指标
    [use] 各变体的用量
   *[run] 运行数据
}：{ $why }
files-exhausted = 有 { $times } 次无法再为连接打开文件
ports-exhausted = 有 { $times } 次没有空闲的本地端口可用于建立连接
connection-room-used = 请求在等待发压端的连接：所需连接数超过本机可容纳的 { $room } 个，或所需的建立速度超过单台机器的能力
connections-busy = 允许的连接全部被占用，请求只能等待
machine-used-by-others = 该试次期间，既不属于 loadproof 也不属于被测环境的进程占用了本机 { $share } 的处理器时间
machine-stolen = 虚拟机监控程序占走了 { $share } 的处理器时间
machine-speed-varied = 本机的速度并非始终一致：同样的工作耗费 { $least } 至 { $most } µs 的 CPU 时间，最多相差 { $ratio } 倍
span-left-out = { $why }；测量区间中有 { $left_out }因此不参与判定
outside-span = { $why }，仅发生在本来就不参与判定的时段
stalled-once = 发压端停顿了 { $length }（{ $cause }）
stalled-often = 发压端停顿了 { $times } 次，最长 { $most }，合计 { $length }（{ $cause }）
stall-cause = { $cause ->
    [starved] 已就绪，但得不到处理器
    [busy] 正忙于自身的工作
    [stopped] 发压端或其所在机器被暂停
    [unknown] 内核未说明原因
   *[other] { $cause }
}
stand-starved-generator = 被测环境占用了几乎全部处理器时间，使发压端最长 { $length }得不到处理器：这不能作为开脱的理由
others-took = 最多 { $most }
others-took-named = 最多 { $most }（{ $names }）
others-disturbed = 该试次中有 { $length }受到其他进程干扰：{ $took }
others-disturbed-too-much = { $span }中有 { $disturbed }受到其他进程干扰，无法区分哪些表现属于服务本身
others-always-there = 其他进程在大部分时间都占用本机；测得的是服务与它们共存时的表现
others-always-took = 其他进程在大部分时间都占用本机：{ $took }；测得的是服务与它们共存时的表现
named-hypervisor = 虚拟机监控程序
named-unreadable-processes = 无法读取的进程
disks-used-by-others = 该试次期间，磁盘读写字节中有 { $share } 来自其他进程（{ $names }），{ $who ->
    [ours] 我方进程
   *[machine] 本机
}有 { $waited } 的时间在等待磁盘
memory-used-by-others = 本机内存不足：仅剩 { $least }，{ $who ->
    [ours] 我方进程
   *[machine] 本机
}有 { $waited } 的时间在等待内存，换页 { $swapped }；其他进程占用 { $others }（{ $names }），我方进程占用 { $ours }
files-too-few = { $connections } 个连接可能需要打开 { $needed } 个文件，而上限为 { $limit } 个
certificates-unchecked = 未校验证书：响应者可能是任意服务器
machine-shared = 本机的其他进程被视为环境的一部分（--shared-machine）
machine-this = 本机
resource-cpu = CPU
resource-memory = 内存
resource-disk = 磁盘
resource-network = 网络
machine-saturated = { $machine } 的{ $resource }在 { $share } 的判定秒内饱和：同样的压力下，另一次运行的结果可能不同
machine-saturated-before = 在判定区间之前的 { $length }中，{ $machine } 的{ $resource }有 { $saturated }处于饱和
load-machine-saturated = 产生压力的 { $machine } 的{ $resource }在 { $share } 的判定秒内饱和：请求的滞后或变慢可能不是服务的问题
load-machine-saturated-for = 产生压力的 { $machine } 的{ $resource }有 { $length }处于饱和
load-machines-saturated-too-long = 产生压力的机器处于饱和，{ $span }中有 { $left_out }不参与判定：剩余时间太少
load-machines-saturated-at-end = 产生压力的机器在决定该试次结果的最后几秒处于饱和
flow-cut = 流程“{ $flow }”的 { $due } 次执行中有 { $cut } 次在该试次结束时尚未完成，计为被截断
iterations-late = 流程“{ $flow }”有 { $share } 的迭代比设定的节奏晚开始 { $late } 以上
warm-up-few-values = 有 { $values } 个间隔为 { $step }的值，需要 { $needed } 个
warm-up-little-left = { $whole }中除去前 { $onset }后所剩数据过少，需要 { $needed }
warm-up-still-moved = 在 { $whole }的最后 { $rest }内仍朝一个方向变化
warm-up-kept-level = 在 { $whole }中从 { $onset }起保持平稳
warm-up-of-figure = { $figure }：{ $found }
warm-up-ended = { $onset }后预热完成（MSER-5），负载持续 { $held }
warm-up-never-ended = { $held }内始终未进入稳态：{ $figures }
warm-up-few-answers = { $held }内得到的响应过少，无法判断是否预热完成
warm-up-unanswered = 预热 { $ended }后，已连续 { $row }没有任何响应
recovery-back = { $after }后恢复到基线水平
recovery-not-back = 低负载 { $held }后仍未恢复到基线水平
figure-response-p50 = 响应时间中位数
figure-response-p95 = 响应时间 p95
figure-errors = 错误率
figure-memory = 服务 { $service } 的内存
figure-live-set = 服务 { $service } 的存活对象
soak-too-short = 样本不足：稳定性测试至少需要 { $needed }，本次只持续了 { $held }
soak-disturbed = { $span }中有三分之二以上受到其他进程干扰：无法判断趋势
soak-no-calls = 样本不足：没有任何计划请求
soak-few-samples = 样本不足：{ $why }；请将负载保持约 { $needed }
soak-steady = { $figures } 项指标均无显著上升
soak-few-stretches = { $figure }：需要 { $stretches } 个时段，每段至少有 { $calls } 个得到响应的请求
soak-unanswered = { $figure }：没有响应的时段缺少数值
soak-few-readings = { $figure }：只在 { $read } 个时段读到数值，需要 { $needed } 个
trend-may-have-risen = { $figure }：{ $span }内最多可能上升了 { $most }，时长不足，无法判断
trend-no-level = { $figure }：{ $span }内从 { $begin } 到 { $end } 持续变化，始终未达到稳定水平
trend-rose = { $figure }：{ $span }内从 { $begin } 上升到 { $end }
trend-fell = { $figure }：{ $span }内从 { $begin } 下降到 { $end }
trend-levelled-off = { $figure }：{ $after }后趋于平稳，保持在 { $end }
trend-no-rise = { $figure }：{ $span }内无显著上升
trend-disturbed = { $trend }；其中 { $disturbed }受到其他进程干扰
memory-fills = { $figure }：{ $span }内从 { $begin } 上升到 { $end }，照此速度，{ $limit } 的上限将在 { $about }后耗尽（{ $least }至 { $most }）
memory-rose-to-end = { $figure }：在服务终止之前的 { $span }内从 { $begin } 上升到 { $end }，上限为 { $limit }
memory-no-leak = { $figure }：{ $span }内没有会在 { $within }内占满其 { $limit } 上限的泄漏
memory-may-go-on = { $figure }：{ $span }内从 { $begin } 上升到 { $end }，可能继续上升，也可能趋于平稳，时长不足，无法判断
memory-no-line = { $figure }：{ $span }内从 { $begin } 上升到 { $end }，但不呈线性，时长不足，无法判断
memory-no-collection = { $figure }：{ $span }内从 { $begin } 上升到 { $end }，且未观察到垃圾回收：是泄漏还是垃圾，要看存活对象
memory-few-turns = { $figure }：以最长 { $turn }的周期反复填充和释放，周期数过少，无法判断留存量
memory-garbage = { $figure }：无法与垃圾区分，存活对象只在 { $read } 次垃圾回收后被读取，需要 { $needed } 次；{ $cure }
memory-cure = { $collector ->
    [java] 请延长负载时间，或更频繁地触发垃圾回收（jcmd PID GC.run），并使用 G1、Parallel 或 Serial 及 -XX:+UsePerfData
    [node] 请延长负载时间，并在 probes.prometheus 中指定 prom-client 默认指标的页面
    [dotnet] 请延长负载时间，并在 probes.prometheus 中指定 OpenTelemetry 的 dotnet_gc 指标页面
   *[other] 请延长负载时间，并在 probes.prometheus 中指定以序列 live_set_mib 给出存活对象的页面
}
comparison-metric = { $metric ->
    [mean] 平均响应时间
    [p99_9] p99.9
    [errors] 失败请求占比
    [done] 按时完成请求占比
    [throughput] 吞吐量
    [cpu] 每请求 CPU
    [memory] 内存
    [live_set] 存活对象
    [gc] 垃圾回收停顿占比
    [heap_after] 回收后的堆
    [heap_committed] 已提交的堆
    [other_memory] 其他内存
    [page_cache] 页缓存
   *[other] { $metric }
}
comparison-figure = { $operation } 的 { $metric }
comparison-asked = 负载仅来自用户，因此较慢的变体收到的请求更少：{ $variants }
comparison-asked-of = { $variant } 完成 { $rate }/秒
comparison-points = { $points } 个百分点
comparison-higher = { $figure }：{ $b } 比 { $a } 高 { $effect }（{ $low } 至 { $high }）
comparison-lower = { $figure }：{ $b } 比 { $a } 低 { $effect }（{ $low } 至 { $high }）
comparison-same = { $figure }：{ $b } 与 { $a } 等效，{ $effect }（{ $low } 至 { $high }）
comparison-open = { $figure }：无法区分 { $b } 与 { $a }，{ $effect }（{ $low } 至 { $high }）
comparison-few-rounds = { $figure }：无法区分 { $b } 与 { $a }，两者都有数据的只有 { $rounds } 轮，需要三轮
comparison-not-run = { $figure }：{ $b } 与 { $a } 从未在同一轮中运行
comparison-all-open = 无法判定：{ $figures }
comparison-of-two = { $rounds } 轮之后，{ $b } 与 { $a } 相比，{ $told }。
comparison-of-many = { $rounds } 轮之后，{ $told }。
comparison-figure-higher = { $figure }：高 { $effect }（{ $low } 至 { $high }）
comparison-figure-lower = { $figure }：低 { $effect }（{ $low } 至 { $high }）
comparison-more = 另有 { $figures } 项指标有差异
comparison-lowest-lower = { $figure }：最低的是 { $names }（{ $variants } 个变体），比 { $a } 低 { $effect }（{ $low } 至 { $high }）
comparison-lowest-next-higher = { $figure }：最低的是 { $names }（{ $variants } 个变体），{ $b } 高出 { $effect }（{ $low } 至 { $high }）
comparison-differs-higher = { $figure }：{ $whole } 对中的 { $pairs } 对有差异，其中 { $b } 最明显，比 { $a } 高 { $effect }（{ $low } 至 { $high }）
comparison-differs-lower = { $figure }：{ $whole } 对中的 { $pairs } 对有差异，其中 { $b } 最明显，比 { $a } 低 { $effect }（{ $low } 至 { $high }）
comparison-no-difference = 未发现差异
comparison-no-difference-in-total = 总体未发现差异
comparison-of-operations = { $operations } 个主要操作：{ $told }。
comparison-operations-higher = { $whole } 对中的 { $pairs } 对有差异，最明显的是 { $b }（{ $figure }）：比 { $a } 高 { $effect }（{ $low } 至 { $high }）
comparison-operations-lower = { $whole } 对中的 { $pairs } 对有差异，最明显的是 { $b }（{ $figure }）：比 { $a } 低 { $effect }（{ $low } 至 { $high }）
comparison-operations-equivalent = { $whole } 对中的 { $pairs } 对等效
comparison-operations-open = { $whole } 对中的 { $pairs } 对无法判定
comparison-also-differs = 另有差异：{ $figure }，{ $whole } 对中的 { $pairs } 对
comparison-others-differ = 其他指标的 { $whole } 对中，另有 { $pairs } 对有差异
comparison-equivalent = 等效：{ $figures }
comparison-and-more = { $name } 和另外 { $more } 个
comparison-not-told = 无法判定：{ $told }。
comparison-open-figure = { $metric }（可分辨的差异：{ $difference } 起）
comparison-open-pairs = { $metric }，{ $whole } 对中的 { $pairs } 对（可分辨的差异：{ $difference } 起）
comparison-many-open = { $whole } 对中的 { $pairs } 对（可分辨的差异：{ $figures }）
comparison-visible-from = { $metric } { $difference } 起
comparison-absent = 未参与任何一轮：{ $variants }
comparison-absent-alone = 未参与任何一轮：{ $variants }。
comparison-nothing-told = 只有 { $rounds } 轮，无法得出结论：需要三轮。
comparison-twins = A/A：两个变体都是 { $variant }。
comparison-twins-without-alarm = A/A，两个变体都是 { $variant }：没有误报。
comparison-twins-alarms = A/A，两个变体都是 { $variant }，本无差异：有 { $alarms } 处误报。
comparison-never-together = 没有任何两个变体同处一轮。
comparison-nothing = 没有进行对比。
comparison-visible = 本次运行可分辨的最小差异：{ $figures }。
comparison-few-calls = 无法评估 { $metric }：每轮每个变体需要 { $calls } 个响应。处理办法：提高速率、加长时段或增加时段。
comparison-visible-figure = { $metric } { $difference }
comparison-visible-range = { $metric } { $low }（{ $least }）至 { $high }（{ $most }）
comparison-visible-operations = 主要操作：{ $figures }。
comparison-nothing-visible = 只有 { $rounds } 轮，无法得知各轮之间的离散：要分辨差异需要三轮。
overhead-figure-shown = { $figure }，{ $cell }：{ $effect }，确定低于 { $bound }（至多 { $upper }）
overhead-figure-refuted = { $figure }，{ $cell }：{ $effect }（{ $low } 至 { $high }），确定高于 { $bound }
overhead-figure-open = { $figure }，{ $cell }：{ $effect }（{ $low } 至 { $high }）；既不能确定低于 { $bound }，也不能确定高于
overhead-figure-few = { $figure }，{ $cell }：只有 { $starts } 次启动，无法判断，需要三次
overhead-figure-unread = { $figure }，{ $cell }：未能读取
overhead-shown = { $starts } 次启动证实开销低于 { $bound }：{ $figures }。
overhead-refuted = { $starts } 次启动否定了“开销低于 { $bound }”：{ $figures }。
overhead-not-shown = { $starts } 次启动未能证实开销低于 { $bound }：{ $figures }。{ $needed }。
overhead-nothing = 没有测得任何一次启动：无法判断开销。
overhead-without-starts = 没有测得任何一次启动，无法判断开销{ $because }。
overhead-starts-needed = 若开销与离散程度不变，约需 { $starts } 次启动即可证实
overhead-too-few-starts = 得出结论需要 { $starts } 次启动
overhead-starts-in-vain = 若开销与离散程度不变，{ $starts } 次以内的启动都无法证实
overhead-of-cell = { $cell }：{ $figures }
overhead-and-more = 另有 { $cells } 项
overhead-amount-unknown = { $figure }未知
overhead-amount-at-most = { $figure }至多 { $upper }
overhead-amount = { $figure } { $effect }（{ $low } 至 { $high }）
threads-deadlocked = 死锁：{ $threads } 互相等待成环，永远不会继续。
threads-cannot-tell = { $dumps } 份转储没有锁的信息：无法判断谁被谁阻塞。
threads-cannot-tell-of-virtual = { $dumps } 份转储中没有平台线程在等待其他线程持有的锁；多数虚拟线程不在其中。
threads-read-in-part = 只读取了一部分。{ $doubt }{ $sentence }
threads-free-in-part = 在 { $dumps } 份转储已读取的部分中，没有线程在等待其他线程持有的锁。
threads-free = { $dumps } 份转储中没有线程在等待其他线程持有的锁。
threads-held-up = { $dumps } 份转储中，同时最多有 { $threads } 个线程被阻塞，主要是因为 { $lock }（{ $waits } 次等待）。
threads-lock-wait = “{ $thread }”处于 { $state }，位于 { $place }，等待“{ $holder }”持有的{ $kind ->
    [monitor] 监视器
   *[lock] 锁
} { $lock }：{ $whole } 份转储中的 { $dumps } 份（{ $share }）。
threads-lock-wait-held-at = “{ $thread }”处于 { $state }，位于 { $place }，等待“{ $holder }”在 { $held_at } 获取的{ $kind ->
    [monitor] 监视器
   *[lock] 锁
} { $lock }：{ $whole } 份转储中的 { $dumps } 份（{ $share }）。
threads-lock-wait-unheld = “{ $thread }”处于 { $state }，位于 { $place }，等待{ $kind ->
    [monitor] 监视器
   *[lock] 锁
} { $lock }，持有者未知：{ $whole } 份转储中的 { $dumps } 份（{ $share }）。
threads-pool-wait = “{ $thread }”处于 { $state }，位于 { $place }，等待其他线程归还 { $lock } 分配的资源：{ $whole } 份转储中的 { $dumps } 份（{ $share }）。
threads-in-circle = “{ $thread }”在 { $place } 等待“{ $holder }”持有的 { $lock }
threads-remark-without-locks = { $dumps } 份转储没有锁的信息（JDK 21 至 24 的 Thread.dump_to_file，文本或 JSON）：请同时抓取 jcmd PID Thread.print -l 的文本。
threads-remark-without-owners = { $threads } 个线程在等待 java.util.concurrent 的锁，其持有者未知，或持有的是读锁。抓取转储时请加 -l：jcmd PID Thread.print -l。
threads-remark-without-virtual = 服务有虚拟线程，而文本转储只显示正在运行的：请抓取 jcmd PID Thread.dump_to_file -format=json 的 JSON（JDK 25 的含有其监视器）。
threads-remark-one-dump = 一份转储只是一瞬间：不知道线程有多经常被阻塞。请抓取十份，每隔几秒一份。
threads-remark-cut = { $dump } 不完整：可能缺少线程，包括持有锁的线程。
threads-remark-too-many = { $dump }：略去 { $threads } 个线程，最多读取一百万个。
threads-remark-few-frames = { $dump } 的格式中每个栈最多 8 帧：更早的帧中获取的监视器不在其中。
threads-remark-record = { $dump }：{ $number } 行或条线程记录无法读取，例如“{ $example }”。可能遗漏死锁。请重新抓取转储：jcmd PID Thread.print -l。
threads-remark-lock = { $dump }：{ $number } 行锁信息无法读取，例如“{ $example }”。可能遗漏死锁。请重新抓取转储：jcmd PID Thread.print -l。
threads-remark-owner = { $dump }：{ $number } 个线程等待的锁的持有者不在转储中，例如“{ $example }”。可能遗漏死锁。请抓取全部线程的转储：jcmd PID Thread.print -l。
threads-remark-blocked = { $dump }：{ $number } 个线程处于 BLOCKED 状态，但转储没有说明在等待哪个锁，例如“{ $example }”。可能遗漏死锁。请重新抓取转储：jcmd PID Thread.print -l。
threads-remark-json = { $dump }：文本中的 { $number } 行 JSON 未读取，例如“{ $example }”。请将每份转储放在单独的文件中。
diagnosis-asked = 研究要求进行诊断。
diagnosis-of-causes = 触发原因：{ $causes }。
diagnosis-of-untold = 稳定性测试无法判断其内存是否泄漏。
diagnosis-without-process = 未诊断 { $service }：其进程已不存在。
diagnosis-not-found = 未诊断 { $service }：没有该名称的服务监听目标地址。正在监听的有：{ $found }。
diagnosis-none-found = 未诊断 { $service }：本机看不到监听目标地址的进程。
diagnosis-no-threads = 无法转储 { $service } 的线程：{ $why }。
diagnosis-no-heap = 无法转储 { $service } 的堆：{ $why }。
diagnosis-unread-heap = 无法读取 { $service } 的堆转储：{ $why }。
diagnosis-not-kept = 无法保存 { $service } 的诊断结果：{ $why }。
diagnosis-dumped = { $service } 的堆转储：{ $size }，用时 { $took }；期间不作任何判定。
diagnosis-cached = 堆转储文件位于页缓存中：在内核需要这些内存之前，其 { $size } 计入 { $service } 的内存上限。
diagnosis-kept = 最后一份堆转储为 { $file }。其中含有服务所知的一切，包括密码。
diagnosis-kept-threads = 线程转储位于 { $file }。
diagnosis-of = { $service } 的诊断（{ $method } 之后）
diagnosis-names = { $named }。
diagnosis-named = { $cause ->
    [hot-lock] 线程等待 { $name }
   *[heap-holder] 内存由 { $name } 保留
}
diagnosis-named-lock = 线程在 { $place } 等待 { $name }
heap-of-service = { $service } 的堆中：{ $told }
threads-wait-for-lock = { $service } 的线程等待 { $lock }：{ $told }
service-deadlocked = { $service } 的线程发生死锁：永远不会继续。
heap-suspect-field = { $kind ->
    [static] { $class } 的静态字段“{ $field }”
    [thread_local] { $class } 的 ThreadLocal 变量“{ $field }”的值
   *[field] { $class } 的“{ $field }”
}保留了堆的 { $share }（{ $memory }）：{ $objects } 个对象{ $spread }。
heap-suspect-object = { $kind ->
    [class] { $class } 的静态字段合计
    [local] { $class } 线程的一个局部变量
    [thread_local] { $class } 的 ThreadLocal 值
   *[object] { $class } 的一个对象
}保留了堆的 { $share }（{ $memory }）：{ $objects } 个对象{ $spread }。
heap-suspect-shared = { $class } 的“{ $field }”所引用的对象保留了堆的 { $share }（{ $memory }），另有 { $others } 处引用它：{ $objects } 个对象{ $spread }。
heap-suspect-objects = { $number } 个互不关联的 { $class } 对象合计保留了堆的 { $share }（{ $memory }）。
heap-spread = ，其中大部分由 { $number } 个 { $most } 对象保留
heap-spread-beside = ，不含另行列出的部分
heap-bytes = { $number } B
heap-kibibytes = { $number } KiB
heap-spread-none = { "" }
heap-buffers-grow = { $class } 的“{ $field }”持有的直接缓冲区逐份转储增长：堆外内存在第一份转储中为 { $first }，在 { $dumps } 份中的最后一份为 { $last }。
heap-buffers-grew = { $class } 的“{ $field }”持有的直接缓冲区：堆外内存在第一份转储中为 { $first }，在 { $dumps } 份转储的最后一份中为 { $last }；并非每一步都同样增长。
heap-field-grows = { $kind ->
    [values] { $class } 的 ThreadLocal 值
    [local] { $class } 线程的局部变量
    [static] { $class } 的静态字段“{ $field }”
    [thread_local] { $class } 的 ThreadLocal 变量“{ $field }”
   *[field] { $class } 的“{ $field }”
}在 { $dumps } 次转储中逐次增长：首次 { $first }，末次 { $last }（最大者：{ $target }）。
heap-field-grew = { $kind ->
    [values] { $class } 的 ThreadLocal 值
    [local] { $class } 线程的局部变量
    [static] { $class } 的静态字段“{ $field }”
    [thread_local] { $class } 的 ThreadLocal 变量“{ $field }”
   *[field] { $class } 的“{ $field }”
}在 { $dumps } 次转储中，首次保留 { $first }，末次保留 { $last }（最大者：{ $target }）。
runs-title = loadproof compare：{ $run }
runs-worse = 在 { $load } 下，{ $b } 比 { $a } 差：{ $told }。
runs-no-worse = 在 { $load } 下，{ $b } 在以下指标上不差于 { $a }：{ $figures }。
runs-open = 在 { $load } 下，{ $b } 是否比 { $a } 差尚无定论：{ $told }。
runs-nothing-common = { $b } 无法与 { $a } 对比：两者没有共同的、已完成且有效的负载。
runs-all-no-worse = 不差：{ $figures }
runs-unsure = { $figure }：无法区分 { $b } 与 { $a }，不知道相同的启动之间相差多少
runs-standing-worse = 更差
runs-standing-no-worse = 不差
runs-standing-cannot-tell = 无法判定
runs-section-memory = 内存在何处：仅供参考，不计入结论
runs-section-unlike = 其他不同之处
runs-section-unknown = 此对比无法得知的内容
runs-one-start = 各只有一次启动：两者的差异中也有机器的因素。
runs-few-starts = 启动次数为 { $a } 和 { $b }：若任一方少于 { $needed } 次，差异中也有机器的因素。
runs-earlier = 相同的启动之间相差多少，取自基线旁其他运行的 { $starts } 次启动；其间对服务的改动会使它偏大。
runs-lack-earlier = 要得知相同的启动之间相差多少，需要同一负载下其他运行的 { $needed } 次启动；{ $directory } 中有 { $starts } 次。
runs-apart = 两次运行的开始相隔 { $apart }：机器在此期间的变化包含在每个差异之中；而按轮次对比变体的研究则不含这些变化。
runs-not-compared = 未对比，因为请求太少，或两次运行的采集方式不同：{ $figures }
runs-invalid-loads = { $run } 中无效而未对比的负载：{ $loads } 个；原因见 loadproof show。
runs-unlike-machine = 机器不同（{ $facts }）：差异可能来自机器，因此既不判“更差”，也不判“不差”。
runs-unlike-version = 分别由 loadproof { $a } 和 { $b } 运行。
runs-unlike-slos = SLO 不同：{ $a } 与 { $b }
runs-unlike-requests = 以下操作的请求不同：{ $operations }
runs-unlike-shares = 各操作的占比不同：响应时间和错误按 { $run } 的占比加权，全部请求合计的消耗不作对比。
runs-unlike-profile = 配置文件的不同不止于操作和占比：还有请求头、请求体、检查、数据源、用户、流程或到达方式。
runs-unlike-hold = 负载保持了 { $a }，另一方为 { $b }。
runs-operations-alone = 仅 { $run } 有、因而未对比的操作：{ $operations }
runs-variants-alone = 仅 { $run } 有、因而未对比的变体：{ $variants }
ranking-no-start = 没有任何启动，而排名需要 { $needed } 次
ranking-one-start = 只有一次启动，而排名需要 { $needed } 次
ranking-two-starts = 只有两次启动，而排名需要 { $needed } 次
ranking-lost-starts = { $starts } 次启动中有 { $lost } 次没有得出速率：{ $outcomes }
ranking-lost-start = { $outcome ->
    [drifting] 漂移
    [none_passed] 无一达标
    [undecided] 未判定
    [not_run] 未运行
    [invalid] 无效
    [coarse] 粗略
   *[other] { $outcome }
}
ranking-both-bounds = 一次启动中最高的尝试速率达标，而另一次启动中最低的速率也未达标
ranking-alone = 没有其他变体的启动次数足以与之比较
cure-late-sends = 让发压端独占一个核，或增加分片（--shards）
cure-generator-stalled = 让发压端独占一个核，测量期间不要暂停发压端或其所在机器
cure-starved-by-stand = 减少分配给各服务的核数（limits、placement: apart），或让发压端使用单独的机器
cure-generator-cpu = 为发压端分配更多核（--shards），或使用单独的机器
cure-descriptors = 提高打开文件数的上限（ulimit -n），或接受较少的连接（--connections）
cure-ports = 扩大 net.ipv4.ip_local_port_range，或保持长连接（keep-alive）
cure-own-errors = 参见该错误类型的提示：需要更改请求、数据或信任设置
cure-own-process-failed = 在内核日志中查明该进程为何终止，然后重新运行；研究可用 loadproof run --continue 继续
cure-service-died = 在服务的日志中查明终止原因；被测环境中服务的日志位于本次运行的目录
cure-foreign-load = 停止本机上的其他进程，或将其视为环境的一部分（--shared-machine）
cure-disturbed-seconds = 测量期间停止本机上的其他进程，或将其视为环境的一部分（--shared-machine）
cure-disturbed = 停止本机上的其他进程后重复该试次，或将其视为环境的一部分（--shared-machine）
cure-foreign-disk = 停止占用本机磁盘的其他进程，或为服务分配独立磁盘
cure-foreign-memory = 停止占用本机内存的其他进程，或换用内存更大的机器
cure-steal = 使用独享 CPU 核的机器
cure-machine-speed = 使用独享 CPU 核的机器，或增加启动次数
cure-too-few-samples = 延长平台段的保持时间
cure-connection-room = 扩大 net.ipv4.ip_local_port_range，换用内存更大的机器，或写明有意设置的上限（--connections）
cure-slow-replies = 冒烟测试不评判响应时间：请运行该研究的其他方法
cure-connection-limit = 提高 --connections，除非该上限是有意设置的
cure-calls-retried = 在服务日志中查找崩溃和重启；如果没有，请让其 keep-alive 超时长于连接的空闲时间（见连接表中的“空闲后被关闭”）
cure-probe-skipped = 见说明文字
cure-readings-failed = 释放已耗尽的资源，或提高其上限（打开文件数：ulimit -n）
cure-resource-exhausted = 释放该资源或提高其上限，然后重新运行
cure-coarse = 给搜索更多时间（--budget），或降低精度要求（--precision）
cure-littles-law = 检查失败或被中断的迭代、取决于条件的停顿，以及仍在加入的用户：增大 ramp 和 settle
cure-not-recovered = 重启服务后重试
cure-not-warm = 查明仍在变化的因素，提高 warm_up.most，或调整预热速率（warm_up.rate）
cure-interrupted = 将本次运行完整地重做一遍
cure-limits = 在自己的控制组中运行（systemd-run --user --scope -p Delegate=yes），或以 root 运行
cure-few-descriptors = 提高打开文件数的上限（ulimit -n），或降低 --connections
cure-foreign-listener = 终止该进程，或为服务换一个端口，除非它是有意运行的（例如容器的代理）
cure-insecure-tls = 信任目标证书的签发机构（--ca），不要使用 --insecure
cure-saturated-machine = 为该机器增加这种资源，或以更低的压力测试
cure-saturated-load-machine = 把压力分散到更多机器；研究中可用 saturated: { "{" }leave_out: [load]{ "}" } 使这些秒不参与判定
cure-saturated-too-long = 把压力分散到更多机器，然后重复该试次
cure-saturated-start-up = 更缓慢地加压；研究中可用 saturated: { "{" }leave_out: [start_up]{ "}" } 接受
cure-shared-machine = 去掉 --shared-machine（研究中的 shared_machine）：受其他进程干扰的秒就不参与判定
cure-short-secret = 使用至少 6 个字符的机密
cure-cut-flows = 让平台段的保持时间长于流程的执行时间，或缩短流程中的暂停
cure-late-iterations = 放宽迭代节奏，或增加用户数，除非本意就是由服务拖慢它们
cure-not-stored = 确保运行目录存在且磁盘有足够空间，然后重新运行
cure-metrics-not-exported = 确认 --otlp 的 URL 处有 OTLP 接收端（HTTP、protobuf）响应；全部计数都在 result.json 和 run.db 中
cure-shared-memory = 一次少比较几个变体，减少其数据或缩小堆，或换用内存更大的机器
cure-not-maintained = 修正被测环境的维护命令；它们在服务运行期间执行；命令被终止后，它已开始的工作可能仍在服务器内继续，落入某个变体的时段：请在服务器端也限制其时间（statement_timeout）
cure-few-collections = 为 compare 设置更长的时段（slot）或更高的速率，使每轮至少有三次 Major GC
cure-idle-work = 查明该变体在无人请求时做什么：它占用了其他变体时段内的资源
cure-shared-service = 让每个变体在被测环境中拥有自己的服务：缓冲区、锁和自动清理会从一个变体带到另一个变体
cure-unlike-data = 查明某个变体的请求为何失败：它所依据的数据已与其他变体不同
cure-opened-connections = 加长时段，让服务保持连接，或提高研究中的 connections:
cure-study-generator-cpu = 让发压端使用单独的机器，或核数更多的机器
cure-study-connection-room = 扩大 net.ipv4.ip_local_port_range，换用内存更大的机器，或写明有意设置的上限（研究中的 connections:）
cure-study-connection-limit = 提高研究中的 connections:，除非该上限是有意设置的
cure-study-coarse = 给搜索更多时间（研究中 capacity 的 budget:），或降低精度要求（同处的 precision:）
cure-study-descriptors = 提高打开文件数的上限（ulimit -n），或接受较少的连接（研究中的 connections:）
cure-study-few-descriptors = 提高打开文件数的上限（ulimit -n），或降低研究中的 connections:
cure-study-insecure-tls = 信任目标证书的签发机构（研究中的 tls: {"{"}ca: FILE{"}"}），不要使用 insecure: true

## Method

rate-unmeasured = 经 { $trials } 个试次仍无法测得 { $rate } 请求/秒：{ $why }
level-rate-unmeasured = { $trials } 个试次未能测得 { $level }：{ $why }
search-out-of-trials = 搜索在 { $trials } 个试次内未结束
search-out-of-load = 搜索在 { $load }的负载时间内未结束
search-interrupted = 已被中断
search-not-back = { $why }（{ $rate } 请求/秒，此前能够承受）
level-search-not-back = { $why }（{ $level }，此前可以承受）
search-not-recovered = 服务未能恢复：{ $why }
search-slower-at-rest = 服务在搜索过程中变慢：{ $rate } 请求/秒时，响应时间中位数从 { $before } 升至 { $after }，且未回落
level-search-slower-at-rest = 服务在搜索期间变慢：{ $level }时中位数由 { $before } 升至 { $after }，且未恢复
search-capacity-fell = 服务在搜索过程中变慢：其容量从约 { $before } 请求/秒降至 { $after } 请求/秒
level-search-capacity-fell = 服务在搜索期间变慢：容量约由 { $before } 降至 { $after }
search-none-confirmed = { $confirmations } 次确认均未达标，最后一次为 { $rate } 请求/秒
level-search-none-confirmed = { $confirmations } 次确认均未达标，最后一次为 { $level }
search-lowest-refused = 最低速率 { $rate } 请求/秒在两个试次中均未达标：{ $why }
level-search-lowest-refused = 最小的数量 { $level } 在两个试次中未达标：{ $why }
search-lowest-refused-later = 最低速率 { $rate } 请求/秒起初达标，但在后续一个试次中未达标：{ $why }
level-search-lowest-refused-later = 最小的数量 { $level } 起初达标，但在之后的一个试次中未达标：{ $why }
capacity-below-failed = { $rate } 请求/秒在 { $held }的确认中满足全部 SLO；{ $ceiling } 请求/秒未达标：{ $why }
level-capacity-below-failed = { $level } 在 { $held } 的确认中满足所有 SLO；{ $ceiling } 未达标：{ $why }
capacity-below-open = { $rate } 请求/秒在 { $held }的确认中满足全部 SLO；{ $ceiling } 请求/秒未能证明达标：{ $why }
level-capacity-below-open = { $level } 在 { $held } 的确认中满足所有 SLO；{ $ceiling } 是否满足未能证明：{ $why }
capacity-at-most-tried = { $rate } 请求/秒在 { $held }的确认中满足全部 SLO，搜索结束前没有更高的速率未达标
level-capacity-at-most-tried = { $level } 在 { $held } 的确认中满足所有 SLO，搜索在更大的数量未达标之前结束
capacity-at-most-allowed = { $rate } 请求/秒在 { $held }的确认中满足全部 SLO，且不允许尝试更高的速率
level-capacity-at-most-allowed = { $level } 在 { $held } 的确认中满足所有 SLO，不允许更大的数量
capacity-width = 容量已知到 { $width } 的精度，而要求为 { $asked }
littles-law-differs = 按利特尔法则应有 { $by_law } 个用户，与实际的 { $users } 个相差 { $difference }；偏差最大的流程为 { $flow }：每秒 { $rate } 次，周期 { $cycle } 秒
capacity-unconfirmed = 没有速率通过确认，{ $width }
level-capacity-unconfirmed = 没有数量通过确认；{ $width }
confirm-found-nothing = 搜索未找到可供确认的容量
soak-found-nothing = 搜索未找到可供取比例的容量
soak-no-trends = 未判定趋势
metric-recovery = 突增后的恢复时间
spike-recovered = 突增结束 { $after } 后回到基线
spike-not-recovered = 突增结束后 { $held } 内未回到基线
spike-unsteady = 突增结束后的 { $held } 内，高于基线的窗口时有时无；请加长 before 和 after
spike-few-calls = { $window } 内 { $calls } 个请求太少，看不出恢复：至少需要 { $needed } 个
spike-baseline-disturbed = 突增前 { $held } 的一半以上受到其他进程或发压端停顿的干扰
spike-recovery-disturbed = 恢复过程受到其他进程或发压端停顿的干扰
spike-unmeasured = { $trials } 次突增都未能测得：{ $why }
spike-baseline-failed = 突增之前在基线上已违反 SLO：{ $why }
spike-failed = 第 { $spike } 次突增（共 { $of } 次）：{ $why }
spike-measured = 测得 { $of } 次突增中的 { $spikes } 次
spike-once = 只有一次突增，没有区间；请至少重复 3 次
spike-too-slow = 平均值的 95% 区间高于 { $limit }
spike-near-limit = 平均值的 95% 区间包含 { $limit }；更多突增可使其变窄
plateau-rate = { $rate } 请求/秒
plateau-failed = { $rate } 请求/秒未达标：{ $why }
plateau-unjudged = { $rate } 请求/秒无法判定：{ $why }
plateau-users = { $users } 个用户
plateau-users-failed = { $users } 个用户未通过：{ $why }
plateau-users-unjudged = { $users } 个用户无法判断：{ $why }
plateaus-passed-above = 更低的速率未达标，但以下速率达标：{ $rates }
plateaus-unjudged = 无法判定：{ $rates }
plateaus-not-run = 此后未运行：{ $rates }
plateau-service-died = 服务“{ $service }”已异常退出
round-measured = { $cycles } 个循环中计入 { $counted } 个，之前预热 { $warm } 个
round-disturbed = { $cycles } 个循环全部受到干扰
round-with-deaths = 有服务异常退出：{ $variants }
round-never-steady = 第 { $round } 轮：预热 { $cycles } 个循环后，每请求开销每循环仍下降 2% 或更多：始终未进入稳态
round-of-disturbed-cycles = 第 { $round } 轮：{ $cycles } 个循环中计入 { $counted } 个，其中 { $disturbed } 个受到其他进程干扰：没有更安静的循环
round-opened-connections = 第 { $round } 轮：{ $variant } 在 { $slots } 个时段中参与判定的时间内新建了连接
round-few-collections = { $variant } 在计入的时段内 Major GC 不足三次：{ $rounds } 轮中有 { $few } 轮如此（最少 { $least } 次），因此内存与停顿的参考价值不大
round-idle-work = { $variant } 在没有负载时最多占用了 { $cores } 个核
round-not-maintained = 第 { $round } 轮：变体 { $variant } 在循环之间未得到维护：{ $what }
round-unlike-data = 第 { $round } 轮：一个变体完成了 { $least } 个写请求，另一个完成了 { $most } 个
overhead-cell = { $level }，{ $rate } 请求/秒
overhead-with-death = 有服务异常退出
overhead-never-steady = { $variant }，第 { $start } 次启动：预热 { $cycles } 个循环后，每请求开销每循环仍下降 2% 或更多：始终未进入稳态
overhead-of-disturbed-cycles = { $variant }，第 { $start } 次启动：{ $cycles } 个循环中计入 { $counted } 个，其中 { $disturbed } 个受到其他进程干扰：没有更安静的循环
overhead-opened-connections = { $variant }，第 { $start } 次启动：有 { $slots } 个时段在参与判定的时间内新建了连接
comparison-follows-machine = { $a } 与 { $b } 的差异（{ $metric }）在 { $rounds } 轮中随机器状态变化（相关系数 { $correlation }；机器最慢一轮的开销是最快一轮的 { $ratio } 倍）：换一台机器或换个时间，差异会不同

## Findings

the-cause-oom-killed = 达到内存上限被内核终止（OOM）
the-cause-died = 服务异常退出
the-cause-refused = 连接被拒绝
the-cause-tls-failed = TLS 握手失败
the-cause-reset = 连接被服务关闭
the-cause-error-status = 返回错误状态码的响应
the-cause-redirect = 重定向
the-cause-failed-check = 响应检查未通过
the-cause-missing-extraction = 响应中缺少待提取的值
the-cause-unreadable-reply = 无法读取的响应
the-cause-request-data = 不能用于请求的数据
the-cause-other-errors = 其他类型的错误
the-cause-timeouts = 未及时得到响应的请求
the-cause-generator-short = 发压端自身资源不足
the-cause-database-temporary-space = 数据库的临时空间已满
the-cause-database-lock = 数据库中的锁等待
the-cause-throttled = CPU 配额
the-cause-cpu-limit = 服务可用的 CPU
the-cause-gc-pauses = 垃圾回收停顿
the-cause-stood-still = 服务停滞
the-cause-stopped-answering = 不再响应的服务
the-cause-memory-growth = 内存增长
the-cause-memory-limit = 内存上限
the-cause-heap-holder = 保留堆内存的对象
the-cause-descriptor-growth = 文件描述符增长
the-cause-connection-growth = 连接增长
the-cause-thread-growth = 线程增长
the-cause-database-abandoned = 客户端已断开但仍在执行的语句
the-cause-database-missing-index = 为少量行而全表扫描的表
the-cause-database-join-order = 被规划器限制排除的连接顺序
the-cause-database-jit = 语句的 JIT 编译
the-cause-database-temporary-tables = 数据库的临时表
the-cause-database-checkpoints = 数据库频繁的检查点
the-cause-disk-busy = 磁盘
the-cause-database-sessions = 数据库会话排队等待处理器
the-cause-database-bound = 数据库
the-cause-database-connections = 数据库的连接数
the-cause-redis-thread = Redis 的单线程
the-cause-pool-queue = 数据库连接池
the-cause-threads-blocked = 等待锁的线程
the-cause-hot-lock = 线程等待的锁
the-cause-one-core = 单核瓶颈
the-cause-stand-saturates = 被测环境占满整机
the-cause-host-cpu = 机器的 CPU
the-cause-machine-saturated = 饱和的机器
the-cause-steal = 被虚拟机监控程序抢占的 CPU 时间（steal）
the-cause-thread-queue = 处理请求的线程
the-cause-connection-limit = 发压端的连接数上限
the-cause-queueing = CPU 以外资源的排队
the-cause-knee = 响应时间拐点
cause-oom-killed = 内存超限被终止（OOM）
cause-died = 服务异常退出
cause-refused = 连接被拒绝
cause-tls-failed = TLS 失败
cause-reset = 连接被关闭
cause-error-status = 错误状态码
cause-redirect = 重定向
cause-failed-check = 检查未通过
cause-missing-extraction = 缺少提取值
cause-unreadable-reply = 响应无法读取
cause-request-data = 请求数据
cause-other-errors = 其他错误
cause-timeouts = 超时
cause-generator-short = 发压端不足
cause-database-temporary-space = 临时空间已满
cause-database-lock = 锁等待
cause-throttled = CPU 配额
cause-cpu-limit = 服务 CPU
cause-gc-pauses = GC 停顿
cause-stood-still = 服务停滞
cause-stopped-answering = 不再响应
cause-memory-growth = 内存增长
cause-memory-limit = 内存上限
cause-heap-holder = 堆内存的持有者
cause-descriptor-growth = 文件描述符增长
cause-connection-growth = 连接增长
cause-thread-growth = 线程增长
cause-database-abandoned = 被遗弃的语句
cause-database-missing-index = 缺少索引
cause-database-join-order = 连接顺序
cause-database-jit = JIT 编译
cause-database-temporary-tables = 临时表
cause-database-checkpoints = 检查点
cause-disk-busy = 磁盘
cause-database-sessions = 会话等待处理器
cause-database-bound = 数据库
cause-database-connections = 数据库连接
cause-redis-thread = Redis 线程
cause-pool-queue = 连接池
cause-threads-blocked = 被阻塞的线程
cause-hot-lock = 热锁
cause-one-core = 单核瓶颈
cause-stand-saturates = 被测环境占满整机
cause-host-cpu = 整机 CPU
cause-machine-saturated = 机器饱和
cause-steal = CPU 抢占（steal）
cause-thread-queue = 工作线程
cause-connection-limit = 发压端连接数上限
cause-queueing = 非 CPU 排队
cause-knee = 响应时间拐点
evidence-unit-none = { "" }
evidence-unit-percent = %
evidence-unit-milliseconds = ms
evidence-unit-seconds = 秒
evidence-unit-per-second = 请求/秒
evidence-unit-per-hour = /小时
evidence-unit-cores = 核
evidence-unit-mebibytes = MiB
evidence-unit-mebibytes-per-second = MiB/秒
evidence-unit-mebibytes-per-hour = MiB/小时
evidence-unit-calls = 个请求
evidence-unit-connections = 个连接
evidence-unit-sessions = 个会话
evidence-unit-threads = 个线程
evidence-unit-descriptors = 个描述符
figure-per-second = { $number } 请求/秒
figure-mebibytes-per-second = { $number }/秒
figure-per-hour = { $number }/小时
figure-mebibytes-per-hour = { $number }/小时
figure-calls = { $number } 个请求
figure-connections = { $number } 个连接
figure-sessions = { $number } 个会话
figure-threads = { $number } 个线程
figure-descriptors = { $number } 个描述符
beside-passed = （达标的试次 { $trial }，{ $rate } 请求/秒：{ $figure }）
beside-passed-at-most = （达标的试次 { $trial }，以可达到的最大负载：{ $figure }）
beside-before = （达标的试次：{ $figure }）
hypothesis-among-others = { $hypothesis }关于这一试次还有其他假设：{ $others }；请先检验排在首位、也是最有力的假设。
killed-for-memory = 因内存不足，内核终止了服务 { $service } 的进程，共 { $times } 次。
died-during-trial = 试次期间，{ $event }。
calls-refused = { $share } 的计划请求未能建立连接（被拒绝，或无法建立）。
calls-tls-failed = { $share } 的计划请求在 TLS 握手时失败（{ $kinds }）。
calls-reset = { $share } 的计划请求丢失了连接（被重置，或在响应完整之前被关闭）。
calls-timeouts = { $share } 的计划请求已发出，但在超时之前没有得到响应。
calls-answered-with-errors = { $share } 的计划请求返回了意外的状态码（{ $statuses }）。
calls-redirect = { $share } 的计划请求被重定向（{ $kinds }）。
calls-failed-check = { $share } 的计划请求得到的响应未通过检查（{ $kinds }）。
calls-missing-extraction = { $share } 的计划请求得到的响应中缺少待提取的值（{ $kinds }）。
calls-unreadable-reply = { $share } 的计划请求得到的响应无法读取（{ $kinds }）。
calls-request-data = { $share } 的计划请求未发出，因为其数据不能用于请求（{ $kinds }）。
calls-other-errors = { $share } 的计划请求因其他类型的错误失败（{ $kinds }）。
error-kind-counted = { $kind } { $calls }（{ $share }）
error-kind-detailed = { $error }：{ $details }
error-expected = 应为：{ $expected }
error-reply = 实得：{ $reply }
error-hint-timeout = 查明服务变慢的原因，或降低速率；单个请求的最长时间由 --timeout（配置文件中的 timeout）设定
error-hint-refused = 该地址和端口不接受连接。请检查 URL；如果其他请求得到了响应，请在服务日志中查找重启记录或连接数上限
error-hint-connect-failed = 无法到达目标。请检查地址、路由以及本机与目标之间的防火墙
error-hint-closed = 服务或其前面的代理关闭了连接。请查看其日志，并检查连接数上限和 keep-alive 设置
error-hint-reused-connection = 服务或其前面的代理在响应之前关闭了复用的连接。如果这些连接的空闲时间接近其 keep-alive 超时（见连接表中的“空闲后被关闭”），请增大该超时；否则请在日志中查找崩溃和重启。GET、HEAD、OPTIONS、PUT、DELETE、TRACE 以及带 Idempotency-Key 的请求会再次发送，其他请求不会
error-hint-garbage = 该端口的应答不是 HTTP/1。请检查 URL 中的端口和协议
error-hint-too-large = 响应头或响应体超过 loadproof 能读取的大小。请改为请求较小的资源
error-hint-bad-extract = JSON 路径在该响应上需要过多步骤。请改用不含“..”和过滤器的路径
error-hint-encoding = 响应体经过编码（Content-Encoding），检查无法读取。请从请求中去掉 Accept-Encoding 头
error-hint-charset = 响应体不是 UTF-8，检查无法读取。请让服务返回 UTF-8，或改为检查状态码、响应头或大小
error-hint-redirect = 请改压重定向指向的 URL，或用 --expect 3xx 接受重定向（配置文件中为 expect: 3xx）
error-hint-request-data = 数据源的某个值含有不能出现在请求该位置的字符，例如换行符。请修正数据，或对其编码
error-hint-tls-expected = 该端口使用 TLS。请在 URL 中使用 https://
error-hint-tls-not-spoken = 该端口不使用 TLS。请在 URL 中使用 http://，或改用支持 TLS 的端口
error-hint-tls-closed = 目标在握手期间关闭了连接。请在其日志中查找原因，例如 TLS 版本或连接数上限
error-hint-tls-unknown-issuer = 证书不是由受信任的机构签发。请用 --ca 指定其机构证书（配置文件中为 tls: ca），或用 --insecure 接受任何证书
error-hint-tls-expired = 目标的证书已过期。请更新证书，或用 --insecure 接受任何证书（配置文件中为 tls: insecure）
error-hint-tls-not-yet-valid = 目标的证书尚未生效。请检查证书日期和本机时钟
error-hint-tls-wrong-name = 证书属于其他主机名。请在 URL 或配置文件的 tls: server_name 中使用其中之一
error-hint-tls-ca-certificate = 目标把 CA 证书（CA:TRUE）当作自己的证书出示。请用 --ca 指定这张证书本身的 PEM 文件（配置文件中为 tls: ca），或签发带 basicConstraints=CA:FALSE 的证书，或用 --insecure 接受任何证书（tls: insecure）
error-hint-certificate-rejected = 目标的证书被拒绝。请用 openssl s_client 查看，或用 --insecure 接受任何证书（配置文件中为 tls: insecure）
error-hint-tls-client-certificate = 目标要求客户端证书，loadproof 尚不能发送。请改压不要求证书的地址
error-hint-tls-unknown-host = 目标不认识该主机名（SNI）。请在 URL 或配置文件的 tls: server_name 中使用其提供服务的名称
error-hint-tls-protocol-version = 目标既不支持 TLS 1.2 也不支持 TLS 1.3。请在目标上启用其中之一
error-hint-tls-no-common-cipher = 目标与 loadproof 没有共同的密码套件。请在目标上启用带 AES-GCM 或 ChaCha20 的 ECDHE 套件
error-hint-tls-no-http1 = 目标不接受 HTTP/1.1（ALPN）。请在目标上启用 HTTP/1.1
error-hint-tls-failed = 请用 openssl s_client -connect HOST:PORT 和目标的日志查看握手过程
error-hint-status = 如果该状态码是正确的，请用 --expect 接受（配置文件中为 expect）
error-hint-status-credentials = 服务拒绝了凭据，或没有收到凭据。请用请求头或配置文件的 auth 发送
error-hint-status-path = 服务不认识该路径或方法。请检查请求
error-hint-status-limit = 服务或其前面的代理限制了客户端。请为该客户端提高上限，或降低速率
error-hint-status-request = 服务拒绝了该请求。请与可用的请求比较，例如 curl -v 的请求
error-hint-status-service = 请查看服务及其前面代理在这些响应时刻的日志
error-hint-check = 请将响应与检查的期望值比较；修正请求、检查或服务
error-hint-check-time = 查明服务变慢的原因，或放宽该检查的时间上限
error-hint-extract = 响应中没有该值。请修正提取规则或请求，或为提取规则设置 default
error-hint-other = 此版本的 loadproof 不认识该错误类型。请用产生该运行的版本生成报告
nothing-listened = 端口曾有一段时间无人监听：服务发生了重启，或在负载下关闭了监听套接字。
test-watch-for-restart = 在服务日志中查找重启记录，并在观察其进程号的同时重复该试次。
connections-closed-under-load = 服务或其前面的代理在负载下关闭连接：达到了连接数或连接池的上限。
test-raise-connection-limit = 提高该上限并重复该试次；此类请求的占比应当下降。
memory-near-limit = 服务 { $service } 的内存达到 { $peak }，为其上限 { $limit } 的 { $share }{ $beside }。
memory-grew = 服务 { $service } 的内存在 { $over }内增长了 { $growth }{ $outlook }。
live-set-grew = 服务 { $service } 的存活对象在 { $over }内增长了 { $growth }{ $outlook }。
growth-reaches-limit = ；照此速度，再过 { $left }将达到其上限 { $limit }
service-leaks = 服务 { $service } 存在内存泄漏，或者正在填充尚未达到稳定大小的堆或缓存。
test-soak-for-leak = 长时间保持达标速率（稳定性测试）：堆或缓存会停止增长，泄漏则不会。然后对比两份堆转储。
memory-rises-along-line = 服务 { $service } 的内存呈线性增长，每小时 { $pace }（{ $low } 至 { $high }），从 { $begin } 到 { $end }{ $outlook }。
live-set-rises-along-line = 服务 { $service } 的存活对象呈线性增长，每小时 { $pace }（{ $low } 至 { $high }），从 { $begin } 到 { $end }{ $outlook }。
memory-full-after = ；照此速度，内存将在试次结束后 { $about }耗尽（{ $least }至 { $most }）
test-heap-dumps = 在该负载下相隔一段时间抓取多份堆转储并对比：每次都增多的内容，就是一直被保留的内容。
holds-ever-more = { $what ->
    [descriptors] 服务 { $service } 打开的描述符越来越多
    [threads] 服务 { $service } 的线程越来越多
    [sessions] 数据库 { $service } 的会话越来越多
   *[connections] 服务 { $service } 占用的连接池连接越来越多
}：起初 { $begin }，最后 { $end }，在 { $over }内呈线性增长（每小时 { $pace }）{ $outlook }。
not-given-back = { $what ->
    [descriptors] 服务 { $service } 打开文件或连接而不关闭。
    [threads] 服务 { $service } 启动的线程不结束。
    [sessions] 数据库 { $service } 的某个客户端打开连接而不关闭。
   *[connections] 服务 { $service } 从连接池取走连接而不归还。
}
test-what-grows = { $what ->
    [descriptors] 在该负载下相隔数分钟列出两次（ls -l /proc/PID/fd）：从增多的部分可看出是谁打开的。
    [threads] 在该负载下相隔数分钟抓取两份线程转储：从增多的线程名可看出是谁启动的。
    [sessions] 相隔数分钟按 application_name 和 state 对 pg_stat_activity 分组两次：增多的内容说明是谁打开的。
   *[connections] 让连接池记录占用过久的连接（HikariCP 的 leakDetectionThreshold）：由此可知是谁取走的。
}
want-of-memory-slows = 内存不足拖慢了服务 { $service }：频繁的垃圾回收，或反复读取页面。
test-raise-memory-limit = 将其内存上限提高一半并重复该试次；达标速率应当上升。
was-throttled = 服务 { $service } 在 { $share } 的调度周期内因 CPU 配额被限流（throttling）{ $beside }。
cpu-at-limit = 服务 { $service } 使用了 { $cores }，为{ $allowed }的 { $share }{ $beside }。
cpu-of-one-allowed = 其唯一可用 CPU{ " " }
cpu-of-allowed = 其可用的 { $cpus } 个 CPU{ " " }
cpu-of-busy-cores = 机器上全程繁忙的核
cpu-of-one-core = 服务 { $service } 在可用的 { $allowed } 核中使用了 { $cores }：相当于整整一个核{ $beside }。
quota-holds-up = 服务 { $service } 的 CPU 配额拖住了请求：请求需要等待下一个调度周期。
needs-more-cpu = 服务 { $service } 处理每个请求所需的 CPU 多于分配给它的 CPU。
test-more-cpus = 将其 CPU 增加一半并重复该试次；达标速率应当随之上升。
one-thread-works = 服务 { $service } 的工作由单个线程完成，例如受全局锁约束的事件循环。
test-second-process = 在试次期间查看其各线程的 CPU 占用，或再启动一个进程后重复该试次。
machine-was-saturated = { $machine } 的{ $resource }在 { $share } 的判定秒内饱和。
calls-wait-for-machine = 请求在等待 { $machine } 的{ $resource }。
test-larger-resource = 为 { $machine } 增加这种资源（{ $resource }），或把它的部分工作移到另一台机器，然后重复该试次；达标速率应当上升。
machine-was-busy = 机器的 CPU 有 { $share } 的时间处于繁忙状态{ $beside }。
stand-saturates = 被测环境使机器饱和：其各服务共使用了 { $cores }中的 { $used } 核。
stand-needs-machine = 被测环境所需的 CPU 超出机器所能提供的，留给发压端的太少。
test-larger-machine = 为被测环境换用核数更多的机器并重复该试次；达标速率应当上升。
stand-and-generator-need-machine = 被测环境与发压端合计所需的 CPU 超出机器所能提供的。
test-generator-elsewhere = 将发压端移到独立的机器上并重复该试次；达标速率应当上升。
others-take-machine = 既不属于被测环境也不属于发压端的进程占用了机器的 CPU。
test-stop-others = 停止机器上运行的其他程序并重复该试次。
cpu-stolen = 虚拟机监控程序抢占了 { $share } 的处理器时间（steal）。
gc-paused = 服务 { $service } 有 { $share } 的时间处于垃圾回收停顿{ $beside }。
gc-holds-up = 垃圾回收拖住了服务 { $service } 的请求：其堆对这一负载而言偏小。
test-double-heap = 将其堆扩大一倍并重复该试次；停顿占比应当下降，达标速率应当上升。
gc-share-rose = 服务 { $service } 因垃圾回收而停顿的时间占比在 { $over }内从 { $begin } 上升到 { $end }。
heap-fills-up = 服务 { $service } 的堆可用空间越来越少：存活对象在增长，或每个请求分配的内存增多。
test-live-set = 更长时间保持该负载并观察存活对象：若增长，对比两份堆转储；若不变，加大堆后该占比应当下降。
disk-was-busy = 磁盘 { $disk } 有 { $share } 的时间处于繁忙状态{ $beside }。
cores-idle-for-disk = 机器的核有 { $share } 的时间因等待磁盘而空闲{ $beside }。
calls-wait-for-disk = 请求在等待磁盘，而磁盘被服务 { $service } 占用：它为每个请求执行写入或同步。
test-faster-disk = 将其数据放到更快的磁盘或内存（tmpfs）中，或让多个请求合并同步，然后重复该试次；达标速率应当上升。
sessions-wait = 数据库 { $database } 的 { $active } 个活动会话中，平均有 { $share } 在等待，其中多数在等待{ $wait }{ $beside }。
database-wait-lock = 其他事务持有的锁
database-wait-lwlock = 数据库内部锁
database-wait-io = 磁盘
database-wait-other = 数据库内部的其他资源
database-holds-up-by-waits = 数据库 { $database } 拖住了请求：其会话在等待{ $wait }。
test-take-waits-away = 在该速率下查看其会话的等待事件，消除这些事件所指的原因（更换数据集、synchronous_commit off、减少写入方），然后重复该试次；达标速率应当上升。
statement-took = 数据库 { $database } 执行一条语句平均耗时 { $time }{ $beside }，同时活动的会话为 { $active } 个。
database-holds-up-by-work = 数据库 { $database } 拖住了请求：每条语句的耗时都比达标速率下更长。
test-speed-up-statements = 将数据库的 CPU 增加一半，或用 EXPLAIN (ANALYZE, BUFFERS) 分析其语句，然后重复该试次；语句耗时应当下降，达标速率应当上升。
connections-taken = 数据库 { $database } 允许的 { $limit } 个连接中已占用 { $taken } 个{ $beside };另有 { $refused } 个被拒绝。
database-lacks-connections = 数据库 { $database } 拖慢了调用:已没有空闲连接。
test-more-connections = 调大 max_connections 或缩小连接池后重试;可通过的速率应当上升。
temporary-space-full = 数据库 { $database } 的临时表空间 { $tablespace } 最满时 { $size } 中仅剩 { $free }；每秒回滚 { $rollbacks } 个事务。
temporary-space-ran-out = 数据库 { $database } 的临时空间 { $tablespace } 耗尽：需要临时表或排序文件的语句会失败（SQLSTATE 53100），其他语句照常执行。
test-larger-temporary-space = 找出填满 { $tablespace } 的会话（pg_class 中的临时表、pg_ls_tmpdir() 中的文件），扩大该表空间或在 temp_tablespaces 中再加一个，然后重复；回滚应当消失。
sessions-wait-for-locks = 数据库 { $database } 中平均有 { $waiting } 个会话同时等待其他事务的锁，占活动会话的 { $share }{ $beside }。
idle-transaction-holds-locks = 数据库 { $database } 的一个客户端保持事务打开却不执行语句（idle in transaction），其他会话在等待它持有的锁。
transactions-hold-locks = 数据库 { $database } 的事务长时间持有锁，其他事务在等待相同的行或表。
test-end-idle-transaction = 让客户端在做其他事情之前提交事务，或设置 idle_in_transaction_session_timeout，然后重复；等待的会话应当消失。
test-shorter-locks = 在取得锁的语句之后尽早提交，按同一顺序加锁，或加快第一条语句（EXPLAIN (ANALYZE, BUFFERS)），然后重复；等待的会话应当减少。
injection-holds-locks = loadproof 的故障注入 { $injection } 持有锁，数据库 { $database } 的会话在等待这些锁。
test-without-injection = 去掉故障注入 { $injection } 后重复试次；等待的会话应当消失。
statements-abandoned = 数据库 { $database } 中有 { $statements } 条语句在客户端关闭连接后仍在执行，最久的已执行 { $oldest }：占活动会话的 { $share }。
abandoned-statements-take = 无人等待结果的语句占用了数据库 { $database } 的处理器、内存和锁，影响其他语句。
test-end-abandoned = 用 pg_terminate_backend 结束它们，设置 client_connection_check_interval（PostgreSQL 14 及以上）或 statement_timeout，然后重复；活动会话应当减少。
table-read-whole = 数据库 { $database } 的表 { $table } 每秒被全表扫描 { $scans } 次，每次 { $rows } 行；该语句占执行时间的 { $share }。
table-read-whole-unnamed = 数据库 { $database } 的表 { $table } 每秒被全表扫描 { $scans } 次，每次 { $rows } 行，执行它的语句未知。
table-lacks-index = 数据库 { $database } 的表 { $table } 没有适用于该条件的索引：为少量行读取了整张表。
test-index = 查看该语句的 EXPLAIN (ANALYZE, BUFFERS)：扫描 { $table } 的过滤条件说明索引需要包含哪些列。创建索引后重复；全表扫描应当消失。
join-order-limited = 数据库 { $database } 的规划器对一条连接 { $joined } 张表的语句估算代价为 { $cost }，若可以对所有表重新排序则为 { $reordered }；join_collapse_limit 为 { $join_limit }，from_collapse_limit 为 { $from_limit }。
limits-forbid-order = 数据库 { $database } 的规划器限制使选择性高的连接停留在末尾，即语句中书写的位置。
test-collapse-limits = 在一个会话中（SET）将 join_collapse_limit 和 from_collapse_limit 设为 { $value }，geqo_threshold 设得更大，比较 EXPLAIN (ANALYZE) 和规划时间，然后重复。
jit-took = JIT 编译占数据库 { $database } 执行时间的 { $share }；其中一条语句每次执行 { $executed }，JIT 编译占 { $compiled }。
jit-does-not-pay = JIT 编译使数据库 { $database } 的语句得不偿失：这些语句太短。
test-jit-off = 为角色或数据库设置 jit = off，或将 jit_above_cost 设得高于这些语句的代价，然后重复；其耗时应当下降。
test-jit-above-cost = 为角色或数据库设置 jit = off，或将 jit_above_cost 设得高于这些语句的代价 { $cost }，然后重复；其耗时应当下降。
temporary-tables-made = 数据库 { $database } 每秒创建 { $created } 个表、索引和 TOAST 表，平均每个事务 { $per_transaction } 个{ $beside }：无论 temp_buffers 多大，每个都是一个文件。
temporary-tables-spill = 数据库 { $database } 的临时表超出 temp_buffers：每秒有 { $spilled } 写入其文件，这些语句占执行时间的 { $share }。
temporary-tables-cost = 数据库 { $database } 忙于创建和删除临时表：每张表都要写系统目录并创建文件。
temporary-tables-outgrow = 数据库 { $database } 的临时表大于 temp_buffers，使其磁盘繁忙。
test-fewer-temporary-tables = 将 temp_tablespaces 放到另一块磁盘或内存（tmpfs）中，或清空临时表（DELETE、TRUNCATE）后重复使用，然后重复；语句耗时应当下降。
test-temp-buffers = 在所有会话的内存允许的范围内将 temp_buffers 调到大于这些表，或将 temp_tablespaces 放到另一块磁盘，然后重复；写入的字节应当减少。
checkpoints-requested = 数据库 { $database } 因 WAL 增长（每秒 { $written }）每 { $between } 做一次检查点。
checkpoints-write-twice = 数据库 { $database } 的检查点接连不断：每次都重新写出所有被修改的块，而其后对一个块的首次修改会将整个块写入 WAL。
test-wal-size = 将 max_wal_size 设为 { $size } 或更大，即该速率下两次定时检查点之间写入的 WAL，然后重复；请求的检查点应当消失，WAL 应当减少。
test-larger-wal = 调大 max_wal_size 后重复；请求的检查点应当消失，WAL 应当减少。
sessions-queue-for-processors = 数据库 { $database } 中平均有 { $working } 个会话同时在工作{ $beside }，处理器只有 { $processors } 个。
sessions-work-longer = 数据库 { $database } 中平均有 { $working } 个会话同时在工作{ $beside }；一个事务占用会话工作的时间是达标试次的 { $times } 倍。
database-lacks-processors = 数据库 { $database } 的会话在排队等待处理器：每个处理器分到多少会话，语句就慢多少倍。
test-lighter-statements = 减轻工作最多的语句（EXPLAIN (ANALYZE, BUFFERS)），减少同时执行的数量（更小的连接池），或给数据库更多处理器，然后重复；同时工作的会话应当减少。
sessions-at-limit = 数据库 { $database } 平均有 { $sessions } 个会话，最多 { $most } 个，上限为 { $limit } 个{ $beside }；下一个客户端会被拒绝。
test-smaller-pools = 这些会话大多空闲：缩小客户端的连接池，或在数据库前放一个连接池代理，然后重复；不应再有客户端被拒绝。
redis-thread-saturated = Redis 服务器 { $database } 执行命令的单线程占用了 { $share } 个核{ $beside }。
redis-holds-up = Redis 服务器 { $database } 拖慢了调用:它一次只执行一条命令。
test-fewer-commands = 减少每次调用的命令或使用更轻的命令(MGET、管道),或将键分散到多台服务器后重试;可通过的速率应当上升。
calls-wait-for-pool = 服务 { $service } 中平均有 { $calls }同时在等待连接池的连接{ $beside }。
pool-small = 服务 { $service } 的连接池对这一负载而言偏小，或者数据库长时间占用其连接：CPU 空闲时请求仍在等待连接。
test-double-pool = 在数据库允许的范围内将连接池扩大一倍并重复该试次：若达标速率上升，说明连接池偏小；若语句耗时上升，则问题在数据库。
threads-were-blocked = 服务 { $service } 中平均有 { $threads }处于 BLOCKED 状态，等待其他线程持有的监视器{ $beside }。
lock-holds-up = 锁拖住了服务 { $service } 的请求：其线程互相等待。
test-thread-dumps = 在该负载下相隔数秒抓取多份线程转储，交给 loadproof threads：它会指出是哪个锁、由谁持有、在哪一行。
stood-still = 服务停滞了 { $times } 次，最长一次达 { $longest }或更久，首次出现在开始后 { $first }：期间没有任何响应，积压了 { $calls }。
stopped-answering = 从开始后 { $from } 直到结束的 { $silent }内，服务没有任何响应，而按计划应有 { $calls }。未见其进程结束：它没有退出，而是挂起。loadproof diagnose PID 可查看其 Java 虚拟机在做什么。
calls-wait-for-busy-thread = 服务 { $service } 的 { $most } 个线程中有 { $busy } 个繁忙，平均有 { $calls }同时在等待线程{ $beside }。
calls-wait-for-thread = 服务 { $service } 中平均有 { $calls }同时在等待线程{ $beside }。
threads-busy = 服务 { $service } 的 { $most } 个线程中，平均有 { $busy } 个繁忙。
threads-wait = 服务 { $service } 的线程在等待 CPU 以外的资源，而请求在等待线程。
test-thread-dumps-or-threads = 在该速率下抓取线程转储，可以看出线程在等待什么；或将线程数增加一倍后重复该试次。
backlog-grew = 在途和等待中的请求在 { $over }内增加了约 { $growth } 个。
calls-wait-in-service = 请求在服务中等待 CPU 以外的资源：锁、线程池或连接池，或其后端的服务。
test-thread-dumps-or-pool = 在该速率下抓取线程转储，或将可疑的池扩大一倍并重复该试次。
calls-waited-for-connection = 请求在等待发压端的连接，因为其可打开的连接全部被占用：p99 为 { $p99 }。
connection-limit-caps = 限制速率的是发压端的连接数上限，而不是服务。
test-twice-the-connections = 用两倍的连接数重复该试次；达标速率应当上升。
generator-was-short = 发压端自身资源不足：{ $doubts }。
generator-made-slow = 拖慢请求的是发压端，而不是服务。
test-generator-apart = 将发压端放到独立的核或独立的机器上，重复该试次。
response-time-breaks = 响应时间的拐点位于 { $low } 与 { $high } 请求/秒之间：按已得到响应的请求计，其 p99 从 { $begin } 升至 { $end }。
evidence-of-passed = 达标的试次 { $trial } 中的{ $name }
evidence-before = 达标试次中的{ $name }
evidence-limit = 上限
evidence-machine-use = { $machine } 的{ $resource }，平均利用率
evidence-machine-saturated = { $machine } 的{ $resource }，饱和秒占比
evidence-machine-cpu = 机器的 CPU
evidence-generator-cpu = 发压端的 CPU
evidence-generator-descriptors = 发压端的文件描述符
evidence-cpu = 服务 { $service } 的 CPU
evidence-throttled = 服务 { $service } 被限流的调度周期
evidence-steal = 被抢占的 CPU 时间（steal）
evidence-peak-memory = 服务 { $service } 的内存峰值
evidence-peak-memory-read = 服务 { $service } 测得的内存峰值
evidence-memory-limit = 服务 { $service } 的内存上限
evidence-memory-growth = 服务 { $service } 的内存增长
evidence-time-to-limit = 到达上限的时间
evidence-growth = { $what ->
    [descriptors] 服务 { $service } 的描述符增长
    [threads] 服务 { $service } 的线程增长
    [sessions] 数据库 { $service } 的会话增长
   *[connections] 服务 { $service } 的连接增长
}
evidence-at-least = { $name }（至少）
evidence-at-most = { $name }（至多）
evidence-at-end = 最后
evidence-begin-of = { $name }（起初）
evidence-end-of = { $name }（最后）
evidence-last-lines = 服务 { $service } 最后的输出
evidence-log = 服务 { $service } 的日志
evidence-kills = 服务 { $service } 被内核终止的次数
evidence-calls-missing = 未得到响应的请求
evidence-calls-due = 计划请求
evidence-calls = 请求：{ $cause }
evidence-error-kind = 以 { $kind } 失败的请求
evidence-reply = 以 { $kind } 失败的一个响应
evidence-backlog-growth = 在途和等待中请求的增长
evidence-backlog-most = 最大值
evidence-disk-busy = 磁盘 { $disk } 繁忙度
evidence-iowait = 等待磁盘的空闲时间
evidence-disk-moved = 磁盘 { $disk } 的读写
evidence-service-moved = 服务 { $service } 的读写
evidence-wait = 等待时间 p99
evidence-lateness = 滞后 p99
evidence-highest-passed = 达标的最高速率
evidence-lowest-failed = 其上未达标的最低速率
evidence-p99-passed = 达标速率下的 p99
evidence-p99-failed = 未达标速率下的 p99
evidence-standstills = 停滞次数
evidence-longest-standstill = 最长停滞
evidence-silent-time = 直到结束都没有响应的时间
evidence-backlog-in-standstill = 未响应请求的最大数量
evidence-gc-pauses = 服务 { $service } 的垃圾回收停顿
evidence-threads-blocked = 服务 { $service } 被阻塞的线程
evidence-readings-blocked = 出现阻塞的读数占比
evidence-field = 持有者
evidence-kept = 保留
evidence-share-of-heap = 占堆的比例
evidence-outside-heap = 堆外持有
evidence-lock = 锁
evidence-waits-at = 等待处
evidence-held-at = 持锁处
evidence-waiting-threads = 同时等待的线程
evidence-taken-connections = { $database } 已占用连接
evidence-allowed-connections = { $database } 允许的连接
evidence-refused-connections = { $database } 拒绝的连接
evidence-redis-thread = { $database } 命令线程的 CPU
evidence-redis-commands = { $database } 的命令
evidence-dumps-with-waits = 出现等待的转储占比
evidence-deadlocked = 死锁的线程
evidence-pool-pending = 服务 { $service } 中等待连接的请求
evidence-pool-wait = 平均等待连接时间
evidence-pool-active = 使用中的连接
evidence-pool-idle = 空闲连接
evidence-threads-queued = 服务 { $service } 中等待线程的请求
evidence-threads-busy = 服务 { $service } 的繁忙线程
evidence-threads-most = 线程数上限
evidence-active-sessions = 数据库 { $database } 的活动会话
evidence-statement-time = 数据库 { $database } 的平均语句耗时
evidence-waiting = 等待：{ $wait }
evidence-statement = 语句
evidence-application = 应用程序
evidence-share-of-time = 占执行时间的比例
evidence-statement-mean = 平均执行时间
evidence-statement-calls = 每秒执行次数
evidence-statement-cost = 估算代价
evidence-setting = 设置 { $name }
evidence-sessions-waiting-for-locks = 等待锁的会话
evidence-share-waiting-for-locks = 活动会话中等待锁的比例
evidence-waiting-at-worst = 最严重一秒的等待会话
evidence-longest-wait = 最长等待（上限）
evidence-waiting-for-root = 直接等待持锁者的会话
evidence-waiting-behind-root = 持锁者之后等待的全部会话
evidence-longest-chain = 最长等待链中的会话
evidence-root-state = 持锁者的状态
evidence-root-statement = 持锁者的语句
evidence-root-transaction = 其事务已持续
evidence-waiting-statement = 等待最多的语句
evidence-deadlocks = 死锁
evidence-abandoned-statements = 没有客户端的语句
evidence-oldest-abandoned = 最久的已执行
evidence-abandoned-share = 占活动会话
evidence-scans = { $table } 每秒的顺序扫描
evidence-rows-of-scan = 每次扫描读取的行
evidence-table-rows = 表的行数
evidence-rows-of-call = 每次执行返回或修改的行
evidence-blocks-of-call = 每次执行读取的块
evidence-cost-reordered = 允许重排全部连接时的代价
evidence-cost-factor = 代价之比
evidence-joined-tables = 连接的表
evidence-limited-statements = 受限制影响的语句
evidence-jit-share = JIT 编译占执行时间
evidence-jit-of-statement = JIT 编译占该语句的时间
evidence-jit-of-call = 每次执行的 JIT 编译
evidence-relations-created = 每秒创建的表、索引和 TOAST 表
evidence-relations-of-transaction = 每个事务创建的数量
evidence-temporary-relations = 同时存在的临时表及其索引
evidence-temporary-size = 临时表的大小
evidence-definition-share = 建表、清空和删表占执行时间
evidence-spilled = 写入临时表文件
evidence-spilling-share = 写这些文件的语句占执行时间
evidence-spilling-statement = 写入最多的语句
evidence-temporary-space-free = { $tablespace } 的最小空闲空间
evidence-temporary-space-free-share = 最小空闲比例
evidence-temporary-files-size = 排序和哈希的文件
evidence-temporary-writer = 写入最多的语句
evidence-rollbacks = 每秒回滚
evidence-checkpoints-requested = 每秒请求的检查点
evidence-checkpoints-timed = 定时检查点
evidence-between-checkpoints = 请求的检查点之间的间隔
evidence-wal = 写入的 WAL
evidence-checkpoint-blocks = 检查点写出的块
evidence-wal-needed = 该速率所需的 max_wal_size
evidence-working-sessions = 工作中的会话
evidence-database-processors = 数据库的处理器
evidence-growth-of-work = 事务工作时间的增长
evidence-statement-at-work = 工作最多的语句
evidence-share-at-work = 占工作会话的比例
evidence-age-at-work = 其最长的一次执行已持续
evidence-most-sessions = 最多会话
evidence-idle-in-transaction = idle in transaction 会话

## Stand, probes, store and run

file-size-reached = run.db 已达到允许的最大文件大小（ulimit -f）
disk-full = 磁盘已满
disk-input-output-error = 磁盘报告了输入/输出错误
run-directory-read-only = 运行目录已变为只读
run-directory-gone = 运行目录已不存在
database-damaged = 数据库已损坏
database-not-openable = 数据库已无法打开
database-locked = 数据库被其他程序锁定
database-failed = 数据库出错（{ $error }）
run-not-stored = 运行到 { $at } 起{ $why }：run.db 缺少 { $lost } 的窗口数据
trial-cut-short = 试次 { $trial } 在 { $held }后中断{ $reached ->
    [ramp] {"，评判区间尚未开始：爬升与稳定阶段一并计入"}
   *[other] {""}
}；{ $open } 个未完成的请求计为被截断，{ $waiting } 个等待中的请求计为被丢弃
trial-not-stored-whole = 试次 { $trial } 只保存到 { $held }{ $reached ->
    [ramp] {"，评判区间尚未开始：爬升与稳定阶段一并计入"}
   *[other] {""}
}；{ $open } 个未完成的请求计为被截断，{ $waiting } 个等待中的请求计为被丢弃
probe-rounds-late = { $names }：{ $total } 轮读取中有 { $missed } 轮过迟，已舍弃；请为探针留出一个空闲的核
probe-read-nothing = { $probe }：{ $rounds } 轮中有 { $count } 轮没有读数；最近一次的原因：{ $why }
probe-short = { $probe }：{ $why }
proc-missing = /proc/self/stat 不存在；请挂载 /proc
service-not-running = 服务 { $service } 未在运行
service-process-ended = 服务 { $service } 的进程 { $process } 已结束
service-without-control-group = 服务 { $service } 没有运行在自己的控制组中
process-files-unreadable = 无法读取{ $what ->
    [transfers] 磁盘传输量
   *[other] 打开的描述符数
}（{ $why }）；请以服务的用户或 root 身份运行
memory-not-proportional = 无法读取按比例分摊的内存（{ $why }）；pss_mib 中是常驻内存，共享页全额计入；请以服务的用户或 root 身份运行
kernel-without-proportional-memory = 内核版本低于 4.14
memory-read-seldom = 读取内存开销较大，约每 { $every }才读一次；期间 pss_mib 保持上一次的值；请为服务设置控制组，读取其内存没有开销
memory-heap-not-found = 在进程的映射中未找到其 JVM 的堆，因此没有序列 other_memory_mib；请让 JVM 共享计数器（不要使用 -XX:-UsePerfData 或 -XX:+PerfDisableSharedMem）
devices-left-out = 每类只读取前 { $most } 个设备，另有 { $count } 个磁盘和网络接口未计入；如果它们重要，请用自己的工具观察
page-late = 页面未在 { $limit }内返回
page-unreachable = 页面无法访问（{ $why }）
page-url-unusable = URL 无法使用；请写成 http://HOST:PORT/PATH
page-not-http = 响应方使用的不是 HTTP
page-status = 页面返回状态码 { $status }
page-chunked = 页面以分块方式返回，HTTP 1.0 不支持分块
page-broken-off = 页面中断：{ $length } 字节中只收到 { $got } 字节
page-too-large = 页面大于 { $most }；请换一个较小的页面
page-without-series = 没有一次页面含有 { $series } 的样本；请在页面上查找 { $metrics }
page-samples-too-many = 页面上一台机器的样本多于 { $most } 个；请读取 node_exporter 的页面
page-lines-malformed = 有 { $count } 行不符合文本格式 0.0.4，已忽略；请检查页面
live-set-unreadable = 无法读取存活对象的大小（{ $why }）；请以服务的用户或 root 身份运行
several-java-vms = 服务有 { $count } 个 Java 虚拟机；存活对象的大小取自堆最大的那个
vm-shares-no-counters = Java 虚拟机未提供计数器（-XX:-UsePerfData、-XX:+PerfDisableSharedMem，或 /tmp 不可写）：{ $log ->
    [read] 将读取其 GC 日志和各线程的处理器时间
   *[none] 只读取各线程的处理器时间
}；请让它提供计数器，或用 -Xlog:gc*:file=gc.log 写日志
vm-log-too-fast = 其日志一秒内增长超过 1 MiB，部分内容被略过；请减少日志：-Xlog:gc*
vm-collected-whole-heap = { $service } 的 Java 虚拟机做了 { $collections } 次整堆 Full GC（{ $cause }）
postgres-url-unreadable = libpq 无法解析该 URL；请把其中的特殊字符写成 %XX
postgres-unreachable = PostgreSQL 无法连接（{ $why }）；{ $cure }
postgres-cure-reach = 请启动 PostgreSQL，或更正 URL 中的主机和端口
postgres-cure-connections = 请调大 max_connections，或缩小连接池
postgres-cure-password = 请更正 URL 中的用户和密码
postgres-cure-database = 请更正 URL 中的数据库名
postgres-cure-wait = 请等待 PostgreSQL 就绪
postgres-connection-ended = PostgreSQL 关闭了连接；请启动 PostgreSQL，或更正 URL 中的主机和端口
postgres-no-answer = PostgreSQL 未及时响应；请检查它是否过载或已停止
postgres-reading-slow = PostgreSQL 读取耗时过长；请检查它是否过载
postgres-too-old = 不支持读取 PostgreSQL { $version }；请使用 { $oldest } 或更新的版本
postgres-no-statements = 数据库没有 pg_stat_statements，语句未读取；请将其加入 shared_preload_libraries，并在数据库中执行 CREATE EXTENSION pg_stat_statements
postgres-statements-uncounted = pg_stat_statements 没有计数：pg_stat_statements.track 为 none，或 compute_query_id 为 off；请设为 top 和 auto
postgres-statements-unread = 语句未读取（{ $why }）；{ $cure }
postgres-cure-preload = 请将 pg_stat_statements 加入 shared_preload_libraries 并重启 PostgreSQL
postgres-cure-grant = 请对 URL 中的角色执行 GRANT pg_read_all_stats
postgres-cure-update = 请在数据库中执行 ALTER EXTENSION pg_stat_statements UPDATE
postgres-answer-large = PostgreSQL 返回的数据超过 16 MiB；请检查该地址上是哪个服务器在应答
postgres-part-unread = 未能读取{ $part ->
    [settings] 服务器参数
    [statements] 语句
    [tables] 顺序扫描
    [temporary] 临时表
    [locks] 锁等待树
    [abandoned] 没有客户端的语句
    [log] 实际执行的计划
   *[plans] 执行计划
}（{ $why }）；{ $cure }
postgres-cure-load = 请检查服务器是否过载
postgres-elsewhere = 未读取临时空间、没有客户端的语句和探针自身的 CPU 占比，因为从此处看不到 PostgreSQL 的进程；请在数据库所在机器上以 root 或 PostgreSQL 用户运行 loadproof
postgres-space-unseen = 看不到表空间 { $tablespace } 的文件系统（{ $why }）；请以 root 或 PostgreSQL 用户运行 loadproof
postgres-plans-refused = 部分执行计划被拒绝（{ $why }）；请对 URL 中的角色执行 GRANT pg_read_all_data
postgres-log-too-old = 未读取实际执行的计划，因为 PostgreSQL { $version } 不写 JSON 日志；请使用 { $oldest } 或更新的版本
postgres-log-not-loaded = 未读取实际执行的计划，因为 URL 中角色的会话没有加载 auto_explain；请将 auto_explain 加入 session_preload_libraries，或加入 shared_preload_libraries 并重启 PostgreSQL
postgres-log-off = 未读取实际执行的计划，因为 auto_explain.log_min_duration 为 -1；请设置一个时长，例如 100ms
postgres-log-format = 未读取实际执行的计划，因为 auto_explain 写出的计划不是 JSON；请将 auto_explain.log_format 设为 json
postgres-log-none = 未读取实际执行的计划，因为 PostgreSQL 不写 JSON 日志；请将 jsonlog 加入 log_destination，将 logging_collector 设为 on，并重启 PostgreSQL
postgres-log-refused = 未读取实际执行的计划，因为 URL 中的角色无权读取日志（{ $why }）；请对该角色执行 GRANT pg_monitor，并在数据库中执行 GRANT EXECUTE ON FUNCTION pg_current_logfile(text), pg_read_binary_file(text, bigint, bigint, boolean)
postgres-log-values = PostgreSQL 将参数的值写入日志；请将 { $setting } 设为 0
postgres-log-large = 部分日志未读取，因为 PostgreSQL 在两次读取之间写入了超过 256 KiB，可能缺少更慢执行的计划；请调大 auto_explain.log_min_duration
postgres-sessions-hidden = 最多有 { $count } 个会话的状态不可见；请对 URL 中的角色执行 GRANT pg_read_all_stats，并将 track_activities 设为 on
postgres-checkpoint = PostgreSQL 开始了一次检查点（{ $kind ->
    [timed] 定时
   *[requested] 请求
}）
postgres-checkpoints = PostgreSQL 开始了 { $count } 次检查点（定时 { $timed } 次，请求 { $requested } 次）
sql-empty = 问题注入中有空的 SQL 语句；请写出语句或将其删除
sql-unreadable = 无法读取语句“{ $statement }”：引号或注释未结束、含有 NUL 或超过 256 KiB；请更正
sql-several = “{ $statement }”包含多条语句；请将每条语句写成列表中的一项
sql-not-undone = “{ $statement }”被拒绝：无法确定回滚能撤销 { $what }；请更正或删除，或改用带撤销的命令来制造该问题
sql-database-unreadable = 问题注入的数据库无法使用：{ $what }；{ $cure }
sql-server-too-old = PostgreSQL { $version } 过旧，无法用于问题注入；请使用 { $oldest } 或更新的版本
sql-behind-pooler = 该 URL 指向连接池，无法在其后找到或结束会话；请写 PostgreSQL 本身的地址
sql-without-room = { $scope ->
    [role] 角色的连接上限
    [database] 数据库的连接上限
   *[server] PostgreSQL 的 max_connections
}还剩 { $free } 个连接，但需要 { $sessions } 个，另加 { $spare } 个余量；请调大上限或减少会话
sql-without-temporary-limit = 角色 { $role } 无权设置 temp_file_limit，而 PostgreSQL 的该值为 -1，语句可能写满磁盘；请以超级用户执行 GRANT SET ON PARAMETER temp_file_limit TO "{ $role }"（PostgreSQL 15 及以上）或 ALTER ROLE "{ $role }" SET temp_file_limit = '1GB'
sql-without-disk = PostgreSQL 的磁盘剩余 { $free }，但在最多 { $limit } 临时文件之后须保留 { $spare }；请释放磁盘空间，或降低上限、减少会话
sql-without-memory = 临时表空间 { $directory } 位于内存文件系统，还可写入 { $free }，而本机可用内存为 { $available }，其中须保留 { $spare }；请用更小的大小挂载，或释放内存
sql-disk-low = 会话已结束：{ $directory } 剩余 { $free }，少于 { $least }；请释放磁盘空间，或减少写入的行数
sql-memory-low = 会话已结束：本机可用内存为 { $available }，少于 { $least }，而 { $directory } 位于内存文件系统；请用更小的大小挂载，或减少写入的行数
sql-unparsed = PostgreSQL 无法解析“{ $statement }”：{ $what }（SQLSTATE { $code }）；请更正语句
sql-client-not-started = 无法启动持有会话的进程（{ $why }）；请释放内存和磁盘空间
sql-client-died = 持有会话的进程被终止或已失败；请检查机器内存是否耗尽
sql-sessions-failed = { $sessions } 个会话中有 { $failed } 个失败，首个错误：{ $what }（SQLSTATE { $code }）
sql-not-met = { $sessions } 个会话都没有得到研究所预期的错误 { $code }；请检查语句能否在规定时间内造成问题
sql-sessions-waiting = 有 { $count } 个会话尚未执行语句
sql-sessions-left = PostgreSQL 仍显示该问题注入的 { $count } 个会话
sql-sessions-cleared = 问题注入 { $injection } 已撤销：终止了 { $count } 个 PostgreSQL 会话
sql-sessions-unknown = 问题注入 { $injection } 的会话可能仍在 { $database } 中运行（{ $why }）。PostgreSQL 会在每个会话开始后 { $limit } 内自行结束它。若要立即结束，请以管理员执行：{ $statement }
mariadb-unread = 无法读取 MariaDB({ $why });{ $hint }
mariadb-hint-reach = 启动 MariaDB,或更正 URL 中的主机和端口
mariadb-hint-connections = 调大 max_connections,或缩小连接池
mariadb-hint-password = 更正 URL 中的用户和密码
mariadb-hint-database = 更正 URL 中的数据库名,或将其省略
mariadb-hint-blocked = 运行 mariadb-admin flush-hosts
mariadb-hint-host = 允许 URL 中的用户从本机连接
mariadb-hint-slow = 检查 MariaDB 是否过载或已停止
redis-unread = 无法读取 Redis({ $why });{ $hint }
redis-hint-reach = 启动 Redis,或更正 URL 中的主机和端口
redis-hint-clients = 调大 maxclients,或缩小连接池
redis-hint-password = 在 URL 中写入密码:redis://:${"{"}env:NAME{"}"}@HOST:PORT
redis-hint-permission = 允许 URL 中的用户运行 INFO(ACL SETUSER NAME +info)
redis-hint-protected = 设置密码,或绑定地址并将 protected-mode 设为 no
redis-hint-wait = 等待 Redis 加载完数据
redis-hint-slow = 检查 Redis 是否过载或已停止
ended-with-code = 以退出码 { $code } 结束
killed-by-signal = 被 { $signal } 终止
killed-without-memory = 被 { $signal } 终止：其控制组内存耗尽（为此终止了 { $kills } 个进程）
ended-with-members-killed = { $how }；其控制组因内存不足终止了 { $kills } 个进程
lost-supervisor = 失去了监管进程，后者已被终止
process-gone = 已结束：进程 { $process } 不复存在
died = 异常退出
not-startable = 无法启动（{ $why }）
supervisor-without-answer = 其监管进程没有响应
not-ended-within = 未在 { $limit }内结束
not-ready-within = 未在 { $limit }内就绪（{ $why }）
ended-before-ready = 在就绪之前结束
ready-line-missing = 尚未输出该行
ready-port = 端口 { $port }：{ $why }
ready-answer-broken-off = 响应不完整
ready-status = 状态码 { $status }
ready-without-command = 没有命令
service-did = 服务 { $service } { $what }
service-ended-early = 服务 { $service } 在{ $when ->
    [ready] 就绪
   *[trial] 首个试次
}之前{ $how }
service-ended-beside = 服务 { $service } 在就绪之前{ $how }，而{ $why }
command-of-service-did = 服务 { $service } 的命令 { $command } { $what }
command-of-stand-did = 被测环境的命令 { $command } { $what }
with-last-lines = { $what }；最后的输出：{ $lines }
without-output = { $what }（没有任何输出）
last-lines-of-service = 服务 { $service } 最后的输出：{ $lines }
service-port-taken = 服务 { $service } 无法启动：其端口 { $port } 已被占用：{ $who }。请结束占用者，或在研究文件中不写端口，以便分配空闲端口
service-address-taken = 服务 { $service } 无法启动：其就绪检查的地址 { $address } 已被占用：{ $who }。请结束占用者，或为服务换一个端口（${"{"}port{"}"} 为空闲端口）；他人运行的服务请用 driver: external 测量
target-address-taken = 被测环境无法启动：负载的目标地址 { $address } 已被占用：{ $who }。请结束占用者，或为服务换一个端口（${"{"}port{"}"} 为空闲端口）；他人运行的服务请用 driver: external 测量
process-named = { $name }（进程 { $process }）
process-unseen = 一个不可见的进程
stranger-alone = 监听{ $role ->
    [load] 负载目标
   *[check] 就绪检查
}地址 { $address } 的不是被测环境的进程，而是 { $who }
stranger-beside = 除被测环境外，{ $who } 也在监听{ $role ->
    [load] 负载目标
   *[check] 就绪检查
}地址 { $address }
target-handed-on = 看不到有谁在监听负载目标地址 { $address }，但它有响应：连接被转发到了别处
cpu-limit-not-set = 服务 { $service } 的 CPU 上限 { $limit } 未能设置（{ $why }）；改为绑定到 { $count } 个 CPU
memory-limit-not-set = 服务 { $service } 的内存上限 { $limit } 未能设置（{ $why }）
control-group-not-joined = 服务未能加入其控制组
no-control-group = 没有 { $controller } 的控制组
control-group-hands-nothing-on = { $place }：不向下级组下放控制器
file-refused = { $place }：{ $why }
leftovers-cleared = 进程 { $process } 的运行已异常终止：清理了它的 { $count } 个进程和 { $groups } 个控制组
leftovers-with-toggle = { $cleared }；由{ $kind ->
    [url] HTTP 调用
   *[other] 命令
}打开的功能{ $state ->
    [off] 已在其服务结束前关闭
   *[other] 可能仍然打开：请手动关闭
}
injection-without-guard = 问题注入 { $injection } 没有可在本进程异常终止时撤销它的进程：{ $why }
injection-guard-died = 它的守护进程已结束
injection-was-undone = 问题注入 { $injection }（{ $kind }）在运行异常终止后已由守护进程撤销
injection-was-cleared = 问题注入 { $injection }（{ $kind }）已撤销：其进程和文件已清除
injection-was-continued = 问题注入 { $injection } 已撤销：恢复了 { $count } 个被暂停的进程
injection-left-nothing = 问题注入 { $injection }（{ $kind }）没有留下任何影响
injection-still-stopped = 问题注入 { $injection } 尚未撤销：进程仍处于暂停状态。请执行：kill -CONT { $processes }
injection-state-unknown = 问题注入 { $injection }（{ $kind }）可能仍在生效，因为已没有知道如何撤销它的进程：请手动撤销
injection-state-unknown-of = 问题注入 { $injection }（{ $kind }）可能仍在生效，因为已没有知道如何撤销它的进程（{ $why }）：请手动撤销
injection-did = 问题注入 { $injection }：{ $what }
injection-step-did = { $step ->
    [undo] 撤销
    [check] 检查
    [call] 调用
    [pressure] stress-ng
   *[run] 命令
}{ $what }
injection-unanswered = 没有得到应答（{ $why }）
injection-answered = 应答不符合要求（{ $why }）
injection-program-missing = 未安装：{ $program }
injection-without-service = 被测系统没有服务 { $service }
injection-without-listener = 本机没有可见的进程监听端口 { $port }
injection-without-rights = 为端口 { $port } 提供服务的进程 { $process } 属于其他用户
injection-stops-loadproof = 为端口 { $port } 提供服务的进程 { $process } 是 loadproof 或其父进程
injection-stops-system = 为端口 { $port } 提供服务的进程 { $process } 属于系统
injection-kills-foreign = 服务 { $service } 由他人运行，loadproof 无法重新启动它
injection-without-processes = 其服务没有正在运行的进程
injection-too-many-processes = 其服务有 { $count } 个进程，超过 { $limit } 个
injection-keeps-forking = 其服务启动新进程的速度快于暂停它们的速度
injection-not-stopped = 有 { $count } 个进程未能暂停
injection-processes-ended = 期间有 { $count } 个被暂停的进程结束
injection-continued = 其他程序恢复了 { $count } 个被暂停的进程
injection-still-standing = 仍有 { $count } 个进程处于暂停状态
injection-processes-left = 它仍有 { $count } 个进程在运行
injection-directory-left = 它的目录仍然存在：{ $directory }
injection-group-not-joined = 无法加入服务的控制组
injection-memory-short = 需要 { $wanted } 内存，而允许的上限低于 { $limit }
injection-disk-short = 需要 { $needed } 可用磁盘空间（其中 10 GB 保持空闲）；{ $directory } 只有 { $free }
injection-service-lives = 服务 { $service } 仍有进程
injection-service-down = 服务 { $service } 没有进程
injection-restart-failed = 服务 { $service } 未能重新启动：{ $why }
injection-undo-late = 撤销用时 { $time }（允许：{ $limit }）
service-not-killed = 服务 { $service } 在 SIGKILL 后 { $limit } 内仍未结束
toggle-failed = 功能未能切换到 { $level }：{ $step } { $what }
level-lost = 未达到级别 { $level }({ $why }):本次启动中略过该级别,其余继续。
toggle-simulated = 模拟
feature-switched = 从 { $before } 切换到 { $level }，用时 { $time }，{ $how }{ $left }{ $said }
step-wrote = ，“{ $line }”
injection-of-link-did = 问题注入 { $injection } 在链路 { $link } 上失败：{ $what }
injection-link-unknown = 被测环境中没有这个名称的链路
injection-link-silent = 链路没有应答（{ $why }）
injection-link-lost = 链路上已没有该故障：链路被重新启动，或故障的时间已到
injection-link-left = 链路上的故障仍在生效
injection-link-holds = 链路仍扣留 { $size }
injection-link-closed = 链路不接受连接（{ $why }）
injection-link-not-joined = 经过链路的新连接在 { $limit } 内没有被转发
stand-ready = 变体 { $variant } 的被测环境已就绪：{ $target }
variant-simulated = 变体 { $variant } 的服务为虚拟时间中的模拟
variant-warmed-up = 变体 { $variant } 预热：{ $why }
target-elsewhere = 目标在另一台机器上：无法读取其进程
service-found = 服务 { $service } 正在监听目标地址，已由探针采集：进程 { $process }
services-not-probed = 还有 { $count } 个服务监听目标地址，均未采集
service-replaced = 服务 { $service } 现为进程 { $process }，取代进程 { $before }
service-restarted = 服务 { $service } 已重新启动：{ $why ->
    [died] 此前异常退出
   *[not-recovered] 未能恢复
}
server-unseen = 目标由本机上一个不可见的进程提供服务（在容器中或属于其他用户）：探针读不到它，也无法把它与其他进程的活动区分开；请以 root 或服务的用户身份运行
machine-untold = 本机不提供以下信息：{ $what }
untold-processor-waits = 线程等待处理器的时间（没有 schedstat），因此其他进程占用的处理器时间都视为从我方夺走
untold-processes = 还有谁在运行（hidepid 或容器），因此所有不可见的进程计为一个
untold-memory-waits = 等待内存的时间（没有 pressure 文件），因此其他进程对内存的影响只凭换页判断，对磁盘的影响凭空等的处理器判断
untold-transfers = 部分进程的读写量（/proc/PID/io），因此按磁盘的活动推算
run-continued = 运行停止 { $time }后继续
starts-given-up = 变体 { $variant } 不再启动：{ $why }
given-up-after-failures = 连续 { $count } 次启动失败后放弃：{ $why }
secret-too-short = 机密 { $name } 没有一行达到 { $least } 个字符，因此未被隐藏：若服务输出它，日志、响应和报告中就会含有它
start-failed = { $variant } 未能启动：{ $why }
live-slot = { $variant }，第 { $round } 轮，第 { $cycle } 个循环
live-slot-of-level = { $variant }，第 { $start } 次启动，第 { $cycle } 个循环，{ $level }
live-purpose-of-slot = { $purpose }：{ $slot }
live-slot-alone = 单独运行
live-slot-disturbed = 受干扰
cycle-in-round = 第 { $round } 轮
cycle-in-start = { $variant }，第 { $start } 次启动
cycle-warms = { $where }，第 { $cycle } 个预热循环；{ $figures }
cycle-counts = { $where }，计入第 { $cycle } 个循环（共 { $cycles } 个）；{ $figures }
cycle-alone = { $where }，各变体单独运行；{ $figures }
cycle-left-out = { $where }，该循环暂不计入，{ $why ->
    [disturbed] 受到本机其他进程干扰：
   *[other] 以下时段无效：
}{ $variants }；{ $figures }
cycle-figures = { $metric }：{ $values }
cycle-value = { $variant } { $value }
cycle-death = { $variant } 异常退出
of-variant = { $variant }：{ $told }
searches-in-turn = 第 { $number } 轮：{ $variants } 个变体同时启动，各自的搜索轮流进行，每次一个试次。
round-begins = 第 { $round } 轮（最多 { $most } 轮）：启动所有变体，随后约 { $time } 的负载。
round-of-single-starts = 第 { $round } 轮（最多 { $most } 轮）：逐个启动变体，总共约 { $time } 的负载。
single-starts-held = 所有变体合计占用内存和数据 { $held }，超过可用 { $machine } 的一半：全部停止，改为逐个单独启动、轮流进行（A B、B A）。其间机器的变化会混入变体间的差异，因此只能看出较大的差异。
single-starts-killed = 同时启动所有变体时，内核因内存不足终止了进程，{ $variants } 未能启动；可用内存为 { $machine }。全部停止，改为逐个单独启动、轮流进行（A B、B A）。其间机器的变化会混入变体间的差异，因此只能看出较大的差异。
single-starts-asked = 按研究的要求，每个变体单独启动、轮流进行（A B、B A）。其间机器的变化会混入变体间的差异，因此只能看出较大的差异。
round-without-company = 本轮没有其他变体在运行
variants-share-address = { $variants } 都与 { $address } 保持连接，而它不是由任何被测环境启动的：它并非变体各自所有
variant-uses-other = { $variant } 与 { $address } 保持连接，而那是 { $other } 的服务
variants-hold-memory = 所有变体合计占用内存和数据 { $held }，超过本机 { $machine } 的一半：一个变体可能夺走另一个单独运行时本可拥有的资源
comparison-settled = { $rounds } 轮之后一切均已判明：不再需要更多轮次。
comparison-of-all-rounds = 已运行 { $rounds } 轮，达到要求的轮数。
comparison-over-budget = 再一轮将超出 { $budget } 的预算，已运行 { $rounds } 轮。
comparison-budget-too-short = 最短的一轮需要 { $round }：在 { $budget } 的预算内只能完成 { $most } 轮，而少于 { $fewest } 轮什么也判明不了。不再运行；预算 { $needed } 即够。
comparison-hopeless = { $rounds } 轮之后尚未判明的，到 { $most } 轮也难以判明：不再运行。
comparison-without-pairs = 连续 { $rounds } 轮没有两个变体同时运行：不再运行。
comparison-without-capacity = 未给出对比的速率，且并非每个变体都有可供取比例的容量
comparison-at-rate = 在 { $rate } 请求/秒下对比，即所得最小容量 { $least } 请求/秒的 { $share }。
overhead-at-rate = 在 { $rate } 请求/秒下测量开销，即所得最小容量 { $least } 请求/秒的 { $share }。
overhead-start-begins = { $variant }：切换功能的第 { $start } 次启动（共 { $most } 次），负载约 { $time }。
overhead-of-all-starts = 已测得 { $starts } 次启动，达到要求的次数。
overhead-over-budget = 再一次启动将超出 { $budget } 的预算，已启动 { $starts } 次。
overhead-given-up = 连续 { $starts } 次启动没有结果：不再启动。
pause-before-start = 下次启动前暂停 { $time }
start-begins = { $doing ->
    [stand] 正在启动变体 { $variant } 的被测环境
    [target] 正在连接变体 { $variant } 的目标
   *[model] { $variant }
}{ $number ->
    [alone] {""}
   *[other] {"，第 "}{ $number }{" 次启动"}
}
waiting-for-quiet = 等待本机空闲，最多 { $most }
run-cut-by-exhaustion = 运行到此结束：{ $why }
run-cut-by-own-process = 运行到此结束：{ $why }
run-goes-on-in-memory = 运行数据无法写入磁盘（{ $why }）；继续保存在内存中
generator-given-up = 发压端尚未处理完一个响应：其最后一秒之后的数据丢失
metrics-lost-between = --otlp 的接收端未接收 { $all } 次指标更新中的 { $lost } 次（{ $why }）；其后的更新含有全部总数
metrics-lost = --otlp 的接收端未接收 { $all } 次指标更新中的 { $lost } 次（{ $why }）：它缺少 { $trials } 个试次的总数
metrics-receiver-late = { $time }内没有响应
metrics-receiver-unreachable = 无法连接
metrics-receiver-untrusted = 其证书不受信任
metrics-receiver-refuses = 它返回 { $status }
metrics-receiver-unknown = 其响应不符合 OTLP
metrics-receiver-rejects = 被拒绝的数据点：{ $points }
metrics-not-sendable = 无法发送，请检查 URL 和环境变量中的请求头
processors-not-kept-awake = 处理器未保持唤醒：{ $why }；以 root 运行即可（docs/guides/machine.md）
open-files-may-lack = { $connections } 个连接可能需要打开 { $needed } 个文件，上限为 { $limit }：最多同时打开 { $room } 个连接（ulimit -n { $raised } 可允许全部）
live-demo = 正在执行研究 { $study }
live-on-target = { $target }
live-of-study = 研究 { $study }
live-title = { $verb }：{ $what }{ $begun ->
    [continued] {"，继续"}
   *[new] {""}
}{ $time ->
    [virtual] {"（虚拟时间中的模拟）"}
   *[real] {""}
}，运行目录 { $directory }
live-trial-begins = 试次 { $trial }：{ $purpose }，{ $load }，最长 { $most }
live-trial-ended = 试次 { $trial }，{ $purpose }，{ $load }：{ $state }
live-trial-ended-because = 试次 { $trial }，{ $purpose }，{ $load }：{ $state }：{ $why }
live-second = 试次 { $trial }：{ $time }：{ $figures }
live-time-left = { $elapsed }，剩余 { $left }
live-rates = 计划 { $due }/秒，完成 { $done }/秒
live-response = p50 { $p50 }，p99 { $p99 }
live-response-of-last-seconds = { $response }（最近几秒）
live-no-answers = 没有响应
live-errors = 错误：{ $errors }
live-no-errors = 无
live-dropped = 丢弃 { $count }
live-counted = { $name } { $count }
live-calls = 在途 { $flight }，等待 { $waiting }，连接 { $connections }
live-sessions = 用户与流程 { $count }
live-users = 用户 { $users }
live-users-now = { $users }，计划 { $planned }
live-users-ahead = { $users }，{ $left }后计划 { $planned }
live-apdex = Apdex { $apdex }
live-apdex-lowest = { $apdex }，最低：{ $operation } { $lowest }
live-alarm-fires = 试次 { $trial }，{ $elapsed }：告警 { $alarm } 触发：{ $told }
live-alarm-resolved = 试次 { $trial }，{ $elapsed }：告警 { $alarm } 已恢复，持续 { $lasted }，当前 { $told }
live-alarm-without-data = 试次 { $trial }，{ $elapsed }：告警 { $alarm } 不再触发，持续 { $lasted }：无数据
live-alarm-since = { $alarm } 自 { $since } 起（{ $told }）
live-alarm-for = { $alarm } 已 { $time }（{ $told }）
live-alarms-more = 另有 { $count } 个
live-generator = 发压端：{ $told }
live-processor = CPU { $shares }%
live-lateness = 滞后 p99 { $p99 }
live-limits = 触及的上限：{ $limits }
live-limit = { $limit ->
    [descriptors] 打开文件数耗尽
    [ports] 本地端口耗尽
   *[connections] 连接全部占用
} { $count }×
live-others = 本机其他进程：{ $told }
live-others-named = { $taken }（{ $names }）
live-load-most = 最大速率
live-load-rate = { $rate }/秒
live-load-users = { $users } 个用户
figure-users = { $number } 个用户
live-trial = 试次 { $trial } · { $purpose }
live-state-early = { $state }（提前）
live-label-rate = 速率
live-label-response = 响应
live-label-calls = 请求
live-label-sessions = 会话
live-label-generator = 发压端
live-label-others = 其他进程
live-label-limits = 触及上限
live-label-errors = 错误
live-label-users = 用户
live-label-apdex = Apdex
live-label-firing = 触发的告警
live-label-pending = 待定的告警
live-label-injected = 正在注入
live-column-purpose = 用途
live-column-load = 负载
live-column-done = 完成/秒
live-column-p99 = p99 ms
live-column-missing = 失败
live-column-state = 状态
progress-comparing = 正在比较运行
progress-reporting = 正在生成报告
progress-exporting = 正在写出表格
progress-left = { $title }：已完成 { $done }，约剩余 { $left }
progress-elapsed = { $title }：已用 { $elapsed }
live-run-left = { $elapsed }，最多剩余 { $left }
live-label-run = 整次运行
load-ahead = 尚余负载：最长 { $most }
load-ahead-of-starts = 尚余负载：最长 { $most }，共 { $starts } 次启动
search-between = 介于 { $low } 和 { $high } 请求/秒之间；剩余负载时间：{ $left }
level-search-between = 介于 { $low } 和 { $high } 之间；剩余负载时间：{ $left }
search-above = 高于 { $low } 请求/秒；剩余负载时间：{ $left }
level-search-above = 高于 { $low }；剩余负载时间：{ $left }
about-so-long = 约 { $time }
less-than-a-minute = 不到一分钟
injected-command = 命令 { $command }
injected-sql = { $sessions } 个 SQL 会话：{ $statements }
injected-sql-abandoned = { $sessions } 个 SQL 会话（客户端已断开）：{ $statements }
injected-sql-failing = { $problem }（预期以 SQLSTATE { $code } 失败）
injected-call = 请求 { $call }
injected-stop = { $service } 的进程已暂停
injected-stop-of-port = 监听端口 { $port } 的进程已暂停
injected-kill = { $service } 的进程已被杀死
injected-pressure = 对被测环境 CPU 的压力：{ $parts }
injected-pressure-of-service = 对 { $service } 的压力：{ $parts }
injected-cpu = { $processes } 个计算进程
injected-memory = { $size } 内存
injected-disk = 写入磁盘 { $size }
injected-network = { $link } 的网络：{ $faults }
injected-latency = 延迟 { $time }
injected-jitter = 抖动 { $time }
injected-bandwidth = 带宽 { $size }/秒
injected-cut = 数据不通
injected-reset = 连接被重置
injected-slowdown = 服务时间延长 { $share }

## Result: sentences, answers, rankings

sentences = { $sentences }
sentence-of-variant = { $variant }：{ $sentence }
sentence-errors = 错误：{ $errors }。
sentence-errors-at = { $rate } 请求/秒时的错误：{ $errors }。
because = ：{ $why }
clause-after = ；{ $clause }
in-brackets = （{ $text }）
memory-need = { $service } 需要 { $needed } 内存：回收后的堆 { $after }，回收器余量 { $room }，其他内存 { $other }。
memory-need-heap = { $service } 需要 { $needed } 内存：堆 { $heap }，其他内存 { $other }。
memory-need-least = { $service } 需要 { $needed } 以上的内存：已提交的堆，以及未读取到的其他内存。
memory-need-plain = { $service } 需要 { $needed } 内存：即其进程占用的全部内存。
memory-need-unsplit = { $service } 需要 { $needed } 内存：即其进程占用的全部内存，其中堆占多少未知。
memory-cache-beside = 页缓存（{ $cache }）不计入：内存紧张时内核会收回它。
memory-cache-read-again = 页缓存（{ $cache }）不计入，但每秒有 { $pages } 个文件页被重新读取：内存更少时会更多。
memory-used-beside = 机器显示的已用内存（{ $used }）是另一个数值：它包含其他进程，却不包含共享内存（{ $shared }），而 ZGC 的堆就在共享内存中。
memory-used-of-others = 机器显示的已用内存（{ $used }）是另一个数值：它还包含其他进程。
memory-lacks-heap = 没有探针读到其 JVM 堆的大小
memory-lacks-collections = 没有任何一次回收给出回收后的占用
memory-lacks-other = 未能把其他内存与堆分开读取；显示的是内存减去已提交的堆，为下限
memory-lacks-group = 该服务没有自己的控制组，因此其页缓存未知
memory-lacks-pressure = 没有压力文件说明等待内存的时间
simulated = 虚拟时间下的模拟：{ $sentence }
note-simulated = 模拟结果：服务是模型，时间是虚拟的，这里的数据都不是在真实服务上测得的。
nothing-measured = 没有测得任何数据：负载开始之前运行就结束了（{ $arrivals }）。
arrivals-other = “{ $arrivals }”到达
arrivals-note-poisson = 泊松到达：请求在随机时刻到来，如同来自相互独立的用户，有时会几个同时到达。在平均速率相同的恒定间隔到达下排队更少：响应时间更短，容量更高。两者不可比较。
arrivals-note-constant = 恒定间隔到达：请求间隔均匀，而独立用户的请求从不如此。在平均速率相同的泊松到达下，请求有时会几个同时到达，排队更多：响应时间更长，容量更低，因此这里的数值高于独立用户会遇到的水平。要得到后者，请用 --arrivals poisson 重新测试。
arrivals-note-closed = 闭环负载：每个连接在上一个请求得到响应后才发送下一个。这是服务在这么多连接下所能达到的最大值；连接之外没有人在等待，因此响应时间不能说明独立用户的情况。
arrivals-note-users = 闭环用户：每个用户走完流程后立即重新开始，或按设定的节奏重复。服务响应越慢，收到的请求就越少，因此这里的速率是结果，而不是给定的负载。
slos = { $slos }
slos-none = （未设 SLO）
load-rate = { $rate } 请求/秒
load-of-users = { $users }（{ $rate } 请求/秒）
load-in-multiples = { $load }（N = { $multiple }）
load-beside-users = { $load }（另有 { $users } 个用户）
at-load = 在 { $load }下
at-highest-rate = 在所能达到的最高速率下
at-highest-rate-beside-users = 在所能达到的最高速率下（另有 { $users } 个用户）
at-users = 在 { $users } 个用户下
circumstances = { $arrivals }；仅限同一次启动
circumstances-confirmed = { $arrivals }；在同一次启动内持续 { $held }得到确认
circumstances-each-held = { $arrivals }；同一次启动内每个平台段持续 { $held }
capacity-estimate = 容量估计为 { $estimate } 请求/秒，介于 { $low } 和 { $high } 之间
level-capacity-estimate = 容量估计为 { $estimate }，介于 { $low } 和 { $high } 之间
capacity-interval = 容量介于 { $low } 和 { $high } 请求/秒之间
level-capacity-interval = 容量介于 { $low } 和 { $high } 之间
search-passed = 达标的最高速率为 { $rate } 请求/秒，未经确认
level-search-passed = 达标的最大数量为 { $level }，未经确认
search-passed-confirmed = 达标的最高速率为 { $rate } 请求/秒，已确认
level-search-passed-confirmed = 达标的最大数量为 { $level }，已确认
search-passed-none = 尚无速率达标
level-search-passed-none = 尚无数量达标
search-failed = 未达标的最低速率为 { $rate } 请求/秒
level-search-failed = 未达标的最小数量为 { $level }
search-failed-none = 没有未达标的速率
sentence-capacity-found = 服务可承受 { $load }，满足 { $slos }。{ $estimate }（{ $circumstances }）。
sentence-capacity-coarse = 服务可承受 { $load }，满足 { $slos }；容量只有粗略的结果。{ $estimate }（{ $circumstances }）。
sentence-capacity-unconfirmed = 满足 { $slos } 的容量估计为 { $estimate } 请求/秒，未经确认：介于 { $low } 和 { $high } 请求/秒之间（{ $circumstances }）。
level-sentence-capacity-unconfirmed = 满足 { $slos } 的容量估计为 { $estimate }，未经确认：介于 { $low } 和 { $high } 之间（{ $circumstances }）。
sentence-capacity-at-least = 服务至少可承受 { $load }（{ $bound ->
    [tried] 尝试过的最高速率
   *[allowed] 允许的最高速率
}），持续 { $held }，满足 { $slos }。容量可能更高（{ $circumstances }）。
level-sentence-capacity-at-least = 服务至少可承受 { $load }（{ $bound ->
    [tried] 尝试过的最大数量
   *[allowed] 允许的最大数量
}），持续 { $held }，满足 { $slos }。容量可能更高（{ $circumstances }）。
sentence-capacity-none-passed = 在尝试过的所有速率下都不满足 { $slos }{ $because }（{ $circumstances }）。
level-sentence-capacity-none-passed = 在尝试过的所有用户数量下都不满足 { $slos }{ $because }（{ $circumstances }）。
sentence-capacity-none-passed-down-to = 在尝试过的所有速率下都不满足 { $slos }，最低至 { $lowest } 请求/秒{ $because }（{ $circumstances }）。
level-sentence-capacity-none-passed-down-to = 在尝试过的所有用户数量下都不满足 { $slos }，最低至 { $lowest }{ $because }（{ $circumstances }）。
sentence-capacity-drifting = 满足 { $slos } 的容量不稳定，发生漂移{ $because }（{ $circumstances }）。
sentence-capacity-undecided = 满足 { $slos } 的容量未能确定{ $because }。{ $passed }；{ $failed }（{ $arrivals }）。
sentence-capacity-interrupted = 对满足 { $slos } 的容量的搜索被中断。{ $passed }；{ $failed }（{ $arrivals }）。
sentence-capacity-not-run = 未进行容量搜索{ $because }。
sentence-plateaus-found = 服务可承受 { $load }，满足 { $slos }，这是最后一个达标的平台段（给定 { $due }）{ $clause }（{ $circumstances }）。
sentence-plateaus-at-least = 服务可承受 { $load }，满足 { $slos }，这是最后一个达标的平台段（给定 { $due }）。这是下限：尝试过的最高平台段为 { $highest }{ $note }（{ $circumstances }）。
sentence-plateaus-users-found = { $users }（产生 { $load }）时满足 { $slos }：这是最后一个通过的台阶{ $clause }（{ $circumstances }）。
sentence-plateaus-users-at-least = { $users }（产生 { $load }）时满足 { $slos }：这是最后一个通过的台阶。这是下界：最多尝试到 { $highest }{ $note }（{ $circumstances }）。
sentence-plateaus-none-passed = 在任何平台段上都不满足 { $slos }{ $because }（{ $circumstances }）。
sentence-plateaus-undecided = 无法判断服务在哪个平台段上满足 { $slos }{ $because }（{ $arrivals }）。
sentence-plateaus-not-run = 未进行阶梯负载{ $because }。
sentence-confirm-passed = 确认通过：{ $load }持续 { $held }，所有 SLO 均达标。
sentence-confirm-failed = { $load }的确认未通过{ $because }。
sentence-confirm-undecided = 无法判断服务能否承受 { $load }{ $because }。
sentence-confirm-not-run = 未进行确认{ $because }。
sentence-soak-steady = { $load }的稳定性测试：{ $held }内保持稳定。
sentence-soak-steady-but-memory = { $load }的稳定性测试：{ $held }内保持稳定，但无法排除内存泄漏（{ $memory }）。
sentence-soak-not-steady = { $load }的稳定性测试：不稳定{ $because }。
sentence-soak-never-steady = { $load }的稳定性测试：始终未达到稳态{ $because }。
sentence-soak-failed = { $load }的稳定性测试：SLO 未达标{ $because }。
sentence-soak-undecided = { $load }的稳定性测试：无法判断是否稳定{ $because }。
sentence-soak-not-run = 未进行稳定性测试{ $because }。
spike-recovery = { $mean }（平均值的 95% 区间 { $low } 至 { $high }，{ $spikes } 次突增）
spike-recovery-once = { $mean }（一次突增，无区间）
sentence-spike-passed = 突增至 { $spike } 持续 { $held } 后，服务回到基线（{ $slos }）需要 { $recovery }。
sentence-spike-slow = 突增至 { $spike } 持续 { $held } 后，服务需要 { $recovery } 才回到基线（{ $slos }）{ $because }。
sentence-spike-untold = 突增至 { $spike } 持续 { $held } 后，服务回到基线（{ $slos }）需要 { $recovery }；恢复的 SLO 未能判定{ $because }。
sentence-spike-failed = 突增至 { $spike } 持续 { $held } 后，服务没有恢复{ $because }。
sentence-spike-undecided = 突增至 { $spike } 持续 { $held } 后的恢复情况未知{ $because }。
sentence-spike-not-run = 未进行突增测试{ $because }。
sentence-smoke-passed = 每个操作的回复均符合预期（{ $operations } 个操作，{ $calls } 次调用）。不评判响应时间。
sentence-smoke-failed = { $operations } 个操作中有 { $failed } 个出现失败的调用。
sentence-smoke-undecided = 无法判断每个操作的回复是否符合预期{ $because }。
sentence-smoke-not-run = 未运行冒烟测试{ $because }。
replies-of-expected = { $operation }：{ $calls } 次中 { $answered } 次符合预期
replies-of-unexpected = { $operation }：{ $failed }，预期 { $expected }
replies-of-failed = { $operation }：{ $failed }
replies-of-none = { $operation }：没有任何回复或错误
replies-status = { $of } 次中 { $calls } 次回复 { $status }
replies-error = { $of } 次中 { $calls } 次失败：{ $kind }
replies-dropped = { $of } 次中 { $calls } 次未及时发送
replies-cut = { $of } 次中 { $calls } 次到结束时仍未完成
sentence-load-passed = { $at }，服务满足 { $slos }。{ $gave }
sentence-load-failed = { $at }，服务不满足 { $slos }{ $because }。{ $gave }
sentence-load-undecided = { $at }，无法判断服务是否满足 { $slos }{ $because }。{ $gave }
sentence-load-without-slo = 未设 SLO，{ $at }不作判定。{ $gave }
sentence-load-invalid = { $at }的测量无效{ $because }（{ $arrivals }）。
sentence-load-cut-short = { $at }的试次被中断，不作判定。{ $gave }
sentence-load-end-not-stored = { $at }的试次末尾未被保存，不作判定。{ $gave }
sentence-load-not-run = 未施加负载{ $because }。
sentence-passed-and-yet = 试次 { $trial } 达标，但是：{ $fact }
sentence-passed-and-yet-more = 试次 { $trial } 达标，但是：{ $fact }此外：{ $causes }。
sentence-starts-show = 在 { $starts } 次启动中，达标的试次仍显示：{ $causes }。
sentence-compare-measured = 对比的第 { $round } 轮已在 { $load } 下测得。
sentence-compare-unmeasured = 对比的第 { $round } 轮在 { $load } 下没有得出数据{ $because }。
sentence-compare-not-run = 对比的一轮未运行{ $because }。
sentence-overhead-measured = 开销：第 { $start } 次启动已测得{ $because }。
sentence-overhead-unmeasured = 开销：第 { $start } 次启动没有得出数据{ $because }。
sentence-overhead-not-run = 开销：启动未运行{ $because }。
gave = { $held }内：{ $figures }（{ $circumstances }）。
due-of-asked = 设定 { $asked }/秒，实际计划 { $due }/秒（泊松到达，种子 { $seed }）
gave-completed = 完成 { $rate } 请求/秒
gave-percentile = p99 { $time }
gave-mean = 平均响应时间 { $time }
gave-missing = { $share } 失败、丢弃或截断
unanswered-unfinished = 运行没有结束：其进程被终止或出错，或仍在进行
unanswered-interrupted = 运行在得出结果之前被中断
unanswered-not-stored = 在得出结果之前磁盘已无法写入
unanswered-cut = 运行在得出结果之前结束：{ $why }
trial-unfinished = 试次没有结束：不作判定
verdict-of-stage = 第 { $stage } 阶段，{ $rate } 请求/秒：{ $why }
no-stage-reached = 在保持负载的阶段之前已结束
at-stages = 分阶段，最高 { $rate } 请求/秒
ranking-most = 满足 { $slos } 时承受速率最高的是 { $places }。
ranking-and-others = { $ranking }未排名：{ $others }。
ranking-none-ranked = 满足 { $slos } 时无法排名：{ $others }。
ranking-of-one = { $variant } 在满足 { $slos } 时可承受 { $carried }，依据 { $starts } 次启动中的 { $given } 次。
ranking-then = 其次是 { $place }
ranking-place = { $variant }：{ $carried }
ranking-shared-place = { $variants }，彼此无法区分
ranking-unranked = { $variant }（{ $why }）
searches-at-one-limit = 所有变体的搜索都止于同一个限制（{ $limit }）：按速率排名反映的是这个限制，而不是变体。
searches-ranked-by-cpu = { $told }变体应按每请求 CPU 排名，由少到多：{ $order }。
searches-to-rank-by-cpu = { $told }变体应按每请求 CPU 排名。
limit-of-highest-rate = 所尝试的最高速率（max_rate）
limit-of-generator = 发压端
limit-of-disk = 磁盘
limit-of-database = 共享的数据库
carried-rate = { $rate } 请求/秒
level-carried-rate = { $level }
carried-interval = { $rate } 请求/秒（{ $low } 至 { $high }）
level-carried-interval = { $level }（{ $low } 至 { $high }）
carried-at-least = 至少 { $rate } 请求/秒
level-carried-at-least = 至少 { $level }
carried-below = 低于 { $rate } 请求/秒
level-carried-below = 少于 { $level }
handshake-certificate-rejected = { $target } 的证书被拒绝：{ $why }。请更换证书，或用 --insecure 接受任何证书（配置文件中为 tls.insecure）
handshake-timeout = { $target } 在 { $seconds } 秒内未响应 TLS 握手。请确认该端口使用 TLS；若不使用，请把 https:// 写成 http://
handshake-tls-ca-certificate = { $target } 把 CA 证书（CA:TRUE）当作自己的证书出示。请用 --ca FILE 指定这张证书本身的 PEM 文件（配置文件中为 tls.ca），或签发带 basicConstraints=CA:FALSE 的证书，或用 --insecure 接受任何证书（tls.insecure）
handshake-tls-client-certificate = { $target } 要求客户端证书，而 loadproof 尚不支持客户端证书。请压测该服务不要求客户端证书的端口
handshake-tls-closed = { $target } 在 TLS 握手期间关闭了连接。请确认该端口使用 TLS（若不使用，请把 https:// 写成 http://），并查看服务器日志
handshake-tls-expired = { $target } 的证书已于 { $date } 过期。请更新证书，或用 --insecure 接受任何证书（配置文件中为 tls.insecure）
handshake-tls-failed = 与 { $target } 的 TLS 握手失败：{ $why }。请查看服务器日志
handshake-tls-no-common-cipher = { $target } 与 loadproof 没有共同的 TLS 密码套件或密钥交换方式（{ $why }）。请在服务器上启用 ECDHE 与 AES-GCM 或 ChaCha20-Poly1305，并为其配置 RSA、P-256、P-384 或 Ed25519 密钥的证书
handshake-tls-no-http1 = { $target } 不接受 TLS 上的 HTTP/1.1（ALPN），而 loadproof 只支持 HTTP/1.1。请在服务器上启用 HTTP/1.1
handshake-tls-no-name = { $target } 的证书没有 subjectAltName，因此对 { $host } 无效。请签发以该名称为 subjectAltName 的证书，或用 --insecure 接受任何证书（配置文件中为 tls.insecure）
handshake-tls-not-spoken = { $target } 不使用 TLS。请把 https:// 写成 http://，或更正端口
handshake-tls-not-yet-valid = { $target } 的证书从 { $date } 起才有效。请检查本机时钟，或用 --insecure 接受任何证书（配置文件中为 tls.insecure）
handshake-tls-protocol-version = { $target } 既不支持 TLS 1.2 也不支持 TLS 1.3，而 loadproof 不支持其他版本。请在服务器上启用 TLS 1.2 或 1.3
handshake-tls-unknown-host = { $target } 不认识主机名 { $host }（TLS 服务器名称）。请更正主机名，或在配置文件的 tls.server_name 中写服务器认识的名称
handshake-tls-unknown-issuer = { $target } 的证书不是由受信任的机构签发的。请用 --ca 文件 指定其机构的 PEM 文件（配置文件中为 tls.ca），或用 --insecure 接受任何证书（tls.insecure）
handshake-tls-wrong-name = { $target } 的证书只对 { $names } 有效，对 { $host } 无效。请在 URL 中或配置文件的 tls.server_name 中使用其中一个名称，或用 --insecure 接受任何证书（tls.insecure）
stand-not-kept = 被测环境无法保存其状态和日志（{ $place }：{ $why }）。请让该位置可写，或把 XDG_STATE_HOME 设为其他位置
target-unreachable = 目标 { $target } 无法连接（{ $why }）。请启动服务，或更正地址
target-unreachable-at = 无法连接目标 { $target }，已尝试：{ $tried }。请启动服务，或更正地址
target-unresolved = 无法解析名称 { $host }（{ $why }）。请更正地址

## 报告的第一句话（面向所有读者）

plain-carries = 该服务每秒可处理 { $rate } 个请求，并达到目标：{ $targets }。
level-plain-carries = 该服务可承受 { $level }，并达到目标：{ $targets }。
plain-carries-but = 该服务在目标（{ $targets }）之内每秒可处理 { $rate } 个请求，但不能持久：未达标之处见下文。
level-plain-carries-but = 该服务在目标（{ $targets }）之内可承受 { $level }，但不能持久：未达标之处见下文。
plain-met = 在本次测试的负载下，该服务达到目标：{ $targets }。
plain-broke = 在本次测试的负载下，该服务未达到目标：{ $targets }。
plain-unknown = 本次测试无法判断该服务是否达到目标（{ $targets }）。原因见下文的疑点。
plain-ranking = 承载能力最高的是 { $names }：在目标（{ $targets }）之内每秒 { $rate } 个请求。
plain-variants-differ = 各变体之间的差异超出偶然：幅度见下文。
plain-variants-alike = 各变体相当：差异小到无关紧要。
plain-variants-open = 本次测试无法判断各变体是否有差异：需要更多轮次。
plain-overhead-shown = 该功能的开销低于 { $bound }。
plain-overhead-refuted = 该功能的开销高于 { $bound }。
plain-overhead-not-shown = 本次测试无法判断该功能的开销是否低于 { $bound }。
plain-target-time = { $share } 的请求在 { $within } 以内
plain-target-operation = { $operation } 的 { $share } 请求在 { $within } 以内
plain-target-errors = 失败少于 { $share }
plain-target-apdex = Apdex 不低于 { $limit }
plain-target-apdex-operation = “{ $operation }”的 Apdex 不低于 { $limit }
plain-no-target = 未设目标

## Report: titles, tables, notes

report-title = loadproof { $verb }{ $time ->
    [virtual] （模拟）
   *[real] {""}
}：{ $name }
report-title-of = { $title }（{ $what }）
report-part-of = { $whole }，{ $part }
report-trial = { $trial }，{ $purpose }，{ $load }
report-sentence = { $text }。
report-state-besides = { $state }（{ $besides }）
report-column-min = 最小
report-over = > { $limit } ms
report-estimate = 估计：{ $estimate }/秒，介于 { $low }/秒与 { $high }/秒之间，相差 { $width }。
level-report-estimate = 估计：{ $estimate }，介于 { $low } 与 { $high } 之间，相差 { $width }。
report-interval = 介于 { $low }/秒与 { $high }/秒之间，相差 { $width }。
level-report-interval = 介于 { $low } 与 { $high } 之间，相差 { $width }。
report-bounds = 达标的最高速率：{ $low }/秒。其上未达标的最低速率：{ $high }/秒，相差 { $width }。
level-report-bounds = 达标的最大数量：{ $low }。其上未达标的最小数量：{ $high }，相差 { $width }。
report-tried = { $state }：{ $rates }。
report-trial-reason = 试次 { $number }（{ $purpose }，{ $load }）{ $state }：{ $reason }
report-starts-trials-note = 仅列参与判定的试次，按变体与启动排列。“滞后”：发压端自身的最大滞后，单位 ms。各 SLO 的超出比例以及判定原因见 result.json。
report-flows-cut = 该试次提前终止，截断了 { $cut } 个仍在进行的流程：它们单列一栏，不算作慢流程。
report-column-value = 值
report-column-kind = 类型
report-column-at = 时刻，秒
report-column-service-time = 服务时间，ms
report-column-reply = 响应
report-column-body = 响应体开头
report-more-replies = 另有 { $count } 条见 result.json。
report-more-operation-rows = 另有 { $count } 行见 result.json。
report-body-of-bytes = （{ $bytes } 字节）
report-section-services = 服务
report-column-cpus = CPU 数
report-column-besides = 其他
report-runtimes-differ = { $variant }：{ $service } 各次启动的运行条件不一致（{ $facts }）；其离散程度不属于同一对象。
report-note-of-variants = { $names }：{ $note }
report-cores-apart = 机器共有 { $cores }：被测服务限定在其中 { $services } 核，发压端与探针使用其余 { $others } 核。
report-cores-left-by-limits = 发压端、探针与被测服务共用机器的 { $cores }；资源上限为发压端与探针留出 { $left } 核。
report-cores-shared = 发压端、探针与被测服务共用机器的 { $cores }；没有资源上限将它们隔开。
report-ranking-note = 满足 SLO 的 RPS：满足全部 SLO 时的每秒请求数，取各次启动的几何平均，括号内为各次启动间的 95% 置信区间；工作负载为其 70%。p95 与 p99 单位为 ms，取自该速率下所有启动合并的直方图。
report-column-cycles = 循环
report-ranking-read = CPU（100% 为一个核）与内存是同一时段内的平均值，取自负载所指向的服务。
report-ranking-memory = 内存取自{ $kinds ->
    [cgroup] 其控制组
    [pss] 其进程的比例份额（PSS）
   *[both] 其控制组，或其进程的比例份额（PSS）
}。
report-bound = { $bound ->
    [at_least] 不低于
   *[below] 低于
} { $rate }
report-rate-with-interval = { $rate }（{ $low } 至 { $high }）
report-rank-shared = { $names } 并列第 { $rank } 名：{ $why ->
    [bounds] 仅有界限，不足以区分
   *[scatter] 各次启动过于离散或次数太少，无法区分
}。这并不表示它们相同。
report-rank-sure = 名次更高这一结论对所有配对同时成立的置信度为 { $confidence }：相同的变体在至多 { $wrong } 的此类研究中会得到不同名次。
report-bound-at-least = { $name }：{ $rate }/秒是下限，因为试过的最高速率在 { $starts } 次启动中有 { $bounded } 次达标。没有哪个变体确定优于它；请尝试更高的速率。
level-report-bound-at-least = { $name }：{ $level } 是下限，因为在 { $starts } 次启动中有 { $bounded } 次，尝试过的最大数量达标。没有确定优于它的变体；请尝试更大的数量。
report-bound-below = { $name }：试过的最低速率在 { $starts } 次启动中有 { $bounded } 次未达标，因此它可承受的速率低于 { $rate }/秒。请尝试更低的速率。
level-report-bound-below = { $name }：在 { $starts } 次启动中有 { $bounded } 次，尝试过的最小数量未达标，因此可承受的少于 { $level }。请尝试更小的数量。
report-unranked = { $name } 未排名：{ $why }。
report-starts-note = 每次启动都重新启动全部服务。括号内：速率为该次启动内方法未能确定的范围，p99 为该次启动内的 95% 置信区间。两者都不反映启动之间的差异，差异见下表。机器速度：启动前后完成同一份固定工作的快慢，以最快者为 100%。
report-column-trial = 试次
report-column-rated-starts = 得出速率的启动
report-column-range = 最小至最大
report-column-spread-between = 启动之间的离散
report-column-spread-within = 单次启动内的离散
report-column-breaks-at = p99 拐点
report-so-many-of = { $some }/{ $all }
report-stopped-by = 限制因素：{ $causes }
report-beside-passed = 达标的试次仍显示：{ $causes }
report-column-first = 首要限制因素
report-column-other-causes = 其他
report-matrix-note = 该原因在多少次启动的未达标试次中出现；最强者列为首要。“?”：由事实推测，未经测量。
report-facts = 事实
report-facts-note = 测量所得。
report-hypotheses = 假设
report-hypotheses-note = 由事实推测，未经证实。每条都说明如何验证。
report-beside = 另外观察到
report-beside-note = 已测得，但不能解释占失败多数的错误。
report-findings-details = 全部 { $count } 条发现及其依据
report-details-note = { $title }：{ $note }
report-finding = { $where }：{ $text }
report-quoted = “{ $text }”
report-also-in = { $where }（另见 { $trials }）
report-errors = 错误
report-errors-of = 试次 { $trial } 的错误
report-errors-of-rate = 试次 { $trial } 的错误，{ $load }
report-more-error-kinds = 另有 { $count } 种
report-unit-processes = 个进程
report-unit-kills = 次终止
report-unit-requests = 个请求
report-unit-requests-per-second = 请求/秒
report-unit-events-per-second = 1/秒
report-shown-directory = 运行目录：{ $path }
report-shown-page = 报告：{ "    " }{ $path }
## One screen

screen-operations = 各操作，响应时间（毫秒）
screen-picture = { $percentile }（ms）随计划速率的变化；{ $limit }
screen-picture-free = { $percentile }（ms）随计划速率的变化
screen-more = 另有 { $count } 项：--full 或报告
screen-full = 全部表格：--full 或报告
screen-alike = 用其他工具执行类似的负载，以便核对
screen-alike-even = oha 等间隔发送请求；此处用 --arrivals constant 可达到同样效果

## Short

report-short-verdict = { $title }：{ $state }
report-short-held = 可承受 { $rate }/秒；容量约 { $estimate }/秒，介于 { $low }/秒与 { $high }/秒之间
level-report-short-held = 可承受 { $level }；容量约 { $estimate }，介于 { $low } 与 { $high } 之间
report-short-capacity = 可承受约 { $rate }/秒，介于 { $low }/秒与 { $high }/秒之间，未经确认
level-report-short-capacity = 可承受约 { $level }，介于 { $low } 与 { $high } 之间，未经确认
report-short-between = 可承受 { $low }/秒至 { $high }/秒
level-report-short-between = 可承受 { $low } 至 { $high }
report-short-ranking = 排名（请求/秒）：{ $variants }
report-short-ranking-users = 排名（用户）：{ $variants }
report-short-variant = { $rank }. { $name } { $carried }
report-short-more-variants = 另有 { $count } 个
report-short-slos = SLO：{ $slos }
report-short-errors = 错误：{ $errors }
report-short-doubts = { $doubts } 条存疑：见报告
report-short-place = 报告：{ $place }

## Forecast

starts-of-study = { $starts } 次启动
cure-weight = 为该操作设置权重
cure-hold-soak = 至少保持 { $hold }
cure-hold-or-weight = 保持 { $hold }，或提高该操作的权重
cure-start-rate-hold-or-weight = 提高 start_rate、保持 { $hold }，或提高该操作的权重
cure-hold-or-know = 延长保持时间；若已知，请给出 --capacity 和 --service-time
cure-more-weight = 提高它们的权重
cure-hold-for-or-more-weight = 保持 { $hold }（为满足 { $operation }），或提高它们的权重
assumed-warm-up = 每次预热都在首次检查时（{ $first }后）结束；最长可达 { $most }
planned-difference = { $metric } { $percent }
planned-rounds = 对比需要 { $least } 至 { $most } 轮，每轮约 { $round }；全部完成后，十次中有九次能分辨出以下幅度起的差异：{ $seen }
planned-rounds-too-few = 对比需要 { $least } 至 { $most } 轮，每轮约 { $round }，分辨不出差异：需要三轮
planned-rounds-row = { $least } 至 { $most } 轮
planned-rounds-of-operations = { $rounds }。{ $operations }
planned-overhead = 开销需要 { $starts } 次启动，每次约 { $start }；当上限 { $bound } 高出功能实际开销以下幅度时，十次中有九次能证实：{ $seen }
planned-overhead-too-few = 开销需要 { $starts } 次启动，每次约 { $start }，无法证实任何上限：需要五次
from-to = { $low } 至 { $high }
calls-suffice = 能
plan-section-injections = 故障注入
planned-injection = { $name }（{ $problem }）在{ $methods }的每个试次中：开始后 { $after }，持续 { $time }
planned-injection-repeated = { $name }（{ $problem }）在{ $methods }的每个试次中：共 { $repeat } 次，首次在开始后 { $after }，此后每 { $every }一次，每次持续 { $time }

## Page

page-skip = 跳到结论
page-contents = 目录
page-to-dark = 深色
page-to-light = 浅色
page-theme = 配色
page-aside = （{ $text }）
page-in-unit = （{ $unit }）
page-label = { $label }：
page-print = 打印
page-settings-language = 语言
page-glossary = 术语
page-close = 关闭
page-when = 开始于 { $started }，历时 { $duration }
page-when-interrupted = 开始于 { $started }，历时 { $duration }，被提前中断
page-ms = ms
page-per-second = { $rate } /秒
page-requests-per-second = 请求/秒
page-too-few = 样本不足
page-yes = 是
page-no = 否
page-no-slo = 未设 SLO
page-all = 全部
page-section-answers = 结果
page-section-ranking = 变体排名
page-section-comparison = 对比
page-section-rounds = 轮次
page-section-overhead = 开销
page-section-switches = 切换的开销
page-section-switched-starts = 切换功能的各次启动
page-section-compared-total = 总体响应时间
page-section-compared-operations = 各操作的响应时间
page-section-cpu-share = CPU 占变体可用核数的百分比
page-section-breaks = p99 的拐点
page-section-what-ran = 运行了什么
page-section-start = 本次启动的结果
page-section-load = 负载与响应时间
page-section-rates = 响应时间随速率的变化
page-section-response-curve = 单个试次的响应时间
page-section-trials = 试次
page-section-all-trials = 所有启动中参与判定的试次
page-section-diagnoses = 试次之间的诊断
page-section-stages = 阶段
page-section-operations = 操作
page-section-heat = 响应时间热力图
page-section-resources = 压测期间的资源使用
page-section-memory = 所需内存
page-section-validity = 有效性与存疑
page-section-findings = 发现
page-section-method = 方法、研究、被测环境、运行环境
page-section-repeat = 复现
page-state-passed = 达标
page-state-measured = 已测
page-state-held = 已完成
page-state-failed = 未达标
page-state-undecided = 无法判定
page-state-invalid = 无效
page-state-cut-short = 中途截断
page-state-recover = 恢复
page-state-warm-up = 预热
page-state-found = 已找到
page-state-coarse = 粗略
page-state-at-least = 不低于
page-state-none-passed = 无一达标
page-state-drifting = 性能漂移
page-state-steady = 稳定
page-state-not-steady = 不稳定
page-state-never-steady = 始终未达稳态
page-state-not-run = 未运行
page-early = 提前终止
page-superseded = 该启动被中断并已重跑
page-method-smoke = 冒烟测试
page-method-load = 负载
page-method-compare = 对比
page-method-overhead = 开销
page-method-plateaus = 阶梯负载
page-method-capacity = 容量
page-method-confirm = 确认
page-method-soak = 稳定性测试
page-method-users = 用户
page-method-spike = 突增
page-purpose-smoke = 冒烟测试
page-purpose-load = 负载
page-purpose-bracket = 粗略搜索
page-purpose-search = 精细搜索
page-purpose-confirm = 确认
page-purpose-recover = 恢复
page-purpose-soak = 稳定性测试
page-purpose-warm-up = 预热
page-purpose-compare = 对比
page-purpose-alone = 对比，单独
page-purpose-plateau = 平台段
section-alarms = 告警
alarms-column-alarm = 告警
alarms-column-rule = 规则
alarms-column-trial = 试次
alarms-column-fired = 触发的试次
alarms-column-first = 首次触发
alarms-column-lead = 提前量
alarms-column-false = 误报
alarms-column-detected = 检出的 Apdex 下降
alarms-column-no-data = 无数据
alarms-column-pending = 待定起点
alarms-column-fires = 触发时刻
alarms-column-ended = 结束时刻
alarms-column-value = 数值
alarms-column-remark = 备注
alarms-part = { $part }/{ $whole }
alarms-first = { $at }，试次 { $trial }
alarms-lead-before = 早于用户察觉 { $time }
alarms-lead-after = 晚于用户察觉 { $time }
alarms-lead-none = 与用户察觉同时
alarms-lead-range = { $median }（{ $low } 至 { $high }）
alarms-false = { $time }内 { $count } 次
alarms-line = { $alarm } 在试次 { $trial } 开始后 { $at }触发（{ $value }）；{ $whole } 个试次中有 { $part } 个
alarms-line-lead = { $alarm } 在试次 { $trial } 开始后 { $at }触发（{ $value }）；{ $whole } 个试次中有 { $part } 个；提前量：{ $lead }
alarms-note = 时间从试次开始计算。提前量截止于用户 Apdex 确定变低的第一分钟的起点；若告警触发更晚则为负值；多个试次时为中位数，并附最小值和最大值。误报是满足 SLO 且 Apdex 没有确定下降的试次中的触发，以及在下降前 5 分钟以上就已结束的触发。检出的下降是 Apdex 确定下降且告警非误报触发的试次。
alarms-none-fired = 没有告警触发。
alarms-firings = 触发记录
alarms-to-the-end = 试次结束
alarms-remark-false = 误报
alarms-remark-stopped = 终止了试次
section-injections = 故障注入
injections-column-injection = 故障注入
injections-column-made = 执行情况
injections-column-recovery = 恢复
injections-column-alarms = 告警
injections-column-resource = 资源
injections-column-before = 之前
injections-column-during = 期间
injections-column-after = 之后
injections-column-difference = 差值
injections-column-decision = 影响
injections-column-trial = 试次
injections-column-number = 次序
injections-column-begins = 开始
injections-column-ends = 开始撤销
injections-column-undone = 已撤销
injections-column-state = 状态
injections-column-p95 = 对 p95 的影响
injections-column-fault = 故障原因
injections-metric-p95-ms = p95
injections-metric-apdex = Apdex
injections-metric-error-share = 失败的请求
injections-metric-rate-per-s = 完成的请求
injections-named = { $injection }：{ $problem }
injections-undone = { $whole } 次中执行并撤销 { $part } 次
injections-of-state = { $count } 次{ $state }
injections-state-undone = 已撤销
injections-state-failed = 失败
injections-state-not-undone = 未撤销！
injections-state-cut = 因试次结束而中止
injections-repeated = 影响基于 { $count } 次重复
injections-one-repetition = 仅一次：下一次可能不同
injections-first-of-two = 影响取自两次中的第一次
injections-change = { $before } → { $during }：{ $difference }，{ $decision }
injections-change-unknown = { $before } → { $during }：{ $decision }
injections-difference = { $difference }（{ $low } 至 { $high }）
injections-decision-worse = 变差
injections-decision-better = 变好
injections-decision-changed = 有变化
injections-decision-not-seen = 未见影响
injections-decision-unknown = 时间太短，无法判断
injections-recovery = 撤销后 { $time }恢复
injections-recovery-not-seen = 未见恢复
injections-not-seen = 未见
injections-alarm = { $alarm }：{ $part }/{ $whole }
injections-alarm-after = { $alarm }：{ $part }/{ $whole }，开始后 { $delay }
injections-left = 未撤销！故障注入 { $injection } 在试次 { $trial } 中有残留：{ $why }。全部试次中共有 { $count } 次残留。同一启动的后续试次可能受影响。
injections-line = { $injection }：{ $told }
injections-line-effect = { $metric } { $effect }
injections-resources = 对资源的影响
injections-resources-left = 另有 { $count } 行没有可靠的影响，见 result.json
injections-operations = 按操作统计的失败请求
injections-column-failed-before = 之前失败
injections-column-failed-during = 期间失败
injections-column-failed-after = 之后失败
injections-column-completed-during = 期间完成
injections-failed-calls = { $failed }/{ $calls }
injections-failed-kinds = { $failed }/{ $calls }：{ $kinds }
injections-kind-dropped = 被丢弃
injections-kind-cut = 被截断
injections-operations-note = 有失败请求的操作，按请求应发出的那一秒统计：注入前刚开始的请求可能在注入之前计为失败。期间：从每次注入开始到其毫无残留。之后：从第一次撤销起，也包括各次注入之间。期间完成：故障期间仍得到预期响应的请求。其余操作见 result.json。
injections-occurrences = { $count } 次注入
injections-note = 每项影响都把注入期间的时间块（10 秒或更长）与之前以及恢复之后的时间块相比，因此服务自身的趋势不算影响；括号内为 95% 区间。重复三次以上时，区间按各次重复计算。恢复是从撤销到连续三个不差于之前的时间块中第一个的时间。告警在开始与恢复之间触发才计入。试次的判定包含故障期间的时间。
databases-section = 数据库
databases-activity = 活动
databases-statements = 按耗时排列的语句
databases-statements-note = 占比：占所有语句执行时间的比例。JIT：该语句耗时中 JIT 编译所占的比例。命中：在 shared_buffers 中找到的块。溢出：临时表、排序和哈希写入文件的块。语句中的值已隐藏。执行结束后才计入：仍在执行的语句见等待事件。
databases-changes = 按变化排列的语句
databases-changes-note = 平均耗时或占比上升的语句，与{ $before }相比，上升最多的在前。“–”：之前不在列表中。
databases-changes-none = 与{ $before }相比，没有语句变慢。
databases-before-trial = 试次 { $number }
databases-before-minute = 第一分钟
databases-before-injection = 故障注入之前
databases-problem = { $injection } 期间（试次 { $trial }，{ $count } 次）
databases-waits = 等待事件
databases-waits-note = 每秒对活动会话采样一次（{ $samples } 个样本）。
databases-working = 无等待：正在运行，或在等待处理器
databases-locks = 锁等待：最严重的一秒（{ $at }）有 { $waiting } 个会话在等待
databases-lock-line = { $process }（{ $facts }）：{ $statement }
databases-lock-waits = 等待 { $wait }
databases-lock-waits-since = 等待 { $wait }，最长 { $time }
databases-lock-transaction = 事务已持续 { $time }
databases-lock-holds-up = 阻塞 { $count } 个会话
databases-lock-also = 还在等待 { $processes }
databases-abandoned = 没有客户端的语句
databases-abandoned-note = 客户端已关闭连接。服务器在返回行之前不会察觉；client_connection_check_interval 可让它检查。
databases-temporary = 临时表和临时文件
databases-temporary-note = 无论 temp_buffers 多大，每个临时表都会创建一个文件，它的每个索引再创建一个。非临时的表和索引也计入此处。
databases-wal = WAL 和检查点
databases-settings = 设置
databases-scans = 顺序扫描
databases-minutes = { $count } 分钟
databases-minutes-note = 文件：临时表、其他新建的表和索引、排序和哈希的文件。
databases-plans = { $count } 个执行计划
databases-plan-executed-title = { $time }：{ $statement }
databases-plan-executed = 日志中最慢一次执行的计划，耗时 { $time }。估算代价 { $cost }；连接 { $joined } 个表。
databases-plan-cost = 通用计划，未执行。估算代价 { $cost }；连接 { $joined } 个表。
databases-plan-reordered = 通用计划，未执行。估算代价 { $cost }；连接 { $joined } 个表。若 join_collapse_limit 和 from_collapse_limit 为 { $joined }，估算代价为 { $reordered }。
databases-shortfalls = 未读取
databases-other-statements = 其余所有语句
databases-unread-statement = 语句 { $query }（未读取其文本）
databases-hidden-statement = （未读取该语句）
databases-per-second = { $size }/秒
databases-most-of = { $most } / { $limit }
databases-free-of = { $free } / { $size }
databases-column-time-share = 占比
databases-column-calls = 调用/秒
databases-column-mean = 平均，ms
databases-column-jit = JIT
databases-column-rows = 行/调用
databases-column-hits = 命中
databases-column-spilled = 溢出
databases-column-wal = WAL
databases-column-statement = 语句
databases-column-mean-before = 之前平均，ms
databases-column-share-before = 之前占比
databases-column-wait = 等待事件
databases-column-sessions = 平均会话数
databases-column-active-share = 占活动会话
databases-column-most-of = 主要来自
databases-column-process = 进程
databases-column-age = 已运行
databases-column-application = 应用
databases-column-table = 表
databases-column-scans = 扫描/秒
databases-column-rows-read = 读取行/秒
databases-column-live-rows = 表的行数
databases-column-minute = 分钟
databases-column-active = 活动
databases-column-waiting = 等待
databases-column-files = 新建文件/秒
databases-column-wal-pace = WAL，MiB/秒
databases-column-top-statement = 最耗时的语句
databases-fact-length = 时段
databases-fact-statements = 语句
databases-fact-commits = 提交
databases-fact-rollbacks = 回滚
databases-fact-deadlocks = 死锁
databases-fact-sessions = 平均会话数
databases-fact-most-sessions = 最多会话数
databases-fact-active = 活动会话
databases-fact-working = 无等待的活动会话
databases-fact-waiting-lock = 等待锁的会话
databases-fact-waiting-io = 等待 I/O 的会话
databases-fact-idle-in-transaction = 事务中空闲的会话
databases-fact-hits = shared_buffers 命中率
databases-fact-jit = JIT 占执行时间的比例
databases-fact-own-cpu = 本次诊断占服务器 CPU 的比例
databases-fact-created = 新建表和索引
databases-fact-created-per-commit = 每次提交新建表和索引
databases-fact-temporary-relations = 平均临时表和索引数
databases-fact-temporary-size = 临时表平均大小
databases-fact-temporary-written = 临时表写入文件
databases-fact-files = 排序和哈希的文件
databases-fact-spilled = 排序和哈希写入文件
databases-fact-tablespace = 临时表空间
databases-fact-free = 其最少剩余空间
databases-fact-wal = WAL
databases-fact-timed = 定时检查点
databases-fact-requested = 请求检查点
databases-fact-checkpoint-time = 检查点写入时间
databases-fact-checkpoint-pace = 检查点写入
databases-fact-session-pace = 会话写入
databases-fact-max-wal-size = max_wal_size
databases-fact-checkpoint-timeout = checkpoint_timeout
databases-fact-version = PostgreSQL
databases-fact-processors = 处理器
databases-setting-jit = jit
databases-setting-jit-above-cost = jit_above_cost
databases-setting-join-limit = join_collapse_limit
databases-setting-from-limit = from_collapse_limit
databases-setting-temp-buffers = temp_buffers
databases-setting-temp-tablespaces = temp_tablespaces
databases-setting-shared-buffers = shared_buffers
databases-setting-max-connections = max_connections
databases-line-of = { $database }：{ $text }
databases-line-locks = { $waiting } 个会话同时在等待锁；持有者是进程 { $process }（{ $state }）：{ $statement }
databases-line-abandoned = { $count } 条语句在没有客户端的情况下运行，最长 { $age }：{ $statement }
databases-line-running = 一条语句在最后一次采样时已执行 { $age }，平均占用 { $sessions } 个会话：{ $statement }
databases-line-space = 临时表空间 { $tablespace } 只剩 { $free }（共 { $size }）
databases-line-sessions = 打开了 { $most } 个会话，上限 { $limit } 个
databases-line-statement = 占时间的 { $share }：{ $statement }（{ $rate }/秒，平均 { $mean }）
databases-line-change = 每次调用 { $before } → { $mean }（与{ $told }相比）：{ $statement }
databases-line-wait = 平均 { $sessions } 个会话在等待 { $wait }，占活动会话的 { $share }
databases-line-jit = JIT 编译占执行时间的 { $share }
databases-line-checkpoints = { $requested } 次检查点提前发生，WAL 增速 { $wal }
databases-line-files = 每秒为临时表、排序和哈希新建 { $files } 个文件
section-users = 按分钟的用户
section-littles-law = 利特尔法则检验
page-column-users-present = 在场用户
page-column-flows-per-s = 流程/秒 (X)
page-column-flow-time = 流程时间 (R)，秒
page-column-wait-time = 到下一流程的等待 (Z)，秒
page-column-users-by-law = 按法则的用户数 X (R + Z)
page-column-law-ratio = 比值
littles-law-total = 所有流程
littles-law-note = 用户数 = 每秒流程数 ×（流程时间 + 到下一流程的等待）。两边均取自确认试次；若并非所有用户始终在工作，二者相差超过 5 %。
users-start = { $variant }，第 { $start } 次启动
page-apdex-minute = 第 { $minute } 分钟
users-apdex-note = 每分钟的 Apdex；* 表示少于 100 次请求，? 表示 95 % 区间跨越多个等级。
users-column-lowest = 最低 Apdex
users-column-lowest-minute = 分钟
users-column-sure = 等级确定的分钟数
users-column-starts = 每分钟启动数
users-column-dispersion = 离散指数
users-column-expected = 均匀负载下
users-column-even = 均匀性
users-column-minutes = 不均匀的分钟
users-evenness = 操作的均匀性
users-evenness-note = 离散指数：每分钟启动数的方差与均值之比。检验对全部操作的误差为 5 %。
users-evenness-none = 未检验均匀性：需要 5 分钟，且每个操作每分钟至少启动 5 次。
page-state-even = 均匀
page-state-uneven = 不均匀
page-state-excellent = 优秀
page-state-good = 良好
page-state-fair = 一般
page-state-poor = 较差
page-state-unacceptable = 不可接受
apdex-column-samples = 样本数
apdex-column-score = Apdex [T, 秒]
apdex-column-interval = 95 % 区间
apdex-column-rating = 等级
apdex-column-satisfied = 满意
apdex-column-tolerating = 容忍
apdex-column-frustrated = 失望
apdex-note = 满意：T 内应答；容忍：4T 内应答；失望：更晚、失败或未发送。容忍的请求按一半计。* 表示样本少于 100。
page-before = 首个流程之前
page-before-note = 每个用户每次会话只发送一次的请求，不计入 SLO、总计和容量；按整个试验计数，含加压阶段。
page-purpose-users = 用户
cure-uneven = 查看这些分钟：等待慢响应的用户启动更少，之后又同时恢复；请分散用户，或设定节奏
operation-uneven = { $operation } 的启动在各分钟间不均匀：离散指数 { $dispersion }，均匀负载下为 { $expected }；突出的分钟：{ $minutes }
sentence-users-passed = { $users } 个用户在 { $held } 内满足 { $slos }。
sentence-users-failed = { $users } 个用户未能满足 SLO{ $because }。
sentence-users-undecided = 无法判断 { $users } 个用户是否满足 { $slos }{ $because }。
sentence-users-not-run = 未运行用户负载{ $because }。
page-chart-users = 工作中的用户
page-chart-before = 首个流程之前的请求
page-chart-apdex = 按分钟的 Apdex
page-apdex-sure = 等级确定
page-apdex-unsure = 等级不确定
page-purpose-diagnose = 诊断
page-arrivals-poisson = 泊松到达
page-arrivals-constant = 恒定间隔到达
page-arrivals-closed = 闭环负载
page-arrivals-users = 闭环用户
page-key-rate = 完成速率
page-key-rate-asked = 设定 { $rate }/秒
page-key-capacity = 容量
page-key-interval = 区间
page-key-interval-note = 达标 – 未达标
page-key-estimate = 容量（估计）
page-key-estimate-note = 估计值 { $rate }
level-page-key-estimate-note = 估计 { $level }
page-key-p99 = 该负载下的 p99
page-key-p99-at = { $rate }/秒时的 p99
page-key-p99-note = 仅计有响应的请求
page-key-range = 各次启动 { $low } – { $high }
page-key-interval95 = 95%：{ $low } – { $high }
page-key-share = 超出 SLO 的比例
page-key-share-note = 占全部计划请求
page-key-share-rate-note = 计划与完成之差
page-key-share-by-count = 以比例判定：界限包含上限
page-key-missing = 失败
page-key-missing-note = 出错、丢弃、截断
page-key-held = 判定时段
page-key-users = 用户
page-key-users-note = 闭环，速率之外
page-key-users-alone-note = 闭环：每个用户重复执行其流程
page-key-carries-most = 承受速率最高
page-key-over-starts = 95%，基于 { $starts } 次启动
page-key-cpu-per-request = 每请求 CPU
page-key-cpu-note = 被测服务的开销
page-key-working = 工作负载
page-key-working-note = 可承载速率的 70%
page-key-rounds = 轮次
page-key-rounds-note = 每轮都重新启动所有变体
page-key-compared-at = 对比速率
page-key-compared-at-note = 每次只对一个变体加压
page-key-visible = 可分辨的最小差异：{ $metric }
page-column-variant = 变体
page-column-start = 启动
page-column-rank = 名次
page-column-carried = 满足 SLO 的 RPS
page-column-users-carried = 满足 SLO 的用户数
page-column-error-percent = 失败比例
page-column-cpu-percent = CPU
page-column-memory = 内存
page-column-memory-needed = 所需内存
page-column-heap-after = 回收后的堆
page-column-head-room = 回收器余量
page-column-other-memory = 其他内存
page-column-heap-committed = 已提交的堆
page-column-page-cache = 页缓存
page-column-refaults = 重读页/秒
page-column-memory-pressure = 等待内存的时间占比
page-column-cpu-per-request = 每请求 CPU（ms）
page-column-machine-percent = 机器速度
page-column-rate-per-memory = 每 MiB 请求/秒
page-column-working = 工作负载（/秒）
page-column-users-working = 工作负载（用户）
page-column-method = 方法
page-column-outcome = 结果
page-column-rate = 速率（/秒）
page-column-n = N
page-column-estimate = 估计（/秒）
page-column-interval = 区间（/秒）
page-column-held = 判定时段
page-column-trial = #
page-column-stage = 阶段
page-column-purpose = 阶段
page-column-due = 计划（/秒）
page-column-done = 完成（/秒）
page-column-errors = 错误
page-column-dropped = 丢弃
page-column-late = 滞后
page-column-bytes = 字节
page-column-cut = 截断
page-column-state = 判定
page-column-operation = 操作
page-column-flow = 流程
page-column-target = 目标
page-column-runs = 计划次数
page-column-tags = 标签
page-column-phase = 阶段
page-column-count = 次数
page-column-calls = 计划请求
page-column-mean = 平均
page-column-metric = 指标
page-column-mean-interval = 平均值的 95% 区间
page-column-each = 每次重复
page-column-in-ms = { $name }，ms
page-column-calls-per-second = 请求/秒
page-column-change = { $metric } 相对 { $a }，%
page-column-cpus = 可用
page-column-cpu-share = 变体的 CPU，%
page-column-cpu-share-against = 另一变体的 CPU，%
page-column-cpu-points = 差值，百分点
page-column-cpu-points-interval = 区间，百分点
page-column-cpu-effect = 差值，%
page-column-failed-share = 失败比例
page-column-figure = 指标
page-column-against = 相对
page-column-effect = 差异
page-column-effect-interval = 区间
page-column-decision = 判定
page-column-surely-below = 确定低于
page-column-bound = 上限
page-column-claim = 论断
page-column-starts-of-both = 启动次数
page-column-switched-to = 切换到
page-column-switch-took = 用时（秒）
page-column-switch-cpu = CPU（ms）
page-column-switches = 切换次数
page-claim-shown = 已证实
page-claim-refuted = 已否定
page-claim-not-shown = 未证实
page-column-round = 轮次
page-column-idle = 空载（核）
page-column-generator = 发压端（每请求 µs）
page-column-level = 水平
page-column-level-against = 另一变体的水平
page-column-begin = 起始
page-column-end = 结束
page-column-per-hour = 每小时
page-column-interval95 = 95% 区间（每小时）
page-column-says = 结论
page-column-part = 组成部分
page-column-share = 占平均值比例
page-column-max = 最大
page-column-time = 时间
page-section-machines = 机器
page-machines-note = 结果所依据试次的判定区间内的利用率。CPU：所有核心的时间，包括被虚拟机管理程序占走的时间。内存：不可用的部分。磁盘：最繁忙磁盘的工作时间。网络：最满链路占其速率的比例（速率已知时）。
page-column-machine = 机器
page-column-role = 角色
page-machine-this = 本机
page-role-under-test = 被测
page-role-load = 产生压力
page-column-resource = 资源
page-column-mean-use = 平均
page-column-highest-use = 单秒最高
page-column-saturated = 饱和
page-column-left-out = 不参与判定
page-column-service = 服务
page-column-event = 事件
page-column-limits = 资源上限
page-column-placement = CPU 分配
page-column-command = 命令
page-column-request = 请求
page-column-weight = 权重
page-ranking-by-capacity = 按容量搜索
page-ranking-by-plateaus = 按阶梯负载
page-ranking-scenario = 场景
page-ranking-slo = SLO
page-ranking-plot = 各次启动满足 SLO 的速率
page-ranking-over-starts = 各次启动间的 95% 区间
page-ranking-within-start = 单次启动及其自身区间
page-ranking-between = 启动之间 { $percent }
page-ranking-within = 单次之内 { $percent }
page-ranking-plotted = { $variant }：{ $rate } 请求/秒；各次启动：{ $starts }。
page-ranking-starts = 逐次启动（{ $count }）
page-forest = 差异，最重要的在前
page-forest-shares = 占比差异，最重要的在前
page-forest-operations = 按负载配置顺序的操作：{ $metric }
page-forest-metric = 指标
page-forest-primary = ★ 主要操作：与总体一同判定
page-forest-percent = 相对另一变体的 %
page-forest-points = 百分点
page-forest-interval = 差异及其区间
page-forest-margin = 在容限之内
page-forest-pair = { $b } 相对 { $a }
page-forest-plotted = { $name }：{ $effect }（{ $interval }），{ $decision }。
page-forest-more = 另有 { $count } 对
page-forest-clipped = 箭头：区间超出图外。
page-comparison-by-ratios = 按比值 { $effect }
page-comparison-pairs = 各配对的数值
page-comparison-levels-note = 各轮的水平：时间以 ms 计，CPU 以每请求 ms 计，内存以 MiB 计，占比以 % 计。“按比值”：同一差异，取各操作比值的几何平均，按请求数加权。
page-comparison-ranks = 名次
page-comparison-ranks-note = 名次等于该指标确定更低的变体数加一。名次相同的变体无法区分，或差异小到无关紧要。
page-comparison-other-pairs = 按操作及其他总体指标：{ $count } 对
page-comparison-rounds = 各轮各变体（{ $count }）
page-slots = 各时段的实际情况
page-slots-cpu = 变体每请求 CPU
page-slots-generator = 发压端每请求 CPU：机器当时的状况
page-slots-generator-unit = µs
page-slots-note = 每个符号是一个时段：对一个变体加压数秒，其余变体空闲。实心：计入；空心：预热或被剔除；带圆环：其余变体被暂停。条纹为各轮。两图同时变化的是机器，而非变体。
page-slots-no-generator = 此处不知道发压端自身的开销：看不出机器的漂移。
page-slots-at = { $time }，第 { $round } 轮，{ $variant }，{ $purpose }
page-curves = 响应时间分位数曲线
page-curves-note = 线：各轮的中位。带：从最低一轮到最高一轮。半数轮次中超出部分不足十个请求时，曲线终止。
page-curves-summary = { $title }：{ $a } 与 { $b }。
page-company-title = 其他变体同时运行的影响
page-company-interval = 各轮的 95% 区间
page-company-note = 有其他变体同时运行的时段相对于其他变体全部暂停的时段。区间包含 0 时看不出影响。
page-overhead-forest = 各档位的开销
page-overhead-percent = 相对关闭状态的 %
page-overhead-cell = { $level }，{ $rate }/秒
page-overhead-below = { $interval }；确定低于 { $upper }，上限 { $bound }
page-overhead-note = 差异：该档位相对关闭状态，以其 % 或百分点计，逐次启动比较。“确定低于”：单侧 95% 界限；它低于上限时，该指标的论断即被证实，各指标分别判定。确定高于上限的即被否定，对所有指标整体成立。p95 与 p99 列于一旁，不属于论断。
page-overhead-unmeasured = 不计入的启动：{ $starts } 次；最后一次：{ $why }
page-overhead-level-lost = 级别 { $level } 在 { $starts } 次启动中未测量:{ $why }
page-section-level-evidence = 各级别步骤的输出
page-column-reached = 开启时
page-column-left = 关闭时
page-section-of-limit = CPU 与内存占限额的百分比
page-of-limit-note = 所测服务的限额占比;差值为百分点,附各次启动的 95 % 区间。
page-of-limit-cpu = CPU,限额 { $limit } 核
page-of-limit-memory = 内存,限额 { $limit } MiB
page-column-off-of-limit = 关闭,%
page-column-on-of-limit = 开启,%
page-column-points-of-limit = 差值,百分点
page-section-contrasts = 变体之间的差异
page-contrasts-note = 各次启动的均值,每行各自附 Welch 95 % 区间。
page-column-contrast = 对比
page-column-differs = 有差异
page-contrast-of-variants = { $b } 对比 { $a },功能关闭
page-contrast-of-level = { $level }:在 { $b } 中的开销减去在 { $a } 中的开销
page-differs-yes = 是
page-differs-no = 否
page-switches-note = 用时：直到功能就绪。CPU：所有服务从切换开始到下一时段稳定为止，减去该档位在同样时间内的消耗。它不计入上面的任何指标。
page-comparison-note = 差异：该变体相对另一变体，以其 % 或百分点计。判定对所有这些配对和各次查看整体成立，而区间只针对该配对自身：区间不含零，并不代表差异已可判定。两个变体的任何差异都小于容限时，视为等效。
page-comparison-operations-note = 同一指标的差异中，预期误判的不超过 5%。
page-percentile-mean = { $whole } 个操作中 { $operations } 个的百分位数的平均值
page-compared-total-note = 时间以 ms 计，跨轮次。前几行是全部请求的百分位数：各操作的直方图按其请求占比合并。列出百分位数的平均值，是因为许多已发表的表格把它当作总体。它不是任何请求的百分位数：每小时调用一次的操作与每秒调用一千次的操作权重相同，少数又慢又少见的操作就决定了它。它从不参与判定。
page-compared-operations-note = 时间以 ms 计：各轮的几何平均。百分比差异为实测值；差异是否成立见配对表。
page-compared-primary-note = ★：主要操作。其 p99 与平均值和总体指标一同判定：其中任何一项因偶然而被判为有差异的概率不超过 5%。
page-compared-few-note = 请求太少：一轮中百分位数某一侧的请求不足十个。所列时间是在此速率下，含所有变体与轮次、样本才足够的整次运行的负载时长。
page-too-few-calls = 请求太少
page-too-few-calls-run = 请求太少：需运行 { $time }
page-cpu-share-note = 变体的所有服务在共同速率下的 CPU。百分比与百分点是两回事：从 40% 升到 50% 是 +10 个百分点，即 +25%。
page-cpus-limit = { $cpus } 核（限额）
page-cpus-machine = { $cpus } 核（机器）
page-rounds-note = 时间单位 ms，每请求 CPU 单位 ms，内存及其各部分与存活对象单位 MiB，失败请求与停顿以 % 计。空载：该变体没有负载时至少占用的核数。发压端：其自身每请求的处理器时间，µs，按时段列出：机器当时的状况。
page-memory-note = 所需内存 = 回收后的堆 + 余量 + 其他内存，以所保持的负载为准。余量是堆中其余已提交的部分：堆越小，回收越频繁，请在负载下验证。其他内存是进程除堆以外按比例分摊的内存（PSS）。映射的文件（如库）既在其他内存中，也在页缓存中。重读页：内核收回后不久又被读取的文件页。
page-memory-lacks = { $service }：{ $why }。
page-memory-pressure-group = { $share }（控制组）
page-memory-pressure-machine = { $share }（机器）
page-effect-interval = { $low } 至 { $high }
page-decision-different = 有差异
page-decision-equivalent = 等效
page-decision-cannot-tell = 无法判定
page-decision-not-run = 未运行
page-company = 与其他变体同时运行使 { $variant } 的{ $metric }变化 { $percent }（{ $low } 至 { $high }），相对于其他变体全部暂停的时段。
page-company-unsure = 与其他变体同时运行使 { $variant } 的{ $metric }变化 { $percent }，相对于其他变体全部暂停的时段；轮数太少，无法给出区间。
page-breaks-note = p99（ms，仅计有响应的请求）随计划速率的变化：所有启动中全部参与判定的试次，坐标尺度一致。空心：未达标。
page-breaks-at = 在 { $rate }/秒 处出现拐点
page-breaks-unknown = 未见拐点
page-breaks-point = { $start }，{ $trial }：{ $rate }/秒，p99 { $p99 } ms
page-what-ran-alike = { $names }：命令、资源上限与运行时完全相同。变体之间的差别只在环境变量中，或者根本没有生效。
page-start-name = 启动 { $start }
page-show-start = 查看 { $name } 的时间曲线
page-choose-start = 启动
page-one-start = 单次启动的时间曲线
page-one-start-note = 本节及以下各节取自 { $name }。时间从其负载开始时计起。最初显示的是最佳变体的典型启动，即速率为中位数的那一次。
page-no-answer = 本次启动没有得出结果
page-all-answers = 全部 { $count } 个结果
page-events-of = { $count } 个事件
page-marked-checkpoint = 检查点
page-marked-died = 服务异常退出
page-marked-oom-killed = 因内存不足被终止
page-marked-generator-stalled = 发压端停顿
page-trends = 稳定性测试期间指标的变化
page-metrics = 各次重复的指标
page-unmoved = 未见变化
page-trials-note = 时间单位为 ms，仅计有响应的请求。“> N ms”：全部计划请求中未在 N ms 内完成的比例，包括更慢、失败、丢弃或截断的请求；括号内是该比例的界限。持续到结束的平台段，若界限包含上限，则以比例本身判定。“样本不足”：百分位之外至少要有十个请求才会给出（p99 需 { $p99 } 个请求，p99.9 需 { $p999 } 个）。“滞后”：发压端自身的最大滞后，包括因此不参与判定的那些秒。
page-stages-note = 保持负载的阶段，各自单独判定；其间的升降显示在时间图上并计入总数，但不作判定。
page-no-trials = 没有开始任何试次：什么都没有测到。
page-trial-name = 试次 { $number }
page-choose-trial = 所示试次
page-choose-variant = 所示变体
page-at-rate = 速率 { $rate }/秒
page-operations-note = 时间单位为 ms，仅计有响应的请求。比例以该操作的全部计划请求为分母。
page-counts-note = 计划 { $due } = 已发送 { $sent } + 丢弃 { $dropped }；已发送 { $sent } = 完成 { $completed } + 错误 { $errors } + 截断 { $cut }。
page-retried-note = 其中 { $retried } 个被再次发送：复用的连接在响应开始之前被关闭；每个只计一次。
page-bytes-note = 字节：每个已应答调用平均接收的字节数，含头部和传输形式的正文。共接收 { $received }（{ $rate }/s），发送 { $sent }。
page-flows = 流程
page-flows-note = 流程从第一步的计划时刻起，到最后一步结束为止，含其中的暂停。它由上面的请求组成，不计入其合计。
page-targets = 目标
page-targets-note = 每次请求依次发往下一个目标。这些请求即上面各操作的请求。
page-phases = 连接与响应
page-phase-connect = 建立连接
page-phase-tls = TLS 握手
page-phase-first-byte = 首字节
page-phase-transfer = 传输
page-phase-reused-idle = 空闲后被关闭
page-phases-note = 建立连接与 TLS：每个连接一次；首字节（从发送起）与传输：每个有响应的请求一次。空闲后被关闭：每个在响应开始之前失去复用连接的请求一次。统计整个试次，包括爬升与收尾。
page-replies = 失败的响应
page-replies-whole = 完整响应
page-replies-note = 每个操作、每种类型最先出现的异常响应。机密已屏蔽；非文本内容以转义形式显示。
page-reply = { $operation } 的 { $kind }，位于 { $at } 秒，耗时 { $service } ms
page-reply-cut = 显示 { $shown } 个字符；响应体共 { $all } 字节。
page-reply-empty = 未保留响应体（{ $all } 字节）。
page-quantiles = 单次启动内的响应时间
page-quantiles-note = 单位为 ms，仅计有响应的请求；括号内为被测服务单次启动内的 95% 置信区间：换一次启动可能落在区间之外。
page-quantiles-few = 有 { $cells } 个数值因样本不足而没有区间。慢请求成批出现，在该速率下至少约需 { $calls } 个有响应的请求。
page-parts = 响应时间的构成
page-part-wait = 等待
page-part-lateness = 滞后
page-part-service = 服务
page-part-response = 响应
page-parts-note = 响应 = 等待（没有空闲连接）+ 滞后（发压端自身造成）+ 服务（从发送到得到响应）。平均值可相加，百分位不可。
page-nothing-due = 该试次没有计划任何请求：什么都没有测到。
page-sort-by = 按 { $column } 排序
page-chart-rate = 负载
page-chart-due = 计划
page-chart-done = 完成
page-chart-missing = 失败
page-chart-response = 响应时间
page-chart-in-flight = 在途请求
page-chart-calls = 请求
page-chart-logarithmic = 对数刻度
page-chart-no-load = 没有记录到负载。
page-alarm-pending = 待定
page-alarm-firing = 触发中
page-alarm-fires = 告警 { $alarm } 在 { $at } 触发（{ $value }）
page-alarm-times-more = 另有 { $count } 次
page-alarms = 告警
page-chart-alarms = 告警：{ $alarms }。
page-chart-alarm-bands = 告警：斜线区为待定时间，旗标之后的纯色区为触发时间。
page-injections = 故障注入
page-injection-times = { $state ->
    [not_undone] { $times }（未撤销）
    [failed] { $times }（失败）
   *[other] { $times }
}
page-injection-active = 生效中
page-injection-failed = 失败
page-injection-undo = 撤销中
page-injection-not-undone = 未撤销
page-injection-recovery = 恢复中
page-chart-injections = 故障注入：{ $injections }。
page-chart-injection-bands = 故障注入：带图案的区为故障时间，浅色区为恢复之前的时间，点线标出恢复时刻。红色区为故障未撤销。虚线边界表示注入失败。
page-chart-keys = 方向键移动光标，Home 与 End 跳到两端。拖动可放大，双击或按 Escape 还原。
page-chart-by-operation = 各操作的 p95
page-chart-slowest-only = 仅显示 { $all } 个操作中最慢的 { $shown } 个。
page-chart-legend-shades = 底色表示判定
page-chart-by-rate = 各试次的响应时间随计划速率的变化
page-chart-by-rate-axis = 计划请求，/秒
page-chart-behind = 虚线圆圈：完成速率比计划速率低 5% 以上 – { $trials }。
page-chart-done-of = 试次 { $trial }：{ $done }/秒，计划 { $due }/秒
page-chart-knee = 介于达标的最高速率与未达标的最低速率之间
page-chart-knee-estimate = 容量的估计区间，最可能为 { $rate }
page-chart-no-rates = 没有测得任何试次。
page-chart-one-rate = 全部在同一速率下测得；响应时间见下文。
page-chart-heat = 按响应时间统计的请求
page-chart-heat-note = 颜色越深，该时间步内的请求越多；色阶为对数刻度。
page-chart-fewer = 1 个请求
page-chart-summary = { $title }：随时间变化的曲线，范围 { $low } 至 { $high } { $unit }。
page-failures = 按类型统计的失败请求
page-failures-note = 各类型依次堆叠。请求计入其计划发出的那一秒，即使失败发生得更晚。
page-failure-dropped = 丢弃
page-failure-cut = 截断
page-failure-other = 其他类型
page-histogram = 响应时间直方图
page-histogram-summary = { $title }：{ $calls } 个请求，{ $low } 至 { $high } ms。
page-histogram-bin = { $low }–{ $high } ms
page-trial-curve-summary = { $title }：{ $trial }，{ $calls } 个已应答的请求。
page-trial-curve-note = 仅统计判定时段内已应答的请求：{ $calls } 个。超出部分不足十个请求时，曲线终止。
page-trial-curve-limits = 虚线：SLO 的限值；圆点标出 SLO 所限制的百分位。SLO 也计入失败的请求，判定见试次表。
page-trial-curve-operations = 单个操作的 SLO 未绘出：曲线针对全部操作合计。
page-trial-curve-some = 本报告为 { $all } 个已判定试次中的 { $shown } 个绘制曲线。
page-resource-machine = 机器由谁占用
page-resource-strangers = 机器上的其他进程（按名称）
page-resource-cpu = CPU
page-resource-memory = 内存
page-resource-disk = 磁盘
page-resource-network = 网络
page-resource-tasks = 线程与进程
page-resource-descriptors = 打开的文件描述符
page-resource-switches = 上下文切换
page-resource-generator = 发压端与探针
page-resource-database = 数据库
page-resource-prometheus = Prometheus
page-resource-other = 其他读数
page-in-brackets = （{ $text }）
page-resource-host = 主机
page-resource-none = 没有采集读数。
page-resource-zero = 始终为零：{ $names }。
page-validity-valid = 有效：没有存疑。
page-validity-doubtful = 有效，但有存疑。
page-validity-invalid = 无效（试次 { $trials }）：不能据此测量作出判定。
page-validity-others = 结果未依据、且无效的试次：{ $trials }。
page-validity-late = 发压端自身最多滞后 { $milliseconds }。
page-validity-nothing = 什么都没有测到。
page-validity-cure = 处理办法
page-validity-counts = 每个试次的计数都闭合：计划 = 已发送 + 丢弃；已发送 = 完成 + 错误 + 截断。
page-validity-counts-open = 试次 { $trials } 的计数不闭合：发压端丢失了请求。
page-validity-more = 另有 { $count } 条同类存疑
page-findings-none = 没有可列出的发现：没有因规则已知的原因而未达标的试次，达标的长时间试次也未显示此类原因。
page-findings-fact = 实测
page-findings-hypothesis = 推测
page-findings-test = 验证方法
page-stopped = 受限于
page-stopped-in = { $all } 次启动中的 { $count } 次
page-stopped-unknown = 原因未知
page-beside-passed = 虽已达标，仍可见
page-errors-hint = 处理办法
page-doubts = 存疑
page-doubts-none = 无
page-about-method = 方法
page-about-study = 研究
page-about-stand = 被测环境
page-about-profile = 负载模型
page-about-events = 事件
page-about-environment = 运行环境
page-about-not-recorded = 未记录。
page-about-started = 开始
page-about-lasted = 历时
page-about-arrivals = 到达方式
page-about-seed = 随机种子
page-about-slos = SLO
page-about-target = 目标
page-about-name = 名称
page-about-description = 说明
page-about-file = 文件
page-about-preset = 预设
page-about-base-rate = N = 1 时的速率
page-placed = 服务使用 { $cpus } 个 CPU，{ $sharing ->
    [apart] 与发压端分开
   *[shared] 与发压端共用
}
page-machine-user-ours-cores = 被测服务与发压端
page-machine-user-kernel-cores = 内核
page-machine-user-foreign-cores = 其他进程
page-machine-user-stolen-cores = 被虚拟机监控程序抢占
page-machine-user-waited-cores = 被测服务与发压端在等待
page-reading-cpu = CPU
page-reading-cpu-busy = CPU 忙碌
page-reading-cpu-limit = CPU 上限
page-reading-busy = 忙碌
page-reading-steal = 被抢占（steal）
page-reading-iowait = I/O 等待
page-reading-throttled = 被限流
page-reading-pss = 内存（PSS）
page-reading-memory = 内存
page-reading-memory-limit = 内存上限
page-reading-memory-available = 可用内存
page-reading-memory-used = 已用内存
page-reading-memory-shared = 共享内存
page-reading-memory-pressure = 等待内存
page-reading-other-memory = 其他内存
page-reading-page-cache = 页缓存
page-reading-file-refaults = 文件页重读
page-reading-anon-refaults = 交换页重读
page-reading-heap-committed = 已提交的堆
page-reading-heap-used-after-collection = 回收后的堆
page-reading-oom-kills = OOM 终止
page-reading-threads = 线程
page-reading-processes = 进程
page-reading-descriptors = 文件描述符
page-reading-voluntary-switches = 主动切换
page-reading-involuntary-switches = 被动切换
page-reading-disk = 磁盘
page-reading-network = 网络
page-reading-written = 写入
page-reading-read = 读取
page-reading-received = 接收
page-reading-sent = 发送
page-reading-round = 采集一轮
page-reading-cost = CPU 开销
page-reading-generator = 发压端
page-reading-probes = 探针
page-fact-runtime = 运行时
page-fact-collector = 垃圾回收器
page-fact-max-heap = 最大堆
page-fact-processors = 处理器
page-fact-clock-source = 时钟源
page-fact-generator-nice = 发压端优先级 (nice)
page-fact-commit = 提交
page-fact-work-tree-changed = 工作树有改动
page-fact-note = 备注
page-fact-connections = 连接数上限
page-fact-cores = 核数
page-fact-cores-allowed = 可用核数
page-fact-cpu-model = CPU 型号
page-fact-kernel = 内核
page-fact-loadproof = loadproof
page-fact-local-ports = 本地端口
page-fact-memory = 内存
page-fact-open-files-limit = 打开文件数上限
page-fact-python = Python
page-fact-rate = 速率
page-fact-rates = 速率
page-fact-users = 用户
page-fact-base-users = 基线用户
page-fact-tail = 尾段（不计入判定）
page-fact-shards = 发压线程
page-fact-timeout = 超时
page-fact-start-rate = 起始速率
page-fact-start = 起始用户数
page-fact-most = 最多用户数
page-fact-max-rate = 最大速率
page-fact-precision = 精度
page-fact-share = 占容量的比例
page-fact-ramp = 爬升
page-fact-settle = 稳定等待
page-fact-hold = 保持
page-fact-hold-max = 最长保持
page-fact-budget = 搜索时长上限
page-fact-confirm-ramp = 确认阶段爬升
page-fact-warm-up-rate = 预热速率
page-fact-warm-up-floor = 最短预热
page-fact-warm-up-most = 最长预热
page-fact-overhead-rates = 开销：速率
page-fact-overhead-levels = 开销：档位
page-fact-overhead-starts = 开销：启动次数
page-fact-overhead-slot = 开销：时段
page-fact-overhead-settle = 开销：时段内的稳定时间
page-fact-overhead-hold = 开销：每次启动的负载时长至多
page-fact-overhead-services = 开销：服务
page-fact-overhead-gentle = 开销：平缓启动
page-fact-overhead-bound = 开销：至多
page-fact-overhead-budget = 开销：总时长至多
page-fact-overhead-response-bound = 开销：响应时间至多
page-fact-overhead-cpu-bound = 开销：每请求 CPU 至多
page-fact-overhead-memory-bound = 开销：内存至多
page-fact-overhead-error-bound-points = 开销：错误至多（百分点）
page-fact-compare-rate = 对比：速率
page-fact-compare-rounds = 对比：最多轮数
page-fact-compare-slot = 对比：时段
page-fact-compare-budget = 对比：总时长至多
page-fact-compare-primary = 对比：主要操作
page-fact-compare-response-margin = 对比：响应时间视为等效的范围
page-fact-compare-cpu-margin = 对比：每请求 CPU 视为等效的范围
page-fact-compare-memory-margin = 对比：内存视为等效的范围
page-fact-compare-error-margin-points = 对比：错误视为等效的范围（百分点）
page-fact-confirm-hold = 确认阶段保持
page-fact-of-method = { $method }：{ $fact }
page-copy = 复制
page-copied = 已复制
page-repeat-note = 在研究目录下，用同一版本的 loadproof 执行。
page-footer = 由 loadproof { $version } 生成。本文件不从外部加载任何内容。

## Glossary

term-due = 计划请求
term-due-text = 按时间表应在某一时刻发出的请求，无论被测服务是否跟得上。所有比例都以计划请求为分母。
term-dropped = 丢弃
term-dropped-text = 因没有及时空闲的连接而从未发出的计划请求，计为失败。
term-timeout = 超时
term-timeout-text = 已发出、但在时限内没有得到响应的请求，计为错误。
term-cut = 截断
term-cut-text = 试次结束时仍在途的请求。
term-response-time = 响应时间
term-response-time-text = 从请求的计划时刻到得到响应：等待 + 滞后 + 服务。发送之前形成的排队不会被掩盖。
term-wait = 等待
term-wait-text = 计划请求等待空闲连接的时间。
term-lateness = 滞后
term-lateness-text = 发压端自身造成的延迟。过大时测量无效。
term-service-time = 服务时间
term-service-time-text = 从发出请求到响应结束。
term-percentile = p50、p95、p99
term-percentile-text = 50%、95%、99% 的有响应请求在该时间内得到响应。
term-slo = SLO
term-slo-text = 服务等级目标，例如 p99 < 200 ms 或错误率 < 1%。全部满足时试次达标。
term-plateau = 平台段
term-plateau-text = 爬升之后保持恒定负载的时段，指标取自其中参与判定的部分。
term-trial = 试次
term-trial-text = 在一个速率下的一个平台段，含爬升与收尾，以及对它的判定。
term-span = 判定时段
term-span-text = 平台段中作为判定依据的部分，不含稳定等待。
term-warm-up = 预热
term-warm-up-text = 首个参与判定的试次之前的负载，使缓存、连接池与即时编译就绪。
term-capacity = 容量
term-capacity-text = 满足 SLO 的最高速率。先粗步搜索，再在达标与未达标的速率之间细化。
term-confirmation = 确认
term-confirmation-text = 在找到的容量上做更长的试次，以证明结果并非偶然。
term-soak = 稳定性测试
term-soak-text = 在容量的一定比例下长时间运行，观察响应时间、错误或内存是否漂移。
term-start = 启动
term-start-text = 被测服务的一次全新启动。各次启动之间有差异，因此变体要跨多次启动比较。
term-n = N
term-n-text = 相对于研究基准速率的倍数。
term-interval = 95% 置信区间
term-interval-text = 重复 100 次，约有 95 次包含真实值的范围。
term-doubt = 存疑
term-doubt-text = 测量虽有效、但可能使其失真的因素，例如处理器降速。
term-finding = 发现
term-finding-text = 压测期间观察到的现象：测得的事实，或关于原因的假设及其验证方法。
alarm-no-data = 无数据
alarm-value = { $value }
alarm-value-in-unit = { $value } { $unit }
alarm-calls-above = { $share } 的调用超过 { $limit }
trial-stopped-by-alarm = 告警 { $alarm }（{ $rule }）在 { $at }后以 { $value } 结束了该试次；判定只针对此前的时间
cure-stopped-by-alarm = 从告警中去掉 stop，让负载持续到结束
live-injection-begins = 试次 { $trial }，{ $elapsed }：故障注入 { $injection } 开始
live-injection-undone = 试次 { $trial }，{ $elapsed }：故障注入 { $injection } 已撤销，持续 { $lasted }
live-injection-failed = 试次 { $trial }，{ $elapsed }：故障注入 { $injection } 失败并已撤销：{ $why }
live-injection-left = 试次 { $trial }，{ $elapsed }：故障注入 { $injection } 未撤销！{ $why }
live-injection-more = 试次 { $trial }：故障注入 { $injection } 的后续变化只写入报告
live-injection-now = { $injection }，剩余 { $left }
live-injection-for = { $injection } 已持续 { $time }
live-injection-ends = { $injection } 撤销中，已 { $time }
injection-not-made = 故障注入 { $injection }（{ $number }）未执行或仅部分执行：{ $why }
injection-left = 故障注入 { $injection }（{ $number }）未撤销，有残留：{ $why }
cure-injection-failed = 修正 injections 中的问题并重新运行研究；影响只按其余各次估计
cure-injection-not-undone = 自行撤销，或用 loadproof doctor 清除，然后重新运行研究：同一启动的后续试次可能受影响
live-alarm-flaps = 试次 { $trial }：告警 { $alarm } 频繁变化；之后的变化只写入报告
injection-slowdown-real = 问题注入 { $name } 只能减慢模拟服务，而本被测环境的服务是真实的：请使用 command、stop 或 pressure，或改用 driver simulate
