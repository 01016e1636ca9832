import { dark } from "../../color.ts";
import { fan, fold, pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { both, piece, stitch } from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";
import { leatherFor, strip } from "./bag-parts.ts";

const m = 600;
const brass = "#c9a25c";

/** An open bag with two rolled handles and a leather base. */
export function tote(bench: Bench): Drawing {
  const leather = leatherFor(bench);
  const handle = (back: boolean): Item[] => {
    const lift = back ? -26 : 0;
    const points: Point[] = [
      [m - 150, 690],
      [m - 148, 560 + lift],
      [m - 128, 400 + lift],
      [m - 66, 290 + lift],
      [m, 262 + lift],
      [m + 66, 290 + lift],
      [m + 128, 400 + lift],
      [m + 148, 560 + lift],
      [m + 150, 690],
    ];
    return [
      piece(strip(points, 34), {
        fill: leather,
        surface: "leather",
        shade: back ? -0.18 : 0,
        lift: back ? 4 : 10,
        roll: 14,
        rise: 0.5,
      }),
      ...(back
        ? []
        : [
            {
              kind: "stitch",
              d: line(
                ...points.map(([x, y]): Point => [
                  x + (x < m ? 11 : x > m ? -11 : 0),
                  y + (Math.abs(x - m) < 100 ? 10 : 0),
                ]),
              ),
              color: "#efe0c4",
            } as const,
          ]),
    ];
  };
  const half: Point[] = [
    [m, 556],
    [m + 160, 552],
    [m + 316, 540, 0],
    [m + 330, 800],
    [m + 322, 1060],
    [m + 298, 1178, 0],
    [m + 150, 1192],
    [m, 1194],
  ];
  const body = (): Item =>
    piece(whole(half), {
      lift: 5,
      roll: 30,
      rise: 0.4,
      folds: [
        ...fan(bench.random, [m - 300, 1150], [-80, -20], [120, 280], 3, 0.5),
        ...fan(bench.random, [m + 300, 1150], [200, 260], [120, 280], 3, 0.5),
        ...pleat([m - 140, 700], [m - 170, 1040], { from: 10, to: 60, height: 0.3, bend: 20 }),
        ...pleat([m + 170, 720], [m + 190, 1060], { from: 10, to: 60, height: 0.3, bend: -24 }),
        fold([m - 40, 620], [m + 20, 1000], { from: 60, to: 90, height: 0.28, bend: -20 }),
      ],
    });
  const tabs = (): Item[] =>
    both(() => [
      piece(
        spline([
          [m + 128, 600, 0],
          [m + 172, 600, 0],
          [m + 172, 700],
          [m + 150, 724, 0],
          [m + 128, 700],
        ]),
        { fill: leather, surface: "leather", lift: 4, roll: 10, rise: 0.4 },
      ),
      {
        kind: "stitch",
        d: line(
          [m + 135, 606, 0],
          [m + 135, 696, 0],
          [m + 150, 712, 0],
          [m + 165, 696, 0],
          [m + 165, 606, 0],
        ),
        color: "#efe0c4",
      } as const,
      {
        kind: "button",
        at: [m + 150, 628],
        radius: 7,
        color: brass,
        holes: 0,
        metal: true,
      } as const,
    ]);
  const base = (): Item[] => [
    piece(
      whole([
        [m, 1066],
        [m + 322, 1056, 0],
        [m + 298, 1178, 0],
        [m + 150, 1192],
        [m, 1194],
      ]),
      { fill: leather, surface: "leather", roll: 26, rise: 0.4, lift: 2 },
    ),
    { kind: "stitch", d: line([m - 314, 1068], [m, 1078], [m + 314, 1068]), color: "#efe0c4" },
  ];
  const mouth = piece(
    whole([
      [m, 520],
      [m + 170, 522],
      [m + 314, 538, 0],
      [m + 160, 560],
      [m, 566],
    ]),
    { fill: "inside" },
  );
  return {
    front: [
      ...handle(true),
      mouth,
      body(),
      ...base(),
      stitch([m - 314, 574], [m, 588], [m + 314, 574]),
      ...handle(false),
      ...tabs(),
      piece(`M${m - 46} 800L${m + 46} 800L${m + 46} 852L${m - 46} 852Z`, {
        fill: leather,
        surface: "leather",
        lift: 2,
        roll: 8,
        rise: 0.3,
      }),
      {
        kind: "trim",
        d: line([m - 26, 820, 0], [m + 26, 820, 0]),
        stroke: dark(leather, 0.5),
        width: 5,
      },
      {
        kind: "trim",
        d: line([m - 14, 834, 0], [m + 14, 834, 0]),
        stroke: dark(leather, 0.5),
        width: 3,
      },
    ],
    back: [
      ...handle(true),
      mouth,
      body(),
      ...base(),
      stitch([m - 314, 574], [m, 588], [m + 314, 574]),
      ...handle(false),
      ...tabs(),
      piece(
        spline([
          [m - 130, 690, 0],
          [m + 130, 690, 0],
          [m + 126, 930, 0],
          [m - 126, 930, 0],
        ]),
        { lift: 2, roll: 10 },
      ),
      stitch([m - 122, 716, 0], [m + 122, 716, 0]),
    ],
    measures: {
      height: [
        [m - 372, 544],
        [m - 372, 1192],
      ],
      width: [
        [m - 330, 1240],
        [m + 330, 1240],
      ],
      depth: [
        [m + 300, 1150],
        [m + 352, 1068],
      ],
      "strap drop": [
        [m, 282],
        [m, 540],
      ],
      length: [
        [m - 330, 1240],
        [m + 330, 1240],
      ],
    },
    center: [600, 730],
    scale: 1.08,
  };
}
