// @module-tag slow

import { describe } from "vitest";
import { isApiError } from "@vetrina/client/api-error";
import { test } from "../shops.ts";
import { moneyImbalances } from "./money-invariants.ts";
import { crashesOf, purchaseWith } from "./buyer.ts";
import { moneyShop } from "./money-shop.ts";
import { inParallel, isLong, note, numbersTo, roundsOf } from "./rounds.ts";

/**
 * The number of concurrent checkouts. It is limited, because a process lets a call wait at most five seconds for a
 * database connection.
 */
const width = 250;

describe("money 1: concurrent checkouts", () => {
  test("of many concurrent checkouts, as many succeed as there are units", async ({
    shops,
    expect,
  }) => {
    const checkouts = roundsOf({ short: 60, long: 10_000 });
    const units = isLong ? 100 : 7;
    await using shop = await moneyShop(shops, { processes: isLong ? 3 : 2, units });
    const answers = { paid: 0, soldOut: 0 };
    const began = Date.now();
    await inParallel(numbersTo(checkouts), width, async (i) => {
      const buyer = purchaseWith(shop, `last-${i}`);
      try {
        await buyer.prepare(shop.at(i));
        if ((await buyer.pay(shop.at(i + 1))) === "COMPLETED") answers.paid += 1;
      } catch (error) {
        // Any other error fails the test.
        if (!isApiError(error, "OUT_OF_STOCK")) throw error;
        answers.soldOut += 1;
      }
    });
    const seconds = (Date.now() - began) / 1000;
    // On a machine that is busy with other tests, a process may reject calls that have waited for five seconds, so only
    // npm run torture expects none.
    expect(isLong ? shop.failures : crashesOf(shop)).toEqual([]);
    expect(answers).toEqual({ paid: units, soldOut: checkouts - units });
    const { rows } = await shop.admin.query(
      "select count(*)::int as orders, count(paid_at)::int as paid from shop.orders",
    );
    expect(rows).toEqual([{ orders: units, paid: units }]);
    expect(await shop.standin.control.ledger()).toHaveLength(units);
    expect((await moneyImbalances(shop)).wrong).toEqual([]);
    note(
      `${checkouts} checkouts of ${units} units in ${seconds.toFixed(1)} s: ${answers.paid} paid`,
    );
  });
});
