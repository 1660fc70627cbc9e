import java.lang.management.*;
import java.nio.file.*;
import java.util.concurrent.*;
import java.util.concurrent.locks.*;

/** Deadlocks, a holder, a wait; java Locked NAME SECONDS writes ThreadInfo as tools do: threadinfo-*, *.tdump, actuator.json; dump-to-file-* is of jcmd. */
public class Locked {
    static final Object LEFT = new Object(), RIGHT = new Object(), HELD = new Object(), SIGNAL = new Object();
    static final ReentrantLock UP = new ReentrantLock(), DOWN = new ReentrantLock();
    static final CyclicBarrier PAIR = new CyclicBarrier(2), LOCKS = new CyclicBarrier(2);
    static final CountDownLatch TAKEN = new CountDownLatch(1);

    static void meet(CyclicBarrier barrier) { try { barrier.await(); } catch (Exception error) { throw new IllegalStateException(error); } }
    static void monitors(Object first, Object second) { synchronized (first) { meet(PAIR); synchronized (second) { SIGNAL.hashCode(); } } }
    static void locks(Lock first, Lock second) { first.lock(); meet(LOCKS); second.lock(); }
    static void hold() { synchronized (HELD) { TAKEN.countDown(); pause(); } }
    static void pause() { try { Thread.sleep(600_000); } catch (InterruptedException error) { } }
    static void wantHeld() { try { TAKEN.await(); } catch (InterruptedException error) { } synchronized (HELD) { SIGNAL.hashCode(); } }
    static void deep(int left) { if (left > 0) deep(left - 1); else wantHeld(); }
    static void waitForSignal() { synchronized (SIGNAL) { try { SIGNAL.wait(); } catch (InterruptedException error) { } } }

    static void start(String name, Runnable work) { Thread thread = new Thread(work, name); thread.setDaemon(true); thread.start(); }

    public static void main(String[] arguments) throws Exception {
        start("alpha", () -> monitors(LEFT, RIGHT));
        start("beta", () -> monitors(RIGHT, LEFT));
        start("gamma", () -> locks(UP, DOWN));
        start("delta", () -> locks(DOWN, UP));
        start("holder", Locked::hold);
        start("waiter \"1\"", () -> deep(12));
        start("waiter-2", Locked::wantHeld);
        start("listener", Locked::waitForSignal);
        Thread.sleep(1000);
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        StringBuilder text = new StringBuilder();
        for (ThreadInfo one : threads.dumpAllThreads(true, true)) text.append(one);
        Files.writeString(Path.of(arguments[0] + "-threadinfo.txt"), text);
        Files.writeString(Path.of(arguments[0] + "-threadinfo-array.txt"), java.util.Arrays.toString(threads.getThreadInfo(threads.findDeadlockedThreads(), true, true)) + "\n");
        Files.writeString(Path.of(arguments[0] + "-threads.tdump"), visualvm(threads.dumpAllThreads(true, true)));
        Files.writeString(Path.of(arguments[0] + "-threads.json"), json(threads.dumpAllThreads(true, true)));
        System.out.println(ProcessHandle.current().pid());
        Thread.sleep(Long.parseLong(arguments[1]) * 1000);
    }

    // The form of Spring Boot's PlainTextThreadDumpFormatter and of VisualVM.
    static String lock(LockInfo lock) { return String.format("<%x> (a %s)", lock.getIdentityHashCode(), lock.getClassName()); }
    static String visualvm(ThreadInfo[] all) {
        StringBuilder out = new StringBuilder("2026-11-27 11:36:00\nFull thread dump OpenJDK 64-Bit Server VM (" + System.getProperty("java.vm.version") + " mixed mode):\n");
        for (ThreadInfo info : all) {
            out.append(String.format("\n\"%s\" - Thread t@%d\n   java.lang.Thread.State: %s\n", info.getThreadName(), info.getThreadId(), info.getThreadState()));
            int depth = 0;
            for (StackTraceElement frame : info.getStackTrace()) {
                out.append("\tat ").append(frame).append('\n');
                LockInfo lock = info.getLockInfo();
                if (depth == 0 && lock != null) {
                    if (frame.getClassName().equals("java.lang.Object") && frame.getMethodName().equals("wait")) out.append("\t- waiting on " + lock(lock) + "\n");
                    else if (info.getLockOwnerName() == null) out.append("\t- parking to wait for " + lock(lock) + "\n");
                    else out.append("\t- waiting to lock " + lock(lock) + " owned by \"" + info.getLockOwnerName() + "\" t@" + info.getLockOwnerId() + "\n");
                }
                for (MonitorInfo monitor : info.getLockedMonitors()) if (monitor.getLockedStackDepth() == depth) out.append("\t- locked " + lock(monitor) + "\n");
                depth++;
            }
            out.append("\n   Locked ownable synchronizers:");
            if (info.getLockedSynchronizers().length == 0) out.append("\n\t- None\n");
            for (LockInfo lock : info.getLockedSynchronizers()) out.append("\n\t- locked " + lock(lock) + "\n");
        }
        return out.toString();
    }

    // The form of Spring Boot's actuator: Jackson on ThreadInfo.
    static String text(String one) { return one == null ? "null" : "\"" + one.replace("\\", "\\\\").replace("\"", "\\\"") + "\""; }
    static String json(LockInfo lock) { return lock == null ? "null" : "{\"className\":" + text(lock.getClassName()) + ",\"identityHashCode\":" + lock.getIdentityHashCode() + "}"; }
    static String json(StackTraceElement frame) {
        return frame == null ? "null" : "{\"classLoaderName\":" + text(frame.getClassLoaderName()) + ",\"moduleName\":" + text(frame.getModuleName()) + ",\"moduleVersion\":" + text(frame.getModuleVersion())
            + ",\"methodName\":" + text(frame.getMethodName()) + ",\"fileName\":" + text(frame.getFileName()) + ",\"lineNumber\":" + frame.getLineNumber() + ",\"nativeMethod\":" + frame.isNativeMethod() + ",\"className\":" + text(frame.getClassName()) + "}";
    }
    static String json(ThreadInfo[] all) {
        StringBuilder out = new StringBuilder("{\"threads\":[");
        String between = "";
        for (ThreadInfo info : all) {
            out.append(between).append("{\"threadName\":" + text(info.getThreadName()) + ",\"threadId\":" + info.getThreadId() + ",\"blockedTime\":-1,\"blockedCount\":" + info.getBlockedCount()
                + ",\"waitedTime\":-1,\"waitedCount\":" + info.getWaitedCount() + ",\"lockName\":" + text(info.getLockName()) + ",\"lockOwnerId\":" + info.getLockOwnerId() + ",\"lockOwnerName\":" + text(info.getLockOwnerName())
                + ",\"daemon\":" + info.isDaemon() + ",\"inNative\":" + info.isInNative() + ",\"suspended\":" + info.isSuspended() + ",\"threadState\":\"" + info.getThreadState() + "\",\"priority\":" + info.getPriority() + ",\"stackTrace\":[");
            String comma = "";
            for (StackTraceElement frame : info.getStackTrace()) { out.append(comma).append(json(frame)); comma = ","; }
            out.append("],\"lockedMonitors\":[");
            comma = "";
            for (MonitorInfo one : info.getLockedMonitors()) { out.append(comma).append("{\"className\":" + text(one.getClassName()) + ",\"identityHashCode\":" + one.getIdentityHashCode() + ",\"lockedStackDepth\":" + one.getLockedStackDepth() + ",\"lockedStackFrame\":" + json(one.getLockedStackFrame()) + "}"); comma = ","; }
            out.append("],\"lockedSynchronizers\":[");
            comma = "";
            for (LockInfo one : info.getLockedSynchronizers()) { out.append(comma).append(json(one)); comma = ","; }
            out.append("],\"lockInfo\":" + json(info.getLockInfo()) + "}");
            between = ",";
        }
        return out.append("]}").toString();
    }
}
