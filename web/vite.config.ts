import { defineConfig } from "vitest/config";

import { singleFile } from "./scripts/single-file.ts";

export default defineConfig({
  plugins: [singleFile()],
  build: {
    outDir: "../python/loadproof/render/page",
    emptyOutDir: true,
    target: "es2022",
    cssCodeSplit: false,
    modulePreload: false,
    rolldownOptions: { input: "report.html" },
  },
  test: { include: ["tests/unit/**/*.test.ts"] },
});
