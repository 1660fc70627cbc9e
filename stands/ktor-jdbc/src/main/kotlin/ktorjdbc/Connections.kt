package ktorjdbc

import com.zaxxer.hikari.HikariConfig
import com.zaxxer.hikari.HikariDataSource
import com.zaxxer.hikari.pool.HikariPool.PoolInitializationException
import java.sql.Connection
import java.sql.DriverManager
import java.sql.SQLException

private const val LEAST_HIKARI_TIMEOUT_MS = 250L
private const val LONGEST_FILLING_MS = 20_000L
private const val LONGEST_STANDSTILL_MS = 2_000L
private const val POLL_MS = 5L

// What is left to users that are not superusers; the last of the three settings is there from PostgreSQL 16 on.
private const val ALLOWED_STATEMENT =
    "SELECT current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int" +
        " - coalesce(current_setting('reserved_connections', true)::int, 0)"

/** Opens every connection of the pool; throws [OwnFault] with one line that says what is wrong and the cure. */
fun openConnections(settings: Settings): HikariDataSource {
    checkLimit(settings)
    val config = HikariConfig().apply {
        poolName = "status"
        jdbcUrl = settings.database.jdbcUrl
        username = settings.database.user
        password = settings.database.password
        maximumPoolSize = settings.connections
        minimumIdle = settings.connections
        connectionTimeout = settings.acquireTimeoutMs.coerceAtLeast(LEAST_HIKARI_TIMEOUT_MS)
    }
    val opened =
        try {
            HikariDataSource(config)
        } catch (fault: PoolInitializationException) {
            throw settings.database.fault(fault.cause as? SQLException ?: SQLException(fault), settings.connections)
        }
    waitUntilFull(opened, settings)
    return opened
}

/** Asked before the pool is filled, so that a pool that can never be full is told from a database with other users. */
private fun checkLimit(settings: Settings) {
    val allowed = onOneConnection(settings) { connection ->
        connection.createStatement().use { statement ->
            statement.executeQuery(ALLOWED_STATEMENT).use { rows -> if (rows.next()) rows.getInt(1) else 0 }
        }
    }
    val asked = settings.connections
    val place = settings.database
    if (asked > allowed) {
        throw OwnFault(
            "the pool of $asked is larger than the $allowed connections that PostgreSQL at $place allows. " +
                "Cure: lower --pool, or raise max_connections",
        )
    }
}

/**
 * Hikari fills in the background and keeps its failures to itself, so a filling that stands still is asked for its
 * cause by one more connection.
 */
private fun waitUntilFull(opened: HikariDataSource, settings: Settings) {
    val beganMs = nowMs()
    var grownMs = beganMs
    var had = 0
    while (true) {
        val idle = opened.hikariPoolMXBean.idleConnections
        if (idle >= settings.connections) return
        if (idle > had) {
            had = idle
            grownMs = nowMs()
        }
        if (nowMs() - grownMs > LONGEST_STANDSTILL_MS) onOneConnection(settings) { grownMs = nowMs() }
        if (nowMs() - beganMs > LONGEST_FILLING_MS) {
            throw OwnFault(
                "PostgreSQL at ${settings.database} opened $had of ${settings.connections} connections in 20 s. Cure: lower --pool",
            )
        }
        Thread.sleep(POLL_MS)
    }
}

private fun <T> onOneConnection(settings: Settings, query: (Connection) -> T): T {
    val place = settings.database
    return try {
        DriverManager.getConnection(place.jdbcUrl, place.user, place.password).use(query)
    } catch (fault: SQLException) {
        throw place.fault(fault, settings.connections)
    }
}

private fun nowMs() = System.nanoTime() / 1_000_000
