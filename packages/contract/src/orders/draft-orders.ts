import { z } from "zod";
import { Address, Email, Id, Limit, LongText, OptionalText, Page, Text, Time } from "../common.ts";
import { listOf } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { LanguageCode } from "../enumerations.ts";
import { Amount, AmountInput, Currency } from "../money.ts";
import { PriceStep } from "../pricing/shipping.ts";
import { OrderTags } from "./order-management.ts";
import { OrderWithItems } from "./orders.ts";

/** The maximum number of days for which units are held and a pay link works. */
export const maxDraftDays = 90;
/** How long a link works if staff choose no end. */
export const usualDraftDays = 30;
/** How many drafts of a store may be open, and how many may hold units. */
export const maxOpenDrafts = 5_000;
export const maxHoldingDrafts = 500;

/** A discount that staff give. A percentage is at most 100; an amount takes off at most what is left. */
export const StaffDiscount = z.strictObject({
  type: z.enum(["PERCENTAGE", "FIXED_AMOUNT"]),
  value: AmountInput.meta({ description: "Percent, or major units of the currency." }),
  title: Text(100).optional().meta({ description: "Shown to the buyer." }),
});
export type StaffDiscount = z.infer<typeof StaffDiscount>;

export const DraftOrderLine = z.strictObject({
  variantId: Id,
  quantity: z.int().min(1).max(999),
  price: AmountInput.optional().meta({
    description: "The price of one unit. If absent, the current price, which the draft then keeps.",
  }),
  discount: StaffDiscount.optional(),
});

const Lines = z
  .array(DraftOrderLine)
  .min(1, "Add a line.")
  .max(100)
  .refine(
    (lines) => new Set(lines.map(({ variantId }) => variantId)).size === lines.length,
    "Send each variant once.",
  );

const CustomShipping = z.strictObject({ name: Text(100), price: AmountInput });

/** What an update may change. null removes. */
const fields = {
  customerId: Id.nullable().optional().meta({ description: "Also supplies the email." }),
  email: Email.nullable().optional(),
  items: Lines.optional(),
  discount: StaffDiscount.nullable().optional().meta({ description: "Taken off the whole draft." }),
  shippingRateId: Id.optional().meta({
    description: "A shipping rate for the address. If absent, the first one that isn't a pickup.",
  }),
  customShipping: CustomShipping.nullable().optional().meta({
    description: "Replaces the rate: a name and a price that staff choose.",
  }),
  shippingAddress: Address.nullable().optional(),
  billingAddress: Address.nullable().optional(),
  note: LongText(1000).nullable().optional(),
  tags: OrderTags.optional(),
  language: LanguageCode.nullable().optional().meta({
    description:
      "The language of its emails, its pay page and the order's documents; the store's if absent.",
  }),
  holdUntil: Time.nullable()
    .optional()
    .meta({
      description: `Holds the units until then, at most ${maxDraftDays} days and never beyond the link. null holds none.`,
    }),
  expiresAt: Time.optional().meta({
    description: `When the pay link stops working: in ${usualDraftDays} days if absent, at most ${maxDraftDays}.`,
  }),
};

export const CreateDraftOrder = z.strictObject({ ...fields, items: Lines });
export type CreateDraftOrder = z.infer<typeof CreateDraftOrder>;
export const UpdateDraftOrder = z.strictObject(fields);
export type UpdateDraftOrder = z.infer<typeof UpdateDraftOrder>;

export const DraftOrderStatus = z.enum(["OPEN", "EXPIRED", "CONVERTED"]);

export const DraftOrderItem = z
  .object({
    productId: Id,
    variantId: Id,
    link: z.string(),
    name: z.string(),
    variantName: z.string(),
    sku: z.string().nullable(),
    image: z.string().nullable(),
    quantity: z.int(),
    price: Amount.meta({ description: "The price of one unit, as charged." }),
    hasOwnPrice: z.boolean().meta({ description: "Whether staff chose the price." }),
    discount: StaffDiscount.nullable(),
    total: Amount.meta({ description: "Before discounts." }),
  })
  .meta({ id: "DraftOrderItem" });

export const DraftOrder = z
  .object({
    id: Id.meta({ description: "Also the id of the order that it becomes." }),
    storeId: Id,
    status: DraftOrderStatus.meta({
      description: "EXPIRED: its pay link no longer works; staff can extend or convert it.",
    }),
    customerId: Id.nullable(),
    customer: z.object({ email: z.string().nullable() }),
    currency: Currency,
    subtotal: Amount,
    discount: Amount,
    staffDiscount: StaffDiscount.nullable().meta({ description: "Taken off the whole draft." }),
    shippingRateId: Id.nullable(),
    shippingMethod: z.string().nullable(),
    shipping: Amount,
    tax: Amount.meta({ description: "Tax added." }),
    taxIncluded: Amount.meta({ description: "Tax that the other amounts include." }),
    total: Amount,
    shippingAddress: Address.nullable(),
    billingAddress: Address.nullable(),
    note: z.string().nullable(),
    tags: z.array(z.string()),
    language: LanguageCode.nullable(),
    holdUntil: Time.nullable(),
    isHolding: z.boolean().meta({ description: "Whether its units are held now." }),
    expiresAt: Time.meta({ description: "When its pay link stops working." }),
    sentAt: Time.nullable().meta({ description: "When the link was last sent by email." }),
    convertedAt: Time.nullable().meta({
      description: "When it became an order. The order has the buyer's data from then on.",
    }),
    failure: z
      .object({ code: z.string(), at: Time })
      .nullable()
      .meta({ description: "Why the buyer could not open it, such as OUT_OF_STOCK." }),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
    createdAt: Time,
  })
  .meta({ id: "DraftOrder" });
export type DraftOrder = z.infer<typeof DraftOrder>;

export const DraftOrderWithItems = DraftOrder.extend({
  items: z.array(DraftOrderItem),
  trace: z.array(PriceStep).meta({ description: "How the total was calculated." }),
}).meta({ id: "DraftOrderWithItems" });
export type DraftOrderWithItems = z.infer<typeof DraftOrderWithItems>;

const access = { allow: ["MANAGE_ORDERS"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });
const ofDraft = { by: "resource", kind: "draft order", in: "params", field: "id" } as const;
const byId = z.object({ id: Id });
const pricing = [
  "UNAVAILABLE_ITEM",
  "SHIPPING_UNAVAILABLE",
  "OUT_OF_STOCK",
  "LIMIT_REACHED",
] as const;

/** Orders that staff prepare, and that their buyers open with a pay link. */
export const draftOrders = {
  listDraftOrders: endpoint({
    method: "GET",
    path: "/draft-orders/store/{storeId}",
    summary: "Lists the store's draft orders, newest first.",
    access,
    store: byStore,
    params: storeParams,
    query: z.object({
      status: DraftOrderStatus.optional(),
      customerId: Id.optional(),
      page: Page,
      limit: Limit,
      after: z.string().max(200).optional().meta({
        description: "`next` of the previous page. If sent, `page` is ignored.",
      }),
    }),
    response: listOf(DraftOrder).extend({
      next: z.string().nullable().meta({ description: "Pass it as `after` for the next page." }),
    }),
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  createDraftOrder: endpoint({
    method: "POST",
    path: "/draft-orders/store/{storeId}",
    summary:
      "Creates a draft order at prices that staff choose. The store's discounts and codes don't apply to it.",
    access,
    store: byStore,
    params: storeParams,
    body: CreateDraftOrder,
    response: DraftOrderWithItems,
    status: 201,
    errors: ["NOT_FOUND", ...pricing, "IDEMPOTENCY_KEY_REUSED"],
    idempotent: true,
    personal: true,
  }),
  getDraftOrder: endpoint({
    method: "GET",
    path: "/draft-orders/{id}",
    summary: "Returns a draft order with its lines.",
    access,
    store: ofDraft,
    params: byId,
    response: DraftOrderWithItems,
    errors: ["NOT_FOUND"],
    personal: true,
  }),
  updateDraftOrder: endpoint({
    method: "PUT",
    path: "/draft-orders/{id}",
    summary:
      "Changes the fields sent of a draft order that nobody has opened, and prices it again. With If-Match, only if the version still matches.",
    access,
    store: ofDraft,
    params: byId,
    body: UpdateDraftOrder,
    response: DraftOrderWithItems,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", ...pricing, "EDIT_CONFLICT"],
    personal: true,
  }),
  deleteDraftOrder: endpoint({
    method: "DELETE",
    path: "/draft-orders/{id}",
    summary: "Deletes a draft order that nobody has opened, and releases its units.",
    access,
    store: ofDraft,
    params: byId,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
  }),
  sendDraftOrder: endpoint({
    method: "POST",
    path: "/draft-orders/{id}/mails",
    summary: "Sends the pay link to the draft order's email.",
    access: { ...access, limit: 30 },
    store: ofDraft,
    params: byId,
    status: 202,
    response: z.object({ to: z.string() }),
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "RATE_LIMITED"],
    personal: true,
  }),
  createDraftOrderLink: endpoint({
    method: "POST",
    path: "/draft-orders/{id}/link",
    summary: "Returns the pay link, for staff to pass on. The same link until it is revoked.",
    access,
    store: ofDraft,
    params: byId,
    response: z.object({ url: z.string(), expiresAt: Time }),
    errors: ["NOT_FOUND", "INVALID_TRANSITION"],
    personal: true,
  }),
  revokeDraftOrderLinks: endpoint({
    method: "POST",
    path: "/draft-orders/{id}/revoke-links",
    summary: "Revokes all pay links of a draft order. New links have another key.",
    access,
    store: ofDraft,
    params: byId,
    errors: ["NOT_FOUND"],
  }),
  convertDraftOrder: endpoint({
    method: "POST",
    path: "/draft-orders/{id}/convert",
    summary:
      "Turns a draft order into a PENDING order at its prices, for staff to record the payment. Repeating it returns the order.",
    access,
    store: ofDraft,
    params: byId,
    body: z
      .strictObject({
        total: z.number().min(0).optional().meta({
          description: "The new total, to confirm it after TOTAL_CHANGED.",
        }),
      })
      .optional(),
    response: OrderWithItems,
    errors: [
      "NOT_FOUND",
      "TOTAL_CHANGED",
      "OUT_OF_STOCK",
      "UNAVAILABLE_ITEM",
      "SHIPPING_UNAVAILABLE",
      "INVALID_TRANSITION",
    ],
    personal: true,
  }),
  openDraftOrder: endpoint({
    method: "POST",
    path: "/draft-orders/{id}/open",
    summary:
      "Opens a pay link: turns the draft into a PENDING order, once, and stores the order's key in a cookie. Opening it again returns the order.",
    access: { allow: ["public"], limit: 60, limitTarget: "id" },
    store: ofDraft,
    params: byId,
    body: z.strictObject({
      key: OptionalText(100).meta({ description: "From the link's fragment." }),
      total: z.number().min(0).optional().meta({
        description: "The new total, if the buyer confirmed it after TOTAL_CHANGED.",
      }),
    }),
    response: OrderWithItems.extend({
      orderKey: z.string().meta({ description: "Also set as an httpOnly cookie." }),
    }),
    errors: [
      "NOT_FOUND",
      "ORDER_EXPIRED",
      "TOTAL_CHANGED",
      "OUT_OF_STOCK",
      "UNAVAILABLE_ITEM",
      "SHIPPING_UNAVAILABLE",
      "INVALID_TRANSITION",
      "RATE_LIMITED",
    ],
    personal: true,
  }),
};
