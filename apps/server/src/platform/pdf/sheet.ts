import PdfDocument from "pdfkit";
import { directionOf as directionOfLocale } from "../mail/languages.ts";
import { drawLine, type Line, lineOf, linesOf, type Style } from "./set-text.ts";
import type { Direction } from "./text-direction.ts";

/** The design of every document: its colors and, in points (72 per inch), margins, gaps and line heights. */
export const ink = "#14171c";
const graphite = "#525a66";
const edge = "#d3d9e0";
const margin = 54;
export const gap = 18;
export const leading = 14;

export const styles = {
  running: { typeface: "display", size: 16, color: ink },
  label: { typeface: "text", size: 8, color: graphite },
  text: { typeface: "text", size: 9.5, color: ink },
  quiet: { typeface: "text", size: 8.5, color: graphite },
  strong: { typeface: "bold", size: 9.5, color: ink },
  total: { typeface: "bold", size: 13, color: ink },
} as const satisfies Record<string, Style>;
const nameStyle = { typeface: "display", size: 36, color: ink } as const;
const titleStyle = { ...nameStyle, color: graphite } as const;

type Document = InstanceType<typeof PdfDocument>;
type Paper = "A4" | "LETTER";

/**
 * A document and the current drawing position on its page, in points from the top. In a language that is written from
 * right to left, the page is mirrored: lines start at its right edge.
 */
export type Sheet = {
  doc: InstanceType<typeof PdfDocument>;
  direction: Direction;
  y: number;
  left: number;
  right: number;
  bottom: number;
  /** Drawn at the top of each page after the first; null: nothing. */
  running: { name: string; title: string } | null;
};

export type PdfFacts = {
  language: string;
  paper: Paper;
  title: string;
  author: string;
  subject?: string;
  madeAt: Date;
};

/** An empty PDF without pages, and its bytes once it is complete. */
export function openPdf({ language, paper, title, author, subject, madeAt }: PdfFacts): {
  doc: Document;
  bytes: Promise<Uint8Array>;
} {
  const doc = new PdfDocument({
    size: paper,
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    // Prevents pdfkit from loading its built-in font.
    font: "",
    pdfVersion: "1.7",
    lang: language,
    displayTitle: true,
    info: {
      Title: title,
      Author: author,
      ...(subject === undefined ? {} : { Subject: subject }),
      Creator: "Vetrina",
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
  return { doc, bytes: collect(doc) };
}

/** The file's bytes, once the document is complete. */
function collect(doc: Document): Promise<Uint8Array> {
  const parts: Buffer[] = [];
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
  doc.on("data", (part: Buffer) => parts.push(part));
  doc.on("end", () => resolve(Buffer.concat(parts)));
  doc.on("error", reject);
  return promise;
}

/** Adds a page and returns a sheet for it. */
export function openSheet(doc: Document, language: string, running: Sheet["running"]): Sheet {
  doc.addPage();
  const { width, height } = doc.page;
  return {
    doc,
    running,
    y: margin,
    left: margin,
    right: width - margin,
    direction: directionOfLocale(language),
    bottom: height - margin - 2 * leading,
  };
}

export function widthOf({ left, right }: Sheet): number {
  return right - left;
}

/** Draws a line that starts `offset` points from the edge where lines start. */
export function drawStart(sheet: Sheet, line: Line, style: Style, offset = 0, y = sheet.y): void {
  const { doc, direction, left, right } = sheet;
  const at = direction === "ltr" ? { x: left + offset, y } : { right: right - offset, y };
  drawLine(doc, line, style, at);
}

/** Draws a line that ends `offset` points before the edge where lines end. */
export function drawEnd(sheet: Sheet, line: Line, style: Style, offset = 0, y = sheet.y): void {
  const { doc, direction, left, right } = sheet;
  const at = direction === "ltr" ? { right: right - offset, y } : { x: left + offset, y };
  drawLine(doc, line, style, at);
}

type Place = { offset?: number; width?: number; step: number };

/** Draws text in lines `step` points apart and moves the position below them. */
export function drawBlock(sheet: Sheet, text: string, style: Style, place: Place): void {
  const { offset = 0, width = widthOf(sheet) - offset, step } = place;
  drawLines(sheet, linesOf(sheet.doc, text, style, width), style, { offset, step });
}

export function drawLines(
  sheet: Sheet,
  lines: readonly Line[],
  style: Style,
  { offset = 0, step }: Place,
): void {
  for (const line of lines) {
    sheet.y += step;
    drawStart(sheet, line, style, offset);
  }
}

/** Draws the store's name and the document's title next to each other, and the store's address below. */
export function drawHead(
  sheet: Sheet,
  store: { name: string; lines: readonly string[] },
  titleText: string,
): void {
  const { doc } = sheet;
  const title = lineOf(doc, titleText, titleStyle);
  const room = widthOf(sheet) - title.width - 2 * gap;
  const names = linesOf(
    doc,
    store.name.toLocaleUpperCase(),
    nameStyle,
    room < 150 ? widthOf(sheet) : room,
  );
  sheet.y += 28;
  drawEnd(sheet, title, titleStyle);
  // A long title goes above the name.
  if (room < 150) sheet.y += 36;
  for (const [i, line] of names.entries()) {
    if (i > 0) sheet.y += 32;
    drawStart(sheet, line, nameStyle);
  }
  sheet.y += 20;
  for (const line of store.lines)
    drawBlock(sheet, line, styles.quiet, { width: widthOf(sheet) / 2, step: 12 });
  sheet.y += 8;
  rule(sheet, "heavy");
}

export type Fact = { label: string; value: string };

/** Draws labels with their values, in columns. */
export function drawFacts(sheet: Sheet, facts: readonly Fact[]): void {
  inColumns(sheet, facts, (fact, place) => {
    drawBlock(sheet, fact.label, styles.label, { ...place, step: 13 });
    drawBlock(sheet, fact.value, styles.strong, { ...place, step: 13 });
  });
}

export type AddressBlock = { label: string; lines: readonly string[] };

export function drawAddresses(sheet: Sheet, addresses: readonly AddressBlock[]): void {
  if (addresses.length === 0) return;
  sheet.y += gap / 2;
  inColumns(
    sheet,
    addresses,
    ({ label, lines }, place) => {
      drawBlock(sheet, label, styles.label, { ...place, step: leading });
      for (const line of lines) drawBlock(sheet, line, styles.text, { ...place, step: leading });
    },
    2,
  );
}

/** Draws blocks next to each other, at most `columns` in a row, and continues below the tallest one. */
function inColumns<T>(
  sheet: Sheet,
  things: readonly T[],
  draw: (thing: T, place: { offset: number; width: number }) => void,
  columns = 4,
): void {
  const width = widthOf(sheet) / columns;
  for (let first = 0; first < things.length; first += columns) {
    const top = sheet.y + gap / (first === 0 ? 1 : 2);
    let end = top;
    for (const [i, thing] of things.slice(first, first + columns).entries()) {
      sheet.y = top;
      draw(thing, { offset: i * width, width: width - 10 });
      end = Math.max(end, sheet.y);
    }
    sheet.y = end;
  }
}

/** Draws a note below the current position. It may continue on the next page. */
export function drawNote(sheet: Sheet, label: string, text: string): void {
  const width = widthOf(sheet) * 0.75;
  const lines = linesOf(sheet.doc, text, styles.text, width);
  sheet.y += gap;
  makeRoom(sheet, 3 * leading);
  drawBlock(sheet, label, styles.label, { width, step: leading });
  for (const line of lines) {
    makeRoom(sheet, leading);
    drawLines(sheet, [line], styles.text, { step: leading });
  }
}

type Feet = {
  /** The index of the sheet's first page. */
  first: number;
  /** The names of the store and the document. */
  words: string;
  pageOf: (n: number, of: number) => string;
};

/** Draws the footers. Called last, when the number of pages is known. */
export function drawFeet(sheet: Sheet, { first, words: text, pageOf }: Feet): void {
  const { doc, direction } = sheet;
  const count = doc.bufferedPageRange().count - first;
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(first + page);
    const y = doc.page.height - margin + leading;
    const pages = lineOf(doc, pageOf(page + 1, count), styles.label, direction);
    const room = widthOf(sheet) - pages.width - gap;
    const [words] = linesOf(doc, text, styles.label, room, direction);
    if (words !== undefined) drawStart(sheet, words, styles.label, 0, y);
    drawEnd(sheet, pages, styles.label, 0, y);
  }
}

/** Begins a new page if less than `height` points are left, and returns true if it did. */
export function makeRoom(sheet: Sheet, height: number): boolean {
  if (sheet.y + height <= sheet.bottom) return false;
  const { doc, running } = sheet;
  doc.addPage();
  sheet.y = margin;
  if (running === null) return true;
  sheet.y += 12;
  const title = lineOf(doc, running.title, styles.text);
  const room = widthOf(sheet) - title.width - gap;
  const [name] = linesOf(doc, running.name.toLocaleUpperCase(), styles.running, room);
  if (name !== undefined) drawStart(sheet, name, styles.running);
  drawEnd(sheet, title, styles.text);
  sheet.y += 9;
  rule(sheet, "heavy");
  sheet.y += gap;
  return true;
}

const rules = {
  heavy: { width: 1.2, color: ink },
  head: { width: 0.8, color: ink },
  row: { width: 0.5, color: edge },
};

/** Draws a rule across the page, or `width` points wide at the edge where lines end. */
export function rule(sheet: Sheet, kind: keyof typeof rules, width = widthOf(sheet)): void {
  const { doc, direction, left, right, y } = sheet;
  const from = direction === "ltr" ? right - width : left;
  const { width: thickness, color } = rules[kind];
  doc
    .moveTo(from, y)
    .lineTo(from + width, y)
    .lineWidth(thickness)
    .strokeColor(color)
    .stroke();
}
