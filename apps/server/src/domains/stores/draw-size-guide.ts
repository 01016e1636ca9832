import { inInches, type SizeChart } from "@vetrina/commerce/products/inches";
import type { StoreHelp } from "@vetrina/contract/stores/store-content";
import { paperOf } from "../../platform/pdf/paper.ts";
import { linesOf, type Style } from "../../platform/pdf/set-text.ts";
import {
  drawBlock,
  drawLines,
  drawStart,
  gap,
  ink,
  leading,
  makeRoom,
  openPdf,
  openSheet,
  rule,
  type Sheet as PdfSheet,
  styles,
  widthOf,
} from "../../platform/pdf/sheet.ts";

const title = { typeface: "display", size: 38, color: ink } as const;
const heading = { typeface: "display", size: 20, color: ink } as const;

export type SizeGuide = Pick<StoreHelp, "sizeCharts" | "measuring" | "sizeTips"> & {
  store: { name: string; country: string; locale: string };
};

/** `room` is the number of characters that may still be drawn; see `costOf()`. */
type Sheet = PdfSheet & { room: number };

// Higher than the contract's limits, because older guides may be larger. `slow` lowers it for letters with a slow
// layout.
const maxCharacters = 60_000;
const maxColumns = 12;
/** Letters whose layout takes about four times as long as that of others. Each counts as `count` characters. */
const slow = { letters: /\p{Script_Extensions=Devanagari}/gu, count: 4 };

/** Draws the store's size charts in centimeters and inches, how to measure, and its tips, as a PDF. */
export function drawSizeGuide({ store, ...guide }: SizeGuide, madeAt: Date): Promise<Uint8Array> {
  const { doc, bytes } = openPdf({
    language: store.locale,
    paper: paperOf(store.country),
    title: `Size guide, ${store.name}`,
    author: store.name,
    madeAt,
  });
  // The guide's texts are English.
  const sheet: Sheet = { ...openSheet(doc, "en", null), room: maxCharacters };
  drawBlock(sheet, store.name.toLocaleUpperCase(), styles.label, { step: 12 });
  drawBlock(sheet, "SIZE GUIDE", title, { step: 40 });
  const isComplete = drawCharts(sheet, guide.sizeCharts) && drawTexts(sheet, guide);
  if (!isComplete) drawText(sheet, "See the store's size guide page for the rest.", styles.strong);
  doc.end();
  return bytes;
}

/** Draws the charts. Returns false if some of them didn't fit the limits. */
function drawCharts(sheet: Sheet, charts: readonly SizeChart[]): boolean {
  for (const full of charts) {
    const chart = firstColumns(full);
    if (!drawChart(sheet, chart, "Centimeters")) return false;
    const inches = inInches(chart);
    if (JSON.stringify(inches) !== JSON.stringify(chart) && !drawChart(sheet, inches, "Inches"))
      return false;
    if (full.columns.length > maxColumns) return false;
  }
  return true;
}

function firstColumns({ name, columns, rows }: SizeChart): SizeChart {
  return {
    name,
    columns: columns.slice(0, maxColumns),
    rows: rows.map((cells) => cells.slice(0, maxColumns)),
  };
}

function drawTexts(sheet: Sheet, { measuring, sizeTips }: Omit<SizeGuide, "store">): boolean {
  if (measuring.length > 0) drawHeading(sheet, "How to measure");
  for (const { title, text } of measuring) {
    if (!hasRoom(sheet, [title, text])) return false;
    drawText(sheet, title, styles.strong);
    drawText(sheet, text, styles.text);
    sheet.y += 6;
  }
  if (sizeTips.length > 0) drawHeading(sheet, "Tips");
  for (const tip of sizeTips) {
    if (!hasRoom(sheet, [tip])) return false;
    drawText(sheet, `· ${tip}`, styles.text);
  }
  return true;
}

/** Deducts the characters of these texts from `room`. Returns false if not enough are left. */
function hasRoom(sheet: Sheet, texts: readonly string[]): boolean {
  const needed = texts.reduce((sum, text) => sum + costOf(text), 0);
  if (needed > sheet.room) return false;
  sheet.room -= needed;
  return true;
}

function costOf(text: string): number {
  return text.length + (slow.count - 1) * (text.match(slow.letters)?.length ?? 0);
}

function drawHeading(sheet: Sheet, text: string): void {
  makeRoom(sheet, 4 * leading + gap);
  sheet.y += gap;
  drawBlock(sheet, text.toLocaleUpperCase(), heading, { step: 24 });
  sheet.y += 4;
}

/** Draws one chart. Returns false if some of its texts didn't fit the limits. */
function drawChart(sheet: Sheet, { name, columns, rows }: SizeChart, unit: string): boolean {
  if (!hasRoom(sheet, [name, ...columns])) return false;
  drawHeading(sheet, `${name} · ${unit}`);
  drawRow(sheet, columns, columns.length, styles.label);
  for (const row of rows) {
    if (!hasRoom(sheet, row)) return false;
    drawRow(sheet, row, columns.length, styles.text);
  }
  return true;
}

/** Draws one row of a table, as high as its tallest cell, with a line below it. */
function drawRow(sheet: Sheet, cells: readonly string[], columns: number, style: Style): void {
  const width = widthOf(sheet) / Math.max(1, columns);
  const broken = cells.slice(0, columns).map((cell) => linesOf(sheet.doc, cell, style, width - 8));
  const height = Math.max(1, ...broken.map((lines) => lines.length)) * leading + 8;
  makeRoom(sheet, height);
  for (const [column, lines] of broken.entries())
    for (const [i, line] of lines.entries())
      drawStart(sheet, line, style, column * width, sheet.y + (i + 1) * leading);
  sheet.y += height;
  rule(sheet, "row");
}

function drawText(sheet: Sheet, text: string, style: Style): void {
  for (const line of linesOf(sheet.doc, text, style, widthOf(sheet))) {
    makeRoom(sheet, leading);
    drawLines(sheet, [line], style, { step: leading });
  }
}
