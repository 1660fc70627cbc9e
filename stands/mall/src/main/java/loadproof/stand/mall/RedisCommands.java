package loadproof.stand.mall;

import java.util.stream.IntStream;
import loadproof.stand.mall.MallController.Executed;
import redis.clients.jedis.JedisPooled;

/** One to ten commands for each request, one after the other. */
class RedisCommands {
  static final int MOST_COMMANDS = 10;

  private static final int PRODUCTS = 100_000;
  private static final int CUSTOMERS = 20_000;
  private static final long SESSION_S = 600;

  private final JedisPooled redis;

  RedisCommands(JedisPooled redis) {
    this.redis = redis;
  }

  /**
   * Runs 1 to 10 commands, each number equally often; the first kind follows from the number, too.
   */
  Executed execute(long number) {
    int commands = Mixed.upTo(MOST_COMMANDS, number, 0);
    int first = Mixed.upTo(MOST_COMMANDS, number, 1);
    int values = 0;
    for (int place = 0; place < commands; place++) {
      values += execute((first + place) % MOST_COMMANDS, number, place + 2);
    }
    return new Executed(number, commands, values);
  }

  /** The number of values that the command returned. */
  private int execute(int kind, long number, int place) {
    String product = "product:" + Mixed.upTo(PRODUCTS, number, place);
    String customer = String.valueOf(Mixed.upTo(CUSTOMERS, number, place));
    return switch (kind) {
      case 0 -> redis.get(product) == null ? 0 : 1;
      case 1 -> redis.hgetAll("cart:" + customer).size();
      case 2 -> redis.lrange("recent:" + customer, 0, 9).size();
      case 3 -> redis.zrevrangeWithScores("best-sellers", 0, 9).size();
      case 4 -> redis.exists(product) ? 1 : 0;
      case 5 -> redis.mget(products(number, place)).size();
      case 6 -> ended(redis.incr("views:" + customer));
      case 7 -> ended(redis.setex("session:" + customer, SESSION_S, Long.toString(number)));
      case 8 -> ended(redis.hset("cart:" + customer, "last", product));
      default -> ended(redis.zincrby("best-sellers", 1.0, product));
    };
  }

  private static String[] products(long number, int place) {
    return IntStream.range(0, 5)
        .mapToObj(item -> "product:" + Mixed.upTo(PRODUCTS, number, place + 100 * (item + 1)))
        .toArray(String[]::new);
  }

  private static int ended(Object answer) {
    return answer == null ? 0 : 1;
  }
}
