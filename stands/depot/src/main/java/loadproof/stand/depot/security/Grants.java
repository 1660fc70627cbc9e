package loadproof.stand.depot.security;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import loadproof.stand.depot.store.Repository;

/** Permissions that the privileges of a user give. */
final class Grants {
  static final Grants NONE = new Grants();

  private final List<WildcardPermission> permissions = new ArrayList<>();
  private final List<String> texts = new ArrayList<>();
  private final List<SelectorGrant> selected = new ArrayList<>();

  private record SelectorGrant(Selector selector, WildcardPermission permission) {}

  /** Adds a privilege; one of a selector that has gone permits nothing. */
  void add(String type, JsonNode properties, Map<String, Selector> selectors) {
    String text = permission(type, properties);
    if (!type.equals("repository-content-selector")) {
      permissions.add(new WildcardPermission(text));
      texts.add(text);
      return;
    }
    Selector selector = selectors.get(properties.path("contentSelector").asText());
    if (selector != null) {
      selected.add(new SelectorGrant(selector, new WildcardPermission(text)));
    }
  }

  /** The permission that a privilege of this type and with these properties gives. */
  static String permission(String type, JsonNode properties) {
    String actions = joined(properties.path("actions"));
    return switch (type) {
      case "wildcard" -> properties.path("pattern").asText();
      case "application" -> "nexus:%s:%s".formatted(properties.path("domain").asText(), actions);
      case "script" ->
          "nexus:script:%s:%s".formatted(properties.path("scriptName").asText(), actions);
      case "repository-admin" ->
          "nexus:repository-admin:%s:%s:%s"
              .formatted(
                  properties.path("format").asText(),
                  properties.path("repository").asText(),
                  actions);
      default ->
          "nexus:repository-view:%s:%s:%s"
              .formatted(
                  properties.path("format").asText(),
                  properties.path("repository").asText(),
                  actions);
    };
  }

  boolean permits(String permission) {
    String[] asked = permission.split(":");
    return permissions.stream().anyMatch(one -> one.implies(asked));
  }

  /** True if the file may be touched; {@code path} is without a slash in front. */
  boolean permits(Action action, Repository repository, String path) {
    String[] asked = {
      "nexus", "repository-view", repository.format(), repository.name(), action.word()
    };
    if (permissions.stream().anyMatch(one -> one.implies(asked))) {
      return true;
    }
    return selected.stream()
        .anyMatch(
            one ->
                one.permission().implies(asked)
                    && one.selector().matches(repository.format(), "/" + path));
  }

  List<String> texts() {
    return texts;
  }

  private static String joined(JsonNode actions) {
    List<String> words = new ArrayList<>();
    actions.forEach(
        action -> words.add(action.asText().toLowerCase(Locale.ROOT).replace("all", "*")));
    return words.isEmpty() ? "none" : String.join(",", words);
  }
}
