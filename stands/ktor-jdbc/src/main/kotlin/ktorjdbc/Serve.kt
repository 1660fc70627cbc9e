package ktorjdbc

import io.micrometer.prometheusmetrics.PrometheusConfig
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry
import kotlinx.coroutines.runBlocking
import java.sql.SQLException

/** Answers until a signal; returns once every request in flight is answered or the longest stop is over. */
fun serve(settings: Settings) {
    val complaints = Complaints(System.err)
    val pool = Pool(openConnections(settings), settings.acquireTimeoutMs)
    val table = Table(pool)
    val rows =
        try {
            // Once: the count reads the whole table.
            runBlocking { table.count() }
        } catch (fault: SQLException) {
            throw settings.database.fault(fault, settings.connections)
        }
    val registry = PrometheusMeterRegistry(PrometheusConfig.DEFAULT)
    val metrics = ServiceMetrics(registry, rows)
    metrics.bindPool(pool)
    val server = Server(settings.listen, Api(table, RequestMetrics(registry), metrics, complaints, registry::scrape))
    val shutdown = Shutdown()
    shutdown.listen()
    val address = server.start()
    println("""{"listening":"$address","rows":$rows}""")
    System.out.flush()
    shutdown.await()
    if (!server.stop()) complaints.say("requests were still open after 5 s and were cut")
}
