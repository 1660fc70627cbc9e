package known;

import java.util.concurrent.locks.ReentrantLock;

/** Held up: seats are booked one after the other, under a lock of java.util.concurrent. */
final class Seats {
    private static final int BOOK_MS = 8;
    private final ReentrantLock booking = new ReentrantLock();
    private long booked;

    void book(long call) {
        booking.lock();
        try {
            booked += call;
            Service.pause(BOOK_MS);
        } finally {
            booking.unlock();
        }
    }

    public static void main(String[] words) throws Exception {
        Service.serve(words, new Seats()::book);
    }
}
