import type { Address } from "@vetrina/contract/common";
import { stateKey } from "@vetrina/commerce/states";
import type { orderManagement } from "@vetrina/contract/order-management";
import { audit } from "../../../platform/audit.ts";
import { requireFresh } from "../../../platform/edit-conflict.ts";
import { ApiFailure } from "../../../platform/errors.ts";
import type { Handler } from "../../../platform/http/routes.ts";
import { lockOrder, readOrder } from "../../order-records/order-rows.ts";
import { writeAddresses } from "../../order-records/order-states.ts";
import { type OrderRow, presentForStaff, statusOf } from "../../order-records/present-order.ts";
import { recordEvent } from "../../order-records/record-event.ts";

/**
 * Changes where an order goes. Country and region stay, because shipping and tax were calculated for them. Throws
 * INVALID_TRANSITION for an order that is on its way or has ended.
 */
export const updateOrderAddresses: Handler<typeof orderManagement.updateOrderAddresses> = (
  ctx,
  { id, body },
) =>
  ctx.tx(async (tx) => {
    const order = await lockOrder(tx, id);
    await requireFresh(tx, ctx, "order", order.version, async () => presentForStaff(order));
    requireOpen(order);
    const shipping = body.shippingAddress ?? order.shipping_address;
    const billing = body.billingAddress ?? order.billing_address;
    if (body.shippingAddress !== undefined)
      requireSamePlace(order.shipping_address, body.shippingAddress);
    const changed = [
      ...(isSame(shipping, order.shipping_address) ? [] : ["shippingAddress"]),
      ...(isSame(billing, order.billing_address) ? [] : ["billingAddress"]),
    ];
    if (changed.length === 0) return presentForStaff(order);
    await writeAddresses(tx, id, { shipping_address: shipping, billing_address: billing });
    await recordEvent(tx, ctx, id, { kind: "address-changed", data: { changed } });
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "order",
      entityId: id,
      after: { changed },
    });
    return presentForStaff(await readOrder(tx, id));
  });

function requireOpen(order: OrderRow): void {
  const status = statusOf(order);
  if (status === "PENDING" || status === "PAID") return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    `This order is ${status}, so its addresses can no longer be changed.`,
    { status },
  );
}

function requireSamePlace(before: Address | null, after: Address): void {
  if (before === null || placeOf(before) === placeOf(after)) return;
  throw new ApiFailure(
    "INVALID_TRANSITION",
    "The order's shipping and tax were calculated for another country or region. Keep both, or cancel the order and place it again.",
    { country: before.country, region: before.region ?? null },
  );
}

function placeOf({ country, region }: Address): string {
  return `${country} ${stateKey(country, region ?? "")}`;
}

function isSame(one: Address | null, other: Address | null): boolean {
  return JSON.stringify(partsOf(one)) === JSON.stringify(partsOf(other));
}

function partsOf(address: Address | null): [string, unknown][] {
  return Object.entries(address ?? {}).toSorted(([one], [other]) => (one < other ? -1 : 1));
}
