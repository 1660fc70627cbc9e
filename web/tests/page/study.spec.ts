import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, type Page, test } from "@playwright/test";

import { addressOf, opened } from "./sample-pages";

const [VARIANTS, STARTS] = [6, 3];

/** Where the load of the first chart begins and ends, as its cursor tells. */
async function ends(page: Page): Promise<string[]> {
  const at = page.locator("#load .at").first();
  await page.locator("#load .plot").first().focus();
  await page.keyboard.press("Home");
  const first = (await at.textContent()) ?? "";
  await page.keyboard.press("End");
  return [first, (await at.textContent()) ?? ""];
}

test("one start of one variant has the page that it had before there were several", async ({ page }) => {
  await opened(page, "full");
  const text = (await page.locator("main").innerText()).trim();
  const before = readFileSync(new URL("../fixture/one-start.txt", import.meta.url), "utf8").trim();
  expect(text).toBe(before);
  await expect(page.locator("#ranking, #breaks, #what-ran, #one-start, .of-start")).toHaveCount(0);
});

test("18 starts of four minutes with 60 series each are at most 3 MB, and how soon they are drawn is told", async ({
  page,
}) => {
  const file = fileURLToPath(addressOf("study"));
  expect(statSync(file).size).toBeLessThanOrEqual(3_000_000);
  const held = /id="series">(.*?)<\/script>/s.exec(readFileSync(file, "utf8"))?.[1] ?? "";
  const series = JSON.parse(held) as { readings: unknown[]; starts: { begin_s: number; end_s: number }[] };
  expect(series.readings.length).toBeGreaterThanOrEqual(60);
  expect(series.starts).toHaveLength(VARIANTS * STARTS - 2);
  for (const { begin_s, end_s } of series.starts) expect(end_s - begin_s).toBeGreaterThan(230);
  await page.addInitScript(() => {
    const seen = new MutationObserver(() => {
      if (!document.querySelector("#ranking") || performance.getEntriesByName("first").length > 0) return;
      requestAnimationFrame(() => setTimeout(() => performance.mark("first")));
    });
    seen.observe(document, { childList: true, subtree: true });
  });
  await opened(page, "study");
  const first = await page.evaluate(() => performance.getEntriesByName("first")[0]?.startTime ?? Infinity);
  console.log(`a study of 18 starts: first screen after ${Math.round(first)} ms`);
});

test("at first the typical start of the best variant is shown, on an axis of its own", async ({ page }) => {
  await opened(page, "study");
  const rates = page.locator("#ranking details").first();
  await expect(rates.locator("table")).toBeHidden();
  await rates.locator("summary").click();
  const own = rates.locator("tbody tr", { hasText: "go-pgx" });
  await expect(own).toHaveCount(STARTS);
  const found = await own.evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
  );
  const median = found.sort((a, b) => (a[3] ?? "").localeCompare(b[3] ?? ""))[1];
  await expect(page.locator("#one-start select").nth(1)).toHaveValue(String(Number(median?.[1]) - 1));
  await expect(page.locator("#load h2")).toHaveText(
    `Load and response time · go-pgx, start ${median?.[1] ?? ""}`,
  );
  expect(await ends(page)).toEqual(["0:00", "3:54"]);
  await expect(page.locator("#load .marked")).toHaveText("checkpoint");
});

test("another start is chosen by its variant and number, or from the table of starts", async ({ page }) => {
  await opened(page, "study");
  const bar = page.locator("#one-start");
  await bar.locator("select").first().selectOption("spring-webflux-r2dbc");
  await expect(page.locator("#heat h2")).toContainText("spring-webflux-r2dbc, start 2");
  await expect(page.locator("#start")).toContainText("The service holds 1,858 requests/s");
  await bar.locator("select").nth(1).selectOption("3");
  for (const section of ["start", "load", "rates", "trials", "operations", "heat", "resources"]) {
    await expect(page.locator(`#${section} h2`)).toContainText("spring-webflux-r2dbc, start 3");
  }
  await expect(page.locator("#trials tbody tr:not(.detail)")).toHaveCount(11);
  await expect(page.locator("#operations select")).toHaveValue("10");
  // Of a variant two of whose starts failed there is one to be chosen.
  await bar.locator("select").first().selectOption("spring-mvc-jdbc-jdk17");
  await expect(bar.locator("select")).toHaveCount(1);
  await page.locator("#ranking details summary").first().click();
  await page.getByRole("button", { name: "Show ktor-jdbc, start 3 over time" }).first().click();
  await expect(page.locator("#load h2")).toContainText("ktor-jdbc, start 3");
  await expect(page.locator("#one-start")).toBeInViewport();
});

test("every chart shows other data when another start is chosen", async ({ page }) => {
  await opened(page, "study");
  const legend = async (): Promise<string> => {
    await page.locator("#load .plot").first().focus();
    await page.keyboard.press("Home");
    await page.keyboard.press("Shift+ArrowRight");
    return (await page.locator("#load .legend-item b").allTextContents()).join(" ");
  };
  const cpu = async (): Promise<string> =>
    (await page.locator("#resources .legend-item b").allTextContents()).join(" ");
  const before = [await legend(), await cpu()];
  await page.locator("#one-start select").first().selectOption("spring-mvc-jdbc");
  const after = [await legend(), await cpu()];
  expect(before[0]).not.toBe(after[0]);
  expect(before[1]).not.toBe(after[1]);
  expect(after.join(" ")).toMatch(/\d/);
});

test("answers and events are folded, all trials can be seen together", async ({ page }) => {
  await opened(page, "study");
  await expect(page.locator("#answers table")).toBeHidden();
  await page.locator("#answers summary").click();
  await expect(page.locator("#answers tbody tr:not(.detail)")).toHaveCount(2 * VARIANTS * STARTS);
  await page.getByLabel("All 176 trials of the run").check();
  await expect(page.locator("#trials tbody tr:not(.detail)")).toHaveCount(176);
  await expect(page.locator("#trials th").nth(2)).toHaveText("Start");
  await page.locator("#method summary").click();
  const failed = page.locator("#method tr", { hasText: "did not start" });
  await expect(failed).toHaveCount(2);
  await expect(failed.first().locator("td").nth(1)).toHaveText("–");
});

test("findings stand by variant, facts and hypotheses apart, each with its start", async ({ page }) => {
  await opened(page, "study");
  await expect(page.locator("#findings h3")).toHaveText(["Facts", "Hypotheses"]);
  const variants = page.locator("#findings h4");
  await expect(variants.first()).toHaveText("go-pgx");
  await expect(page.locator("#findings li.fact").first()).toContainText("(trial 7, start 1)");
  await expect(page.locator("#findings li.fact").first()).toContainText("Also trial 117, start 2:");
});

test("Russian: every heading and column of the study", async ({ page }) => {
  await opened(page, "study");
  await page.getByRole("button", { name: "Русский" }).click();
  for (const heading of await page.locator("h2, h3, .chart-title, th, summary").allTextContents()) {
    expect(heading).toMatch(/[а-яё№]|^(N|p\d\d(\.9)?)$|^Prometheus|SLO/i);
  }
  await expect(page.locator("#what-ran")).toContainText("сборщик мусора различается: G1 (запуск 1, 2)");
  await expect(page.locator("#load .marked")).toHaveText("контрольная точка");
  await expect(page.locator("#ranking .spread-said").first()).toContainText("между запусками 2,1 %");
});

test("offline, dark and printed it has no fault and asks for nothing", async ({ page, context }) => {
  await context.setOffline(true);
  const seen: string[] = [];
  page.on("request", (request) => {
    if (!request.url().startsWith("data:")) seen.push(request.url());
  });
  page.on("pageerror", (error) => seen.push(error.message));
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) seen.push(message.text());
  });
  await opened(page, "study");
  await page.getByRole("button", { name: "Colours: Dark" }).click();
  const ink = (): Promise<string> =>
    page
      .locator("#ranking circle.start-dot")
      .first()
      .evaluate((dot) => getComputedStyle(dot).fill);
  expect(await ink()).toBe("rgb(227, 232, 237)");
  await page.emulateMedia({ media: "print" });
  await expect.poll(ink).toBe("rgb(26, 32, 39)");
  // On paper the starts stand in full.
  await expect(page.locator("#ranking details table").first()).toBeVisible();
  await expect(page.locator("#answers table")).toBeHidden();
  expect(seen).toEqual([addressOf("study")]);
});

test("on a narrow screen nothing reaches beyond the page", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await opened(page, "study");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
