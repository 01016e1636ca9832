import type PdfDocument from "pdfkit";
import { drawLine, type Line, linesOf, type Style } from "./set-text.ts";

/** The design of every document: its colors and, in points (72 per inch), margins, gaps and line heights. */
export const ink = "#14171c";
export const graphite = "#525a66";
export const edge = "#d3d9e0";
export const margin = 54;
export const gap = 18;
export const leading = 14;

type Document = InstanceType<typeof PdfDocument>;
/** A document and the current drawing position on its page, in points from the top. */
type Sheet = { doc: Document; y: number };

/** The file's bytes, once the document has ended. */
export function collect(doc: Document): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  doc.on("data", (part: Buffer) => parts.push(part));
  doc.on("end", () => resolve(Buffer.concat(parts)));
  doc.on("error", reject);
  return promise;
}

/** Draws text in lines `step` points apart and moves the position below them. */
export function drawBlock(
  sheet: Sheet,
  text: string,
  style: Style,
  x: number,
  width: number,
  step: number,
): void {
  drawLines(sheet, linesOf(sheet.doc, text, style, width), style, x, step);
}

export function drawLines(
  sheet: Sheet,
  lines: readonly Line[],
  style: Style,
  x: number,
  step: number,
): void {
  for (const line of lines) {
    sheet.y += step;
    drawLine(sheet.doc, line, style, { x, y: sheet.y });
  }
}
