import type { Item, Measures } from "./model.ts";
import { lettering } from "./letters.ts";
import { boardHeight, boardWidth, disc, r, type Place } from "./paths.ts";
import { drawingOf, type Garment } from "./render.ts";

/** A row of the size table: its letter on the sheet, and its label. */
export type MeasureLabel = { letter: string; label: string };

const paper = "#f1f3f5";
const inside = "#dfe4ea";
const ink = "#14171c";
const chalk = "#2340c7";

/** The labels that a size table may have for a measurement of a cut. The keys are the cuts' own names. */
const aliases: Record<string, readonly string[]> = {
  chest: ["chest", "bust"],
  bust: ["bust", "chest"],
  "leg opening": ["hem"],
  outseam: ["length"],
  hip: ["hip", "hem"],
  sole: ["sole length"],
  heel: ["heel"],
  "heel width": ["heel"],
  bill: ["bill"],
};

/**
 * The technical sheet: a line drawing on graph paper, with a letter for each measurement of the size table
 * and a grain arrow.
 */
export function technicalSheet(garment: Garment, labels: readonly MeasureLabel[]): string {
  const drawing = drawingOf(garment, true);
  const [cx, cy] = drawing.center ?? [boardWidth / 2, boardHeight / 2];
  const scale = (drawing.scale ?? 1) * 0.84;
  const place = ([x, y]: Place): Place => [
    (x - cx) * scale + boardWidth / 2,
    (y - cy) * scale + boardHeight / 2,
  ];
  const art = drawing.front.map((item) => lineArt(item, scale)).join("");
  const marks = labels
    .map(({ letter, label }) => measureMark(letter, drawing.measures, label, place))
    .join("");
  const woven = garment.cloth !== "knit" && garment.cloth !== "ribbed";
  const grain =
    drawing.grainLine && woven
      ? grainArrow(place(drawing.grainLine[0]), place(drawing.grainLine[1]))
      : "";
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${boardWidth}" height="${boardHeight}" viewBox="0 0 ${boardWidth} ${boardHeight}">` +
    `<defs><pattern id="squares" width="40" height="40" patternUnits="userSpaceOnUse"><path d="M40 0H0V40" fill="none" stroke="${ink}" stroke-opacity=".075" stroke-width="1.6"/></pattern>` +
    `<pattern id="blocks" width="200" height="200" patternUnits="userSpaceOnUse"><path d="M200 0H0V200" fill="none" stroke="${ink}" stroke-opacity=".1" stroke-width="2"/></pattern>` +
    `<pattern id="ribs" width="11" height="20" patternUnits="userSpaceOnUse"><path d="M5 0V20" stroke="${ink}" stroke-opacity=".34" stroke-width="1.4"/></pattern></defs>` +
    `<rect width="${boardWidth}" height="${boardHeight}" fill="${paper}"/><rect width="${boardWidth}" height="${boardHeight}" fill="url(#squares)"/><rect width="${boardWidth}" height="${boardHeight}" fill="url(#blocks)"/>` +
    corners() +
    `<g transform="translate(${boardWidth / 2} ${boardHeight / 2}) scale(${r(scale * 1000) + "e-3"}) translate(${-cx} ${-cy})" stroke-linejoin="round" stroke-linecap="round">${art}</g>` +
    grain +
    marks +
    `</svg>`
  );
}

/** Register marks in the corners of the sheet. */
function corners(): string {
  return `<path d="${cross(60, 60)}${cross(boardWidth - 60, 60)}${cross(60, boardHeight - 60)}${cross(boardWidth - 60, boardHeight - 60)}" stroke="${ink}" stroke-opacity=".5" stroke-width="2.5" fill="none"/>`;
}

const cross = (x: number, y: number) => `M${x - 18} ${y}H${x + 18}M${x} ${y - 18}V${y + 18}`;

function lineArt(item: Item, scale: number): string {
  const w = (width: number) => r(width / scale);
  switch (item.kind) {
    case "piece": {
      const fill = item.fill === "inside" || item.fill === "lining" ? inside : paper;
      const rule = item.evenOdd ? ` fill-rule="evenodd"` : "";
      return (
        `<path d="${item.d}"${rule} fill="${fill}" stroke="${ink}" stroke-width="${w(item.soft ? 1.6 : 3.2)}"/>` +
        (item.surface === "ribbed" ? `<path d="${item.d}"${rule} fill="url(#ribs)"/>` : "")
      );
    }
    case "seam":
      return `<path d="${item.d}" fill="none" stroke="${ink}" stroke-width="${w(2.4)}"/>`;
    case "edge":
      return `<path d="${item.d}" fill="none" stroke="${ink}" stroke-width="${w(2)}"/>`;
    case "stitch":
      return `<path d="${item.d}" fill="none" stroke="${ink}" stroke-width="${w(1.8)}" stroke-dasharray="8 6"/>`;
    case "button":
      return `<path d="${disc(item.at[0], item.at[1], item.radius)}" fill="${paper}" stroke="${ink}" stroke-width="${w(2.6)}"/>`;
    case "trim": {
      if (item.paintOnly) return "";
      if (item.stroke === undefined)
        return `<path d="${item.d}" fill="${paper}" stroke="${ink}" stroke-width="${w(2.4)}"/>`;
      const width = item.width ?? 3;
      return width < 5
        ? `<path d="${item.d}" fill="${item.fill === undefined ? "none" : paper}" stroke="${ink}" stroke-width="${w(2.6)}"/>`
        : `<path d="${item.d}" fill="none" stroke="${ink}" stroke-width="${r(width + 2)}"/><path d="${item.d}" fill="none" stroke="${paper}" stroke-width="${r(Math.max(1, width - 3))}"/>`;
    }
    case "shade":
      return "";
  }
}

function measureMark(
  letter: string,
  measures: Measures,
  label: string,
  place: (at: Place) => Place,
): string {
  const key = label.toLowerCase();
  const found = [key, ...(aliases[key] ?? [])]
    .map((name) => measures[name])
    .find((one) => one !== undefined);
  if (found === undefined) return "";
  const [x1, y1] = place(found[0]);
  const [x2, y2] = place(found[1]);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const nx = (-(y2 - y1) / length) * 18;
  const ny = ((x2 - x1) / length) * 18;
  const share = length > 300 ? 0.38 : 0.5;
  const lx = x1 + (x2 - x1) * share;
  const ly = y1 + (y2 - y1) * share;
  const aside = length < 130 ? 46 : 0;
  const bx = lx + (nx / 18) * aside;
  const by = ly + (ny / 18) * aside;
  return (
    `<path d="M${r(x1)} ${r(y1)}L${r(x2)} ${r(y2)}M${r(x1 - nx)} ${r(y1 - ny)}L${r(x1 + nx)} ${r(y1 + ny)}M${r(x2 - nx)} ${r(y2 - ny)}L${r(x2 + nx)} ${r(y2 + ny)}" fill="none" stroke="${chalk}" stroke-width="5" stroke-linecap="square"/>` +
    `<path d="${disc(bx, by, 30)}" fill="${paper}" stroke="${chalk}" stroke-width="4"/>` +
    lettering(letter, bx - 9.6, by - 16, 32, chalk, 0.17)
  );
}

/** The arrow that shows the grain: thin, with two heads, as on a paper pattern. */
function grainArrow([x1, y1]: Place, [x2, y2]: Place): string {
  const angle = Math.atan2(y2 - y1, x2 - x1);
  const head = (x: number, y: number, turn: number) =>
    [-2.6, 2.6]
      .map(
        (open) =>
          `M${r(x)} ${r(y)}L${r(x + Math.cos(angle + turn + open) * 30)} ${r(y + Math.sin(angle + turn + open) * 30)}`,
      )
      .join("");
  return `<path d="M${r(x1)} ${r(y1)}L${r(x2)} ${r(y2)}${head(x2, y2, 0)}${head(x1, y1, Math.PI)}" fill="none" stroke="${chalk}" stroke-width="3.5" stroke-linecap="round"/>`;
}
