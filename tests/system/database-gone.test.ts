// @module-tag slow

import { setTimeout as delay } from "node:timers/promises";
import { describe } from "vitest";
import type { Shop } from "../running-shop.ts";
import { invariantsAtRest } from "./after-a-crash.ts";
import { openLine, postmasterOf } from "./database-faults.ts";
import { type RawAnswer, rawRequest } from "./raw-request.ts";
import { findItem, purchase } from "./shopper.ts";
import { test } from "./shops.ts";
import { waitUntil } from "./wait-until.ts";

const read = "/api/v1/stores/sartoria/products/slip-dress";

describe("the shop during a failure of the database", () => {
  test("answers 503 with Retry-After after the database is killed, and recovers without a restart", async ({
    shops,
    expect,
  }) => {
    const shop = await shops.start();
    const item = await findItem(shop);
    const load = startLoad(shop);
    const buyers = Array.from({ length: 6 }, (_, i) => purchase(item, `db-${i}`));
    const buying = buyers.map((buyer) => buyer.finish(shop).catch(() => {}));
    await delay(200);
    process.kill(await postmasterOf(shop.dataDir), "SIGKILL");
    await waitUntil("the shop notices that the database is gone", () => load.failures() > 0);
    await waitUntil("the shop answers again", () => load.lastIsGood());
    await Promise.all(buying);
    await Promise.all(buyers.map((buyer) => buyer.finish(shop)));

    const answers = await load.end();
    expect(errorsOf(answers)).toEqual([]);
    expect(shop.process.exitCode).toBeNull();
    const admin = await shops.connect(await shop.databaseUrl());
    expect(await invariantsAtRest(admin)).toEqual([]);
  });

  test("answers 503 during a disconnection of three seconds, and recovers without a restart", async ({
    shops,
    expect,
  }) => {
    const databaseUrl = new URL(await shops.newDatabase());
    const line = await openLine(Number(databaseUrl.port));
    databaseUrl.port = String(line.port);
    const shop = await shops.start({ env: { DATABASE_URL: databaseUrl.href } });
    const load = startLoad(shop);
    await delay(300);

    line.cut();
    await waitUntil("the shop notices that the database is gone", () => load.failures() > 0);
    const page = await rawRequest(shop.port, "/", { headers: { host: "localhost" } });
    expect([page.status, page.headers["retry-after"]]).toEqual([503, "2"]);
    // The result of a health check is cached for a second.
    const health = async () => (await rawRequest(shop.port, "/health/check")).status;
    await waitUntil("the check fails", async () => (await health()) === 503);
    expect((await rawRequest(shop.port, "/health/live")).status).toBe(200);
    await delay(3000);
    line.mend();
    await waitUntil("the shop answers again", () => load.lastIsGood());

    const answers = await load.end();
    expect(errorsOf(answers)).toEqual([]);
    await waitUntil("the check succeeds", async () => (await health()) === 200);
    await shop.end("SIGTERM");
    line.close();
  });
});

type Timed = RawAnswer & { ms: number };

/** Requests the product continuously, with four requests in parallel. */
function startLoad(shop: Shop) {
  const answers: Timed[] = [];
  const ending = new AbortController();
  const worker = async () => {
    while (!ending.signal.aborted) {
      const began = performance.now();
      const answer = await rawRequest(shop.port, read).catch(() => brokenOff);
      answers.push({ ...answer, ms: performance.now() - began });
      await delay(5);
    }
  };
  const workers = Array.from({ length: 4 }, worker);
  return {
    failures: () => answers.filter(({ status }) => status !== 200).length,
    lastIsGood: () => answers.slice(-8).every(({ status }) => status === 200),
    async end() {
      ending.abort();
      await Promise.all(workers);
      return answers;
    },
  };
}

const brokenOff: RawAnswer = { status: 0, headers: {}, body: "" };

/**
 * The responses that are neither 200 nor 503 with Retry-After: 2, and those that took more than a minute, as after a
 * network timeout.
 */
function errorsOf(answers: readonly Timed[]): string[] {
  const longestMs = 60_000;
  return answers
    .filter(
      ({ status, headers, ms }) =>
        ms > longestMs || (status !== 200 && (status !== 503 || headers["retry-after"] !== "2")),
    )
    .map(({ status, ms, body }) => `${status} after ${Math.round(ms)} ms: ${body.slice(0, 200)}`);
}
