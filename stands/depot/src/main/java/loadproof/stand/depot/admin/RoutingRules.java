package loadproof.stand.depot.admin;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import loadproof.stand.Refusal;
import loadproof.stand.depot.security.Selector;
import loadproof.stand.depot.store.Repository;
import org.springframework.jdbc.core.simple.JdbcClient;

/** Rules that let requests of a repository through, or block them, by their paths. */
public final class RoutingRules {
  private static final int MOST_MATCHERS = 50;
  private static final int MOST_CHARACTERS = 1000;

  private final JdbcClient jdbc;
  private volatile Map<String, Compiled> compiled;

  public RoutingRules(JdbcClient jdbc) {
    this.jdbc = jdbc;
    reload();
  }

  /**
   * A rule: {@code mode} is {@code BLOCK} or {@code ALLOW}, {@code matchers} regular expressions.
   */
  public record Rule(String name, String description, String mode, List<String> matchers) {}

  private record Compiled(boolean blocks, List<Pattern> matchers) {}

  public List<Rule> all() {
    return jdbc.sql("SELECT name, description, mode, matchers FROM routing_rule ORDER BY name")
        .query(RoutingRules::row)
        .list();
  }

  /**
   * The rule of this name.
   *
   * @throws Refusal 404 when there is none
   */
  public Rule named(String name) {
    return jdbc.sql("SELECT name, description, mode, matchers FROM routing_rule WHERE name = ?")
        .param(name)
        .query(RoutingRules::row)
        .optional()
        .orElseThrow(() -> new Refusal(404, "there is no routing rule \"" + name + "\""));
  }

  public void insert(Rule rule) {
    check(rule);
    jdbc.sql("INSERT INTO routing_rule (name, description, mode, matchers) VALUES (?, ?, ?, ?)")
        .param(rule.name())
        .param(text(rule.description()))
        .param(rule.mode())
        .param(rule.matchers().toArray(String[]::new))
        .update();
    reload();
  }

  /** Changes the rule of this name, which may get another. */
  public void update(String name, Rule rule) {
    check(rule);
    int changed =
        jdbc.sql(
                """
                UPDATE routing_rule SET name = ?, description = ?, mode = ?, matchers = ?
                 WHERE name = ?""")
            .param(rule.name())
            .param(text(rule.description()))
            .param(rule.mode())
            .param(rule.matchers().toArray(String[]::new))
            .param(name)
            .update();
    if (changed == 0) {
      throw new Refusal(404, "there is no routing rule \"" + name + "\"");
    }
    reload();
  }

  public void delete(String name) {
    if (jdbc.sql("DELETE FROM routing_rule WHERE name = ?").param(name).update() == 0) {
      throw new Refusal(404, "there is no routing rule \"" + name + "\"");
    }
    reload();
  }

  /** True if the rule of a repository lets a path through, which begins with a slash. */
  public boolean allow(Repository repository, String path) {
    if (repository.routingRule() == null) {
      return true;
    }
    Compiled rule = compiled.get(repository.routingRule());
    if (rule == null) {
      return true;
    }
    boolean matches = rule.matchers().stream().anyMatch(one -> Selector.matches(one, path));
    return matches != rule.blocks();
  }

  private void reload() {
    compiled =
        all().stream()
            .collect(
                Collectors.toMap(
                    Rule::name,
                    rule ->
                        new Compiled(
                            rule.mode().equals("BLOCK"),
                            rule.matchers().stream().map(Pattern::compile).toList())));
  }

  private static void check(Rule rule) {
    if (rule.name() == null || !rule.name().matches("[A-Za-z0-9._-]{1,200}")) {
      throw new Refusal(400, "name must have 1 to 200 characters of A-Z, a-z, 0-9, . _ -");
    }
    if (rule.mode() == null || !rule.mode().matches("BLOCK|ALLOW")) {
      throw new Refusal(400, "mode must be BLOCK or ALLOW");
    }
    boolean bounded =
        rule.matchers() != null
            && !rule.matchers().isEmpty()
            && rule.matchers().size() <= MOST_MATCHERS
            && rule.matchers().stream()
                .allMatch(one -> one != null && one.length() <= MOST_CHARACTERS);
    if (!bounded) {
      throw new Refusal(400, "matchers must be 1 to " + MOST_MATCHERS + " regular expressions");
    }
    try {
      rule.matchers().forEach(Pattern::compile);
    } catch (PatternSyntaxException fault) {
      throw new Refusal(400, "a matcher is no regular expression: " + fault.getDescription());
    }
  }

  private static String text(String text) {
    return text == null ? "" : text;
  }

  private static Rule row(ResultSet result, int number) throws SQLException {
    Array matchers = result.getArray("matchers");
    return new Rule(
        result.getString("name"),
        result.getString("description"),
        result.getString("mode"),
        List.of((String[]) matchers.getArray()));
  }
}
