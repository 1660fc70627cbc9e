import { expect, test } from "@playwright/test";

import { opened } from "./sample-pages";

test("a finding on two trials stands once, with the figures of both; of one start they are not folded", async ({
  page,
}) => {
  await opened(page, "full");
  const fact = page.locator("#findings li.fact");
  await expect(fact).toHaveCount(1);
  await expect(fact).toBeVisible();
  await expect(fact).toContainText("CPU quota ×2 The service api was throttled");
  await expect(fact.locator(".evidence")).toContainText("throttled periods of api 52 – 71 %");
  await expect(fact.locator(".also")).toHaveText("Also trial 7");
  // Of the two only the third failed, and was stopped by it.
  await expect(page.locator("#findings tbody th")).toHaveText(["3"]);
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
  await expect(blocked.locator(".evidence q")).toHaveText("at <b>OutputStreamManager</b>.writeBytes:352");
  await expect(blocked.locator(".evidence a")).toHaveAttribute("href", "artifacts/logs/api/api%20%231.log");
});
