package ktorjdbc

import io.ktor.server.engine.EmbeddedServer
import io.ktor.server.engine.connector
import io.ktor.server.engine.embeddedServer
import io.ktor.server.netty.Netty
import io.ktor.server.netty.NettyApplicationEngine
import io.netty.channel.Channel
import io.netty.channel.ChannelHandlerContext
import io.netty.channel.ChannelInboundHandlerAdapter
import kotlinx.coroutines.job
import kotlinx.coroutines.runBlocking
import java.net.BindException

private const val LONGEST_STOP_MS = 5_000L
private const val LONGEST_CLOSING_MS = 500L
private const val POLL_MS = 5L

// 50 ids are 2,000 bytes; what is longer is refused by the API, in JSON, and not by the decoder.
private const val MOST_LINE_BYTES = 64 * 1024

/** Ktor on Netty with [api], its listening socket at hand so that it can be closed before the connections are. */
class Server(private val listen: ListenAddress, private val api: Api) {
    private var listening: Channel? = null

    private val server: EmbeddedServer<NettyApplicationEngine, NettyApplicationEngine.Configuration> =
        embeddedServer(
            Netty,
            configure = {
                connector {
                    host = listen.host
                    port = listen.port
                }
                maxInitialLineLength = MOST_LINE_BYTES
                configureBootstrap = { handler(Listening()) }
            },
        ) { api.install(this) }

    /** Starts to answer; returns the address with the port that was taken. */
    fun start(): ListenAddress {
        try {
            server.start(wait = false)
        } catch (fault: BindException) {
            throw InputFault("--listen $listen: ${fault.message}. Cure: another port; 0 takes a free one")
        }
        return listen.copy(port = runBlocking { server.engine.resolvedConnectors() }.first().port)
    }

    /** Takes no new connections; true once what is in flight is answered, false when the longest stop was over before. */
    fun stop(): Boolean {
        api.stopping = true
        listening?.close()?.sync()
        val deadlineNs = System.nanoTime() + LONGEST_STOP_MS * 1_000_000
        while (callsAreOpen() && System.nanoTime() < deadlineNs) Thread.sleep(POLL_MS)
        val answered = !callsAreOpen()
        server.stop(0, LONGEST_CLOSING_MS)
        return answered
    }

    /** A call is a child of the application until the last byte of its answer is handed to the kernel. */
    private fun callsAreOpen() = server.application.coroutineContext.job.children.any { it.isActive }

    private inner class Listening : ChannelInboundHandlerAdapter() {
        override fun handlerAdded(context: ChannelHandlerContext) {
            listening = context.channel()
        }
    }
}
