import type { ShippingArea } from "@vetrina/commerce/shipping/shipping-areas";
import type { ShippingProvider } from "@vetrina/contract/pricing/shipping-rates";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { newId } from "../../platform/id.ts";
import { insertProvider } from "./provider-rows.ts";
import { insertRate, type NewRate } from "./rate-rows.ts";
import { insertRegion } from "./region-rows.ts";

export type ShippingTable = {
  providers: readonly Pick<ShippingProvider, "name" | "type">[];
  regions: readonly {
    name: string;
    areas: readonly ShippingArea[];
    /** The first rate is used for estimates. `provider` is one of the names above. */
    rates: readonly (NewRate & { provider: string })[];
  }[];
};

/** Replaces the store's shipping table. Orders keep the name and price they were placed with. */
export async function saveShippingTable(ctx: Context, table: ShippingTable): Promise<void> {
  await ctx.tx(async (tx) => {
    await tx.run(sql`delete from shop.shipping_providers where store_id = ${tx.storeId}`);
    await tx.run(sql`delete from shop.shipping_regions where store_id = ${tx.storeId}`);
    await insertShippingTable(tx, table);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "shipping table",
      entityId: tx.storeId,
      after: { regions: table.regions.map(({ name }) => name) },
    });
  });
}

/** Inserts the shipping table of a store that has none. */
export async function insertShippingTable(
  tx: Transaction,
  { providers, regions }: ShippingTable,
): Promise<void> {
  const ids = new Map<string, string>();
  for (const [position, provider] of providers.entries()) {
    const id = newId();
    ids.set(provider.name, id);
    await insertProvider(tx, id, { ...provider, isActive: true, position });
  }
  for (const [position, { name, areas, rates }] of regions.entries()) {
    const regionId = newId();
    await insertRegion(tx, regionId, { name, areas, position });
    for (const [at, { provider, ...rate }] of rates.entries()) {
      const providerId = ids.get(provider);
      if (providerId === undefined) throw new Error(`there is no provider ${provider}`);
      await insertRate(tx, newId(), { providerId, regionId, position: at }, rate);
    }
  }
}
