import type { Page } from "@playwright/test";

/** Waits until every chart of a report is drawn: those below the first screen are drawn when the browser is idle. */
export async function drawn(page: Page): Promise<void> {
  await page.waitForSelector("footer");
  await page.waitForFunction(() =>
    [...document.querySelectorAll(".plot")].every((plot) => plot.querySelector("canvas")),
  );
}
