import { z } from "zod";
import { Address, Email, Id, Limit, LongText, OptionalText, Page, Text, Time } from "../common.ts";
import { listOf } from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { LanguageCode } from "../enumerations.ts";
import { Amount, AmountInput, Currency } from "../money.ts";
import { PriceStep } from "../pricing/shipping.ts";
import { OrderTags } from "./order-management.ts";
import { OrderWithItems } from "./orders.ts";

/** Maximum number of days, from now, for which staff can hold units or let a pay link work. */
export const maxDraftDays = 90;
/** Number of days that a pay link works if staff set no expiry. */
export const usualDraftDays = 30;
/** Maximum number of a store's drafts that are open or expired. maxHoldingDrafts limits those that hold units. */
export const maxOpenDrafts = 5_000;
export const maxHoldingDrafts = 500;

/** A discount that staff give. A percentage is at most 100. An amount never reduces a price below zero. */
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
    description:
      "The price of one unit. If absent, the variant's current price is used, and later price changes don't affect the draft.",
  }),
  discount: StaffDiscount.optional(),
});

const Lines = z
  .array(DraftOrderLine)
  .min(1, "Add at least one line.")
  .max(100)
  .refine(
    (lines) => new Set(lines.map(({ variantId }) => variantId)).size === lines.length,
    "List each variant only once.",
  );

const CustomShipping = z.strictObject({ name: Text(100), price: AmountInput });

/** The fields of a draft that an update can change. null removes the value. */
const fields = {
  customerId: Id.nullable().optional().meta({
    description:
      "A customer of the store. The draft gets this customer's email. Setting another `email` removes the customer.",
  }),
  email: Email.nullable().optional().meta({
    description:
      "The address for the pay link and the order's emails. Changing it revokes the draft's pay links.",
  }),
  items: Lines.optional(),
  discount: StaffDiscount.nullable()
    .optional()
    .meta({ description: "A discount on the whole draft." }),
  shippingRateId: Id.optional().meta({
    description:
      "The shipping rate. If absent, the first rate for the shipping address; a pickup rate only if there is no other.",
  }),
  customShipping: CustomShipping.nullable().optional().meta({
    description: "A name and price chosen by staff, instead of a shipping rate.",
  }),
  shippingAddress: Address.nullable().optional(),
  billingAddress: Address.nullable().optional(),
  note: LongText(1000).nullable().optional(),
  tags: OrderTags.optional(),
  language: LanguageCode.nullable().optional().meta({
    description:
      "The language of the draft's emails and pay page and of the order's documents; the store's default if absent.",
  }),
  holdUntil: Time.nullable()
    .optional()
    .meta({
      description: `The time until which the units are held: at most ${maxDraftDays} days from now, and not after the pay link expires. null: no units are held.`,
    }),
  expiresAt: Time.optional().meta({
    description: `When the pay link stops working: at most ${maxDraftDays} days from now. ${usualDraftDays} days from now if absent.`,
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
    price: Amount.meta({
      description:
        "The price of one unit before discounts. If reverse charge applies, the included tax has been subtracted.",
    }),
    hasOwnPrice: z.boolean().meta({ description: "Whether staff chose the price." }),
    discount: StaffDiscount.nullable(),
    total: Amount.meta({ description: "Before discounts." }),
  })
  .meta({ id: "DraftOrderItem" });

export const DraftOrder = z
  .object({
    id: Id.meta({ description: "The draft's id, and the id of the order that it becomes." }),
    storeId: Id,
    status: DraftOrderStatus.meta({
      description:
        "EXPIRED: the pay link no longer works, but staff can extend or convert the draft. CONVERTED: the draft became an order.",
    }),
    customerId: Id.nullable(),
    customer: z.object({ email: z.string().nullable() }),
    currency: Currency,
    subtotal: Amount,
    discount: Amount,
    staffDiscount: StaffDiscount.nullable().meta({ description: "A discount on the whole draft." }),
    shippingRateId: Id.nullable(),
    shippingMethod: z.string().nullable(),
    shipping: Amount,
    tax: Amount.meta({
      description: "Tax on top of the other amounts; 0 if these already include tax.",
    }),
    taxIncluded: Amount.meta({
      description: "Tax that the other amounts already include. It is not added to the total.",
    }),
    total: Amount,
    shippingAddress: Address.nullable(),
    billingAddress: Address.nullable(),
    note: z.string().nullable(),
    tags: z.array(z.string()),
    language: LanguageCode.nullable(),
    holdUntil: Time.nullable(),
    isHolding: z.boolean().meta({ description: "Whether stock is held for the draft now." }),
    expiresAt: Time.meta({ description: "When the pay link stops working." }),
    sentAt: Time.nullable().meta({ description: "When the link was last sent by email." }),
    convertedAt: Time.nullable().meta({
      description:
        "When the draft became an order. From then on, the order contains the buyer's data.",
    }),
    failure: z
      .object({ code: z.string(), at: Time })
      .nullable()
      .meta({ description: "Why the buyer could not open the pay link, such as OUT_OF_STOCK." }),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
    createdAt: Time,
  })
  .meta({ id: "DraftOrder" });
export type DraftOrder = z.infer<typeof DraftOrder>;

export const DraftOrderWithItems = DraftOrder.extend({
  items: z.array(DraftOrderItem),
  trace: z.array(PriceStep).meta({ description: "How the total was calculated, step by step." }),
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

/** Calls for staff to prepare draft orders, and for buyers to open them with the pay link. */
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
      "Creates a draft order: an order that staff prepare and the buyer opens with a pay link. Staff can choose its prices and discounts; the store's own discounts and codes don't apply.",
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
      "Updates a draft order that hasn't become an order, and recalculates its total. Fields that aren't sent don't change. Fails if the version sent in If-Match is outdated.",
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
    summary: "Deletes a draft order that hasn't become an order, and releases its units.",
    access,
    store: ofDraft,
    params: byId,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "EDIT_CONFLICT"],
  }),
  sendDraftOrder: endpoint({
    method: "POST",
    path: "/draft-orders/{id}/mails",
    summary: "Sends the pay link to the draft order's email address.",
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
    summary:
      "Returns a draft order's pay link, so that staff can give it to the buyer. The link's key stays the same until it is revoked.",
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
    summary:
      "Revokes all pay links of a draft order. Links created afterwards have a new key. If the draft has become an order, revokes the order's links instead.",
    access,
    store: ofDraft,
    params: byId,
    errors: ["NOT_FOUND"],
  }),
  convertDraftOrder: endpoint({
    method: "POST",
    path: "/draft-orders/{id}/convert",
    summary:
      "Turns a draft order into an order at the draft's prices, so that staff can record its payment. Repeating the call returns the same order.",
    access,
    store: ofDraft,
    params: byId,
    body: z
      .strictObject({
        total: z.number().min(0).optional().meta({
          description:
            "Confirms a changed total: the new total from the TOTAL_CHANGED error's details.",
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
      "Opens a pay link: turns the draft into an order and sets a cookie that grants the browser access to it. If the browser is signed in, the cookie works until that session is ended. Opening the link again returns the same order.",
    access: { allow: ["public", "customer"], limit: 60, limitTarget: "id" },
    store: ofDraft,
    params: byId,
    body: z.strictObject({
      key: OptionalText(100).meta({ description: "The key in the pay link's fragment." }),
      total: z.number().min(0).optional().meta({
        description:
          "Confirms a changed total, once the buyer has agreed: the new total from the TOTAL_CHANGED error's details.",
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
