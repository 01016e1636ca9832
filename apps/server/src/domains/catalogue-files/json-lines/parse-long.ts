import { pace } from "../../../platform/event-loop/pace.ts";

/** Lines of at most this many bytes are parsed in one call. */
export const shortBytes = 64 * 1024;
/**
 * A chunk ends with the element in which it reaches this many bytes or symbols. Symbols are `{`, `[`, `,` and `:`
 * outside texts.
 */
const [chunkBytes, chunkSymbols] = [32 * 1024, 4000];
/**
 * Maximum length of a chunk together with the `frame` (see Cut). The longest text is a part of a picture: 700,000
 * bytes.
 */
const maxChunkBytes = 1024 * 1024;
/**
 * Maximum symbols of a chunk, and of the frame. A variant with 50 levels and 100 past prices has 1,320 symbols, and an
 * option with 200 values has 1,200.
 */
const maxChunkSymbols = 8000;
/**
 * Maximum symbols of a line. The largest product has about 670,000: 1,320 in each of 500 variants, 11 in each of 250
 * pictures, and 6,000 in options, size charts, links and tags.
 */
const maxSymbols = 700_000;
/** Maximum fields of an object in the record. A translation has at most 20,000. */
const maxFields = 20_000;
/** The bytes are scanned in blocks of this size. Between two blocks, the event loop can run. */
const blockBytes = 64 * 1024;

const [quote, backslash, comma, colon] = [0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];

/** Thrown for a line that would take too long to parse. */
export class LineTooLarge extends Error {
  override name = "LineTooLarge";
}

/** A list or an object in a field of the record, cut into chunks between its elements. */
type Container = { isList: boolean; chunks: Buffer[] };
/** `frame`: the record with `[n]` in place of the n-th container. */
type Cut = { frame: string; containers: Container[] };

/**
 * Parses a long line of JSON in chunks, so that the event loop can run between them. Returns undefined if the line
 * contains no valid JSON object or list. Throws LineTooLarge.
 */
export async function parseLong(bytes: Buffer): Promise<unknown> {
  const cut = await cutUp(bytes);
  if (cut === null) return undefined;
  try {
    const record = JSON.parse(cut.frame) as Record<string, unknown> | null;
    if (typeof record !== "object" || record === null) return undefined;
    for (const [field, value] of Object.entries(record)) {
      const container = Array.isArray(value) ? cut.containers[Number(value[0])] : undefined;
      if (container === undefined) continue;
      const { isList, chunks } = container;
      record[field] = await (isList ? joinLists(chunks) : joinObjects(chunks));
    }
    return record;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

async function cutUp(bytes: Buffer): Promise<Cut | null> {
  const cutter = createCutter(bytes);
  let isText = false;
  for (let at = 0; at < bytes.length;) {
    await pace();
    const end = Math.min(bytes.length, at + blockBytes);
    for (; at < end; at += 1) {
      const byte = bytes[at];
      if (isText) {
        if (byte === backslash) at += 1;
        else if (byte === quote) isText = false;
      } else if (byte === quote) isText = true;
      else if (byte === comma) cutter.comma(at);
      else if (byte === colon) cutter.count();
      else if (byte === openList || byte === openObject) cutter.open(at, byte === openList);
      else if (byte === closeList || byte === closeObject)
        if (!cutter.close(at, byte === closeList)) return null;
    }
  }
  return cutter.finish();
}

/**
 * Returns functions that cut the bytes into chunks. The caller finds the symbols, and calls the matching function for
 * each.
 */
function createCutter(bytes: Buffer) {
  const containers: Container[] = [];
  let frame = "";
  let [depth, symbols, ofFrame, ofChunk, from] = [0, 0, 0, 0, 0];

  const count = () => {
    symbols += 1;
    if (depth < 2) ofFrame += 1;
    else ofChunk += 1;
    if (symbols > maxSymbols || ofFrame > maxChunkSymbols || ofChunk > maxChunkSymbols)
      throw new LineTooLarge("this line has too many values");
  };
  const take = (to: number): Buffer => {
    const chunk = bytes.subarray(from, to);
    from = to + 1;
    ofChunk = 0;
    if (frame.length + chunk.length > maxChunkBytes)
      throw new LineTooLarge("this line has a text or an element that is too long");
    return chunk;
  };
  return {
    count,
    open(at: number, isList: boolean): void {
      count();
      depth += 1;
      if (depth !== 2) return;
      frame += `${take(at).toString()}[${containers.length}]`;
      containers.push({ isList, chunks: [] });
    },
    comma(at: number): void {
      count();
      if (depth === 2 && (at - from >= chunkBytes || ofChunk >= chunkSymbols))
        containers.at(-1)?.chunks.push(take(at));
    },
    /** Returns false if the symbol closes nothing, or closes a container of the other kind. */
    close(at: number, isList: boolean): boolean {
      depth -= 1;
      if (depth !== 1) return depth >= 0;
      const container = containers.at(-1);
      container?.chunks.push(take(at));
      return container?.isList === isList;
    },
    finish: (): Cut | null =>
      depth === 0 ? { frame: frame + take(bytes.length).toString(), containers } : null,
  };
}

/** Parses and joins a list's chunks. Throws a SyntaxError if a chunk is not JSON, or if nothing follows a comma. */
async function joinLists(chunks: readonly Buffer[]): Promise<unknown[]> {
  const list: unknown[] = [];
  for (const chunk of chunks) {
    await pace();
    const part = JSON.parse(`[${chunk.toString()}]`) as unknown[];
    if (part.length === 0 && chunks.length > 1) throw new SyntaxError("an element is missing");
    for (const one of part) list.push(one);
  }
  return list;
}

async function joinObjects(chunks: readonly Buffer[]): Promise<Record<string, unknown>> {
  const entries: [string, unknown][] = [];
  for (const chunk of chunks) {
    await pace();
    const part = Object.entries(JSON.parse(`{${chunk.toString()}}`) as Record<string, unknown>);
    if (part.length === 0 && chunks.length > 1) throw new SyntaxError("a field is missing");
    for (const entry of part) entries.push(entry);
    if (entries.length > maxFields) throw new LineTooLarge("this line has too many fields");
  }
  // Unlike an assignment, this makes `__proto__` a field like any other, which the check then rejects.
  return Object.fromEntries(entries);
}
