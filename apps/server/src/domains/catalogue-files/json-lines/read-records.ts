import type { z } from "zod";
import { ApiFailure } from "../../../platform/errors.ts";
import { checkInput } from "../../../platform/http/bodies/check-input.ts";
import { boundsOf } from "../../../platform/http/bodies/input-bounds.ts";
import { pace } from "../../../platform/pace.ts";
import type { Findings } from "../findings.ts";
import { errorsOf } from "./check-words.ts";
import { Head, jsonFormat, jsonVersion, PictureBytes, JsonRecord } from "./records.ts";

/** Maximum bytes in a line. Exported lines are shorter, because pictures are split into parts. */
const maxLineBytes = 4 * 1024 * 1024;
const newline = 0x0a;
/**
 * Maximum number of values in a line, because each value costs time. A product with 500 variants at 50 locations has
 * 150,000.
 */
const maxValuesOfLine = 200_000;
/**
 * Maximum number of keys in a line, beyond ten per object. Reading an object with a hundred thousand keys takes too
 * long.
 */
const maxSpareKeys = 20_000;
const [comma, colon, openList, openObject] = [0x2c, 0x3a, 0x5b, 0x7b];
/** Maximum number of lines in a file. The key of each record is kept in memory to find duplicates. */
const maxRecords = 1_000_000;

/** A line of the file, numbered from 1. `text` is null if the line has too many values to be parsed. */
export type Line = { line: number; text: string | null };

/** Thrown if the file does not consist of lines of JSON in UTF-8. */
export class UnreadableLines extends Error {
  override name = "UnreadableLines";
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

/** Yields the lines of a file of any size, without blank lines. Throws UnreadableLines. */
export async function* readLines(source: AsyncIterable<Uint8Array>): AsyncGenerator<Line> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let chunks: Uint8Array[] = [];
  let size = 0;
  let line = 1;
  const finish = (): Line | null => {
    const bytes = Buffer.concat(chunks);
    chunks = [];
    size = 0;
    try {
      const text = decoder.decode(bytes).trim();
      if (text === "") return null;
      return { line, text: hasTooManyValues(bytes) ? null : text };
    } catch {
      throw new UnreadableLines(line, "this line is not in UTF-8: save the file as UTF-8");
    }
  };
  for await (const chunk of source) {
    let from = 0;
    for (let at = chunk.indexOf(newline); at >= 0; at = chunk.indexOf(newline, from)) {
      await pace();
      chunks.push(chunk.subarray(from, at));
      from = at + 1;
      const done = finish();
      if (done !== null) yield done;
      line += 1;
    }
    chunks.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > maxLineBytes)
      throw new UnreadableLines(line, "this line is longer than 4 MB: export the catalogue again");
  }
  const last = finish();
  if (last !== null) yield last;
}

/** Also counts commas, colons and brackets inside texts, but texts contain few of them. */
function hasTooManyValues(bytes: Buffer): boolean {
  if (bytes.length <= maxSpareKeys) return false;
  let [values, keys, objects] = [0, 0, 0];
  for (const byte of bytes)
    if (byte === comma || byte === openList) values += 1;
    else if (byte === colon) keys += 1;
    else if (byte === openObject) objects += 1;
  return values + objects > maxValuesOfLine || keys > 10 * objects + maxSpareKeys;
}

/** A record with its line number. A part of a picture's bytes is a record, too. */
export type FileRecord = { line: number; record: JsonRecord | z.infer<typeof PictureBytes> };

/**
 * Reads the records after the first line. Skips invalid ones and reports them with line and field. Stops if there are
 * too many records or errors.
 */
export async function* readRecords(
  source: AsyncIterable<Uint8Array>,
  currency: string,
  findings: Findings,
): AsyncGenerator<FileRecord> {
  let isFirst = true;
  let records = 0;
  for await (const { line, text } of readLines(source)) {
    if (findings.isFull) return findings.stopAt(line);
    if (text === null) {
      findings.error(
        line,
        null,
        "this line has more than 200,000 values: export the catalogue again",
      );
      if (isFirst) return;
      continue;
    }
    const value = parse(text);
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
    const schema = isBytes(value) ? PictureBytes : JsonRecord;
    if (!fitsBounds(line, value, findings)) continue;
    const read = schema.safeParse(value);
    if (!read.success) addErrors(line, read.error, findings);
    else yield { line, record: read.data };
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
      `the file's prices are in ${head.data.currency}, but the store uses ${currency}: import it into a store with that currency`,
    );
  else return true;
  return false;
}

function isBytes(value: unknown): boolean {
  return (
    typeof value === "object" && value !== null && "type" in value && value.type === "pictureBytes"
  );
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

const maxErrorsOfLine = 20;

const bounds = new Map(
  JsonRecord.options.map((schema) => {
    const type: string = schema.shape.type.value;
    return [type, boundsOf(schema, type)];
  }),
);

/**
 * Whether the line is within the bounds of its record type. Stops at the first errors, because a crafted line of 300 kB
 * can have 400,000, and listing them would take long.
 */
function fitsBounds(line: number, value: unknown, findings: Findings): boolean {
  const type = typeof value === "object" && value !== null && "type" in value ? value.type : null;
  const bound = typeof type === "string" ? bounds.get(type) : undefined;
  if (bound === undefined) return true;
  try {
    checkInput(bound, value);
    return true;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const errors = errorsOf(error).slice(0, maxErrorsOfLine);
    for (const { path, message } of errors) findings.error(line, path || null, message);
    if (errors.length === 0) findings.error(line, null, error.message);
    return false;
  }
}

function addErrors(line: number, error: z.ZodError, findings: Findings): void {
  for (const issue of error.issues.slice(0, maxErrorsOfLine)) {
    const keys =
      issue.code === "unrecognized_keys" ? ` (${issue.keys.join(", ").slice(0, 100)})` : "";
    const field = issue.path.map(String).join(".").slice(0, 200);
    findings.error(line, field || null, `${issue.message}${keys}`);
  }
}
