import { z } from "zod";
import { Dictionary, Id, Link, OptionalText, Text, Time, maxUnits, wordKey } from "../common.ts";
import { LocationCode, StockReason } from "../stock/inventory.ts";
import { AmountInput, maxAmount } from "../money.ts";
import { Category, Department, ProductStatus, Tags } from "./product-inputs.ts";

/** The number of fields that are set. */
function named(fields: readonly unknown[]): number {
  return fields.filter((field) => field !== undefined).length;
}

const Values = z.array(Text(100)).min(1).max(50);

/**
 * The filters of the product list, plus tags and statuses. A product must match every filter. To match a filter with
 * several values, it needs only one of them.
 */
export const ProductFilter = z
  .strictObject({
    name: OptionalText(200).optional().meta({
      description: "Words to search for, without typo correction.",
    }),
    collectionIds: z.array(Id).min(1).max(50).optional(),
    collection: Link.optional().meta({ description: "A collection's slug." }),
    category: Values.optional(),
    department: z.array(Department).min(1).max(50).optional(),
    price: Values.optional().meta({
      description: "Price bands: under-50, 50-100, 100-200, over-200.",
    }),
    size: Values.optional(),
    color: Values.optional(),
    tag: Values.optional(),
    status: z.array(ProductStatus).min(1).max(50).optional(),
    sale: z
      .boolean()
      .optional()
      .meta({ description: "true: only products on sale; false: only products not on sale." }),
  })
  .meta({ id: "ProductFilter" });
export type ProductFilter = z.infer<typeof ProductFilter>;

const Ids = z
  .array(Id)
  .min(1)
  .max(5000)
  .refine(
    (ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length,
    "List each id only once.",
  );

export const BulkSelection = z
  .strictObject({
    products: Ids.optional(),
    variants: Ids.optional().meta({
      description: "For price and stock changes: selects only these variants.",
    }),
    filter: ProductFilter.optional().meta({
      description:
        "Selects products with all their variants. {} selects every product of the store.",
    }),
    options: Dictionary(Text(60), z.array(Text(120)).min(1).max(200), 3)
      .optional()
      .meta({
        description:
          'For price and stock changes: selects only variants that have one of the listed values for each of these options. {"Size": ["XL"]} selects size XL. Case-insensitive.',
      }),
  })
  .refine(({ products, variants, filter }) => named([products, variants, filter]) === 1, {
    message: "Send exactly one of products, variants or filter.",
  })
  .meta({ id: "BulkSelection" });
export type BulkSelection = z.infer<typeof BulkSelection>;

const PriceRounding = z
  .strictObject({
    ending: AmountInput.meta({
      description: "The ending of prices: 0.99 gives prices such as 19.99 and 29.99.",
    }),
    step: AmountInput.optional().meta({
      description:
        "The distance between two possible prices; 1 if absent. A step of 100 with an ending of 80 gives 280 and 380.",
    }),
    direction: z.enum(["NEAREST", "UP", "DOWN"]).optional().meta({
      description: "NEAREST if absent. If two prices are equally near, the higher one is used.",
    }),
  })
  .refine(({ ending, step = 1 }) => ending < step, {
    message: "Use a step greater than the ending.",
  });

export const PriceChange = z
  .strictObject({
    set: AmountInput.optional(),
    add: z.number().min(-maxAmount).max(maxAmount).optional().meta({
      description: "Amount to add to the price; negative to subtract.",
    }),
    percent: z
      .number()
      .min(-100)
      .max(1000)
      .refine((percent) => Number.isInteger(Number((percent * 100).toFixed(6))), {
        message: "Use at most two decimals.",
      })
      .optional()
      .meta({
        description: "Percentage of the price to add; negative to subtract. Halves are rounded up.",
      }),
    endSale: z.literal(true).optional().meta({
      description: "Restores the regular price of variants on sale.",
    }),
    rounding: PriceRounding.optional().meta({
      description: "Rounds the result of add or percent.",
    }),
    regularPrice: z
      .union([z.enum(["KEEP", "OLD_PRICE", "NONE"]), AmountInput])
      .optional()
      .meta({
        description:
          "The new regular price. KEEP, the default, leaves it unchanged. OLD_PRICE: the price before this edit; a variant already on sale keeps its regular price. NONE: the variant is no longer on sale.",
      }),
  })
  .refine(({ set, add, percent, endSale }) => named([set, add, percent, endSale]) === 1, {
    message: "Send exactly one of set, add, percent or endSale.",
  })
  .refine(({ set, endSale, rounding }) => rounding === undefined || named([set, endSale]) === 0, {
    message: "Use rounding only with add or percent.",
    path: ["rounding"],
  })
  .refine(({ endSale, regularPrice }) => named([endSale, regularPrice]) < 2, {
    message: "Ending a sale removes the regular price. Leave out regularPrice.",
    path: ["regularPrice"],
  })
  .meta({ id: "PriceChange" });
export type PriceChange = z.infer<typeof PriceChange>;

export const StockChange = z
  .strictObject({
    set: z.int().min(0).max(maxUnits).optional().meta({ description: "Units on hand." }),
    add: z
      .int()
      .min(-maxUnits)
      .max(maxUnits)
      .refine((n) => n !== 0, "Use a number other than 0.")
      .optional()
      .meta({ description: "Units added; negative for units removed." }),
    location: LocationCode.optional().meta({ description: "The location's code; main if absent." }),
    reason: StockReason,
  })
  .refine(({ set, add }) => named([set, add]) === 1, { message: "Send exactly one of set or add." })
  .meta({ id: "StockChange" });
export type StockChange = z.infer<typeof StockChange>;

export const StatusChange = z
  .strictObject({
    to: ProductStatus,
    publishAt: Time.optional().meta({
      description:
        "With ACTIVE: when to publish the product. If absent, the product keeps its publication date. A product without one is published when the edit is run.",
    }),
  })
  .refine(({ to, publishAt }) => publishAt === undefined || to === "ACTIVE", {
    message: "Use publishAt only with ACTIVE.",
    path: ["publishAt"],
  })
  .meta({ id: "StatusChange" });
export type StatusChange = z.infer<typeof StatusChange>;

export const TagsChange = z
  .strictObject({ add: Tags.optional(), remove: Tags.optional(), replace: Tags.optional() })
  .refine(({ add, remove, replace }) => (replace === undefined) !== !(add ?? remove), {
    message: "Send add, remove or both; or send only replace.",
  })
  .refine(
    ({ add = [], remove = [] }) =>
      new Set(add.map(wordKey)).isDisjointFrom(new Set(remove.map(wordKey))),
    {
      message: "A tag can't be both added and removed. Choose one.",
    },
  )
  .meta({ id: "TagsChange" });
export type TagsChange = z.infer<typeof TagsChange>;

/** The changes to make to each selected product. Several changes can be made in one edit. */
export const BulkChange = z
  .strictObject({
    price: PriceChange.optional(),
    stock: StockChange.optional(),
    status: StatusChange.optional(),
    tags: TagsChange.optional(),
    category: Category.optional().meta({ description: "The new category; null removes it." }),
  })
  .refine((change) => named(Object.values(change)) > 0, {
    message: "Send at least one change.",
  })
  .meta({ id: "BulkChange" });
export type BulkChange = z.infer<typeof BulkChange>;
