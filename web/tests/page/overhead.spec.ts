import { expect, test } from "@playwright/test";

import { opened, spoken } from "./sample-pages";

test("the verdict is the sentence of the overhead, and its section comes next", async ({ page }) => {
  await opened(page, "overhead");
  await expect(page.locator("#verdict-sentence")).toContainText(
    "an overhead below 5 % is refuted: tracing at 500",
  );
  await expect(page.locator("#verdict .other-answers")).toHaveCount(0);
  await expect(page.locator("#verdict .key-figures")).toHaveCount(0);
  await expect(page.locator("main > section").nth(1)).toHaveId("overhead");
});

test("each level has its effect, its interval and what is said of its bound", async ({ page }) => {
  await opened(page, "overhead");
  const plots = page.locator("#overhead .forest");
  const rows = plots.first().getByRole("img");
  // Four figures of two levels; errors stand below, in points.
  await expect(rows).toHaveCount(8);
  await expect(plots.nth(1).getByRole("img")).toHaveCount(2);
  await expect(rows.first()).toHaveAccessibleName(
    /^CPU per request, sampling at 500\/s: \+[\d.]+ % \(.* % to .* %\), shown\.$/,
  );
  await expect(plots.first().locator(".forest-said", { hasText: "refuted" }).first()).toContainText(/\+9/);
  await expect(plots.first().locator(".forest-said").first()).toContainText(
    /; surely below \+[\d.]+ %, bound 5 %$/,
  );
});

test("what a switch costs stands apart, in every language", async ({ page }) => {
  await opened(page, "overhead");
  await page.locator("#overhead summary", { hasText: "What a switch costs" }).click();
  const table = page.getByRole("region", { name: "What a switch costs" });
  await expect(table.locator("tbody tr")).toHaveCount(3);
  await expect(table.locator("tbody tr").first()).toContainText("off");
  for (const [language, word] of [
    ["ru", "Накладные расходы"],
    ["zh", "开销"],
  ] as const) {
    await spoken(page, language);
    await expect(page.locator("#overhead h2")).toContainText(word);
  }
});

test("of several variants each has its name above what is told of it", async ({ page }) => {
  await opened(page, "overheads");
  const names = page.locator("#overhead > h3", { hasText: ": Overhead" });
  await expect(names).toHaveText(["go-pgx: Overhead", "ktor-jdbc: Overhead"]);
  await opened(page, "overhead");
  await expect(names).toHaveCount(0);
});
