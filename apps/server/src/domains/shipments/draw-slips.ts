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
import type { Slip, SlipsContent } from "./slip-content.ts";
import { slipTexts } from "./slip-texts.ts";

type Document = InstanceType<typeof PdfDocument>;

const styles = {
  name: { typeface: "display", size: 30, color: ink },
  title: { typeface: "display", size: 30, color: graphite },
  mark: { typeface: "bold", size: 13, color: ink },
  label: { typeface: "text", size: 8, color: graphite },
  text: { typeface: "text", size: 10.5, color: ink },
  quiet: { typeface: "text", size: 8.5, color: graphite },
  strong: { typeface: "bold", size: 10.5, color: ink },
} as const satisfies Record<string, Style>;

/** A slip, and the current drawing position on its page. */
type Sheet = {
  doc: Document;
  slip: Slip;
  store: SlipsContent["store"];
  y: number;
  left: number;
  right: number;
  bottom: number;
};

/** Packing slips as a PDF file. Each begins on a page of its own, and has as many as it needs. */
export async function drawSlips(content: SlipsContent, madeAt: Date): Promise<Uint8Array> {
  const doc = new PdfDocument({
    size: content.paper,
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    // Don't load pdfkit's built-in fonts.
    font: "",
    pdfVersion: "1.7",
    lang: content.language,
    displayTitle: true,
    info: {
      Title: `${content.title}, ${content.store.name}`,
      Author: content.store.name,
      Creator: "Vetrina",
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
  const bytes = collect(doc);
  for (const slip of content.slips) drawSlip(doc, slip, content);
  doc.end();
  return bytes;
}

function drawSlip(doc: Document, slip: Slip, { store, language }: SlipsContent): void {
  const first = doc.bufferedPageRange().count;
  doc.addPage();
  const { width, height } = doc.page;
  const sheet: Sheet = {
    doc,
    slip,
    store,
    y: margin,
    left: margin,
    right: width - margin,
    bottom: height - margin - 2 * leading,
  };
  drawHead(sheet);
  drawFacts(sheet);
  drawAddress(sheet);
  drawItems(sheet);
  drawNote(sheet);
  drawFeet(sheet, first, slipTexts(language).page);
}

function drawHead(sheet: Sheet): void {
  const { doc, slip, store, left, right } = sheet;
  const title = lineOf(doc, slip.title.toLocaleUpperCase(), styles.title);
  const room = right - left - title.width - 2 * gap;
  const names = linesOf(doc, store.name.toLocaleUpperCase(), styles.name, Math.max(room, 150));
  sheet.y += 24;
  drawLine(doc, title, styles.title, { right, y: sheet.y });
  for (const [i, line] of names.entries()) {
    if (i > 0) sheet.y += 28;
    drawLine(doc, line, styles.name, { x: left, y: sheet.y });
  }
  sheet.y += 14;
  for (const line of store.lines)
    drawBlock(sheet, line, styles.quiet, left, (right - left) / 2, 12);
  sheet.y += 8;
  rule(sheet, ink, 1.2);
  if (slip.mark === null) return;
  sheet.y += 8;
  drawBlock(sheet, slip.mark, styles.mark, left, right - left, 18);
}

function drawFacts(sheet: Sheet): void {
  const { slip, left, right } = sheet;
  const width = (right - left) / slip.facts.length;
  const top = sheet.y + gap;
  let end = top;
  for (const [i, { label, value }] of slip.facts.entries()) {
    sheet.y = top;
    drawBlock(sheet, label, styles.label, left + i * width, width - 8, 13);
    drawBlock(sheet, value, styles.strong, left + i * width, width - 8, 14);
    end = Math.max(end, sheet.y);
  }
  sheet.y = end;
}

function drawAddress(sheet: Sheet): void {
  const { slip, left, right } = sheet;
  if (slip.address === null) return;
  sheet.y += gap;
  drawBlock(sheet, slip.address.label, styles.label, left, right - left, 14);
  for (const line of slip.address.lines)
    drawBlock(sheet, line, styles.text, left, right - left, 15);
}

/** Widths of the columns of numbers and locations, in points. */
const columns = { quantity: 70, location: 110 };

function drawItems(sheet: Sheet): void {
  const { doc, slip, left, right } = sheet;
  const hasLocation = slip.head.location !== "";
  const width = right - left - columns.quantity - (hasLocation ? columns.location : 0) - gap;
  sheet.y += 2 * gap;
  drawItemsHead(sheet);
  for (const item of slip.items) {
    const names = linesOf(doc, item.name, styles.strong, width);
    const details = linesOf(doc, item.detail, styles.quiet, width);
    const places = linesOf(doc, item.location, styles.text, columns.location - gap);
    const height = Math.max(names.length * leading + details.length * 12, places.length * leading);
    if (sheet.y + height + 12 > sheet.bottom) {
      newPage(sheet);
      drawItemsHead(sheet);
    }
    const top = sheet.y + 4;
    sheet.y = top;
    drawLines(sheet, places, styles.text, right - columns.quantity - columns.location, leading);
    drawLine(doc, lineOf(doc, item.quantity, styles.strong), styles.strong, {
      right,
      y: top + leading,
    });
    sheet.y = top;
    drawLines(sheet, names, styles.strong, left, leading);
    drawLines(sheet, details, styles.quiet, left, 12);
    sheet.y = top + height + 8;
    rule(sheet, edge, 0.5);
  }
}

function drawItemsHead(sheet: Sheet): void {
  const { doc, slip, left, right } = sheet;
  const { item, quantity, location } = slip.head;
  const draw = (text: string, at: { x: number } | { right: number }) =>
    drawLine(doc, lineOf(doc, text, styles.label), styles.label, { ...at, y: sheet.y });
  draw(item, { x: left });
  if (location !== "") draw(location, { x: right - columns.quantity - columns.location });
  draw(quantity, { right });
  sheet.y += 8;
  rule(sheet, ink, 0.8);
}

function drawNote(sheet: Sheet): void {
  const { doc, slip, left, right } = sheet;
  if (slip.note === null) return;
  const lines = linesOf(doc, slip.note.text, styles.text, (right - left) * 0.75);
  sheet.y += gap;
  if (sheet.y + 3 * leading > sheet.bottom) newPage(sheet);
  drawBlock(sheet, slip.note.label, styles.label, left, right - left, leading);
  for (const line of lines) {
    if (sheet.y + leading > sheet.bottom) newPage(sheet);
    drawLines(sheet, [line], styles.text, left, leading);
  }
}

/** Drawn last, when the number of the slip's pages is known. */
function drawFeet(
  { doc, slip, store, left, right }: Sheet,
  first: number,
  labelOf: (n: number, count: number) => string,
): void {
  const count = doc.bufferedPageRange().count - first;
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(first + page);
    const y = doc.page.height - margin + leading;
    const words = lineOf(doc, `${store.name} · ${slip.title} ${slip.number}`, styles.label);
    const pages = lineOf(doc, labelOf(page + 1, count), styles.label);
    drawLine(doc, words, styles.label, { x: left, y });
    drawLine(doc, pages, styles.label, { right, y });
  }
}

function newPage(sheet: Sheet): void {
  sheet.doc.addPage();
  sheet.y = margin + 12;
  const number = lineOf(sheet.doc, `${sheet.slip.title} ${sheet.slip.number}`, styles.strong);
  drawLine(sheet.doc, number, styles.strong, { x: sheet.left, y: sheet.y });
  sheet.y += 9;
  rule(sheet, ink, 1.2);
  sheet.y += gap;
}

function rule({ doc, left, right, y }: Sheet, color: string, width: number): void {
  doc.moveTo(left, y).lineTo(right, y).lineWidth(width).strokeColor(color).stroke();
}
