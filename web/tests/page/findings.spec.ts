import { expect, test } from "@playwright/test";

import { opened, spoken } from "./sample-pages";

test("a finding on two trials stands once, with the figures of both; of one start they are not folded", async ({
  page,
}) => {
  await opened(page, "full");
  const fact = page.locator("#findings li.fact");
  await expect(fact).toHaveCount(1);
  await expect(fact).toBeVisible();
  await expect(fact).toContainText("CPU quota Trial 3 (also in 7): The service api was throttled");
  await expect(fact.locator(".evidence")).toContainText("throttled periods of api 52 % to 71 %");
  await expect(page.locator("#verdict .at-a-glance > div").first()).toContainText(/Stopped by.*CPU quota$/s);
});

test("what trials show though they passed is named, with the words of the target and a link to a file of the run", async ({
  page,
}) => {
  await opened(page, "held");
  const glance = page.locator("#verdict .at-a-glance > div");
  await expect(glance.filter({ hasText: "Seen though it passed" })).toContainText(
    /growing memory.*blocked threads/s,
  );
  await expect(page.locator("#findings table")).toHaveCount(0);
  const blocked = page.locator("#findings li.fact", { hasText: "blocked threads" });
  await expect(blocked.locator(".evidence")).toContainText("“at <b>OutputStreamManager</b>.writeBytes:352”");
  await expect(blocked.locator(".evidence a")).toHaveAttribute("href", "artifacts/logs/api/api%20%231.log");
});

test("errors stand at a glance with their hints, and what does not explain them is said to stand beside", async ({
  page,
}) => {
  await opened(page, "failing");
  const glance = page.locator("#verdict .at-a-glance > div");
  await expect(glance.first()).toContainText(/Stopped by.*failed checks$/s);
  const errors = glance.filter({ hasText: "Errors" }).locator("li");
  await expect(errors).toHaveCount(2);
  await expect(errors.first()).toContainText('check-greeting 800 (80 %): got: 200 "<b>hello</b>"');
  await expect(errors.first()).toContainText("Hint: Compare the reply with what the check expects");
  await expect(errors.last()).toContainText("--expect 3xx");
  const busy = page.locator("#findings li.fact", { hasText: "CPUs of the machine" });
  // Below the others, under a title of its own.
  const order = await page.locator("#findings").textContent();
  expect(order?.indexOf("Also noticed")).toBeLessThan(order?.indexOf("CPUs of the machine") ?? 0);
  await expect(busy).toHaveCount(1);
  await spoken(page, "ru");
  await expect(page.locator("#verdict .at-a-glance")).toContainText("непройденные проверки");
  await expect(page.locator("#verdict .at-a-glance")).toContainText("Что делать: Сравните ответ");
  await spoken(page, "zh");
  await expect(page.locator("#verdict .at-a-glance")).toContainText("处理办法：请将响应与检查的期望值比较");
});
