import { brightness, dark, lite } from "../../color.ts";
import { fold } from "../../folds.ts";
import type { Bench, CutDrawer, Item } from "../../model.ts";
import { piece } from "../../parts.ts";
import { type Point, line, spline } from "../../paths.ts";
import { strip } from "../accessories/bag-parts.ts";
import { above } from "./low-shoe-parts.ts";
import { soleOutline } from "./shoe-parts.ts";

const m = 600;
type Hex = `#${string}`;

function sandal(bench: Bench): Item[] {
  const foot: Hex = brightness(bench.color) > 0.5 ? "#a97648" : "#cfa878";
  const straps = (): Item[] => {
    if (bench.says("fisherman")) return fishermanStraps(bench);
    if (bench.says("crossed")) {
      return [
        ...strap(
          [
            [m - 126, 470],
            [m - 60, 560],
            [m + 30, 640],
            [m + 128, 690],
          ],
          78,
        ),
        ...strap(
          [
            [m + 142, 470],
            [m + 76, 560],
            [m - 20, 640],
            [m - 112, 690],
          ],
          78,
        ),
        ...buckle(m - 84, 664),
      ];
    }
    if (bench.says("caparica")) {
      return [
        ...strap(
          [
            [m - 128, 520],
            [m - 70, 500],
            [m + 6, 494],
            [m + 86, 500],
            [m + 142, 520],
          ],
          96,
        ),
        ...strap(
          [
            [m - 118, 668],
            [m - 64, 648],
            [m + 2, 642],
            [m + 72, 648],
            [m + 134, 666],
          ],
          96,
        ),
      ];
    }
    return [
      ...strap(
        [
          [m - 128, 530],
          [m - 70, 514],
          [m + 6, 508],
          [m + 86, 514],
          [m + 142, 530],
        ],
        74,
      ),
      ...strap(
        [
          [m - 118, 654],
          [m - 64, 638],
          [m + 2, 632],
          [m + 72, 638],
          [m + 136, 652],
        ],
        74,
      ),
      ...strap(
        [
          [m - 92, 930],
          [m - 92, 868],
          [m - 62, 816],
          [m, 796],
          [m + 66, 816],
          [m + 98, 868],
          [m + 96, 930],
        ],
        38,
      ),
      ...buckle(m + 96, 516),
      ...buckle(m + 90, 642),
      ...buckle(m + 92, 832),
    ];
  };
  return [
    piece(spline(soleOutline(0, 8)), { fill: dark(foot, 0.5) as Hex, roll: 12, rise: 0.4 }),
    piece(spline(soleOutline(0, 0)), {
      fill: foot,
      roll: 40,
      rise: 0.5,
      surface: "suede",
      folds: [
        fold([m + 4, 420], [m + 10, 560], { from: 120, to: 110, height: -0.4 }),
        fold([m, 960], [m, 1090], { from: 110, to: 110, height: -0.45 }),
      ],
    }),
    { kind: "stitch", d: spline(soleOutline(0, -12)), color: lite(foot, 0.4) },
    {
      kind: "edge",
      d: line([m - 26, 1020, 0], [m + 26, 1020, 0]),
      width: 6,
      color: dark(foot, 0.5),
    },
    {
      kind: "edge",
      d: line([m - 14, 1038, 0], [m + 14, 1038, 0]),
      width: 3,
      color: dark(foot, 0.5),
    },
    {
      kind: "shade",
      d: line([m - 128, 590], [m, 560], [m + 150, 590], [m + 140, 640], [m, 600], [m - 110, 640]),
      opacity: 0.3,
      blur: 14,
    },
    ...straps(),
  ];
}

const buckle = (x: number, y: number): Item[] => [
  {
    kind: "trim",
    d: `M${x - 16} ${y - 26}L${x + 16} ${y - 26}L${x + 16} ${y + 26}L${x - 16} ${y + 26}Z`,
    stroke: "#7d5f2c",
    width: 9,
    paintOnly: true,
  },
  {
    kind: "trim",
    d: `M${x - 16} ${y - 26}L${x + 16} ${y - 26}L${x + 16} ${y + 26}L${x - 16} ${y + 26}Z`,
    stroke: "#d1ab66",
    width: 6,
  },
  { kind: "trim", d: line([x + 16, y, 0], [x - 18, y, 0]), stroke: "#d1ab66", width: 5 },
];

const strap = (points: readonly Point[], width: number): Item[] => [
  piece(strip(points, width), { lift: 9, roll: 18, rise: 0.5 }),
  { kind: "stitch", d: line(...points.map(([x, y]): Point => [x, y - width / 2 + 7])) },
  { kind: "stitch", d: line(...points.map(([x, y]): Point => [x, y + width / 2 - 7])) },
];

/** Six woven straps with a closed toe, and a seventh strap that is buckled around the ankle. */
function fishermanStraps(bench: Bench): Item[] {
  const columns = [-52, 6, 66];
  const rows = [452, 556, 660];
  const upright = (dx: number): Item =>
    piece(
      strip(
        [
          [m + dx * 0.7, 372],
          [m + dx * 1.1, 500],
          [m + dx * 1.15, 640],
          [m + dx, 770],
        ],
        46,
      ),
      {
        lift: 5,
        roll: 14,
        rise: 0.5,
      },
    );
  const across = (y: number, i: number): Item =>
    piece(
      strip(
        [
          [m - 124 + i * 4, y + 18],
          [m - 62, y],
          [m + 4, y - 6],
          [m + 74, y],
          [m + 138 - i * 2, y + 18],
        ],
        54,
      ),
      { lift: 6, roll: 14, rise: 0.5 },
    );
  const over = columns.flatMap((dx, i) =>
    rows
      .filter((_, row) => (row + i) % 2 === 0)
      .map((y): Item =>
        piece(
          strip(
            [
              [m + dx * 1.12, y - 34],
              [m + dx * 1.14, y + 34],
            ],
            46,
          ),
          { lift: 4, roll: 12, rise: 0.45 },
        ),
      ),
  );
  const toe = piece(
    spline([
      [m - 108, 440, 0],
      [m - 78, 374],
      [m + 6, 338],
      [m + 86, 368],
      [m + 126, 440, 0],
      [m + 70, 414],
      [m + 6, 406],
      [m - 54, 414],
    ]),
    { lift: 4, roll: 36, rise: 0.6 },
  );
  const ankle: Point[] = [
    [m - 92, 930],
    [m - 92, 868],
    [m - 62, 816],
    [m, 796],
    [m + 66, 816],
    [m + 98, 868],
    [m + 96, 930],
  ];
  const buckle = `M${m + 72} 812L${m + 108} 812L${m + 108} 860L${m + 72} 860Z`;
  return [
    ...columns.map((dx) => upright(dx)),
    ...rows.map((y, i) => across(y, i)),
    ...over,
    toe,
    piece(strip(ankle, 38), { lift: 8, roll: 16, rise: 0.5 }),
    { kind: "trim", d: buckle, stroke: "#d1ab66", width: 6 },
    {
      kind: "stitch",
      d: line([m - 60, 430], [m + 6, 420], [m + 74, 430]),
      color: dark(bench.color, 0.4),
    },
  ];
}

/** The pair, seen from above. */
export const sandalPair: CutDrawer = (bench) => above(sandal, bench);
