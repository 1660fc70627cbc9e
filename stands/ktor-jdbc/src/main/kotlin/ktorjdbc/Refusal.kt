package ktorjdbc

import io.ktor.http.HttpStatusCode
import java.util.UUID

private const val MOST_QUOTED = 64

/** Why a request is not answered as it asks. It has no stack: it is an answer, not a fault of the program. */
class Refusal(val status: HttpStatusCode, text: String) : Exception(text, null, false, false) {
    companion object {
        fun path() = Refusal(HttpStatusCode.NotFound, "no such path")

        fun method() = Refusal(HttpStatusCode.MethodNotAllowed, "this path does not take this method")

        fun url() = Refusal(HttpStatusCode.BadRequest, "the path or the query is not well-formed")

        fun noIds() = Refusal(HttpStatusCode.BadRequest, "no ids: ask for ?ids=UUID,UUID,...")

        fun tooManyIds(count: Int) =
            Refusal(HttpStatusCode.BadRequest, "$count ids are too many: ask for at most $MOST_IDS")

        fun uuid(text: String) =
            Refusal(HttpStatusCode.BadRequest, "\"${text.take(MOST_QUOTED)}\" is not a uuid of 36 characters")

        fun body(why: String) = Refusal(HttpStatusCode.BadRequest, "the body must be like {\"status\": 3}: $why")

        fun size() = Refusal(HttpStatusCode.PayloadTooLarge, "the body is too large")

        fun unknown(id: UUID) = Refusal(HttpStatusCode.NotFound, "no status with id $id")

        fun taken(id: UUID) = Refusal(HttpStatusCode.Conflict, "there is a status with id $id already")

        /** What the client is told of any fault; the cause of a failed query is not for it. */
        fun of(fault: Throwable): Refusal = when (fault) {
            is Refusal -> fault
            is AcquireTimeout -> Refusal(HttpStatusCode.ServiceUnavailable, "no connection came free in time")
            else -> Refusal(HttpStatusCode.InternalServerError, "the database failed")
        }
    }
}
