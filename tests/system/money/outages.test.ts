// @module-tag slow

import { setTimeout as delay } from "node:timers/promises";
import { describe, type ExpectStatic } from "vitest";
import { loseAnswers } from "../after-a-crash.ts";
import { openLine, postmasterOf } from "../database-faults.ts";
import { rawRequest } from "../raw-request.ts";
import { test } from "../shops.ts";
import { waitUntil } from "../wait-until.ts";
import { moneyImbalances, stuckMs } from "./money-invariants.ts";
import { crashesOf } from "./buyer.ts";
import { moneyShop, type MoneyShop } from "./money-shop.ts";
import { isLong, note, roundsOf } from "./rounds.ts";
import { sendShoppers, type Shoppers } from "./shoppers.ts";

const read = "/api/v1/stores/sartoria/products/slip-dress";
const isUp = async ({ at }: MoneyShop) =>
  (await rawRequest(at(0).port, read).catch(() => null))?.status === 200;

describe("money 3: outages", () => {
  test("killing PostgreSQL under load loses and duplicates nothing", async ({ shops, expect }) => {
    const rounds = roundsOf({ short: 1, long: 20 });
    await using shop = await moneyShop(shops, { ownDatabase: true, units: 100_000 });
    const shoppers = sendShoppers(shop);
    for (let round = 0; round < rounds; round += 1) {
      await delay(500 + Math.random() * 500);
      process.kill(await postmasterOf(shop.at(0).dataDir), "SIGKILL");
      await waitUntil("the database is gone", async () => !(await isUp(shop)));
      await waitUntil("the shop answers again", () => isUp(shop));
    }
    const admin = await shops.connect(await shop.at(0).databaseUrl());
    await expectBooks({ ...shop, admin }, shoppers, `PostgreSQL killed ${rounds} times`, expect);
    expect(shop.at(0).process.exitCode).toBeNull();
  });

  test("without a database, the shop answers 503 immediately, and recovers automatically; a process that is then stopped under load fails no request", async ({
    shops,
    expect,
  }) => {
    const seconds = isLong ? 30 : 1;
    const rounds = roundsOf({ short: 1, long: 20 });
    const lines: Awaited<ReturnType<typeof openLine>>[] = [];
    await using shop = await moneyShop(shops, {
      processes: 2,
      units: 100_000,
      // How long a process still accepts requests after SIGTERM, so that load balancers can notice that it is stopping.
      env: { DRAIN_SECONDS: "1" },
      async through(databaseUrl) {
        const url = new URL(databaseUrl);
        const line = await openLine(Number(url.port));
        lines.push(line);
        url.port = String(line.port);
        return url.href;
      },
    });
    const [line] = lines;
    const shoppers = sendShoppers(shop);
    await delay(1000);
    line?.cut();
    await waitUntil("the shop notices that the database is gone", async () => !(await isUp(shop)));
    let slowestMs = 0;
    for (const until = Date.now() + seconds * 1000; Date.now() < until; await delay(100)) {
      const began = performance.now();
      const { status, headers } = await rawRequest(shop.at(0).port, read);
      slowestMs = Math.max(slowestMs, performance.now() - began);
      expect([status, headers["retry-after"]]).toEqual([503, "2"]);
    }
    line?.mend();
    const mended = performance.now();
    await waitUntil("the shop answers again", () => isUp(shop));
    const recoveryMs = performance.now() - mended;
    note(
      `no database for ${seconds} s: slowest 503 after ${slowestMs.toFixed(0)} ms, recovered in ${recoveryMs.toFixed(0)} ms`,
    );
    expect(isLong ? recoveryMs : 0).toBeLessThan(5000);
    await expectBooks(shop, shoppers, "after it", expect);
    expect(shop.processes.map(({ process: { exitCode } }) => exitCode)).toEqual([null, null]);

    // While one process stops, sends all requests to the other one, as a load balancer does.
    let leaving: number | null = null;
    const others = sendShoppers(shop, {
      name: "drain",
      at: (turn) => shop.at(leaving === null ? turn : leaving + 1),
    });
    shop.failures.length = 0;
    for (let round = 0; round < rounds; round += 1) {
      await delay(1000);
      leaving = round % 2;
      const { code } = await shop.at(leaving).end("SIGTERM");
      expect(code).toBe(0);
      if (round === rounds - 1) break;
      await shop.restart(leaving);
      leaving = null;
    }
    await expectBooks(shop, others, `${rounds} stops`, expect);
    expect([...others.refusals]).toEqual([]);
    expect(isLong ? shop.failures : crashesOf(shop)).toEqual([]);
    for (const each of shop.processes) await each.end("SIGTERM");
    line?.close();
  });
});

async function expectBooks(
  shop: MoneyShop,
  shoppers: Shoppers,
  what: string,
  expect: ExpectStatic,
): Promise<void> {
  const paid = await shoppers.end();
  if (!isLong) await loseAnswers(shop.admin);
  const { wrong, seconds } = await moneyImbalances(shop, stuckMs);
  note(
    `${what}: ${shoppers.begun()} orders, ${paid} paid, at rest after ${seconds.toFixed(1)} s, refusals ${JSON.stringify([...shoppers.refusals])}`,
  );
  expect(wrong).toEqual([]);
  expect(crashesOf(shop)).toEqual([]);
}
