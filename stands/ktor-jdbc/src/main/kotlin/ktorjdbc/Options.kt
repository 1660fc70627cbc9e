package ktorjdbc

private const val MOST_CONNECTIONS = 1024
private const val MOST_ACQUIRE_TIMEOUT_MS = 3_600_000
private const val MOST_PORT = 65_535
private const val DEFAULT_CONNECTIONS = 64
private const val DEFAULT_ACQUIRE_TIMEOUT_MS = 5_000

const val HELP = """ktor-jdbc: the status service over PostgreSQL, a system under test

ktor-jdbc --database URL [options]
  --database URL              postgresql://USER:PASSWORD@HOST:PORT/NAME
  --listen ADDRESS:PORT       default 127.0.0.1:0; port 0 takes a free one, printed as JSON when ready
  --pool N                    database connections (default 64)
  --acquire-timeout-ms N      longest wait for a connection, then 503 (default 5000)
"""

/** Where the service listens; `host` is an address without brackets. */
data class ListenAddress(val host: String, val port: Int) {
    override fun toString() = if (':' in host) "[$host]:$port" else "$host:$port"
}

/** What the command line asks for. */
data class Settings(
    val listen: ListenAddress,
    val database: DatabasePlace,
    val connections: Int,
    val acquireTimeoutMs: Long,
)

/** Reads `--name value` and `--name=value`; every error is an [InputFault]. */
fun parseOptions(arguments: List<String>): Settings {
    val given = mutableMapOf<String, String>()
    val rest = ArrayDeque(arguments)
    while (rest.isNotEmpty()) {
        val word = rest.removeFirst()
        val name = word.substringBefore('=')
        if (name !in setOf("--database", "--listen", "--pool", "--acquire-timeout-ms")) {
            throw InputFault("$name is no option. Cure: see --help")
        }
        given[name] =
            if ('=' in
                word
            ) {
                word.substringAfter('=')
            } else {
                rest.removeFirstOrNull()
                    ?: throw InputFault("$name has no value. Cure: see --help")
            }
    }
    return Settings(
        listen = parseListen(given["--listen"] ?: "127.0.0.1:0"),
        database = DatabasePlace.parse(given["--database"]),
        connections = parseNumber(given, "--pool", DEFAULT_CONNECTIONS, MOST_CONNECTIONS),
        acquireTimeoutMs = parseNumber(
            given,
            "--acquire-timeout-ms",
            DEFAULT_ACQUIRE_TIMEOUT_MS,
            MOST_ACQUIRE_TIMEOUT_MS,
        ).toLong(),
    )
}

private fun parseNumber(given: Map<String, String>, name: String, default: Int, most: Int): Int {
    val text = given[name] ?: return default
    val number = text.toIntOrNull()
    if (number == null || number !in 1..most) throw InputFault("$name $text is out of range. Cure: give 1 to $most")
    return number
}

private val ADDRESS = Regex("""(?:(\d{1,3}(?:\.\d{1,3}){3})|\[([0-9a-fA-F:.]+)]):(\d{1,5})""")

private fun parseListen(text: String): ListenAddress {
    val match = ADDRESS.matchEntire(text)
    val port = match?.groupValues?.get(3)?.toInt()
    val partsFit = match != null && match.groupValues[1].split('.').all { it.isEmpty() || it.toInt() <= 255 }
    if (match == null || !partsFit || port !in 0..MOST_PORT) {
        throw InputFault("--listen $text is no ADDRESS:PORT. Cure: one as 127.0.0.1:8080")
    }
    return ListenAddress(match.groupValues[1].ifEmpty { match.groupValues[2] }, checkNotNull(port))
}
