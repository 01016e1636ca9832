import { z } from "zod";
import { Language } from "../enumerations.ts";
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
  TaxClass,
} from "../common.ts";
import { AmountInput } from "../money.ts";

export const ProductStatus = z.enum(["DRAFT", "ACTIVE", "ARCHIVED"]);
export const Department = z.enum(["women", "men", "unisex"]);
export const ProductSort = z.enum(["newest", "price-low", "price-high", "name"]);
export type ProductSort = z.infer<typeof ProductSort>;

/** Common names of measurements. Stores may use other names. */
export const measurementNames = [
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

/** Maximum number of a product's options, and of an option's values. */
const maxOptions = 3;
const maxOptionValues = 200;

/** A garment measurement in centimeters by size. The letter marks the measurement in the technical drawing. */
export const Measurement = z
  .object({ label: z.string(), letter: z.string(), bySize: z.record(z.string(), z.number()) })
  .meta({ id: "Measurement" });
/** The body measurement, in centimeters, that each size is made for. */
export const BodyMeasurement = Measurement.omit({ letter: true }).meta({ id: "BodyMeasurement" });

const MeasurementLabel = Text(40).meta({
  description: `Such as ${measurementNames.join(", ")}. Any name is allowed.`,
});
const BySize = Dictionary(
  z.string().min(1).max(120),
  z.number().min(0.1).max(500).multipleOf(0.1),
  maxOptionValues,
)
  .refine((sizes) => Object.keys(sizes).length > 0, "Send at least one size.")
  .meta({
    description: "Centimeters by size. Sizes are spelled as in the product's options, or One Size.",
  });
const MeasurementInput = z.strictObject({
  label: MeasurementLabel,
  letter: OptionalText(2).default(""),
  bySize: BySize,
});
const BodyMeasurementInput = z.strictObject({ label: MeasurementLabel, bySize: BySize });

const wordsOfTheLanguage = new Set(["__proto__", "constructor", "prototype"]);

/**
 * The name of an option. Variants store values in objects keyed by it, so three names with a special meaning in
 * JavaScript are rejected.
 */
export const OptionName = Text(60).refine(
  (name) => !wordsOfTheLanguage.has(name),
  "This name can't be used for an option. Choose a different name.",
);

export const VariantInput = z.strictObject({
  options: Dictionary(OptionName, Text(120), maxOptions).default({}),
  sku: OptionalText(120)
    .overwrite(tidyWord)
    .nullish()
    .meta({ description: "The store's own SKU. Two SKUs can't differ only in capitalization." }),
  price: AmountInput,
  regularPrice: AmountInput.nullish(),
  stock: z.int().min(0).max(maxUnits).default(0).meta({ description: "Initial units on hand." }),
  weightGrams: z.int().min(0).max(1_000_000).nullish(),
  barcode: OptionalText(60).nullish(),
});
export type VariantInput = z.infer<typeof VariantInput>;

/** The initial fields of the variants that are generated from option values. */
export const VariantDefaults = VariantInput.omit({ options: true, barcode: true })
  .extend({
    sku: Text(60)
      .overwrite(tidyWord)
      .nullish()
      .meta({ description: "The prefix of each SKU: COAT gives COAT-NAVY-M." }),
  })
  .meta({ id: "VariantDefaults" });
export type VariantDefaults = z.infer<typeof VariantDefaults>;

/** Options with their values, in display order, for a new product. */
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
              .regex(/^#[0-9a-f]{6}$/i, { error: "Write the color as #rrggbb.", abort: true })
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
  .array(Text(60).regex(/^[^,]*$/, "A tag can't contain a comma. Send separate tags."))
  .max(100)
  .overwrite(distinctWords)
  .meta({ description: "If tags differ only in capitalization, only the first is kept." });

/** The fields that can be sent both when a product is created and when it is updated. */
export const ProductFields = z.strictObject({
  name: Text(255),
  link: Link.optional().meta({ description: "Generated from the name if absent." }),
  description: RichText("product"),
  seoTitle: OptionalText(255).nullish(),
  seoDescription: RichText("product").nullish(),
  metaDescription: OptionalText(320).nullish(),
  status: ProductStatus,
  category: Category.optional(),
  department: Department.nullish(),
  vendor: OptionalText(120).nullish(),
  taxClass: TaxClass,
  tags: Tags,
  composition: OptionalText(500).nullish(),
  care: z
    .array(OptionalText(200))
    .max(20)
    .overwrite((lines) => lines.filter((line) => line !== "")),
  measurements: z.array(MeasurementInput).max(20),
  bodyMeasurements: z.array(BodyMeasurementInput).max(8),
  publishedAt: Time.nullish().meta({
    description:
      "When the product is published, if it is ACTIVE. To hide it, set the status to DRAFT, or send a later time.",
  }),
  saleEndsAt: Time.nullish().meta({
    description:
      "When variants on sale return to their regular prices, exact to the second. Pages show a countdown in the last hour.",
  }),
});

export const ProductInput = ProductFields.extend({
  description: ProductFields.shape.description.default(""),
  status: ProductStatus.default("DRAFT"),
  taxClass: ProductFields.shape.taxClass.default(""),
  tags: ProductFields.shape.tags.default([]),
  care: ProductFields.shape.care.default([]),
  measurements: ProductFields.shape.measurements.default([]),
  bodyMeasurements: ProductFields.shape.bodyMeasurements.default([]),
  options: OptionsInput.default([]),
  variants: z
    .array(VariantInput)
    .min(1)
    .max(500)
    .optional()
    .meta({ description: "List the variants here, or generate them with variantDefaults." }),
  variantDefaults: VariantDefaults.optional().meta({
    description:
      "Generates a variant for each combination of option values. Use it instead of variants.",
  }),
});
export type ProductInput = z.infer<typeof ProductInput>;

/** Values to add to a product's options, and the initial fields of all variants that don't exist yet. */
export const MissingVariants = z.strictObject({
  options: OptionsInput.default([]),
  variantDefaults: VariantDefaults,
});
export type MissingVariants = z.infer<typeof MissingVariants>;

const previous = (what: string) =>
  z
    .string()
    .max(120)
    .optional()
    .meta({ description: `The current ${what}, if the call changes it.` });

/** A product's complete options in their new order. If an option is new, existing variants get its first value. */
export const OptionsEdit = z
  .array(
    z.strictObject({
      name: OptionsInput.element.shape.name,
      previousName: previous("name"),
      values: z
        .array(
          OptionsInput.element.shape.values.element.extend({ previousValue: previous("value") }),
        )
        .min(1)
        .max(maxOptionValues),
    }),
  )
  .max(maxOptions);
export type OptionsEdit = z.infer<typeof OptionsEdit>;

/**
 * An update changes only the fields that are sent. It has no defaults, because those would overwrite fields that aren't
 * sent.
 */
export const ProductUpdate = ProductFields.partial().extend({
  options: OptionsEdit.optional().meta({
    description:
      "All options of the product, with all their values. Options and values that aren't listed are removed. A value sent without a swatch keeps the one it has.",
  }),
  removeVariants: z.boolean().optional().meta({
    description:
      "true: also deletes the variants of removed values. Otherwise, values that variants use can't be removed.",
  }),
});
export type ProductUpdate = z.infer<typeof ProductUpdate>;
export const VariantUpdate = VariantInput.omit({ options: true, stock: true }).partial();
export type VariantUpdate = z.infer<typeof VariantUpdate>;

export const ProductListQuery = z.object({
  name: OptionalText(200).optional().meta({ description: "Search words. Typos are tolerated." }),
  slug: z.string().max(200).optional().meta({ description: "Only the product with this slug." }),
  ids: Many.pipe(z.array(Id).max(50))
    .optional()
    .meta({ description: "Only the products with these ids. Unknown ids are ignored." }),
  isDeleted: Flag.optional().meta({
    description: "Only deleted products; requires MANAGE_PRODUCTS.",
  }),
  collectionIds: Many.pipe(z.array(z.string()).max(10))
    .optional()
    .meta({ description: "Only products of at least one of these collections; at most ten." }),
  collection: Link.optional().meta({ description: "A collection's slug." }),
  category: Many.optional(),
  department: Many.optional(),
  price: Many.optional().meta({ description: "Price bands: under-50, 50-100, 100-200, over-200." }),
  size: Many.optional(),
  color: Many.optional(),
  sale: Flag.optional(),
  sort: ProductSort.optional(),
  language: Language,
  page: Page,
  limit: Limit,
  after: z.string().max(4000).optional().meta({
    description: "`next` of the previous page. If sent, `page` is ignored.",
  }),
});
export type ProductListQuery = z.infer<typeof ProductListQuery>;
