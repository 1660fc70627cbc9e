/** The address of a file of the run, which lies beside the page; null where the path leads anywhere else. */
export function artifactHref(path: string): string | null {
  const parts = path.split("/");
  const isInside =
    parts.length > 1 && parts[0] === "artifacts" && parts.every((part) => !["", ".", ".."].includes(part));
  return isInside && !/\p{Surrogate}/u.test(path)
    ? parts.map((part) => encodeURIComponent(part)).join("/")
    : null;
}
