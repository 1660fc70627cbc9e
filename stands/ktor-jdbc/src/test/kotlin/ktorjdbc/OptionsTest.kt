package ktorjdbc

import kotlin.test.Test
import kotlin.test.assertContains
import kotlin.test.assertEquals
import kotlin.test.assertFailsWith
import kotlin.test.assertFalse

private const val DATABASE = "postgresql://bench:secret@127.0.0.1:5433/bench"

class OptionsTest {
    private fun parsed(line: String) = parseOptions(line.split(' ').filter { it.isNotEmpty() })

    @Test
    fun `every option reaches the settings`() {
        val settings = parsed("--database $DATABASE --listen [::1]:81 --pool=3 --acquire-timeout-ms 40")
        assertEquals(ListenAddress("::1", 81), settings.listen)
        assertEquals("[::1]:81", settings.listen.toString())
        assertEquals(3, settings.connections)
        assertEquals(40, settings.acquireTimeoutMs)
        assertEquals("jdbc:postgresql://127.0.0.1:5433/bench", settings.database.jdbcUrl)
        assertEquals("bench" to "secret", settings.database.user to settings.database.password)
    }

    @Test
    fun `defaults are those of the contract`() {
        val settings = parsed("--database $DATABASE")
        assertEquals(ListenAddress("127.0.0.1", 0), settings.listen)
        assertEquals(64, settings.connections)
        assertEquals(5000, settings.acquireTimeoutMs)
    }

    @Test
    fun `a password may have any characters`() {
        val database = DatabasePlace.parse("postgres://a%40b:p%3A%2F+%25@localhost/bench")
        assertEquals("a@b" to "p:/+%", database.user to database.password)
        assertEquals("localhost:5432", database.toString())
    }

    @Test
    fun `a bad option is named with its cure and the password is not told`() {
        val bad = mapOf(
            "" to "--database",
            "--database /tmp/status.db" to "--database",
            "--database mysql://a:secret@b/c" to "--database",
            "--database postgresql://a:secret@" to "--database",
            "--database postgresql://a:secret@h:port/b" to "--database",
            "--database $DATABASE --pool 0" to "--pool 0",
            "--database $DATABASE --pool 1025" to "--pool 1025",
            "--database $DATABASE --pool many" to "--pool many",
            "--database $DATABASE --pool" to "--pool",
            "--database $DATABASE --acquire-timeout-ms 0" to "--acquire-timeout-ms 0",
            "--database $DATABASE --listen localhost:80" to "localhost",
            "--database $DATABASE --listen 127.0.0.256:80" to "127.0.0.256",
            "--database $DATABASE --listen 127.0.0.1:65536" to "65536",
            "--database $DATABASE --colour" to "--colour",
            "serve" to "serve",
        )
        for ((line, word) in bad) {
            val message = assertFailsWith<InputFault>(line) { parsed(line) }.message.orEmpty()
            assertContains(message, word)
            assertContains(message, "Cure: ")
            assertFalse("secret" in message, message)
        }
    }

    @Test
    fun `help names every option`() {
        for (option in listOf("--database", "--listen", "--pool", "--acquire-timeout-ms")) assertContains(HELP, option)
    }
}
