const [space, quote, backslash, comma, colon] = [0x20, 0x22, 0x5c, 0x2c, 0x3a];
const [openList, closeList, openObject, closeObject] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Below this many bytes, Buffer.indexOf() costs as much as a loop over single bytes. */
const nearBytes = 128;

/**
 * Whether lists and objects nest more than `max` levels, computed from the bytes. JSON.parse and all later code would
 * otherwise recurse as deep as the caller likes. For invalid JSON the answer is arbitrary.
 */
export function isDeeperThan(json: Buffer, max: number): boolean {
  if (countUpTo(max, json, openList) + countUpTo(max, json, openObject) <= max) return false;
  let depth = 0;
  for (let i = 0; i < json.length; i += 1) {
    const byte = json[i] ?? 0;
    if (byte <= space) continue;
    if (byte === quote) i = endOfText(json, i + 1);
    else if (byte === openList || byte === openObject) {
      depth += 1;
      if (depth > max) return true;
    } else if (byte === closeList || byte === closeObject) depth -= 1;
  }
  return false;
}

/** The number of times a byte occurs, including within strings. Stops counting at `max` + 1. */
export function countUpTo(max: number, json: Buffer, byte: number): number {
  let found = 0;
  for (let at = json.indexOf(byte); at !== -1 && found <= max;) {
    found += 1;
    const near = Math.min(json.length, at + 1 + nearBytes);
    for (at += 1; at < near && json[at] !== byte;) at += 1;
    if (at === near) at = json.indexOf(byte, at);
  }
  return found;
}

/**
 * Whether the bytes have more than `max` of `{`, `[`, `,` and `:`, including those within strings. JSON.parse and
 * validation take about ten times as long for a value or a key as for a string of the same size.
 */
export function hasMoreSymbols(json: Buffer, max: number): boolean {
  let found = 0;
  for (const symbol of [comma, colon, openObject, openList]) {
    found += countUpTo(max - found, json, symbol);
    if (found > max) return true;
  }
  return false;
}

/** The index of the quote that ends a string; the end of the bytes if there is none. */
function endOfText(json: Buffer, from: number): number {
  for (let at = from; at < json.length;) {
    const near = Math.min(json.length, at + nearBytes);
    for (; at < near; at += 1) {
      if (json[at] === quote) return at;
      if (json[at] === backslash) at += 1;
    }
    const next = json.indexOf(quote, at);
    if (next === -1) return json.length;
    if (!isEscaped(json, next, at)) return next;
    at = next + 1;
  }
  return json.length;
}

function isEscaped(json: Buffer, at: number, from: number): boolean {
  let slashes = 0;
  while (at - slashes > from && json[at - slashes - 1] === backslash) slashes += 1;
  return slashes % 2 === 1;
}
