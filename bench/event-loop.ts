import { setTimeout as wait } from "node:timers/promises";
import { monitorEventLoopDelay } from "node:perf_hooks";
import type { FastifyInstance, InjectOptions } from "fastify";
import { basePath } from "@vetrina/contract/api";
import {
  openToAll,
  worstBodies,
} from "../apps/server/src/platform/http/bodies/worst-bodies.fixture.ts";
import { maxFormBytes } from "../apps/server/src/platform/http/bodies/read-form.ts";
import type { BenchServer } from "./bench-server.ts";
import { ownApp } from "./own-app.ts";
import type { Row } from "./table.ts";

/** The maximum number of milliseconds that an anonymous caller's request may block the event loop. */
const boundMs = 20;
const rounds = 4;
const store = "sorvela";
/** Leaves room below Node's limit of 16 KiB for URL and headers. */
const headerBytes = 15_000;

/**
 * Measures, in this process, how long the event loop is blocked by the worst requests that an anonymous caller can
 * send.
 */
export async function measureEventLoop(server: BenchServer): Promise<Row[]> {
  // React reads NODE_ENV when the pages are loaded.
  process.env["NODE_ENV"] = "production";
  const { app, close } = await ownApp(server);
  try {
    const groups = {
      "JSON bodies": bodies(await anyProduct(app)),
      "addresses and headers of the API": headers(`${basePath}/products/store/${store}`),
      "pages, beyond the plain one": [
        ...headers("/search").map(({ kind, request }) => ({
          kind,
          request,
          plain: page("/search"),
        })),
        ...forms(),
      ],
    };
    const rows: Row[] = [];
    for (const [what, requests] of Object.entries(groups))
      rows.push(await rowOf(app, what, requests));
    return rows;
  } finally {
    await close();
  }
}

/**
 * A request to measure. `plain` is the same page without the extra load; its time is subtracted, because an anonymous
 * caller can't increase it.
 */
type Sent = { kind: string; request: InjectOptions; plain?: InjectOptions };

async function rowOf(app: FastifyInstance, what: string, requests: readonly Sent[]): Promise<Row> {
  let worst = { kind: "", ms: 0 };
  for (const { kind, request, plain } of requests) {
    const own = plain === undefined ? 0 : await longestBlock(app, plain);
    const ms = (await longestBlock(app, request)) - own;
    if (ms > worst.ms) worst = { kind, ms };
  }
  return {
    what: `Event loop: ${what}`,
    ours: worst.ms,
    yardstick: null,
    unit: "ms",
    reach: boundMs,
    against: `the longest block by ${requests.length} of them: ${worst.kind}`,
  };
}

/**
 * How long one request blocks the event loop. Takes the minimum of several rounds, because other work on the machine
 * only adds time.
 */
async function longestBlock(app: FastifyInstance, request: InjectOptions): Promise<number> {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  let least = Infinity;
  for (let round = 0; round < rounds; round += 1) {
    delay.enable();
    await wait(3);
    delay.reset();
    await app.inject(request);
    await wait(3);
    delay.disable();
    least = Math.min(least, delay.max / 1e6);
  }
  return least;
}

async function anyProduct(app: FastifyInstance): Promise<string> {
  const answer = await app.inject({ url: `${basePath}/products/store/${store}?limit=1` });
  const [product] = answer.json<{ items: { id: string }[] }>().items;
  if (product === undefined) throw new Error("the demo has no product");
  return product.id;
}

function bodies(productId: string): Sent[] {
  return openToAll.flatMap(({ name, endpoint }) => {
    const address = endpoint.path.replace("{storeId}", store).replaceAll(/\{\w+\}/g, productId);
    return worstBodies(endpoint).map(({ kind, json }) => ({
      kind: `${name}, ${kind}`,
      request: {
        method: endpoint.method,
        url: basePath + address,
        headers: { host: "localhost", "content-type": "application/json" },
        payload: json,
      },
    }));
  });
}

function page(url: string): InjectOptions {
  return { url, headers: { host: "localhost" } };
}

function filled(part: string, bytes: number): string {
  return part.repeat(Math.floor(bytes / part.length));
}

function headers(path: string): Sent[] {
  const names = ["size", "color", "category", "price", "department"];
  const queries = {
    "one value many times": filled("color=a&", headerBytes),
    "values with commas": `color=${filled("a,", headerBytes)}`,
    "many values": names
      .map((name) => Array.from({ length: 50 }, (_, i) => `${name}=${i}`).join("&"))
      .join("&"),
    "many names": Array.from({ length: 2000 }, (_, i) => `k${i}=`).join("&"),
    "a long name": `name=${filled("a+", headerBytes)}`,
  };
  const sent = {
    "many cookies": { cookie: filled("a=b;", headerBytes) },
    "many languages": { "accept-language": filled("en,", headerBytes) },
    "many versions": { "if-match": filled('"1",', headerBytes) },
    "many tags": { "if-none-match": filled('"1",', headerBytes) },
    "a long token": { authorization: `Bearer ${filled("a.", headerBytes)}` },
    "many proxies": { "x-forwarded-for": filled("1.1.1.1,", headerBytes) },
  };
  return [
    ...Object.entries(queries).map(([kind, query]) => ({
      kind: `${path}, ${kind}`,
      request: { url: `${path}?${query}`, headers: { host: "localhost" } },
    })),
    ...Object.entries(sent).map(([kind, more]) => ({
      kind: `${path}, ${kind}`,
      request: { url: path, headers: { host: "localhost", ...more } },
    })),
  ];
}

function forms(): Sent[] {
  const part = '--b\r\ncontent-disposition: form-data; name="a"\r\n\r\n\r\n';
  const texts: [string, string, string][] = [
    ["many fields", "application/x-www-form-urlencoded", filled("a&", maxFormBytes)],
    [
      "a long field",
      "application/x-www-form-urlencoded",
      `email=${filled("%3C", maxFormBytes - 6)}`,
    ],
    ["many parts", "multipart/form-data; boundary=b", filled(part, maxFormBytes)],
  ];
  return ["/login", "/register", "/order-tracking", "/?index"].flatMap((url) =>
    texts.map(([kind, type, payload]) => ({
      kind: `${url}, ${kind}`,
      plain: page(url),
      request: {
        method: "POST" as const,
        url,
        headers: { host: "localhost", "content-type": type },
        payload,
      },
    })),
  );
}
