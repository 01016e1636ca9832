import { drape, fan, fold, gathers, pleat } from "../folds.ts";
import type { Bench, CutDrawers, Drawing, Item } from "../model.ts";
import { line, spline, whole, type Point } from "../paths.ts";
import {
  band,
  bodyFolds,
  bodyHalf,
  both,
  cuffBand,
  neckInside,
  neckLabel,
  piece,
  seam,
  sleeve,
  stitch,
  type BodyShape,
} from "../parts.ts";
import { wavyHem } from "./bottoms.ts";
import { dressMeasures, hemShadow } from "./dresses.ts";
import { collarBack, patchPocket, placket, shirtCollar, shirtCuff } from "./shirts.ts";

const m = 600;

function wrapDress(bench: Bench): Drawing {
  const [waistY, bottom, hem] = [640, 1330, 292];
  const bodice: BodyShape = {
    neck: 92,
    neckY: 240,
    shoulder: 190,
    shoulderY: 272,
    chest: 206,
    armpitY: 480,
    waist: 184,
    waistY: 560,
    hem: 152,
    hemY: waistY,
    depth: 16,
  };
  const sleeves = both((side) => {
    const made = sleeve(bench, {
      shoulder: [m + 190, 272],
      armpit: [m + 206, 480],
      length: 440,
      angle: 22 + (side === "left" ? 3 : 0),
      cuff: 68,
      slackness: 16,
      creases: 6,
    });
    return [...made.items, cuffBand(made, 26, { plain: false, roll: 10 }, -1)];
  });
  const skirtPoints = (): Point[] => [
    [m, waistY + 6],
    [m + 152, waistY - 4, 0],
    [m + 190, waistY + 140],
    [m + 238, waistY + 380],
    ...wavyHem(bench.random, m - hem, m + hem, bottom, 30, 4),
    [m - 238, waistY + 380],
    [m - 190, waistY + 140],
    [m - 152, waistY - 4, 0],
  ];
  const skirtFolds = () =>
    drape(
      bench.random,
      [
        [m - 130, waistY + 20],
        [m + 130, waistY + 20],
      ],
      [
        [m - hem + 20, bottom + 26],
        [m + hem - 20, bottom + 26],
      ],
      6,
      0.5,
      40,
    );
  const tieFolds = fan(bench.random, [m + 112, waistY], [165, 215], [90, 240], 5, 0.45);
  // The upper front crosses from the left shoulder to the knot at the right of the waist.
  const upper = spline([
    [m - 92, 240, 0],
    [m - 190, 272, 0],
    [m - 178, 380],
    [m - 206, 480, 0],
    [m - 178, 570],
    [m - 152, waistY, 0],
    [m, waistY + 8],
    [m + 150, waistY, 0],
    [m + 158, 606, 0],
    [m + 40, 500],
    [m - 40, 380],
  ]);
  const under = spline([
    [m + 92, 240, 0],
    [m + 190, 272, 0],
    [m + 178, 380],
    [m + 206, 480, 0],
    [m + 178, 570],
    [m + 152, waistY, 0],
    [m - 60, waistY + 4, 0],
    [m - 120, 560, 0],
    [m + 10, 440],
    [m + 60, 340],
  ]);
  const edge = spline([
    [m + 92, waistY, 0],
    [m + 156, waistY, 0],
    [m + 150, 900],
    [m + 176, bottom - 40],
    [m + 186, bottom + 20, 0],
    [m + 150, bottom + 26, 0],
    [m + 128, 1050],
    [m + 108, 820],
  ]);
  const tie: Item[] = [
    piece(
      spline([
        [m + 96, waistY + 4, 0],
        [m + 78, 780],
        [m + 30, 960, 0],
        [m + 72, 976, 0],
        [m + 104, 800],
        [m + 120, waistY + 10, 0],
      ]),
      { lift: 8, folds: pleat([m + 104, 670], [m + 58, 950]), roll: 12 },
    ),
    piece(
      spline([
        [m + 108, waistY + 4, 0],
        [m + 142, 760],
        [m + 150, 900, 0],
        [m + 192, 888, 0],
        [m + 170, 750],
        [m + 132, waistY, 0],
      ]),
      { lift: 8, folds: pleat([m + 122, 670], [m + 168, 880]), roll: 12 },
    ),
    piece(
      spline([
        [m + 104, waistY - 4],
        [m + 168, waistY - 60],
        [m + 214, waistY - 40],
        [m + 210, waistY + 10],
        [m + 150, waistY + 22],
      ]),
      {
        lift: 8,
        roll: 20,
        rise: 0.45,
        folds: fan(bench.random, [m + 116, waistY], [-34, 6], [40, 80], 2, 0.6),
      },
    ),
    piece(
      spline([
        [m + 110, waistY - 2],
        [m + 52, waistY - 44],
        [m + 14, waistY - 22],
        [m + 20, waistY + 24],
        [m + 70, waistY + 28],
      ]),
      {
        lift: 8,
        roll: 20,
        rise: 0.45,
        folds: fan(bench.random, [m + 106, waistY], [170, 214], [40, 80], 2, 0.6),
      },
    ),
    piece(
      spline([
        [m + 92, waistY - 16],
        [m + 112, waistY - 24],
        [m + 132, waistY - 12],
        [m + 132, waistY + 20],
        [m + 110, waistY + 28],
        [m + 90, waistY + 18],
      ]),
      { lift: 5, roll: 16, rise: 0.5 },
    ),
  ];
  return {
    front: [
      ...sleeves,
      ...neckInside(90, 240, 16, 200),
      hemShadow(hem, bottom, 26),
      piece(spline(skirtPoints()), { folds: skirtFolds(), roll: 24 }),
      piece(edge, {
        lift: 8,
        soft: true,
        rise: 0.1,
        folds: pleat([m + 110, waistY + 40], [m + 150, bottom], { from: 6, to: 30 }),
      }),
      {
        kind: "edge",
        d: line([m + 96, waistY + 10], [m + 106, 820], [m + 126, 1050], [m + 150, bottom + 24]),
      },
      piece(under, {
        lift: 2,
        folds: [...fan(bench.random, [m + 196, 490], [110, 170], [80, 180], 4, 0.4)],
      }),
      piece(upper, {
        lift: 6,
        folds: [...tieFolds, ...fan(bench.random, [m - 196, 490], [8, 70], [90, 200], 4, 0.4)],
      }),
      { kind: "stitch", d: line([m + 150, 614], [m + 34, 510], [m - 48, 386], [m - 86, 250]) },
      band(152, waistY - 18, 154, waistY + 18, 6, { lift: 3, plain: false }),
      ...tie,
    ],
    back: [
      ...sleeves,
      hemShadow(hem, bottom, 26),
      piece(spline(skirtPoints()), { folds: skirtFolds(), roll: 24 }),
      piece(whole(bodyHalf(bodice)), {
        folds: [
          ...fan(bench.random, [m - 196, 490], [8, 70], [80, 180], 3, 0.4),
          ...fan(bench.random, [m + 196, 490], [110, 170], [80, 180], 3, 0.4),
        ],
      }),
      band(152, waistY - 18, 154, waistY + 18, 6, { lift: 3, plain: false }),
      ...both(() => [seam([m + 92, 560], [m + 84, waistY - 16, 0])]),
    ],
    measures: {
      ...dressMeasures({
        shoulderX: 190,
        top: 244,
        bust: 204,
        bustY: 492,
        waist: 152,
        waistY,
        hem,
        bottom,
      }),
      length: [
        [m - 320, 240],
        [m - 320, bottom + 10],
      ],
      sleeve: [
        [m + 220, 262],
        [m + 420, 760],
      ],
    },
    grainLine: [
      [m - 60, 780],
      [m - 60, 1180],
    ],
    center: [600, 780],
    scale: 1.06,
  };
}

function shirtDress(bench: Bench): Drawing {
  const bottom = 1320;
  const body: BodyShape = {
    neck: 82,
    neckY: 244,
    shoulder: 214,
    shoulderY: 284,
    chest: 228,
    armpitY: 510,
    waist: bench.says("denim") ? 226 : 188,
    waistY: 690,
    hem: 262,
    hemY: bottom - 60,
    depth: 60,
  };
  const half = (depth: number): Point[] => [
    ...bodyHalf({ ...body, depth }).slice(0, -2),
    [m + 262, bottom - 70],
    [m + 244, bottom - 24],
    [m + 150, bottom + 22],
    [m, bottom + 34],
  ];
  const sleeves = both((side) => {
    const made = sleeve(bench, {
      shoulder: [m + 214, 284],
      armpit: [m + 228, 510],
      length: 500,
      angle: 17 + (side === "left" ? 2 : 0),
      cuff: 58,
      slackness: 18,
      creases: 7,
    });
    return [...made.items, ...shirtCuff(made, 80)];
  });
  const folds = () => [
    ...drape(
      bench.random,
      [
        [m - 150, 730],
        [m + 150, 730],
      ],
      [
        [m - 236, bottom],
        [m + 236, bottom],
      ],
      5,
      0.42,
      30,
    ),
    ...(bench.says("denim")
      ? []
      : gathers(bench.random, [m - 170, 640], [m + 170, 640], 60, 8, 0.5)),
    ...fan(bench.random, [m + 220, 520], [112, 170], [90, 190], 4, 0.4),
    ...fan(bench.random, [m - 220, 520], [10, 68], [90, 190], 4, 0.4),
  ];
  const belt = (): Item[] => [
    band(188, 664, 188, 712, 8, { lift: 5, plain: false, shade: -0.02 }),
    stitch([m - 184, 673], [m, 681], [m + 184, 673]),
    stitch([m - 184, 703], [m, 711], [m + 184, 703]),
  ];
  const sash: Item[] = [
    piece(
      spline([
        [m + 20, 700, 0],
        [m + 34, 860],
        [m + 24, 1000, 0],
        [m + 66, 1004, 0],
        [m + 72, 860],
        [m + 50, 694, 0],
      ]),
      { lift: 7, roll: 12, folds: pleat([m + 38, 720], [m + 46, 990]) },
    ),
    piece(
      spline([
        [m + 46, 696, 0],
        [m + 96, 820],
        [m + 124, 940, 0],
        [m + 164, 926, 0],
        [m + 130, 800],
        [m + 66, 690, 0],
      ]),
      { lift: 7, roll: 12, folds: pleat([m + 62, 720], [m + 140, 920]) },
    ),
    piece(
      spline([
        [m + 16, 668],
        [m + 44, 658],
        [m + 74, 668],
        [m + 78, 704],
        [m + 46, 722],
        [m + 14, 708],
      ]),
      { lift: 5, roll: 18, rise: 0.5 },
    ),
  ];
  return {
    front: [
      ...sleeves,
      ...neckInside(78, 238, 6, 84, false),
      piece(whole(half(60)), { folds: folds(), lift: 3 }),
      ...both(() => [seam([m + 84, 276, 0], [m + 214, 310, 0])]),
      {
        kind: "stitch",
        d: line(
          [m - 236, bottom - 44],
          [m - 150, bottom + 8],
          [m, bottom + 20],
          [m + 150, bottom + 8],
          [m + 236, bottom - 44],
        ),
      },
      ...(bench.says("denim") ? both(() => patchPocket(m + 118, 430, 104, 122, true)) : []),
      ...placket(
        300,
        bottom + 30,
        [352, 442, 532, 622, 790, 890, 990, 1090, 1190],
        bench.says("denim") ? "#b0764a" : undefined,
      ),
      ...(bench.says("denim") ? [] : [...belt(), ...sash]),
      ...shirtCollar(82, 244, 100, 126),
    ],
    back: [
      ...sleeves,
      piece(whole(half(10)), { folds: folds() }),
      { kind: "seam", d: line([m - 208, 366], [m, 378], [m + 208, 366]) },
      ...(bench.says("denim") ? [] : belt()),
      collarBack(82, 240),
    ],
    measures: {
      ...dressMeasures({
        shoulderX: 214,
        top: 250,
        bust: 226,
        bustY: 524,
        waist: bench.says("denim") ? 226 : 188,
        waistY: 690,
        hem: 244,
        bottom,
      }),
      length: [
        [m - 310, 244],
        [m - 310, bottom + 30],
      ],
      sleeve: [
        [m + 244, 276],
        [m + 420, 850],
      ],
    },
    grainLine: [
      [m - 110, 800],
      [m - 110, 1190],
    ],
    center: [600, 785],
    scale: 1.06,
  };
}

function tieredDress(bench: Bench): Drawing {
  const tiers: [number, number, number, number][] = [
    [172, 470, 232, 770],
    [236, 766, 290, 1040],
    [296, 1036, 346, 1320],
  ];
  const yoke: BodyShape = {
    neck: 96,
    neckY: 250,
    shoulder: 180,
    shoulderY: 282,
    chest: 190,
    armpitY: 448,
    hem: 174,
    hemY: 486,
    depth: 74,
  };
  const sleeves = both(() => {
    const d = spline([
      [m + 140, 270, 0],
      [m + 184, 268],
      [m + 260, 300],
      [m + 318, 410],
      [m + 322, 486, 0],
      [m + 222, 520, 0],
      [m + 190, 450, 0],
      [m + 150, 380, 0],
    ]);
    return [
      piece(d, {
        grain: -26,
        shade: -0.03,
        folds: [
          ...fan(bench.random, [m + 186, 292], [0, 80], [60, 140], 6, 0.55),
          ...fan(bench.random, [m + 272, 506], [-150, -60], [50, 110], 6, 0.5),
        ],
      }),
      piece(
        spline([
          [m + 318, 478, 0],
          [m + 322, 512, 0],
          [m + 232, 548, 0],
          [m + 222, 514, 0],
        ]),
        { roll: 12, lift: 3, grain: -20 },
      ),
    ];
  });
  const tier = ([a, y, b, z]: [number, number, number, number], last: boolean): Item =>
    piece(
      spline([
        [m - a, y, 0],
        [m, y + 12],
        [m + a, y, 0],
        [m + (a + b) / 2 + 14, (y + z) / 2],
        ...wavyHem(bench.random, m - b, m + b, z, 16, last ? 7 : 6),
        [m - (a + b) / 2 - 14, (y + z) / 2],
      ]),
      {
        lift: 4,
        roll: 18,
        folds: [
          ...gathers(bench.random, [m - a + 10, y + 12], [m + a - 10, y + 12], 120, 16, 0.75),
          ...drape(
            bench.random,
            [
              [m - a + 10, y + 30],
              [m + a - 10, y + 30],
            ],
            [
              [m - b + 14, z + 10],
              [m + b - 14, z + 10],
            ],
            7,
            0.42,
            20,
          ),
        ],
      },
    );
  const skirt = (): Item[] => [...[...tiers].reverse().map((one, i) => tier(one, i === 0))];
  const seams = (): Item[] =>
    tiers.slice(1).map(([a, y]) => ({
      kind: "stitch",
      d: line([m - a + 8, y - 8], [m, y + 8], [m + a - 8, y - 8]),
    }));
  const top = (depth: number): Item =>
    piece(whole(bodyHalf({ ...yoke, depth })), {
      lift: 4,
      folds: bodyFolds(bench, { ...yoke, hemY: 640 }, 0.4),
    });
  return {
    front: [
      ...sleeves,
      ...neckInside(94, 250, 14, 80),
      hemShadow(346, 1320, 18),
      ...skirt(),
      ...seams(),
      top(74),
      { kind: "stitch", d: line([m - 170, 476], [m, 484], [m + 170, 476]) },
      {
        kind: "stitch",
        d: line([m - 88, 266], [m - 50, 316], [m, 336], [m + 50, 316], [m + 88, 266]),
      },
      { kind: "seam", d: line([m, 326, 0], [m, 490, 0]) },
      ...[350, 396, 442].map((y): Item => ({
        kind: "button",
        at: [m + 9, y],
        radius: 8,
        holes: 2,
      })),
    ],
    back: [...sleeves, hemShadow(346, 1320, 18), ...skirt(), ...seams(), top(14)],
    measures: {
      ...dressMeasures({
        shoulderX: 180,
        top: 256,
        bust: 192,
        bustY: 462,
        waist: 176,
        waistY: 560,
        hem: 346,
        bottom: 1326,
      }),
      length: [
        [m - 390, 250],
        [m - 390, 1326],
      ],
      sleeve: [
        [m + 200, 262],
        [m + 344, 500],
      ],
    },
    grainLine: [
      [m, 560],
      [m, 740],
    ],
    center: [600, 785],
    scale: 1.08,
  };
}

function pleatedDress(bench: Bench): Drawing {
  const [waistY, bottom, waist, hem] = [600, 1330, 156, 318];
  const count = 15;
  const bodice: BodyShape = {
    neck: 90,
    neckY: 244,
    shoulder: 178,
    shoulderY: 270,
    chest: 196,
    armpitY: 462,
    waist: 180,
    waistY: 530,
    hem: waist,
    hemY: waistY,
    depth: 70,
  };
  const skirt = (): Item[] =>
    Array.from({ length: count }, (_, i): Item[] => {
      const x = (half: number, k: number) => m - half + (2 * half * k) / count;
      const sag = (at: number) => 30 * (1 - ((at - m) / hem) ** 2);
      const [a, b, c, d] = [x(waist, i), x(waist, i + 1), x(hem, i), x(hem, i + 1)];
      return [
        piece(
          spline([
            [a, waistY, 0],
            [b + 1, waistY, 0],
            [d + 9, bottom + sag(d) + 5, 0],
            [c - 2, bottom + sag(c) - 8 + bench.chance() * 3, 0],
          ]),
          {
            lift: 3,
            roll: 10,
            rise: 0.16,
            shade: i % 2 === 0 ? 0 : -0.02,
            soft: true,
            folds: [
              fold([b - 3, waistY + 10], [d - 1, bottom + 20], {
                from: 6,
                to: 14,
                height: -0.75,
                crisp: true,
              }),
              fold([a + 3, waistY + 10], [c + 8, bottom + 20], {
                from: 6,
                to: 16,
                height: 0.5,
                crisp: true,
              }),
            ],
          },
        ),
        { kind: "edge", d: line([b, waistY + 10, 0], [d + 7, bottom + sag(d) + 4, 0]), width: 1.8 },
      ];
    }).flat();
  const collar = (): Item =>
    piece(
      whole([
        [m, 300],
        [m + 44, 282],
        [m + 78, 226, 0],
        [m + 102, 236],
        [m + 104, 268],
        [m + 60, 326],
        [m, 344],
      ]),
      { lift: 5, roll: 16, rise: 0.4 },
    );
  const sleeves = both((side) => {
    const made = sleeve(bench, {
      shoulder: [m + 178, 270],
      armpit: [m + 196, 462],
      length: 190,
      angle: 30 + (side === "left" ? 3 : 0),
      cuff: 92,
      slackness: 6,
      head: 20,
      creases: 3,
    });
    return [...made.items, cuffBand(made, 30, { plain: false, roll: 10 }, -2)];
  });
  const top = (depth: number): Item =>
    piece(whole(bodyHalf({ ...bodice, depth })), {
      lift: 3,
      folds: [
        ...gathers(bench.random, [m - 120, 300], [m + 120, 300], 200, 5, 0.3),
        ...fan(bench.random, [m - 188, 474], [10, 70], [80, 160], 3, 0.4),
        ...fan(bench.random, [m + 188, 474], [110, 170], [80, 160], 3, 0.4),
      ],
    });
  const belt = (): Item[] => [
    band(waist, waistY - 20, waist, waistY + 22, 6, { lift: 5, plain: true, shade: -0.1 }),
  ];
  return {
    front: [
      ...sleeves,
      ...neckInside(80, 234, 8, 60, false),
      ...neckLabel(252, 42),
      ...skirt(),
      top(70),
      collar(),
      ...[374, 428, 482, 536].map((y): Item => ({
        kind: "button",
        at: [m, y],
        radius: 8,
        holes: 2,
      })),
      ...belt(),
      {
        kind: "trim",
        d: `M${m - 26} ${waistY - 22}L${m + 26} ${waistY - 22}L${m + 26} ${waistY + 34}L${m - 26} ${waistY + 34}Z`,
        stroke: "#b9965a",
        width: 6,
      },
      {
        kind: "trim",
        d: line([m - 24, waistY + 6, 0], [m + 8, waistY + 6, 0]),
        stroke: "#b9965a",
        width: 5,
      },
    ],
    back: [
      ...sleeves,
      ...skirt(),
      top(12),
      { kind: "seam", d: line([m, 264, 0], [m, waistY, 0]) },
      ...belt(),
    ],
    measures: {
      ...dressMeasures({
        shoulderX: 178,
        top: 250,
        bust: 194,
        bustY: 476,
        waist,
        waistY,
        hem,
        bottom: bottom + 20,
      }),
      length: [
        [m - 366, 244],
        [m - 366, bottom + 26],
      ],
      sleeve: [
        [m + 200, 262],
        [m + 356, 470],
      ],
    },
    grainLine: [
      [m, 740],
      [m, 1150],
    ],
    center: [600, 785],
    scale: 1.08,
  };
}

export const fullDresses: CutDrawers<
  "wrap-dress" | "shirt-dress" | "tiered-dress" | "pleated-dress"
> = {
  "wrap-dress": wrapDress,
  "shirt-dress": shirtDress,
  "tiered-dress": tieredDress,
  "pleated-dress": pleatedDress,
};
