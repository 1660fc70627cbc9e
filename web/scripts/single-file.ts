/** Puts the built script and style into the page itself, and allows nothing else to run or load. */
import { createHash } from "node:crypto";

import type { Plugin } from "vite";

const SCRIPT = /<script type="module"[^>]*><\/script>/;
const STYLE = /<link rel="stylesheet"[^>]*>/;

function hash(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

function policy(script: string, style: string): string {
  const rules = [
    "default-src 'none'",
    `script-src ${hash(script)}`,
    `style-src ${hash(style)}`,
    "img-src data:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join("; ")}">`;
}

export function singleFile(): Plugin {
  return {
    name: "single-file",
    enforce: "post",
    generateBundle(_options, bundle) {
      let script = "";
      let style = "";
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === "chunk") script += part.code;
        else if (name.endsWith(".css")) style += String(part.source);
        else continue;
        Reflect.deleteProperty(bundle, name);
      }
      // What would end the element early, were it to stand in a text of the script.
      script = script.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
      const page = Object.values(bundle).find((part) => part.fileName === "report.html");
      if (page?.type !== "asset") throw new Error("report.html was not built");
      page.source = String(page.source)
        .replace(SCRIPT, "")
        .replace(STYLE, () => `<style>${style}</style>`)
        .replace("<meta charset", () => `${policy(script, style)}\n<meta charset`)
        .replace("</body>", () => `<script type="module">${script}</script>\n</body>`);
    },
  };
}
