package loadproof.stand.depot.search;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Assets;
import loadproof.stand.depot.store.Component;
import org.springframework.jdbc.core.simple.JdbcClient;

/** A search over components: by words, repository, format, coordinates and digests of files. */
final class ComponentQuery {
  private static final int MOST_CHARACTERS = 500;
  private static final Map<String, String> COLUMNS =
      Map.of("group", "c.namespace", "name", "c.name", "version", "c.version");
  private static final List<String> DIGESTS = List.of("md5", "sha1", "sha256", "sha512");

  private final List<String> conditions = new ArrayList<>();
  private final Map<String, Object> values = new HashMap<>();

  /** Reads the parameters of a request; what is not given limits nothing. */
  ComponentQuery(HttpServletRequest request) {
    String keyword = given(request, "q").orElseGet(() -> given(request, "keyword").orElse(null));
    if (keyword != null) {
      conditions.add("c.words @@ to_tsquery('simple', :words)");
      values.put(
          "words",
          Words.query(keyword)
              .orElseThrow(() -> new Refusal(400, "q must have a letter or a digit")));
    }
    given(request, "repository").ifPresent(name -> is("r.name", "repository", name));
    given(request, "format").ifPresent(format -> is("r.format", "format", format));
    COLUMNS.forEach(
        (name, column) -> given(request, name).ifPresent(value -> isLike(column, name, value)));
    for (String digest : DIGESTS) {
      given(request, digest)
          .ifPresent(
              value -> {
                conditions.add(
                    "EXISTS (SELECT 1 FROM asset d WHERE d.component_id = c.id AND d."
                        + digest
                        + " = :"
                        + digest
                        + ")");
                values.put(digest, value.toLowerCase(Locale.ROOT));
              });
    }
  }

  private void is(String column, String name, String value) {
    conditions.add(column + " = :" + name);
    values.put(name, value);
  }

  /** A star at the end stands for anything. */
  private void isLike(String column, String name, String value) {
    if (value.endsWith("*")) {
      conditions.add("starts_with(" + column + ", :" + name + ")");
      values.put(name, value.substring(0, value.length() - 1));
    } else {
      is(column, name, value);
    }
  }

  private static Optional<String> given(HttpServletRequest request, String name) {
    String value = request.getParameter(name);
    if (value != null && value.length() > MOST_CHARACTERS) {
      throw new Refusal(400, name + " is longer than " + MOST_CHARACTERS + " characters");
    }
    return Optional.ofNullable(value).filter(text -> !text.isBlank());
  }

  /** The components after a row, in the order of their rows. */
  List<Component> page(JdbcClient jdbc, long after, int most) {
    StringBuilder sql =
        new StringBuilder(
            """
            SELECT c.id, c.repository_id, c.namespace, c.name, c.version, c.attributes, c.created
              FROM component c JOIN repository r ON r.id = c.repository_id WHERE c.id > :after""");
    conditions.forEach(condition -> sql.append(" AND ").append(condition));
    return jdbc.sql(sql.append(" ORDER BY c.id LIMIT :most").toString())
        .params(values)
        .param("after", after)
        .param("most", most)
        .query(Assets::component)
        .list();
  }
}
