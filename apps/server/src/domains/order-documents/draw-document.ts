import { lineOf, linesOf, type Style } from "../../platform/pdf/set-text.ts";
import {
  drawAddresses,
  drawBlock,
  drawEnd,
  drawFacts,
  drawFeet,
  drawHead,
  drawLines,
  drawNote,
  drawStart,
  gap,
  leading,
  makeRoom,
  openPdf,
  openSheet,
  rule,
  type Sheet as PdfSheet,
  styles,
  widthOf,
} from "../../platform/pdf/sheet.ts";
import type { DocumentContent } from "./document-content.ts";
import { fill } from "./document-words.ts";

type Sheet = PdfSheet & { content: DocumentContent; columns: Columns };
/**
 * The layout of the table, in points. `item` is the width of the item column. The others are the distances from the end
 * of each number column to the end of the line.
 */
type Columns = { item: number; quantity: number; price: number; total: number };

/** Draws an invoice or credit note as a PDF file of one or more pages. */
export async function drawDocument(content: DocumentContent, madeAt: Date): Promise<Uint8Array> {
  const { language, paper, name, store, subject } = content;
  const { doc, bytes } = openPdf({
    language,
    paper,
    subject,
    madeAt,
    title: `${name}, ${store.name}`,
    author: store.name,
  });
  const page = openSheet(doc, language, { name: store.name, title: name });
  const sheet: Sheet = { ...page, content, columns: columnsOf(page, content) };
  drawHead(sheet, store, content.title);
  drawFacts(sheet, content.facts);
  drawAddresses(sheet, content.addresses);
  if (content.items.length > 0) drawTable(sheet);
  drawSums(sheet);
  if (content.note !== null) drawNote(sheet, content.heads.note, content.note);
  sheet.y += gap;
  makeRoom(sheet, 2 * leading);
  drawBlock(sheet, content.thanks, styles.text, { step: leading });
  drawFeet(sheet, {
    first: 0,
    words: `${store.name} · ${name}`,
    pageOf: (n, of) => fill(content.heads.page, { page: String(n), pages: String(of) }),
  });
  doc.end();
  return bytes;
}

/** Makes number columns as wide as their longest text. The item column gets the rest. */
function columnsOf(sheet: PdfSheet, { heads, items }: DocumentContent): Columns {
  const widest = (texts: string[]) =>
    Math.max(...texts.map((text) => lineOf(sheet.doc, text, styles.text).width)) + gap;
  const price = widest([heads.amount, ...items.map((item) => item.total)]);
  const quantity = price + widest([heads.unitPrice, ...items.map((item) => item.price)]);
  const taken = quantity + widest([heads.quantity, ...items.map((item) => item.quantity)]);
  return { total: 0, price, quantity, item: widthOf(sheet) - taken };
}

function drawTable(sheet: Sheet): void {
  sheet.y += 2 * gap;
  drawTableHead(sheet);
  const { doc, content, columns } = sheet;
  for (const item of content.items) {
    const names = linesOf(doc, item.name, styles.strong, columns.item);
    const details = linesOf(doc, item.detail, styles.quiet, columns.item);
    if (makeRoom(sheet, names.length * leading + details.length * 12 + 12)) drawTableHead(sheet);
    drawNumbers(sheet, item, styles.text, sheet.y + leading + 4);
    sheet.y += 4;
    drawLines(sheet, names, styles.strong, { step: leading });
    drawLines(sheet, details, styles.quiet, { step: 12 });
    sheet.y += 8;
    rule(sheet, "row");
  }
}

function drawTableHead(sheet: Sheet): void {
  const { doc, content } = sheet;
  const { item, quantity, unitPrice: price, amount: total } = content.heads;
  drawStart(sheet, lineOf(doc, item, styles.label), styles.label);
  drawNumbers(sheet, { quantity, price, total }, styles.label, sheet.y);
  sheet.y += 8;
  rule(sheet, "head");
}

const numbers = ["quantity", "price", "total"] as const;

function drawNumbers(
  sheet: Sheet,
  texts: Record<(typeof numbers)[number], string>,
  style: Style,
  y: number,
): void {
  for (const column of numbers)
    drawEnd(sheet, lineOf(sheet.doc, texts[column], style), style, sheet.columns[column], y);
}

/** Draws the totals, all on the same page. Labels wider than half of the page are wrapped. */
function drawSums(sheet: Sheet): void {
  const { doc, content, direction } = sheet;
  const rows = content.sums.map(({ label, value, strong }) => {
    const style: Style = strong ? styles.total : styles.text;
    const labels = linesOf(doc, label, style, widthOf(sheet) / 2, direction);
    return { labels, value: lineOf(doc, value, style), style, strong };
  });
  const widest = rows.map(
    ({ labels, value }) => Math.max(...labels.map(({ width }) => width)) + value.width,
  );
  const width = Math.min(Math.max(...widest, 220 - 2 * gap) + 2 * gap, widthOf(sheet));
  const lines = rows.reduce((all, { labels }) => all + labels.length, 0);
  makeRoom(sheet, lines * 16 + gap + 26);
  sheet.y += 10;
  for (const { labels, value, style, strong } of rows) {
    if (strong) {
      sheet.y += 9;
      rule(sheet, "heavy", width);
      sheet.y += 6;
    }
    sheet.y += 16;
    const offset = widthOf(sheet) - width;
    drawStart(sheet, labels[0] ?? lineOf(doc, "", style), style, offset);
    drawEnd(sheet, value, style);
    drawLines(sheet, labels.slice(1), style, { offset, step: leading });
  }
}
