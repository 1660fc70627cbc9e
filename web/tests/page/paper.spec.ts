import { expect, test } from "@playwright/test";

import { LANGUAGES } from "../unit/words";
import { addressOf, opened, spoken } from "./sample-pages";

test("paper has every chart drawn, also when it is printed at once", async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
  // Tall enough for the first chart, which does not wait.
  await page.setViewportSize({ width: 1280, height: 1800 });
  await page.goto(addressOf("full"));
  await page.waitForSelector("footer");
  const inked = (): Promise<boolean[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll(".plot")].map((plot) => {
        const canvas = plot.querySelector("canvas");
        const context = canvas?.getContext("2d");
        if (!canvas || !context) return false;
        return context.getImageData(0, 0, canvas.width, canvas.height).data.some((value) => value > 0);
      }),
    );
  await expect.poll(async () => (await inked()).filter(Boolean).length).toBeGreaterThan(0);
  expect(await inked()).toContain(false);
  await page.emulateMedia({ media: "print" });
  await expect.poll(async () => (await inked()).every(Boolean)).toBe(true);
});

for (const name of ["full", "study", "comparison", "memory"]) {
  test(`on paper no table is wider than the page in any language: ${name}`, async ({ page }) => {
    // A4 without its margins.
    await page.setViewportSize({ width: 690, height: 1000 });
    await opened(page, name);
    for (const language of LANGUAGES) {
      await spoken(page, language);
      await page.emulateMedia({ media: "print" });
      const wide = await page
        .locator("table:visible")
        .evaluateAll((all) =>
          all.filter((one) => one.getBoundingClientRect().right > 691).map((one) => one.textContent),
        );
      expect(wide, language).toEqual([]);
      await page.emulateMedia({ media: "screen" });
    }
  });
}
