// The standard server of Node.js with the routes of the conformance tests (tests/servers/README.md).
import { createHash } from "node:crypto";
import { createServer } from "node:http";
import { gzipSync } from "node:zlib";

const LARGE = Buffer.alloc(5 << 20, "0123456789abcdef");
const options = Object.fromEntries(process.argv.slice(2).map((word) => word.replace(/^-+/, "").split("=")));
const counts = { requests: {}, connections: 0, most: 0, held: 0 };
const carried = new WeakMap();
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

function fixed(reply, body, headers = {}) {
  reply.writeHead(200, { ...headers, "content-length": Buffer.byteLength(body) });
  reply.end(body);
}

async function pieces(reply, count, gapMs) {
  for (let number = 0; number < count; number += 1) {
    reply.write("piece ");
    await pause(gapMs);
  }
}

/** Gives the body back when it is the one that its header tells of. */
async function echo(request, reply) {
  const parts = [];
  for await (const part of request) parts.push(part);
  const body = Buffer.concat(parts);
  if (createHash("sha256").update(body).digest("hex") === request.headers["x-sha256"]) {
    fixed(reply, body);
  } else {
    reply.writeHead(400).end();
  }
}

const ROUTES = {
  "/length": (_, reply) => fixed(reply, "hello"),
  "/empty": (_, reply) => fixed(reply, ""),
  "/chunked": async (_, reply) => {
    await pieces(reply, 5, 0);
    reply.end();
  },
  "/trailers": async (_, reply) => {
    reply.writeHead(200, { trailer: "X-First, X-Second" });
    await pieces(reply, 3, 0);
    reply.addTrailers({ "X-First": "one", "X-Second": "two" });
    reply.end();
  },
  "/hints": (_, reply) => {
    reply.writeEarlyHints({ link: "</style.css>; rel=preload" });
    reply.writeProcessing();
    fixed(reply, "hello");
  },
  "/close": (_, reply) => fixed(reply, "hello", { connection: "close" }),
  "/until-close": (_, reply) => {
    reply.useChunkedEncodingByDefault = false;
    reply.removeHeader("transfer-encoding");
    reply.writeHead(200, { connection: "close" });
    reply.end("hello until the end");
  },
  "/large": (_, reply) => fixed(reply, LARGE),
  "/large-chunked": (_, reply) => {
    reply.write(LARGE.subarray(0, LARGE.length / 2));
    reply.end(LARGE.subarray(LARGE.length / 2));
  },
  "/slow": async (_, reply) => {
    await pieces(reply, 5, 30);
    reply.end();
  },
  "/echo": echo,
  "/continue": echo,
  "/early": (_, reply) => fixed(reply, "enough"),
  "/cookie": (_, reply) =>
    fixed(reply, "hello", { "set-cookie": ["sid=abc; Path=/; HttpOnly", "theme=dark; Max-Age=60"] }),
  "/gzip": (_, reply) => fixed(reply, gzipSync(Buffer.alloc(10_000, "a")), { "content-encoding": "gzip" }),
  "/json": (_, reply) =>
    fixed(reply, '{"token": "t-1", "items": [{"id": 7}, {"id": 8}]}', { "content-type": "application/json" }),
  "/stats": (_, reply) => fixed(reply, JSON.stringify(counts)),
};

function status(request, reply) {
  const code = Number(request.url.slice(1));
  const known = code >= 200 && code < 600 ? code : 404;
  const moved = known >= 300 && known < 400 && known !== 304;
  reply.writeHead(known, moved ? { location: "/length" } : {}).end();
}

async function answer(request, reply) {
  if (request.url !== "/stats") {
    const number = (carried.get(request.socket) ?? 0) + 1;
    carried.set(request.socket, number);
    counts.most = Math.max(counts.most, number);
    const name = `${request.method} ${request.url}`;
    counts.requests[name] = (counts.requests[name] ?? 0) + 1;
  }
  await (ROUTES[request.url] ?? status)(request, reply);
}

const server = createServer(answer);
server.maxRequestsPerSocket = Number(options.limit ?? 0);
server.on("connection", () => {
  counts.connections += 1;
});
server.on("checkContinue", (request, reply) => {
  reply.writeContinue();
  answer(request, reply);
});

function listening(target, place) {
  return new Promise((resolve, reject) => {
    target.once("error", reject);
    target.listen(place, () => resolve(target.address()));
  });
}

const places = {};
if (options.unix) {
  places.unix = await listening(server, { path: options.unix });
} else {
  places.http = `127.0.0.1:${(await listening(server, { host: "127.0.0.1", port: 0 })).port}`;
}
console.log(JSON.stringify(places));
// Ends with the test that holds the other end.
process.stdin.resume().on("end", () => process.exit(0));
