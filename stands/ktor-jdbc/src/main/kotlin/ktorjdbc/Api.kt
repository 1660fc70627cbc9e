package ktorjdbc

import io.ktor.http.ContentType
import io.ktor.http.HttpHeaders
import io.ktor.http.HttpMethod
import io.ktor.http.HttpStatusCode
import io.ktor.http.URLDecodeException
import io.ktor.server.application.Application
import io.ktor.server.application.ApplicationCall
import io.ktor.server.application.ApplicationCallPipeline
import io.ktor.server.application.install
import io.ktor.server.http.HttpRequestLifecycle
import io.ktor.server.plugins.BadRequestException
import io.ktor.server.response.header
import io.ktor.server.response.respondText
import io.ktor.server.routing.Route
import io.ktor.server.routing.method
import io.ktor.server.routing.route
import io.ktor.server.routing.routing
import kotlinx.coroutines.CancellationException
import java.util.UUID

private val PROMETHEUS_TEXT = ContentType.parse("text/plain; version=0.0.4; charset=utf-8")

/** A whole reply. */
class Answer(
    val text: String,
    val status: HttpStatusCode = HttpStatusCode.OK,
    val type: ContentType = ContentType.Application.Json,
)

/** Routes and handlers, each request counted. */
class Api(
    private val table: Table,
    private val requests: RequestMetrics,
    private val metrics: ServiceMetrics,
    private val complaints: Complaints,
    private val scrape: () -> String,
) {
    private val other = requests.Route("other", "other")

    /** Once true, answers ask their clients to close. */
    @Volatile
    var stopping = false

    fun install(application: Application) {
        // A client that left waits for no connection.
        application.install(HttpRequestLifecycle) { cancelCallOnClose = true }
        application.intercept(ApplicationCallPipeline.Monitoring) {
            try {
                proceed()
            } catch (_: BadRequestException) {
                // What routing itself cannot read.
                observe(context, other) { throw Refusal.url() }
            }
        }
        application.routing {
            path("/status", HttpMethod.Get to ::getMany, HttpMethod.Post to ::create)
            path("/status/{id}", HttpMethod.Get to ::getOne, HttpMethod.Put to ::update)
            path("/healthz", HttpMethod.Get to { Answer("""{"status":"ok"}""") })
            path("/metrics", HttpMethod.Get to { Answer(scrape(), type = PROMETHEUS_TEXT) })
            route("{...}") { handle { observe(call, other) { throw Refusal.path() } } }
        }
    }

    private fun Route.path(pattern: String, vararg handlers: Pair<HttpMethod, suspend (ApplicationCall) -> Answer>) {
        route(pattern) {
            for ((verb, make) in handlers) {
                val counted = requests.Route(verb.value, pattern)
                method(verb) { handle { observe(call, counted, make) } }
            }
            handle { observe(call, other) { throw Refusal.method() } }
        }
    }

    private suspend fun observe(
        call: ApplicationCall,
        route: RequestMetrics.Route,
        make: suspend (ApplicationCall) -> Answer,
    ) {
        val flight = route.begin()
        val answer =
            try {
                make(call)
            } catch (left: CancellationException) {
                flight.cancelled()
                throw left
            } catch (fault: Exception) {
                refuse(fault)
            }
        flight.answered(answer.status.value)
        if (stopping) call.response.header(HttpHeaders.Connection, "close")
        call.respondText(answer.text, answer.type, answer.status)
    }

    private fun refuse(fault: Exception): Answer {
        val refusal = if (fault is URLDecodeException) Refusal.url() else Refusal.of(fault)
        if (refusal.status.value >= HttpStatusCode.InternalServerError.value) {
            val cause = fault.cause ?: fault.takeIf { it !is AcquireTimeout }
            complaints.say(refusal.message + cause?.let { " (${it.message ?: it.javaClass.simpleName})" }.orEmpty())
        }
        return Answer(errorJson(refusal.message.orEmpty()), refusal.status)
    }

    private suspend fun getOne(call: ApplicationCall): Answer {
        val id = call.pathId()
        return Answer(table.find(id)?.json() ?: throw Refusal.unknown(id))
    }

    private suspend fun getMany(call: ApplicationCall): Answer = Answer(table.findMany(call.queryIds()).json())

    private suspend fun create(call: ApplicationCall): Answer {
        val asked = call.statusBody(withId = true)
        val id = asked.id ?: UUID.randomUUID()
        val row =
            try {
                table.create(id, asked.status)
            } catch (_: IdTaken) {
                throw Refusal.taken(id)
            }
        metrics.countNewRow()
        return Answer(row.json(), HttpStatusCode.Created)
    }

    private suspend fun update(call: ApplicationCall): Answer {
        val id = call.pathId()
        val status = call.statusBody(withId = false).status
        return Answer(table.update(id, status)?.json() ?: throw Refusal.unknown(id))
    }
}
