import type { Address } from "@vetrina/contract/common";
import type { ChangeOrderAddresses, orderChanges } from "@vetrina/contract/orders/order-changes";
import type { Order } from "@vetrina/contract/orders/orders";
import { audit } from "../../../platform/audit.ts";
import type { Context, Transaction } from "../../../platform/context.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { requireBuyer } from "../../order-records/has-buyer.ts";
import { enqueueOrderChanged } from "../../order-records/mails.ts";
import { lockOrder, readOrder } from "../../order-records/order-rows.ts";
import { writeAddresses } from "../../order-records/order-states.ts";
import { type OrderRow, presentForStaff, statusOf } from "../../order-records/present-order.ts";
import { recordEvent } from "../../order-records/record-event.ts";
import { makeChange } from "./change-lines.ts";
import { isElsewhere, planAddress, requireCompletePlace } from "./plan-address.ts";

/**
 * Changes an order's addresses. If shipping or tax differ, they are recalculated and the difference is paid or
 * refunded, as for a change to the lines. Throws INVALID_TRANSITION unless the order is PENDING or PAID.
 */
export const updateOrderAddresses: Handler<typeof orderChanges.updateOrderAddresses> = async (
  ctx,
  { id, body, preview = false },
) => {
  const written = await ctx.tx((tx) => writeWithoutPrice(tx, ctx, { id, body, preview }));
  return written ?? changePrice(ctx, { id, body, preview });
};

type Input = { id: string; body: ChangeOrderAddresses; preview: boolean };

/** Writes the addresses. If shipping or tax differ at the new address, changes nothing and returns null. */
async function writeWithoutPrice(
  tx: Transaction,
  ctx: Context,
  { id, body, preview }: Input,
): Promise<Order | null> {
  const order = await lockOrder(tx, id);
  await requireFresh(tx, ctx, "order", order.version, async () => presentForStaff(order));
  requireOpen(order);
  await requireBuyer(tx, order);
  const { shippingAddress } = body;
  if (shippingAddress !== undefined && (await isElsewhere(tx, ctx, order, shippingAddress)))
    return null;
  if (shippingAddress !== undefined) await requireCompletePlace(tx, ctx, order, shippingAddress);
  const addresses = {
    shipping_address: shippingAddress ?? order.shipping_address,
    billing_address: body.billingAddress ?? order.billing_address,
  };
  if (preview) return presentForStaff({ ...order, ...addresses });
  const changed = [
    ...(isSame(addresses.shipping_address, order.shipping_address) ? [] : ["shippingAddress"]),
    ...(isSame(addresses.billing_address, order.billing_address) ? [] : ["billingAddress"]),
  ];
  if (changed.length === 0) return presentForStaff(order);
  await writeAddresses(tx, id, addresses);
  await recordEvent(tx, ctx, id, { kind: "address-changed", data: { changed } });
  await audit(tx, ctx, {
    action: "UPDATE",
    entityType: "order",
    entityId: id,
    after: { changed },
  });
  if (changed.includes("shippingAddress") && body.notify !== false)
    await enqueueOrderChanged(tx, order, { state: "applied", dueMinor: 0, refundMinor: 0 });
  return presentForStaff(await readOrder(tx, id));
}

async function changePrice(ctx: Context, { id, body, preview }: Input): Promise<Order> {
  const { shippingAddress, billingAddress, shippingRateId, ...request } = body;
  const change = await makeChange(
    ctx,
    id,
    request,
    { isPreview: preview },
    async (tx, order, items) => {
      if (shippingAddress === undefined) return null;
      const to = { address: shippingAddress, shippingRateId };
      const plan = await planAddress(tx, ctx, order, items, to);
      return { plan, addresses: { shipping: shippingAddress, billing: billingAddress ?? null } };
    },
  );
  if (!preview) return ctx.tx(async (tx) => presentForStaff(await readOrder(tx, id)));
  const { items: _, trace: __, ...order } = change.order;
  const { due, expiresAt } = change;
  return { ...order, openChange: expiresAt === null ? null : { due, expiresAt } };
}

function requireOpen(order: OrderRow): void {
  const status = statusOf(order);
  if (status === "PENDING" || status === "PAID") return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    `This order is ${status}, so its addresses can no longer be changed.`,
    { status },
  );
}

function isSame(one: Address | null, other: Address | null): boolean {
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));
}

function partsOf(address: Address | null): [string, unknown][] {
  return Object.entries(address ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
