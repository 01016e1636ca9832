import { brightness, dark } from "../../color.ts";
import type { Bench, CutDrawer, Item } from "../../model.ts";
import { both, piece, stitch } from "../../parts.ts";
import { disc, spline, whole } from "../../paths.ts";
import { above, bowOf, laces } from "./low-shoe-parts.ts";
import { insideOf, mouth, soleOutline, toeFolds } from "./shoe-parts.ts";

const m = 600;
type Hex = `#${string}`;

function sneaker(bench: Bench): Item[] {
  const rubber: Hex = brightness(bench.color) > 0.85 ? "#e4ddcf" : "#f1ece1";
  const accent = (
    bench.says("court") || bench.cloth === "canvas" ? rubber : dark(bench.color, 0.35)
  ) as Hex;
  return [
    piece(spline(soleOutline(0, 16)), { fill: rubber, roll: 16, rise: 0.5 }),
    { kind: "stitch", d: spline(soleOutline(0, 8)), color: "#b5ab98" },
    piece(spline(soleOutline(0, 0)), { roll: 60, rise: 0.7, folds: toeFolds(bench, 600) }),
    // The toe cap, the quarters and the heel tab.
    piece(
      spline([
        [m - 116, 512, 0],
        [m - 110, 440],
        [m - 66, 372],
        [m + 6, 346],
        [m + 76, 372],
        [m + 124, 440],
        [m + 132, 512, 0],
        [m + 70, 482],
        [m + 6, 476],
        [m - 54, 482],
      ]),
      bench.cloth === "canvas"
        ? { fill: rubber, roll: 40, rise: 0.6, lift: 3 }
        : { shade: -0.03, roll: 40, rise: 0.6, lift: 3 },
    ),
    stitch([m - 110, 504], [m - 54, 474], [m + 6, 467], [m + 70, 474], [m + 126, 504]),
    ...[
      [-40, 428],
      [-14, 414],
      [14, 412],
      [42, 424],
      [-26, 446],
      [2, 442],
      [30, 444],
    ].map(([dx = 0, y = 0]): Item => ({
      kind: "trim",
      d: disc(m + 4 + dx, y, 4.5),
      fill: dark(bench.color, 0.5),
    })),
    ...both(() => [
      piece(
        spline([
          [m + 22, 556, 0],
          [m + 62, 544],
          [m + 112, 590],
          [m + 120, 740],
          [m + 104, 880, 0],
          [m + 82, 900],
          [m + 50, 884, 0],
          [m + 32, 730],
        ]),
        { lift: 5, roll: 22, rise: 0.5 },
      ),
      stitch(
        [m + 96, 872],
        [m + 110, 740],
        [m + 102, 598],
        [m + 62, 554],
        [m + 30, 566],
        [m + 40, 730],
        [m + 58, 874],
      ),
    ]),
    ...insideOf(mouth(850, 86), "#e9e2d4"),
    piece(`${whole(mouth(836, 98, 1116))}${whole(mouth(860, 78, 1094))}`, {
      evenOdd: true,
      roll: 26,
      rise: 0.55,
      shade: -0.05,
      lift: 3,
    }),
    piece(
      spline([
        [m - 46, 1086, 0],
        [m, 1098],
        [m + 46, 1086, 0],
        [m + 40, 1150, 0],
        [m, 1160],
        [m - 42, 1150, 0],
      ]),
      { fill: accent, roll: 14, rise: 0.4, lift: 3 },
    ),
    piece(
      spline([
        [m - 38, 560, 0],
        [m + 40, 560, 0],
        [m + 60, 760],
        [m + 66, 900],
        [m + 40, 936],
        [m - 38, 936],
        [m - 64, 900],
        [m - 56, 760],
      ]),
      { lift: 4, roll: 24, rise: 0.4, shade: -0.04 },
    ),
    piece(`M${m - 26} 886L${m + 26} 886L${m + 26} 920L${m - 26} 920Z`, {
      fill: accent,
      rise: 0.3,
      roll: 8,
    }),
    ...laces(592, 6, 46, 44, brightness(bench.color) > 0.85 ? "#fbf9f4" : "#f1ece1"),
    ...bowOf(846, brightness(bench.color) > 0.85 ? "#fbf9f4" : "#f1ece1"),
  ];
}

/** The pair, seen from above. */
export const sneakerPair: CutDrawer = (bench) => above(sneaker, bench);
