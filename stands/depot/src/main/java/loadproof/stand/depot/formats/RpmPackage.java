package loadproof.stand.depot.formats;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import loadproof.stand.Refusal;
import org.eclipse.packager.rpm.RpmBaseTag;
import org.eclipse.packager.rpm.RpmSignatureTag;
import org.eclipse.packager.rpm.RpmTag;
import org.eclipse.packager.rpm.RpmTagValue;
import org.eclipse.packager.rpm.info.RpmInformation;
import org.eclipse.packager.rpm.info.RpmInformations;
import org.eclipse.packager.rpm.parse.InputHeader;
import org.eclipse.packager.rpm.parse.RpmInputStream;

/** Reader of the headers of RPM packages; the payload is never unpacked. */
final class RpmPackage {
  private static final int LEAD_BYTES = 96;
  private static final int MAGIC = 0x8eade801;
  private static final int ENTRY_BYTES = 16;

  // The limits of rpm itself are 65,535 tags and 256 MiB; a header of the latter would be the heap.
  private static final int MOST_TAGS = 65_535;
  private static final int MOST_STORE_BYTES = 16 << 20;

  private RpmPackage() {}

  /**
   * Reads a package.
   *
   * @throws Refusal 400 for a file that is none
   */
  static RpmInformation read(Path file) throws IOException {
    checkHeaders(file);
    try (HeaderStream in = new HeaderStream(new BufferedInputStream(Files.newInputStream(file)))) {
      RpmInformation information = in.information();
      if (information.getName() == null || information.getArchitecture() == null) {
        throw new Refusal(400, "the package has no name or no architecture");
      }
      return information;
    } catch (IOException | IllegalArgumentException | IllegalStateException fault) {
      throw none(fault);
    } catch (BufferUnderflowException | IndexOutOfBoundsException fault) {
      throw none(fault);
    }
  }

  private static Refusal none(Exception fault) {
    return new Refusal(400, "this is no RPM package: " + fault.getMessage());
  }

  /** Looks at the sizes of both headers before anything is made of that size. */
  private static void checkHeaders(Path file) throws IOException {
    try (DataInputStream in =
        new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
      if (in.readInt() != 0xedabeedb) {
        throw new Refusal(400, "this is no RPM package");
      }
      in.readFully(new byte[LEAD_BYTES - Integer.BYTES]);
      int store = checkHeader(in);
      in.readFully(new byte[(8 - store % 8) % 8]);
      checkHeader(in);
    } catch (EOFException fault) {
      throw new Refusal(400, "the RPM package is cut");
    }
  }

  /** Checks a header and goes past it; the bytes of its store. */
  private static int checkHeader(DataInputStream in) throws IOException {
    if (in.readInt() != MAGIC) {
      throw new Refusal(400, "the RPM package has a header of another kind");
    }
    in.readInt();
    int tags = in.readInt();
    int store = in.readInt();
    boolean bounded = tags >= 0 && tags <= MOST_TAGS && store >= 0 && store <= MOST_STORE_BYTES;
    if (!bounded) {
      throw new Refusal(400, "a header of the RPM package is too large");
    }
    for (int tag = 0; tag < tags; tag++) {
      byte[] entry = in.readNBytes(ENTRY_BYTES);
      if (entry.length < ENTRY_BYTES) {
        throw new EOFException();
      }
      int count = ByteBuffer.wrap(entry).getInt(12);
      if (count < 0 || count > store) {
        throw new Refusal(400, "a header of the RPM package counts more values than it has");
      }
    }
    if (in.readNBytes(store).length < store) {
      throw new EOFException();
    }
    return store;
  }

  /** Reads the headers alone, whatever the payload is compressed with. */
  private static final class HeaderStream extends RpmInputStream {
    HeaderStream(InputStream in) {
      super(in);
    }

    RpmInformation information() throws IOException {
      readLead();
      InputHeader<RpmSignatureTag> signature = readHeader(true);
      InputHeader<RpmTag> header = readHeader(false);
      RpmInformation found = new RpmInformation();
      found.setHeaderStart(header.getStart());
      found.setHeaderEnd(header.getStart() + header.getLength());
      found.setName(text(header, RpmTag.NAME));
      found.setArchitecture(text(header, RpmTag.ARCH));
      found.setSummary(text(header, RpmTag.SUMMARY));
      found.setDescription(text(header, RpmTag.DESCRIPTION));
      found.setPackager(text(header, RpmTag.PACKAGER));
      found.setUrl(text(header, RpmTag.URL));
      found.setLicense(text(header, RpmTag.LICENSE));
      found.setVendor(text(header, RpmTag.VENDOR));
      found.setGroup(text(header, RpmTag.GROUP));
      found.setBuildHost(text(header, RpmTag.BUILDHOST));
      found.setSourcePackage(text(header, RpmTag.SOURCE_PACKAGE));
      found.setBuildTimestamp(whole(header, RpmTag.BUILDTIME));
      found.setInstalledSize(whole(header, RpmTag.SIZE));
      found.setArchiveSize(whole(signature, RpmSignatureTag.PAYLOAD_SIZE));
      found.setVersion(
          new RpmInformation.Version(
              text(header, RpmTag.VERSION),
              text(header, RpmTag.RELEASE),
              number(whole(header, RpmTag.EPOCH))));
      addDependencies(found, header);
      addFiles(found, header);
      return found;
    }

    private static void addDependencies(RpmInformation found, InputHeader<RpmTag> header) {
      found.setProvides(
          RpmInformations.makeDependencies(
              header, RpmTag.PROVIDE_NAME, RpmTag.PROVIDE_VERSION, RpmTag.PROVIDE_FLAGS));
      found.setRequires(
          RpmInformations.makeDependencies(
              header, RpmTag.REQUIRE_NAME, RpmTag.REQUIRE_VERSION, RpmTag.REQUIRE_FLAGS));
      found.setConflicts(
          RpmInformations.makeDependencies(
              header, RpmTag.CONFLICT_NAME, RpmTag.CONFLICT_VERSION, RpmTag.CONFLICT_FLAGS));
      found.setObsoletes(
          RpmInformations.makeDependencies(
              header, RpmTag.OBSOLETE_NAME, RpmTag.OBSOLETE_VERSION, RpmTag.OBSOLETE_FLAGS));
    }

    private static void addFiles(RpmInformation found, InputHeader<RpmTag> header) {
      String[] names = value(header, RpmTag.BASENAMES).asStringArray().orElse(new String[0]);
      String[] folders = value(header, RpmTag.DIRNAMES).asStringArray().orElse(new String[0]);
      Integer[] indexes = value(header, RpmTag.DIR_INDEXES).asIntegerArray().orElse(new Integer[0]);
      for (int index = 0; index < names.length; index++) {
        found.getFiles().add(folders[indexes[index]] + names[index]);
      }
    }

    private static <T extends RpmBaseTag> RpmTagValue value(InputHeader<T> header, T tag) {
      return new RpmTagValue(header.getOptionalTag(tag).orElse(null));
    }

    private static String text(InputHeader<RpmTag> header, RpmTag tag) {
      return value(header, tag).asString().orElse(null);
    }

    private static <T extends RpmBaseTag> Long whole(InputHeader<T> header, T tag) {
      return value(header, tag).asInteger().map(Integer::toUnsignedLong).orElse(null);
    }

    private static String number(Long value) {
      return value == null ? null : value.toString();
    }
  }
}
