import { fan, pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { band, both, cuffBand, piece, type Sleeve, stitch } from "../../parts.ts";
import { line, spline, whole } from "../../paths.ts";
import { type Tailored, tailored } from "./tailoring-parts.ts";

const m = 600;

/** A belted trench coat with a storm flap and epaulettes. */
export function trench(bench: Bench): Drawing {
  const shape: Tailored = {
    body: {
      neck: 84,
      neckY: 220,
      shoulder: 230,
      shoulderY: 266,
      chest: 248,
      armpitY: 512,
      waist: 216,
      waistY: 750,
      hem: 300,
      hemY: 1320,
      depth: 20,
      hemDrop: 8,
    },
    sleeve: { length: 620, angle: 14, cuff: 72, slackness: 12, head: 10 },
    over: 80,
    breakY: 600,
    lapel: {
      tip: [m + 196, 404],
      notch: [m + 146, 396],
      gorge: [m + 92, 302],
      collarEnd: [m + 190, 370],
      width: 58,
    },
  };
  const belt = (): Item[] => [
    band(218, 722, 220, 778, 8, { lift: 6, plain: false }),
    stitch([m - 214, 731], [m, 739], [m + 214, 731]),
    stitch([m - 214, 769], [m, 777], [m + 214, 769]),
  ];
  const buckle: Item[] = [
    piece(
      spline([
        [m + 6, 728, 0],
        [m + 38, 880],
        [m + 60, 1000, 0],
        [m + 112, 984, 0],
        [m + 88, 860],
        [m + 56, 726, 0],
      ]),
      { lift: 9, roll: 14, folds: pleat([m + 34, 780], [m + 80, 980], { from: 8, to: 20 }) },
    ),
    {
      kind: "trim",
      d: `M${m - 34} 718L${m + 34} 718L${m + 34} 794L${m - 34} 794Z`,
      stroke: "#3a2a1e",
      width: 11,
    },
    {
      kind: "trim",
      d: line([m - 30, 720, 0], [m + 30, 720, 0]),
      stroke: "#8a6a4c",
      width: 3,
      paintOnly: true,
    },
    { kind: "trim", d: line([m - 34, 756, 0], [m + 24, 756, 0]), stroke: "#3a2a1e", width: 8 },
  ];
  const epaulettes = both(() => [
    piece(
      spline([
        [m + 116, 240, 0],
        [m + 232, 268, 0],
        [m + 230, 300, 0],
        [m + 116, 276],
        [m + 104, 256],
      ]),
      { lift: 4, roll: 10 },
    ),
    { kind: "button", at: [m + 126, 260], radius: 9, holes: 4 } as const,
  ]);
  return tailored(
    bench,
    shape,
    strap,
    (side) =>
      side === "front"
        ? [
            // The storm flap, from the right shoulder.
            piece(
              spline([
                [m + 204, 300, 0],
                [m + 222, 300, 0],
                [m + 212, 400],
                [m + 232, 500, 0],
                [m + 160, 540],
                [m + 66, 520, 0],
                [m + 150, 440],
                [m + 190, 398, 0],
              ]),
              { lift: 5, roll: 12 },
            ),
            ...epaulettes,
            ...both(() => [
              piece(
                spline([
                  [m + 150, 858, 0],
                  [m + 184, 850, 0],
                  [m + 236, 1000, 0],
                  [m + 202, 1010, 0],
                ]),
                { lift: 4, roll: 10 },
              ),
              { kind: "button", at: [m + 196, 936], radius: 8, holes: 4 } as const,
            ]),
            ...[634, 690, 850, 962].flatMap((y): Item[] => [
              { kind: "button", at: [m - 50, y], radius: 14, holes: 4 },
              { kind: "button", at: [m + 62, y], radius: 14, holes: 4 },
            ]),
            { kind: "stitch", d: line([m - 70, 610, 0], [m - 70, 1318, 0]) },
            { kind: "stitch", d: line([m - 290, 1296], [m, 1306], [m + 290, 1296]) },
            ...belt(),
            ...buckle,
          ]
        : [
            piece(
              whole([
                [m, 250],
                [m + 110, 248],
                [m + 222, 286, 0],
                [m + 214, 390],
                [m + 236, 500, 0],
                [m + 130, 560],
                [m, 580],
              ]),
              {
                lift: 5,
                roll: 14,
                folds: fan(bench.random, [m, 300], [60, 120], [120, 220], 3, 0.3),
              },
            ),
            ...epaulettes,
            ...belt(),
            { kind: "stitch", d: line([m - 290, 1296], [m, 1306], [m + 290, 1296]) },
          ],
    360,
  );
}

const strap = (made: Sleeve): Item[] => [
  cuffBand(made, 34, { plain: false, lift: 4, roll: 10 }, 3, 90),
  {
    kind: "button",
    at: [made.end[0] - Math.sin((made.angle * Math.PI) / 180) * 72, made.end[1] - 72],
    radius: 8,
    holes: 4,
  },
  {
    kind: "stitch",
    d: line([made.outer[0] - 6, made.outer[1] - 18], [made.inner[0] - 2, made.inner[1] - 18]),
  },
];
