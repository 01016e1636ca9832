import type { Context, Transaction } from "../../platform/context.ts";
import { orderKey } from "../../platform/http/callers/order-cookie.ts";
import { readLinkVersion } from "./order-rows.ts";
import { replaceKey } from "./order-states.ts";
import { recordEvent } from "./record-event.ts";

/**
 * Revokes an order's key, so that its links and browsers' cookies stop working. Waiting emails are dropped, and the
 * next email has a new link. The caller holds the order's lock.
 */
export async function endLinks(
  tx: Transaction,
  ctx: Context,
  orderId: string,
  reason?: string,
): Promise<void> {
  const version = (await readLinkVersion(tx, orderId)) + 1;
  await replaceKey(tx, orderId, { version, hash: orderKey(ctx.services, orderId, version).hash });
  await recordEvent(tx, ctx, orderId, { kind: "link-revoked", text: reason });
}
