package loadproof.stand.depot.data;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.eclipse.packager.rpm.RpmTag;
import org.eclipse.packager.rpm.RpmVersion;
import org.eclipse.packager.rpm.build.BuilderContext;
import org.eclipse.packager.rpm.build.BuilderOptions;
import org.eclipse.packager.rpm.build.RpmBuilder;

/**
 * Archives as clients upload them: the same bytes on every machine, so that nothing is compressed,
 * and every file is of one instant.
 */
final class Archives {
  /** The instant of all data. */
  static final Instant INSTANT = Instant.parse("2025-12-19T00:00:00Z");

  private Archives() {}

  /** A ZIP archive: a jar, a wheel, a package of NuGet. */
  static byte[] zip(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ZipOutputStream zip = new ZipOutputStream(out)) {
      zip.setLevel(Deflater.NO_COMPRESSION);
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        ZipEntry entry = new ZipEntry(file.getKey());
        // In no zone: a zone's clock would be in the bytes.
        entry.setTimeLocal(LocalDateTime.ofInstant(INSTANT, ZoneOffset.UTC));
        zip.putNextEntry(entry);
        zip.write(file.getValue());
        zip.closeEntry();
      }
    }
    return out.toByteArray();
  }

  /** A gzipped tar archive: a package of npm, a source distribution of Python. */
  static byte[] tarGz(Map<String, byte[]> files) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(new StoredGzip(out))) {
      for (Map.Entry<String, byte[]> file : files.entrySet()) {
        TarArchiveEntry entry = new TarArchiveEntry(file.getKey());
        entry.setModTime(INSTANT.toEpochMilli());
        entry.setSize(file.getValue().length);
        tar.putArchiveEntry(entry);
        tar.write(file.getValue());
        tar.closeArchiveEntry();
      }
    }
    return out.toByteArray();
  }

  private static final class StoredGzip extends GZIPOutputStream {
    StoredGzip(OutputStream out) throws IOException {
      super(out);
      def.setLevel(Deflater.NO_COMPRESSION);
    }
  }

  /** An RPM package with one file. */
  static byte[] rpm(String name, String version, byte[] content) throws IOException {
    Path file = Files.createTempFile("depot", ".rpm");
    try {
      BuilderOptions options = new BuilderOptions();
      options.setOpenOptions(
          new OpenOption[] {StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING});
      try (RpmBuilder builder =
          new RpmBuilder(name, new RpmVersion(version, "1"), "noarch", file, options)) {
        RpmBuilder.PackageInformation information = new RpmBuilder.PackageInformation();
        information.setSummary("Package " + name);
        information.setDescription("A package of the depot's data");
        information.setLicense("MIT");
        builder.setInformation(information);
        builder.setHeaderCustomizer(
            header -> header.putInt(RpmTag.BUILDTIME, (int) INSTANT.getEpochSecond()));
        BuilderContext context = builder.newContext();
        context.addFile(
            "/usr/share/" + name + "/content", content, about -> about.setTimestamp(INSTANT));
        builder.build();
      }
      return Files.readAllBytes(file);
    } finally {
      Files.delete(file);
    }
  }

  static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
