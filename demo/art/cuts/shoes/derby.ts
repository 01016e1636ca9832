import { brightness, dark } from "../../color.ts";
import type { Bench, CutDrawer, Item } from "../../model.ts";
import { both, piece, stitch } from "../../parts.ts";
import { line, spline, whole } from "../../paths.ts";
import { above, bowOf, laces, soleColor } from "./low-shoe-parts.ts";
import { insideOf, insoleFor, mouth, soleOutline, toeFolds } from "./shoe-parts.ts";

const m = 600;
type Hex = `#${string}`;

function derby(bench: Bench): Item[] {
  const lace = brightness(bench.color) < 0.25 ? "#4a4038" : dark(bench.color, 0.55);
  const facing = (): Item[] =>
    both(() => [
      piece(
        spline([
          [m + 20, 640, 0],
          [m + 60, 616],
          [m + 108, 650],
          [m + 116, 760],
          [m + 100, 880, 0],
          [m + 72, 900],
          [m + 48, 880, 0],
          [m + 28, 760],
        ]),
        { lift: 6, roll: 20, rise: 0.45 },
      ),
      stitch(
        [m + 92, 876],
        [m + 108, 760],
        [m + 100, 656],
        [m + 62, 626],
        [m + 28, 646],
        [m + 36, 760],
        [m + 54, 876],
      ),
    ]);
  const toeCap: Item[] = [
    {
      kind: "seam",
      d: line([m - 112, 476], [m - 50, 500], [m + 6, 506], [m + 66, 500], [m + 124, 474]),
      width: 4,
    },
    stitch([m - 114, 468], [m - 50, 491], [m + 6, 497], [m + 66, 491], [m + 126, 466]),
  ];
  return [
    piece(spline(soleOutline(0.2, 15)), {
      fill: dark(soleColor(bench), 0.3) as Hex,
      roll: 10,
      rise: 0.4,
    }),
    { kind: "stitch", d: spline(soleOutline(0.2, 9)), color: "#e3d2ae" },
    piece(spline(soleOutline(0.2, -1)), { roll: 64, rise: 0.75, folds: toeFolds(bench, 560) }),
    ...insideOf(mouth(850, 80), insoleFor(bench)),
    { kind: "edge", d: whole(mouth(848, 84)), width: 6 },
    piece(
      spline([
        [m - 40, 650, 0],
        [m + 44, 650, 0],
        [m + 58, 780],
        [m + 52, 884],
        [m, 900],
        [m - 50, 884],
        [m - 56, 780],
      ]),
      { lift: 2, roll: 18, rise: 0.4, shade: -0.06 },
    ),
    ...facing(),
    ...laces(682, 4, 48, 44, lace),
    ...bowOf(858, lace),
    ...(bench.says("plain-toe") ? [] : toeCap),
    { kind: "seam", d: line([m - 96, 880], [m - 102, 980], [m - 106, 1050]) },
    { kind: "seam", d: line([m + 98, 880], [m + 104, 980], [m + 108, 1050]) },
  ];
}

/** The pair, seen from above. */
export const derbyPair: CutDrawer = (bench) => above(derby, bench);
