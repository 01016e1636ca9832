import { deflateSync } from "node:zlib";
import sharp from "sharp";

const script = "<script>alert(document.domain)</script>";

function plain() {
  return sharp({ create: { width: 40, height: 30, channels: 3, background: "#2a3957" } });
}

/**
 * Files that decode to something too large, that are damaged or not a picture, or whose format can run code or read
 * other files.
 */
export async function hostilePictures(): Promise<[name: string, bytes: Uint8Array][]> {
  const [jpeg, png, webp, gif, avif, tiff] = await Promise.all([
    plain().jpeg().toBuffer(),
    plain().png().toBuffer(),
    plain().webp().toBuffer(),
    plain().gif().toBuffer(),
    plain().avif().toBuffer(),
    plain().tiff().toBuffer(),
  ]);
  return [
    ["PNG of 60,000 squared", pngOf(60_000, 60_000)],
    ["PNG of 2^31-1 squared", pngOf(0x7fffffff, 0x7fffffff)],
    ["PNG of no width", pngOf(0, 10)],
    ["PNG with no pixels", pngOf(7000, 7000, Buffer.alloc(0))],
    ["PNG whose pixels are no zlib", pngOf(100, 100, Buffer.from("not zlib at all"))],
    ["PNG cut off", png.subarray(0, png.length - 30)],
    ["PNG of its signature alone", png.subarray(0, 8)],
    ["PNG with a false size in its header", claims(png, 16, "0000ffff0000ffff")],
    ["JPEG of 65,500 squared", claims(jpeg, sizeOfJpeg(jpeg), "ffdcffdc")],
    ["JPEG cut off", jpeg.subarray(0, jpeg.length >> 1)],
    ["JPEG of three bytes", jpeg.subarray(0, 3)],
    ["JPEG of markers alone", Buffer.concat([jpeg.subarray(0, 3), Buffer.alloc(2000, 0xff)])],
    ["WebP of 16,383 squared", webpOf(16_383, 16_383)],
    ["WebP of 2^24 squared", webpOf(0x1000000, 0x1000000)],
    ["WebP cut off", webp.subarray(0, 24)],
    ["WebP of its frame alone", Buffer.from("RIFF\x04\0\0\0WEBP", "latin1")],
    ["GIF of 65,535 squared", claims(claims(gif, 6, "ffffffff"), sizeOfGif(gif), "ffffffff")],
    ["GIF without a frame", Buffer.concat([gif.subarray(0, 13), Buffer.from(";")])],
    ["GIF that is a script", Buffer.from(`GIF89a=1;${script}/*`)],
    ["AVIF cut off", avif.subarray(0, 120)],
    ["AVIF of its brand alone", Buffer.from("\0\0\0\x1cftypavif\0\0\0\0avifmif1miaf", "latin1")],
    ["HEIC", Buffer.from("\0\0\0\x18ftypheic\0\0\0\0mif1heic", "latin1")],
    ["MP4", Buffer.from("\0\0\0\x18ftypisom\0\0\0\0isomiso2", "latin1")],
    ["TIFF", tiff],
    ["TIFF of 2^32-1 squared", tiffOf(0xffffffff)],
    ["BMP", Buffer.concat([Buffer.from("BM"), Buffer.alloc(60)])],
    ["ICO", Buffer.from("\0\0\x01\0\x01\0\x10\x10", "latin1")],
    ["PSD", Buffer.from("8BPS\0\x01", "latin1")],
    [
      "PDF",
      Buffer.from("%PDF-1.7\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj"),
    ],
    ["ZIP", Buffer.from("PK\x03\x04", "latin1")],
    ["HTML", Buffer.from(`<!doctype html>${script}`)],
    ["PHP", Buffer.from("<?php system($_GET['c']); ?>")],
    [
      "MVG that reads a file",
      Buffer.from("push graphic-context\nimage over 0,0 0,0 '/etc/passwd'\n"),
    ],
    [
      "SVG",
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${script}</svg>`),
    ],
    ["SVG after white space", Buffer.from(`\n \t<svg xmlns="http://www.w3.org/2000/svg"/>`)],
    ["SVG of a billion laughs", Buffer.from(laughs())],
    [
      "SVG that reads a file",
      Buffer.from('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
    ],
    [
      "SVG of 100,000 squared",
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="100000" height="100000"/>'),
    ],
    ["SVG, compressed", Buffer.from("\x1f\x8b\x08\0", "latin1")],
    ["nothing", Buffer.alloc(0)],
    ["zeros", Buffer.alloc(5000)],
  ];
}

/** Files that are a picture and also something else. Only the picture may be stored. */
export async function polyglots(): Promise<[name: string, bytes: Uint8Array][]> {
  const after = Buffer.from(`\n${script}<?php system('id'); ?>PK\x03\x04*/`, "latin1");
  const jpeg = await plain()
    .withExif({ IFD0: { Copyright: script } })
    .jpeg()
    .toBuffer();
  const [png, webp, gif, avif] = await Promise.all([
    plain().png().toBuffer(),
    plain().webp().toBuffer(),
    plain().gif().toBuffer(),
    plain().avif().toBuffer(),
  ]);
  const comment = Buffer.from(script);
  const marker = Buffer.from([0xff, 0xfe, 0, comment.length + 2]);
  const text = chunk("tEXt", Buffer.from(`Comment\0${script}`));
  const packed = chunk(
    "zTXt",
    Buffer.concat([Buffer.from("c\0\0"), deflateSync(Buffer.alloc(4_000_000, 65))]),
  );
  return [
    ["JPEG with a page in its data", jpeg],
    [
      "JPEG with a page in a comment",
      Buffer.concat([jpeg.subarray(0, 2), marker, comment, jpeg.subarray(2)]),
    ],
    ["JPEG and a page", Buffer.concat([jpeg, after])],
    ["PNG with a page in its text", Buffer.concat([png.subarray(0, 33), text, png.subarray(33)])],
    [
      "PNG with text that unpacks to 4 MB",
      Buffer.concat([png.subarray(0, 33), packed, png.subarray(33)]),
    ],
    ["PNG and a page", Buffer.concat([png, after])],
    ["WebP and a page", Buffer.concat([webp, after])],
    ["GIF and a page", Buffer.concat([gif, after])],
    ["AVIF and a page", Buffer.concat([avif, after])],
  ];
}

/** A PNG of a few bytes whose header claims this size. */
function pngOf(width: number, height: number, pixels = deflateSync(Buffer.alloc(1000))): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function webpOf(width: number, height: number): Buffer {
  const canvas = Buffer.alloc(10);
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const body = Buffer.concat([Buffer.from("WEBPVP8X\x0a\0\0\0", "latin1"), canvas]);
  const frame = Buffer.from("RIFF\0\0\0\0", "latin1");
  frame.writeUInt32LE(body.length, 4);
  return Buffer.concat([frame, body]);
}

function tiffOf(side: number): Buffer {
  const bytes = Buffer.alloc(38);
  bytes.set(Buffer.from("II*\0\x08\0\0\0\x02\0", "latin1"));
  for (const [i, tag] of [256, 257].entries()) {
    bytes.writeUInt16LE(tag, 10 + i * 12);
    bytes.writeUInt16LE(4, 12 + i * 12);
    bytes.writeUInt32LE(1, 14 + i * 12);
    bytes.writeUInt32LE(side, 18 + i * 12);
  }
  return bytes;
}

function claims(bytes: Buffer, at: number, sides: string): Buffer {
  const changed = Buffer.from(bytes);
  changed.set(Buffer.from(sides, "hex"), at);
  return changed;
}

/** The offset of the first frame's width and height in a GIF. */
function sizeOfGif(bytes: Buffer): number {
  return bytes.indexOf(Buffer.from([0x2c, 0, 0, 0, 0, 40, 0, 30, 0])) + 5;
}

/** The offset of the height and width in a JPEG, after its frame's marker. */
function sizeOfJpeg(bytes: Buffer): number {
  return bytes.indexOf(Buffer.from([0xff, 0xc0])) + 5;
}

function laughs(): string {
  const names = "abcdefghij".split("");
  const entities = names.map((name, i) => {
    const before = names[i - 1];
    return `<!ENTITY ${name} "${before === undefined ? "ha" : `&${before};`.repeat(10)}">`;
  });
  return `<!DOCTYPE svg [${entities.join("")}]><svg xmlns="http://www.w3.org/2000/svg"><text>&j;</text></svg>`;
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}

function crc(bytes: Buffer): number {
  let c = 0xffffffff;
  for (const byte of bytes) {
    c ^= byte;
    for (let k = 0; k < 8; k += 1) c = (c >>> 1) ^ (c & 1 ? 0xedb88320 : 0);
  }
  return (c ^ 0xffffffff) >>> 0;
}
