import { expect, type Page, test } from "@playwright/test";

import { addressOf, opened, spoken, unfolded } from "./sample-pages";

const MINUTES = 6;
const CHARTS = "#load figure, #heat figure, #resources figure";
/** End of the time axis of the charts, in seconds; the trial begins at 4 s. */
const END_S = 505;

/** Colors of the light page. */
const [INJECTION, FAILED] = [
  [0, 103, 122],
  [179, 38, 30],
];

/** Share of the pixels of a chart between two instants that have a color. */
function inked(
  page: Page,
  chart: string,
  fromS: number,
  toS: number,
  ink: readonly number[],
): Promise<number> {
  return page.locator(`${chart} .plot`).evaluate(
    (element, { from, to, color }) => {
      const canvas = element.querySelector("canvas");
      const over = element.querySelector<HTMLElement>(".u-over");
      const context = canvas?.getContext("2d");
      if (!canvas || !over || !context) throw new Error("no chart");
      const ratio = canvas.width / canvas.clientWidth;
      const [x, width] = [over.offsetLeft * ratio, over.clientWidth * ratio];
      const [first, columns] = [Math.round(x + from * width), Math.max(1, Math.round((to - from) * width))];
      const [top, height] = [Math.round(over.offsetTop * ratio), Math.round(over.clientHeight * ratio)];
      const { data } = context.getImageData(first, top, columns, height);
      let count = 0;
      for (let at = 0; at < data.length; at += 4) {
        const distance = color.reduce(
          (sum, part, place) => sum + Math.abs((data[at + place] ?? 0) - part),
          0,
        );
        count += distance < 40 ? 1 : 0;
      }
      return count / (data.length / 4);
    },
    { from: fromS / END_S, to: toS / END_S, color: [...ink] },
  );
}

test("every chart over time has its injections in the legend, with their times and states", async ({
  page,
}) => {
  await opened(page, "injected");
  await unfolded(page);
  const charts = await page.locator(CHARTS).all();
  expect(charts.length).toBeGreaterThan(6);
  for (const chart of charts) {
    const items = chart.locator(".legend-item.injection");
    await expect(items).toHaveCount(4);
    await expect(chart.locator(".legend-item.injection .injection-sign")).toHaveCount(4);
    await expect(items.nth(0)).toContainText("backlog (sql) 1:04–2:04, 3:24–4:24, 5:44–6:44");
    await expect(items.nth(1)).toContainText("frozen api (stop) 3:54–4:54");
    await expect(items.nth(2)).toContainText("flag (http) 0:24–0:36 (failed)");
    await expect(items.nth(3)).toContainText("(network) 6:29–7:14 (not undone)");
    await expect(chart.locator(".plot")).toHaveAttribute(
      "aria-label",
      /Injections: backlog \(sql\) 1:04–2:04/,
    );
  }
  await expect(page.locator("#load")).toContainText("a patterned band is the time of the problem");
});

test("injections that overlap have patterns of their own", async ({ page }) => {
  await opened(page, "injected");
  const patterns = page.locator("#rate .legend-item.injection pattern path");
  const drawn = await patterns.evaluateAll((all) => all.map((path) => path.getAttribute("d")));
  expect(new Set(drawn).size).toBe(4);
  const ids = await page.locator("svg pattern").evaluateAll((all) => all.map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
});

test("a name with markup from outside is a text, and its direction marks are seen", async ({ page }) => {
  await opened(page, "injected");
  await expect(page).not.toHaveTitle("owned");
  await expect(page.locator(".legend-item.injection").nth(3)).toContainText("</script><img src=x");
  await expect(page.locator("img")).toHaveCount(0);
  expect(await page.locator("main").textContent()).not.toContain("\u202e");
});

test("the keyboard tells the phase of each injection at the cursor", async ({ page }) => {
  await opened(page, "injected");
  const chart = page.locator("#response-time");
  const phases = chart.locator(".legend-item.injection b");
  const spokenText = chart.locator("[aria-live]");
  const to = async (clock: string, key = "Shift+ArrowRight"): Promise<void> => {
    for (let steps = 0; (await chart.locator(".at").textContent()) !== clock; steps += 1) {
      expect(steps, `the cursor comes to ${clock}`).toBeLessThan(60);
      await page.keyboard.press(key);
    }
  };
  await chart.locator(".plot").focus();
  await page.keyboard.press("Home");
  await expect(phases).toHaveText(["", "", "", ""]);
  await expect(spokenText).not.toContainText("backlog");
  await to("0:30");
  await expect(phases).toHaveText(["", "", "failed", ""]);
  await to("1:30");
  await expect(phases).toHaveText(["active", "", "", ""]);
  await expect(spokenText).toContainText("backlog (sql) 1:04–2:04, 3:24–4:24, 5:44–6:44 active");
  await to("2:20");
  await expect(phases).toHaveText(["recovery", "", "", ""]);
  await to("2:40");
  await expect(phases).toHaveText(["", "", "", ""]);
  await to("4:00");
  await expect(phases).toHaveText(["active", "active", "", ""]);
  await to("4:20");
  await to("4:26", "ArrowRight");
  await expect(phases).toHaveText(["being undone", "active", "", ""]);
  await to("6:36");
  await expect(phases).toHaveText(["active", "", "", "active"]);
  await to("8:06");
  await expect(phases).toHaveText(["", "", "", "not undone"]);
});

test("bands, their ends and the recovery are drawn on the canvas at their times", async ({ page }) => {
  await opened(page, "injected");
  for (const chart of ["#rate", "#heat figure", "#response-time"]) {
    if (chart.startsWith("#heat")) await unfolded(page, "#heat");
    // The lines are the strongest part; a band between its lines has its pattern alone.
    for (const at of [64, 124, 204, 344, 404])
      expect(await inked(page, chart, at - 1, at + 1, INJECTION), `${chart} at ${at} s`).toBeGreaterThan(
        0.12,
      );
    // A dotted line has some half of the ink.
    const dotted = await inked(page, chart, 148.4, 150.4, INJECTION);
    expect(dotted, `${chart}: recovery`).toBeGreaterThan(0.05);
    expect(dotted).toBeLessThan(await inked(page, chart, 123, 125, INJECTION));
    expect(await inked(page, chart, 433, 435, FAILED), `${chart}: not undone`).toBeGreaterThan(0.12);
    expect(await inked(page, chart, 160, 195, INJECTION), `${chart}: between`).toBeLessThan(0.005);
  }
});

test("over a whole run each occurrence is in its own trial", async ({ page }) => {
  await opened(page, "injected-run");
  const items = page.locator("#rate .legend-item.injection");
  await expect(items.first()).toContainText("heat (pressure) 1:15–1:25, 6:18–6:48, 7:18–7:48");
  await expect(items.last()).toContainText(/^often \(command\) 5:23–5:25, 5:27–5:29, 5:31–5:33, 37 more$/);
  await expect(page.locator(".injection-row")).toHaveCount(0);
});

test("a sign is above each minute with an injection, and says which", async ({ page }) => {
  await opened(page, "injected");
  const cells = page.locator("table.apdex-map .injection-row td");
  await expect(cells).toHaveCount(MINUTES);
  await expect(page.locator(".injection-row .injection-sign")).toHaveCount(5);
  await expect(cells.nth(0)).toHaveText("");
  await expect(cells.nth(1)).toHaveAttribute("title", "backlog (sql) 3:24–4:24; frozen api (stop) 3:54–4:54");
  await expect(cells.nth(1)).toContainText("2");
  await expect(cells.nth(5).locator(".visually-hidden")).toContainText("(network) 6:29–7:14 (not undone)");
  await expect(cells.nth(5).locator("rect")).toHaveAttribute("stroke", "var(--failed)");
  await expect(cells.nth(4).locator("rect")).toHaveAttribute("stroke", "var(--injection)");
  const legend = page.locator(".apdex-legend .injection");
  await expect(legend).toHaveCount(4);
  await expect(legend.first()).toContainText("min 2–3: backlog (sql) 3:24–4:24");
});

test("without injections there is neither a sign nor a note on bands", async ({ page }) => {
  await opened(page, "full");
  await expect(page.locator("#load figure").first()).toBeVisible();
  await expect(page.locator(".injection-sign, .injection-row")).toHaveCount(0);
  await expect(page.locator("#load")).not.toContainText("patterned band");
});

test("a dark and narrow page has the bands, and nothing wider than the screen", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${addressOf("injected")}?theme=dark`);
  await unfolded(page);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
  expect(await inked(page, "#response-time", 60, 68, [86, 207, 224])).toBeGreaterThan(0.02);
});

test("paper has the bands in the colors of the light page", async ({ page }) => {
  await page.setViewportSize({ width: 690, height: 1000 });
  await page.goto(`${addressOf("injected")}?theme=dark`);
  await unfolded(page);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => inked(page, "#response-time", 203, 205, INJECTION)).toBeGreaterThan(0.2);
  await expect(page.locator("#rate .legend-item.injection").first()).toBeVisible();
});

test("injections are told in Russian and Chinese", async ({ page }) => {
  await opened(page, "injected");
  await spoken(page, "ru");
  await expect(page.locator(".injection-row th")).toHaveText("Эмуляция проблем");
  await expect(page.locator("#rate .legend-item.injection").nth(3)).toContainText("6:29–7:14 (не отменена)");
  await expect(page.locator("#load")).toContainText("Красная полоса: проблема не отменена");
  await spoken(page, "zh");
  await expect(page.locator(".injection-row th")).toHaveText("故障注入");
  await expect(page.locator("#rate .legend-item.injection").nth(2)).toContainText("（失败）");
});
