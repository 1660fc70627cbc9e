import { expect, test } from "@playwright/test";

import { opened } from "./sample-pages";

test("Russian: all headings, figures with commas, and the verdict", async ({ page }) => {
  await opened(page, "full");
  await page.getByRole("button", { name: "Русский" }).click();
  await expect(page.locator("html")).toHaveAttribute("lang", "ru");
  await expect(page.locator("#verdict-sentence")).toContainText("Сервис выдерживает 340 запросов/с (N = 17)");
  await expect(page.locator("#trials")).toContainText("18,4");
  for (const heading of await page.locator("h2, h3, .chart-title, th").allTextContents()) {
    expect(heading).toMatch(/[а-яё№]|^(N|p\d\d(\.9)?)$|^Prometheus|SLO/i);
  }
});

test("every text of the run turns into Russian and back", async ({ page }) => {
  await opened(page, "full");
  const doubt = page.locator("#validity .doubts li").first();
  await expect(doubt).toContainText("the hypervisor took 1.4 % of the processor time");
  await page.getByRole("button", { name: "Русский" }).click();
  await expect(doubt).toContainText("гипервизор забрал 1,4 % процессорного времени");
  await expect(page.locator("#findings .evidence").first()).toContainText("CPU сервиса api 0,98 ядра");
  await expect(page.locator("main [lang=en]")).toHaveCount(0);
  await page.getByRole("button", { name: "English" }).click();
  await expect(doubt).toContainText("the hypervisor took 1.4 %");
});

test("a text that has no translation stays, marked as English", async ({ page }) => {
  await opened(page, "bare");
  await page.getByRole("button", { name: "Русский" }).click();
  await expect(page.locator("#method [lang=en]")).toHaveText("the moon stood high");
});
