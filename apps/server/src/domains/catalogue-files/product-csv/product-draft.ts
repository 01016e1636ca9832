import { isColor } from "@vetrina/commerce/option-kind";
import { type Findings, quoted } from "../findings.ts";
import type { FileProduct, FileVariant } from "../products/file-product.ts";
import { addImage, joinImages, type PlacedImage } from "./image-rows.ts";
import { readFields } from "./product-fields.ts";
import { readAddress, type RowReader } from "./row-reader.ts";
import { isVariantRow, readOptionNames, readVariant } from "./variant-rows.ts";

/** A product that may get more rows. */
export type ProductDraft = {
  handleColumn: string;
  skuColumn: string;
  richTextColumns: { description: string; seoDescription: string; metaDescription: string };
  add(reader: RowReader): void;
  finish(findings: Findings): FileProduct;
};

const limits = { variants: 500, values: 200, images: 250 };

/** Starts a product with its first row, which has all fields that belong to no single variant or picture. */
export function startProduct(first: RowReader): ProductDraft {
  const title = first.text("title");
  if (title === "") first.error("title", "is empty: the first row of a handle needs the title");
  const product: FileProduct = { ...readFields(first, title), variants: [], images: undefined };
  const images: PlacedImage[] = [];
  const variantImages: { row: number; url: string; color: string | undefined }[] = [];
  const seen = new Map<string, number>();
  const spellings = new Map<string, string>();
  if (first.has("imageSrc") || first.has("variantImage")) product.images = [];
  addRow(first, true);

  function addRow(reader: RowReader, isFirst: boolean) {
    const image = images.length > limits.images || addImage(reader, images);
    const isVariant = isFirst || isVariantRow(reader);
    if (isVariant) addVariant(reader);
    else if (!image)
      reader.notice(null, "this row has neither a variant nor a picture and is ignored");
  }

  // One variant too many is enough to reject the product; comparing all pairs of the rest would be expensive.
  function addVariant(reader: RowReader) {
    if (product.variants.length > limits.variants) return;
    const variant = readVariant(reader, product.optionNames);
    product.variants.push(variant);
    spellAlike(reader, variant);
    const key = JSON.stringify(Object.values(variant.options).map((value) => value.toLowerCase()));
    const twin = seen.get(key);
    if (twin !== undefined) {
      const what = Object.values(variant.options).map(quoted).join(" / ");
      reader.error(
        "option1Value",
        what === ""
          ? `this handle has no options and a variant on row ${twin} already: name an option, or remove a row`
          : `${what} is also the variant of row ${twin}: variants must differ`,
      );
    } else seen.set(key, reader.row);
    addVariantImage(reader, variant);
  }

  // "red" after "Red" is the same value: facets and options use the first spelling.
  function spellAlike(reader: RowReader, { options }: FileVariant) {
    for (const [index, name] of product.optionNames.entries()) {
      const value = options[name];
      if (value === undefined) continue;
      const key = `${index} ${value.toLowerCase()}`;
      const first = spellings.get(key);
      if (first === undefined) spellings.set(key, value);
      else if (first !== value) {
        options[name] = first;
        reader.notice(null, "an option's value is spelled as on the product's earlier rows");
      }
    }
  }

  function addVariantImage(reader: RowReader, variant: FileVariant) {
    const url = readAddress(reader, "variantImage");
    if (url === null) return;
    const option = product.optionNames.find(isColor);
    const color = option === undefined ? undefined : variant.options[option];
    variantImages.push({ row: reader.row, url, color });
  }

  function hasTooManyValues(_name: string, index: number) {
    const values = [...spellings.keys()].filter((key) => key.startsWith(`${index} `));
    return values.length > limits.values;
  }

  return {
    handleColumn: first.name("handle"),
    skuColumn: first.name("sku"),
    richTextColumns: {
      description: first.name("body"),
      seoDescription: first.name("richText"),
      metaDescription: first.name("seoDescription"),
    },
    add(reader) {
      const again = reader.text("title");
      if (again !== "" && again !== title)
        reader.error(
          "title",
          `${quoted(again)} differs from the title ${quoted(title)} on row ${product.row} of the same handle: give each product its own handle`,
        );
      readOptionNames(reader, product.optionNames);
      addRow(reader, false);
    },
    finish(findings) {
      if (product.images !== undefined) product.images = joinImages(images, variantImages);
      const tooMany = (column: string, text: string) => findings.error(product.row, column, text);
      if (product.variants.length > limits.variants)
        tooMany(first.name("option1Value"), "this product has more than 500 variants: split it");
      if (spellings.size > limits.values && product.optionNames.some(hasTooManyValues))
        tooMany(
          first.name("option1Value"),
          "an option has more than 200 values: split the product",
        );
      if ((product.images?.length ?? 0) > limits.images)
        tooMany(first.name("imageSrc"), "this product has more than 250 pictures: remove some");
      return product;
    },
  };
}
