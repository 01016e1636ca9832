import type { z } from "zod";
import { pace } from "../../../platform/event-loop/pace.ts";
import type { Findings } from "../findings.ts";
import { LineTooLarge, parseLong } from "./parse-long.ts";
import { type Line, readLines } from "./read-lines.ts";
import { Head, jsonFormat, type JsonRecord, jsonVersion, type PictureBytes } from "./records.ts";
import { validRecord } from "./valid-record.ts";

/** Maximum number of records in a file. The keys of most records are kept in memory to find duplicates. */
const maxRecords = 1_000_000;

/** Matches lines that may have more than `usualBytes`. They must begin with one of these record types. */
const longType = /^\s*\{\s*"type"\s*:\s*"(product|collection|policy|translation|pictureBytes)"/;
const usualBytes = 512 * 1024;

/**
 * A record with its line's number and its length in bytes. A part of a picture's bytes is a record, too.
 */
export type FileRecord = {
  line: number;
  length: number;
  record: JsonRecord | z.infer<typeof PictureBytes>;
};

/**
 * Reads the records after the first line. Skips and reports invalid ones. Stops if the first line is invalid, or if
 * there are too many records or errors.
 */
export async function* readRecords(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  findings: Findings,
): AsyncGenerator<FileRecord> {
  let isFirst = true;
  let records = 0;
  for await (const read of readLines(source)) {
    const { line } = read;
    if (findings.isFull) return findings.stopAt(line);
    const value = await parseLine(read, findings);
    if (value === tooLarge) {
      if (isFirst) return;
      continue;
    }
    if (isFirst) {
      isFirst = false;
      if (!isHead(value, line, currency, findings)) return;
      continue;
    }
    records += 1;
    if (records > maxRecords)
      return findings.error(
        line,
        null,
        "the file has more than 1,000,000 lines: split it into smaller files",
      );
    await pace();
    const record = await validRecord(value, (field, message) =>
      findings.error(line, field, message),
    );
    const length = read.long === undefined ? Buffer.byteLength(read.text) : read.long.length;
    if (record !== null) yield { line, length, record };
  }
  if (isFirst)
    findings.error(1, null, "the file is empty: export a catalogue and import that file");
}

function isHead(value: unknown, line: number, currency: string, findings: Findings): boolean {
  const head = Head.safeParse(value);
  if (!head.success)
    findings.error(
      line,
      null,
      `the first line must name the format ${jsonFormat} and the version ${jsonVersion}: export the catalogue again`,
    );
  else if (head.data.currency !== currency)
    findings.error(
      line,
      "currency",
      `the file's prices are in ${head.data.currency}, but the store uses ${currency}: import it into a store that uses ${head.data.currency}`,
    );
  else return true;
  return false;
}

const tooLarge = Symbol("too large");

/**
 * Parses a line. Returns undefined if it is not JSON, and `tooLarge` after reporting a line that would take too long to
 * parse.
 */
async function parseLine(read: Line, findings: Findings): Promise<unknown> {
  try {
    if (read.long === undefined) return parse(read.text);
    if (read.long.length <= usualBytes) return await parseLong(read.long);
    const [, type] = longType.exec(read.long.toString("latin1", 0, 200)) ?? [];
    const value = type === undefined ? undefined : await parseLong(read.long);
    // JSON may contain a field twice, and the last one counts. A second "type" must not change the type found above.
    if (type === undefined || (isRecord(value) && value["type"] !== type))
      throw new LineTooLarge(
        "this line is longer than 512 KB and doesn't begin with the type of a product, collection, policy or translation",
      );
    return value;
  } catch (error) {
    if (!(error instanceof LineTooLarge)) throw error;
    findings.error(read.line, null, `${error.message}: export the catalogue again`);
    return tooLarge;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
