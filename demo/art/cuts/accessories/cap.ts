import { dark } from "../../color.ts";
import { fan, fold } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { piece, seam, stitch } from "../../parts.ts";
import { type Point, disc, line, spline } from "../../paths.ts";

const m = 600;

/** A six-panel cap seen from the front, and from the back with its slider. */
export function cap(bench: Bench): Drawing {
  const crown: Point[] = [
    [m - 262, 830, 0],
    [m - 276, 690],
    [m - 226, 540],
    [m - 110, 448],
    [m, 426],
    [m + 110, 448],
    [m + 226, 540],
    [m + 276, 690],
    [m + 262, 830, 0],
    [m + 140, 872],
    [m, 884],
    [m - 140, 872],
  ];
  const brim: Point[] = [
    [m - 232, 838, 0],
    [m - 130, 862],
    [m, 870],
    [m + 130, 862],
    [m + 232, 838, 0],
    [m + 258, 912],
    [m + 214, 986],
    [m + 110, 1032],
    [m, 1042],
    [m - 110, 1032],
    [m - 214, 986],
    [m - 258, 912],
  ];
  const eyelets = [
    [-150, 560],
    [150, 560],
    [-60, 500],
    [60, 500],
  ].map(([dx = 0, y = 0]): Item => ({
    kind: "button",
    at: [m + dx, y],
    radius: 9,
    holes: 0,
    color: dark(bench.color, 0.42),
  }));
  const panels = (): Item[] => [
    seam([m, 430], [m + 3, 600], [m, 866]),
    stitch([m - 9, 436], [m - 7, 600], [m - 9, 860]),
    stitch([m + 9, 436], [m + 11, 600], [m + 9, 860]),
    seam([m + 4, 430], [m + 110, 560], [m + 190, 844]),
    seam([m - 4, 430], [m - 110, 560], [m - 190, 844]),
    stitch([m + 14, 432], [m + 120, 562], [m + 199, 842]),
    stitch([m - 14, 432], [m - 120, 562], [m - 199, 842]),
  ];
  const crownPiece = (): Item =>
    piece(spline(crown), {
      roll: 70,
      rise: 0.65,
      folds: [
        ...fan(bench.random, [m - 180, 820], [-120, -50], [80, 190], 3, 0.4),
        ...fan(bench.random, [m + 190, 820], [-130, -60], [80, 190], 3, 0.4),
        fold([m - 120, 520], [m - 60, 800], { from: 80, to: 120, height: 0.3 }),
      ],
    });
  const button: Item = piece(disc(m, 428, 22, 14), { roll: 12, rise: 0.5, lift: 4 });
  const front: Item[] = [
    crownPiece(),
    ...panels(),
    ...eyelets,
    {
      kind: "shade",
      d: line([m - 250, 830], [m - 130, 872], [m, 884], [m + 130, 872], [m + 250, 830], [m, 850]),
      opacity: 0.5,
      blur: 14,
    },
    piece(spline(brim), {
      roll: 44,
      rise: 0.6,
      lift: 9,
      folds: [fold([m - 210, 930], [m + 200, 930], { from: 90, to: 90, height: 0.4, bend: -50 })],
    }),
    ...[0, 1, 2, 3].map((k): Item =>
      stitch(
        [m - 240 + k * 8, 906 - k * 6],
        [m - 202 + k * 10, 970 - k * 20],
        [m - 104, 1014 - k * 23],
        [m, 1025 - k * 23],
        [m + 104, 1014 - k * 23],
        [m + 202 - k * 10, 970 - k * 20],
        [m + 240 - k * 8, 906 - k * 6],
      ),
    ),
    button,
  ];
  const back: Item[] = [
    crownPiece(),
    ...panels(),
    ...eyelets,
    piece(
      spline([
        [m - 110, 862, 0],
        [m - 96, 760],
        [m - 50, 714],
        [m, 702],
        [m + 50, 714],
        [m + 96, 760],
        [m + 110, 862, 0],
        [m, 880],
      ]),
      { fill: "inside", rise: 0.3, roll: 20 },
    ),
    stitch(
      [m - 124, 858],
      [m - 108, 752],
      [m - 56, 700],
      [m, 688],
      [m + 56, 700],
      [m + 108, 752],
      [m + 124, 858],
    ),
    piece(
      spline([
        [m - 190, 838, 0],
        [m - 60, 868],
        [m + 70, 868],
        [m + 190, 838, 0],
        [m + 186, 884, 0],
        [m + 70, 914],
        [m - 60, 914],
        [m - 186, 884, 0],
      ]),
      { lift: 6, roll: 14, rise: 0.4 },
    ),
    {
      kind: "trim",
      d: `M${m - 28} 856L${m + 22} 858L${m + 22} 926L${m - 28} 924Z`,
      stroke: "#b9965a",
      width: 8,
    },
    button,
  ];
  return {
    front,
    back,
    measures: {
      height: [
        [m + 330, 430],
        [m + 330, 860],
      ],
      width: [
        [m - 276, 386],
        [m + 276, 386],
      ],
      bill: [
        [m, 872],
        [m, 1082],
      ],
    },
    center: [600, 755],
    scale: 1.2,
  };
}
