import { expect, test } from "@playwright/test";

import { opened, unfolded } from "./sample-pages";

test("quantiles without an interval are counted below their table, not in every cell", async ({ page }) => {
  await opened(page, "full");
  await unfolded(page, "#operations");
  await expect(page.locator("#operations td", { hasText: "needs" })).toHaveCount(0);
  await expect(page.locator("#operations .note", { hasText: "Without an interval" })).toContainText(
    "6 figures, for want of samples. Slow calls come in bursts, so that at this rate the least of them takes about 120,000",
  );
});

test("a doubt that came several times is one point, with the others as its lines", async ({ page }) => {
  await opened(page, "crowd");
  const doubts = page.locator("#validity .statements > li");
  await expect(doubts).toHaveCount(2);
  await expect(doubts.first()).toContainText("took 1.4 %");
  await expect(doubts.first()).toContainText("(2 more of this kind)");
  await expect(doubts.first().locator(".evidence li")).toHaveCount(2);
  await expect(doubts.first().locator(".evidence")).toContainText("took 3.6 %");
  await expect(doubts.last().locator(".evidence")).toHaveCount(0);
});

test("a target is named by its service, not by the place that only the run knew", async ({ page }) => {
  await opened(page, "crowd");
  await expect(page.locator("h1")).toHaveText("api");
  await expect(page).toHaveTitle("api · loadproof run");
  await expect(page.locator("#report")).not.toContainText("${");
});
