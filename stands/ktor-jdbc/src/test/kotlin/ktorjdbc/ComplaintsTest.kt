package ktorjdbc

import kotlin.test.Test
import kotlin.test.assertEquals

class ComplaintsTest {
    @Test
    fun `one line a second and a count of the rest`() {
        val output = StringBuilder()
        var nowNs = -5L
        val complaints = Complaints(output) { nowNs }
        repeat(1000) {
            complaints.say("the database\n failed")
            nowNs += 2_000_000
        }
        val line = "ktor-jdbc: the database failed"
        assertEquals("$line\n$line (and 499 more since the last line)\n", output.toString())
    }
}
