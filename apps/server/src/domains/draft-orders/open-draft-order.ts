import type { draftOrders } from "@vetrina/contract/orders/draft-orders";
import type { OrderWithItems } from "@vetrina/contract/orders/orders";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { hashKey } from "../../platform/http/callers/identify.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { orderKey } from "../../platform/http/callers/order-cookie.ts";
import { orderTurn } from "../order-records/in-order-turn.ts";
import { readOrderWithItems } from "../order-records/order-rows.ts";
import { setOrderCookie } from "../order-records/set-order-cookie.ts";
import { type DraftRow, lockDraft } from "./draft-rows.ts";
import { makeOrder } from "./make-order.ts";
import { noteFailure } from "./write-draft.ts";

/** Errors that are shown to staff, because the buyer can't continue until staff fix them. */
const forStaff: ReadonlySet<string> = new Set([
  "OUT_OF_STOCK",
  "UNAVAILABLE_ITEM",
  "SHIPPING_UNAVAILABLE",
  "VALIDATION_FAILED",
  "INVALID_TRANSITION",
]);

/**
 * Opens a pay link. The first call creates the order, later calls return it. The browser keeps the order's key in a
 * cookie.
 */
export const openDraftOrder: Handler<typeof draftOrders.openDraftOrder> = async (
  ctx,
  { id, body },
) => {
  const made = await ctx.tx((tx) => readMadeOrder(tx, id, body.key));
  const open = () =>
    ctx.tx(
      async (tx) => {
        const draft = await enterDraft(tx, id, body.key);
        requireWorking(draft, ctx.now());
        return makeOrder(tx, ctx, draft, { by: "link", total: body.total });
      },
      orderTurn(ctx, [id]),
    );
  const order = made ?? (await orNote(ctx, id, body.key, open));
  // The order's key has its first version: if its links had been revoked, the call above would have thrown.
  const { key } = orderKey(ctx.services, id);
  await setOrderCookie(ctx, id);
  return { ...order, orderKey: key };
};

/**
 * Reads the draft's order without locking the draft, so that calls for an order that exists take no turn of new orders.
 * Returns null if there is none. Throws NOT_FOUND if the order's links were revoked.
 */
async function readMadeOrder(
  tx: Transaction,
  id: string,
  key: string,
): Promise<OrderWithItems | null> {
  const entered = await tx.row<{ is_made: boolean }>(
    sql`select door.enter_converted_draft_order(${id}, ${hashKey(key)}) as is_made`,
  );
  return entered?.is_made === true ? readOrderWithItems(tx, id) : null;
}

/** Throws NOT_FOUND if the key is wrong or revoked. */
async function enterDraft(tx: Transaction, id: string, key: string): Promise<DraftRow> {
  await tx.run(sql`select door.enter_draft_order(${id}, ${hashKey(key)})`);
  return lockDraft(tx, id);
}

/**
 * Throws ORDER_EXPIRED if the pay link has expired before an order was made. An existing order can be opened as long as
 * its own links work.
 */
function requireWorking(draft: DraftRow, now: Date): void {
  if (draft.converted_at !== null || draft.expires_at > now) return;
  throw new ApiFailure("ORDER_EXPIRED", "This link has expired. Ask the store for a new one.", {
    expiredAt: draft.expires_at.toISOString(),
  });
}

async function orNote(
  ctx: Context,
  id: string,
  key: string,
  open: () => Promise<OrderWithItems>,
): Promise<OrderWithItems> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof ApiFailure && forStaff.has(error.code))
      await ctx.tx(async (tx) => {
        await enterDraft(tx, id, key);
        await noteFailure(tx, id, { code: error.code, at: ctx.now() });
      });
    throw error;
  }
}
