import { Readable } from "node:stream";
import type { FileProduct } from "../products/file-product.ts";
import { type Catalogue, readProductCsv } from "./read-product-csv.ts";

/** The cells of one row, keyed by header. Missing cells are empty. */
export type Row = Readonly<Record<string, string>>;

/** Shopify's classic header. */
export const classicHeader = [
  "Handle,Title,Body (HTML),Vendor,Type,Tags,Published,Option1 Name,Option1 Value",
  "Option2 Name,Option2 Value,Option3 Name,Option3 Value,Variant SKU,Variant Grams",
  "Variant Inventory Tracker,Variant Inventory Qty,Variant Inventory Policy,Variant Price",
  "Variant Compare At Price,Variant Taxable,Variant Barcode,Image Src,Image Position",
  "Image Alt Text,Gift Card,SEO Title,SEO Description,Google Shopping / Gender",
  "Variant Image,Variant Weight Unit,Status",
].flatMap((names) => names.split(","));

/** The same columns under Shopify's names since 2025. */
export const newHeader: Readonly<Record<string, string>> = {
  Handle: "URL handle",
  "Body (HTML)": "Description",
  Published: "Published on online store",
  "Option1 Name": "Option1 name",
  "Option1 Value": "Option1 value",
  "Option2 Name": "Option2 name",
  "Option2 Value": "Option2 value",
  "Option3 Name": "Option3 name",
  "Option3 Value": "Option3 value",
  "Variant SKU": "SKU",
  "Variant Grams": "Weight value (grams)",
  "Variant Inventory Tracker": "Inventory tracker",
  "Variant Inventory Qty": "Inventory quantity",
  "Variant Inventory Policy": "Continue selling when out of stock",
  "Variant Price": "Price",
  "Variant Compare At Price": "Compare-at price",
  "Variant Taxable": "Charge tax",
  "Variant Barcode": "Barcode",
  "Image Src": "Product image URL",
  "Image Position": "Image position",
  "Image Alt Text": "Image alt text",
  "Gift Card": "Gift card",
  "SEO Title": "SEO title",
  "SEO Description": "SEO description",
  "Variant Image": "Variant image URL",
  "Variant Weight Unit": "Weight unit for display",
};

/** Writes CSV (RFC 4180) with quotation marks where needed. */
export function toCsv(
  rows: readonly Row[],
  header: readonly string[] = classicHeader,
  newline = "\n",
): string {
  const lines = [header, ...rows.map((row) => header.map((name) => row[name] ?? ""))];
  return lines.map((cells) => cells.map(cell).join(",") + newline).join("");
}

function cell(text: string): string {
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns the file's bytes in small chunks, which also split multibyte characters. */
export function asSource(file: string | Uint8Array, size = 7): AsyncIterable<Uint8Array> {
  const bytes = Buffer.from(file);
  const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, i) =>
    bytes.subarray(i * size, (i + 1) * size),
  );
  return Readable.from(chunks);
}

/** A row in Shopify's format that is a complete product with one variant. */
export const shirt: Row = {
  Handle: "linen-shirt",
  Title: "Linen Shirt",
  "Option1 Name": "Title",
  "Option1 Value": "Default Title",
  "Variant Price": "49.90",
};

/** Returns the first row of a product with sizes. */
export function sized(size: string, over: Row = {}): Row {
  return { ...shirt, "Option1 Name": "Size", "Option1 Value": size, ...over };
}

/** Returns a row that adds another variant to the same product. */
export function more(value: string, over: Row = {}): Row {
  const first = { Handle: "linen-shirt", "Option1 Value": value, "Variant Price": "49.90" };
  return { ...first, ...over };
}

/** Reads these rows as a file, in USD by default. */
export function readRowsOf(rows: readonly Row[], currency = "USD"): Promise<Catalogue> {
  return readProductCsv(asSource(toCsv(rows)), currency);
}

/** Reads rows with one product, and throws if they have errors. */
export async function readProduct(...rows: readonly Row[]): Promise<FileProduct> {
  const { products, findings } = await readRowsOf(rows);
  const [product] = products;
  if (findings.errors.length > 0 || product === undefined)
    throw new Error(JSON.stringify(findings.errors));
  return product;
}
