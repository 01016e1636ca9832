// @module-tag slow

import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import type { Movement } from "../../gateways/provider.ts";
import { maxFound } from "./find-differences.ts";
import { deskShop, providers } from "./reconciliation.fixture.ts";

const [, stripe] = providers as [(typeof providers)[0], (typeof providers)[0]];

/** Returns a sale that doesn't belong to the store. */
function sale(n: number, now: Date): Movement {
  return {
    kind: "capture",
    id: `txn_${n}`,
    objectId: `ch_${n}`,
    paymentIds: [],
    reference: null,
    amountMinor: 100,
    currency: "USD",
    feeMinor: null,
    netMinor: null,
    balanceCurrency: null,
    payoutId: null,
    at: new Date(now.getTime() - 60_000 + n),
  };
}

/** Makes the provider report this many sales, 500 per page. */
function report(world: World, sales: number): void {
  const { gateways } = world.services;
  world.services.gateways = {
    ...gateways,
    find(...which) {
      const gateway = gateways.find(...which);
      if (gateway === null) return null;
      return {
        ...gateway,
        async report({ until, add }) {
          for (let n = 0; n < sales; n += 500)
            await add(
              Array.from({ length: Math.min(500, sales - n) }, (_, i) => sale(n + i, until)),
            );
          return until;
        },
      };
    },
  };
}

test("only the oldest differences of an account with many foreign sales are listed, and the rest are not resolved", async ({
  world,
}) => {
  await using shop = await deskShop(world, stripe);
  report(world, maxFound + 250);
  await shop.nextDay();
  const { reconciliation } = shop.owner;
  const open = () =>
    reconciliation.listDifferences({ storeId: shop.storeId, state: "OPEN", limit: 1 });
  expect((await open()).total).toBe(maxFound);
  const { items } = await reconciliation.listReconciledAccounts({ storeId: shop.storeId });
  expect(items[0]?.error).toMatch(/Only the oldest 1000 differences/);
  // Makes a difference that isn't listed the oldest one, so that the list has no room for its newest entry. That entry
  // stays open anyway.
  await world.admin.query(
    "update shop.provider_movements set at = at - interval '1 minute' where id = 'txn_1100'",
  );
  await shop.nextDay();
  expect((await open()).total).toBe(maxFound + 1);
});

test("an owner's stores accept a limited number of new movements per hour, and the run continues later", async ({
  world,
}) => {
  await using shop = await deskShop(world, stripe);
  report(world, 22_000);
  await shop.nextDay();
  const { rows } = await world.admin.query<{ n: number }>(
    "select count(*)::int as n from shop.provider_movements",
  );
  expect(rows[0]?.n).toBe(20_500);
  const { rows: jobs } = await world.admin.query(
    "select last_error from shop.jobs where kind = 'reconciliation.run'",
  );
  expect(jobs).toMatchObject([
    { last_error: expect.stringMatching(/Too many attempts/) as string },
  ]);
});
