import { expect, test } from "@playwright/test";

import { addressOf } from "./sample-pages";

test("paper has every chart drawn, also when it is printed at once", async ({ page }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = () => 0;
  });
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
