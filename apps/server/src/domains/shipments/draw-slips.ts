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
  type Sheet,
  styles,
  widthOf,
} from "../../platform/pdf/sheet.ts";
import type { Slip, SlipsContent } from "./slip-content.ts";
import { slipTexts } from "./slip-texts.ts";

type Document = Sheet["doc"];

/** Style of the notice that the order must not be sent. */
const mark: Style = { ...styles.total, size: 13 };

/** Draws packing slips as a PDF file. Each slip begins on a new page and may take several. */
export async function drawSlips(content: SlipsContent, madeAt: Date): Promise<Uint8Array> {
  const { language, paper, title, store } = content;
  const { doc, bytes } = openPdf({
    language,
    paper,
    madeAt,
    title: `${title}, ${store.name}`,
    author: store.name,
  });
  for (const slip of content.slips) drawSlip(doc, slip, store);
  doc.end();
  return bytes;
}

function drawSlip(doc: Document, slip: Slip, store: SlipsContent["store"]): void {
  const first = doc.bufferedPageRange().count;
  const title = `${slip.title} ${slip.number}`;
  const sheet = openSheet(doc, slip.language, { name: store.name, title });
  drawHead(sheet, store, slip.title.toLocaleUpperCase(slip.language));
  if (slip.mark !== null) {
    sheet.y += 8;
    drawBlock(sheet, slip.mark, mark, { step: 18 });
  }
  drawFacts(sheet, slip.facts);
  if (slip.address !== null) drawAddresses(sheet, [slip.address]);
  drawItems(sheet, slip);
  if (slip.note !== null) drawNote(sheet, slip.note.label, slip.note.text);
  const pageOf = slipTexts(slip.language).page;
  drawFeet(sheet, { first, words: `${store.name} · ${title}`, pageOf });
}

/** The widths of the quantity and location columns, in points. */
const columns = { quantity: 70, location: 110 };

function drawItems(sheet: Sheet, slip: Slip): void {
  const { doc } = sheet;
  const hasLocation = slip.head.location !== "";
  const taken = columns.quantity + (hasLocation ? columns.location : 0);
  const width = widthOf(sheet) - taken - gap;
  const offset = widthOf(sheet) - taken;
  sheet.y += 2 * gap;
  drawItemsHead(sheet, slip.head, offset);
  for (const item of slip.items) {
    const names = linesOf(doc, item.name, styles.strong, width);
    const details = linesOf(doc, item.detail, styles.quiet, width);
    const places = linesOf(doc, item.location, styles.text, columns.location - gap);
    const height = Math.max(names.length * leading + details.length * 12, places.length * leading);
    if (makeRoom(sheet, height + 12)) drawItemsHead(sheet, slip.head, offset);
    const top = sheet.y + 4;
    const quantity = lineOf(doc, item.quantity, styles.strong);
    drawEnd(sheet, quantity, styles.strong, 0, top + leading);
    sheet.y = top;
    drawLines(sheet, places, styles.text, { offset, step: leading });
    sheet.y = top;
    drawLines(sheet, names, styles.strong, { step: leading });
    drawLines(sheet, details, styles.quiet, { step: 12 });
    sheet.y = top + height + 8;
    rule(sheet, "row");
  }
}

function drawItemsHead(sheet: Sheet, head: Slip["head"], offset: number): void {
  const label = (text: string) => lineOf(sheet.doc, text, styles.label);
  drawStart(sheet, label(head.item), styles.label);
  if (head.location !== "") drawStart(sheet, label(head.location), styles.label, offset);
  drawEnd(sheet, label(head.quantity), styles.label);
  sheet.y += 8;
  rule(sheet, "head");
}
