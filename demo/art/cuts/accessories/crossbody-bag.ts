import { fold } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { both, piece } from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";
import { ring, strip } from "./bag-parts.ts";
import { halfMoon } from "./half-moon.ts";

const m = 600;
const brass = "#c9a25c";
const brassEdge = "#7d5f2c";

/** A flap bag with a turn lock, or a half-moon bag, depending on the product's link. */
export function crossbody(bench: Bench): Drawing {
  const leather = bench.color as `#${string}`;
  const strapPoints: Point[] = [
    [m - 256, 690],
    [m - 300, 520],
    [m - 260, 360],
    [m - 120, 262],
    [m + 60, 232],
    [m + 230, 300],
    [m + 320, 440],
    [m + 312, 580],
    [m + 256, 690],
  ];
  const bodyHalf: Point[] = [
    [m, 660],
    [m + 210, 656],
    [m + 262, 682],
    [m + 276, 860],
    [m + 272, 1010],
    [m + 232, 1056],
    [m, 1064],
  ];
  const flap: Point[] = [
    [m, 644],
    [m + 204, 642],
    [m + 262, 668],
    [m + 278, 760],
    [m + 250, 880],
    [m + 150, 948],
    [m, 966],
  ];
  const loops = (): Item[] =>
    both(() => [
      piece(
        spline([
          [m + 236, 700, 0],
          [m + 242, 656],
          [m + 262, 640],
          [m + 282, 656],
          [m + 280, 704, 0],
        ]),
        { lift: 3, roll: 10, rise: 0.4, shade: -0.06 },
      ),
      ...ring(m + 260, 650, 20, 15),
    ]);
  const strap: Item[] = [
    piece(strip(strapPoints, 24), { lift: 8, roll: 12, rise: 0.5, shade: -0.06 }),
    { kind: "stitch", d: line(...strapPoints.map(([x, y]): Point => [x + 6, y + 5])) },
  ];
  const flapStitch: Item = {
    kind: "stitch",
    d: line(
      [m + 250, 690],
      [m + 261, 760],
      [m + 234, 868],
      [m + 144, 932],
      [m, 950],
      [m - 144, 932],
      [m - 234, 868],
      [m - 261, 760],
      [m - 250, 690],
    ),
  };
  const buckle: Item[] = [
    piece(
      spline([
        [m - 34, 880, 0],
        [m + 34, 880, 0],
        [m + 30, 1010],
        [m, 1028],
        [m - 30, 1010],
      ]),
      { fill: leather, lift: 5, roll: 10, rise: 0.4, shade: -0.05, surface: bench.cloth },
    ),
    {
      kind: "trim",
      d: spline([
        [m - 44, 948],
        [m, 936],
        [m + 44, 948],
        [m + 40, 1000],
        [m, 1014],
        [m - 40, 1000],
      ]),
      fill: brass,
      stroke: brassEdge,
      width: 3,
    },
    {
      kind: "trim",
      d: spline([
        [m - 10, 966],
        [m + 10, 966],
        [m + 10, 988],
        [m - 10, 988],
      ]),
      fill: brassEdge,
    },
    {
      kind: "trim",
      d: line([m - 32, 950], [m, 943], [m + 30, 949]),
      stroke: "#f6e6bd",
      width: 4,
      paintOnly: true,
      opacity: 0.8,
    },
  ];
  const body = (): Item =>
    piece(whole(bodyHalf), {
      lift: 6,
      roll: 36,
      rise: 0.5,
      folds: [fold([m - 220, 1000], [m + 220, 1000], { from: 60, to: 60, height: 0.3, bend: -14 })],
    });
  if (bench.says("half-moon")) return halfMoon(bench, strap);
  return {
    front: [
      ...strap,
      body(),
      piece(whole(flap), {
        lift: 12,
        roll: 36,
        rise: 0.5,
        folds: [
          fold([m - 230, 680], [m + 230, 676], { from: 60, to: 60, height: 0.5, bend: 10 }),
          fold([m - 150, 820], [m + 90, 760], { from: 70, to: 40, height: 0.2 }),
        ],
      }),
      flapStitch,
      ...loops(),
      ...buckle,
    ],
    back: [
      ...strap,
      piece(
        whole([
          ...bodyHalf.slice(0, 0),
          [m, 642],
          [m + 204, 640],
          [m + 264, 668],
          [m + 278, 860],
          [m + 272, 1010],
          [m + 232, 1056],
          [m, 1064],
        ]),
        {
          lift: 6,
          roll: 36,
          rise: 0.5,
          folds: [fold([m - 230, 690], [m + 230, 690], { from: 60, to: 60, height: 0.4 })],
        },
      ),
      { kind: "seam", d: line([m - 212, 790], [m, 806], [m + 212, 790]) },
      { kind: "stitch", d: line([m - 212, 800], [m, 816], [m + 212, 800]) },
      ...loops(),
    ],
    measures: {
      height: [
        [m - 322, 650],
        [m - 322, 1062],
      ],
      width: [
        [m - 276, 1110],
        [m + 276, 1110],
      ],
      depth: [
        [m + 268, 1060],
        [m + 330, 1010],
      ],
      "strap drop": [
        [m + 20, 248],
        [m + 20, 640],
      ],
      length: [
        [m - 276, 1110],
        [m + 276, 1110],
      ],
    },
    center: [600, 655],
    scale: 1.3,
  };
}
