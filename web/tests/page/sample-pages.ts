import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

import type { Page } from "@playwright/test";

import { drawn } from "../../scripts/drawn";

const PAGES = new URL("../../test-results/pages/", import.meta.url);

/** The address of a made-up report of `tests/fixture/sample.py`. */
export function addressOf(name: string): string {
  return new URL(`${name}.html`, PAGES).href;
}

/** Opens one and waits until it is drawn. */
export async function opened(page: Page, name: string): Promise<void> {
  await page.goto(addressOf(name));
  await drawn(page);
}

/** Opens the folds within a part of the page, those within them too. */
export async function unfolded(page: Page, part = "main"): Promise<void> {
  const closed = page.locator(`${part} details:not([open])`);
  for (let rounds = 0; rounds < 4 && (await closed.count()) > 0; rounds += 1) {
    await closed.evaluateAll((all) => {
      for (const one of all) (one as HTMLDetailsElement).open = true;
    });
    await page.waitForTimeout(50);
  }
  await drawn(page);
}

/** Turns the page into another language. */
export async function spoken(page: Page, language: string): Promise<void> {
  await page.locator("header select").selectOption(language);
}

/** Makes the pages anew, so that they are those of the models and of the page as they are now. */
export default function make(): void {
  const root = fileURLToPath(new URL("../../../", import.meta.url));
  const sample = ["-m", "web.tests.fixture.sample", fileURLToPath(PAGES)];
  execFileSync(`${root}.venv/bin/python`, sample, { cwd: root, stdio: "inherit" });
}
