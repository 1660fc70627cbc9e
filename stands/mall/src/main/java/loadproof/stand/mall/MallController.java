package loadproof.stand.mall;

import loadproof.stand.Refusal;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

/** The two operations; the number of a request decides what it does. */
@RestController
class MallController {
  private final MySqlStatements mysql;
  private final RedisCommands redis;

  MallController(MySqlStatements mysql, RedisCommands redis) {
    this.mysql = mysql;
    this.redis = redis;
  }

  /**
   * Answer of an operation: how many statements or commands it ran, and the rows or values read.
   */
  record Executed(long number, int executed, int read) {}

  @GetMapping(MallRoutes.MYSQL)
  Executed mysql(@RequestParam(defaultValue = "0") String number) {
    return mysql.execute(parsed(number));
  }

  @GetMapping(MallRoutes.REDIS)
  Executed redis(@RequestParam(defaultValue = "0") String number) {
    return redis.execute(parsed(number));
  }

  // Spring would answer by itself what a path takes.
  @RequestMapping(
      method = RequestMethod.OPTIONS,
      path = {MallRoutes.MYSQL, MallRoutes.REDIS, "/healthz", "/metrics"})
  void options() {
    throw Refusal.wrongMethod();
  }

  private static long parsed(String text) {
    try {
      long number = Long.parseLong(text);
      if (number >= 0) {
        return number;
      }
    } catch (NumberFormatException fault) {
      // Refused below.
    }
    throw new Refusal(400, "number must be a whole number from 0");
  }
}
