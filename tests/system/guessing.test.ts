// @module-tag slow

import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { password, seedUser, tokenIn } from "../../apps/server/src/domains/users/user.fixture.ts";
import { seedProduct, seedStore } from "../seed.ts";
import { workOf } from "../work-of.ts";
import { test as base, type World } from "../world.ts";

/**
 * The number of attempts in a run of attemptAll(). ATTEMPTS=100000 makes 100,000 and prints the results; the default is
 * only a few hundred.
 */
const attempts = Number(process.env["ATTEMPTS"] ?? 360);
const targets = 6;
/**
 * Each email is tried from this many networks. `checked` is how many of the attempts per email reach the password check
 * within 15 minutes.
 */
const networks = 5;
const checked = networks * 5;
const timeout = 600_000 + attempts * 40;
const test = base.extend({ options: { rateLimits: true } });

type Kind = "known" | "unknown";
/** `from` identifies the network. By default, each call comes from a different network. */
type Asked = { method?: "GET" | "POST"; url: string; body?: object; from?: number };
type Answer = { said: string; headers: string };
type Attempt = Answer & { kind: Kind; target: number; ms: number };

/**
 * Makes `attempts` calls, alternately for known and unknown targets, such as emails with and without an account. Some
 * run concurrently.
 */
async function attemptAll(
  world: World,
  request: (kind: Kind, target: number, i: number) => Asked,
): Promise<Attempt[]> {
  const made: Attempt[] = [];
  const start = Date.now();
  const concurrency = 8;
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < attempts; i = next++) {
      const kind = i % 2 === 0 ? "known" : "unknown";
      const target = Math.floor(i / 2) % targets;
      const began = performance.now();
      const answer = await ask(world, i, request(kind, target, i));
      made.push({ ...answer, kind, target, ms: performance.now() - began });
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  report(made, Date.now() - start);
  return made;
}

async function ask(
  world: World,
  i: number,
  { method = "GET", url, body, from = i }: Asked,
): Promise<Answer> {
  const answer = await world.app.inject({
    method,
    url: `/api/v1${url}`,
    headers: { host: "localhost", "x-forwarded-for": addressOf(from) },
    ...(body === undefined ? {} : { payload: body }),
  });
  const { traceId: _own, ...said } = answer.json<{ traceId: string }>();
  // The seconds of Retry-After differ, because they count down during the run.
  const text = JSON.stringify(said).replace(/"retryAfterSeconds":\d+/, '"retryAfterSeconds":0');
  return { said: text, headers: Object.keys(answer.headers).toSorted().join() };
}

/** An IPv6 address in a /48 network of its own. */
function addressOf(i: number): string {
  return `2001:${(0x1000 + (i >> 16)).toString(16)}:${(i & 0xffff).toString(16)}::1`;
}

function report(made: readonly Attempt[], ms: number): void {
  if (process.env["ATTEMPTS"] === undefined) return;
  for (const [said, group] of Map.groupBy(made, (one) => one.said)) {
    const of = (kind: Kind) => group.filter((one) => one.kind === kind);
    console.log(
      `${said.slice(0, 90)}: known ${of("known").length} (median ${median(of("known")).toFixed(1)} ms), unknown ${of("unknown").length} (median ${median(of("unknown")).toFixed(1)} ms)`,
    );
  }
  console.log(`${made.length} attempts in ${(ms / 1000).toFixed(0)} s`);
}

function median(made: readonly Attempt[]): number {
  const sorted = made.map((one) => one.ms).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Asserts that known and unknown targets get the same responses with the same headers. */
function expectAlike(made: readonly Attempt[]): void {
  const of = (kind: Kind) => made.filter((one) => one.kind === kind);
  const shapes = (kind: Kind) => new Set(of(kind).map((one) => `${one.said} ${one.headers}`));
  expect(shapes("known")).toEqual(shapes("unknown"));
}

/**
 * Matches the query that refreshes a process's cache of stores. The cache expires every two seconds and is refreshed by
 * the next call, whichever that is.
 */
const ofStoreDirectory = / from catalogue\.stores /;

/**
 * Makes calls for one known and one unknown target, and asserts that they have the same responses, hashes and
 * statements. Hashes and statements are counted, because times vary on a busy machine.
 */
async function expectSameWork(
  world: World,
  times: number,
  request: (kind: Kind, i: number) => Asked,
): Promise<void> {
  const workFor = async (kind: Kind) => {
    const seen = new Set<string>();
    for (let i = 0; i < times; i++) {
      let said = "";
      const work = await workOf(async () => {
        said = codeOf(await ask(world, attempts + i, request(kind, i)));
      });
      const statements = work.statements.filter((text) => !ofStoreDirectory.test(text));
      expect(statements.length).toBeGreaterThan(0);
      seen.add(JSON.stringify({ said, hashes: work.hashes, statements }, null, 1));
    }
    return [...seen].toSorted();
  };
  expect(await workFor("unknown")).toEqual(await workFor("known"));
}

const codeOf = ({ said }: Answer) => (JSON.parse(said) as { code?: string }).code ?? "none";

describe("attempts from many networks reveal nothing", () => {
  test("about passwords", { timeout }, async ({ world }) => {
    const known = await Promise.all(Array.from({ length: targets }, () => seedUser(world)));
    const made = await attemptAll(world, (kind, target, i) => ({
      method: "POST",
      url: "/users/login",
      from: i % (2 * targets * networks),
      body: {
        email: kind === "known" ? known[target]?.email : `nobody-${target}@example.com`,
        password: `wrong ${i}`,
      },
    }));
    expectAlike(made);
    expect(new Set(made.map(codeOf))).toEqual(new Set(["INVALID_CREDENTIALS", "RATE_LIMITED"]));
    // The maximum number of 15-minute windows that the attempts can fall into, if each takes at most 40 ms.
    const windows = 2 + Math.floor((made.length * 40) / 900_000);
    const looked = made.filter((one) => codeOf(one) === "INVALID_CREDENTIALS");
    for (const group of Map.groupBy(looked, (one) => `${one.kind} ${one.target}`).values())
      expect(group.length).toBeLessThanOrEqual(checked * windows);
    expect(looked.length).toBeGreaterThanOrEqual(2 * targets * checked);
    const fresh = await seedUser(world);
    // Enough calls to reach the limit even if a new quarter of an hour starts during the test.
    await expectSameWork(world, 15, (kind, i) => ({
      method: "POST",
      url: "/users/login",
      from: kind === "known" ? attempts + 1 : attempts + 2,
      body: {
        email: kind === "known" ? fresh.email : "fresh@example.com",
        password: `wrong ${i}`,
      },
    }));
  });

  test("about password links and requests for them", { timeout }, async ({ world }) => {
    await seedStore(world);
    const known = await Promise.all(Array.from({ length: targets }, () => seedUser(world)));
    const asked = await attemptAll(world, (kind, target) => ({
      method: "POST",
      url: "/users/forgot-password",
      body: { email: kind === "known" ? known[target]?.email : `nobody-${target}@example.com` },
    }));
    expectAlike(asked);
    expect(new Set(asked.map((one) => one.said))).toEqual(new Set(['{"status":"PENDING"}']));
    const fresh = await seedUser(world);
    await expectSameWork(world, 10, (kind) => ({
      method: "POST",
      url: "/users/forgot-password",
      body: { email: kind === "known" ? fresh.email : "fresh@example.com" },
    }));
    const mails = (await world.sendMails()).filter(({ to }) => to !== fresh.email);
    // Each address with an account gets at most four emails an hour, so eight if a new hour begins during the test.
    // Other addresses get none.
    expect(mails.length).toBeLessThanOrEqual(8 * targets);
    expect(new Set(mails.map((mail) => mail.to))).toEqual(new Set(known.map((one) => one.email)));
    const ids = known.map(({ email }) =>
      Buffer.from(tokenIn(mails.findLast((mail) => mail.to === email)), "base64url").subarray(
        0,
        16,
      ),
    );
    // Some attempts use the id of an open token and guess the rest. Others guess the whole token.
    const tokenOf = (kind: Kind, target: number) => {
      const id = kind === "known" ? (ids[target] ?? randomBytes(16)) : randomBytes(16);
      return Buffer.concat([id, randomBytes(32)]).toString("base64url");
    };
    const reset = (kind: Kind, target: number): Asked => ({
      method: "POST",
      url: "/users/reset-password",
      body: { token: tokenOf(kind, target), password: "summer hats in may" },
    });
    const check = (kind: Kind, target: number): Asked => ({
      method: "POST",
      url: "/users/check-reset-token",
      body: { token: tokenOf(kind, target) },
    });
    for (const attempt of [reset, check]) {
      const made = await attemptAll(world, attempt);
      expectAlike(made);
      await expectSameWork(world, 3, (kind) => attempt(kind, 0));
      expect(new Set(made.map(codeOf))).toEqual(new Set(["TOKEN_INVALID"]));
    }
    const body = { email: known[0]?.email ?? "", password };
    expect(await world.client().users.login({ body })).toBeDefined();
  });

  test("about an order's email", { timeout }, async ({ world }) => {
    const storeId = await seedStore(world, { slug: "mine" });
    const { variantIds } = await seedProduct(world, storeId, { stock: 1000 });
    const numbers: string[] = [];
    for (let i = 0; i < targets; i++) {
      const body = {
        items: [{ variantId: variantIds[0] ?? "", quantity: 1 }],
        email: `buyer-${i}@example.com`,
      };
      numbers.push((await world.client().orders.createOrder({ storeId, body })).orderNumber);
    }
    const lookUp = (kind: Kind, target: number, i: number): Asked => {
      const number = kind === "known" ? numbers[target] : `ZZZZ-000${target}`;
      return { url: `/orders/${number}/thank-you/wrong-${i}%40example.com` };
    };
    const made = await attemptAll(world, lookUp);
    expectAlike(made);
    expect(new Set(made.map(codeOf))).toEqual(new Set(["ORDER_NOT_FOUND", "RATE_LIMITED"]));
    const body = { items: [{ variantId: variantIds[0] ?? "", quantity: 1 }] };
    numbers[targets] = (await world.client().orders.createOrder({ storeId, body })).orderNumber;
    await expectSameWork(world, 25, (kind, i) => lookUp(kind, targets, i));
  });
});
