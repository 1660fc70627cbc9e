import { expect, test } from "vitest";

import { artifactHref } from "../../src/format/artifact";

test("a file of the run is linked, whatever its name", () => {
  expect(artifactHref("artifacts/logs/api/api.log")).toBe("artifacts/logs/api/api.log");
  expect(artifactHref("artifacts/heap #1?.hprof")).toBe("artifacts/heap%20%231%3F.hprof");
});

test("what leads anywhere else is no link", () => {
  const paths = [
    "javascript:alert(1)",
    "/etc/passwd",
    "artifacts",
    "artifacts/../run.db",
    "artifacts//example.org",
    "artifacts/\udcff.log",
    "//example.org/artifacts/x",
  ];
  expect(paths.map(artifactHref)).toEqual(paths.map(() => null));
});
