import { isLonger } from "@vetrina/contract/common";
import { readUrl } from "../csv/cells.ts";
import { quoted } from "../findings.ts";
import type { Column } from "./columns.ts";

/** One row of the file, by column; messages go to the row's line and the header as the file has it. */
export type RowReader = {
  row: number;
  currency: string;
  /** Whether the file has the column at all. */
  has(column: Column): boolean;
  /** Trimmed; "" where the cell is empty or missing. */
  text(column: Column): string;
  name(column: Column): string;
  fault(column: Column | null, message: string): void;
  notice(column: Column | null, message: string): void;
};

/** A cell of at most so many characters; null where it is empty, undefined where the file has no such column. */
export function readText(
  reader: RowReader,
  column: Column,
  longest: number,
): string | null | undefined {
  if (!reader.has(column)) return undefined;
  const text = reader.text(column);
  if (!isLonger(text, longest)) return text || null;
  reader.fault(
    column,
    `has ${Array.from(text).length.toLocaleString("en")} characters, at most ${longest.toLocaleString("en")} fit: shorten it`,
  );
  return null;
}

/** The address in a cell; null where there is none, or no good one. */
export function readAddress(reader: RowReader, column: "imageSrc" | "variantImage"): string | null {
  const text = reader.text(column);
  if (text === "") return null;
  const url = readUrl(text);
  if (url.ok) return url.value;
  reader.fault(column, `${quoted(text)} ${url.problem}`);
  return null;
}
