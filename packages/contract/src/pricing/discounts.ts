import { z } from "zod";
import {
  distinctWords,
  Flag,
  Id,
  Limit,
  listOf,
  OptionalText,
  Page,
  Text,
  Time,
} from "../common.ts";
import { endpoint } from "../endpoint.ts";
import { DiscountType } from "../enumerations.ts";
import { Amount, AmountInput, maxAmount } from "../money.ts";
import { Progress } from "../catalogue/progress.ts";
import { CartLines } from "./shipping.ts";

const maxIds = 100;
const Ids = z
  .array(Id)
  .max(maxIds)
  .transform((ids) => [...new Set(ids)]);
const Value = z
  .number()
  .min(0)
  .max(maxAmount)
  .refine((value) => Number(value.toFixed(3)) === value, "Use at most three decimals.")
  .meta({ description: "A percentage for PERCENTAGE, an amount for FIXED_AMOUNT, else 0." });
const Units = z.int().min(1).max(10_000);
const Code = z
  .string()
  .trim()
  .regex(/^[\p{L}\p{N}_-]+$/u, "Use letters, digits, - and _.")
  .max(60);

const Tier = z.strictObject({
  quantity: Units.meta({ description: "The minimum number of units of the covered items." }),
  value: Value,
});
const Give = z
  .strictObject({
    buy: Units,
    get: Units,
    products: Ids.default([]),
    collections: Ids.default([]),
    times: Units.nullable().default(null).meta({
      description: "Maximum number of times the offer applies in one order; null: no limit.",
    }),
  })
  .meta({
    description:
      "Buy X, get Y: for every `buy` units of the covered products, `get` units of the products and collections listed here are reduced by the percentage in `value`. If both lists are empty, units of the covered products are reduced. The cheapest units are reduced first.",
  });

const fields = {
  title: OptionalText(100).meta({
    description: "The name that shoppers see for an automatic discount.",
  }),
  code: Code.nullable().meta({
    description:
      "null if the discount applies automatically, without a code, or has unique codes. Codes are case-insensitive.",
  }),
  hasUniqueCodes: z.boolean().meta({
    description:
      "Whether the discount has many codes, each for one order, instead of a single code.",
  }),
  type: DiscountType,
  value: Value,
  products: Ids.meta({
    description:
      "The products that the discount covers. If `collections` is empty too, it covers all products.",
  }),
  collections: Ids,
  excludedProducts: Ids,
  excludedCollections: Ids,
  excludesSales: z.boolean().meta({ description: "Whether items on sale are excluded." }),
  tiers: z
    .array(Tier)
    .max(10)
    .meta({ description: "Values by quantity, ascending; they replace `value`." }),
  give: Give.nullable(),
  minimumSubtotal: AmountInput.nullable().meta({
    description: "The minimum subtotal of the covered items, before discounts.",
  }),
  maximumSubtotal: AmountInput.nullable(),
  minimumQuantity: Units.nullable(),
  startsAt: Time.nullable(),
  endsAt: Time.nullable().meta({ description: "When the discount stops applying." }),
  usageLimit: z
    .int()
    .min(1)
    .max(maxAmount)
    .nullable()
    .meta({ description: "Maximum number of orders that can use the discount." }),
  usesPerCustomer: z.int().min(1).max(10_000).nullable(),
  customerTags: z.array(Text(60)).max(20).transform(distinctWords).meta({
    description: "The customer must be signed in and have one of these tags. Empty: anyone.",
  }),
  firstOrderOnly: z.boolean(),
  priority: z.int().min(-1000).max(1000).meta({
    description: "Discounts of higher priority are chosen first, even if they take less off.",
  }),
  combines: z.boolean().meta({
    description: "Whether the discount can be combined with other discounts that also allow it.",
  }),
  isActive: z.boolean(),
};

/** A new discount. Only `type` is required; the other fields have defaults. */
export const DiscountInput = z.strictObject({
  ...fields,
  title: fields.title.default(""),
  code: fields.code.default(null),
  hasUniqueCodes: fields.hasUniqueCodes.default(false),
  value: fields.value.default(0),
  products: fields.products.default([]),
  collections: fields.collections.default([]),
  excludedProducts: fields.excludedProducts.default([]),
  excludedCollections: fields.excludedCollections.default([]),
  excludesSales: fields.excludesSales.default(false),
  tiers: fields.tiers.default([]),
  give: fields.give.default(null),
  minimumSubtotal: fields.minimumSubtotal.default(null),
  maximumSubtotal: fields.maximumSubtotal.default(null),
  minimumQuantity: fields.minimumQuantity.default(null),
  startsAt: fields.startsAt.default(null),
  endsAt: fields.endsAt.default(null),
  usageLimit: fields.usageLimit.default(null),
  usesPerCustomer: fields.usesPerCustomer.default(null),
  customerTags: fields.customerTags.default([]),
  firstOrderOnly: fields.firstOrderOnly.default(false),
  priority: fields.priority.default(0),
  combines: fields.combines.default(false),
  isActive: fields.isActive.default(true),
});
export type DiscountInput = z.infer<typeof DiscountInput>;
const DiscountUpdate = z.strictObject(fields).partial();

export const Discount = z
  .object({
    id: Id,
    storeId: Id,
    title: z.string(),
    code: z.string().nullable(),
    hasUniqueCodes: z.boolean(),
    type: DiscountType,
    value: z.number(),
    products: z.array(Id),
    collections: z.array(Id),
    excludedProducts: z.array(Id),
    excludedCollections: z.array(Id),
    excludesSales: z.boolean(),
    tiers: z.array(z.object({ quantity: z.int(), value: z.number() })),
    give: z
      .object({
        buy: z.int(),
        get: z.int(),
        products: z.array(Id),
        collections: z.array(Id),
        times: z.int().nullable(),
      })
      .nullable(),
    minimumSubtotal: Amount.nullable(),
    maximumSubtotal: Amount.nullable(),
    minimumQuantity: z.int().nullable(),
    startsAt: Time.nullable(),
    endsAt: Time.nullable(),
    usageLimit: z.int().nullable(),
    usesPerCustomer: z.int().nullable(),
    customerTags: z.array(z.string()),
    firstOrderOnly: z.boolean(),
    priority: z.int(),
    combines: z.boolean(),
    isActive: z.boolean(),
    used: z.int().meta({
      description:
        "Number of orders that use the discount, including unpaid ones. Without a usageLimit, listDiscounts stops counting at 10,000.",
    }),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "Discount" });
export type Discount = z.infer<typeof Discount>;

export const DiscountCodeBatch = z
  .object({
    id: Id,
    discountId: Id,
    count: z.int().meta({ description: "Number of codes requested." }),
    prefix: z.string(),
    progress: Progress.meta({
      description:
        "Codes created so far. Each can be used, and is in the CSV, as soon as it is created.",
    }),
    failure: z
      .string()
      .nullable()
      .meta({ description: "Why the batch ended before all codes were created." }),
    createdAt: Time,
    endedAt: Time.nullable(),
  })
  .meta({ id: "DiscountCodeBatch" });
export type DiscountCodeBatch = z.infer<typeof DiscountCodeBatch>;

const access = { allow: ["MANAGE_DISCOUNTS"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = { by: "resource", kind: "discount", in: "params", field: "id" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });
const idParams = z.object({ id: Id });

export const discounts = {
  listDiscounts: endpoint({
    method: "GET",
    path: "/discounts/store/{storeId}",
    summary: "Lists the store's discounts, newest first.",
    access,
    store: byStore,
    params: storeParams,
    query: z.object({
      search: OptionalText(100).optional().meta({ description: "A part of a code or title." }),
      isActive: Flag.optional(),
      page: Page,
      limit: Limit,
    }),
    response: listOf(Discount),
    errors: ["NOT_FOUND"],
  }),
  createDiscount: endpoint({
    method: "POST",
    path: "/discounts/store/{storeId}",
    summary:
      "Creates a discount: a percentage, a fixed amount or free shipping, with one code, with many unique codes, or automatic. A discount that could never apply is rejected.",
    access,
    store: byStore,
    params: storeParams,
    example: { code: "WELCOME", type: "PERCENTAGE", value: 10 },
    body: DiscountInput,
    response: Discount,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED", "CURRENCY_CHANGED"],
  }),
  getDiscount: endpoint({
    method: "GET",
    path: "/discounts/{id}",
    summary: "Returns a discount with the number of its uses.",
    access,
    store: byId,
    params: idParams,
    response: Discount,
    errors: ["NOT_FOUND"],
  }),
  updateDiscount: endpoint({
    method: "PUT",
    path: "/discounts/{id}",
    summary:
      "Updates a discount. Fields that aren't sent don't change. Orders keep the discount they were placed with.",
    access,
    store: byId,
    params: idParams,
    body: DiscountUpdate,
    response: Discount,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED", "CURRENCY_CHANGED", "EDIT_CONFLICT"],
  }),
  deleteDiscount: endpoint({
    method: "DELETE",
    path: "/discounts/{id}",
    summary: "Deletes a discount with its codes. Orders keep the discount they were placed with.",
    access,
    store: byId,
    params: idParams,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  createDiscountCodes: endpoint({
    method: "POST",
    path: "/discounts/{id}/codes",
    summary:
      "Creates up to 10,000 random codes for a discount with unique codes, in the background. Each code can be used for one order.",
    access: { ...access, limit: 30 },
    store: byId,
    params: idParams,
    body: z.strictObject({
      count: z.int().min(1).max(10_000),
      prefix: z
        .string()
        .trim()
        .max(20)
        .regex(
          /^(?:[\p{L}\p{N}][\p{L}\p{N}_-]*)?$/u,
          "Use only letters, digits, - and _, beginning with a letter or digit.",
        )
        .default("")
        .meta({ description: "The prefix of each code." }),
    }),
    response: DiscountCodeBatch,
    status: 202,
    errors: ["NOT_FOUND", "INVALID_TRANSITION", "LIMIT_REACHED", "RATE_LIMITED"],
  }),
  listDiscountCodeBatches: endpoint({
    method: "GET",
    path: "/discounts/{id}/code-batches",
    summary: "Lists the batches in which a discount's codes were created, newest first.",
    access,
    store: byId,
    params: idParams,
    query: z.object({ page: Page, limit: Limit }),
    response: listOf(DiscountCodeBatch),
    errors: ["NOT_FOUND"],
  }),
  getDiscountCodeBatch: endpoint({
    method: "GET",
    path: "/discounts/code-batches/{id}",
    summary: "Returns a batch of codes with its progress.",
    access,
    store: { by: "resource", kind: "code batch", in: "params", field: "id" },
    params: idParams,
    response: DiscountCodeBatch,
    errors: ["NOT_FOUND"],
  }),
  getDiscountCodes: endpoint({
    method: "GET",
    path: "/discounts/{id}/codes",
    summary:
      "Downloads a discount's unique codes as CSV: the code, when it was created, and the order that uses it.",
    access: { ...access, limit: 12 },
    store: byId,
    params: idParams,
    query: z.object({ batchId: Id.optional().meta({ description: "Only this batch's codes." }) }),
    file: "application/octet-stream",
    personal: true,
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
  rehearseDiscount: endpoint({
    method: "POST",
    path: "/discounts/store/{storeId}/rehearsals",
    summary:
      "Estimates what a planned discount would have cost, and how many customers would have used it, without creating it. Applies this discount alone to a sample of the paid orders of the last 90 days.",
    access: { ...access, limit: 30 },
    store: byStore,
    params: storeParams,
    body: DiscountInput,
    response: z.object({
      orders: z
        .int()
        .meta({ description: "Number of paid orders of the last 90 days, at most 20,000." }),
      sampled: z
        .int()
        .meta({ description: "Number of these orders in the sample, at most 1,000." }),
      used: z
        .int()
        .meta({ description: "Number of orders in the sample that would have used the discount." }),
      customers: z.int().meta({ description: "Number of customers who placed those orders." }),
      firstOrders: z.int().meta({
        description:
          "Number of the orders counted in `used` whose customer had no earlier paid order.",
      }),
      sales: Amount.meta({ description: "The sum of the subtotals in the sample." }),
      cost: Amount.meta({
        description: "The total amount that the discount would have taken off the sample's orders.",
      }),
      estimatedCost: Amount.meta({
        description: "The cost for all orders counted in `orders`, estimated from the sample.",
      }),
      examples: z
        .array(
          z.object({ orderId: Id, orderNumber: z.string(), subtotal: Amount, discount: Amount }),
        )
        .meta({ description: "The orders with the largest discounts, at most 20." }),
    }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
  validateDiscount: endpoint({
    method: "POST",
    path: "/discounts/validate",
    summary:
      "Returns the amount that a discount code would take off this cart, or why it doesn't apply.",
    access: { allow: ["public", "customer"], limit: 30 },
    store: { by: "store", in: "body", field: "storeId", orHost: true },
    takesCart: true,
    body: z.strictObject({
      storeId: z.string().max(253).optional(),
      code: Text(60, "Enter a code."),
      items: CartLines,
    }),
    response: z.object({
      valid: z.boolean(),
      code: z.string(),
      type: DiscountType.nullable(),
      amount: Amount.meta({ description: "Amount off the subtotal; 0 for free shipping." }),
      freeShipping: z.boolean(),
      message: z.string().meta({ description: "A message for the shopper." }),
    }),
    errors: ["NOT_FOUND", "RATE_LIMITED"],
  }),
};
