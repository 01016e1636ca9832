import { currencyDigits, toMajor } from "@vetrina/commerce/money";
import { plainText, sanitizeRichText } from "../../../platform/rich-text/rich-text.ts";
import { optionOfKind } from "@vetrina/commerce/products/option-kind";
import { guardFormula } from "../../../platform/csv/formula.ts";
import type { StoreImage, StoreProduct, StoreVariant } from "../products/store-product.ts";
import { listCell } from "./metafield-cells.ts";
import { metafields } from "./metafields.ts";

/**
 * The header of exported files. These are Shopify's classic names, which both Shopify and our import can still read.
 */
export const productHeader = [
  "Handle",
  "Title",
  "Body (HTML)",
  "Vendor",
  "Type",
  "Tags",
  "Published",
  "Option1 Name",
  "Option1 Value",
  "Option2 Name",
  "Option2 Value",
  "Option3 Name",
  "Option3 Value",
  "Variant SKU",
  "Variant Grams",
  "Variant Inventory Tracker",
  "Variant Inventory Qty",
  "Variant Inventory Policy",
  "Variant Price",
  "Variant Compare At Price",
  "Variant Barcode",
  "Image Src",
  "Image Position",
  "Image Alt Text",
  "SEO Title",
  "SEO Description",
  "Google Shopping / Gender",
  "Variant Image",
  "Status",
  metafields.measurements,
  metafields.bodyMeasurements,
  metafields.composition,
  metafields.care,
  metafields.taxClass,
  metafields.richText,
  metafields.shownFrom,
  metafields.exportedQuantity,
] as const;

const quantity = "Variant Inventory Qty";
/** These columns may contain negative numbers, so guardFormula() is not applied to them. */
const quantities = new Set<string>([quantity, metafields.exportedQuantity]);

type Cells = Partial<Record<(typeof productHeader)[number], string>>;
type About = { currency: string; now: Date; pictureUrl: (image: StoreImage) => string };

/**
 * Returns the rows of a product in Shopify's format. The first row has the product's fields; more rows follow for the
 * remaining variants and pictures. Prices are in major units of `currency`. Text that a spreadsheet would run as a
 * formula is escaped (guardFormula).
 */
export function productRows(product: StoreProduct, about: About): string[][] {
  const { variants, images } = product;
  const rows: string[][] = [];
  for (let i = 0; i < Math.max(1, variants.length, images.length); i += 1) {
    const variant = variants[i];
    const image = images[i];
    const cells: Cells = {
      Handle: product.link,
      ...(i === 0 ? ofProduct(product, about.now) : {}),
      ...(variant ? ofVariant(variant, product, about) : {}),
      ...(image
        ? {
            "Image Src": about.pictureUrl(image),
            "Image Position": String(i + 1),
            "Image Alt Text": image.alt,
          }
        : {}),
    };
    rows.push(
      productHeader.map((name) =>
        quantities.has(name) ? (cells[name] ?? "") : guardFormula(cells[name] ?? ""),
      ),
    );
  }
  return rows;
}

const genders = { women: "female", men: "male", unisex: "unisex" };

function ofProduct(product: StoreProduct, now: Date): Cells {
  const { name, description, vendor, category, department, tags, status, options } = product;
  const isYetToCome = product.publishedAt !== null && new Date(product.publishedAt) > now;
  const optionNames = options.length === 0 ? ["Title"] : options.map((option) => option.name);
  return {
    Title: name,
    "Body (HTML)": asHtml(description),
    Vendor: vendor ?? "",
    Type: category ?? "",
    Tags: tags.join(", "),
    // FALSE for a future publication time, so that a program that doesn't know the "Shown from" column keeps the
    // product hidden.
    Published: status === "ACTIVE" && !isYetToCome ? "TRUE" : "FALSE",
    "Option1 Name": optionNames[0] ?? "",
    "Option2 Name": optionNames[1] ?? "",
    "Option3 Name": optionNames[2] ?? "",
    "SEO Title": product.seoTitle ?? "",
    "SEO Description": asText(product.metaDescription ?? ""),
    "Google Shopping / Gender": department === null ? "" : genders[department],
    Status: status.toLowerCase(),
    [metafields.measurements]: listCell(product.measurements),
    [metafields.bodyMeasurements]: listCell(product.bodyMeasurements),
    [metafields.composition]: product.composition ?? "",
    [metafields.care]: listCell(product.care),
    [metafields.taxClass]: product.taxClass,
    [metafields.richText]: asHtml(product.seoDescription ?? ""),
    [metafields.shownFrom]: isYetToCome ? (product.publishedAt ?? "") : "",
  };
}

function ofVariant(
  variant: StoreVariant,
  { options, images }: StoreProduct,
  { currency, pictureUrl }: About,
): Cells {
  const amount = (minor: number) => toMajor(minor, currency).toFixed(currencyDigits(currency));
  const value = (index: number) => variant.options[options[index]?.name ?? ""] ?? "";
  const color = optionOfKind(options, "color")?.name;
  const shown = images.find(
    (image) => image.color !== null && image.color === variant.options[color ?? ""],
  );
  return {
    "Option1 Value": options.length === 0 ? "Default Title" : value(0),
    "Option2 Value": value(1),
    "Option3 Value": value(2),
    "Variant SKU": variant.sku ?? "",
    "Variant Grams": String(variant.weightGrams ?? 0),
    "Variant Inventory Tracker": "shopify",
    [quantity]: String(variant.onHand),
    "Variant Inventory Policy": variant.backorderLimit > 0 ? "continue" : "deny",
    "Variant Price": amount(variant.price),
    "Variant Compare At Price": variant.regularPrice === null ? "" : amount(variant.regularPrice),
    "Variant Barcode": variant.barcode ?? "",
    "Variant Image": shown === undefined ? "" : pictureUrl(shown),
    [metafields.exportedQuantity]: String(variant.onHand),
  };
}

/** Escapes line ends in a text without tags, because an import would otherwise replace them with tags. */
function asHtml(description: string): string {
  if (/<[a-z!/]/i.test(description)) return description;
  return description.replaceAll("\r", "&#13;").replaceAll("\n", "&#10;");
}

const named: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Escapes the text if an import would interpret part of it as HTML. */
function asText(text: string): string {
  // Tests for these characters first, because the exact test is expensive.
  if (!/[&<>]/.test(text) || plainText(sanitizeRichText(text)) === text) return text;
  return text.replaceAll(/[&<>]/g, (sign) => named[sign] ?? sign);
}
