// The mix of mix.yaml for k6: 64 VUs without pauses, each operation's times under its own name.
import { check } from "k6";
import { SharedArray } from "k6/data";
import http from "k6/http";

export { handleSummary } from "./summary.js";

const url = __ENV.URL;
const ids = new SharedArray("ids", () => open("./ids.csv").trim().split("\n").slice(1));
const headers = { "Content-Type": "application/json" };
const operations = ["get", "batch", "create", "update"];
// A tag gets a histogram of its own only where a threshold names it.
const each = operations.map((name) => [`http_req_duration{name:${name}}`, ["max>=0"]]);

export const options = {
  discardResponseBodies: true,
  scenarios: { mix: { executor: "constant-vus", vus: 64, duration: `${__ENV.SECONDS}s` } },
  thresholds: Object.fromEntries(each),
};

const randomId = () => ids[Math.floor(Math.random() * ids.length)];

function call() {
  const drawn = Math.random() * 100;
  if (drawn < 70) {
    return http.get(`${url}/status/${randomId()}`, { tags: { name: "get" } });
  }
  if (drawn < 90) {
    const ten = Array.from({ length: 10 }, randomId).join(",");
    return http.get(`${url}/status?ids=${ten}`, { tags: { name: "batch" } });
  }
  if (drawn < 95) {
    return http.post(`${url}/status`, '{"status": 3}', { headers, tags: { name: "create" } });
  }
  return http.put(`${url}/status/${randomId()}`, '{"status": 4}', { headers, tags: { name: "update" } });
}

export default function () {
  check(call(), { "status is 200": (reply) => reply.status === 200 });
}
