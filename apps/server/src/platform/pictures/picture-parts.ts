/**
 * Decoding an animation takes time that is quadratic in the number of frames. Decoding a JPEG takes a pass over the
 * whole picture for each scan.
 */
const maxFrames = 1000;
/** Encoders write about ten scans per JPEG. */
const maxScans = 100;

/**
 * Whether a picture has more frames (animated WebP and GIF) or scans (JPEG) than a decoder should process. Reads the
 * bytes between the parts, and decodes nothing. Damaged files are left to the decoder.
 */
export function hasTooManyParts(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = buffer.toString("latin1", 0, 12);
  if (head.startsWith("\xff\xd8")) return exceeds(scansOf(buffer), maxScans);
  if (head.startsWith("GIF8")) return exceeds(framesOfGif(buffer), maxFrames);
  if (head.startsWith("RIFF") && head.endsWith("WEBP"))
    return exceeds(framesOfWebp(buffer), maxFrames);
  return false;
}

function exceeds(parts: Iterable<unknown>, max: number): boolean {
  let count = 0;
  for (const _ of parts) {
    count += 1;
    if (count > max) return true;
  }
  return false;
}

/** The positions of the SOS markers. */
function* scansOf(jpeg: Buffer): Generator<number> {
  let at = 2;
  for (;;) {
    at = jpeg.indexOf(0xff, at);
    if (at === -1 || at + 1 >= jpeg.length) return;
    const marker = jpeg[at + 1] ?? 0;
    at += marker === 0xff ? 1 : 2;
    // Skips stuffed bytes of a scan, and markers without a segment.
    if (marker === 0xff || marker <= 0x01 || (marker >= 0xd0 && marker <= 0xd8)) continue;
    if (marker === 0xd9) return;
    if (marker === 0xda) yield at;
    if (at + 2 > jpeg.length) return;
    at += Math.max(2, jpeg.readUInt16BE(at));
  }
}

/** The positions of the ANMF chunks. */
function* framesOfWebp(webp: Buffer): Generator<number> {
  for (let at = 12; at + 8 <= webp.length;) {
    if (webp.toString("latin1", at, at + 4) === "ANMF") yield at;
    const size = webp.readUInt32LE(at + 4);
    at += 8 + size + (size % 2);
  }
}

/** The positions of the image descriptors. */
function* framesOfGif(gif: Buffer): Generator<number> {
  let at = 13 + sizeOfColors(gif[10]);
  while (at < gif.length) {
    const block = gif[at];
    if (block === 0x2c) {
      yield at;
      // Skips the descriptor, its colors, and the code size.
      at += 10 + sizeOfColors(gif[at + 9]) + 1;
    } else if (block === 0x21) at += 2;
    else return;
    for (let size = gif[at]; size !== undefined && size > 0; size = gif[at]) at += size + 1;
    at += 1;
  }
}

function sizeOfColors(flags = 0): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1);
}
