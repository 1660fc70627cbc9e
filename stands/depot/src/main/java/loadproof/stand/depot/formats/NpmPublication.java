package loadproof.stand.depot.formats;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Blob;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Draft;
import loadproof.stand.depot.store.Json;

/**
 * The body of a publication: a packument with one tarball in base64, which goes to the disk as it
 * is read, so that memory does not grow with it.
 */
final class NpmPublication implements Closeable {
  private static final long MOST_METADATA_BYTES = 8 << 20;
  private static final JsonFactory FACTORY = Json.MAPPER.getFactory();

  private final BlobStore blobs;
  private ObjectNode packument = Json.object();
  private Draft tarball;
  private long length = -1;

  private NpmPublication(BlobStore blobs) {
    this.blobs = blobs;
  }

  /**
   * Reads a body.
   *
   * @throws Refusal 400 for what is no publication, 413 for too much JSON beside the tarball
   */
  static NpmPublication read(InputStream body, BlobStore blobs) throws IOException {
    NpmPublication publication = new NpmPublication(blobs);
    MetadataBudget input = new MetadataBudget(body);
    try (JsonParser parser = FACTORY.createParser(input)) {
      publication.readAll(parser, input);
      return publication;
    } catch (JsonProcessingException fault) {
      publication.close();
      throw new Refusal(400, "the publication is no JSON: " + fault.getOriginalMessage());
    } catch (IOException | RuntimeException fault) {
      publication.close();
      throw fault;
    }
  }

  private void readAll(JsonParser parser, MetadataBudget input) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw new Refusal(400, "the publication must be a JSON object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      if (name.equals("_attachments")) {
        readAttachments(parser, input);
      } else {
        packument.set(name, parser.<JsonNode>readValueAsTree());
      }
    }
  }

  private void readAttachments(JsonParser parser, MetadataBudget input) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      throw new Refusal(400, "_attachments must be an object");
    }
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      if (parser.nextToken() != JsonToken.START_OBJECT || tarball != null) {
        throw new Refusal(400, "_attachments must have one tarball");
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken token = parser.nextToken();
        if (field.equals("data") && token == JsonToken.VALUE_STRING && tarball == null) {
          tarball = blobs.begin();
          input.suspend();
          parser.readBinaryValue(tarball);
          input.resume();
          tarball.complete();
        } else if (field.equals("length") && token == JsonToken.VALUE_NUMBER_INT) {
          length = parser.getLongValue();
        } else {
          parser.skipChildren();
        }
      }
    }
  }

  ObjectNode packument() {
    return packument;
  }

  boolean hasTarball() {
    return tarball != null;
  }

  Draft tarball() {
    return tarball;
  }

  /**
   * The one version that is published: its number and its manifest.
   *
   * @throws Refusal 400 when there is another number of them
   */
  Map.Entry<String, JsonNode> version() {
    JsonNode versions = packument.path("versions");
    if (!versions.isObject() || versions.size() != 1) {
      throw new Refusal(400, "a publication must have one version");
    }
    return versions.fields().next();
  }

  /**
   * Compares the tarball with its length and both digests in the manifest.
   *
   * @throws Refusal 400 when one differs, or where the manifest has none
   */
  void verify(JsonNode manifest) {
    Blob blob = tarball.complete();
    if (length >= 0 && length != blob.size()) {
      throw new Refusal(
          400, "the tarball has %d bytes, not the %d sent with it".formatted(blob.size(), length));
    }
    JsonNode dist = manifest.path("dist");
    String shasum = dist.path("shasum").asText();
    String integrity = dist.path("integrity").asText();
    if (shasum.isEmpty() && integrity.isEmpty()) {
      throw new Refusal(400, "dist must have shasum or integrity");
    }
    ClientChecksums.check(shasum, blob.sha1(), "sha1");
    if (integrity.startsWith("sha512-") && !integrity.equals(integrity(blob))) {
      throw new Refusal(400, "the integrity of what arrived is " + integrity(blob));
    }
  }

  /** The digest as {@code sha512-BASE64}. */
  static String integrity(Blob blob) {
    byte[] digest = HexFormat.of().parseHex(blob.sha512());
    return "sha512-" + Base64.getEncoder().encodeToString(digest);
  }

  @Override
  public void close() throws IOException {
    if (tarball != null) {
      tarball.close();
    }
  }

  /** Bounds what is read while no tarball is. */
  private static final class MetadataBudget extends FilterInputStream {
    private long left = MOST_METADATA_BYTES;
    private boolean suspended;

    MetadataBudget(InputStream in) {
      super(in);
    }

    void suspend() {
      suspended = true;
    }

    void resume() {
      suspended = false;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int count) throws IOException {
      int read = super.read(bytes, offset, count);
      if (read > 0 && !suspended) {
        left -= read;
        if (left < 0) {
          throw Refusal.bodyTooLarge();
        }
      }
      return read;
    }
  }
}
