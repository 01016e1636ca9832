import { randomBytes } from "node:crypto";
import { describe, expect } from "vitest";
import { password, seedUser, tokenIn } from "../../apps/server/src/domains/users/user.fixture.ts";
import { seedProduct, seedStore } from "../seed.ts";
import { test as base, type World } from "../world.ts";

/** GUESSES=100000 makes as many of each kind and prints what came of them; the ordinary run makes a few. */
const guesses = Number(process.env["GUESSES"] ?? 600);
const targets = 6;
/** So many wrong passwords are looked at for one e-mail in a quarter of an hour. */
const looks = 10;
const timeout = 60_000 + guesses * 40;
const test = base.extend({ options: { rateLimits: true } });

type Kind = "known" | "unknown";
type Guess = { kind: Kind; target: number; said: string; headers: string; ms: number };

/** Asks `guesses` times, known and unknown targets in turn, each from an address of its own, some at once. */
async function guessAway(
  world: World,
  request: (
    kind: Kind,
    target: number,
    i: number,
  ) => { method?: "POST"; url: string; body?: object },
): Promise<Guess[]> {
  const made: Guess[] = [];
  const start = Date.now();
  const side = 8;
  let next = 0;
  const worker = async () => {
    for (let i = next++; i < guesses; i = next++) {
      const kind = i % 2 === 0 ? "known" : "unknown";
      const target = Math.floor(i / 2) % targets;
      const { method = "GET", url, body } = request(kind, target, i);
      const began = performance.now();
      const answer = await world.app.inject({
        method,
        url: `/api/v1${url}`,
        headers: { host: "localhost", "x-forwarded-for": addressOf(i) },
        ...(body === undefined ? {} : { payload: body }),
      });
      const ms = performance.now() - began;
      const { traceId: _own, ...said } = answer.json<{ traceId: string }>();
      const headers = Object.keys(answer.headers).toSorted().join();
      // The seconds that are left run down while others ask.
      const text = JSON.stringify(said).replace(/"retryAfterSeconds":\d+/, '"retryAfterSeconds":0');
      made.push({ kind, target, said: text, headers, ms });
    }
  };
  await Promise.all(Array.from({ length: side }, worker));
  report(made, Date.now() - start);
  return made;
}

/** Sixteen million networks before one comes again. */
function addressOf(i: number): string {
  return `2001:db8:${(i >> 16).toString(16)}:${(i & 0xffff).toString(16)}::1`;
}

function report(made: readonly Guess[], ms: number): void {
  if (process.env["GUESSES"] === undefined) return;
  for (const [said, group] of Map.groupBy(made, (one) => one.said)) {
    const of = (kind: Kind) => group.filter((one) => one.kind === kind);
    console.log(
      `${said.slice(0, 90)}: known ${of("known").length} (median ${median(of("known")).toFixed(1)} ms), unknown ${of("unknown").length} (median ${median(of("unknown")).toFixed(1)} ms)`,
    );
  }
  console.log(`${made.length} guesses in ${(ms / 1000).toFixed(0)} s`);
}

function median(made: readonly Guess[]): number {
  const sorted = made.map((one) => one.ms).toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** Known and unknown get the same answers with the same headers, and where there are enough to tell in the same time. */
function expectAlike(made: readonly Guess[]): void {
  const of = (kind: Kind) => made.filter((one) => one.kind === kind);
  const shapes = (kind: Kind) => new Set(of(kind).map((one) => `${one.said} ${one.headers}`));
  expect(shapes("known")).toEqual(shapes("unknown"));
  for (const group of Map.groupBy(made, (one) => one.said).values()) {
    const [known, unknown] = (["known", "unknown"] as const).map((kind) =>
      group.filter((one) => one.kind === kind),
    );
    if (known === undefined || unknown === undefined || known.length < 50) continue;
    const ratio = median(known) / median(unknown);
    expect(ratio).toBeGreaterThan(0.6);
    expect(ratio).toBeLessThan(1.67);
  }
}

const codeOf = ({ said }: Guess) => (JSON.parse(said) as { code?: string }).code ?? "none";

describe("guesses from everywhere disclose nothing", () => {
  test("at passwords", { timeout }, async ({ world }) => {
    const known = await Promise.all(Array.from({ length: targets }, () => seedUser(world)));
    const made = await guessAway(world, (kind, target, i) => ({
      method: "POST",
      url: "/users/login",
      body: {
        email: kind === "known" ? known[target]?.email : `nobody-${target}@example.com`,
        password: `guess ${i}`,
      },
    }));
    expectAlike(made);
    expect(new Set(made.map(codeOf))).toEqual(new Set(["INVALID_CREDENTIALS", "RATE_LIMITED"]));
    // For each quarter of an hour that the run touches.
    const windows = 2 + Math.floor((made.length * 40) / 900_000);
    const looked = made.filter((one) => codeOf(one) === "INVALID_CREDENTIALS");
    for (const group of Map.groupBy(looked, (one) => `${one.kind} ${one.target}`).values())
      expect(group.length).toBeLessThanOrEqual(looks * windows);
    expect(looked.length).toBeGreaterThanOrEqual(2 * targets * looks);
  });

  test("at the links of password mails, and by asking for them", { timeout }, async ({ world }) => {
    await seedStore(world);
    const known = await Promise.all(Array.from({ length: targets }, () => seedUser(world)));
    const asked = await guessAway(world, (kind, target) => ({
      method: "POST",
      url: "/users/forgot-password",
      body: { email: kind === "known" ? known[target]?.email : `nobody-${target}@example.com` },
    }));
    expectAlike(asked);
    expect(new Set(asked.map((one) => one.said))).toEqual(new Set(['{"status":"PENDING"}']));
    const mails = await world.sendMails();
    // Four an hour for each who has an account, none for anybody else.
    expect(mails.length).toBeLessThanOrEqual(8 * targets);
    expect(new Set(mails.map((mail) => mail.to))).toEqual(new Set(known.map((one) => one.email)));
    const ids = known.map(({ email }) =>
      Buffer.from(tokenIn(mails.findLast((mail) => mail.to === email)), "base64url").subarray(
        0,
        16,
      ),
    );
    // Who has somehow learned the ids of open tokens guesses what follows them; others guess all of it.
    const made = await guessAway(world, (kind, target) => {
      const id = kind === "known" ? (ids[target] ?? randomBytes(16)) : randomBytes(16);
      const token = Buffer.concat([id, randomBytes(32)]).toString("base64url");
      return {
        method: "POST",
        url: "/users/reset-password",
        body: { token, password: "summer hats in may" },
      };
    });
    expectAlike(made);
    expect(new Set(made.map(codeOf))).toEqual(new Set(["TOKEN_INVALID"]));
    const body = { email: known[0]?.email ?? "", password };
    expect(await world.client().users.login({ body })).toBeDefined();
  });

  test("at an order's e-mail", { timeout }, async ({ world }) => {
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
    const made = await guessAway(world, (kind, target, i) => {
      const number = kind === "known" ? numbers[target] : `ZZZZ-000${target}`;
      return { url: `/orders/${number}/thank-you/guess-${i}%40example.com` };
    });
    expectAlike(made);
    expect(new Set(made.map(codeOf))).toEqual(new Set(["ORDER_NOT_FOUND", "RATE_LIMITED"]));
  });
});
