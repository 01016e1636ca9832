import { dark } from "../../color.ts";
import { fan } from "../../folds.ts";
import type { Bench, CutDrawer, Item } from "../../model.ts";
import { piece } from "../../parts.ts";
import { line, spline, whole } from "../../paths.ts";
import { above, soleColor } from "./low-shoe-parts.ts";
import { insideOf, insoleFor, mouth, soleOutline, toeFolds } from "./shoe-parts.ts";

const m = 600;
type Hex = `#${string}`;

function balletFlat(bench: Bench): Item[] {
  return [
    piece(spline(soleOutline(0.1, 5)), {
      fill: dark(soleColor(bench), 0.2) as Hex,
      roll: 8,
      rise: 0.3,
    }),
    piece(spline(soleOutline(0.1, 0)), {
      roll: 54,
      rise: 0.75,
      folds: [
        ...toeFolds(bench, 1300),
        ...fan(bench.random, [m + 4, 590], [210, 330], [60, 130], 6, 0.4),
      ],
    }),
    ...insideOf(mouth(580, 98, 1130), insoleFor(bench)),
    // The gathered edge, and the bow on the throat.
    piece(`${whole(mouth(566, 108, 1142))}${whole(mouth(584, 94, 1126))}`, {
      evenOdd: true,
      roll: 8,
      rise: 0.5,
      shade: -0.1,
      lift: 2,
    }),
    {
      kind: "trim",
      d: line([m, 574], [m + 34, 620], [m + 46, 676]),
      stroke: dark(bench.color, 0.25),
      width: 7,
    },
    {
      kind: "trim",
      d: line([m, 574], [m - 28, 624], [m - 30, 690]),
      stroke: dark(bench.color, 0.25),
      width: 7,
    },
    piece(
      spline([
        [m + 4, 572],
        [m + 50, 534],
        [m + 84, 552],
        [m + 82, 596],
        [m + 44, 606],
      ]),
      {
        lift: 5,
        roll: 16,
        rise: 0.5,
        folds: fan(bench.random, [m + 6, 574], [-26, 20], [30, 60], 2, 0.6),
      },
    ),
    piece(
      spline([
        [m - 4, 572],
        [m - 50, 534],
        [m - 84, 554],
        [m - 80, 598],
        [m - 42, 606],
      ]),
      {
        lift: 5,
        roll: 16,
        rise: 0.5,
        folds: fan(bench.random, [m - 6, 574], [160, 206], [30, 60], 2, 0.6),
      },
    ),
    piece(
      spline([
        [m - 16, 562],
        [m, 556],
        [m + 16, 562],
        [m + 16, 586],
        [m, 592],
        [m - 16, 586],
      ]),
      { lift: 3, roll: 10, rise: 0.5 },
    ),
  ];
}

/** The pair, seen from above. */
export const balletFlatPair: CutDrawer = (bench) => above(balletFlat, bench);
