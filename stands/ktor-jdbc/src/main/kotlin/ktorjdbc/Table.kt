package ktorjdbc

import java.sql.Connection
import java.sql.PreparedStatement
import java.sql.SQLException
import java.util.UUID

/** How many ids one request may ask for. */
const val MOST_IDS = 50

private const val UNIQUE_VIOLATION = "23505"
private const val FIND = "SELECT id, status, updated_at FROM status WHERE id = ?"
private const val CREATE =
    "INSERT INTO status (id, status, updated_at) VALUES (?, ?, now()) RETURNING id, status, updated_at"
private const val UPDATE =
    "UPDATE status SET status = ?, updated_at = now() WHERE id = ? RETURNING id, status, updated_at"
private const val COUNT = "SELECT count(*) FROM status"

// One text for each number of ids, so that the driver prepares it once for each connection.
private val FIND_MANY = List(MOST_IDS + 1) { count ->
    "SELECT id, status, updated_at FROM status WHERE id IN (" + List(count) { "?" }.joinToString(",") + ")"
}

/** The id of a new row is taken. */
class IdTaken : Exception("the id is taken", null, false, false)

/** The SQL of the service. */
class Table(private val pool: Pool) {
    /** The row, or null. */
    suspend fun find(id: UUID): StatusRow? = pool.run { connection ->
        connection.one(FIND) { setObject(1, id) }
    }

    /** The rows that exist, each once; 1 to [MOST_IDS] ids. */
    suspend fun findMany(ids: List<UUID>): List<StatusRow> = pool.run { connection ->
        connection.prepareStatement(FIND_MANY[ids.size]).use { statement ->
            ids.forEachIndexed { index, id -> statement.setObject(index + 1, id) }
            statement.executeQuery().use { rows ->
                val found = ArrayList<StatusRow>(ids.size)
                while (rows.next()) found += StatusRow.read(rows)
                found
            }
        }
    }

    /** The new row; throws [IdTaken]. */
    suspend fun create(id: UUID, status: Short): StatusRow = pool.run { connection ->
        try {
            checkNotNull(
                connection.one(CREATE) {
                    setObject(1, id)
                    setShort(2, status)
                },
            )
        } catch (fault: SQLException) {
            throw if (fault.sqlState == UNIQUE_VIOLATION) IdTaken() else fault
        }
    }

    /** The row as it is now, or null. */
    suspend fun update(id: UUID, status: Short): StatusRow? = pool.run { connection ->
        connection.one(UPDATE) {
            setShort(1, status)
            setObject(2, id)
        }
    }

    /** The exact number of rows. */
    suspend fun count(): Long = pool.run { connection ->
        connection.prepareStatement(COUNT).use { statement ->
            statement.executeQuery().use { rows -> if (rows.next()) rows.getLong(1) else 0 }
        }
    }

    private fun Connection.one(text: String, bind: PreparedStatement.() -> Unit): StatusRow? =
        prepareStatement(text).use { statement ->
            statement.bind()
            statement.executeQuery().use { rows -> if (rows.next()) StatusRow.read(rows) else null }
        }
}
