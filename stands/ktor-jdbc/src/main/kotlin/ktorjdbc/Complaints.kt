package ktorjdbc

private const val PAUSE_NS = 1_000_000_000L
private val BLANKS = Regex("""\s+""")

/** Says at most one line a second, whatever fails and how often: a log that grows with the load would be load itself. */
class Complaints(private val output: Appendable, private val clockNs: () -> Long = System::nanoTime) {
    private var lastNs: Long? = null
    private var unsaid = 0

    /** Writes the text as one line, or counts it towards the next one that is written. */
    @Synchronized
    fun say(text: String) {
        val nowNs = clockNs()
        if (lastNs?.let { nowNs - it < PAUSE_NS } == true) {
            unsaid++
            return
        }
        val more = if (unsaid > 0) " (and $unsaid more since the last line)" else ""
        output.append("ktor-jdbc: ${text.trim().replace(BLANKS, " ")}$more\n")
        lastNs = nowNs
        unsaid = 0
    }
}
