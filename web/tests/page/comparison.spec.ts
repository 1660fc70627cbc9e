import { expect, test } from "@playwright/test";

import { opened, spoken, unfolded } from "./sample-pages";

const [VARIANTS, ROUNDS, RATIOS, SHARES] = [3, 4, 12, 3];

test("the verdict is the sentence of the comparison, with what it rests on, and the comparison comes next", async ({
  page,
}) => {
  await opened(page, "comparison");
  await expect(page.locator("#verdict-sentence")).toContainText(
    /^\? After 4 rounds go-pgx has the lowest CPU per request, ktor-jdbc is [\d.]+\s% above \(.+\)/,
  );
  await expect(page.locator("#verdict .other-answers")).toHaveCount(0);
  const figures = page.locator("#verdict .key-figures");
  await expect(figures).toContainText("1,100 /s");
  await expect(figures).toContainText(/Smallest visible difference: CPU per request\s*\d.*%/);
  await expect(page.locator("main > section").nth(1)).toHaveId("comparison");
  await expect(page.locator("#validity")).not.toContainText("Nothing was measured");
});

test("effects stand by importance with their intervals, which a reader who does not see them hears", async ({
  page,
}) => {
  await opened(page, "comparison");
  const plots = page.locator("#comparison .forest");
  const rows = plots.first().getByRole("img");
  await expect(rows).toHaveCount(RATIOS);
  await expect(plots.nth(1).getByRole("img")).toHaveCount(SHARES);
  await expect(rows.first()).toHaveAccessibleName(
    /^memory, spring-mvc-virtual-threads against go-pgx: \+\d+ % \(\+\d+ % to \+\d+ %\), different\.$/,
  );
  await expect(plots.nth(1).getByRole("img").first()).toHaveAccessibleName(
    /points to \+.* points\), different/,
  );
  const told = await plots.first().locator(".forest-said").allTextContents();
  const isTold = told.map((text) => text.includes("different"));
  expect(isTold).toEqual([...isTold].sort((a, b) => Number(b) - Number(a)));
  // The effect lies within its interval, and right of zero where it is more.
  const box = async (name: string): Promise<{ x: number; width: number }> =>
    (await rows.first().locator(name).boundingBox()) ?? { x: NaN, width: NaN };
  const [zero, interval, effect] = [
    await box(".forest-zero"),
    await box(".forest-interval"),
    await box(".forest-effect"),
  ];
  expect(zero.x).toBeLessThan(interval.x);
  expect(effect.x).toBeGreaterThan(interval.x - effect.width);
  expect(effect.x + effect.width).toBeLessThan(interval.x + interval.width + effect.width);
});

test("pairs have their effect in per cent or in points, both levels and the decision", async ({ page }) => {
  await opened(page, "comparison");
  const [primary, others] = [
    page.locator("#comparison details", { hasText: "Pairs in figures" }),
    page.locator("#comparison details", { hasText: "By operation, and other figures" }),
  ];
  await primary.locator("summary").click();
  await expect(primary.locator("tbody tr")).toHaveCount(RATIOS + SHARES);
  const errors = primary.locator("tbody tr", { hasText: "share of failed calls" }).first();
  await expect(errors.locator("td").nth(3)).toHaveText(/^\+0\.\d+ points$/);
  await expect(errors.locator("td").nth(7)).toHaveText("✕ different");
  const cpu = primary.locator("tbody tr", { hasText: "CPU per request" }).first();
  await expect(cpu.locator("td").nth(3)).toHaveText(/^[+−][\d.]+\s%$/);
  await expect(cpu.locator("td").nth(5)).toHaveText(/^0\.\d+$/);
  // Those of operations are made when they are asked for.
  await expect(others.locator("tbody tr")).toHaveCount(0);
  await others.locator("summary").click();
  await expect(others.locator("tbody tr").first()).toContainText("different");
  await expect(others.locator("tbody tr", { hasText: "batch" }).first()).toBeVisible();
});

test("ranks are shared by those that cannot be told apart, and each round is in a fold", async ({ page }) => {
  await opened(page, "comparison");
  await page.locator("#comparison details", { hasText: "Ranks" }).locator("summary").click();
  const ranks = page.getByRole("region", { name: "Ranks" });
  await expect(ranks.locator("tbody tr").nth(0).locator("td")).toHaveText([
    "go-pgx",
    "1",
    "1",
    "1",
    "1",
    "=1",
  ]);
  await expect(ranks.locator("tbody tr").nth(1)).toContainText("=2");
  const rounds = page.locator("#comparison details", { hasText: "Each round by variant" });
  await rounds.locator("summary").click();
  await expect(rounds.locator("tbody tr")).toHaveCount(VARIANTS * ROUNDS);
});

test("every slot is told with its variant, and the machine in the same slot beside it", async ({ page }) => {
  await opened(page, "comparison");
  await unfolded(page, "#comparison");
  const charts = page.locator("#comparison .chart", { hasText: /per request|per call/ });
  await expect(charts).toHaveCount(2);
  const [own, machine] = [charts.first(), charts.nth(1)];
  await own.locator(".plot").focus();
  await page.keyboard.press("Home");
  await expect(own.locator(".at")).toHaveText("0:08, round 1, go-pgx, warm-up");
  await expect(own.locator(".legend-item", { hasText: "go-pgx" }).locator("b")).toHaveText(/^0\.\d+$/);
  await expect(own.locator(".legend-item", { hasText: "ktor-jdbc" }).locator("b")).toHaveText("");
  // The cursor is the same on both.
  await expect(machine.locator(".at")).toHaveText("0:08, round 1, go-pgx, warm-up");
  await expect(machine.locator(".legend-item", { hasText: "go-pgx" }).locator("b")).toHaveText(
    /^2\d(\.\d)?$/,
  );
  await page.keyboard.press("End");
  await expect(own.locator(".at")).toHaveText(/round 4, go-pgx, comparison, alone$/);
});

test("quantile curves are of the two variants that are chosen, to where calls suffice", async ({ page }) => {
  await opened(page, "comparison");
  const chart = page.locator("#comparison .chart", { hasText: "Response time by quantile" });
  await expect(chart.locator(".legend-item bdi")).toHaveText(["go-pgx", "spring-mvc-virtual-threads"]);
  await chart.locator("select").first().selectOption("ktor-jdbc");
  await expect(chart.locator(".legend-item bdi")).toHaveText(["go-pgx", "ktor-jdbc"]);
  await chart.locator(".plot").focus();
  await page.keyboard.press("End");
  await expect(chart.locator(".at")).toHaveText("p99.95");
  const [first = "", second = ""] = await chart.locator(".legend-item b").allTextContents();
  expect(parseFloat(second)).toBeGreaterThan(parseFloat(first));
  await page.keyboard.press("Home");
  await expect(chart.locator(".at")).toHaveText("p10");
});

test("a chart that still waits for the page is drawn by the first key", async ({ page }) => {
  await opened(page, "comparison");
  const chart = page.locator("#comparison .chart", { hasText: "Response time by quantile" });
  // From now on the page is never idle; the choice is made while the chart is out of sight.
  await page.evaluate(() => {
    window.requestIdleCallback = () => 0;
    scrollTo(0, 0);
  });
  await chart
    .locator("select")
    .first()
    .evaluate((select: HTMLSelectElement) => {
      select.selectedIndex = 1;
      select.dispatchEvent(new Event("change", { bubbles: true }));
    });
  await expect(chart.locator("canvas")).toHaveCount(0);
  await chart.locator(".plot").focus();
  await page.keyboard.press("End");
  await expect(chart.locator(".at")).toHaveText("p99.95");
});

test("what company costs is told with its interval, and marked where it holds no zero", async ({ page }) => {
  await opened(page, "comparison");
  await unfolded(page, "#comparison");
  const rows = page.locator("#comparison .forest", { hasText: "What company costs" }).getByRole("img");
  await expect(rows).toHaveCount(VARIANTS);
  await expect(rows.nth(1)).toHaveAccessibleName(/^Company costs ktor-jdbc \+2\.1 % of CPU per request/);
  await expect(rows.nth(1)).toHaveClass(/different/);
  await expect(rows.nth(0)).toHaveClass(/cannot-tell/);
});

for (const [language, heading] of [
  ["ru", /[а-яё]|^p\d\d/i],
  ["zh", /\p{sc=Han}|^p\d\d/u],
] as const) {
  test(`every heading of the comparison and its sentence are in the language: ${language}`, async ({
    page,
  }) => {
    await opened(page, "comparison");
    await spoken(page, language);
    const headings = page.locator("#comparison").locator("h2, h3, .chart-title, thead th, summary");
    for (const text of await headings.allTextContents()) expect(text).toMatch(heading);
  });
}

test("narrow and dark it has no fault, and no part of it is wider than the page", async ({ page }) => {
  const faults: string[] = [];
  page.on("pageerror", (fault) => faults.push(String(fault)));
  await page.setViewportSize({ width: 390, height: 844 });
  await page.emulateMedia({ colorScheme: "dark" });
  await opened(page, "comparison");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(faults).toEqual([]);
});
