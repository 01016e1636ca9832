import { z } from "zod";
import { Address, Id } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { byOrderId, ofOrder, OrderDetails } from "./orders.ts";

/** Maximum number of sizes that are listed for an item. */
export const maxItemSizes = 200;

/** A size that an item of an order might be changed to. */
export const ItemSize = z
  .object({
    variantId: Id,
    size: z.string(),
    isCurrent: z.boolean(),
    state: z.enum(["AVAILABLE", "SOLD_OUT", "OTHER_PRICE", "IN_ORDER"]).meta({
      description:
        "AVAILABLE: the item can be changed to this size. SOLD_OUT: too few units. OTHER_PRICE: the size costs more or less. IN_ORDER: another item of the order already has it.",
    }),
  })
  .meta({ id: "ItemSize" });
export type ItemSize = z.infer<typeof ItemSize>;

const buyer = { allow: ["order-key", "customer"], limit: 30 } as const;
const ofItem = byOrderId.extend({ itemId: Id });

/** Calls for buyers to change their own orders before they are packed. */
export const orderSelfService = {
  changeShippingAddress: endpoint({
    method: "PUT",
    path: "/orders/{id}/shipping-address",
    summary:
      "Changes the shipping address of a paid order before any of it is packed, if shipping and tax stay the same. Fails if the version sent in If-Match is outdated.",
    access: buyer,
    store: ofOrder,
    params: byOrderId,
    body: Address,
    response: OrderDetails,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT", "RATE_LIMITED"],
    personal: true,
  }),
  listItemSizes: endpoint({
    method: "GET",
    path: "/orders/{id}/items/{itemId}/sizes",
    summary:
      "Lists the sizes of an order's item, sorted as on the product page, and whether the item can be changed to them.",
    access: { ...buyer, limit: 60 },
    store: ofOrder,
    params: ofItem,
    response: z.object({ items: z.array(ItemSize) }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
    personal: true,
  }),
  changeItemSize: endpoint({
    method: "PUT",
    path: "/orders/{id}/items/{itemId}/size",
    summary:
      "Changes all units of an item to another size at the same price, before any of the order is packed. Fails if the version sent in If-Match is outdated.",
    access: buyer,
    store: ofOrder,
    params: ofItem,
    body: z.strictObject({ variantId: Id }),
    response: OrderDetails,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "OUT_OF_STOCK", "EDIT_CONFLICT", "RATE_LIMITED"],
    personal: true,
  }),
};
