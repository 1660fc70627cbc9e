package ktorjdbc

import java.sql.ResultSet
import java.time.OffsetDateTime
import java.time.ZoneOffset
import java.time.format.DateTimeFormatter
import java.util.UUID

private const val ROW_CHARACTERS = 112
private val INSTANT = DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'")

/** One row of the table. */
class StatusRow(private val id: UUID, private val status: Short, private val updatedAt: OffsetDateTime) {
    /** Appends `{"id":"...","status":3,"updated_at":"2025-12-19T00:00:00.000000Z"}`; nothing in it needs escaping. */
    fun appendJson(text: StringBuilder) {
        text.append(
            "{\"id\":\"",
        ).append(id).append("\",\"status\":").append(status.toInt()).append(",\"updated_at\":\"")
        INSTANT.formatTo(updatedAt.withOffsetSameInstant(ZoneOffset.UTC), text)
        text.append("\"}")
    }

    fun json(): String = StringBuilder(ROW_CHARACTERS).also(::appendJson).toString()

    companion object {
        /** The row that [rows] stands on: id, status, updated_at. */
        fun read(rows: ResultSet) = StatusRow(
            rows.getObject(1, UUID::class.java),
            rows.getShort(2),
            rows.getObject(3, OffsetDateTime::class.java),
        )
    }
}

/** A JSON array of the rows. */
fun List<StatusRow>.json(): String {
    val text = StringBuilder(size * ROW_CHARACTERS + 2).append('[')
    forEachIndexed { index, row ->
        if (index > 0) text.append(',')
        row.appendJson(text)
    }
    return text.append(']').toString()
}
