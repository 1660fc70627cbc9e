// A program of Java whose threads wait for each other in a known way (tests/servers/README.md).

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.channels.ServerSocketChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

public final class LockedProgram {
    private static final int PIECE_BYTES = 16 << 10;
    private static final int PIECE_NS = 100_000;
    private static final Object FIRST = new Object();
    private static final Object SECOND = new Object();
    private static final List<Kept> KEPT = new ArrayList<>();
    private static volatile byte[] lastGarbage;

    private LockedProgram() {}

    /** Objects that a histogram of classes has exactly. */
    static final class Kept {}

    private static void hold(CountDownLatch held) {
        synchronized (FIRST) {
            held.countDown();
            pause(Long.MAX_VALUE);
        }
    }

    private static void await() {
        synchronized (FIRST) {
            pause(0);
        }
    }

    private static void cross(Object mine, Object other, CountDownLatch bothHold) throws InterruptedException {
        synchronized (mine) {
            bothHold.countDown();
            bothHold.await();
            synchronized (other) {
                pause(0);
            }
        }
    }

    /** Takes its turn with others, for ever: one accepts, the rest wait for the lock of the channel. */
    private static void accept(ServerSocketChannel listening) {
        while (true) {
            try {
                listening.accept().close();
            } catch (IOException ended) {
                throw new UncheckedIOException(ended);
            }
        }
    }

    private static void visit(int port) {
        while (true) {
            try (Socket visitor = new Socket(InetAddress.getLoopbackAddress(), port)) {
                visitor.getInputStream().read();
            } catch (IOException ended) {
                throw new UncheckedIOException(ended);
            }
            pause(20);
        }
    }

    /** Half of a processor, and some 80 MB a second. */
    private static void work() {
        while (true) {
            for (int piece = 0; piece < 50; piece++) {
                lastGarbage = new byte[PIECE_BYTES];
                long until = System.nanoTime() + PIECE_NS;
                while (System.nanoTime() < until) {
                    Thread.onSpinWait();
                }
            }
            pause(5);
        }
    }

    private static void pause(long ms) {
        try {
            Thread.sleep(ms);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private interface Task {
        void run() throws InterruptedException;
    }

    private static void start(String name, Task task) {
        Thread thread = new Thread(() -> {
            try {
                task.run();
            } catch (InterruptedException ended) {
                Thread.currentThread().interrupt();
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * "held": two threads wait for what a third holds. "deadlock": two wait for each other. "accepting": three take
     * turns to accept connections, fifty a second.
     */
    public static void main(String[] words) throws Exception {
        for (int made = 0; made < 1234; made++) {
            KEPT.add(new Kept());
        }
        if (words[0].equals("deadlock")) {
            CountDownLatch bothHold = new CountDownLatch(2);
            start("payment", () -> cross(FIRST, SECOND, bothHold));
            start("inventory", () -> cross(SECOND, FIRST, bothHold));
            bothHold.await();
        } else if (words[0].equals("accepting")) {
            ServerSocketChannel listening = ServerSocketChannel.open();
            listening.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
            int port = ((InetSocketAddress) listening.getLocalAddress()).getPort();
            for (int number = 0; number < 3; number++) {
                start("acceptor-" + number, () -> accept(listening));
            }
            start("visitor", () -> visit(port));
        } else {
            CountDownLatch held = new CountDownLatch(1);
            start("holder", () -> hold(held));
            held.await();
            start("waiter-1", LockedProgram::await);
            start("waiter-2", LockedProgram::await);
        }
        start("worker-with-a-name-that-the-system-cuts", LockedProgram::work);
        System.out.println("{}");
        System.in.read();
    }
}
