package loadproof.stand.mall;

import loadproof.stand.mall.MallController.Executed;
import org.springframework.jdbc.core.simple.JdbcClient;

/**
 * One to four statements for each request, each on a connection of its own and committed by itself.
 */
class MySqlStatements {
  static final int MOST_STATEMENTS = 4;

  private static final int PRODUCTS = 100_000;
  private static final int CATEGORIES = 1000;
  private static final int CUSTOMERS = 20_000;

  private final JdbcClient jdbc;

  MySqlStatements(JdbcClient jdbc) {
    this.jdbc = jdbc;
  }

  /**
   * Runs 1 to 4 statements, each number equally often; the first kind follows from the number, too.
   */
  Executed execute(long number) {
    int statements = Mixed.upTo(MOST_STATEMENTS, number, 0);
    int first = Mixed.upTo(MOST_STATEMENTS, number, 1);
    int rows = 0;
    for (int place = 0; place < statements; place++) {
      rows += execute((first + place) % MOST_STATEMENTS, number, place + 2);
    }
    return new Executed(number, statements, rows);
  }

  private int execute(int kind, long number, int place) {
    return switch (kind) {
      case 0 ->
          read(
              "SELECT id, name, price, stock FROM product WHERE id = ?",
              Mixed.upTo(PRODUCTS, number, place));
      case 1 ->
          read(
              "SELECT id, name, price FROM product WHERE category = ? ORDER BY price LIMIT 10",
              Mixed.upTo(CATEGORIES, number, place));
      case 2 ->
          read(
              "SELECT count(*) AS purchases, sum(amount) AS amount FROM purchase WHERE customer = ?",
              Mixed.upTo(CUSTOMERS, number, place));
      default ->
          jdbc.sql("UPDATE product SET sold = sold + 1 WHERE id = ?")
              .param(Mixed.upTo(PRODUCTS, number, place))
              .update();
    };
  }

  private int read(String statement, int key) {
    return jdbc.sql(statement).param(key).query().listOfRows().size();
  }
}
