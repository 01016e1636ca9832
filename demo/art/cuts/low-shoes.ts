import { brightness, dark, lite } from "../color.ts";
import { fan, fold } from "../folds.ts";
import type { Bench, CutDrawers, Drawing, Item } from "../model.ts";
import { disc, line, spline, whole, type Point } from "../paths.ts";
import { both, piece, stitch } from "../parts.ts";
import { strip } from "./bags.ts";
import {
  insideOf,
  insoleFor,
  measuresAbove,
  mouth,
  pairAbove,
  soleOutline,
  toeFolds,
} from "./shoe-parts.ts";

const m = 600;
type Hex = `#${string}`;

function above(
  right: (bench: Bench, side: "front" | "back") => Item[],
  bench: Bench,
  scale = 1.16,
): Drawing {
  return {
    front: pairAbove((b) => right(b, "front"), bench),
    back: soles(bench, right),
    measures: measuresAbove,
    center: [600, 750],
    scale,
  };
}

/** The back picture of shoes seen from above: one shoe as it is, the other turned over to show its sole. */
function soles(bench: Bench, right: (bench: Bench, side: "front" | "back") => Item[]): Item[] {
  const upper = right(bench, "back");
  const sole = soleColor(bench);
  const under: Item[] = [
    piece(spline(soleOutline(0, 4)), { fill: sole, roll: 18, rise: 0.4, lift: 4 }),
    piece(spline(soleOutline(0, -16)), {
      fill: lite(sole, 0.1) as Hex,
      roll: 10,
      rise: 0.3,
      soft: true,
      folds: [fold([m - 20, 420], [m + 10, 760], { from: 80, to: 60, height: 0.3 })],
    }),
    ...[-60, -30, 0, 30, 60, 90, 120].map((dy): Item => ({
      kind: "seam",
      d: line([m - 92, 520 + dy], [m, 508 + dy], [m + 108, 524 + dy]),
      width: 2,
      color: dark(sole, 0.34),
    })),
    piece(
      spline([
        [m - 98, 940, 0],
        [m, 920],
        [m + 98, 940, 0],
        [m + 104, 1040],
        [m + 68, 1130],
        [m, 1156],
        [m - 70, 1130],
        [m - 104, 1040],
      ]),
      { fill: dark(sole, 0.22) as Hex, roll: 14, rise: 0.4, lift: 5 },
    ),
    ...[
      [-60, 1020],
      [60, 1020],
      [-40, 1096],
      [40, 1096],
      [0, 980],
    ].map(([dx = 0, y = 0]): Item => ({
      kind: "trim",
      d: disc(m + dx, y, 5),
      fill: "#d8b873",
      paintOnly: true,
    })),
    { kind: "edge", d: line([m - 34, 830, 0], [m + 34, 830, 0]), width: 6, color: dark(sole, 0.4) },
    { kind: "edge", d: line([m - 20, 848, 0], [m + 20, 848, 0]), width: 3, color: dark(sole, 0.4) },
  ];
  const shift = (items: Item[], first: boolean): Item[] =>
    pairAbove(() => items, { ...bench, chance: () => 0 }).slice(
      first ? 0 : items.length,
      first ? items.length : undefined,
    );
  return [...shift(under, true), ...shift(upper, false)];
}

function soleColor(bench: Bench): Hex {
  return brightness(bench.color) > 0.6
    ? "#c9a26e"
    : brightness(bench.color) < 0.2
      ? "#3a2c24"
      : "#7b4f2e";
}

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
    // The apron: a raised seam round the toe, gathered by hand.
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

function laces(
  bench: Bench,
  top: number,
  rows: number,
  step: number,
  half: number,
  color: string,
): Item[] {
  void bench;
  return [
    ...Array.from({ length: rows }, (_, i): Item[] => {
      const y = top + i * step;
      const wide = half + i * 3;
      return [
        ...[-1, 1].flatMap((s): Item[] => [
          { kind: "trim", d: disc(m + s * wide, y, 7), fill: "#2b2723" },
          {
            kind: "trim",
            d: disc(m + s * wide, y, 7),
            stroke: "#9c9486",
            width: 2,
            paintOnly: true,
          },
        ]),
        {
          kind: "trim",
          d: line([m - wide, y + 4], [m, y - 7], [m + wide, y + 4]),
          stroke: "#0b0d12",
          width: 13,
          opacity: 0.35,
          paintOnly: true,
        },
        {
          kind: "trim",
          d: line([m - wide, y], [m, y - 10], [m + wide, y]),
          stroke: dark(color, 0.3),
          width: 12,
          paintOnly: true,
        },
        {
          kind: "trim",
          d: line([m - wide, y], [m, y - 10], [m + wide, y]),
          stroke: color,
          width: 9,
        },
      ];
    }).flat(),
  ];
}

function bowOf(y: number, color: string): Item[] {
  const under = dark(color, 0.32);
  const one = (d: string): Item[] => [
    { kind: "trim", d, stroke: under, width: 12, paintOnly: true },
    { kind: "trim", d, stroke: color, width: 8.5 },
  ];
  return [
    ...one(line([m, y], [m + 50, y - 34], [m + 92, y - 6], [m + 56, y + 18], [m, y])),
    ...one(line([m, y], [m - 50, y - 30], [m - 90, y + 4], [m - 52, y + 22], [m, y])),
    ...one(line([m + 2, y], [m + 40, y + 50], [m + 54, y + 104])),
    ...one(line([m - 2, y], [m - 36, y + 56], [m - 30, y + 112])),
    { kind: "trim", d: disc(m, y, 10), fill: color, stroke: under, width: 2.5 },
  ];
}

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
    ...laces(bench, 682, 4, 48, 44, lace),
    ...bowOf(858, lace),
    ...(bench.says("plain-toe") ? [] : toeCap),
    { kind: "seam", d: line([m - 96, 880], [m - 102, 980], [m - 106, 1050]) },
    { kind: "seam", d: line([m + 98, 880], [m + 104, 980], [m + 108, 1050]) },
  ];
}

function sneaker(bench: Bench): Item[] {
  const rubber: Hex = brightness(bench.color) > 0.85 ? "#e4ddcf" : "#f1ece1";
  const accent = (
    bench.says("court") || bench.cloth === "canvas" ? rubber : dark(bench.color, 0.35)
  ) as Hex;
  return [
    piece(spline(soleOutline(0, 16)), { fill: rubber, roll: 16, rise: 0.5 }),
    { kind: "stitch", d: spline(soleOutline(0, 8)), color: "#b5ab98" },
    piece(spline(soleOutline(0, 0)), { roll: 60, rise: 0.7, folds: toeFolds(bench, 600) }),
    // Toe cap, quarters, heel tab.
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
    ...laces(bench, 592, 6, 46, 44, brightness(bench.color) > 0.85 ? "#fbf9f4" : "#f1ece1"),
    ...bowOf(846, brightness(bench.color) > 0.85 ? "#fbf9f4" : "#f1ece1"),
  ];
}

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
    // The drawn edge, and the bow on its throat.
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

function sandal(bench: Bench): Item[] {
  const foot: Hex = brightness(bench.color) > 0.5 ? "#a97648" : "#cfa878";
  const strap = (points: readonly Point[], width: number): Item[] => [
    piece(strip(points, width), { lift: 9, roll: 18, rise: 0.5 }),
    { kind: "stitch", d: line(...points.map(([x, y]): Point => [x, y - width / 2 + 7])) },
    { kind: "stitch", d: line(...points.map(([x, y]): Point => [x, y + width / 2 - 7])) },
  ];
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

/** Seven straps woven into each other over a closed toe, one of them buckled round the ankle. */
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

export const lowShoes: CutDrawers<"loafer" | "derby" | "sneaker" | "ballet-flat" | "sandal"> = {
  loafer: (bench) => above(loafer, bench),
  derby: (bench) => above(derby, bench),
  sneaker: (bench) => above(sneaker, bench),
  "ballet-flat": (bench) => above(balletFlat, bench),
  sandal: (bench) => above(sandal, bench),
};
