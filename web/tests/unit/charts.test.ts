import { expect, test, vi } from "vitest";

// uPlot asks for the ratio of pixels as it is loaded, which only a browser has.
vi.hoisted(() => {
  vi.stubGlobal("matchMedia", () => ({
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  vi.stubGlobal("devicePixelRatio", 1);
});

const { decades, valueScale } = await import("../../src/chart/axes");
const { labelPlace } = await import("../../src/chart/marks");
const { onEachOther, padded } = await import("../../src/chart/TimeChart");
const { groupOf, readingCharts, withGaps } = await import("../../src/data/readings");

function reading(probe: string, name: string, unit: string, at_s = [0, 1, 2], value = [1, 2, 3]) {
  return { probe, name, unit, at_s, value };
}

test("a logarithmic axis has 1, 2, 5 and their tenfolds, and powers alone where it is wide", () => {
  expect(decades(3, 120)).toEqual([5, 10, 20, 50, 100]);
  expect(decades(0.1, 1000)).toEqual([0.1, 1, 10, 100, 1000]);
});

test("a narrow logarithmic axis has two values at least, and no crowd of them", () => {
  expect(decades(12.6, 22.8)).toEqual([15, 20]);
  expect(decades(12.2, 19.1)).toEqual([14, 16, 18]);
  expect(decades(0.51, 0.8)).toEqual([0.6, 0.7, 0.8]);
  for (let low = 0.0013; low < 5000; low *= 1.037) {
    for (const wide of [1.05, 1.5625, 1.9, 2.4, 4, 30, 3000]) {
      const found = decades(low, low * wide);
      expect(found.length, `${low} and ${wide} times as much`).toBeGreaterThan(1);
      expect(found.length).toBeLessThan(10);
      expect(found.every((value) => value >= low && value <= low * wide)).toBe(true);
    }
  }
});

test("the label of a threshold is not cut off at the top of its chart", () => {
  for (const ratio of [1, 1.5, 2]) {
    expect(labelPlace(100 * ratio, 10 * ratio, ratio)).toEqual({ y: 98 * ratio, baseline: "bottom" });
    expect(labelPlace(20 * ratio, 10 * ratio, ratio)).toEqual({ y: 23 * ratio, baseline: "top" });
  }
});

test("a scale shows all values: a linear one from zero, a logarithmic one without it", () => {
  expect(valueScale([5, null, 100], false).range).toEqual([0, 108]);
  expect(valueScale([0, 5, 100], true).range).toEqual([4, 125]);
  expect(valueScale([null], true).range).toEqual([1, 10]);
});

test("every chart reaches from the begin to the end of the run", () => {
  const [times, values] = padded([2, 3], [{ label: "", values: [7, 8], stroke: "" }], 9);
  expect(times).toEqual([0, 2, 3, 9]);
  expect(values).toEqual([null, 7, 8, null]);
});

test("parts of a whole are drawn on each other, the highest first; what is no part stays as it is", () => {
  const line = (label: string, ...values: number[]) => ({ label, values, stroke: "" });
  const drawn = onEachOther([line("ours", 1, 2), line("others", 0.5, 0), line("waited", 9, 9)], 2);
  expect(drawn.map(({ label, values }) => [label, values])).toEqual([
    ["others", [1.5, 2]],
    ["ours", [1, 2]],
    ["waited", [9, 9]],
  ]);
});

test("who used the machine is one chart in the order of its parts, and strangers by name another", () => {
  const names = ["waited_cores", "foreign_cores", "ours_cores", "kernel_cores", "stolen_cores"];
  const charts = readingCharts(
    [
      ...names.map((name) => reading("machine", name, "cores")),
      reading("machine:make", "foreign_cores", "cores"),
    ],
    ({ probe, name }) => `${probe} ${name}`,
  );
  expect(charts.map(({ group, stacked, lines }) => [group, stacked, lines.length])).toEqual([
    ["machine", 4, 5],
    ["strangers", 0, 1],
  ]);
  expect(charts[0]?.lines.map(({ label }) => label)).toEqual([
    "machine ours_cores",
    "machine kernel_cores",
    "machine foreign_cores",
    "machine stolen_cores",
    "machine waited_cores",
  ]);
});

test("a line is broken where nothing was read", () => {
  expect(withGaps(reading("host", "x", "", [0, 1, 2, 9, 10], [1, 1, 1, 1, 1]))).toEqual([
    [0, 1, 2, 3, 9, 10],
    [1, 1, 1, null, 1, 1],
  ]);
});

test("a stranger used nothing while the machine was read without it", () => {
  const charts = readingCharts(
    [
      reading("machine", "ours_cores", "cores", [0, 1, 2, 3], [1, 1, 1, 1]),
      reading("machine:make", "foreign_cores", "cores", [1, 3], [0.5, 0.7]),
    ],
    (one) => one.probe,
  );
  expect(charts.map(({ group, lines }) => [group, lines[0]?.values])).toEqual([
    ["machine", [1, 1, 1, 1]],
    ["strangers", [0, 0.5, 0, 0.7]],
  ]);
});

test("readings are put together by what they tell of and by unit; shares become per cent", () => {
  expect(groupOf(reading("cgroup:api", "throttled_share", ""))).toBe("cpu");
  expect(groupOf(reading("process:api", "written_mib_per_s", "MiB/s"))).toBe("disk");
  expect(groupOf(reading("generator", "pss_mib", "MiB"))).toBe("generator");
  const charts = readingCharts(
    [
      reading("host", "steal_share", "share", [0], [0.25]),
      reading("process:a", "pss_mib", "MiB"),
      reading("process:b", "pss_mib", "MiB", [0.5, 1]),
    ],
    (one) => one.probe,
  );
  expect(charts.map(({ group, unit, lines }) => [group, unit, lines.length])).toEqual([
    ["cpu", "%", 1],
    ["memory", "MiB", 2],
  ]);
  expect(charts[0]?.lines[0]?.values).toEqual([25]);
  expect(charts[1]?.times).toEqual([0, 0.5, 1, 2]);
});

test("descriptors stand apart from threads, and readings of the generator by what they tell of", () => {
  const charts = readingCharts(
    [
      reading("process:a", "threads", ""),
      reading("process:a", "descriptors", "", [0], [1000]),
      reading("process:a", "involuntary_switches_per_s", "1/s"),
      reading("generator", "threads", ""),
      reading("generator", "descriptors", "", [0], [1000]),
    ],
    (one) => one.name,
  );
  expect(charts.map(({ group, kind }) => `${group} ${kind}`)).toEqual([
    "tasks tasks",
    "descriptors descriptors",
    "switches switches",
    "generator tasks",
    "generator descriptors",
  ]);
});

test("figures of one pool, of one heap and of one database's sessions share a chart", () => {
  const names = ["pool_active", "pool_pending", "pool_acquire_ms", "heap_mib", "heap_max_mib"];
  const sessions = ["sessions_total", "sessions_limit", "sessions_waiting_io", "sessions_waiting_lock"];
  const charts = readingCharts(
    [
      ...names.map((name) => reading("prometheus:api", name, /_(ms|mib)$/.exec(name)?.[1] ?? "")),
      ...sessions.map((name) => reading("postgres:postgres", name, "")),
    ],
    (one) => one.name,
  );
  expect(charts.map(({ group, lines }) => [group, ...lines.map((line) => line.label)])).toEqual([
    ["database", "sessions_total", "sessions_limit"],
    ["database", "sessions_waiting_io", "sessions_waiting_lock"],
    ["prometheus", "pool_active", "pool_pending"],
    ["prometheus", "pool_acquire_ms"],
    ["prometheus", "heap_mib", "heap_max_mib"],
  ]);
});

test("other machines have their processors and memory in a chart with this one, apart from services", () => {
  const charts = readingCharts(
    [
      reading("host", "cpu_busy_share", ""),
      reading("node:app1", "cpu_busy_share", ""),
      reading("node:app1", "swap_out_mib_per_s", "MiB/s"),
      reading("process:api", "cpu_share", ""),
    ],
    ({ probe, name }) => `${probe} ${name}`,
  );
  expect(charts.map((chart) => [chart.group, chart.lines.map((line) => line.label)])).toEqual([
    ["cpu", ["host cpu_busy_share", "node:app1 cpu_busy_share"]],
    ["cpu", ["process:api cpu_share"]],
    ["memory", ["node:app1 swap_out_mib_per_s"]],
  ]);
});
