package loadproof.stand.depot.admin;

import java.util.List;

/** The fields that {@code POST /service/rest/v1/components} takes for each format. */
final class UploadSpecs {
  private UploadSpecs() {}

  /** One format: its fields of a component and of each file. */
  record Spec(
      String format,
      boolean multipleUpload,
      List<Field> componentFields,
      List<Field> assetFields) {}

  /** One field: {@code STRING}, {@code FILE} or {@code BOOLEAN}. */
  record Field(String name, String type, String description, boolean optional, String group) {}

  private static final Field FILE = new Field("asset", "FILE", "the file", false, null);

  static final List<Spec> ALL =
      List.of(
          new Spec(
              "maven2",
              true,
              List.of(coordinate("groupId"), coordinate("artifactId"), coordinate("version")),
              List.of(
                  new Field("asset1", "FILE", "the file", false, null),
                  new Field("asset1.extension", "STRING", "extension", false, null),
                  new Field("asset1.classifier", "STRING", "classifier", true, null))),
          new Spec("npm", false, List.of(), List.of(FILE)),
          new Spec("nuget", false, List.of(), List.of(FILE)),
          new Spec("pypi", false, List.of(), List.of(FILE)),
          new Spec(
              "raw",
              true,
              List.of(
                  new Field("directory", "STRING", "destination", false, "Component attributes")),
              List.of(
                  new Field("asset1", "FILE", "the file", false, null),
                  new Field("asset1.filename", "STRING", "its name", false, null))),
          new Spec(
              "yum",
              false,
              List.of(
                  new Field("directory", "STRING", "destination", true, "Component attributes")),
              List.of(FILE, new Field("asset.filename", "STRING", "its name", false, null))));

  private static Field coordinate(String name) {
    return new Field(name, "STRING", name, false, "Component coordinates");
  }
}
