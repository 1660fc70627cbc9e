/** Writes what Chromium asks of a page as a HAR, bodies and all. Usage: tsx scripts/browsed-har.ts URL FILE.har */
import { chromium } from "@playwright/test";

const [address, file] = process.argv.slice(2);
if (!address || !file) throw new Error("Usage: tsx scripts/browsed-har.ts URL FILE.har");

const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});
const context = await browser.newContext({ recordHar: { path: file } });
const page = await context.newPage();
await page.goto(address);
// The page says by its title that its own calls are answered.
await page.waitForFunction(() => document.title === "done");
await context.close();
await browser.close();
