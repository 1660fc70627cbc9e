// The users of visitors.yaml for k6, whose VUs start each iteration with an empty cookie jar.
import { check, sleep } from "k6";
import http from "k6/http";

export { handleSummary } from "./summary.js";

const url = __ENV.URL;

export const options = {
  discardResponseBodies: true,
  scenarios: { visitors: { executor: "constant-vus", vus: 3000, duration: `${__ENV.SECONDS}s`, gracefulStop: "30s" } },
};

const think = () => sleep(1 + 2 * Math.random());

function visit(page) {
  check(http.get(`${url}/${page}`), { "status is 200": (reply) => reply.status === 200 });
}

export default function () {
  if (__ITER === 0) {
    sleep(3 * Math.random());
  }
  visit("login");
  think();
  visit("catalog");
  think();
  visit("basket");
  think();
}
