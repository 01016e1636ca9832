import { dark } from "../../color.ts";
import type { Bench, CutDrawer, Item } from "../../model.ts";
import { piece, stitch } from "../../parts.ts";
import { line, spline, whole } from "../../paths.ts";
import { above, soleColor } from "./low-shoe-parts.ts";
import { insideOf, insoleFor, mouth, soleOutline, toeFolds } from "./shoe-parts.ts";

const m = 600;
type Hex = `#${string}`;

function loafer(bench: Bench): Item[] {
  const trim = dark(bench.color, 0.1) as Hex;
  return [
    piece(spline(soleOutline(0, 9)), {
      fill: dark(soleColor(bench), 0.25) as Hex,
      roll: 10,
      rise: 0.4,
    }),
    { kind: "stitch", d: spline(soleOutline(0, 5)), color: "#d9c3a0" },
    piece(spline(soleOutline(0, -2)), { roll: 64, rise: 0.75, folds: toeFolds(bench, 760) }),
    ...insideOf(mouth(716, 84), insoleFor(bench)),
    { kind: "edge", d: whole(mouth(714, 87)), width: 5 },
    // The apron: a raised seam around the toe, gathered by hand.
    {
      kind: "seam",
      d: line(
        [m - 104, 700],
        [m - 100, 560],
        [m - 70, 452],
        [m + 6, 414],
        [m + 84, 452],
        [m + 116, 560],
        [m + 112, 700],
      ),
      width: 6,
    },
    ...Array.from({ length: 19 }, (_, i): Item => {
      const a = Math.PI * (1.04 - (i / 18) * 1.08);
      const x = m + 7 + Math.cos(a) * 108;
      const y = 566 - Math.sin(a) * 150;
      return {
        kind: "edge",
        d: line(
          [x - Math.cos(a) * 10, y + Math.sin(a) * 10, 0],
          [x + Math.cos(a) * 9, y - Math.sin(a) * 9, 0],
        ),
        width: 2.4,
      };
    }),
    // The tongue above the mouth, and the saddle with its slit.
    piece(
      spline([
        [m - 70, 640, 0],
        [m + 80, 640, 0],
        [m + 84, 720],
        [m + 50, 760],
        [m, 770],
        [m - 48, 760],
        [m - 78, 720],
      ]),
      { lift: 5, roll: 18, rise: 0.4, fill: trim, surface: bench.cloth },
    ),
    piece(
      spline([
        [m - 124, 600, 0],
        [m - 60, 614],
        [m + 4, 618],
        [m + 80, 614],
        [m + 142, 602, 0],
        [m + 132, 706, 0],
        [m + 70, 700],
        [m + 2, 704],
        [m - 60, 700],
        [m - 106, 706, 0],
      ]),
      { lift: 8, roll: 20, rise: 0.45, shade: 0.02 },
    ),
    stitch([m - 116, 612], [m - 60, 624], [m + 4, 628], [m + 80, 624], [m + 134, 613]),
    stitch([m - 100, 696], [m - 60, 690], [m + 2, 694], [m + 70, 690], [m + 124, 696]),
    {
      kind: "trim",
      d: spline([
        [m - 44, 652],
        [m - 20, 646],
        [m, 660],
        [m + 22, 646],
        [m + 48, 652],
        [m + 24, 664],
        [m + 2, 674],
        [m - 20, 664],
      ]),
      fill: dark(bench.color, 0.8),
    },
    { kind: "seam", d: line([m - 84, 900], [m - 100, 960], [m - 104, 1040]) },
    { kind: "seam", d: line([m, 1104, 0], [m, 1156, 0]) },
  ];
}

/** The pair, seen from above. */
export const loaferPair: CutDrawer = (bench) => above(loafer, bench);
