package ktorjdbc

import io.ktor.server.application.ApplicationCall
import java.util.UUID

private const val UUID_CHARACTERS = 36
private val HYPHENS = setOf(8, 13, 18, 23)

/** The `{id}` of the path. */
fun ApplicationCall.pathId(): UUID = parseUuid(parameters["id"].orEmpty())

/** Every `ids` of the query, split at commas; blanks between commas do not count. */
fun ApplicationCall.queryIds(): List<UUID> {
    val ids = request.queryParameters.getAll("ids").orEmpty()
        .flatMap { it.split(',') }
        .map { it.trim() }
        .filter { it.isNotEmpty() }
        .map(::parseUuid)
    if (ids.isEmpty()) throw Refusal.noIds()
    if (ids.size > MOST_IDS) throw Refusal.tooManyIds(ids.size)
    return ids
}

/** Only the form with hyphens: Java also reads shorter ones. */
fun parseUuid(text: String): UUID {
    val wellFormed = text.length == UUID_CHARACTERS &&
        text.indices.all { index -> if (index in HYPHENS) text[index] == '-' else isHexadecimal(text[index]) }
    if (!wellFormed) throw Refusal.uuid(text)
    return UUID.fromString(text)
}

private fun isHexadecimal(character: Char) = character in '0'..'9' || character in 'a'..'f' || character in 'A'..'F'
