import { beginning, TaxClass } from "@vetrina/contract/common";
import { ProductFields } from "@vetrina/contract/catalogue/product-inputs";
import type { z } from "zod";
import { quoted } from "../findings.ts";
import type { FileProduct } from "../products/file-product.ts";
import type { Column } from "./columns.ts";
import { readText, type RowReader } from "./row-reader.ts";

const { measurements, bodyMeasurements, care } = ProductFields.shape;
const examples = {
  measurements: '[{"label": "Chest", "letter": "A", "bySize": {"S": 48, "M": 50.5}}]',
  bodyMeasurements: '[{"label": "Chest", "bySize": {"S": 88, "M": 92}}]',
  care: '["Wash cold", "Dry flat"]',
};
const maxErrors = 5;
/** Maximum number of values in a cell: twenty measurements in two hundred sizes, with their labels. */
const maxValues = 10_000;

/** Reads the metafields of the product's first row. A field is undefined if the file has no such column. */
export function readMetafields(
  reader: RowReader,
): Pick<FileProduct, "measurements" | "bodyMeasurements" | "composition" | "care" | "taxClass"> {
  return {
    measurements: readList(reader, "measurements", measurements),
    bodyMeasurements: readList(reader, "bodyMeasurements", bodyMeasurements),
    composition: readText(reader, "composition", 500),
    care: readList(reader, "care", care),
    taxClass: readTaxClass(reader),
  };
}

/** Reads the tax class. An empty cell means the standard one. */
function readTaxClass(reader: RowReader): string | undefined {
  const text = readText(reader, "taxClass", 40);
  if (text === undefined) return undefined;
  const read = TaxClass.safeParse(text ?? "");
  if (read.success) return read.data;
  reader.error(
    "taxClass",
    `${quoted(text ?? "")} is not a tax class: use a-z, 0-9 and hyphens, or leave it empty for the standard class`,
  );
  return undefined;
}

/** Returns the text of a cell with a list, or "" for an empty list. */
export function listCell(list: readonly unknown[]): string {
  return list.length === 0 ? "" : JSON.stringify(list);
}

function readList<T>(
  reader: RowReader,
  column: Extract<Column, keyof typeof examples>,
  schema: z.ZodType<T[]>,
): T[] | undefined {
  if (!reader.has(column)) return undefined;
  const text = reader.text(column);
  if (text === "") return [];
  if (text.split(/[,[{]/, maxValues + 1).length > maxValues) {
    reader.error(column, "has more than 10,000 values: remove some");
    return [];
  }
  const read = schema.safeParse(parse(text));
  if (read.success) return read.data;
  for (const { path, message } of read.error.issues.slice(0, maxErrors))
    reader.error(
      column,
      path.length === 0
        ? `is not a JSON list that this field allows: write one such as ${examples[column]}`
        : `${beginning(path.map(String).join("."), 200)}: ${message}`,
    );
  return [];
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
