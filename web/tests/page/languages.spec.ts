import { expect, test } from "@playwright/test";

import { opened, spoken, unfolded } from "./sample-pages";
import { LANGUAGES } from "../unit/words";

test("Russian: all headings, figures with commas, and the verdict", async ({ page }) => {
  await opened(page, "full");
  await spoken(page, "ru");
  await unfolded(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await expect(page.locator("#verdict-sentence")).toContainText(
    "Тест надёжности при нагрузке 238 запросов/с (N = 11,9)",
  );
  await expect(page.locator("#trials")).toContainText("18,4");
  for (const heading of await page.locator("h2, h3, .chart-title, thead th").allTextContents()) {
    expect(heading).toMatch(/[а-яё№]|^(N|p\d\d(\.9)?)$|^Prometheus|^CPU|SLO/i);
  }
});

test("every text of the run turns into Russian and back", async ({ page }) => {
  await opened(page, "full");
  const doubt = page.locator("#validity .statements li").first();
  await expect(doubt).toContainText("the hypervisor took 1.4 % of the processor time");
  await spoken(page, "ru");
  await expect(doubt).toContainText("гипервизор забрал 1,4 % процессорного времени");
  await expect(page.locator("#findings .evidence").first()).toContainText(
    "CPU сервиса api от 0,973 ядра до 0,982 ядра",
  );
  await spoken(page, "en");
  await expect(doubt).toContainText("the hypervisor took 1.4 %");
});

test("a text that has no translation stays", async ({ page }) => {
  await opened(page, "bare");
  await spoken(page, "ru");
  await expect(page.locator("#method")).toContainText("the moon stood high");
});

test("Chinese: the page is in it, and the texts of the run that have none stay", async ({ page }) => {
  await opened(page, "full");
  await spoken(page, "zh");
  await unfolded(page);
  await expect(page.locator("html")).toHaveAttribute("lang", "zh");
  for (const heading of await page.locator("h2, h3, .chart-title, thead th").allTextContents()) {
    expect(heading).toMatch(/\p{sc=Han}|^CPU|^(N|#|SLO|p\d\d(\.9)?|>\s.*)$|^Prometheus/u);
  }
  await expect(page.locator("#trials")).toContainText("> 250 ms");
  await expect(page.locator("#validity .statements li").first()).toContainText("1.4%");
  await opened(page, "bare");
  await spoken(page, "zh");
  await expect(page.locator("#method")).toContainText("the moon stood high");
});

test("the page can be turned to every language that it carries, each by its own name", async ({ page }) => {
  await opened(page, "full");
  const options = page.locator("header select option");
  await expect(options).toHaveText(["English", "Русский", "简体中文"]);
  const codes = await options.evaluateAll((all) => all.map((option) => (option as HTMLOptionElement).value));
  expect(codes.sort()).toEqual([...LANGUAGES].sort());
});

for (const [language, name, term] of [
  ["en", "Terms", "Plateau"],
  ["ru", "Термины", "Полка"],
  ["zh", "术语", "平台段"],
] as const) {
  test(`the terms are one click away: ${language}`, async ({ page }) => {
    await opened(page, "bare");
    await spoken(page, language);
    await page.getByRole("button", { name }).click();
    const terms = page.getByRole("dialog", { name });
    await expect(terms.locator("dt").filter({ hasText: term })).toBeVisible();
    expect(await terms.locator("dt").count()).toBe(await terms.locator("dd").count());
    await page.keyboard.press("Escape");
    await expect(terms).toBeHidden();
    await expect(page.getByRole("button", { name })).toBeFocused();
  });
}
