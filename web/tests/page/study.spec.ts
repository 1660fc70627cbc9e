import { readFileSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

import { expect, type Page, test } from "@playwright/test";

import { addressOf, opened, spoken, unfolded } from "./sample-pages";
import { LANGUAGES } from "../unit/words";

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

test("one start of one variant has no part of a study of several", async ({ page }) => {
  await opened(page, "full");
  await expect(page.locator("#ranking, #breaks, #one-start, .of-start")).toHaveCount(0);
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
  await expect(rates.locator("table")).toHaveCount(0);
  await rates.locator("summary").click();
  const own = rates.locator("table").first().locator("tbody tr", { hasText: "go-pgx" });
  await expect(own).toHaveCount(STARTS);
  const found = await own.evaluateAll((rows) =>
    rows.map((row) => [...row.querySelectorAll("td")].map((cell) => cell.textContent)),
  );
  const rate = (row: (string | null)[]) => parseInt((row[3] ?? "").replace(",", ""), 10);
  const median = found.sort((a, b) => rate(a) - rate(b))[1];
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
  await expect(page.locator("#start")).toContainText("Holds 1,858 requests/s");
  await bar.locator("select").nth(1).selectOption("3");
  for (const section of ["start", "load", "rates", "trials", "operations", "heat", "resources"]) {
    await expect(page.locator(`#${section} h2`)).toContainText("spring-webflux-r2dbc, start 3");
  }
  await unfolded(page, "#trials");
  await expect(page.locator("#trials tbody tr:not(.detail)")).toHaveCount(11);
  await expect(page.locator("#operations select")).toHaveValue("8");
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
  await unfolded(page, "#resources");
  const before = [await legend(), await cpu()];
  await page.locator("#one-start select").first().selectOption("spring-mvc-jdbc");
  await unfolded(page, "#resources");
  const after = [await legend(), await cpu()];
  expect(before[0]).not.toBe(after[0]);
  expect(before[1]).not.toBe(after[1]);
  expect(after.join(" ")).toMatch(/\d/);
});

test("answers and events are folded, the judged trials of all starts stand together", async ({ page }) => {
  await opened(page, "study");
  await expect(page.locator("#answers table")).toHaveCount(0);
  await unfolded(page, "#answers");
  await expect(page.locator("#answers .fold tbody tr:not(.detail)")).toHaveCount(2 * VARIANTS * STARTS);
  // Recoveries and warm-ups are no part of it.
  await unfolded(page, "#all-trials");
  await expect(page.locator("#all-trials tbody tr")).toHaveCount(144);
  await expect(page.locator("#all-trials th").nth(2)).toHaveText("Start");
  await unfolded(page, "#method");
  const failed = page.locator("#method tr", { hasText: "did not start" });
  await expect(failed).toHaveCount(2);
});

test("what stopped whom is a table of variants and causes, marked by what was measured and what is supposed", async ({
  page,
}) => {
  await opened(page, "study");
  const table = page.locator("#findings table");
  // What stopped most of them first stands first; a queue of threads alone stops nothing.
  const causes = ["CPU quota", "Garbage collection pauses", "Disk", "Connection pool"];
  await expect(table.locator("thead th")).toHaveText(["Variant", "Stopped first by", ...causes]);
  const rows = table.locator("tbody tr");
  await expect(rows).toHaveCount(VARIANTS);
  await expect(rows.first().locator("td").first()).toHaveText("go-pgx");
  const [quota, pool] = [rows.first().locator("td").nth(2), rows.first().locator("td").nth(5)];
  await expect(quota).toHaveText("■measured 3/3");
  await expect(quota).toHaveClass(/stop whole/);
  await expect(pool).toHaveText("■measured 3/3");
  await expect(rows.nth(1).locator("td")).toHaveText([
    /./,
    "CPU quota",
    "■measured 3/3",
    "–",
    "■measured 1/3",
    "■measured 3/3",
  ]);
  await expect(rows.nth(1).locator("td.some")).toHaveText("■measured 1/3");
});

test("the findings of a variant are folded below, those of one code together, each with its trials", async ({
  page,
}) => {
  await opened(page, "study");
  const folds = page.locator("#findings details");
  await expect(folds).toHaveCount(VARIANTS);
  await expect(folds.first().locator("summary")).toHaveText(/^go-pgx: All \d+ findings/);
  const fact = folds.first().locator("li.fact").first();
  await expect(folds.first().locator("li.fact")).toHaveCount(0);
  await folds.first().locator("summary").click();
  await expect(folds.first().locator("li.fact")).toHaveCount(2);
  await expect(fact).toBeVisible();
  await expect(fact).toContainText(/CPU quota go-pgx, trial 7 \(also in \d+, \d+\)/);
  await expect(fact.locator(".evidence")).toContainText(/throttled periods of api \d+\s% to \d+\s%/);
  await expect(folds.first().locator("li.hypothesis")).toContainText("To test it: Give it half as many CPUs");
});

test("at a glance: what stopped most starts first, and the doubts by their kinds", async ({ page }) => {
  await opened(page, "study");
  const glance = page.locator("#verdict .at-a-glance > div");
  await expect(glance.first()).toContainText(/Stopped by.*CPU quota \(16 of 16 starts\)/s);
  await expect(glance.last()).toContainText(/Doubts.*steal.*insecure-tls/s);
  await glance.first().getByRole("link").click();
  await expect(page.locator("#findings")).toBeInViewport();
});

test("Russian: every heading and column of the study", async ({ page }) => {
  await opened(page, "study");
  await spoken(page, "ru");
  await unfolded(page);
  for (const heading of await page.locator("h2, h3, .chart-title, thead th, summary").allTextContents()) {
    expect(heading).toMatch(/[а-яё№]|^(N|p\d\d(\.9)?)$|^Prometheus|^CPU|SLO/i);
  }
  await expect(page.locator("#what-ran")).toContainText("G1 / Serial");
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
  await expect(page.locator("#answers")).toBeHidden();
  expect(seen).toEqual([addressOf("study")]);
});

test("on a narrow screen nothing reaches beyond the page", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 800 });
  await opened(page, "study");
  for (const language of LANGUAGES) {
    await spoken(page, language);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), language).toBeLessThanOrEqual(
      360,
    );
  }
});
