import { dark, lite, mix, brightness } from "../color.ts";
import { fan, fold, pleat } from "../folds.ts";
import type { Bench, CutDrawers, Drawing, Fold, Item } from "../model.ts";
import { disc, line, spline, type Point } from "../paths.ts";
import { strip } from "./bags.ts";
import { flipped, neckLabel, piece, seam, shiftedItems, stitch, turnedItems } from "../parts.ts";

const m = 600;
const ribbed = { surface: "ribbed", plain: true } as const;

function fringe(
  bench: Bench,
  from: Point,
  to: Point,
  length: number,
  count: number,
  lean: number,
): Item[] {
  return Array.from({ length: count }, (_, i): Item => {
    const t = (i + 0.5) / count;
    const x = from[0] + (to[0] - from[0]) * t;
    const y = from[1] + (to[1] - from[1]) * t;
    const sway = lean + bench.chance() * 9;
    return piece(
      spline([
        [x - 7, y - 8, 0],
        [x + 7, y - 8, 0],
        [x + 6 + sway * 0.6, y + length * 0.6],
        [x + 5 + sway, y + length + bench.chance() * 6, 0],
        [x - 5 + sway, y + length + bench.chance() * 6, 0],
        [x - 6 + sway * 0.5, y + length * 0.5],
      ]),
      { roll: 6, rise: 0.4, shade: i % 2 === 0 ? -0.04 : 0.02, plain: true },
    );
  });
}

function scarf(bench: Bench): Drawing {
  // Tied as it is worn: round the neck, both tails through the loop. Order: far tail, neck, near tail, loop.
  const neck: Point[] = [
    [m + 30, 560],
    [m + 170, 500],
    [m + 214, 380],
    [m + 130, 268],
    [m, 236],
    [m - 130, 268],
    [m - 214, 380],
    [m - 170, 500],
    [m - 30, 560],
  ];
  const far: Point[] = [
    [m + 8, 520],
    [m + 40, 700],
    [m + 96, 880],
    [m + 132, 1060],
  ];
  const near: Point[] = [
    [m - 20, 520],
    [m - 34, 720],
    [m - 84, 940],
    [m - 112, 1130],
  ];
  const along = (points: readonly Point[], off: number, height: number, width = 16): Fold[] =>
    points.slice(1).flatMap(([x, y], i): Fold[] => {
      const [px, py] = points[i] ?? [x, y];
      return pleat([px + off, py], [x + off, y], {
        from: width,
        to: width * 1.4,
        height,
        bend: bench.chance() * 10,
      });
    });
  // A border check shows at the two ends alone.
  const plain = bench.says("border");
  const end = (points: readonly Point[], width: number, grain: number): Item[] =>
    plain ? [piece(strip(points, width), { grain, soft: true, roll: 10, rise: 0.15 })] : [];
  const made = (): Item[] => [
    ...fringe(bench, [m + 44, 1076], [m + 220, 1042], 96, 15, 16),
    piece(strip(far, 178), {
      roll: 32,
      rise: 0.5,
      lift: 5,
      grain: -14,
      shade: -0.07,
      plain,
      folds: [...along(far, -46, 0.45), ...along(far, 30, 0.45, 20)],
    }),
    ...end(
      [
        [m + 88, 900],
        [m + 112, 980],
        [m + 132, 1060],
      ],
      174,
      -14,
    ),
    piece(strip(neck, 128), {
      roll: 44,
      rise: 0.65,
      lift: 8,
      grain: 6,
      plain,
      folds: [
        ...pleat([m + 190, 470], [m + 20, 214], { from: 22, to: 26, height: 0.55, bend: -78 }),
        ...pleat([m - 20, 214], [m - 214, 470], { from: 26, to: 22, height: 0.55, bend: -78 }),
        ...pleat([m + 120, 480], [m + 10, 276], { from: 12, to: 16, height: 0.5, bend: -60 }),
        ...pleat([m - 10, 276], [m - 130, 480], { from: 16, to: 12, height: 0.5, bend: -60 }),
      ],
    }),
    ...fringe(bench, [m - 204, 1110], [m - 24, 1150], 96, 15, -12),
    piece(strip(near, 186), {
      roll: 34,
      rise: 0.5,
      lift: 10,
      grain: 12,
      plain,
      folds: [...along(near, -48, 0.5, 18), ...along(near, 38, 0.5, 14)],
    }),
    ...end(
      [
        [m - 66, 960],
        [m - 92, 1050],
        [m - 112, 1130],
      ],
      182,
      12,
    ),
    piece(
      spline([
        [m - 176, 478],
        [m - 96, 440],
        [m, 452],
        [m + 100, 436],
        [m + 178, 474],
        [m + 168, 560],
        [m + 110, 622],
        [m, 634],
        [m - 112, 626],
        [m - 170, 566],
      ]),
      {
        roll: 54,
        rise: 0.6,
        lift: 12,
        grain: 80,
        plain,
        folds: [
          ...pleat([m - 160, 520], [m + 160, 512], { from: 14, to: 16, height: 0.6, bend: 30 }),
          ...pleat([m - 150, 566], [m + 150, 560], { from: 18, to: 18, height: 0.55, bend: 34 }),
          ...pleat([m - 120, 480], [m + 130, 474], { from: 12, to: 12, height: 0.5, bend: 16 }),
        ],
      },
    ),
  ];
  return {
    front: made(),
    back: flipped(made()),
    measures: {
      length: [
        [m + 320, 190],
        [m + 320, 1230],
      ],
      width: [
        [m - 216, 1270],
        [m - 20, 1300],
      ],
    },
    center: [600, 715],
    scale: 1.12,
  };
}

function beanie(): Drawing {
  const dome: Point[] = [
    [m - 262, 860, 0],
    [m - 286, 700],
    [m - 250, 520],
    [m - 130, 390],
    [m, 356],
    [m + 130, 390],
    [m + 250, 520],
    [m + 286, 700],
    [m + 262, 860, 0],
  ];
  const ribLines = Array.from({ length: 15 }, (_, i): Item => {
    const t = (i - 7) / 7;
    return {
      kind: "seam",
      d: line(
        [m + t * 264, 840],
        [m + t * 268 + t * 16, 640],
        [m + t * 170, 460],
        [m + t * 16, 372],
      ),
      width: 2.6,
    };
  });
  const ridges = Array.from({ length: 14 }, (_, i) => {
    const t = (i - 6.5) / 7;
    return [
      fold([m + t * 264, 860], [m + t * 276, 600], {
        from: 26,
        to: 26,
        height: 0.4,
        bend: -t * 14,
      }),
      fold([m + t * 274, 620], [m + t * 24, 376], { from: 24, to: 8, height: 0.4, bend: t * 26 }),
    ];
  }).flat();
  const cuff: Point[] = [
    [m - 290, 800, 0],
    [m - 150, 836],
    [m, 846],
    [m + 150, 836],
    [m + 290, 800, 0],
    [m + 298, 920],
    [m + 282, 1050, 0],
    [m + 140, 1088],
    [m, 1096],
    [m - 140, 1088],
    [m - 282, 1050, 0],
    [m - 298, 920],
  ];
  const made = (side: "front" | "back"): Item[] => [
    piece(spline(dome), { roll: 60, rise: 0.6, folds: ridges, surface: "knit" }),
    ...ribLines,
    piece(spline(cuff), { ...ribbed, lift: 10, roll: 34, rise: 0.55 }),
    ...(side === "front"
      ? [...shiftedItems(neckLabel(0, 84), 0, 948).map((item) => item)]
      : [{ kind: "seam", d: line([m, 846], [m + 2, 960], [m, 1096]) } as const]),
  ];
  return {
    front: made("front"),
    back: made("back"),
    measures: {
      height: [
        [m + 350, 356],
        [m + 350, 1096],
      ],
      width: [
        [m - 290, 1150],
        [m + 290, 1150],
      ],
    },
    center: [600, 725],
    scale: 1.1,
  };
}

function silkSquare(bench: Bench): Drawing {
  const border = (
    brightness(bench.color) > 0.55
      ? mix(dark(bench.color, 0.7), "#22335a", 0.4)
      : lite(bench.color, 0.78)
  ) as `#${string}`;
  const second = mix(border, bench.color, 0.5) as `#${string}`;
  const corner = (x: number, y: number): Point => [x, y, 0];
  const outline = (inset: number): Point[] => {
    const i = inset;
    return [
      corner(m - 330 + i, 420 + i),
      [m - 80, 408 + i],
      [m + 120, 424 + i],
      corner(m + 336 - i, 410 + i),
      [m + 326 - i, 640],
      [m + 338 - i, 860],
      corner(m + 330 - i, 1080 - i),
      [m + 60, 1070 - i],
      [m - 140, 1086 - i],
      corner(m - 338 + i, 1072 - i),
      [m - 326 + i, 850],
      [m - 336 + i, 640],
    ];
  };
  const folds = [
    ...pleat([m - 340, 420], [m + 40, 800], { from: 30, to: 8, height: 0.45, bend: -20 }),
    ...pleat([m + 336, 1080], [m + 20, 740], { from: 34, to: 8, height: 0.45, bend: 24 }),
    ...pleat([m + 320, 440], [m + 60, 620], { from: 26, to: 8, height: 0.4, bend: 10 }),
    ...pleat([m - 120, 1080], [m - 60, 820], { from: 40, to: 10, height: 0.4, bend: 14 }),
    ...pleat([m - 330, 760], [m - 90, 740], { from: 24, to: 8, height: 0.35, bend: -12 }),
  ];
  const medallion: Item[] = [
    ...[150, 118].map((radius): Item => ({
      kind: "edge",
      d: disc(m, 745, radius),
      width: 6,
      color: second,
    })),
    ...Array.from({ length: 16 }, (_, i): Item[] => {
      const a = (i / 16) * Math.PI * 2;
      const at = (radius: number, by: number): Point => [
        m + Math.cos(a + by) * radius,
        745 + Math.sin(a + by) * radius,
      ];
      return [
        piece(spline([at(40, 0), at(84, -0.14), at(110, 0), at(84, 0.14)]), {
          fill: i % 2 === 0 ? border : second,
          soft: true,
          rise: 0,
        }),
      ];
    }).flat(),
    piece(disc(m, 745, 30), { fill: border, soft: true, rise: 0 }),
    ...[
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].flatMap(([sx = 1, sy = 1]): Item[] =>
      [0, 1, 2].map((k): Item => ({
        kind: "edge",
        d: line(
          [m + sx * (232 - k * 26), 745 + sy * 130, 0],
          [m + sx * (232 - k * 26), 745 + sy * (232 - k * 26), 0],
          [m + sx * 130, 745 + sy * (232 - k * 26), 0],
        ),
        width: 6,
        color: k === 1 ? border : second,
      })),
    ),
  ];
  const cornerDots = [-1, 1].flatMap((sx) =>
    [-1, 1].map((sy): Item =>
      piece(disc(m + sx * 206, 745 + sy * 206, 44), { fill: border, soft: true, rise: 0 }),
    ),
  );
  // One tile of the wall was set in the wrong way round.
  const wrongTile: Item[] = [
    piece(`M${m + 96} 640L${m + 206} 640L${m + 206} 750L${m + 96} 750Z`, {
      fill: border,
      soft: true,
      rise: 0,
    }),
    piece(disc(m + 151, 695, 30), { fill: bench.color as `#${string}`, soft: true, rise: 0 }),
    piece(`M${m + 96} 640L${m + 140} 640L${m + 96} 684Z`, { fill: second, soft: true, rise: 0 }),
  ];
  const field = (): Item[] => {
    if (bench.says("herbarium")) return [];
    if (bench.says("neckerchief")) return cornerDots;
    return bench.says("tile") ? wrongTile : medallion;
  };
  // One corner turned over, so that the wrong side shows.
  const turnedCorner: Item[] = [
    {
      kind: "shade",
      d: spline([
        [m + 140, 1080],
        [m + 330, 880],
        [m + 200, 900],
      ]),
      opacity: 0.5,
      blur: 14,
    },
    piece(
      spline([
        [m + 130, 1078, 0],
        [m + 240, 960],
        [m + 334, 860, 0],
        [m + 210, 880],
        [m + 168, 900, 0],
        [m + 150, 980],
      ]),
      {
        fill: lite(mix(bench.color, border, 0.25), 0.16) as `#${string}`,
        surface: "satin",
        lift: 9,
        roll: 24,
        rise: 0.4,
      },
    ),
  ];
  const made = (side: "front" | "back"): Item[] => [
    piece(spline(outline(0)), { fill: border, roll: 16, folds, rise: 0.3, surface: "satin" }),
    stitch(...outline(7)),
    piece(spline(outline(64)), { soft: true, rise: 0, folds, shade: side === "back" ? 0.14 : 0 }),
    { kind: "edge", d: spline(outline(80)), width: 5, color: second },
    { kind: "edge", d: spline(outline(94)), width: 2.5, color: second },
    ...field(),
    ...(side === "front" ? turnedCorner : []),
  ];
  return {
    front: made("front"),
    back: made("back"),
    measures: {
      length: [
        [m + 380, 410],
        [m + 380, 1080],
      ],
      width: [
        [m - 338, 1136],
        [m + 330, 1136],
      ],
    },
    center: [600, 748],
    scale: 1.22,
    turn: -5,
  };
}

function glove(bench: Bench): Item[] {
  const knit = bench.cloth === "knit" || bench.cloth === "ribbed" || bench.cloth === "wool";
  const hand: Point[] = [
    [m - 96, 1120, 0],
    [m - 104, 980],
    [m - 122, 860],
    [m - 130, 740],
    [m - 142, 600],
    [m - 140, 500],
    [m - 116, 478],
    [m - 92, 500],
    [m - 84, 600],
    [m - 76, 668, 0],
    [m - 78, 540],
    [m - 72, 420],
    [m - 46, 396],
    [m - 20, 420],
    [m - 14, 540],
    [m - 8, 652, 0],
    [m - 4, 520],
    [m + 4, 396],
    [m + 30, 372],
    [m + 56, 398],
    [m + 58, 530],
    [m + 54, 660, 0],
    [m + 66, 560],
    [m + 80, 458],
    [m + 104, 440],
    [m + 126, 466],
    [m + 122, 580],
    [m + 116, 740],
    [m + 126, 800, 0],
    [m + 156, 740],
    [m + 196, 676],
    [m + 226, 674],
    [m + 234, 706],
    [m + 206, 790],
    [m + 166, 876],
    [m + 118, 960],
    [m + 106, 1120, 0],
  ];
  const points: Item[] = knit
    ? []
    : [
        ...[
          [-46, 700],
          [18, 690],
          [76, 704],
        ].flatMap(([dx = 0, y = 0]): Item[] => [
          {
            kind: "seam",
            d: line([m + dx, y], [m + dx * 0.86 + 2, y + 90], [m + dx * 0.8 + 4, y + 170]),
            width: 4,
          },
        ]),
        ...[
          [-76, 672],
          [-8, 656],
          [54, 664],
        ].map(([dx = 0, y = 0]): Item => ({
          kind: "edge",
          d: line([m + dx, y - 4, 0], [m + dx, y + 30, 0]),
          width: 2,
        })),
        stitch([m - 94, 1044, 0], [m, 1054], [m + 106, 1044, 0]),
        { kind: "button", at: [m + 6, 1082], radius: 10, holes: 0, metal: true, color: "#b9965a" },
      ];
  return [
    piece(spline(hand), {
      roll: knit ? 30 : 36,
      rise: 0.6,
      lift: 4,
      folds: [
        ...[
          [-112, 500, -100, 700],
          [-46, 420, -44, 700],
          [30, 400, 20, 700],
          [102, 470, 84, 720],
        ].map(([x1 = 0, y1 = 0, x2 = 0, y2 = 0]) =>
          fold([m + x1, y1], [m + x2, y2], { from: 22, to: 30, height: 0.45 }),
        ),
        ...[
          [-112, 600],
          [-46, 556],
          [30, 540],
          [102, 590],
        ].flatMap(([dx = 0, y = 0]) => [
          fold([m + dx - 24, y], [m + dx + 24, y + 4], { from: 7, to: 7, height: -0.5 }),
          fold([m + dx - 22, y + 14], [m + dx + 22, y + 18], { from: 7, to: 7, height: 0.4 }),
        ]),
        ...fan(bench.random, [m + 122, 840], [130, 200], [70, 140], 3, 0.5),
        fold([m + 210, 700], [m + 140, 870], { from: 20, to: 30, height: 0.45 }),
      ],
    }),
    ...points,
    ...(knit
      ? [
          piece(
            spline([
              [m - 100, 1020, 0],
              [m, 1030],
              [m + 110, 1020, 0],
              [m + 112, 1180, 0],
              [m, 1192],
              [m - 102, 1180, 0],
            ]),
            { ...ribbed, shade: -0.06, roll: 16, rise: 0.4, lift: 4 },
          ),
        ]
      : [
          piece(
            spline([
              [m - 98, 1112, 0],
              [m, 1122],
              [m + 108, 1112, 0],
              [m + 110, 1132, 0],
              [m, 1142],
              [m - 100, 1132, 0],
            ]),
            { fill: "inside", rise: 0.2 },
          ),
        ]),
  ];
}

function gloves(bench: Bench): Drawing {
  const made = (): Item[] => [
    ...shiftedItems(turnedItems(flipped(glove(bench)), -9, [m, 760]), -150, -26),
    ...shiftedItems(turnedItems(glove(bench), 12, [m, 760]), 130, 34),
  ];
  const back = (): Item[] => [
    ...shiftedItems(turnedItems(glove(bench), -9, [m, 760]), -150, -26),
    ...shiftedItems(turnedItems(flipped(glove(bench)), 12, [m, 760]), 130, 34),
  ];
  return {
    front: made(),
    back: back(),
    measures: {
      length: [
        [m + 400, 440],
        [m + 330, 1200],
      ],
      width: [
        [m + 10, 870],
        [m + 220, 910],
      ],
    },
    center: [600, 775],
    scale: 1.12,
  };
}

function cap(bench: Bench): Drawing {
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
      peak: [
        [m, 872],
        [m, 1082],
      ],
    },
    center: [600, 755],
    scale: 1.2,
  };
}

export const softAccessories: CutDrawers<"scarf" | "beanie" | "silk-square" | "gloves" | "cap"> = {
  scarf,
  beanie,
  "silk-square": silkSquare,
  gloves,
  cap,
};
