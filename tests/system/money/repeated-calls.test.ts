// @module-tag slow

import { describe } from "vitest";
import { test } from "../shops.ts";
import { moneyImbalances } from "./money-invariants.ts";
import { purchaseWith } from "./buyer.ts";
import { moneyShop } from "./money-shop.ts";
import { inParallel, isLong, note, numbersTo, roundsOf } from "./rounds.ts";

describe("money 2: repeated calls", () => {
  test("calls sent many times with one Idempotency-Key have one effect", async ({
    shops,
    expect,
  }) => {
    const checkouts = roundsOf({ short: 3, long: 1000 });
    const copies = numbersTo(isLong ? 50 : 6);
    await using shop = await moneyShop(shops, { processes: 2, units: checkouts });
    const began = Date.now();
    await inParallel(numbersTo(checkouts), 4, async (i) => {
      const buyer = purchaseWith(shop, `twin-${i}`);
      await Promise.all(copies.map((k) => buyer.place(shop.at(k))));
      await Promise.all(copies.map((k) => buyer.open(shop.at(k))));
      await buyer.approve();
      await Promise.all(copies.map((k) => buyer.pay(shop.at(k))));
    });
    const seconds = (Date.now() - began) / 1000;
    const { rows } = await shop.admin.query("select count(*)::int as n from shop.orders");
    expect(rows).toEqual([{ n: checkouts }]);
    expect(await shop.standin.control.ledger()).toHaveLength(checkouts);
    expect((await moneyImbalances(shop)).wrong).toEqual([]);
    note(
      `${checkouts} checkouts, each call sent ${copies.length} times, in ${seconds.toFixed(1)} s: ${checkouts} orders and captures`,
    );
  });
});
