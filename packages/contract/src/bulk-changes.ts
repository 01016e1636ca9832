import { z } from "zod";
import { Dictionary, Id, Link, OptionalText, Text, Time, maxUnits, wordKey } from "./common.ts";
import { LocationCode, StockReason } from "./inventory.ts";
import { AmountInput, maxAmount } from "./money.ts";
import { Category, Department, ProductStatus, Tags } from "./product-inputs.ts";

/** So many of these fields are named. */
function named(fields: readonly unknown[]): number {
  return fields.filter((field) => field !== undefined).length;
}

const Values = z.array(Text(100)).min(1).max(50);

/** The product list's own conditions, with tags and statuses beside them; all have to be met, of each list any one. */
export const ProductFilter = z
  .strictObject({
    name: OptionalText(200).optional().meta({
      description: "Words that are found as they are written: nothing is guessed here.",
    }),
    collectionIds: z.array(Id).min(1).max(50).optional(),
    collection: Link.optional().meta({ description: "A collection by its link." }),
    category: Values.optional(),
    department: z.array(Department).min(1).max(50).optional(),
    price: Values.optional().meta({ description: "Bands: under-50, 50-100, 100-200, over-200." }),
    size: Values.optional(),
    color: Values.optional(),
    tag: Values.optional(),
    status: z.array(ProductStatus).min(1).max(50).optional(),
    sale: z.boolean().optional().meta({ description: "true: reduced ones; false: the others." }),
  })
  .meta({ id: "ProductFilter" });
export type ProductFilter = z.infer<typeof ProductFilter>;

const Ids = z
  .array(Id)
  .min(1)
  .max(5000)
  .refine(
    (ids) => new Set(ids.map((id) => id.toLowerCase())).size === ids.length,
    "Name each once.",
  );

export const BulkSelection = z
  .strictObject({
    products: Ids.optional(),
    variants: Ids.optional().meta({ description: "For prices and stock: these variants alone." }),
    filter: ProductFilter.optional().meta({
      description: "Products with all their variants; {}: every product of the store.",
    }),
    options: Dictionary(Text(60), z.array(Text(120)).min(1).max(200), 3)
      .optional()
      .meta({
        description:
          "For prices and stock: of these products the variants alone that have one of the values of each option, Size: [XL]. Capitals do not matter.",
      }),
  })
  .refine(({ products, variants, filter }) => named([products, variants, filter]) === 1, {
    message: "Name products, variants or a filter: one of them.",
  })
  .meta({ id: "BulkSelection" });
export type BulkSelection = z.infer<typeof BulkSelection>;

const PriceRounding = z
  .strictObject({
    ending: AmountInput.meta({ description: "0.99: prices end so." }),
    step: AmountInput.optional().meta({
      description:
        "How far such prices are apart, 1 where absent. 100 with the ending 80: 280, 380.",
    }),
    direction: z.enum(["NEAREST", "UP", "DOWN"]).optional().meta({
      description: "NEAREST where absent; of two as near, the higher one.",
    }),
  })
  .refine(({ ending, step = 1 }) => ending < step, { message: "Set step above ending." });

export const PriceChange = z
  .strictObject({
    set: AmountInput.optional(),
    add: z.number().min(-maxAmount).max(maxAmount).optional().meta({
      description: "Added to the price; below zero: taken off.",
    }),
    percent: z
      .number()
      .min(-100)
      .max(1000)
      .refine((percent) => Number.isInteger(Number((percent * 100).toFixed(6))), {
        message: "Use at most two decimals.",
      })
      .optional()
      .meta({ description: "Of the price, added; below zero: taken off. Halves are rounded up." }),
    endSale: z.literal(true).optional().meta({
      description: "The regular price is the price again, where a variant is reduced.",
    }),
    rounding: PriceRounding.optional().meta({ description: "Of what add or percent make." }),
    regularPrice: z
      .union([z.enum(["KEEP", "OLD_PRICE", "NONE"]), AmountInput])
      .optional()
      .meta({
        description:
          "Absent or KEEP: as it is. OLD_PRICE: the price until now, or the regular price of what is reduced already. NONE: not reduced any more. Or an amount.",
      }),
  })
  .refine(({ set, add, percent, endSale }) => named([set, add, percent, endSale]) === 1, {
    message: "Name set, add, percent or endSale: one of them.",
  })
  .refine(({ set, endSale, rounding }) => rounding === undefined || named([set, endSale]) === 0, {
    message: "Round what add or percent make; leave it out here.",
    path: ["rounding"],
  })
  .refine(({ endSale, regularPrice }) => named([endSale, regularPrice]) < 2, {
    message: "A sale's end leaves no regular price; leave it out.",
    path: ["regularPrice"],
  })
  .meta({ id: "PriceChange" });
export type PriceChange = z.infer<typeof PriceChange>;

export const StockChange = z
  .strictObject({
    set: z.int().min(0).max(maxUnits).optional().meta({ description: "Pieces on hand." }),
    add: z
      .int()
      .min(-maxUnits)
      .max(maxUnits)
      .refine((n) => n !== 0, "Say by how many pieces: it can't be 0.")
      .optional()
      .meta({ description: "Pieces that came; below zero: pieces that went." }),
    location: LocationCode.optional().meta({ description: "main where absent." }),
    reason: StockReason,
  })
  .refine(({ set, add }) => named([set, add]) === 1, { message: "Name set or add: one of them." })
  .meta({ id: "StockChange" });
export type StockChange = z.infer<typeof StockChange>;

export const StatusChange = z
  .strictObject({
    to: ProductStatus,
    publishAt: Time.optional().meta({
      description:
        "With ACTIVE: when it is published. Absent: as it was, or the moment of the run where it never was.",
    }),
  })
  .refine(({ to, publishAt }) => publishAt === undefined || to === "ACTIVE", {
    message: "Name publishAt with ACTIVE alone.",
    path: ["publishAt"],
  })
  .meta({ id: "StatusChange" });
export type StatusChange = z.infer<typeof StatusChange>;

export const TagsChange = z
  .strictObject({ add: Tags.optional(), remove: Tags.optional(), replace: Tags.optional() })
  .refine(({ add, remove, replace }) => (replace === undefined) !== !(add ?? remove), {
    message: "Name tags to add or remove, or replace them all.",
  })
  .refine(
    ({ add = [], remove = [] }) =>
      !add.some((tag) => remove.some((other) => wordKey(other) === wordKey(tag))),
    {
      message: "Add a tag or remove it.",
    },
  )
  .meta({ id: "TagsChange" });
export type TagsChange = z.infer<typeof TagsChange>;

/** What becomes of each of the chosen ones; several at once are one edit. */
export const BulkChange = z
  .strictObject({
    price: PriceChange.optional(),
    stock: StockChange.optional(),
    status: StatusChange.optional(),
    tags: TagsChange.optional(),
    category: Category.optional().meta({ description: "null: none." }),
  })
  .refine((change) => named(Object.values(change)) > 0, {
    message: "Name at least one change.",
  })
  .meta({ id: "BulkChange" });
export type BulkChange = z.infer<typeof BulkChange>;
