import PdfDocument from "pdfkit";
import { inInches, type SizeChart } from "@vetrina/commerce/inches";
import type { StoreHelp } from "@vetrina/contract/store-content";
import { drawLine, linesOf, type Style } from "../../platform/pdf/set-text.ts";
import {
  collect,
  drawBlock,
  edge,
  gap,
  graphite,
  ink,
  leading,
  margin,
} from "../../platform/pdf/sheet.ts";
import { paperOf } from "../../platform/pdf/paper.ts";

const styles = {
  title: { typeface: "display", size: 38, color: ink },
  heading: { typeface: "display", size: 20, color: ink },
  label: { typeface: "text", size: 8, color: graphite },
  text: { typeface: "text", size: 9.5, color: ink },
  strong: { typeface: "bold", size: 9.5, color: ink },
} as const satisfies Record<string, Style>;

export type SizeGuide = Pick<StoreHelp, "sizeCharts" | "measuring" | "sizeTips"> & {
  store: { name: string; country: string; locale: string };
};

type Sheet = {
  doc: InstanceType<typeof PdfDocument>;
  y: number;
  width: number;
  bottom: number;
  /** Characters that may still be drawn. */
  room: number;
};

// Above the contract's limits: older, larger guides are drawn up to these.
const maxCharacters = 60_000;
const maxColumns = 12;

/** The store's size charts in centimeters and inches, how to measure, and its tips, as a PDF. */
export function drawSizeGuide({ store, ...guide }: SizeGuide, madeAt: Date): Promise<Uint8Array> {
  const doc = new PdfDocument({
    size: paperOf(store.country),
    margin: 0,
    // Don't load pdfkit's built-in fonts.
    font: "",
    pdfVersion: "1.7",
    lang: store.locale,
    displayTitle: true,
    info: {
      Title: `Size guide, ${store.name}`,
      Author: store.name,
      Creator: "Vetrina",
      CreationDate: madeAt,
      ModDate: madeAt,
    },
  });
  const bytes = collect(doc);
  const [width, bottom] = [doc.page.width - 2 * margin, doc.page.height - margin];
  const sheet: Sheet = { doc, y: margin, width, bottom, room: maxCharacters };
  drawBlock(sheet, store.name.toLocaleUpperCase(), styles.label, margin, width, 12);
  drawBlock(sheet, "SIZE GUIDE", styles.title, margin, width, 40);
  const isComplete = drawCharts(sheet, guide.sizeCharts) && drawTexts(sheet, guide);
  if (!isComplete) drawText(sheet, "More is on the store's size guide page.", styles.strong);
  doc.end();
  return bytes;
}

/** False if some charts didn't fit the limits. */
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

/** Takes the characters of these texts from the budget, if it has enough. */
function hasRoom(sheet: Sheet, texts: readonly string[]): boolean {
  const needed = texts.reduce((sum, text) => sum + text.length, 0);
  if (needed > sheet.room) return false;
  sheet.room -= needed;
  return true;
}

function drawHeading(sheet: Sheet, text: string): void {
  makeRoom(sheet, 4 * leading + gap);
  sheet.y += gap;
  drawBlock(sheet, text.toLocaleUpperCase(), styles.heading, margin, sheet.width, 24);
  sheet.y += 4;
}

/** False if some texts didn't fit the limits. */
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

/** One row of a table, as high as its tallest cell, with a line below it. */
function drawRow(sheet: Sheet, cells: readonly string[], columns: number, style: Style): void {
  const { doc } = sheet;
  const width = sheet.width / Math.max(1, columns);
  const broken = cells.slice(0, columns).map((cell) => linesOf(doc, cell, style, width - 8));
  const height = Math.max(1, ...broken.map((lines) => lines.length)) * leading + 8;
  makeRoom(sheet, height);
  for (const [column, lines] of broken.entries())
    for (const [i, line] of lines.entries())
      drawLine(doc, line, style, { x: margin + column * width, y: sheet.y + (i + 1) * leading });
  sheet.y += height;
  doc
    .moveTo(margin, sheet.y)
    .lineTo(margin + sheet.width, sheet.y)
    .lineWidth(0.5)
    .strokeColor(edge)
    .stroke();
}

function drawText(sheet: Sheet, text: string, style: Style): void {
  for (const line of linesOf(sheet.doc, text, style, sheet.width)) {
    makeRoom(sheet, leading);
    sheet.y += leading;
    drawLine(sheet.doc, line, style, { x: margin, y: sheet.y });
  }
}

function makeRoom(sheet: Sheet, height: number): void {
  if (sheet.y + height <= sheet.bottom) return;
  sheet.doc.addPage();
  sheet.y = margin;
}
