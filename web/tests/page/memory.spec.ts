import { expect, test } from "@playwright/test";

import { opened, spoken } from "./sample-pages";

test("the need of each service is said with its parts and without its page cache", async ({ page }) => {
  await opened(page, "memory");
  const section = page.locator("#memory");
  const rows = section.locator("tbody tr");
  await expect(rows).toHaveCount(2);
  await expect(rows.first().locator("td")).toHaveText([
    "api",
    "841 MiB",
    "118 MiB",
    "482 MiB",
    "241 MiB",
    "600 MiB",
    "2.1 GiB",
    "12.5",
    "2.1 % (control group)",
    "soak",
  ]);
  await expect(section.locator("li").first()).toContainText(
    "api needs 841 MiB of memory: 118 MiB of heap after collections, 482 MiB of head room for its collector and 241 MiB of other memory.",
  );
  await expect(section.locator("li").first()).toContainText("leaves out shared memory");
  // Without a VM there is no heap, and without a control group no page cache: both are said.
  await expect(rows.nth(1).locator("td").nth(2)).toHaveText("–");
  await expect(section.locator("li").last()).toContainText("db: it has no control group of its own");
});

test("the need is told in every language", async ({ page }) => {
  await opened(page, "memory");
  const told = page.locator("#memory li").first();
  await spoken(page, "ru");
  await expect(told).toContainText("Сервису api нужно 841");
  await spoken(page, "zh");
  await expect(told).toContainText("api 需要 841");
});

test("of several variants each has its own need", async ({ page }) => {
  await opened(page, "comparison");
  const rows = page.locator("#memory tbody tr");
  await expect(rows).toHaveCount(6);
  await expect(rows.first().locator("td").first()).toHaveText("go-pgx");
});

test("a run that read no memory has no section of it", async ({ page }) => {
  await opened(page, "bare");
  await expect(page.locator("#memory")).toHaveCount(0);
});
