import type { analytics } from "@vetrina/contract/stores/analytics";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { countCaller } from "../../platform/http/callers/count-caller.ts";
import type { Input } from "../../platform/http/routes.ts";
import { countEvent, noProduct } from "./count-event.ts";

/**
 * Maximum number of product counters that one IP address may create per hour. Beyond it, an event without an existing
 * counter is counted only for the store, not for its product.
 */
const maxNewCounts = 200;

/** Counts an event in the current UTC hour. Throws NOT_FOUND for a product that shoppers can't see. */
export async function trackEventByOneHour(
  ctx: Context,
  { body: { event, value, productId } }: Input<typeof analytics.trackEventByOneHour>,
): Promise<void> {
  if (productId) await expectProduct(ctx, productId);
  const hour = new Date(ctx.now());
  hour.setUTCMinutes(0, 0, 0);
  const count = (product: string, mayAdd: boolean) =>
    countEvent(ctx.services.database, ctx.store, { hour, event, product, value, mayAdd });
  if (productId && (await count(productId, false))) return;
  const product = productId && (await mayAddCount(ctx)) ? productId : noProduct;
  await count(product, true);
}

/**
 * Counts one new product counter for the caller's IP address, and returns false if the limit is reached. Limited
 * because counters are kept forever.
 */
async function mayAddCount({ services, caller, limitsCallers }: Context): Promise<boolean> {
  if (!limitsCallers) return true;
  try {
    await countCaller(services.database.app, "event counts", caller.address, {
      max: maxNewCounts,
      seconds: 60 * 60,
    });
    return true;
  } catch (error) {
    if (error instanceof ApiFailure && error.code === "RATE_LIMITED") return false;
    throw error;
  }
}

async function expectProduct({ catalogue, store }: Context, productId: string): Promise<void> {
  const product = await catalogue.row(sql`
    select from catalogue.products where store_id = ${store.id} and id = ${productId}`);
  if (product === undefined) throw notFound("product");
}
