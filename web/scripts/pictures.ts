/** Takes pictures of a report: light, dark, in each language, narrow, and as it is printed. Usage: npm run pictures -- REPORT.html OUTDIR */
import { mkdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

import { chromium, type Page } from "@playwright/test";

import { drawn } from "./drawn";

const [report, out] = process.argv.slice(2);
if (!report || !out) throw new Error("Usage: npm run pictures -- REPORT.html OUTDIR");
mkdirSync(out, { recursive: true });

const browser = await chromium.launch({
  executablePath: process.env["CHROMIUM"] ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu"],
});

async function opened(width: number, height: number, colorScheme: "light" | "dark"): Promise<Page> {
  const page = await browser.newPage({ viewport: { width, height }, colorScheme, deviceScaleFactor: 1.5 });
  await page.goto(pathToFileURL(resolve(report ?? "")).href);
  return page;
}

async function picture(page: Page, name: string, whole: boolean): Promise<void> {
  await drawn(page);
  await page.screenshot({ path: join(out ?? "", `${name}.png`), fullPage: whole });
}

const light = await opened(1280, 1000, "light");
await picture(light, "light", true);
await picture(light, "light-top", false);
await light.pdf({ path: join(out, "print.pdf"), preferCSSPageSize: true, printBackground: true });
const languages = await light
  .locator("header select option")
  .evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
for (const language of languages.slice(1)) {
  await light.locator("header select").selectOption(language);
  await picture(light, language, true);
  await picture(light, `${language}-top`, false);
}
const dark = await opened(1280, 1000, "dark");
await picture(dark, "dark", true);
await picture(dark, "dark-top", false);
await picture(await opened(390, 844, "light"), "narrow", true);
await browser.close();
