import { beginning, isLonger, maxUnits, tidyWord } from "@vetrina/contract/common";
import { OptionName } from "@vetrina/contract/product-inputs";
import { readFlag, readInteger, readPrice, readWeight } from "../csv/cells.ts";
import { quoted } from "../findings.ts";
import type { FileVariant } from "../products/file-product.ts";
import type { RowReader } from "./row-reader.ts";

const maxNameLength = 60;

export const optionColumns = [
  { name: "option1Name", value: "option1Value" },
  { name: "option2Name", value: "option2Value" },
  { name: "option3Name", value: "option3Value" },
] as const;

/** Rows below the first either add a variant or only a picture. */
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
 * The option names of a row; `known` are those of the product's first row, which a later row may repeat or leave out.
 * "Title" with "Default Title" is how a product without options is written.
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
        reader.fault(
          name,
          `${quoted(text)} is another option than ${known[index] === undefined ? "the product's first row has" : quoted(known[index])}: use the same options on all rows of a handle`,
        );
      continue;
    }
    if (text === "") continue;
    if (names.length < index) {
      reader.fault(name, "follows an option without a name: fill the options from the first on");
      continue;
    }
    if (!OptionName.safeParse(text).success)
      reader.fault(name, `${quoted(text)} cannot be the name of an option: use another one`);
    else if (names.some((other) => other.toLowerCase() === text.toLowerCase()))
      reader.fault(name, `${quoted(text)} is named twice: each option has its own name`);
    // What is refused is compared with the store all the same, once for each variant.
    names.push(beginning(text, maxNameLength));
  }
  return names;
}

/** The variant of a row, with every fault of its cells reported. */
export function readVariant(reader: RowReader, optionNames: readonly string[]): FileVariant {
  const text = (column: "sku" | "barcode", longest: number) => {
    if (!reader.has(column)) return undefined;
    const value = column === "sku" ? tidyWord(reader.text(column)) : reader.text(column);
    if (!isLonger(value, longest)) return value || null;
    reader.fault(column, `is longer than ${longest} characters: shorten it`);
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
        reader.fault(
          column.value,
          `${quoted(value)} has no option: name it in ${reader.name(column.name)} on the first row of the handle`,
        );
    } else if (value === "")
      reader.fault(column.value, `is empty: write the variant's ${quoted(name)}`);
    else if (isLonger(value, 120))
      reader.fault(column.value, "is longer than 120 characters: shorten it");
    else entries.push([name, value]);
  }
  return Object.fromEntries(entries);
}

function readPrices(reader: RowReader): Pick<FileVariant, "price" | "regularPrice"> {
  let price: number | undefined;
  if (reader.has("price")) {
    const text = reader.text("price");
    const cell = readPrice(text, reader.currency);
    // A number also where there is a fault: that there is no price at all is another fault.
    price = cell.ok ? cell.value : 0;
    if (text === "") reader.fault("price", "is empty: write the variant's price");
    else if (!cell.ok) reader.fault("price", `${quoted(text)} ${cell.problem}`);
  }
  if (!reader.has("compareAt")) return { price, regularPrice: undefined };
  const text = reader.text("compareAt");
  if (text === "") return { price, regularPrice: null };
  const cell = readPrice(text, reader.currency);
  if (!cell.ok) {
    reader.fault("compareAt", `${quoted(text)} ${cell.problem}`);
    return { price, regularPrice: null };
  }
  if (price !== undefined && cell.value <= price) {
    if (cell.value > 0)
      reader.notice("compareAt", "is not above the price, so there is no reduction to show");
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
  const isUnit = cell.problem.startsWith("is no unit");
  reader.fault(isUnit ? "weightUnit" : column, `${quoted(isUnit ? unit : text)} ${cell.problem}`);
  return null;
}

function readQuantity(reader: RowReader): number | undefined {
  const text = reader.text("quantity");
  if (text === "") return undefined;
  const cell = readInteger(text, maxUnits);
  if (!cell.ok) {
    reader.fault("quantity", `${quoted(text)} ${cell.problem}`);
    return undefined;
  }
  if (cell.value < 0)
    reader.notice("quantity", "is below 0 and comes in as 0, unless that is the stock already");
  if (reader.has("tracker") && reader.text("tracker") === "")
    reader.notice("tracker", "is empty (stock not counted there); here the quantity is the stock");
  return cell.value;
}

/** Whether selling goes on where nothing is left. */
function readPolicy(reader: RowReader): boolean | undefined {
  const text = reader.text("policy").toLowerCase();
  if (["continue", "true", "yes"].includes(text)) return true;
  if (["deny", "false", "no"].includes(text)) return false;
  if (text !== "")
    reader.fault("policy", `${quoted(text)} is neither deny nor continue: write one of them`);
  return undefined;
}

function readTaxable(reader: RowReader): void {
  const text = reader.text("taxable");
  const flag = text === "" ? null : readFlag(text);
  if (flag !== null && !flag.ok) reader.fault("taxable", `${quoted(text)} ${flag.problem}`);
  else if (flag?.value === false)
    reader.notice("taxable", "variants free of tax are taxed here like all others");
}
