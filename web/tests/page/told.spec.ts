import { expect, test } from "@playwright/test";

import { opened, spoken, unfolded } from "./sample-pages";

test("a metric of an answer has its row, with its interval and each repetition", async ({ page }) => {
  await opened(page, "told");
  const table = page.getByRole("region", { name: "Metrics over repetitions" });
  await expect(table.locator("tbody tr")).toHaveText(
    /recovery from the spike8\.5\ss6\.1\ss to 11\ss7\.5\ss, 9\.5\ss, 8\.5\ss/,
  );
  await spoken(page, "ru");
  await expect(page.locator("#answers h3", { hasText: "Показатели по повторам" })).toHaveCount(1);
});

test("a diagnosis has its tables, its tree and its flame graph, and nothing of it runs", async ({ page }) => {
  await opened(page, "told");
  await unfolded(page, "#diagnoses");
  await expect(page.locator("main")).toContainText("shop<b>");
  await expect(page.locator("main")).toContainText("said of <script>alert(1)</script>");
  expect(await page.locator("main script, main b b").count()).toBe(0);
  const flame = page.locator(".flame").first();
  await expect(flame.locator("title").first()).not.toBeEmpty();
  expect(await flame.locator("rect").count()).toBeGreaterThan(3);
});

test("a level of the tree is made when it is opened", async ({ page }) => {
  await opened(page, "told");
  const tree = page.locator("#diagnoses > details").first();
  await expect(tree.locator(":scope > *")).toHaveCount(1);
  await tree.locator(":scope > summary").click();
  await expect.poll(() => tree.locator(":scope > *").count()).toBeGreaterThan(1);
});

test("its sections stand in the contents", async ({ page }) => {
  await opened(page, "told");
  await expect(page.locator(".contents a[href='#diagnoses']")).toHaveText("Diagnoses between trials");
});
