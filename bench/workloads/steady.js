// Open model for k6: a plain GET at a constant arrival rate.
import { check } from "k6";
import http from "k6/http";

export { handleSummary } from "./summary.js";

const url = `${__ENV.URL}/`;

export const options = {
  discardResponseBodies: true,
  scenarios: {
    steady: {
      executor: "constant-arrival-rate",
      rate: Number(__ENV.RATE),
      timeUnit: "1s",
      duration: `${__ENV.SECONDS}s`,
      preAllocatedVUs: 64,
      maxVUs: 1000,
    },
  },
};

export default function () {
  check(http.get(url), { "status is 200": (reply) => reply.status === 200 });
}
