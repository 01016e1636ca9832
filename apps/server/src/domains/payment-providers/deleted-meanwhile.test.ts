import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test, type World } from "#tests/world.ts";
import { sql } from "../../platform/database/sql.ts";
import { type Driver, drivers, shopWith } from "../payments/with-providers.fixture.ts";
import { lockProvider } from "./provider-rows.ts";

const stripe = drivers.find(({ provider }) => provider === "stripe") as Driver;

/** Deletes the provider, and commits once `call` waits for it. Returns the call's result. */
async function whileDeleting<T>(world: World, storeId: string, call: () => Promise<T>) {
  const ctx = await world.system(storeId);
  const { ended } = await ctx.tx(async (tx) => {
    const row = await tx.row<{ id: string }>(
      sql`select id from shop.payment_providers where store_id = ${storeId} and provider = 'STRIPE'`,
    );
    await lockProvider(tx, row?.id ?? "");
    await tx.run(sql`delete from shop.payment_providers where id = ${row?.id}`);
    const ending = Promise.allSettled([call()]);
    await untilBlocked(world);
    return { ended: ending };
  });
  const [end] = await ended;
  return end;
}

test("a paid order isn't canceled while its provider is deleted, so no refund is left without one", async ({
  world,
}) => {
  await using shop = await shopWith(world, stripe);
  const { id, buyer } = await shop.paid();
  const end = await whileDeleting(world, shop.storeId, () => buyer.orders.cancelOrder({ id }));
  expect(end).toMatchObject({
    status: "rejected",
    reason: { code: "PROVIDER_ERROR", message: expect.stringContaining("Contact the store") },
  });
  const { rowCount } = await world.admin.query("select from shop.refunds");
  expect(rowCount).toBe(0);
  await expect(shop.owner.refunds.refundOrder({ id, body: {} })).rejects.toMatchObject({
    code: "PROVIDER_ERROR",
    message: expect.stringContaining("Connect it"),
  });
  expect(await imbalances(world)).toEqual([]);
});
