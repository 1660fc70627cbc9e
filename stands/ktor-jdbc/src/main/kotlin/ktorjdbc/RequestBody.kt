package ktorjdbc

import com.fasterxml.jackson.core.JsonFactory
import com.fasterxml.jackson.core.JsonParser
import com.fasterxml.jackson.core.JsonProcessingException
import com.fasterxml.jackson.core.JsonToken
import com.fasterxml.jackson.core.StreamReadFeature
import com.fasterxml.jackson.core.io.JsonStringEncoder
import io.ktor.server.application.ApplicationCall
import io.ktor.server.request.contentLength
import io.ktor.server.request.receiveChannel
import io.ktor.utils.io.readRemaining
import kotlinx.io.readByteArray
import java.util.UUID

// A status fits into 100 bytes; the rest is room for spaces.
private const val MOST_BODY_BYTES = 16 * 1024L
private val STATUSES = Short.MIN_VALUE..Short.MAX_VALUE
private val JSON: JsonFactory = JsonFactory.builder().disable(StreamReadFeature.INCLUDE_SOURCE_IN_LOCATION).build()

/** A body like `{"status": 3}`; without an id the row gets a random one. */
class StatusBody(val id: UUID?, val status: Short)

/** The body of a POST, or of a PUT, whose `id` is not looked at. */
suspend fun ApplicationCall.statusBody(withId: Boolean): StatusBody {
    if ((request.contentLength() ?: 0) > MOST_BODY_BYTES) throw Refusal.size()
    val body = receiveChannel().readRemaining(MOST_BODY_BYTES + 1).readByteArray()
    if (body.size > MOST_BODY_BYTES) throw Refusal.size()
    return try {
        JSON.createParser(body).use { parseStatus(it, withId) }
    } catch (fault: JsonProcessingException) {
        throw Refusal.body(fault.originalMessage)
    }
}

private fun parseStatus(json: JsonParser, withId: Boolean): StatusBody {
    if (json.nextToken() != JsonToken.START_OBJECT) throw Refusal.body("it is no object")
    var id: UUID? = null
    var status: Short? = null
    while (json.nextToken() == JsonToken.FIELD_NAME) {
        val name = json.currentName()
        json.nextToken()
        when {
            name == "status" -> status = statusOf(json)
            name == "id" && withId -> id = idOf(json)
            else -> json.skipChildren()
        }
    }
    if (json.nextToken() != null) throw Refusal.body("something follows it")
    return StatusBody(id, status ?: throw badStatus())
}

private fun statusOf(json: JsonParser): Short {
    if (json.currentToken() != JsonToken.VALUE_NUMBER_INT) throw badStatus()
    return when (json.numberType) {
        JsonParser.NumberType.INT -> json.intValue.takeIf { it in STATUSES }?.toShort() ?: throw badStatus()
        else -> throw badStatus()
    }
}

private fun idOf(json: JsonParser): UUID? = when (json.currentToken()) {
    JsonToken.VALUE_NULL -> null
    JsonToken.VALUE_STRING -> parseUuid(json.text)
    else -> throw Refusal.body("id is no text")
}

private fun badStatus() = Refusal.body("status is no integer from -32768 to 32767")

/** `{"error":"..."}` */
fun errorJson(text: String): String = "{\"error\":\"${String(JsonStringEncoder.getInstance().quoteAsString(text))}\"}"
