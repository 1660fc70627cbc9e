// What the bench reads of k6, as one line of JSON on standard output.
export function handleSummary(data) {
  const metrics = data.metrics;
  const line = {
    requests: metrics.http_reqs.values.count,
    rate: metrics.http_reqs.values.rate,
    failed: metrics.checks.values.fails,
    dropped: metrics.dropped_iterations ? metrics.dropped_iterations.values.count : 0,
  };
  return { stdout: `${JSON.stringify(line)}\n` };
}
