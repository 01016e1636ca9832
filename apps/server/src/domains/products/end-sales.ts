import { setTimeout as wait } from "node:timers/promises";
import { auditAll } from "../../platform/audit.ts";
import {
  type Context,
  contextOfWork,
  type Services,
  systemContext,
  type Transaction,
} from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { halfAfter, inTurns } from "../../platform/jobs/in-batches.ts";
import { settleProducts } from "./change-product.ts";

/**
 * Maximum number of products per transaction, and of their reduced variants. Larger batches would block the event loop
 * while their audit entries are written.
 */
const batchSize = { products: 100, variants: 1000 };
/**
 * How long a list waits until the database has reverted ended sales. After that, the list is shown with the right
 * prices, but is still sorted, filtered and counted by the sale prices.
 */
const maxWaitMs = 1000;

/** Reverts every sale that has ended: reduced variants get their regular price back. */
export function endDueSales(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<void> {
  return inTurns(
    services,
    {
      name: "sales.end",
      size: batchSize.products,
      page: (after) =>
        sql`select * from door.stores_with_ended_sales(100, ${services.now()}, ${after.due}, ${after.id})`,
      run: async (storeId, size) => {
        const ctx = await contextOfWork(services, storeId);
        return ctx !== null && !(await ctx.tx((tx) => endSomeSales(tx, ctx, size)));
      },
    },
    stopped,
  );
}

const running = new Map<string, Promise<void>>();

/**
 * Ends the store's due sales before a list is read, so that the list sorts, filters and counts by the prices it shows.
 * Concurrent lists share one run, and each waits at most `maxWaitMs`.
 */
export async function settleSales(ctx: Context): Promise<void> {
  const { store, services } = ctx;
  const ended = await ctx.catalogue.row(
    sql`select from catalogue.ended_sales where store_id = ${store.id} limit 1`,
  );
  if (ended === undefined) return;
  const ending = running.get(store.id) ?? endSales(systemContext(services, store));
  running.set(store.id, ending);
  void ending.finally(() => running.delete(store.id)).catch(() => {});
  const waited = new AbortController();
  // The worker retries and logs failures.
  const done = ending.catch(() => {}).finally(() => waited.abort());
  await Promise.race([done, wait(maxWaitMs, null, { signal: waited.signal }).catch(() => {})]);
}

async function endSales(ctx: Context): Promise<void> {
  let size = batchSize.products;
  for (let isDone = false; !isDone;) {
    try {
      isDone = await ctx.tx((tx) => endSomeSales(tx, ctx, size));
    } catch (error) {
      size = halfAfter(error, size);
    }
  }
}

/**
 * The reduced variants of product `p`. If the product is deleted, these are the variants that a restore would bring
 * back.
 */
const reduced = sql`
  select v.id from shop.variants v where v.store_id = p.store_id and v.product_id = p.id and v.deleted_at is null
    and p.deleted_at is null and v.regular_price_minor is not null
  union all
  select v.id from shop.variants v where v.store_id = p.store_id and v.product_id = p.id and v.deleted_at = p.deleted_at
    and v.regular_price_minor is not null`;

type Ended = {
  id: string;
  priceMinor: number;
  regularPriceMinor: number;
};

/** Ends a batch of at most `size` due sales. Returns true if no other sale is due. */
async function endSomeSales(tx: Transaction, ctx: Context, size: number): Promise<boolean> {
  const now = ctx.now();
  const due = await tx.rows<{ id: string; endsAt: Date; variants: number }>(sql`
    select p.id, p.sale_ends_at as "endsAt", (select count(*)::int from (${reduced}) r) as variants
    from shop.products p where p.store_id = ${tx.storeId} and p.sale_ends_at <= ${now}
    order by p.id limit ${size} for no key update of p`);
  const products = due.slice(
    0,
    countFitting(due, (batchSize.variants * size) / batchSize.products),
  );
  if (products.length === 0) return true;
  const ids = products.map(({ id }) => id);
  const variants = await tx.rows<Ended>(sql`
    update shop.variants set price_minor = regular_price_minor, regular_price_minor = null, updated_at = ${now}
    where store_id = ${tx.storeId} and id in (
      select r.id from shop.products p cross join lateral (${reduced}) r
      where p.store_id = ${tx.storeId} and p.id = any(${ids}::uuid[]))
    returning id, old.price_minor as "priceMinor", old.regular_price_minor as "regularPriceMinor"`);
  await tx.run(sql`
    update shop.products set sale_ends_at = null where store_id = ${tx.storeId} and id = any(${ids}::uuid[])`);
  await auditAll(tx, ctx, [
    ...products.map(({ id, endsAt }) => ({
      action: "UPDATE" as const,
      entityType: "product",
      entityId: id,
      before: { saleEndsAt: endsAt },
      after: { saleEndsAt: null },
    })),
    ...variants.map(({ id, ...before }) => ({
      action: "UPDATE" as const,
      entityType: "variant",
      entityId: id,
      before,
      after: { priceMinor: before.regularPriceMinor, regularPriceMinor: null },
    })),
  ]);
  await settleProducts(tx, ctx, ids);
  return products.length === due.length && due.length < size;
}

/** Returns how many products, from the first on, have at most `max` variants together, but at least 1. */
function countFitting(products: readonly { variants: number }[], max: number): number {
  let variants = 0;
  const tooMany = products.findIndex((product, at) => {
    variants += product.variants;
    return at > 0 && variants > max;
  });
  return tooMany === -1 ? products.length : tooMany;
}
