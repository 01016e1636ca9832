import { beginning, isLonger, maxUnits, tidyWord } from "@vetrina/contract/common";
import { OptionName } from "@vetrina/contract/catalogue/product-inputs";
import { readFlag, readInteger, readPrice, readWeight } from "../csv/cells.ts";
import { quoted } from "../findings.ts";
import type { FileVariant } from "../products/file-product.ts";
import type { RowReader } from "./row-reader.ts";

const maxNameLength = 60;

const optionColumns = [
  { name: "option1Name", value: "option1Value" },
  { name: "option2Name", value: "option2Value" },
  { name: "option3Name", value: "option3Value" },
] as const;

/** Whether a row after the first one adds a variant. If not, it can only add a picture. */
export function isVariantRow(reader: RowReader): boolean {
  const marks = [
    "option1Value",
    "option2Value",
    "option3Value",
    "sku",
    "price",
    "quantity",
  ] as const;
  return marks.some((column) => reader.text(column) !== "");
}

/**
 * Reads the option names of a row. `known` are those of the product's first row, which later rows may repeat or omit.
 * Shopify writes a product without options as the option "Title" with the value "Default Title".
 */
export function readOptionNames(reader: RowReader, known: readonly string[] | null): string[] {
  const first = reader.text("option1Name");
  const isDefault =
    /^default title$/i.test(reader.text("option1Value")) &&
    (first === "" || /^title$/i.test(first));
  if (isDefault && (known === null || known.length === 0)) return [];
  const names: string[] = [];
  for (const [index, { name }] of optionColumns.entries()) {
    const text = reader.text(name);
    if (known !== null) {
      if (text !== "" && text !== known[index])
        reader.error(
          name,
          `${quoted(text)} is not an option of the product's first row${known[index] === undefined ? "" : `, which has ${quoted(known[index])}`}: use the same options on all rows of a handle`,
        );
      continue;
    }
    if (text === "") continue;
    if (names.length < index) {
      reader.error(name, "follows an option without a name: fill in the options in order");
      continue;
    }
    if (!OptionName.safeParse(text).success)
      reader.error(name, `${quoted(text)} cannot be the name of an option: use another name`);
    else if (names.some((other) => other.toLowerCase() === text.toLowerCase()))
      reader.error(
        name,
        `${quoted(text)} is the name of two options: give each option its own name`,
      );
    // Keeps an invalid name, so that the row's variant is still compared with the others.
    names.push(beginning(text, maxNameLength));
  }
  return names;
}

/** Reads the variant of a row and reports every error in its cells. */
export function readVariant(reader: RowReader, optionNames: readonly string[]): FileVariant {
  const text = (column: "sku" | "barcode", longest: number) => {
    if (!reader.has(column)) return undefined;
    const value = column === "sku" ? tidyWord(reader.text(column)) : reader.text(column);
    if (!isLonger(value, longest)) return value || null;
    reader.error(column, `is longer than ${longest} characters: shorten it`);
    return null;
  };
  readTaxable(reader);
  return {
    row: reader.row,
    options: readOptions(reader, optionNames),
    sku: text("sku", 120),
    barcode: text("barcode", 60),
    ...readPrices(reader),
    weightGrams: readGrams(reader),
    quantity: readQuantity(reader),
    exportedQuantity: readUnits(reader, "exportedQuantity"),
    isBackordered: readPolicy(reader),
  };
}

function readOptions(reader: RowReader, names: readonly string[]): Record<string, string> {
  const entries: [string, string][] = [];
  for (const [index, column] of optionColumns.entries()) {
    const value = reader.text(column.value);
    const name = names[index];
    if (name === undefined) {
      const isDefault = index === 0 && /^default title$/i.test(value);
      if (value !== "" && !isDefault && reader.text(column.name) === "")
        reader.error(
          column.value,
          `${quoted(value)} has no option: name it in ${reader.name(column.name)} on the first row of the handle`,
        );
    } else if (value === "")
      reader.error(column.value, `is empty: write the variant's ${quoted(name)}`);
    else if (isLonger(value, 120))
      reader.error(column.value, "is longer than 120 characters: shorten it");
    else entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

function readPrices(reader: RowReader): Pick<FileVariant, "price" | "regularPrice"> {
  let price: number | undefined;
  if (reader.has("price")) {
    const text = reader.text("price");
    const cell = readPrice(text, reader.currency);
    // Invalid prices become 0, because undefined would count as a missing price and be reported once more.
    price = cell.ok ? cell.value : 0;
    if (text === "") reader.error("price", "is empty: write the variant's price");
    else if (!cell.ok) reader.error("price", `${quoted(text)} ${cell.problem}`);
  }
  if (!reader.has("compareAt")) return { price, regularPrice: undefined };
  const text = reader.text("compareAt");
  if (text === "") return { price, regularPrice: null };
  const cell = readPrice(text, reader.currency);
  if (!cell.ok) {
    reader.error("compareAt", `${quoted(text)} ${cell.problem}`);
    return { price, regularPrice: null };
  }
  if (price !== undefined && cell.value <= price) {
    if (cell.value > 0)
      reader.warning("compareAt", "is not higher than the price, so no reduction is shown");
    return { price, regularPrice: null };
  }
  return { price, regularPrice: cell.value };
}

function readGrams(reader: RowReader): number | null | undefined {
  const [column, unit] = reader.has("grams")
    ? (["grams", "g"] as const)
    : (["weight", reader.text("weightUnit") || "kg"] as const);
  if (!reader.has(column)) return undefined;
  const text = reader.text(column);
  if (text === "") return null;
  const cell = readWeight(text, unit);
  if (cell.ok) return cell.value;
  const isUnit = cell.problem.startsWith("is not a unit");
  reader.error(isUnit ? "weightUnit" : column, `${quoted(isUnit ? unit : text)} ${cell.problem}`);
  return null;
}

function readQuantity(reader: RowReader): number | undefined {
  const units = readUnits(reader, "quantity");
  if (units === undefined) return undefined;
  if (units < 0)
    reader.warning(
      "quantity",
      "is below 0 and is imported as 0, unless the stock has the same negative number",
    );
  if (reader.has("tracker") && reader.text("tracker") === "")
    reader.warning(
      "tracker",
      "is empty, which means that stock is not tracked in Shopify: the import uses the quantity as the stock",
    );
  return units;
}

function readUnits(reader: RowReader, column: "quantity" | "exportedQuantity"): number | undefined {
  const text = reader.text(column);
  if (text === "") return undefined;
  const cell = readInteger(text, maxUnits);
  if (cell.ok) return cell.value;
  reader.error(column, `${quoted(text)} ${cell.problem}`);
  return undefined;
}

/** Whether the variant can be sold when it is out of stock. */
function readPolicy(reader: RowReader): boolean | undefined {
  const text = reader.text("policy").toLowerCase();
  if (["continue", "true", "yes"].includes(text)) return true;
  if (["deny", "false", "no"].includes(text)) return false;
  if (text !== "")
    reader.error("policy", `${quoted(text)} is neither deny nor continue: write one of them`);
  return undefined;
}

function readTaxable(reader: RowReader): void {
  const text = reader.text("taxable");
  const flag = text === "" ? null : readFlag(text);
  if (flag !== null && !flag.ok) reader.error("taxable", `${quoted(text)} ${flag.problem}`);
  else if (flag?.value === false)
    reader.warning(
      "taxable",
      "variants are taxed by the tax class of their product, not by this column: for tax-free variants, use a tax class with a rate of 0%",
    );
}
