import { isColor } from "@vetrina/commerce/products/option-kind";
import { maxImages } from "../../products/rules.ts";
import { type Findings, quoted } from "../findings.ts";
import type { FileProduct, FileVariant } from "../products/file-product.ts";
import type { Column } from "./columns.ts";
import { addImage, joinImages, type PlacedImage } from "./image-rows.ts";
import { readFields } from "./product-fields.ts";
import { readAddress, type RowReader } from "./row-reader.ts";
import { isVariantRow, readOptionNames, readVariant } from "./variant-rows.ts";

/**
 * A product whose rows are still being read. It is kept small, without its rows, because all products of a file are in
 * memory at once.
 */
export type ProductDraft = {
  product: FileProduct;
  /** The title as written in the file. */
  title: string;
  images: PlacedImage[];
  variantImages: { row: number; url: string; color: string | undefined }[];
  /** undefined until the product has a second variant. */
  compared: Compared | undefined;
};

type Compared = {
  /** Row numbers of the variants, keyed by their options. */
  rows: Map<string, number>;
  /** The first spelling of each value, keyed by the option's index and the value in lower case. */
  spellings: Map<string, string>;
};

const limits = { variants: 500, values: 200, images: maxImages };

/** Starts a product with its first row, which has all fields that don't belong to a variant or a picture. */
export function startProduct(first: RowReader): ProductDraft {
  const title = first.text("title");
  if (title === "") first.error("title", "is empty: the first row of a handle needs the title");
  const hasImages = first.has("imageSrc") || first.has("variantImage");
  const draft: ProductDraft = {
    product: { ...readFields(first, title), variants: [], images: hasImages ? [] : undefined },
    title,
    images: [],
    variantImages: [],
    compared: undefined,
  };
  addImage(first, draft.images);
  addVariant(draft, first);
  return draft;
}

export function addRow(draft: ProductDraft, reader: RowReader): void {
  const { product, title, images } = draft;
  const again = reader.text("title");
  if (again !== "" && again !== title)
    reader.error(
      "title",
      `${quoted(again)} differs from the title ${quoted(title)} on row ${product.row}, which has the same handle: give each product its own handle`,
    );
  readOptionNames(reader, product.optionNames);
  const hasImage = images.length > limits.images || addImage(reader, images);
  if (isVariantRow(reader)) addVariant(draft, reader);
  else if (!hasImage)
    reader.warning(null, "this row has neither a variant nor a picture and is ignored");
}

/** Completes a product after all its rows have been read. `nameOf` returns the file's header for a column. */
export function finishProduct(
  { product, images, variantImages, compared }: ProductDraft,
  nameOf: (column: Column) => string,
  findings: Findings,
): FileProduct {
  if (product.images !== undefined) product.images = joinImages(images, variantImages);
  const tooMany = (column: Column, text: string) =>
    findings.error(product.row, nameOf(column), text);
  if (product.variants.length > limits.variants)
    tooMany(
      "option1Value",
      "this product has more than 500 variants: split it into several products",
    );
  const spellings = [...(compared?.spellings.keys() ?? [])];
  const hasTooManyValues = (_name: string, index: number) =>
    spellings.filter((key) => key.startsWith(`${index} `)).length > limits.values;
  if (spellings.length > limits.values && product.optionNames.some(hasTooManyValues))
    tooMany("option1Value", "an option has more than 200 values: split the product");
  if ((product.images?.length ?? 0) > limits.images)
    tooMany("imageSrc", `this product has more than ${maxImages} pictures: remove some`);
  return product;
}

// Stops adding variants once there is one too many, which is enough to reject the product. Comparing all of them would
// be expensive.
function addVariant(draft: ProductDraft, reader: RowReader): void {
  const { variants, optionNames } = draft.product;
  if (variants.length > limits.variants) return;
  const variant = readVariant(reader, optionNames);
  variants.push(variant);
  if (variants.length > 1) compare((draft.compared ??= startComparing(draft)), draft, reader);
  addVariantImage(draft, reader, variant);
}

function startComparing({ product: { variants, optionNames } }: ProductDraft): Compared {
  const compared: Compared = { rows: new Map(), spellings: new Map() };
  const [first] = variants;
  if (first === undefined) return compared;
  for (const [key, value] of valuesOf(first, optionNames)) compared.spellings.set(key, value);
  compared.rows.set(optionsKey(first), first.row);
  return compared;
}

/** Compares the last variant with the earlier ones. */
function compare({ rows, spellings }: Compared, { product }: ProductDraft, reader: RowReader) {
  const variant = product.variants.at(-1);
  if (variant === undefined) return;
  // "red" after "Red" is the same value. Facets and options use the first spelling.
  for (const [key, value, name] of valuesOf(variant, product.optionNames)) {
    const first = spellings.get(key);
    if (first === undefined) spellings.set(key, value);
    else if (first !== value) {
      variant.options[name] = first;
      reader.warning(
        null,
        "an option's value is changed to the spelling on the product's earlier rows",
      );
    }
  }
  const twin = rows.get(optionsKey(variant));
  if (twin === undefined) {
    rows.set(optionsKey(variant), reader.row);
    return;
  }
  const what = Object.values(variant.options).map(quoted).join(" / ");
  reader.error(
    "option1Value",
    what === ""
      ? `this handle has no options but already has a variant on row ${twin}: add an option, or remove a row`
      : `row ${twin} already has the variant ${what}: give each variant different option values`,
  );
}

function valuesOf(
  { options }: FileVariant,
  optionNames: readonly string[],
): [key: string, value: string, name: string][] {
  return optionNames.flatMap((name, index): [string, string, string][] => {
    const value = options[name];
    return value === undefined ? [] : [[`${index} ${value.toLowerCase()}`, value, name]];
  });
}

function optionsKey({ options }: FileVariant): string {
  return JSON.stringify(Object.values(options).map((value) => value.toLowerCase()));
}

function addVariantImage(draft: ProductDraft, reader: RowReader, variant: FileVariant): void {
  const url = readAddress(reader, "variantImage");
  if (url === null) return;
  const option = draft.product.optionNames.find(isColor);
  const color = option === undefined ? undefined : variant.options[option];
  draft.variantImages.push({ row: reader.row, url, color });
}
