// Open model for k6: a plain GET at a constant arrival rate, with at most so many users; its summary is one line of JSON.
import http from "k6/http";

export const options = {
  discardResponseBodies: true,
  summaryTrendStats: ["p(50)", "p(90)", "p(95)", "p(99)", "p(99.9)"],
  scenarios: {
    steady: {
      executor: "constant-arrival-rate",
      rate: Number(__ENV.RATE),
      timeUnit: "1s",
      duration: `${__ENV.SECONDS}s`,
      preAllocatedVUs: Number(__ENV.USERS),
      maxVUs: Number(__ENV.USERS),
    },
  },
};

export default function () {
  http.get(`${__ENV.URL}/`);
}

export function handleSummary(data) {
  const dropped = data.metrics.dropped_iterations;
  const line = {
    duration_ms: data.metrics.http_req_duration.values,
    requests: data.metrics.http_reqs.values.count,
    dropped: dropped ? dropped.values.count : 0,
  };
  return { stdout: `${JSON.stringify(line)}\n` };
}
