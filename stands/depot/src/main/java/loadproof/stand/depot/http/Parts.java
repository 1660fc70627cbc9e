package loadproof.stand.depot.http;

import jakarta.servlet.http.HttpServletRequest;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.BlobStore;
import loadproof.stand.depot.store.Draft;
import org.apache.commons.fileupload2.core.FileItemInput;
import org.apache.commons.fileupload2.core.FileItemInputIterator;
import org.apache.commons.fileupload2.core.FileUploadException;
import org.apache.commons.fileupload2.core.FileUploadSizeException;
import org.apache.commons.fileupload2.jakarta.servlet6.JakartaServletFileUpload;

/** The parts of a multipart upload: fields as texts, files as drafts of blobs. */
public final class Parts implements Closeable {
  private static final int MOST_FIELDS = 400;
  private static final int MOST_FIELD_BYTES = 1 << 20;
  private static final int MOST_FILES = 10;

  private final Map<String, List<String>> fields = new LinkedHashMap<>();
  private final List<FilePart> files = new ArrayList<>();

  private Parts() {}

  /** A file: the name of its field, the name that the client gave it, and its bytes. */
  public record FilePart(String field, String fileName, String contentType, Draft draft) {}

  /**
   * Reads the parts as they arrive.
   *
   * @param most bytes of all parts together
   * @throws Refusal 400 for a body that is no multipart, 413 for one that is too large
   */
  public static Parts read(HttpServletRequest request, BlobStore blobs, long most)
      throws IOException {
    if (!JakartaServletFileUpload.isMultipartContent(request) && !isMultipartPut(request)) {
      throw new Refusal(400, "the upload must be multipart/form-data");
    }
    JakartaServletFileUpload<?, ?> upload = new JakartaServletFileUpload<>();
    upload.setSizeMax(most);
    Parts parts = new Parts();
    try {
      FileItemInputIterator items = upload.getItemIterator(request);
      while (items.hasNext()) {
        parts.take(items.next(), blobs, most);
      }
      return parts;
    } catch (FileUploadException fault) {
      parts.close();
      throw refused(fault);
    } catch (IOException | RuntimeException fault) {
      parts.close();
      throw fault;
    }
  }

  private static boolean isMultipartPut(HttpServletRequest request) {
    String type = request.getContentType();
    return type != null && type.toLowerCase(Locale.ROOT).startsWith("multipart/");
  }

  private static Refusal refused(FileUploadException fault) {
    boolean large = fault instanceof FileUploadSizeException;
    return large
        ? Refusal.bodyTooLarge()
        : new Refusal(400, "the parts of the upload cannot be read: " + fault.getMessage());
  }

  private void take(FileItemInput item, BlobStore blobs, long most) throws IOException {
    String name = item.getFieldName() == null ? "" : item.getFieldName();
    if (item.isFormField() && item.getFieldName() != null && item.getName() == null) {
      if (fields.values().stream().mapToInt(List::size).sum() >= MOST_FIELDS) {
        throw new Refusal(400, "the upload has more than " + MOST_FIELDS + " fields");
      }
      try (InputStream in = item.getInputStream()) {
        byte[] value = in.readNBytes(MOST_FIELD_BYTES + 1);
        if (value.length > MOST_FIELD_BYTES) {
          throw Refusal.bodyTooLarge();
        }
        fields
            .computeIfAbsent(name, field -> new ArrayList<>())
            .add(new String(value, StandardCharsets.UTF_8));
      }
      return;
    }
    if (files.size() == MOST_FILES) {
      throw new Refusal(400, "the upload has more than " + MOST_FILES + " files");
    }
    String fileName = item.getName() == null ? "" : item.getName();
    Draft draft = blobs.begin();
    files.add(new FilePart(name, fileName, item.getContentType(), draft));
    try (InputStream in = new BoundedInput(item.getInputStream(), most)) {
      RepositoryRequest.copy(in, draft);
    }
    draft.complete();
  }

  /** The first value of a field, or null. */
  public String field(String name) {
    List<String> values = fields.get(name);
    return values == null ? null : values.get(0);
  }

  public List<String> values(String name) {
    return fields.getOrDefault(name, List.of());
  }

  public List<FilePart> files() {
    return files;
  }

  /** Removes the drafts that nobody kept. */
  @Override
  public void close() throws IOException {
    for (FilePart file : files) {
      file.draft().close();
    }
  }
}
