import type { analytics } from "@vetrina/contract/stores/analytics";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";

/** The product id stored for events without a product. */
const noProduct = "00000000-0000-0000-0000-000000000000";

/** Adds to the count of the current UTC hour. Throws NOT_FOUND for a product that shoppers can't see. */
export async function trackEventByOneHour(
  ctx: Context,
  { body: { event, value, productId } }: Input<typeof analytics.trackEventByOneHour>,
): Promise<void> {
  if (productId) await expectProduct(ctx, productId);
  const hour = new Date(ctx.now());
  hour.setUTCMinutes(0, 0, 0);
  await ctx.tx((tx) =>
    tx.run(sql`select door.count_event(${hour}, ${event}, ${productId ?? noProduct}, ${value})`),
  );
}

async function expectProduct({ catalogue, store }: Context, productId: string): Promise<void> {
  const product = await catalogue.row(sql`
    select from catalogue.products where store_id = ${store.id} and id = ${productId}`);
  if (product === undefined) throw notFound("product");
}
