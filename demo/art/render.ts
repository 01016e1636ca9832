import type { Cloth, Cut, Print } from "../catalogue/types.ts";
import {
  noiseFilter,
  printPattern,
  puffGradient,
  sheenOf,
  weavePattern,
  type Surface,
} from "./cloth.ts";
import { brightness, dark, edgeOf, lite, mix, shaded } from "./color.ts";
import { drawers } from "./cuts/drawers.ts";
import { paperSheet, reliefFilter, sharedFilters } from "./light.ts";
import type {
  Bench,
  Button,
  Drawing,
  Fill,
  Fold,
  Item,
  Line,
  Piece,
  Shade,
  Trim,
} from "./model.ts";
import { boardHeight, boardWidth, clockwise, disc, movePath, r, type Place } from "./paths.ts";
import { randomFrom } from "./random.ts";

/** A product to draw. */
export type Garment = {
  cut: Cut;
  cloth: Cloth;
  print?: Print | undefined;
  /** The cloth's color as #rrggbb. */
  color: string;
  /**
   * The product's link. It seeds the random folds and tilt, and its words select details of the cut, such as "cowl".
   */
  seed: string;
};

/** How a garment is placed on its sheet. */
export type Placing = {
  side?: "front" | "back";
  /** The garment's center on the sheet. Default: the board's center. */
  at?: Place;
  scale?: number;
  /** The rotation in degrees. Default: within ±3, depending on the seed. */
  tilt?: number;
  /** A prefix that keeps the ids of several garments on one sheet distinct. */
  prefix?: string;
};

/** A garment on a sheet of paper of the given color, 1200 x 1500, in front or back view. */
export function flatLay(garment: Garment, paper: string, side: "front" | "back"): string {
  return sheet(boardWidth, boardHeight, paperSheet(paper) + drawGarment(garment, { side }));
}

/** An SVG document of the given size that defines the shared filters. */
export function sheet(width: number, height: number, art: string): string {
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    `<defs>${sharedFilters}${puffGradient}</defs>${art}</svg>`
  );
}

/**
 * The drawing of a garment's cut. The product's link seeds its random variations; with `still`, only the cut does, so
 * that all products of a cut are drawn alike.
 */
export function drawingOf(garment: Garment, still = false): Drawing {
  const random = randomFrom(still ? garment.cut : `${garment.cut}/${garment.seed}`);
  const bench: Bench = {
    color: garment.color,
    cloth: garment.cloth,
    edge: edgeOf(garment.color),
    random,
    chance: () => random() * 2 - 1,
    says: (word) => garment.seed.includes(word),
  };
  return drawers[garment.cut](bench);
}

/** A garment with its shadows, for use on any sheet. */
export function drawGarment(garment: Garment, placing: Placing = {}): string {
  const { side = "front", at = [boardWidth / 2, boardHeight / 2], prefix = "g" } = placing;
  const drawing = drawingOf(garment);
  const random = randomFrom(`${garment.seed}/pose`);
  const lean = (1 + random() * 2) * (random() < 0.5 ? -1 : 1);
  const tilt =
    (placing.tilt ?? (side === "front" ? lean : -lean)) +
    (drawing.turn ?? 0) * (side === "front" ? 1 : -1);
  const scale = (placing.scale ?? 1) * (drawing.scale ?? 1);
  const [cx, cy] = drawing.center ?? [boardWidth / 2, boardHeight / 2];
  const painter = newPainter(garment, prefix, warpOf(random));
  const items = drawing[side];
  const art = items.map((item) => painter.paint(item)).join("");
  const heights = items.map((item) => painter.height(item)).join("");
  const top = items.map((item) => painter.overlay(item)).join("");
  const outline = items
    .flatMap((item) => (item.kind === "piece" ? [painter.outline(item)] : []))
    .join("");
  const sheen = sheenOf(garment.cloth);
  const light = brightness(garment.color);
  const noise = sheen.noise * (light > 0.8 || light < 0.2 ? 0.6 : 1);
  return (
    `<defs>${painter.defs()}<clipPath id="${prefix}all">${outline}</clipPath>` +
    reliefFilter(`${prefix}relief`, sheen, garment.color) +
    noiseFilter(`${prefix}noise`, garment.cloth) +
    `<linearGradient id="${prefix}fall" gradientUnits="userSpaceOnUse" x1="150" y1="150" x2="1050" y2="1350">` +
    `<stop offset="0" stop-color="${lite(garment.color, 0.6)}" stop-opacity=".2"/><stop offset=".45" stop-color="${garment.color}" stop-opacity="0"/>` +
    `<stop offset="1" stop-color="${dark(garment.color, 0.8)}" stop-opacity=".26"/></linearGradient></defs>` +
    `<g transform="translate(${r(at[0])} ${r(at[1])}) rotate(${r(tilt)}) scale(${Math.round(scale * 1000) / 1000}) translate(${-cx} ${-cy})">` +
    `<g fill="#14161c"><g filter="url(#cast)" transform="translate(34 46)" opacity=".3">${outline}</g>` +
    `<g filter="url(#contact)" transform="translate(9 12)" opacity=".36">${outline}</g>` +
    `<g filter="url(#near)" transform="translate(3 4)" opacity=".4">${outline}</g></g>` +
    art +
    `<g clip-path="url(#${prefix}all)">` +
    (noise > 0
      ? `<rect width="${boardWidth}" height="${boardHeight}" filter="url(#${prefix}noise)" opacity="${r(noise * 100) + "%"}"/>`
      : "") +
    `<rect width="${boardWidth}" height="${boardHeight}" fill="url(#${prefix}fall)"/>` +
    `<g filter="url(#${prefix}relief)"><rect x="-200" y="-200" width="1600" height="1900" fill="#808080"/>${heights}</g></g>` +
    top +
    `</g>`
  );
}

/** Bends the whole board in gentle waves, so that no garment is perfectly symmetric. */
function warpOf(random: () => number): (x: number, y: number) => Place {
  const a = random() * 6.28;
  const b = random() * 6.28;
  const amount = 5 + random() * 3;
  return (x, y) => [
    x + Math.sin(y / 190 + a) * amount * 0.7 + Math.sin(x / 160 + b) * amount * 0.45,
    y + Math.sin(x / 170 + b) * amount * 0.8 + Math.sin(y / 260 + a) * amount * 0.4,
  ];
}

type Painter = {
  paint: (item: Item) => string;
  height: (item: Item) => string;
  overlay: (item: Item) => string;
  outline: (piece: Piece) => string;
  defs: () => string;
};

function newPainter(
  garment: Garment,
  prefix: string,
  warp: (x: number, y: number) => Place,
): Painter {
  const patterns = new Map<string, string>();
  const clips: string[] = [];
  const moved = (d: string) => movePath(d, warp);
  const use = (key: string, make: (id: string) => string | undefined): string | undefined => {
    const id = `${prefix}${key}`.replaceAll(/[^\w-]/g, "_");
    if (!patterns.has(id)) {
      const made = make(id);
      if (made === undefined) return undefined;
      patterns.set(id, made);
    }
    return id;
  };
  const pieceColor = (piece: Piece) =>
    shaded(fillColor(piece.fill ?? "cloth", garment.color), piece.shade ?? 0);

  function paintPiece(piece: Piece): string {
    const d = moved(piece.d);
    const color = pieceColor(piece);
    const rule = piece.evenOdd ? ` fill-rule="evenodd"` : "";
    const ownCloth = (piece.fill ?? "cloth") === "cloth";
    const surface: Surface = piece.surface ?? (ownCloth ? garment.cloth : "smooth");
    const turn = Math.round(piece.grain ?? 0);
    const weave = use(`w${surface}${turn}`, (id) => weavePattern(id, surface, turn, 1));
    const printed =
      ownCloth && !piece.plain && piece.surface === undefined
        ? (garment.print ?? "plain")
        : "plain";
    const print = use(`p${printed}${turn}`, (id) =>
      printPattern(id, printed, garment.color, turn, 1),
    );
    const lift = piece.lift ?? 0;
    return (
      (lift > 0
        ? `<path d="${d}"${rule} fill="${dark(garment.color, 0.85)}" opacity=".42" filter="url(#lift)" transform="translate(${r(lift * 0.8)} ${r(lift)})"/>`
        : "") +
      `<path d="${d}"${rule} fill="${color}"/>` +
      (print === undefined ? "" : `<path d="${d}"${rule} fill="url(#${print})"/>`) +
      (weave === undefined ? "" : `<path d="${d}"${rule} fill="url(#${weave})"/>`) +
      (piece.soft
        ? ""
        : `<path d="${d}" fill="none" stroke="${edgeOf(color)}" stroke-width="2.2" stroke-linejoin="round"/>`)
    );
  }

  function pieceHeight(piece: Piece): string {
    const d = moved(piece.d);
    const id = `${prefix}c${clips.length}`;
    const rule = piece.evenOdd ? ` clip-rule="evenodd"` : "";
    clips.push(`<clipPath id="${id}"><path d="${d}"${rule}/></clipPath>`);
    const rollWidth = piece.roll ?? 22;
    const rise = piece.rise ?? 0.3;
    const folds = (edge: Fold["edge"]) =>
      (piece.folds ?? [])
        .filter((one) => one.edge === edge)
        .map(
          (one) =>
            `<path d="${moved(one.d)}" fill="${one.height > 0 ? "#fff" : "#000"}" opacity="${Math.round(Math.min(1, Math.abs(one.height)) * 90) / 100}"/>`,
        )
        .join("");
    const [wide, soft, crisp] = [folds("wide"), folds("soft"), folds("crisp")];
    return (
      `<g clip-path="url(#${id})"><path d="${d}" fill="#808080"/>` +
      (wide ? `<g filter="url(#wide)">${wide}</g>` : "") +
      (soft ? `<g filter="url(#soft)">${soft}</g>` : "") +
      (crisp ? `<g filter="url(#crisp)">${crisp}</g>` : "") +
      (rise > 0
        ? `<path d="${d}" fill="none" stroke="#000" stroke-width="${rollWidth}" opacity="${rise}" filter="url(#${rollWidth > 14 ? "roll" : "crisp"})"/>`
        : "") +
      `</g>`
    );
  }

  function paintShade(shade: Shade): string {
    const color = shade.light ? lite(garment.color, 0.8) : dark(garment.color, 0.8);
    const id = use(`b${shade.blur}`, (id) => blurOf(id, shade.blur));
    return `<path d="${moved(shade.d)}" fill="${color}" opacity="${shade.opacity}" filter="url(#${id ?? ""})"/>`;
  }

  return {
    paint: (item) => {
      if (item.kind === "piece") return paintPiece(item);
      if (item.kind === "shade") return paintShade(item);
      if (item.kind === "button" || item.kind === "trim") return "";
      return paintLine(item, moved(item.d), garment.color);
    },
    height: (item) => {
      if (item.kind === "piece") return pieceHeight(item);
      if (item.kind === "seam")
        return `<path d="${moved(item.d)}" fill="none" stroke="#000" stroke-width="${(item.width ?? 2.4) + 3}" opacity=".5"/>`;
      return "";
    },
    overlay: (item) => {
      if (item.kind === "button") return paintButton(item, warp(...item.at), garment.color);
      if (item.kind === "trim") return paintTrim(item, moved(item.d));
      return "";
    },
    outline: (piece) =>
      `<path d="${clockwise(moved(piece.d))}"${piece.evenOdd ? ` fill-rule="evenodd" clip-rule="evenodd"` : ""}/>`,
    defs: () => [...patterns.values(), ...clips].join(""),
  };
}

function fillColor(fill: Fill, cloth: string): string {
  if (fill === "cloth") return cloth;
  if (fill === "inside") return dark(cloth, 0.4);
  if (fill === "lining")
    return mix(dark(cloth, 0.35), "#b08d63", brightness(cloth) > 0.6 ? 0.3 : 0.22);
  return fill;
}

function paintLine(item: Line, d: string, cloth: string): string {
  const light = brightness(cloth);
  if (item.kind === "stitch") {
    const color = item.color ?? (light > 0.5 ? dark(cloth, 0.32) : lite(cloth, 0.34));
    return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${item.width ?? 1.9}" stroke-dasharray="7 4.4" stroke-linecap="round" opacity=".8"/>`;
  }
  const color =
    item.color ??
    (light < 0.16 ? dark(cloth, 0.55) : dark(cloth, item.kind === "seam" ? 0.36 : 0.3));
  return `<path d="${d}" fill="none" stroke="${color}" stroke-width="${item.width ?? 2.2}" stroke-linecap="round" stroke-linejoin="round"/>`;
}

function paintButton(button: Button, [x, y]: Place, cloth: string): string {
  const color = button.color ?? (brightness(cloth) < 0.2 ? lite(cloth, 0.16) : dark(cloth, 0.55));
  const { radius } = button;
  const hole = radius * 0.26;
  const holes =
    button.holes === 0
      ? []
      : button.holes === 2 || radius < 9
        ? [
            [-hole, 0],
            [hole, 0],
          ]
        : [
            [-hole, -hole],
            [hole, -hole],
            [-hole, hole],
            [hole, hole],
          ];
  return (
    `<ellipse cx="${r(x + radius * 0.22)}" cy="${r(y + radius * 0.32)}" rx="${r(radius * 1.06)}" ry="${r(radius * 1.06)}" fill="#0b0d12" opacity=".32"/>` +
    `<path d="${disc(x, y, radius)}" fill="${color}"/>` +
    `<path d="${disc(x, y, radius - 1)}" fill="none" stroke="${dark(color, 0.35)}" stroke-width="1.6"/>` +
    `<path d="${disc(x - radius * 0.04, y - radius * 0.04, radius * 0.66)}" fill="${dark(color, 0.12)}"/>` +
    `<path d="M${r(x - radius * 0.74)} ${r(y + radius * 0.2)}C${r(x - radius * 0.74)} ${r(y - radius * 0.5)} ${r(x - radius * 0.3)} ${r(y - radius * 0.8)} ${r(x + radius * 0.3)} ${r(y - radius * 0.72)}" fill="none" stroke="#fff" stroke-width="${r(Math.max(1.2, radius * 0.13))}" opacity="${button.metal ? 0.75 : 0.42}" stroke-linecap="round"/>` +
    holes
      .map(
        ([dx = 0, dy = 0]) =>
          `<path d="${disc(x + dx, y + dy, Math.max(1.1, radius * 0.11))}" fill="${dark(color, 0.75)}"/>`,
      )
      .join("")
  );
}

function paintTrim(trim: Trim, d: string): string {
  return (
    `<path d="${d}" fill="${trim.fill ?? "none"}"` +
    (trim.stroke === undefined
      ? ""
      : ` stroke="${trim.stroke}" stroke-width="${trim.width ?? 3}" stroke-linecap="round" stroke-linejoin="round"`) +
    (trim.dash === undefined ? "" : ` stroke-dasharray="${trim.dash}"`) +
    (trim.opacity === undefined ? "" : ` opacity="${trim.opacity}"`) +
    `/>`
  );
}

function blurOf(id: string, deviation: number): string {
  return `<filter id="${id}" x="-40%" y="-40%" width="180%" height="180%"><feGaussianBlur stdDeviation="${deviation}"/></filter>`;
}
