package ktorjdbc

import java.sql.SQLException

private const val OWN_FAULT = 1
private const val BAD_INPUT = 2

/** What only other options cure. */
class InputFault(message: String) : Exception(message)

/** What keeps the service from starting, whatever its options. */
class OwnFault(message: String) : Exception(message)

fun main(arguments: Array<String>) {
    val code =
        try {
            if ("--help" in arguments || "-h" in arguments) print(HELP) else serve(parseOptions(arguments.toList()))
            0
        } catch (fault: InputFault) {
            fail(fault.message, BAD_INPUT)
        } catch (fault: OwnFault) {
            fail(fault.message, OWN_FAULT)
        } catch (fault: SQLException) {
            fail(fault.message, OWN_FAULT)
        }
    System.out.flush()
    // Threads of pools and of the server may still run, and none of them has anything left to do.
    Runtime.getRuntime().halt(code)
}

private fun fail(message: String?, code: Int): Int {
    System.err.println("ktor-jdbc: $message")
    return code
}
