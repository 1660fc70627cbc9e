package ktorjdbc

import com.zaxxer.hikari.HikariDataSource
import kotlinx.coroutines.asCoroutineDispatcher
import kotlinx.coroutines.sync.Semaphore
import kotlinx.coroutines.withContext
import kotlinx.coroutines.withTimeoutOrNull
import java.sql.Connection
import java.sql.SQLException
import java.sql.SQLTransientConnectionException
import java.util.concurrent.Executors
import java.util.concurrent.atomic.AtomicInteger
import java.util.concurrent.atomic.AtomicLong

/** No connection came free in time. */
class AcquireTimeout(cause: SQLException? = null) : Exception("no connection came free in time", cause, false, false)

/**
 * Connections with as many threads, so that the threads which speak HTTP never wait for the database.
 *
 * Requests wait for a turn, first come first served, and not in the queue of the threads: a coroutine can leave this
 * wait when its time is over, a task of an executor cannot.
 */
class Pool(private val connections: HikariDataSource, private val acquireTimeoutMs: Long) {
    private val size = connections.maximumPoolSize
    private val turns = Semaphore(size)
    private val threads = Executors.newFixedThreadPool(size, DatabaseThreads()).asCoroutineDispatcher()
    private val waiting = AtomicInteger()
    private val timedOut = AtomicLong()

    /** Told of every wait that ended with a connection, in nanoseconds; set before the first request. */
    var onAcquired: (Long) -> Unit = {}

    val total: Int get() = connections.hikariPoolMXBean.totalConnections
    val active: Int get() = connections.hikariPoolMXBean.activeConnections
    val idle: Int get() = connections.hikariPoolMXBean.idleConnections
    val pending: Int get() = waiting.get()
    val timeouts: Long get() = timedOut.get()

    /** Runs [query] on a connection of its own; it goes on to its end even when the caller is cancelled. */
    suspend fun <T> run(query: (Connection) -> T): T {
        val wait = Wait()
        try {
            if (!turns.tryAcquire() && !waitForTurn()) throw timeout(null)
            try {
                return withContext(threads) { acquire(wait).use(query) }
            } finally {
                turns.release()
            }
        } finally {
            wait.end()
        }
    }

    private suspend fun waitForTurn(): Boolean {
        // Not the result of the block: the time may be over between its last statement and its return.
        var had = false
        withTimeoutOrNull(acquireTimeoutMs) {
            turns.acquire()
            had = true
        }
        return had
    }

    /** With as many turns as connections this waits only while the database is away. */
    private fun acquire(wait: Wait): Connection {
        val connection =
            try {
                connections.connection
            } catch (fault: SQLTransientConnectionException) {
                throw timeout(fault)
            }
        wait.end()
        onAcquired(System.nanoTime() - wait.askedNs)
        return connection
    }

    private fun timeout(cause: SQLException?): AcquireTimeout {
        timedOut.incrementAndGet()
        return AcquireTimeout(cause)
    }

    /** One request between asking and having; counted out once however it ends. */
    private inner class Wait {
        val askedNs = System.nanoTime()
        private var waits = true

        init {
            waiting.incrementAndGet()
        }

        fun end() {
            if (waits) waiting.decrementAndGet()
            waits = false
        }
    }

    private class DatabaseThreads : java.util.concurrent.ThreadFactory {
        private val made = AtomicInteger()

        override fun newThread(task: Runnable) = Thread(task, "database-${made.incrementAndGet()}").apply {
            isDaemon =
                true
        }
    }
}
