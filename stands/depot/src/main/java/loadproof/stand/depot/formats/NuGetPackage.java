package loadproof.stand.depot.formats;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import loadproof.stand.Refusal;
import loadproof.stand.depot.store.Json;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.w3c.dom.NodeList;
import org.xml.sax.SAXException;

/**
 * Metadata of a package of NuGet, from its {@code .nuspec}.
 *
 * @param attributes as the registration shows them
 */
record NuGetPackage(String id, NuGetVersion version, byte[] nuspec, ObjectNode attributes) {
  private static final int MOST_NUSPEC_BYTES = 1 << 20;
  private static final int MOST_DIRECTORY_BYTES = 16 << 20;
  private static final int END_BYTES = 22;
  private static final int END_MAGIC = 0x06054b50;
  private static final String ID = "[A-Za-z0-9_]+([.-][A-Za-z0-9_]+)*";
  private static final List<String> TEXTS =
      List.of(
          "authors",
          "description",
          "title",
          "summary",
          "tags",
          "projectUrl",
          "licenseUrl",
          "iconUrl",
          "language",
          "minClientVersion");

  /**
   * Reads a package.
   *
   * @throws Refusal 400 for a file that is none
   */
  static NuGetPackage read(Path file) throws IOException {
    checkDirectory(file);
    try (ZipFile zip = new ZipFile(file.toFile())) {
      List<? extends ZipEntry> specs =
          zip.stream()
              .filter(entry -> entry.getName().matches("[^/\\\\]+\\.nuspec"))
              .limit(2)
              .toList();
      if (specs.size() != 1) {
        throw new Refusal(400, "a package of NuGet must have one .nuspec in its root");
      }
      try (InputStream in = zip.getInputStream(specs.get(0))) {
        byte[] nuspec = in.readNBytes(MOST_NUSPEC_BYTES + 1);
        if (nuspec.length > MOST_NUSPEC_BYTES) {
          throw Refusal.bodyTooLarge();
        }
        return parse(nuspec);
      }
    } catch (ZipException | EOFException fault) {
      throw new Refusal(400, "a package of NuGet must be a ZIP archive: " + fault.getMessage());
    }
  }

  /** Refuses an archive of which the directory would fill the memory. */
  private static void checkDirectory(Path file) throws IOException {
    try (RandomAccessFile archive = new RandomAccessFile(file.toFile(), "r")) {
      int length = (int) Math.min(archive.length(), END_BYTES + 0xffff);
      byte[] end = new byte[length];
      archive.seek(archive.length() - length);
      archive.readFully(end);
      ByteBuffer buffer = ByteBuffer.wrap(end).order(ByteOrder.LITTLE_ENDIAN);
      for (int at = length - END_BYTES; at >= 0; at--) {
        if (buffer.getInt(at) == END_MAGIC) {
          if (Integer.toUnsignedLong(buffer.getInt(at + 12)) > MOST_DIRECTORY_BYTES) {
            throw new Refusal(400, "the archive has too many files");
          }
          return;
        }
      }
    }
    throw new Refusal(400, "a package of NuGet must be a ZIP archive");
  }

  private static NuGetPackage parse(byte[] nuspec) {
    Element metadata = metadata(nuspec);
    String id = text(metadata, "id");
    String version = text(metadata, "version");
    if (id.length() > 100 || !id.matches(ID)) {
      throw new Refusal(400, "\"" + id + "\" is no id of a package");
    }
    NuGetVersion parsed =
        NuGetVersion.parse(version)
            .orElseThrow(() -> new Refusal(400, "\"" + version + "\" is no version"));
    ObjectNode attributes = Json.object().put("id", id).put("version", parsed.normalized());
    for (String name : TEXTS) {
      String value = text(metadata, name);
      if (!value.isEmpty()) {
        attributes.put(name, value);
      }
    }
    attributes.set("dependencyGroups", dependencies(metadata));
    return new NuGetPackage(id, parsed, nuspec, attributes);
  }

  private static Element metadata(byte[] nuspec) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      factory.setNamespaceAware(true);
      factory.setXIncludeAware(false);
      factory.setExpandEntityReferences(false);
      var builder = factory.newDocumentBuilder();
      // The default one writes to standard error, which is the service's log.
      builder.setErrorHandler(null);
      Document document = builder.parse(new ByteArrayInputStream(nuspec));
      Element found = child(document.getDocumentElement(), "metadata");
      if (found != null) {
        return found;
      }
    } catch (SAXException | IOException fault) {
      throw new Refusal(400, "the .nuspec is no XML: " + fault.getMessage());
    } catch (ParserConfigurationException fault) {
      throw new IllegalStateException("every Java has this parser", fault);
    }
    throw new Refusal(400, "the .nuspec has no metadata");
  }

  private static ArrayNode dependencies(Element metadata) {
    ArrayNode groups = Json.array();
    Element all = child(metadata, "dependencies");
    if (all == null) {
      return groups;
    }
    ObjectNode bare = Json.object();
    ArrayNode loose = Json.array();
    for (Element one : children(all)) {
      if (one.getLocalName().equals("group")) {
        ObjectNode group = groups.addObject();
        if (one.hasAttribute("targetFramework")) {
          group.put("targetFramework", one.getAttribute("targetFramework"));
        }
        ArrayNode listed = group.putArray("dependencies");
        children(one).forEach(dependency -> add(listed, dependency));
      } else {
        add(loose, one);
      }
    }
    if (!loose.isEmpty()) {
      bare.set("dependencies", loose);
      groups.add(bare);
    }
    return groups;
  }

  private static void add(ArrayNode listed, Element dependency) {
    String version = dependency.getAttribute("version");
    listed.addObject().put("id", dependency.getAttribute("id")).put("range", range(version));
  }

  /** A bare version means "this or a higher one". */
  private static String range(String version) {
    if (version.isEmpty()) {
      return "(, )";
    }
    return version.matches("[\\[(].*") ? version : "[" + version + ", )";
  }

  private static String text(Element parent, String name) {
    Element found = child(parent, name);
    return found == null ? "" : found.getTextContent().strip();
  }

  private static Element child(Element parent, String name) {
    return children(parent).stream()
        .filter(one -> name.equals(one.getLocalName()))
        .findFirst()
        .orElse(null);
  }

  private static List<Element> children(Element parent) {
    NodeList nodes = parent.getChildNodes();
    List<Element> elements = new ArrayList<>();
    for (int index = 0; index < nodes.getLength(); index++) {
      Node node = nodes.item(index);
      if (node instanceof Element element) {
        elements.add(element);
      }
    }
    return elements;
  }
}
