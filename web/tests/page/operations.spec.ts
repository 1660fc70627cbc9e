import { expect, test } from "@playwright/test";

import { opened } from "./sample-pages";

const [OPERATIONS, PRIMARY, VARIANTS] = [38, 7, 2];

test("each operation has a row in the order of the profile, primary ones with a mark", async ({ page }) => {
  await opened(page, "operations");
  const plot = page.locator("#comparison .forest", { hasText: "Operations in the order of the profile" });
  const rows = plot.getByRole("listitem");
  await expect(rows).toHaveCount(OPERATIONS);
  const names = await plot.locator(".forest-name b").allTextContents();
  expect(names.slice(0, 3)).toEqual(["maven", "npm", "nuget"]);
  expect(names.at(-1)).toBe("/logout");
  await expect(plot.locator(".forest-row.marked")).toHaveCount(PRIMARY);
  await expect(rows.first()).toContainText("★");
  await expect(plot.locator("figcaption")).toContainText("★ primary: judged with the total");
  // Most of them have too few calls for a p99.
  await expect(plot.locator(".chart-title")).toContainText("mean response time");
});

test("the figure can be chosen, and a rare operation says that its calls are too few", async ({ page }) => {
  await opened(page, "operations");
  const plot = page.locator("#comparison .forest", { hasText: "Operations in the order of the profile" });
  const last = plot.getByRole("listitem").last();
  await expect(last).toContainText(/too few calls: a run of \d+ h/);
  const drawn = plot.locator(".forest-field .forest-effect");
  const ofMean = await drawn.count();
  await plot.locator("select").selectOption({ label: "p99" });
  await expect(plot.locator(".chart-title")).toContainText("p99");
  await expect(last).toContainText("too few calls");
  expect(await drawn.count()).toBeLessThan(ofMean);
});

test("rows do not overlap, on a wide page and on a narrow one", async ({ page }) => {
  await opened(page, "operations");
  const plot = page.locator("#comparison .forest", { hasText: "Operations in the order of the profile" });
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 900 });
    const boxes = await plot.getByRole("listitem").evaluateAll((rows) =>
      rows.map((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        const parts = [...row.children].map((part) => part.getBoundingClientRect());
        return { top, bottom, least: Math.min(...parts.map((part) => part.top)) };
      }),
    );
    for (const [place, box] of boxes.slice(1).entries()) {
      expect(box.top).toBeGreaterThanOrEqual((boxes[place]?.bottom ?? 0) - 1);
      expect(box.least).toBeGreaterThanOrEqual(box.top - 1);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});

test("the total has the mean of percentiles beside it, named as what it is", async ({ page }) => {
  await opened(page, "operations");
  const totals = page.getByRole("region", { name: "Response times in total" });
  await expect(totals.locator("tbody tr")).toHaveCount(2 * VARIANTS);
  await expect(totals.locator("tbody tr").nth(2)).toContainText(
    "mean of the percentiles of 7 of 38 operations",
  );
  await expect(page.locator("#comparison")).toContainText("It is never judged.");
});

test("CPU stands in points and in per cent: 40 % that become 50 % are +10 points and +25 %", async ({
  page,
}) => {
  await opened(page, "operations");
  const cells = page
    .getByRole("region", { name: "CPU in per cent of the CPUs that a variant may use" })
    .locator("tbody tr td");
  await expect(cells.nth(0)).toHaveText("zgc");
  await expect(cells.nth(2)).toHaveText("16 CPUs (limit)");
  const [b, a, points, , percent] = (await cells.allTextContents()).slice(3).map((text) => parseFloat(text));
  expect(b).toBeCloseTo(50, 0);
  expect(a).toBeCloseTo(40, 0);
  expect(points).toBeCloseTo(10, 0);
  expect((percent ?? 0) / 25).toBeCloseTo(1, 1);
});

test("each operation has its times with every variant, and how long a run would need", async ({ page }) => {
  await opened(page, "operations");
  const fold = page.locator("#comparison details", { hasText: "Response times by operation" });
  await fold.locator("summary").click();
  const rows = fold.locator("tbody tr");
  await expect(rows).toHaveCount(OPERATIONS * VARIANTS);
  await expect(rows.first().locator("td").first()).toHaveText("★ maven");
  await expect(rows.last()).toContainText(/too few calls: a run of \d+/);
});

for (const [language, heading] of [
  ["ru", /[а-яё]|^p\d\d/i],
  ["zh", /\p{sc=Han}|^p\d\d/u],
] as const) {
  test(`every heading is in the language: ${language}`, async ({ page }) => {
    await opened(page, "operations");
    await page.locator("header select").selectOption(language);
    const headings = page.locator("#comparison").locator("h2, h3, .chart-title, thead th, summary");
    for (const text of await headings.allTextContents()) expect(text).toMatch(heading);
  });
}
