import { crc32 } from "node:zlib";
import type { Json } from "../core/types.ts";

/**
 * The number of characters in the field that is varied to reach the wanted checksum. It is well above the 32 bits of a
 * CRC32, so that some combination of characters reaches any checksum.
 */
const width = 96;

/**
 * A body with different content and the same CRC32. PayPal's signature covers only the checksum, so the genuine headers
 * are valid for this body too.
 */
export function crcTwin(genuine: string, change: (event: Json) => Json): string {
  const wanted = crc32(genuine);
  const changed = JSON.stringify({
    ...change(JSON.parse(genuine) as Json),
    note: "0".repeat(width),
  });
  const start = changed.lastIndexOf("0".repeat(width));
  const withOnes = (positions: ReadonlySet<number>) =>
    changed.slice(0, start) +
    Array.from({ length: width }, (_, index) => (positions.has(index) ? "1" : "0")).join("") +
    changed.slice(start + width);
  const base = crc32(changed);
  // CRC32 is linear: each changed character always toggles the same bits of the checksum.
  const effects = Array.from(
    { length: width },
    (_, index) => crc32(withOnes(new Set([index]))) ^ base,
  );
  return withOnes(solve(effects, wanted ^ base));
}

/** Finds the effects that give the target when combined with XOR, by elimination over GF(2). */
function solve(effects: readonly number[], target: number): Set<number> {
  const basis = new Map<number, { value: number; members: Set<number> }>();
  const reduce = (value: number, members: Set<number>) => {
    let [left, used] = [value >>> 0, members];
    for (let bit = 31; bit >= 0; bit -= 1) {
      const row = basis.get(bit);
      if (((left >>> bit) & 1) === 0 || row === undefined) continue;
      left = (left ^ row.value) >>> 0;
      used = used.symmetricDifference(row.members);
    }
    return { left, used };
  };
  for (const [index, effect] of effects.entries()) {
    const { left, used } = reduce(effect, new Set([index]));
    if (left !== 0) basis.set(31 - Math.clz32(left), { value: left, members: used });
  }
  const { left, used } = reduce(target, new Set());
  if (left !== 0) throw new Error("No change of the field gives this checksum.");
  return used;
}
