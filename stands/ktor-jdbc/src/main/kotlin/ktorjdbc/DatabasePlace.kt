package ktorjdbc

import java.net.URI
import java.net.URISyntaxException
import java.net.URLDecoder
import java.net.UnknownHostException
import java.sql.SQLException

private const val DEFAULT_PORT = 5432
private const val TOO_MANY_CONNECTIONS = "53300"
private const val UNDEFINED_TABLE = "42P01"
private const val CURE = "Cure: one as postgresql://USER:PASSWORD@HOST:PORT/NAME"

/** Which database, and as whom; its text never has the password. */
class DatabasePlace(
    private val host: String,
    private val port: Int,
    val name: String,
    val user: String,
    val password: String,
) {
    val jdbcUrl get() = "jdbc:postgresql://$host:$port/$name"

    override fun toString() = "$host:$port"

    /** One line that says why PostgreSQL is not to be had, and the cure. */
    fun fault(cause: SQLException, connections: Int): OwnFault = OwnFault(
        when (cause.sqlState) {
            TOO_MANY_CONNECTIONS ->
                "PostgreSQL at $this has not enough connections left for the pool of $connections (${reason(
                    cause,
                )}). " +
                    "Cure: lower --pool, close what else is connected, or raise max_connections"

            UNDEFINED_TABLE ->
                "the database \"$name\" at $this has no table status. Cure: make it, or correct --database"

            // 08: the connection exceptions of the SQL standard, the driver's own.
            null, "08000", "08001", "08003", "08004", "08006" ->
                "cannot reach PostgreSQL at $this (${reason(cause)}). Cure: start it, or correct --database"

            else -> "PostgreSQL at $this refuses (${reason(cause)}). Cure: correct --database"
        },
    )

    private fun reason(fault: SQLException): String {
        var deepest: Throwable = fault
        while (true) deepest = deepest.cause ?: break
        if (deepest is UnknownHostException) return "no such host"
        val text = deepest.message?.lineSequence()?.first()?.removePrefix("FATAL: ")?.removePrefix("ERROR: ")
        return (text ?: deepest.javaClass.simpleName).replaceFirstChar { it.lowercase() }
    }

    companion object {
        /** Reads `postgresql://USER:PASSWORD@HOST:PORT/NAME`; the error never repeats it, for it has a password. */
        fun parse(text: String?): DatabasePlace {
            if (text.isNullOrEmpty()) throw InputFault("--database is missing. $CURE")
            val uri =
                try {
                    URI(text)
                } catch (_: URISyntaxException) {
                    throw InputFault("--database is no URL of PostgreSQL. $CURE")
                }
            val user = uri.rawUserInfo?.substringBefore(':')
            val name = uri.rawPath?.removePrefix("/")
            if (uri.scheme !in setOf("postgresql", "postgres") || uri.host == null || user.isNullOrEmpty() ||
                name.isNullOrEmpty()
            ) {
                throw InputFault("--database is no URL of PostgreSQL. $CURE")
            }
            val port = if (uri.port == -1) DEFAULT_PORT else uri.port
            return DatabasePlace(uri.host, port, name, decode(user), decode(uri.rawUserInfo.substringAfter(':', "")))
        }

        // A plus in a user or password is a plus.
        private fun decode(text: String): String = URLDecoder.decode(text.replace("+", "%2B"), Charsets.UTF_8)
    }
}
