import { defineConfig } from "@playwright/test";

export default defineConfig({
  testDir: "tests/page",
  globalSetup: "./tests/page/sample-pages.ts",
  workers: 2,
  reporter: "line",
  timeout: 20_000,
  use: {
    launchOptions: {
      executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
      args: ["--no-sandbox", "--disable-gpu"],
    },
    viewport: { width: 1280, height: 900 },
    colorScheme: "light",
  },
});
