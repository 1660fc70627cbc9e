import { expect, test } from "@playwright/test";

import { opened, spoken, unfolded } from "./sample-pages";

test("flows stand below the operations, and not in their sum", async ({ page }) => {
  await opened(page, "full");
  const tables = page.locator("#operations table");
  await expect(tables.nth(0)).not.toContainText("browse and buy");
  await expect(tables.nth(0)).toContainText("team=catalogue");
  await expect(tables.nth(1)).toContainText("browse and buy");
  await expect(tables.nth(1).locator("tfoot tr")).toHaveCount(0);
});

test("operations have their bytes, flows have none of their own", async ({ page }) => {
  await opened(page, "full");
  const tables = page.locator("#operations table");
  await expect(tables.nth(0).getByRole("columnheader", { name: "Bytes" })).toHaveCount(1);
  await expect(tables.nth(0).locator("tbody tr").first()).toContainText("4.3 kB");
  await expect(tables.nth(0).locator("tfoot")).toContainText("4.3 kB");
  await expect(tables.nth(1).getByRole("columnheader", { name: "Bytes" })).toHaveCount(0);
  await expect(page.locator("#operations .note").first()).toContainText(/received \([\d.]+ [kM]B\/s\) and/);
});

test("runs of a flow that an early end cut are no slow ones, and are told", async ({ page }) => {
  await opened(page, "full");
  await expect(page.locator("#operations")).not.toContainText("stopped early");
  await page.locator("#operations select").selectOption({ index: 2 });
  const flow = page.locator("#operations table").nth(1).locator("tbody tr").first();
  await expect(flow.locator("td").last()).toHaveText("20");
  const [due, over] = await flow
    .locator("td")
    .evaluateAll((cells) => [cells[1]?.textContent, cells[9]?.textContent]);
  expect([due, over?.replace(/\s/, " ")]).toEqual(["667", "0 %"]);
  await expect(page.locator("#operations .note", { hasText: "A flow lasts" })).toContainText(
    "stopped early and cut 20 flows that were still under way",
  );
});

test("phases and failing replies are shown with the trial, replies folded", async ({ page }) => {
  await opened(page, "full");
  await page.locator("#operations select").selectOption({ index: 6 });
  await expect(page.getByRole("region", { name: "Connections and replies" })).toContainText("TLS handshake");
  const whole = page.locator("#operations details", { hasText: "The replies in full" });
  await whole.locator(":scope > summary").click();
  const replies = whole.locator("details");
  await expect(replies).toHaveCount(3);
  await expect(replies.first().locator("pre")).toHaveCount(0);
  await replies.first().locator("summary").click();
  await expect(replies.first().locator("pre").first()).toContainText("Set-Cookie: ***");
  await expect(page.locator("#validity")).toContainText("certificates were not checked");
});

test("a failing reply of a hostile target is text, and does nothing", async ({ page }) => {
  await opened(page, "hostile");
  await page.locator("#operations select").selectOption({ index: 6 });
  await unfolded(page, "#operations");
  const reply = page.locator("#operations details details").first();
  await expect(reply.locator("pre").last()).toHaveText(
    /^<\/script><img src=x onerror=.*\\u202egnp\.exe\\u2028$/,
  );
  expect(await reply.locator("img, b").count()).toBe(0);
});

test("users alone stand where a rate would", async ({ page }) => {
  await opened(page, "crowd");
  await unfolded(page, "#trials");
  await expect(page.locator("#trials tbody tr").first()).toContainText("3,000 users");
  // One rate has no dependence to draw.
  await expect(page.locator("#rates .plot")).toHaveCount(0);
  await expect(page.locator("#rates")).toContainText("at one rate");
  await expect(page.locator("#verdict")).toContainText("3,000");
  await spoken(page, "ru");
  await expect(page.locator("#verdict-sentence")).toContainText("при 3\u202f000 пользователях");
  await expect(page.locator("#trials tbody tr").first()).toContainText("пользователей");
});

test("a warm-up has a word and a shade of its own", async ({ page }) => {
  await opened(page, "warmed");
  await unfolded(page, "#trials");
  const rows = page.locator("#trials tbody tr:not(.detail)");
  await expect(rows.first()).toContainText("warm-up");
  await expect(rows.nth(1)).toContainText("comparison");
  await expect(page.locator("#load .shade.warm-up")).toHaveText("↗ warm-up");
  await spoken(page, "ru");
  await expect(rows.first()).toContainText("прогрев");
  await expect(rows.nth(1)).toContainText("сравнение");
  await opened(page, "full");
  await expect(page.locator("#load .shade.warm-up")).toHaveCount(0);
});

test("the header names the study's file, the stand where its services may run", async ({ page }) => {
  await opened(page, "full");
  await expect(page.locator(".when")).toHaveText(/· books\.yaml$/);
  await unfolded(page, "#method");
  await expect(page.locator("#method")).toContainText("services on 3 CPUs, apart from the generator");
});
