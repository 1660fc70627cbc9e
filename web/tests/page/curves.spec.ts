import { expect, type Page, test } from "@playwright/test";

import { opened, spoken } from "./sample-pages";

/** The legend of a chart, without the values under its cursor. */
function kinds(page: Page): Promise<string[]> {
  return page.locator("#failures .legend-item bdi").allTextContents();
}

test("failed calls have a panel by kind below the response times, stacked and with a legend", async ({
  page,
}) => {
  await opened(page, "full");
  const charts = await page.locator("#load figure").evaluateAll((all) => all.map((one) => one.id));
  expect(charts.slice(0, 3)).toEqual(["rate", "response-time", "failures"]);
  expect(await kinds(page)).toEqual(["timeout", "status-503", "dropped"]);
  const plot = page.locator("#failures .plot");
  await plot.focus();
  await page.keyboard.press("Home");
  for (let press = 0; press < 8; press += 1) await page.keyboard.press("Shift+ArrowRight");
  // Trial 3, which failed, is under the cursor of both charts.
  const values = await page.locator("#failures .legend-item b").allTextContents();
  const missing = page.locator("#rate .legend-item", { hasText: "failed" }).locator("b");
  const together = values.reduce((sum, value) => sum + Number(value), 0);
  expect(together).toBeGreaterThan(1);
  expect(Number(await missing.textContent())).toBeCloseTo(together, 0);
});

test("many kinds are six and the others together, named in the language of the page", async ({ page }) => {
  await opened(page, "failing");
  expect((await kinds(page)).slice(-3)).toEqual(["refused", "cut", "other kinds"]);
  await spoken(page, "ru");
  expect((await kinds(page)).slice(-2)).toEqual(["оборваны", "другие виды"]);
});

test("without a failed call there is no such panel", async ({ page }) => {
  await opened(page, "crowd");
  await expect(page.locator("#load figure").first()).toBeVisible();
  await expect(page.locator("#failures")).toHaveCount(0);
});

test("the decisive trial's curve comes first, with the percentile that the SLO limits", async ({ page }) => {
  await opened(page, "full");
  const section = page.locator("#response-curve");
  await expect(section.locator("select")).toHaveValue("0");
  await expect(section.locator("option").first()).toHaveText("trial 8, 340 /s, passed");
  await expect(section.locator("figure")).toHaveCount(2);
  const limit = section.locator(".legend-item", { hasText: "p99 < 250 ms" }).first();
  await expect(limit.locator("b")).toHaveText("243 ms");
  const plot = section.locator(".plot").first();
  await plot.focus();
  await page.keyboard.press("End");
  // Of 29,228 calls ten lie beyond p99.966.
  await expect(section.locator(".at").first()).toHaveText(/^p99\.9[56]/);
  await expect(section.locator(".legend-item b").first()).toHaveText(/^\d+$/);
});

test("another trial can be chosen, and its few calls end the curve sooner", async ({ page }) => {
  await opened(page, "full");
  const section = page.locator("#response-curve");
  await section.locator("select").selectOption({ label: "trial 1, 100 /s, passed" });
  await expect(section.locator(".note")).toContainText("Answered calls of the judged span alone: 2,");
  await section.locator(".plot").first().focus();
  await page.keyboard.press("End");
  await expect(section.locator(".at").first()).toHaveText(/^p99\.[56]/);
});

test("the histogram says how many calls a bin holds, on both scales of calls", async ({ page }) => {
  await opened(page, "full");
  const histogram = page.locator("#response-curve figure").last();
  await histogram.locator(".plot").focus();
  await page.keyboard.press("Home");
  for (let press = 0; press < 30; press += 1) await page.keyboard.press("ArrowRight");
  await expect(histogram.locator(".at")).toHaveText(/^\d+(\.\d+)?–\d+(\.\d+)? ms$/);
  const calls = Number((await histogram.locator(".legend-item b").textContent())?.replace(",", ""));
  expect(calls).toBeGreaterThan(100);
  await histogram.locator("input").check();
  await histogram.locator(".plot").focus();
  await page.keyboard.press("End");
  await expect(histogram.locator(".legend-item b")).not.toHaveText("0.5");
});

test("of a study each start has the curves of its own trials", async ({ page }) => {
  await opened(page, "study");
  const section = page.locator("#response-curve");
  const note = await section.locator(".legend-item").first().textContent();
  await page.locator(".one-start select").first().selectOption({ index: 1 });
  await expect(section.locator(".legend-item").first()).not.toHaveText(note ?? "");
});

test("a run without a trial, and one of slots alone, have no such section", async ({ page }) => {
  for (const name of ["killed", "operations"]) {
    await opened(page, name);
    await expect(page.locator("#response-curve")).toHaveCount(0);
  }
});

for (const width of [1280, 390]) {
  test(`curve and histogram reach beyond no edge of a page ${width} pixels wide`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    await opened(page, "failing");
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    const boxes = await page
      .locator("#response-curve .plot")
      .evaluateAll((plots) => plots.map((plot) => plot.getBoundingClientRect().top));
    expect(boxes[0] === boxes[1]).toBe(width > 1000);
  });
}
