import { Transform, type TransformCallback } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CsvError, parse } from "csv-parse";
import { countUpTo } from "../../../platform/http/bodies/json-scan.ts";
import { pace } from "../../../platform/event-loop/pace.ts";

/** One record of a CSV file: its cells, and the number of the line where it begins. The first line is 1. */
export type CsvRow = { line: number; cells: string[] };

/** Thrown if a file can't be read as CSV in UTF-8. `line` is the line with the problem. */
export class UnreadableCsv extends Error {
  override name = "UnreadableCsv";
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.line = line;
  }
}

const maxRecordBytes = 2 * 1024 * 1024;
/** Maximum number of commas in a record, including those inside quoted cells. */
const maxRecordCommas = 100_000;
/**
 * Bytes per chunk. Small, because the parser emits all records of a chunk in one tick of the event loop: up to a
 * thousand rows of two bytes.
 */
const chunkBytes = 2048;
const newline = 0x0a;
const comma = 0x2c;
const carriageReturn = 0x0d;

/**
 * Reads a CSV file of any size record by record, until `take` returns false. Skips blank lines. Throws UnreadableCsv
 * for another encoding or file type, for a quotation mark that is never closed, and for a record that is too long or
 * has too many commas.
 */
export async function readRows(
  source: AsyncIterable<Uint8Array>,
  take: (row: CsvRow) => boolean,
): Promise<void> {
  const lines = countLines();
  const parser = parse({
    bom: true,
    info: true,
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
  });
  let end = 0;
  let blank = 0;
  let records = 0;
  let isStopped = false;
  parser.on("data", ({ record, info }: { record: string[]; info: Counted }) => {
    if (isStopped) return;
    isStopped = !take({ line: lines.at(end) + info.empty_lines - blank, cells: record });
    if (isStopped) parser.destroy();
    end = info.bytes;
    blank = info.empty_lines;
    records += 1;
    lines.forget(end);
  });
  try {
    await pipeline(
      chunksOf(source),
      guard(lines, () => end),
      parser,
    );
  } catch (error) {
    if (isStopped) return;
    if (!(error instanceof CsvError)) throw error;
    throw new UnreadableCsv(
      lines.at(end) + (records === 0 ? 0 : parser.info.empty_lines - blank),
      error.code === "CSV_QUOTE_NOT_CLOSED"
        ? "a quotation mark is never closed: close it, and double every quotation mark inside a cell"
        : error.message,
    );
  }
}

async function passOn(stream: Transform, look: () => void, done: () => void): Promise<void> {
  try {
    look();
    await pace();
    done();
  } catch (error) {
    stream.destroy(error as Error);
  }
}

async function* chunksOf(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of source)
    for (let from = 0; from < chunk.length; from += chunkBytes)
      yield chunk.subarray(from, from + chunkBytes);
}

type Counted = { bytes: number; empty_lines: number };

type LineCounter = ReturnType<typeof countLines>;

/** Records the byte offset of each line, because the parser's own line count is wrong after a CRLF inside quotes. */
function countLines() {
  const starts: number[] = [];
  let first = 1;
  let seen = 0;
  let afterReturn = false;

  function at(offset: number): number {
    let low = 0;
    let high = starts.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return first + low;
  }
  return {
    at,
    seen: () => seen,
    add(chunk: Uint8Array): void {
      for (let i = 0; i < chunk.length; i += 1) {
        const byte = chunk[i];
        if (afterReturn && byte !== newline) starts.push(seen + i);
        afterReturn = byte === carriageReturn;
        if (byte === newline) starts.push(seen + i + 1);
      }
      seen += chunk.length;
    },
    forget(offset: number): void {
      // Removes entries in batches of thousands, because calling shift() for each line would take quadratic time.
      if (starts.length < 4096) return;
      const line = at(offset);
      starts.splice(0, line - first);
      first = line;
    },
  };
}

function guard(lines: LineCounter, recordBegins: () => number): Transform {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let head = true;
  let record = { begins: 0, commas: 0 };
  const countCommas = (chunk: Buffer) => {
    if (recordBegins() !== record.begins) record = { begins: recordBegins(), commas: 0 };
    record.commas += countUpTo(maxRecordCommas, chunk, comma);
    if (record.commas > maxRecordCommas)
      throw new UnreadableCsv(
        lines.at(record.begins),
        "a row with more than 100,000 commas begins here: check for a quotation mark that is never closed",
      );
  };
  const check = (chunk: Uint8Array | undefined) => {
    try {
      decoder.decode(chunk, { stream: chunk !== undefined });
    } catch {
      throw new UnreadableCsv(
        chunk === undefined ? lines.at(lines.seen()) : lineOfBadByte(lines, chunk),
        "this line is not in UTF-8 (it may be in Latin-1 or Windows-1252): save the file as CSV UTF-8",
      );
    }
  };
  const look = (chunk: Buffer) => {
    if (head) requireCsv(chunk);
    head = false;
    check(chunk);
    lines.add(chunk);
    if (lines.seen() - recordBegins() > maxRecordBytes + chunk.length)
      throw new UnreadableCsv(
        lines.at(recordBegins()),
        "a row of more than 2 MB begins here: check for a quotation mark that is never closed",
      );
    countCommas(chunk);
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done: TransformCallback) {
      void passOn(
        this,
        () => look(chunk),
        () => done(null, chunk),
      );
    },
    flush(done) {
      try {
        check(undefined);
        done();
      } catch (error) {
        done(error as Error);
      }
    },
  });
}

function lineOfBadByte(lines: LineCounter, chunk: Uint8Array): number {
  const upTo = Buffer.from(chunk).toString("utf8").indexOf("\uFFFD");
  const before = Buffer.from(chunk).toString("utf8").slice(0, Math.max(upTo, 0));
  return lines.at(lines.seen()) + (before.match(/\r\n|\r|\n/g)?.length ?? 0);
}

function requireCsv(head: Buffer): void {
  const text = head.toString("latin1", 0, 64);
  if (text.startsWith("\xff\xfe") || text.startsWith("\xfe\xff") || /^.\0|^\0./s.test(text))
    throw new UnreadableCsv(1, "this file is in UTF-16: save it as CSV UTF-8");
  if (text.startsWith("PK\x03\x04") || text.startsWith("\xd0\xcf\x11\xe0"))
    throw new UnreadableCsv(
      1,
      "this is an Excel workbook or an archive, not a CSV file: save the table as CSV UTF-8",
    );
  if (text.includes("\0") || text.startsWith("%PDF"))
    throw new UnreadableCsv(1, "this is not a CSV file: save the table as CSV UTF-8");
}
