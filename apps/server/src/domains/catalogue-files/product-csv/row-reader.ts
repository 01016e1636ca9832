import { isLonger } from "@vetrina/contract/common";
import { readUrl } from "../csv/cells.ts";
import { quoted } from "../findings.ts";
import type { Column } from "./columns.ts";

/** One row of the file, with access by column. Messages contain the row's line number and the file's own header. */
export type RowReader = {
  row: number;
  currency: string;
  /** Whether the file has the column. */
  has(column: Column): boolean;
  /** The trimmed text of a cell, or "" if it is empty or missing. */
  text(column: Column): string;
  name(column: Column): string;
  error(column: Column | null, message: string): void;
  warning(column: Column | null, message: string): void;
};

/**
 * Returns the text of a cell, or null if it is empty, or undefined if the file has no such column. Reports a text
 * longer than `longest` characters as an error and returns null.
 */
export function readText(
  reader: RowReader,
  column: Column,
  longest: number,
): string | null | undefined {
  if (!reader.has(column)) return undefined;
  const text = reader.text(column);
  if (!isLonger(text, longest)) return text || null;
  reader.error(
    column,
    `has ${Array.from(text).length.toLocaleString("en")} characters, but the limit is ${longest.toLocaleString("en")}: shorten it`,
  );
  return null;
}

/** Returns the URL in a cell, or null if there is no valid one. */
export function readAddress(reader: RowReader, column: "imageSrc" | "variantImage"): string | null {
  const text = reader.text(column);
  if (text === "") return null;
  const url = readUrl(text);
  if (url.ok) return url.value;
  reader.error(column, `${quoted(text)} ${url.problem}`);
  return null;
}
