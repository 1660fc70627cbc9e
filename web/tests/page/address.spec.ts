import { expect, type Page, test } from "@playwright/test";

import { drawn } from "../../scripts/drawn";
import { addressOf, opened } from "./sample-pages";

async function openedAt(page: Page, name: string, rest: string): Promise<void> {
  await page.goto(addressOf(name) + rest);
  await drawn(page);
}

/** How far the top of an element is below that of the window. */
function topOf(page: Page, id: string): Promise<number> {
  return page.locator(`#${id}`).evaluate((element) => element.getBoundingClientRect().top);
}

test("the address chooses language and theme", async ({ page }) => {
  await openedAt(page, "full", "?lang=ru&theme=dark");
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.locator("header select")).toHaveValue("ru");
  await expect(page.locator("#trials-title")).toContainText("Ступени");
});

test("a language and a theme that are none are those of the report and of the reader", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "dark" });
  await openedAt(page, "full", "?lang=constructor&theme=loud");
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

for (const id of ["response-time", "operations", "validity"]) {
  test(`a link leads to ${id}, below the contents`, async ({ page }) => {
    await openedAt(page, "full", `#${id}`);
    await expect.poll(() => topOf(page, id)).toBeLessThan(200);
    const bar = await page.locator(".contents").evaluate((element) => element.getBoundingClientRect().bottom);
    expect(await topOf(page, id)).toBeGreaterThanOrEqual(bar - 1);
  });
}

test("a link that leads nowhere opens the page at its head", async ({ page }) => {
  await openedAt(page, "full", "#%E0%A4%A");
  await expect(page.locator("#verdict")).toBeInViewport();
});

test("the contents name each section, stay in the window and mark the one that is read", async ({ page }) => {
  await opened(page, "full");
  const links = page.locator(".contents a");
  const titles = await page
    .locator("main section[id] h2")
    .evaluateAll((all) => all.map((title) => title.firstChild?.textContent));
  expect(await links.allTextContents()).toEqual(titles);
  await links.filter({ hasText: "Trials" }).click();
  await expect(page.locator("#trials")).toBeInViewport();
  await expect(page.locator(".contents a[aria-current]")).toHaveText("Trials");
  await expect(page.locator(".contents")).toBeInViewport();
  await page.locator("header select").selectOption("zh");
  await expect(links.filter({ hasText: /^试次$/u })).toHaveCount(1);
});

test("the contents of a study lead below the bar of its starts", async ({ page }) => {
  await openedAt(page, "study", "#operations");
  const bar = await page.locator(".start-bar").evaluate((element) => element.getBoundingClientRect().bottom);
  await expect.poll(() => topOf(page, "operations")).toBeGreaterThanOrEqual(bar - 1);
  const contents = await page
    .locator(".contents")
    .evaluate((element) => element.getBoundingClientRect().bottom);
  const top = await page.locator(".start-bar").evaluate((element) => element.getBoundingClientRect().top);
  expect(top).toBeGreaterThanOrEqual(contents - 2);
});

test("paper has no contents", async ({ page }) => {
  await opened(page, "full");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator(".contents")).toBeHidden();
});

for (const name of ["full", "study", "comparison", "memory", "hour"]) {
  test(`nothing reaches beyond a window of 390 px: ${name}`, async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await opened(page, name);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
}
