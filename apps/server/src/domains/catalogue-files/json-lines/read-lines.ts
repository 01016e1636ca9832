import { isUtf8 } from "node:buffer";
import { pace } from "../../../platform/event-loop/pace.ts";
import { shortBytes } from "./parse-long.ts";

/** Maximum bytes in a line. Pictures are split into parts, so that their lines are shorter. */
const maxLineBytes = 4 * 1024 * 1024;
const newline = 0x0a;

/** A line of the file, numbered from 1. A long line is not decoded, because it is parsed in chunks. */
export type Line = { line: number } & ({ text: string; long?: undefined } | { long: Buffer });

/** Thrown for a line that is not in UTF-8 or is too long. */
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
    if (!isUtf8(bytes))
      throw new UnreadableLines(line, "this line is not in UTF-8: save the file as UTF-8");
    if (bytes.length > shortBytes) return { line, long: bytes };
    const text = decoder.decode(bytes).trim();
    return text === "" ? null : { line, text };
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
