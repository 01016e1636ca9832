import PdfDocument from "pdfkit";
import { drawLine, lineOf, linesOf, type Style } from "../../platform/pdf/set-text.ts";
import {
  collect,
  drawBlock,
  drawLines,
  edge,
  gap,
  graphite,
  ink,
  leading,
  margin,
} from "../../platform/pdf/sheet.ts";
import { fill } from "./document-words.ts";
import type { InvoiceContent } from "./invoice-content.ts";

type Document = InstanceType<typeof PdfDocument>;

const styles = {
  name: { typeface: "display", size: 38, color: ink },
  title: { typeface: "display", size: 38, color: graphite },
  running: { typeface: "display", size: 16, color: ink },
  label: { typeface: "text", size: 8, color: graphite },
  text: { typeface: "text", size: 9.5, color: ink },
  quiet: { typeface: "text", size: 8.5, color: graphite },
  strong: { typeface: "bold", size: 9.5, color: ink },
  total: { typeface: "bold", size: 13, color: ink },
} as const satisfies Record<string, Style>;

/** The current drawing position and the table's columns. */
type Sheet = {
  doc: Document;
  content: InvoiceContent;
  y: number;
  left: number;
  right: number;
  bottom: number;
  columns: Columns;
};
/** The right edges of the number columns. Items start left of the first column and are up to `item` points wide. */
type Columns = { item: number; quantity: number; price: number };

/** The invoice as a PDF file with as many pages as it needs. */
export async function drawInvoice(content: InvoiceContent, madeAt: Date): Promise<Uint8Array> {
  const doc = new PdfDocument({
    size: content.paper,
    margin: 0,
    bufferPages: true,
    // Don't load pdfkit's built-in fonts.
    font: "",
    pdfVersion: "1.7",
    lang: content.language,
    displayTitle: true,
    info: {
      Title: `${content.name}, ${content.store.name}`,
      Author: content.store.name,
      Subject: content.subject,
      Creator: "Vetrina",
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
  const bytes = collect(doc);
  const [left, right] = [margin, doc.page.width - margin];
  const bottom = doc.page.height - margin - 2 * leading;
  const columns = columnsOf(doc, content, right, left);
  const sheet: Sheet = { doc, content, y: margin, left, right, bottom, columns };
  drawHead(sheet);
  drawFacts(sheet);
  drawAddresses(sheet);
  drawTable(sheet);
  drawSums(sheet);
  drawNotes(sheet);
  drawFeet(sheet);
  doc.end();
  return bytes;
}

/** Number columns are as wide as their longest number; items get the rest. */
function columnsOf(doc: Document, content: InvoiceContent, right: number, left: number): Columns {
  const widest = (texts: string[], style: Style) =>
    Math.max(...texts.map((text) => lineOf(doc, text, style).width)) + gap;
  const { items } = content;
  const total = widest([content.heads.amount, ...items.map((item) => item.total)], styles.text);
  const price = widest([content.heads.unitPrice, ...items.map((item) => item.price)], styles.text);
  const quantity = widest(
    [content.heads.quantity, ...items.map((item) => item.quantity)],
    styles.text,
  );
  const edges = { price: right - total, quantity: right - total - price };
  return { ...edges, item: edges.quantity - quantity - left };
}

function drawHead(sheet: Sheet): void {
  const { doc, content, left, right } = sheet;
  const title = lineOf(doc, content.title, styles.title);
  const room = right - left - title.width - 2 * gap;
  const names = linesOf(doc, content.store.name.toLocaleUpperCase(), styles.name, room);
  sheet.y += 28;
  drawLine(doc, title, styles.title, { right, y: sheet.y });
  for (const [i, line] of names.entries()) {
    if (i > 0) sheet.y += 34;
    drawLine(doc, line, styles.name, { x: left, y: sheet.y });
  }
  sheet.y += 20;
  for (const line of content.store.lines) {
    drawBlock(sheet, line, styles.quiet, left, (right - left) / 2, 12);
  }
  sheet.y += 8;
  rule(sheet, ink, 1.2);
}

function drawFacts(sheet: Sheet): void {
  const { content, left, right } = sheet;
  const width = (right - left) / content.facts.length;
  inColumns(sheet, content.facts, width, ({ label, value }, x) => {
    drawBlock(sheet, label, styles.label, x, width - 8, 13);
    drawBlock(sheet, value, styles.strong, x, width - 8, 13);
  });
}

function drawAddresses(sheet: Sheet): void {
  const { addresses } = sheet.content;
  if (addresses.length === 0) return;
  sheet.y += 10;
  const width = (sheet.right - sheet.left) / 2;
  inColumns(sheet, addresses, width, ({ label, lines }, x) => {
    drawBlock(sheet, label, styles.label, x, width - gap, 14);
    for (const line of lines) drawBlock(sheet, line, styles.text, x, width - gap, leading);
  });
}

/** Draws blocks next to each other and continues below the tallest one. */
function inColumns<T>(
  sheet: Sheet,
  things: readonly T[],
  width: number,
  draw: (thing: T, x: number) => void,
): void {
  const top = sheet.y + gap;
  let end = top;
  for (const [i, thing] of things.entries()) {
    sheet.y = top;
    draw(thing, sheet.left + i * width);
    end = Math.max(end, sheet.y);
  }
  sheet.y = end;
}

function drawTable(sheet: Sheet): void {
  sheet.y += 2 * gap;
  drawTableHead(sheet);
  const { doc, content, columns, left, right } = sheet;
  for (const item of content.items) {
    const names = linesOf(doc, item.name, styles.strong, columns.item);
    const details = linesOf(doc, item.detail, styles.quiet, columns.item);
    const height = names.length * leading + details.length * 12 + 12;
    if (sheet.y + height > sheet.bottom) {
      newPage(sheet);
      drawTableHead(sheet);
    }
    const y = sheet.y + leading + 4;
    drawNumbers(sheet, y, [item.quantity, item.price, item.total], styles.text);
    sheet.y += 4;
    drawLines(sheet, names, styles.strong, left, leading);
    drawLines(sheet, details, styles.quiet, left, 12);
    sheet.y += 8;
    doc.moveTo(left, sheet.y).lineTo(right, sheet.y).lineWidth(0.5).strokeColor(edge).stroke();
  }
}

function drawTableHead(sheet: Sheet): void {
  const { doc, left, content } = sheet;
  const { item, quantity, unitPrice, amount } = content.heads;
  drawLine(doc, lineOf(doc, item, styles.label), styles.label, { x: left, y: sheet.y });
  drawNumbers(sheet, sheet.y, [quantity, unitPrice, amount], styles.label);
  sheet.y += 8;
  rule(sheet, ink, 0.8);
}

function drawNumbers(sheet: Sheet, y: number, texts: readonly string[], style: Style): void {
  const { doc, columns, right } = sheet;
  const edges = [columns.quantity, columns.price, right];
  for (const [i, text] of texts.entries())
    drawLine(doc, lineOf(doc, text, style), style, { right: edges[i] ?? right, y });
}

/** Keeps the totals on one page. */
function drawSums(sheet: Sheet): void {
  const { doc, content, right } = sheet;
  const rows = content.sums.map(({ label, value, strong }) => {
    const style: Style = strong ? styles.total : styles.text;
    return { label: lineOf(doc, label, style), value: lineOf(doc, value, style), style, strong };
  });
  const width = Math.max(...rows.map(({ label, value }) => label.width + value.width)) + 2 * gap;
  const from = right - Math.max(width, 220);
  if (sheet.y + rows.length * 18 + gap + 20 > sheet.bottom) newPage(sheet);
  sheet.y += 10;
  for (const { label, value, style, strong } of rows) {
    if (strong) {
      sheet.y += 9;
      doc.moveTo(from, sheet.y).lineTo(right, sheet.y).lineWidth(1.2).strokeColor(ink).stroke();
      sheet.y += 6;
    }
    sheet.y += 16;
    drawLine(doc, label, style, { x: from, y: sheet.y });
    drawLine(doc, value, style, { right, y: sheet.y });
  }
}

function drawNotes(sheet: Sheet): void {
  const { doc, content, left, right } = sheet;
  const width = (right - left) * 0.75;
  const note = content.note === null ? [] : linesOf(doc, content.note, styles.text, width);
  sheet.y += gap;
  if (note.length > 0) {
    makeRoom(sheet, 3 * leading);
    drawBlock(sheet, content.heads.note, styles.label, left, width, leading);
    for (const line of note) {
      makeRoom(sheet, leading);
      drawLines(sheet, [line], styles.text, left, leading);
    }
    sheet.y += gap / 2;
  }
  makeRoom(sheet, 2 * leading);
  drawBlock(sheet, content.thanks, styles.text, left, width, leading);
}

/** Drawn last, when the number of pages is known. */
function drawFeet({ doc, content, left, right }: Sheet): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    const y = doc.page.height - margin + leading;
    const words = lineOf(doc, `${content.store.name} · ${content.name}`, styles.label);
    const pages = lineOf(
      doc,
      fill(content.heads.page, { page: String(page + 1), pages: String(count) }),
      styles.label,
    );
    drawLine(doc, words, styles.label, { x: left, y });
    drawLine(doc, pages, styles.label, { right, y });
  }
}

function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height > sheet.bottom) newPage(sheet);
}

function newPage(sheet: Sheet): void {
  const { doc, content, left, right } = sheet;
  doc.addPage();
  sheet.y = margin + 12;
  const name = linesOf(doc, content.store.name.toLocaleUpperCase(), styles.running, right - 200);
  const number = lineOf(doc, content.name, styles.text);
  if (name[0] !== undefined) drawLine(doc, name[0], styles.running, { x: left, y: sheet.y });
  drawLine(doc, number, styles.text, { right, y: sheet.y });
  sheet.y += 9;
  rule(sheet, ink, 1.2);
  sheet.y += gap;
}

function rule({ doc, left, right, y }: Sheet, color: string, width: number): void {
  doc.moveTo(left, y).lineTo(right, y).lineWidth(width).strokeColor(color).stroke();
}
