import { maxUnprovenReviews } from "@vetrina/commerce/constants";
import type { reviews } from "@vetrina/contract/catalogue/reviews";
import { orders } from "@vetrina/contract/orders/orders";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, notFound } from "../../platform/errors.ts";
import { countCaller, countTarget } from "../../platform/http/callers/count-caller.ts";
import { hashKey } from "../../platform/http/callers/identify.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { networkShare } from "../../platform/http/callers/caller-address.ts";
import { type CallerHashes, callerHashes } from "../../platform/http/callers/caller-hashes.ts";
import { newId } from "../../platform/id.ts";
import { photoKeyOf } from "./add-review-photo.ts";

/** Accepts a review of a published product. The review is published once the store approves it. */
export async function createReview(
  ctx: Context,
  { productId, body }: Input<typeof reviews.createReview>,
): Promise<Output<typeof reviews.createReview>> {
  const id = newId();
  const caller = callerHashes(ctx, "reviews");
  if (body.order?.email !== undefined) await countLookUp(ctx, body.order.reference);
  const { order_id: order } = await ctx.tx(async (tx) => {
    const product = await tx.row(
      sql`select from catalogue.products where store_id = ${tx.storeId} and id = ${productId}`,
    );
    if (product === undefined) throw notFound("product");
    return reviewerOf(tx, ctx, productId, body.order);
  });
  if (order === null) await countUnproven(ctx, productId);
  const verified = await ctx.tx(async (tx) => {
    // Looks the reviewer up again, because their data may have been erased meanwhile.
    const reviewer = await reviewerOf(tx, ctx, productId, body.order);
    if (reviewer.order_id === null) await requireFewReviews(tx, productId, caller, ctx.now());
    const insert = (orderId: string | null) =>
      tx.run(sql`
        insert into shop.reviews (store_id, id, product_id, name, rating, title, content, fit, created_at, customer_id,
          order_id, verified, caller, network)
        values (${tx.storeId}, ${id}, ${productId}, ${body.name}, ${body.rating}, ${body.title}, ${body.content},
          ${body.fit ?? null}, ${ctx.now()}, ${reviewer.customer_id}, ${orderId}, ${orderId !== null}, ${caller?.address}, ${caller?.network})
        on conflict do nothing`);
    // A concurrent review may have used the same order. The unique index then rejects this insert, and the review is
    // stored without the order.
    const isInserted = (await insert(reviewer.order_id)) > 0;
    if (!isInserted) await insert(null);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "review",
      entityId: id,
      after: { productId, rating: body.rating, status: "PENDING" },
    });
    return isInserted && reviewer.order_id !== null;
  });
  return { id, status: "PENDING", verified, photoKey: photoKeyOf(ctx, id) };
}

/**
 * Counts a review with an order's email as a look-up of the order, because the answer says whether the email is the
 * order's. Throws RATE_LIMITED. Call it outside any transaction.
 */
async function countLookUp(ctx: Context, reference: string): Promise<void> {
  if (!ctx.limitsCallers) return;
  const { app } = ctx.services.database;
  const name = "getOrderThankYou" satisfies keyof typeof orders;
  const max = orders[name].access.limit;
  await countCaller(app, name, ctx.caller.address, { max });
  await countTarget(app, name, reference, max);
}

const hour = 60 * 60;
/**
 * Maximum number of reviews without an order that one caller may submit per hour. `ofProduct` is below the product's
 * limit per day, so that one caller can't exhaust that limit.
 */
const maxOfCaller = { ofProduct: 2, ofStore: 10 };

/**
 * Counts a review without an order. Throws RATE_LIMITED. Call it outside any transaction, because it takes another
 * database connection.
 */
async function countUnproven(ctx: Context, productId: string): Promise<void> {
  if (!ctx.limitsCallers) return;
  const { app } = ctx.services.database;
  const count = (name: string, max: number) =>
    countCaller(app, `unproven reviews of ${name}`, ctx.caller.address, {
      max,
      seconds: hour,
      networkShare,
    });
  await count(productId, maxOfCaller.ofProduct);
  await count(ctx.store.id, maxOfCaller.ofStore);
}

const dayMs = 24 * 3_600_000;

// Counts without a lock: concurrent reviews may exceed the limit by a few, which is harmless.
async function requireFewReviews(
  tx: Transaction,
  productId: string,
  caller: CallerHashes | null,
  now: Date,
): Promise<void> {
  const since = new Date(now.getTime() - dayMs);
  const row = await tx.row<{ n: number }>(
    sql`select door.unproven_reviews(${productId}, ${caller?.address}, ${caller?.network}, ${since},
      ${maxUnprovenReviews}) as n`,
  );
  if ((row?.n ?? 0) >= maxUnprovenReviews)
    throw new ApiFailure(
      "LIMIT_REACHED",
      "The store is already checking many reviews of this product. Add your order number, or try again tomorrow.",
    );
}

type Order = Input<typeof reviews.createReview>["body"]["order"];
type Reviewer = { customer_id: string | null; order_id: string | null };

/**
 * Finds the reviewer's customer and paid order, and locks both, so that an erasure sees the review. The order marks the
 * reviewer as a verified buyer, once per order and product. A guest's customer is found only by the order's key,
 * because other people may know an order's number and email.
 */
async function reviewerOf(
  tx: Transaction,
  ctx: Context,
  productId: string,
  order: Order,
): Promise<Reviewer> {
  const unknown = { customer_id: null, order_id: null };
  const account =
    ctx.signedIn === null
      ? undefined
      : await tx.row<Reviewer>(sql`select * from door.reviewer(${ctx.signedIn}, ${productId})`);
  if (order === undefined || account?.order_id) return account ?? unknown;
  const { reference, email = null, key } = order;
  const keyHash = key === undefined ? null : hashKey(key);
  const guest = await tx.row<Reviewer>(
    sql`select * from door.reviewer_of_order(${productId}, ${reference}, ${email}, ${keyHash})`,
  );
  return {
    customer_id: account?.customer_id ?? guest?.customer_id ?? null,
    order_id: guest?.order_id ?? null,
  };
}
