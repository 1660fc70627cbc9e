import { expect, test } from "@playwright/test";

import { opened, unfolded } from "./sample-pages";

const [VARIANTS, STARTS] = [6, 3];

test("the verdict is that of the ranking, and the ranking comes next", async ({ page }) => {
  await opened(page, "study");
  await expect(page.locator("#verdict-sentence")).toContainText(
    "Most within p99 < 350 ms and errors < 1 %: go-pgx with 2,920/s",
  );
  await expect(page.locator("#verdict .other-answers")).toHaveCount(0);
  // One variant has no rank: not all is decided.
  await expect(page.locator("#verdict")).toHaveClass("verdict undecided");
  await expect(page.locator("#verdict .key-figures")).toContainText("Carries most");
  await expect(page.locator("main > section").nth(1)).toHaveId("ranking");
  await expect(page.locator("#ranking h3")).toHaveText(["By search", "By plateaus"]);
  await expect(page.locator("#ranking > p").first()).toHaveText(
    "Scenario: four-stacks; SLO: p99 < 350 ms, errors < 1 %, rate ± 5 %",
  );
});

test("variants that share a rank are seen to, one without a rank says why, and a bound is one", async ({
  page,
}) => {
  await opened(page, "study");
  const tables = page.locator("#ranking > .table-frame");
  const rows = tables.first().locator("tbody tr");
  await expect(rows.locator("td:nth-child(2)")).toHaveText(["1", "=2", "=2", "4", "5", "–"]);
  await expect(rows.nth(1)).toHaveClass(/banded/);
  await expect(rows.nth(2)).toHaveClass(/banded/);
  await expect(rows.nth(3)).not.toHaveClass(/banded/);
  await expect(page.locator("#ranking > ul").first()).toContainText("2 of 3 starts gave no rate: not run");
  await expect(rows.nth(0).locator("td").nth(2)).toHaveText(/^[\d,]+ \(2,\d\d\d to 3,\d\d\d\)$/);
  await expect(tables.nth(1).locator("tbody tr").first().locator("td").nth(2)).toHaveText(
    /at least 2,500|≥ 2,500/,
  );
});

test("the ranking is sorted by any of its figures", async ({ page }) => {
  await opened(page, "study");
  const table = page.locator("#ranking .table-frame").first();
  await table.getByRole("button", { name: "p99" }).click();
  await table.getByRole("button", { name: "p99" }).click();
  await expect(table.locator("th[aria-sort=descending]")).toHaveText("p99");
  const shown = await table.locator("tbody tr:not(.detail) td:nth-child(5)").allTextContents();
  const values = shown.map((text) => parseInt(text, 10));
  expect(values).toEqual([...values].sort((a, b) => b - a));
});

test("each variant is a row of dots, which a reader who does not see them hears", async ({ page }) => {
  await opened(page, "study");
  const rows = page.locator("#ranking .spread").first().getByRole("img");
  await expect(rows).toHaveCount(VARIANTS);
  await expect(rows.first()).toHaveAccessibleName(
    /^go-pgx: [\d,]+ requests\/s; its starts: (\d,\d{3}, ){2}\d,\d{3}\.$/,
  );
  await expect(rows.first().locator("circle.start-dot")).toHaveCount(STARTS);
  await expect(rows.first().locator("line.over-starts")).toHaveCount(1);
  await expect(rows.last().locator("circle.start-dot")).toHaveCount(1);
  const bounds = page.locator("#ranking .spread").nth(1).getByRole("img").first();
  await expect(bounds.locator("path.start-dot")).toHaveCount(STARTS);
  // Within its row, and at the right of the variant that carries less.
  const place = async (row: number): Promise<number> =>
    (await rows.nth(row).locator("line.middle").boundingBox())?.x ?? NaN;
  expect(await place(0)).toBeGreaterThan(await place(1));
  expect(await place(1)).toBeGreaterThan(await place(3));
});

test("where the p99 breaks is drawn for each variant on the same scales", async ({ page }) => {
  await opened(page, "study");
  const panels = page.locator("#breaks .panel");
  await expect(panels).toHaveCount(VARIANTS);
  await expect(panels.first()).toContainText(/go-pgx breaks at 3,\d{3}\/s/);
  await expect(panels.nth(4)).toContainText("no break seen");
  await expect(panels.first().locator("line.breaks")).toHaveCount(1);
  await expect(panels.nth(4).locator("line.breaks")).toHaveCount(0);
  // Nine judged trials in each start; a recovery and a warm-up say nothing.
  await expect(panels.first().locator(".start-sign")).toHaveCount(9 * STARTS);
  await expect(panels.first().locator(".threshold")).toHaveText("p99 < 350 ms");
  const axes = await panels
    .locator("svg")
    .evaluateAll((all) =>
      all.map((svg) => [...svg.querySelectorAll("text")].map((text) => text.textContent).join(" ")),
    );
  expect(new Set(axes).size).toBe(1);
});

test("what ran says what differs between starts, and which variants nothing tells apart", async ({
  page,
}) => {
  await opened(page, "study");
  await unfolded(page, "#what-ran");
  const rows = page.locator("#what-ran tbody tr");
  await expect(rows.filter({ hasText: "spring-mvc-jdbc-jdk17" })).toContainText(
    "OpenJDK 64-Bit Server VM 17.0.13+11",
  );
  await expect(rows.filter({ hasText: "ktor-jdbc" })).toContainText("G1 / Serial");
  await expect(rows.filter({ hasText: "ktor-jdbc" })).toContainText("512 MiB");
  await expect(rows.filter({ hasText: "postgres" })).toHaveText(/^allpostgres22 GiB/);
  await expect(page.locator("#what-ran ul")).toContainText(
    "spring-mvc-jdbc, spring-mvc-virtual-threads: these ran the same commands with the same limits",
  );
});
