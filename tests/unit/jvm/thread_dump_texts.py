"""One deadlock of alpha and beta, as tools write it that do not run in tests: by the sources of each."""

import json

__all__ = ["DUMP_TO_FILE_JDK_21", "JDK_8", "SPRING_BOOT_TEXT", "TEXTS"]

DUMP_TO_FILE_JDK_21 = """4711
2026-11-27T10:00:00.123456Z
21.0.5+11-LTS

#1 "main"
      java.base/java.lang.Thread.sleep0(Native Method)
      java.base/java.lang.Thread.sleep(Thread.java:509)
      app//Locked.main(Locked.java:33)

#22 "alpha"
      Locked.monitors(Locked.java:14)
      java.base/java.lang.Thread.run(Thread.java:1583)

#31 "" virtual
      java.base/java.lang.VirtualThread.park(VirtualThread.java:582)
      java.base/java.lang.VirtualThread.run(VirtualThread.java:309)

"""
JDK_8 = """"alpha" Id=11 BLOCKED on java.lang.Object@1a2b3c owned by "beta" Id=12
\tat D.lambda$main$0(D.java:3)
\t-  blocked on java.lang.Object@1a2b3c
\t-  locked java.lang.Object@4d5e6f

"beta" Id=12 BLOCKED on java.lang.Object@4d5e6f owned by "alpha" Id=11
\tat D.lambda$main$1(D.java:4)
\t-  blocked on java.lang.Object@4d5e6f
\t-  locked java.lang.Object@1a2b3c

"""
DROPWIZARD = """"alpha" id=11 state=BLOCKED
    - waiting to lock <0x001a2b3c> (a java.lang.Object)
     owned by beta id=12
    at D.lambda$main$0(D.java:3)
      - locked java.lang.Object@4d5e6f
    at java.lang.Thread.run(Thread.java:748)

"beta" id=12 state=BLOCKED
    - waiting to lock <0x004d5e6f> (a java.lang.Object)
     owned by alpha id=11
    at D.lambda$main$1(D.java:4)
    at java.lang.Thread.run(Thread.java:748)

    Locked synchronizers: count = 1
      - java.util.concurrent.ThreadPoolExecutor$Worker@1b2c3d

"""
TOMCAT = """2026-11-27 10:00:00
Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode):

"alpha" Id=11 cpu=2000000 ns usr=1000000 ns blocked 1 for -1 ms waited 0 for -1 ms
   java.lang.Thread.State: BLOCKED
        at D.lambda$main$0(D.java:3)
        - waiting on (a java.lang.Object@1a2b3c) owned by beta Id=12
        - locked (a java.lang.Object@4d5e6f) index 0 frame D.lambda$main$0(D.java:3)
        at java.base@17.0.15/java.lang.Thread.run(Thread.java:840)

"beta" Id=12 cpu=2000000 ns usr=1000000 ns blocked 1 for -1 ms waited 0 for -1 ms
   java.lang.Thread.State: BLOCKED
        locks java.util.concurrent.locks.ReentrantLock$NonfairSync@77
        at D.lambda$main$1(D.java:4)
        - waiting on (a java.lang.Object@4d5e6f) owned by alpha Id=11
        - locked (a java.lang.Object@1a2b3c) index 0 frame D.lambda$main$1(D.java:4)

"""
JCONSOLE = """Name: alpha
State: BLOCKED on java.lang.Object@1a2b3c owned by: beta
Total blocked: 1  Total waited: 0

Stack trace:\x20
app//D.lambda$main$0(D.java:3)
   - locked java.lang.Object@4d5e6f
java.base@17.0.15/java.lang.Thread.run(Thread.java:840)

Name: beta
State: BLOCKED on java.lang.Object@4d5e6f owned by: alpha
Total blocked: 1  Total waited: 0

Stack trace:\x20
app//D.lambda$main$1(D.java:4)
java.base@17.0.15/java.lang.Thread.run(Thread.java:840)
"""
INTELLIJ = """"alpha@601" prio=5 tid=0xb nid=NA waiting for monitor entry
  java.lang.Thread.State: BLOCKED
\t blocks beta@602
\t waiting for beta@602 to release lock on <0x25b> (a java.lang.Object)
\t  at D.lambda$main$0(D.java:3)
\t  - locked <0x25c> (a java.lang.Object)
\t  at java.lang.Thread.run(Thread.java:840)

"beta@602" prio=5 tid=0xc nid=NA waiting for monitor entry
  java.lang.Thread.State: BLOCKED
\t blocks alpha@601
\t waiting for alpha@601 to release lock on <0x25c> (a java.lang.Object)
\t  at D.lambda$main$1(D.java:4)

"""
SPRING_BOOT_TEXT = """2026-11-27T10:00:00
Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode):

"alpha" - Thread t@11
   java.lang.Thread.State: BLOCKED
\tat D.lambda$main$0(D.java:3)
\t- waiting to lock <1a2b3c> (a java.lang.Object) owned by "beta" t@12
\t- locked <4d5e6f> (a java.lang.Object)

   Locked ownable synchronizers:
\t- Locked <77> (a java.util.concurrent.locks.ReentrantLock$NonfairSync)

"beta" - Thread t@12
   java.lang.Thread.State: BLOCKED
\tat D.lambda$main$1(D.java:4)
\t- waiting to lock <4d5e6f> (a java.lang.Object) owned by "alpha" t@11

   Locked ownable synchronizers:
\t- None

"""
TEXTS = {
    "ThreadInfo of JDK 8": JDK_8,
    "ThreadInfo in a log": "".join(
        f"2026-11-27 10:00:00 ERROR [watchdog] c.e.Watchdog - deadlock: {one}\n"
        for one in JDK_8.rstrip("\n").split("\n\n")
    ),
    "ThreadInfo with line feeds as two characters": JDK_8.replace("\n", "\\n").replace("\t", "\\t") + "\n",
    "Dropwizard": DROPWIZARD,
    "Tomcat": TOMCAT,
    "JConsole": JCONSOLE,
    "IntelliJ": INTELLIJ,
    "IntelliJ with a title": f"Full thread dump\n\n{INTELLIJ}",
    "Spring Boot as text": SPRING_BOOT_TEXT,
    "CRLF": SPRING_BOOT_TEXT.replace("\n", "\r\n"),
    "Jolokia, threadPrint": json.dumps({"request": {}, "value": SPRING_BOOT_TEXT, "status": 200}),
}
