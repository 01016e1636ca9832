import { inflateSync } from "node:zlib";

const signature = 0x774f4646;
const headBytes = 44;
const entryBytes = 20;

/**
 * Unpacks a font from the WOFF 1.0 format. Fontkit would otherwise inflate the outline table again for every letter.
 * Throws TypeError for an invalid file.
 */
export function unpackWoff(file: Buffer): Buffer {
  if (file.length < headBytes || file.readUInt32BE(0) !== signature)
    throw new TypeError("this is not a WOFF file");
  const count = file.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, i) => tableAt(file, headBytes + i * entryBytes));
  const directory = Buffer.alloc(12 + count * 16);
  directory.writeUInt32BE(file.readUInt32BE(4), 0);
  directory.writeUInt16BE(count, 4);
  const power = Math.floor(Math.log2(count));
  directory.writeUInt16BE(16 * 2 ** power, 6);
  directory.writeUInt16BE(power, 8);
  directory.writeUInt16BE(16 * (count - 2 ** power), 10);
  const parts: Uint8Array[] = [directory];
  let offset = directory.length;
  for (const [i, { tag, checksum, bytes }] of tables.entries()) {
    const at = 12 + i * 16;
    directory.writeUInt32BE(tag, at);
    directory.writeUInt32BE(checksum, at + 4);
    directory.writeUInt32BE(offset, at + 8);
    directory.writeUInt32BE(bytes.length, at + 12);
    const padding = Buffer.alloc(-bytes.length & 3);
    parts.push(bytes, padding);
    offset += bytes.length + padding.length;
  }
  return Buffer.concat(parts);
}

function tableAt(file: Buffer, at: number): { tag: number; checksum: number; bytes: Buffer } {
  const [offset, packed, length] = [4, 8, 12].map((field) => file.readUInt32BE(at + field));
  const bytes = file.subarray(offset, (offset ?? 0) + (packed ?? 0));
  return {
    tag: file.readUInt32BE(at),
    checksum: file.readUInt32BE(at + 16),
    bytes: packed === length ? bytes : inflateSync(bytes),
  };
}
