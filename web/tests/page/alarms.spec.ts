import { expect, test } from "@playwright/test";

import { opened, spoken } from "./sample-pages";

const MINUTES = 6;

test("Apdex of each operation is a map of minutes, with a sign for each rating", async ({ page }) => {
  await opened(page, "crowd");
  const map = page.locator("table.apdex-map");
  await expect(map.locator("tbody tr")).toHaveCount(2);
  await expect(map.locator("tbody td")).toHaveCount(2 * MINUTES);
  const search = map.locator("tbody tr", { hasText: "search [12]" });
  await expect(search.locator("td").nth(3)).toHaveText("✕ 0.40");
  await expect(search.locator("td").nth(3)).toHaveClass(/unacceptable/);
  await expect(search.locator("td").nth(4)).toHaveClass(/unsure/);
  await expect(search.locator("td").nth(3)).toHaveAttribute("title", /^min 4: 0\.40 \(0\.\d{3}–0\.\d{3}\)/);
});

test("a flag is above each minute in which an alarm fired, and says which", async ({ page }) => {
  await opened(page, "crowd");
  const cells = page.locator("table.apdex-map .alarm-row td");
  await expect(cells).toHaveCount(MINUTES);
  await expect(page.locator("table.apdex-map .alarm-row .flag-sign")).toHaveCount(2);
  await expect(cells.nth(2)).toHaveAttribute(
    "title",
    /^cpu of the host fires at 4:24 \(97\s%\); p99 of search fires at 4:24 \(1,840\sms\)/,
  );
  await expect(cells.nth(2)).toContainText("4");
  await expect(cells.nth(5).locator(".visually-hidden")).toHaveText(
    /^cpu of the host fires at 7:24 \(97\s%\)$/,
  );
  await expect(cells.nth(3)).toHaveText("");
  await expect(page.locator(".apdex-legend .flag")).toHaveCount(5);
  await expect(page.locator(".apdex-legend .flag").last()).toContainText(
    "min 6: cpu of the host fires at 7:24",
  );
});

test("every time chart of a trial has its alarms in the legend, with their times", async ({ page }) => {
  await opened(page, "crowd");
  for (const chart of await page.locator("#load figure, #heat figure, #resources figure").all()) {
    await expect(chart.locator(".legend-item.flag .flag-sign")).toHaveCount(4);
    await expect(chart.locator(".legend-item.flag").first()).toContainText(
      "cpu of the host 4:24–5:24, 7:24–8:10",
    );
    await expect(chart.locator(".plot")).toHaveAttribute("aria-label", /Alarms: cpu of the host 4:24–5:24/);
  }
  await expect(page.locator("#load")).toContainText("a hatched band is the pending time");
});

test("the keyboard tells the phase of each alarm at the cursor", async ({ page }) => {
  await opened(page, "crowd");
  const chart = page.locator("#response-time");
  const plot = chart.locator(".plot");
  const [cpu, p99] = [
    chart.locator(".legend-item.flag b").nth(0),
    chart.locator(".legend-item.flag b").nth(1),
  ];
  const spokenText = chart.locator("[aria-live]");
  await plot.focus();
  await page.keyboard.press("Home");
  await expect(cpu).toHaveText("");
  await expect(spokenText).not.toContainText("cpu of the host");
  for (let at = 0; at < 25; at += 1) await page.keyboard.press("Shift+ArrowRight");
  await expect(chart.locator(".at")).toHaveText("4:10");
  await expect(cpu).toHaveText("pending");
  await expect(spokenText).toContainText("cpu of the host 4:24–5:24, 7:24–8:10 pending");
  for (let at = 0; at < 2; at += 1) await page.keyboard.press("Shift+ArrowRight");
  await expect(cpu).toHaveText("firing");
  await expect(p99).toHaveText("firing");
});

test("flags and bands are drawn on the canvas at the times of the firings", async ({ page }) => {
  await opened(page, "crowd");
  const plot = page.locator("#response-time .plot");
  /** Part of the pixels in columns of the plot, from one part of its width to another, that are of the flags' color. */
  const inked = (from: number, to: number): Promise<number> =>
    plot.evaluate(
      (element, [left = 0, right = 0]) => {
        const canvas = element.querySelector("canvas");
        const over = element.querySelector<HTMLElement>(".u-over");
        if (!canvas || !over) throw new Error("no chart");
        const ratio = canvas.width / canvas.clientWidth;
        const [x, width] = [over.offsetLeft * ratio, over.clientWidth * ratio];
        const [first, columns] = [Math.round(x + left * width), Math.round((right - left) * width)];
        const top = Math.round(over.offsetTop * ratio);
        const height = Math.round(over.clientHeight * ratio);
        const { data } = canvas.getContext("2d")?.getImageData(first, top, columns, height) ?? { data: [] };
        let inked = 0;
        for (let at = 0; at < data.length; at += 4)
          inked +=
            Math.abs((data[at] ?? 0) - 150) +
              Math.abs((data[at + 1] ?? 0) - 32) +
              Math.abs((data[at + 2] ?? 0) - 122) <
            40
              ? 1
              : 0;
        return inked / (data.length / 4);
      },
      [from, to],
    );
  // The axis ends at 505 s; the first flags are at 264 s and the last one at 444 s.
  expect(await inked(0, 0.5)).toBe(0);
  expect(await inked(262 / 505, 268 / 505)).toBeGreaterThan(0.3);
  expect(await inked(442 / 505, 446 / 505)).toBeGreaterThan(0.15);
});

test("over a whole run each firing is in its own trial", async ({ page }) => {
  await opened(page, "held");
  await expect(page.locator("#rate .legend-item.flag")).toContainText(
    "throttling of api 1:22–1:30, 7:28–8:18",
  );
  await expect(page.locator("table.apdex-map")).toHaveCount(0);
});

test("without alarms there is neither a flag nor a note on bands", async ({ page }) => {
  await opened(page, "full");
  await expect(page.locator("#load figure").first()).toBeVisible();
  await expect(page.locator(".flag-sign")).toHaveCount(0);
  await expect(page.locator("#load")).not.toContainText("hatched band");
});

test("alarms are told in Russian and Chinese", async ({ page }) => {
  await opened(page, "crowd");
  await spoken(page, "ru");
  await expect(page.locator(".alarm-row th")).toHaveText("Триггеры");
  await expect(page.locator(".alarm-row td").nth(5)).toHaveAttribute("title", /сработал на 7:24/);
  await spoken(page, "zh");
  await expect(page.locator(".alarm-row th")).toHaveText("告警");
});
