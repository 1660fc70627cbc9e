package ktorjdbc

import com.sun.management.GarbageCollectionNotificationInfo
import io.micrometer.core.instrument.Timer
import java.lang.management.ManagementFactory
import java.util.concurrent.TimeUnit
import javax.management.NotificationEmitter
import javax.management.NotificationListener
import javax.management.openmbean.CompositeData

/** Records each pause of the collector, in whole milliseconds as the VM tells them. */
class GcPauses(private val pauses: Timer) {
    fun listen() {
        val listener = NotificationListener { notification, _ ->
            val info = GarbageCollectionNotificationInfo.from(notification.userData as CompositeData)
            pauses.record(info.gcInfo.duration, TimeUnit.MILLISECONDS)
        }
        ManagementFactory.getGarbageCollectorMXBeans()
            .filter { stopsTheWorld(it.name) && it is NotificationEmitter }
            .forEach { (it as NotificationEmitter).addNotificationListener(listener, { isCollection(it.type) }, null) }
    }

    private fun isCollection(type: String) = type == GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION

    companion object {
        /** ZGC and Shenandoah tell their pauses ("ZGC Minor Pauses") apart from the cycles beside which the service runs on. */
        fun stopsTheWorld(name: String) = !name.endsWith("Cycles")
    }
}
