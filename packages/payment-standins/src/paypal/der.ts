/** Encodes DER as far as X.509 certificates need it, because Node.js can read certificates but can't create them. */

export function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 + bytes.length, ...bytes]);
}

export const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
export const set = (...parts: readonly Uint8Array[]) => der(0x31, ...parts);
export const octets = (content: Uint8Array) => der(0x04, content);
export const bits = (content: Uint8Array, unused = 0) => der(0x03, Buffer.from([unused]), content);
export const utf8 = (text: string) => der(0x0c, Buffer.from(text));
export const yes = der(0x01, Buffer.from([0xff]));
export const explicit = (index: number, content: Uint8Array) => der(0xa0 + index, content);

/** A positive integer, given by its bytes. */
export function integer(bytes: Uint8Array): Buffer {
  const isHigh = (bytes[0] ?? 0) >= 0x80;
  return isHigh ? der(0x02, Buffer.from([0]), bytes) : der(0x02, bytes);
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  const encoded = rest.flatMap((part) => {
    const groups = [part % 128];
    for (let left = Math.floor(part / 128); left > 0; left = Math.floor(left / 128))
      groups.unshift(128 + (left % 128));
    return groups;
  });
  return der(0x06, Buffer.from([first * 40 + second, ...encoded]));
}

/** A UTCTime, which X.509 requires for dates through 2049. */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replaceAll(/[-:T]/g, "");
  return der(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}
