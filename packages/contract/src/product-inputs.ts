import { z } from "zod";
import { Language } from "./enumerations.ts";
import {
  Dictionary,
  distinctWords,
  Flag,
  Id,
  Limit,
  Link,
  Many,
  OptionalText,
  RichText,
  Page,
  Text,
  tidyWord,
  Time,
  maxUnits,
} from "./common.ts";
import { AmountInput } from "./money.ts";

export const ProductStatus = z.enum(["DRAFT", "ACTIVE", "ARCHIVED"]);
export const Department = z.enum(["women", "men", "unisex"]);
export const ProductSort = z.enum(["newest", "price-low", "price-high", "name"]);
export type ProductSort = z.infer<typeof ProductSort>;

/** What measures are usually called; any other name is the store's own. */
export const measureNames = [
  ...([
    "Bust",
    "Chest",
    "Waist",
    "Hips",
    "Length",
    "Shoulder",
    "Sleeve",
    "Inseam",
    "Rise",
  ] as const),
  ...(["Thigh", "Hem", "Width", "Height", "Depth", "Heel", "Sole length", "Foot", "Head"] as const),
];

/** Options of a product, and values of an option. */
const maxOptions = 3;
const maxOptionValues = 200;

/** Garment measures in centimetres, by size; the letter stands on the technical drawing. */
export const Measure = z
  .object({ label: z.string(), letter: z.string(), bySize: z.record(z.string(), z.number()) })
  .meta({ id: "Measure" });
/** The body each size is made for, in centimetres. */
export const BodyMeasure = Measure.omit({ letter: true }).meta({ id: "BodyMeasure" });

const MeasureLabel = Text(40).meta({
  description: `One of ${measureNames.join(", ")}; or a name of your own.`,
});
const BySize = Dictionary(
  z.string().min(1).max(120),
  z.number().min(0.1).max(500).multipleOf(0.1),
  maxOptionValues,
)
  .refine((sizes) => Object.keys(sizes).length > 0, "Name at least one size.")
  .meta({ description: "Centimetres by size, as the product's options spell it or One Size." });
const MeasureInput = z.strictObject({
  label: MeasureLabel,
  letter: OptionalText(2).default(""),
  bySize: BySize,
});
const BodyMeasureInput = z.strictObject({ label: MeasureLabel, bySize: BySize });

const wordsOfTheLanguage = new Set(["__proto__", "constructor", "prototype"]);

/** Values are kept by their option's name, which can't be a word that JavaScript's own objects have. */
export const OptionName = Text(60).refine(
  (name) => !wordsOfTheLanguage.has(name),
  "This can't be the name of an option: use another one.",
);

export const VariantInput = z.strictObject({
  options: Dictionary(OptionName, Text(120), maxOptions).default({}),
  sku: OptionalText(120)
    .overwrite(tidyWord)
    .nullish()
    .meta({ description: "The store's own; another may not differ by capitals alone." }),
  price: AmountInput,
  regularPrice: AmountInput.nullish(),
  stock: z
    .int()
    .min(0)
    .max(maxUnits)
    .default(0)
    .meta({ description: "Pieces on hand at the start." }),
  weightGrams: z.int().min(0).max(1_000_000).nullish(),
  barcode: OptionalText(60).nullish(),
});
export type VariantInput = z.infer<typeof VariantInput>;

/** What variants that are made from option values begin with. */
export const EveryVariant = VariantInput.omit({ options: true, barcode: true })
  .extend({
    sku: Text(60)
      .overwrite(tidyWord)
      .nullish()
      .meta({ description: "What each SKU begins with: COAT makes COAT-NAVY-M." }),
  })
  .meta({ id: "EveryVariant" });
export type EveryVariant = z.infer<typeof EveryVariant>;

/** Options with the values that are named so far, in the order they are shown. */
export const OptionsInput = z
  .array(
    z.strictObject({
      name: OptionName,
      values: z
        .array(
          z.strictObject({
            value: Text(120),
            swatch: z
              .string()
              .regex(/^#[0-9a-f]{6}$/i, { error: "Use a color as #rrggbb.", abort: true })
              .max(7)
              .nullish(),
          }),
        )
        .min(1)
        .max(maxOptionValues),
    }),
  )
  .max(maxOptions);

export const Category = OptionalText(60).nullable();
export const Tags = z
  .array(Text(60).regex(/^[^,]*$/, "A tag holds no comma: make two of it."))
  .max(100)
  .overwrite(distinctWords)
  .meta({ description: "Of tags that differ by capitals alone the first is kept." });

/** What a product says of itself, whatever it is made or changed by. */
export const ProductFields = z.strictObject({
  name: Text(255),
  link: Link.optional().meta({ description: "Made from the name when absent." }),
  description: RichText("product"),
  seoTitle: OptionalText(255).nullish(),
  seoDescription: RichText("product").nullish(),
  metaDescription: OptionalText(320).nullish(),
  status: ProductStatus,
  category: Category.optional(),
  department: Department.nullish(),
  vendor: OptionalText(120).nullish(),
  tags: Tags,
  composition: OptionalText(500).nullish(),
  care: z
    .array(OptionalText(200))
    .max(20)
    .overwrite((lines) => lines.filter((line) => line !== "")),
  measures: z.array(MeasureInput).max(20),
  bodyMeasures: z.array(BodyMeasureInput).max(8),
  publishedAt: Time.nullish().meta({
    description:
      "From when an active product is shown. To hide it, make it DRAFT or name a later time.",
  }),
  saleEndsAt: Time.nullish().meta({
    description:
      "When reduced variants go back to their regular prices, to the second. Pages count down to it in its last hour.",
  }),
});

export const ProductInput = ProductFields.extend({
  description: ProductFields.shape.description.default(""),
  status: ProductStatus.default("DRAFT"),
  tags: ProductFields.shape.tags.default([]),
  care: ProductFields.shape.care.default([]),
  measures: ProductFields.shape.measures.default([]),
  bodyMeasures: ProductFields.shape.bodyMeasures.default([]),
  options: OptionsInput.default([]),
  variants: z
    .array(VariantInput)
    .min(1)
    .max(500)
    .optional()
    .meta({ description: "One by one; or let everyVariant make them." }),
  everyVariant: EveryVariant.optional().meta({
    description: "In place of variants: one for each combination of the options' values.",
  }),
});
export type ProductInput = z.infer<typeof ProductInput>;

/** Values that join a product's options, and what the variants of all combinations that are missing begin with. */
export const MissingVariants = z.strictObject({
  options: OptionsInput.default([]),
  everyVariant: EveryVariant,
});
export type MissingVariants = z.infer<typeof MissingVariants>;

const was = (what: string) =>
  z
    .string()
    .max(120)
    .optional()
    .meta({ description: `The ${what} it has now, where it is renamed.` });

/** Options as they shall be, in their order. Standing variants take the first value of an option that is new. */
export const OptionsEdit = z
  .array(
    z.strictObject({
      name: OptionsInput.element.shape.name,
      was: was("name"),
      values: z
        .array(OptionsInput.element.shape.values.element.extend({ was: was("value") }))
        .min(1)
        .max(maxOptionValues),
    }),
  )
  .max(maxOptions);
export type OptionsEdit = z.infer<typeof OptionsEdit>;

/** Only what is named changes: a default here would empty what the caller left out. */
export const ProductUpdate = ProductFields.partial().extend({
  options: OptionsEdit.optional().meta({
    description:
      "All options with all their values: what is not named goes. A swatch that is left out stays.",
  }),
  removeVariants: z
    .boolean()
    .optional()
    .meta({ description: "Removes the variants of values that go; without it they are refused." }),
});
export type ProductUpdate = z.infer<typeof ProductUpdate>;
export const VariantUpdate = VariantInput.omit({ options: true, stock: true }).partial();
export type VariantUpdate = z.infer<typeof VariantUpdate>;

export const ProductListQuery = z.object({
  name: OptionalText(200)
    .optional()
    .meta({ description: "Words to search for; a typing error is forgiven." }),
  slug: z.string().max(200).optional().meta({ description: "The product of this link alone." }),
  ids: Many.pipe(z.array(Id).max(50))
    .optional()
    .meta({ description: "These products alone, as far as there are such." }),
  isDeleted: Flag.optional().meta({ description: "With MANAGE_PRODUCTS: the deleted ones." }),
  collectionIds: Many.pipe(z.array(z.string()).max(10))
    .optional()
    .meta({ description: "Products of any of them; at most ten." }),
  collection: Link.optional().meta({ description: "A collection by its link." }),
  category: Many.optional(),
  department: Many.optional(),
  price: Many.optional().meta({ description: "Bands: under-50, 50-100, 100-200, over-200." }),
  size: Many.optional(),
  color: Many.optional(),
  sale: Flag.optional(),
  sort: ProductSort.optional(),
  language: Language,
  page: Page,
  limit: Limit,
  after: z.string().max(1200).optional().meta({
    description: "`next` of the page before; then `page` is not looked at.",
  }),
});
export type ProductListQuery = z.infer<typeof ProductListQuery>;
