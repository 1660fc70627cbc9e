// Healthy: a cache that is full after so many calls. Usage: node cache.mjs PORT
import { createServer } from "node:http";

const MOST_ENTRIES = 3500;
const ENTRY_BYTES = 4096;
const entries = new Map();
let calls = 0;

createServer((request, response) => {
  if (request.url !== "/healthz") {
    calls += 1;
    entries.set(calls, Buffer.alloc(ENTRY_BYTES));
    entries.delete(calls - MOST_ENTRIES);
  }
  response.writeHead(204).end();
}).listen(Number(process.argv[2]), "127.0.0.1");
