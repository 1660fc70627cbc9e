/** The place where a study's service listens is known only in the run: `http://127.0.0.1:${api.port}` is told as `api`. */
export function targetText(target: string): string {
  return target.replace(/^[a-z]+:\/\/[^/]*\$\{([\w-]+)\.[\w.-]+\}/, "$1").replace(/\$\{([\w.-]+)\}/g, "$1");
}
