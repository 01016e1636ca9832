import { drape, fan, fold, gathers, pleat } from "../folds.ts";
import type { Bench, CutDrawers, Drawing, Fold, Item, Measures } from "../model.ts";
import { line, spline, whole, type Point } from "../paths.ts";
import { band, both, neckInside, neckLabel, piece, seam, stitch } from "../parts.ts";
import { wavyHem } from "./bottoms.ts";

const m = 600;

export type DressMeasures = {
  shoulderX: number;
  top: number;
  bust: number;
  bustY: number;
  waist: number;
  waistY: number;
  hem: number;
  bottom: number;
};

/** Where a dress is measured. */
export function dressMeasures(at: DressMeasures): Measures {
  return {
    length: [
      [m + Math.max(at.hem, at.bust) + 44, at.top],
      [m + Math.max(at.hem, at.bust) + 44, at.bottom],
    ],
    shoulder: [
      [m - at.shoulderX, at.top + 20],
      [m + at.shoulderX, at.top + 20],
    ],
    bust: [
      [m - at.bust, at.bustY],
      [m + at.bust, at.bustY],
    ],
    waist: [
      [m - at.waist, at.waistY],
      [m + at.waist, at.waistY],
    ],
    hem: [
      [m - at.hem, at.bottom + 34],
      [m + at.hem, at.bottom + 34],
    ],
  };
}

/** The back of a flared hem, seen under the wave of its front. */
export function hemShadow(half: number, y: number, sag = 34): Item {
  return piece(
    spline([
      [m - half + 12, y - 60, 0],
      [m + half - 12, y - 60, 0],
      [m + half - 16, y + 2, 0],
      [m, y + sag + 2],
      [m - half + 16, y + 2, 0],
    ]),
    { fill: "inside" },
  );
}

function slipDress(bench: Bench): Drawing {
  const [top, waistY, bottom, hem] = [330, 610, 1350, 268];
  const body = (back: boolean): Item => {
    const cowlBehind = bench.says("cowl-back");
    const neckline: Point[] = cowlBehind
      ? back
        ? [
            [m, top + 200],
            [m + 56, top + 176],
            [m + 112, top + 80],
            [m + 124, top + 6, 0],
          ]
        : [
            [m, top + 2],
            [m + 70, top - 2],
            [m + 118, top - 14, 0],
            [m + 134, top + 40],
          ]
      : back
        ? [
            [m, top + 96],
            [m + 70, top + 76],
            [m + 130, top + 24, 0],
          ]
        : [
            [m, top + 70],
            [m + 40, top + 56],
            [m + 92, top + 6],
            [m + 104, top - 12, 0],
            [m + 128, top + 34],
          ];
    const right: Point[] = [
      ...neckline,
      [m + 172, top + 110, 0],
      [m + 164, top + 200],
      [m + 150, waistY],
      [m + 176, waistY + 150],
      [m + 206, waistY + 330],
    ];
    return piece(
      spline([
        ...right,
        ...wavyHem(bench.random, m - hem, m + hem, bottom, 30, 4),
        ...right
          .filter(([x]) => x !== m)
          .map(([x, y, c]): Point => (c === 0 ? [1200 - x, y, 0] : [1200 - x, y]))
          .reverse(),
      ]),
      {
        roll: 24,
        folds: [
          ...drape(
            bench.random,
            [
              [m - 110, waistY - 20],
              [m + 110, waistY - 20],
            ],
            [
              [m - hem + 20, bottom + 30],
              [m + hem - 20, bottom + 30],
            ],
            5,
            0.5,
            50,
          ),
          ...(cowlBehind && back
            ? [20, 60, 104].flatMap((dy) => [
                fold([m - 112 - dy * 0.3, top + 40 + dy], [m + 112 + dy * 0.3, top + 40 + dy], {
                  from: 16,
                  to: 16,
                  height: 0.5,
                  bend: 170,
                }),
                fold([m - 114 - dy * 0.3, top + 64 + dy], [m + 116 + dy * 0.3, top + 62 + dy], {
                  from: 14,
                  to: 14,
                  height: -0.42,
                  bend: 170,
                }),
              ])
            : []),
          ...(back || cowlBehind
            ? []
            : [
                // The cowl: swags that hang between the straps.
                fold([m - 96, top + 26], [m + 96, top + 26], {
                  from: 16,
                  to: 16,
                  height: 0.55,
                  bend: 74,
                }),
                fold([m - 100, top + 52], [m + 104, top + 50], {
                  from: 14,
                  to: 14,
                  height: -0.5,
                  bend: 82,
                }),
                fold([m - 104, top + 74], [m + 112, top + 70], {
                  from: 18,
                  to: 18,
                  height: 0.45,
                  bend: 96,
                }),
                fold([m - 110, top + 106], [m + 122, top + 104], {
                  from: 16,
                  to: 16,
                  height: -0.35,
                  bend: 100,
                }),
              ]),
          fold([m - 150, waistY + 20], [m + 90, waistY + 190], {
            from: 40,
            to: 12,
            height: 0.3,
            bend: -26,
          }),
          fold([m + 146, waistY - 30], [m - 60, waistY + 80], {
            from: 30,
            to: 10,
            height: 0.3,
            bend: 22,
          }),
        ],
      },
    );
  };
  const strap = (from: Point, bend: number, to: Point): Item => ({
    kind: "trim",
    d: line(from, [(from[0] + to[0]) / 2 + bend, (from[1] + to[1]) / 2], to),
    stroke: bench.edge,
    width: 7,
  });
  const straps = (back: boolean): Item[] => {
    const x = back || bench.says("cowl-back") ? 121 : 103;
    const y = back ? top + 16 : top - 8;
    // One loop on each side: up from the near neckline, and down again behind to the far one.
    const loops = [-1, 1].flatMap((sign): Item[] => [
      strap([m + sign * 88, bench.says("cowl-back") ? top - 6 : top + 8], sign * 8, [
        m + sign * 72,
        190,
      ]),
      strap([m + sign * x, y], sign * 6, [m + sign * 92, 190]),
      {
        kind: "trim",
        d: line([m + sign * 72, 190], [m + sign * 82, 172], [m + sign * 92, 190]),
        stroke: bench.edge,
        width: 7,
      },
    ]);
    return loops;
  };
  const sliders = [-1, 1].map((sign): Item => ({
    kind: "trim",
    d: line([m + sign * 94, 262, 0], [m + sign * 106, 258, 0]),
    stroke: "#c9a25c",
    width: 5,
    paintOnly: true,
  }));
  return {
    front: [
      piece(
        whole([
          [m, top + 92],
          [m + 70, top + 72],
          [m + 128, top + 26, 0],
          [m + 150, top + 120, 0],
          [m, top + 140],
        ]),
        { fill: "inside" },
      ),
      ...neckLabel(top + 98, 44),
      hemShadow(hem, bottom, 28),
      body(false),
      ...straps(false),
      ...sliders,
    ],
    back: [hemShadow(hem, bottom, 28), body(true), ...straps(true)],
    measures: dressMeasures({
      shoulderX: 104,
      top: 318,
      bust: 168,
      bustY: 470,
      waist: 152,
      waistY,
      hem,
      bottom,
    }),
    grainLine: [
      [m - 90, 760],
      [m + 110, 1180],
    ],
    center: [600, 765],
    scale: 1.08,
  };
}

function halterDress(bench: Bench): Drawing {
  const [waistY, bottom, hem] = [640, 1345, 300];
  const right = (back: boolean): Point[] =>
    back
      ? [
          [m, 520],
          [m + 90, 512],
          [m + 168, 470, 0],
          [m + 160, 560],
          [m + 142, waistY],
        ]
      : [
          [m, 262],
          [m + 40, 258],
          [m + 66, 240, 0],
          [m + 84, 330],
          [m + 110, 420],
          [m + 172, 474, 0],
          [m + 164, 560],
          [m + 142, waistY],
        ];
  const top = (back: boolean): Item =>
    piece(whole([...right(back), [m, waistY + 8]]), {
      lift: 3,
      folds: back
        ? pleat([m - 60, 530], [m - 50, 640], { height: 0.3 })
        : [
            ...gathers(bench.random, [m - 52, 276], [m + 52, 276], 320, 7, 0.6),
            ...fan(bench.random, [m, waistY], [-140, -40], [90, 190], 4, 0.4),
          ],
    });
  const skirt = (): Item =>
    piece(
      spline([
        [m, waistY + 6],
        [m + 142, waistY - 4, 0],
        [m + 176, waistY + 130],
        [m + 230, waistY + 380],
        ...wavyHem(bench.random, m - hem, m + hem, bottom, 32, 5),
        [m - 230, waistY + 380],
        [m - 176, waistY + 130],
        [m - 142, waistY - 4, 0],
      ]),
      {
        roll: 24,
        folds: drape(
          bench.random,
          [
            [m - 122, waistY + 10],
            [m + 122, waistY + 10],
          ],
          [
            [m - hem + 16, bottom + 30],
            [m + hem - 16, bottom + 30],
          ],
          7,
          0.55,
          40,
        ),
      },
    );
  const waistBand = (): Item =>
    band(142, waistY - 20, 144, waistY + 18, 6, { lift: 3, plain: false });
  const neck = (): Item =>
    piece(
      whole([
        [m, 236],
        [m + 40, 232],
        [m + 66, 212],
        [m + 74, 238, 0],
        [m + 66, 252],
        [m, 278],
      ]),
      { lift: 4, roll: 14, rise: 0.4 },
    );
  const tie: Item[] = [
    piece(
      spline([
        [m - 4, 232, 0],
        [m - 40, 330],
        [m - 30, 470, 0],
        [m - 2, 474, 0],
        [m - 8, 340],
        [m + 10, 234, 0],
      ]),
      { lift: 5, folds: pleat([m - 10, 250], [m - 18, 460]) },
    ),
    piece(
      spline([
        [m, 232, 0],
        [m + 36, 340],
        [m + 42, 440, 0],
        [m + 68, 430, 0],
        [m + 54, 330],
        [m + 16, 230, 0],
      ]),
      { lift: 5, folds: pleat([m + 10, 250], [m + 50, 430]) },
    ),
    piece(
      spline([
        [m - 18, 214],
        [m + 6, 206],
        [m + 22, 220],
        [m + 18, 250],
        [m - 4, 256],
        [m - 20, 242],
      ]),
      { lift: 4, roll: 16, rise: 0.5 },
    ),
  ];
  const band2 = (): Item[] =>
    both(() => [
      piece(
        spline([
          [m + 4, 218, 0],
          [m + 40, 214],
          [m + 64, 204, 0],
          [m + 76, 226, 0],
          [m + 46, 240],
          [m + 4, 246, 0],
        ]),
        { roll: 10 },
      ),
    ]);
  return {
    front: [
      piece(
        whole([
          [m, 214],
          [m + 50, 206],
          [m + 68, 214, 0],
          [m + 60, 250],
          [m, 260],
        ]),
        { fill: "inside" },
      ),
      piece(
        whole([
          [m, 520],
          [m + 90, 512],
          [m + 166, 474, 0],
          [m + 140, 600, 0],
          [m, 600],
        ]),
        { fill: "inside" },
      ),
      hemShadow(hem, bottom),
      skirt(),
      top(false),
      waistBand(),
      neck(),
    ],
    back: [
      hemShadow(hem, bottom),
      piece(
        spline([
          [m - 66, 240, 0],
          [m + 66, 240, 0],
          [m + 84, 330],
          [m + 110, 420],
          [m + 168, 474, 0],
          [m + 120, 540, 0],
          [m + 60, 400],
          [m + 30, 260, 0],
          [m - 30, 260, 0],
          [m - 60, 400],
          [m - 120, 540, 0],
          [m - 168, 474, 0],
          [m - 110, 420],
          [m - 84, 330],
        ]),
        { fill: "inside", shade: 0.1 },
      ),
      skirt(),
      top(true),
      waistBand(),
      { kind: "seam", d: line([m, 530, 0], [m, 860, 0]) },
      ...band2(),
      ...tie,
    ],
    measures: dressMeasures({
      shoulderX: 66,
      top: 232,
      bust: 170,
      bustY: 490,
      waist: 142,
      waistY,
      hem,
      bottom,
    }),
    grainLine: [
      [m + 20, 760],
      [m + 40, 1180],
    ],
    center: [600, 770],
    scale: 1.1,
  };
}

function sheathDress(bench: Bench): Drawing {
  const bottom = 1290;
  const half = (depth: number): Point[] => [
    [m, 268 + depth],
    [m + 64, 258 + depth * 0.9],
    [m + 108, 244 + depth * 0.3],
    [m + 120, 232, 0],
    [m + 190, 252, 0],
    [m + 172, 350],
    [m + 190, 430],
    [m + 212, 476, 0],
    [m + 200, 560],
    [m + 168, 676],
    [m + 196, 820],
    [m + 222, 940],
    [m + 212, 1120],
    [m + 198, bottom, 0],
    [m, bottom + 6],
  ];
  const folds = (): Fold[] => [
    ...fan(bench.random, [m - 166, 680], [-38, 38], [90, 190], 4, 0.4),
    ...fan(bench.random, [m + 166, 680], [142, 218], [90, 190], 4, 0.4),
    ...fan(bench.random, [m + 206, 486], [115, 175], [80, 160], 3, 0.35),
    ...fan(bench.random, [m - 206, 486], [5, 65], [80, 160], 3, 0.35),
    ...pleat([m + 80, 960], [m + 96, bottom], { from: 8, to: 50, height: 0.3 }),
    ...pleat([m - 110, 930], [m - 96, bottom], { from: 8, to: 46, height: 0.3 }),
  ];
  const darts = (): Item[] =>
    both(() => [
      seam([m + 172, 350], [m + 120, 470], [m + 96, 680], [m + 112, 900], [m + 106, bottom, 0]),
    ]);
  const facing = (): Item[] =>
    both(() => [
      {
        kind: "edge",
        d: line([m + 184, 256, 0], [m + 164, 350], [m + 184, 436], [m + 206, 480, 0]),
        width: 1.6,
      },
    ]);
  return {
    front: [
      piece(
        whole([
          [m, 286],
          [m + 70, 276],
          [m + 120, 230, 0],
          [m + 188, 252, 0],
          [m + 150, 380, 0],
          [m, 400],
        ]),
        { fill: "inside" },
      ),
      ...neckLabel(300),
      {
        kind: "shade",
        d: spline([
          [m - 110, 330],
          [m, 366],
          [m + 110, 330],
          [m, 400],
        ]),
        opacity: 0.5,
        blur: 10,
      },
      piece(whole(half(96)), { folds: folds(), lift: 3 }),
      ...darts(),
      ...facing(),
      { kind: "seam", d: line([m - 170, 678], [m, 688], [m + 170, 678]) },
    ],
    back: [
      piece(whole(half(20)), { folds: folds() }),
      ...darts(),
      { kind: "seam", d: line([m, 290, 0], [m, bottom - 220, 0]) },
      { kind: "seam", d: line([m - 170, 678], [m, 688], [m + 170, 678]) },
      piece(
        spline([
          [m, bottom - 230, 0],
          [m + 26, bottom - 224, 0],
          [m + 30, bottom + 5, 0],
          [m + 8, bottom + 6, 0],
        ]),
        { fill: "inside", rise: 0.1 },
      ),
      {
        kind: "trim",
        d: `M${m - 5} 296L${m + 5} 296L${m + 4} 324L${m - 4} 324Z`,
        fill: "#b9bec6",
        stroke: "#6b717b",
        width: 1.5,
      },
    ],
    measures: dressMeasures({
      shoulderX: 190,
      top: 234,
      bust: 210,
      bustY: 490,
      waist: 168,
      waistY: 680,
      hem: 200,
      bottom,
    }),
    grainLine: [
      [m + 26, 760],
      [m + 26, 1160],
    ],
    center: [600, 760],
    scale: 1.14,
  };
}

function knitDress(bench: Bench): Drawing {
  const bottom = 1330;
  const half = (depth: number): Point[] => [
    [m, 262 + depth],
    [m + 60, 256 + depth * 0.86],
    [m + 90, 246 + depth * 0.3],
    [m + 98, 232, 0],
    [m + 186, 262, 0],
    [m + 178, 360],
    [m + 198, 450, 0],
    [m + 186, 560],
    [m + 168, 660],
    [m + 196, 800],
    [m + 218, 930],
    [m + 214, 1150],
    [m + 200, bottom, 0],
    [m, bottom + 8],
  ];
  const folds = (): Fold[] => [
    ...fan(bench.random, [m - 164, 660], [-30, 40], [80, 200], 4, 0.4),
    ...fan(bench.random, [m + 164, 660], [140, 214], [80, 200], 4, 0.4),
    ...pleat([m + 60, 900], [m + 90, bottom], { from: 6, to: 60, height: 0.3, bend: -16 }),
    ...pleat([m - 120, 860], [m - 90, bottom], { from: 6, to: 54, height: 0.3, bend: 14 }),
    ...fan(bench.random, [m + 190, 460], [112, 170], [80, 180], 3, 0.4),
    ...fan(bench.random, [m - 190, 460], [10, 68], [80, 180], 3, 0.4),
  ];
  const sleeves = both(() => {
    const d = spline([
      [m + 150, 250, 0],
      [m + 186, 262],
      [m + 232, 330],
      [m + 286, 560],
      [m + 332, 836, 0],
      [m + 244, 858, 0],
      [m + 222, 640],
      [m + 196, 452, 0],
      [m + 150, 380, 0],
    ]);
    return [
      piece(d, {
        grain: -12,
        shade: -0.04,
        folds: [
          ...fan(bench.random, [m + 216, 640], [-60, 40], [50, 110], 4, 0.4),
          fold([m + 220, 330], [m + 310, 800], { from: 26, to: 20, height: 0.3, bend: -14 }),
        ],
      }),
      piece(
        spline([
          [m + 330, 830, 0],
          [m + 345, 930, 0],
          [m + 300, 946],
          [m + 256, 950, 0],
          [m + 243, 852, 0],
          [m + 290, 846],
        ]),
        { surface: "ribbed", grain: -12, shade: -0.07, roll: 12, plain: true },
      ),
    ];
  });
  const neck = (): Item =>
    piece(
      whole([
        [m, 246],
        [m + 54, 240],
        [m + 84, 208],
        [m + 108, 226],
        [m + 100, 262],
        [m + 66, 300],
        [m, 312],
      ]),
      { surface: "ribbed", shade: -0.05, lift: 6, roll: 20, rise: 0.45, plain: true },
    );
  const hem = (): Item =>
    band(206, bottom - 60, 198, bottom + 14, 6, { surface: "ribbed", shade: -0.06 });
  return {
    front: [
      ...sleeves,
      piece(
        whole([
          [m, 222],
          [m + 50, 216],
          [m + 84, 208, 0],
          [m + 60, 260],
          [m, 276],
        ]),
        { fill: "inside", surface: "ribbed" },
      ),
      piece(whole(half(40)), { folds: folds(), lift: 3 }),
      hem(),
      neck(),
    ],
    back: [
      ...sleeves,
      piece(whole(half(8)), { folds: folds() }),
      hem(),
      piece(
        whole([
          [m, 206],
          [m + 54, 204],
          [m + 86, 206],
          [m + 108, 230],
          [m + 96, 262],
          [m, 280],
        ]),
        { surface: "ribbed", shade: -0.05, lift: 6, roll: 20, rise: 0.45, plain: true },
      ),
    ],
    measures: {
      ...dressMeasures({
        shoulderX: 186,
        top: 232,
        bust: 196,
        bustY: 464,
        waist: 168,
        waistY: 664,
        hem: 200,
        bottom: bottom + 14,
      }),
      length: [
        [m - 260, 220],
        [m - 260, bottom + 14],
      ],
      sleeve: [
        [m + 214, 254],
        [m + 376, 930],
      ],
    },
    center: [600, 770],
    scale: 1.1,
  };
}

export const slimDresses: CutDrawers<
  "slip-dress" | "halter-dress" | "sheath-dress" | "knit-dress"
> = {
  "slip-dress": slipDress,
  "halter-dress": halterDress,
  "sheath-dress": sheathDress,
  "knit-dress": knitDress,
};

export { neckInside, stitch };
