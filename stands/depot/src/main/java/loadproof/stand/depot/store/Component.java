package loadproof.stand.depot.store;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Instant;

/**
 * Component of a repository: a version of a package, with its files.
 *
 * @param namespace group of Maven, scope of npm, directory of raw; empty where a format has none
 */
public record Component(
    long id,
    int repositoryId,
    String namespace,
    String name,
    String version,
    JsonNode attributes,
    Instant created) {}
