// @module-tag slow

import { describe } from "vitest";
import { isApiError } from "@vetrina/client/api-error";
import { test } from "../shops.ts";
import { moneyImbalances } from "./money-invariants.ts";
import { purchaseWith } from "./buyer.ts";
import { moneyShop, type ProviderName } from "./money-shop.ts";
import { inParallel, isLong, note, numbersTo, roundsOf } from "./rounds.ts";

const providers: ProviderName[] = isLong ? ["paypal", "stripe", "mollie"] : ["paypal"];

describe("money 6: concurrent refunds", () => {
  test.for(providers)(
    "concurrent partial refunds of a capture of %s add up to exactly its amount",
    async (provider, { shops, expect }) => {
      const refunds = roundsOf({ short: 20, long: 200 });
      await using shop = await moneyShop(shops, { provider, processes: 2 });
      const buyer = purchaseWith(shop, "refunds");
      await buyer.prepare(shop.at(0));
      expect(await buyer.pay(shop.at(0))).toBe("COMPLETED");
      const [captured] = await shop.standin.control.ledger();
      const total = captured?.amountMinor ?? 0;
      // The refunds together exceed the total, so the last ones must be rejected.
      const part = Math.ceil(total / (refunds * 0.75));
      const id = buyer.orderId();
      const answers = { made: 0, refused: 0 };
      await inParallel(numbersTo(refunds), refunds, async (i) => {
        const body = { amount: part / 100, notify: false };
        try {
          await shop.staffAt(shop.at(i)).refunds.refundOrder({ id, body });
          answers.made += 1;
        } catch (error) {
          if (!isApiError(error, "AMOUNT_EXCEEDED") && !isApiError(error, "INVALID_TRANSITION"))
            throw error;
          answers.refused += 1;
        }
      });
      const rest = total - answers.made * part;
      expect(rest).toBeLessThan(part);
      if (rest > 0)
        await shop.staffAt(shop.at(0)).refunds.refundOrder({ id, body: { notify: false } });
      expect((await moneyImbalances(shop)).wrong).toEqual([]);
      const repaid = await shop.standin.control.ledger({ kind: "refund" });
      const returned = repaid.reduce((sum, { amountMinor }) => sum + amountMinor, 0);
      expect(answers.refused).toBeGreaterThan(0);
      expect(returned).toBe(total);
      note(
        `${provider}: ${refunds} refunds at once, ${answers.made} made, ${answers.refused} refused, ${returned} of ${total} returned`,
      );
    },
  );
});
