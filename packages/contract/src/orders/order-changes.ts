import { z } from "zod";
import { Address, Flag, Id, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { Amount, AmountInput } from "../money.ts";
import { byOrderId, ofOrder, Order, OrderWithItems } from "./orders.ts";

/** How long an order change that costs more waits for payment and holds its added units: by default, and at most. */
export const changeHoldHours = 24;
export const maxChangeHoldDays = 30;

/** How the difference between the old and the new total is settled. */
const settlement = {
  total: AmountInput.optional().meta({
    description:
      "The new total that the preview showed. If the actual total differs, the call fails with 409 TOTAL_CHANGED.",
  }),
  expiresAt: Time.optional().meta({
    description:
      "If the change increases the total of a paid order: when it expires unless the difference is paid. Until then, the added units are held. 24 hours from now if absent.",
  }),
  reason: Text(200).optional(),
  notify: z.boolean().optional().meta({
    description: "Whether the buyer gets an email; true if absent.",
  }),
};

/** Changes to an order's lines. Lines that aren't listed stay as they are. */
export const ChangeOrderItems = z.strictObject({
  items: z
    .array(
      z
        .strictObject({
          itemId: Id.optional().meta({ description: "The id of a line of the order." }),
          variantId: Id.optional().meta({
            description:
              "With itemId: the variant to exchange the line's units for. Without itemId: the variant of a line to add.",
          }),
          quantity: z.int().min(0).max(999).meta({
            description:
              "With itemId: the line's units after the change; 0 removes the line. With variantId: the units of the line to add. With both: the units to exchange.",
          }),
        })
        .refine(
          ({ itemId, variantId }) => itemId !== undefined || variantId !== undefined,
          "Send an itemId, a variantId, or both.",
        )
        .refine(
          ({ variantId, quantity }) => variantId === undefined || quantity > 0,
          "Use a quantity of 1 or more.",
        ),
    )
    .max(100)
    .meta({ description: "An empty list withdraws a change that is waiting for payment." }),
  ...settlement,
});
export type ChangeOrderItems = z.infer<typeof ChangeOrderItems>;

export const ChangeOrderAddresses = z
  .strictObject({
    shippingAddress: Address.optional(),
    billingAddress: Address.optional(),
    shippingRateId: Id.optional().meta({
      description:
        "The shipping method, if the address is in another region. If absent, the order keeps its method. If the new region doesn't have that method, its first one is used.",
    }),
    ...settlement,
  })
  .refine(
    (sent) => sent.shippingAddress !== undefined || sent.billingAddress !== undefined,
    "Send an address.",
  );
export type ChangeOrderAddresses = z.infer<typeof ChangeOrderAddresses>;

export const OrderChange = z
  .object({
    status: z.enum(["PREVIEW", "APPLIED", "OPEN"]).meta({
      description:
        "PREVIEW: the change was only calculated. APPLIED: the order was changed. OPEN: the order changes once `due` is paid. If it isn't paid by `expiresAt`, the order doesn't change.",
    }),
    order: OrderWithItems.meta({ description: "The order after the change." }),
    due: Amount.meta({ description: "The amount that the buyer has to pay." }),
    refund: Amount.meta({ description: "The amount returned to the buyer." }),
    expiresAt: Time.nullable(),
  })
  .meta({ id: "OrderChange" });
export type OrderChange = z.infer<typeof OrderChange>;

/** Calls for staff to change an order's addresses and lines, which can change its total. */
export const orderChanges = {
  updateOrderAddresses: endpoint({
    method: "PUT",
    path: "/orders/addresses/{id}",
    summary:
      "Changes the addresses of an order that has units left to ship. If this changes the total of a paid order, the buyer has to pay the difference, or gets it back.",
    access: { allow: ["MANAGE_ORDERS"] },
    store: ofOrder,
    params: byOrderId,
    query: z.object({
      preview: Flag.optional().meta({
        description: "true: only calculates the change, without making it.",
      }),
    }),
    body: ChangeOrderAddresses,
    response: Order.meta({
      description:
        "The order after the change. If the total of a paid order increases, the order doesn't change until the difference is paid; `openChange` shows the amount due.",
    }),
    errors: [
      "NOT_FOUND",
      "INVALID_TRANSITION",
      "EDIT_CONFLICT",
      "TOTAL_CHANGED",
      "SHIPPING_UNAVAILABLE",
      "PROVIDER_ERROR",
    ],
    personal: true,
  }),
  updateOrderItems: endpoint({
    method: "PUT",
    path: "/orders/items/{id}",
    summary:
      "Adds units to an order, or removes or exchanges units that are not in a shipment yet. If this changes the total of a paid order, the buyer has to pay the difference, or gets it back. From a refunded order, only units that cost nothing can be removed; they return to stock.",
    access: { allow: ["MANAGE_ORDERS"] },
    store: ofOrder,
    params: byOrderId,
    query: z.object({
      preview: Flag.optional().meta({
        description: "true: only calculates the change, without making it.",
      }),
    }),
    body: ChangeOrderItems,
    response: OrderChange,
    errors: [
      "NOT_FOUND",
      "INVALID_TRANSITION",
      "EDIT_CONFLICT",
      "TOTAL_CHANGED",
      "OUT_OF_STOCK",
      "UNAVAILABLE_ITEM",
      "LIMIT_REACHED",
      "PROVIDER_ERROR",
      "IDEMPOTENCY_KEY_REUSED",
    ],
    idempotent: true,
    personal: true,
  }),
};
