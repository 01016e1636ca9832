import { drape, fan, fold, gathers, pleat } from "../folds.ts";
import type { Bench, CutDrawers, Drawing, Fold, Item, Measures } from "../model.ts";
import { line, spline, whole, wholePoints, type Point } from "../paths.ts";
import { both, piece, seam, stitch } from "../parts.ts";

const m = 600;

type LegShape = {
  waist: number;
  waistY: number;
  rise: number;
  hip: number;
  hipY: number;
  crotchY: number;
  /** Outer and inner x of the hem, and its height. */
  hemOut: number;
  hemIn: number;
  hemY: number;
  kneeOut: number;
  kneeIn: number;
};

/** One leg with its half of the seat, on the right. */
function leg(shape: LegShape, bottom = shape.hemY): Point[] {
  const kneeY = (shape.crotchY + shape.hemY) / 2;
  return [
    [m, shape.waistY + 4, 0],
    [m + shape.waist, shape.waistY - 4, 0],
    [m + (shape.waist + shape.hip) / 2 + 6, (shape.waistY + shape.hipY) / 2],
    [m + shape.hip, shape.hipY],
    [m + shape.kneeOut, kneeY],
    [m + shape.hemOut, bottom - 8, 0],
    [m + shape.hemIn, bottom + 2, 0],
    [m + shape.kneeIn, kneeY],
    [m + 16, shape.crotchY + 40],
    [m, shape.crotchY, 0],
  ];
}

function legFolds(bench: Bench, shape: LegShape, crease: boolean): Fold[] {
  const { random } = bench;
  const kneeY = (shape.crotchY + shape.hemY) / 2;
  const hemMid = m + (shape.hemIn + shape.hemOut) / 2;
  const kneeMid = m + (shape.kneeIn + shape.kneeOut) / 2;
  return [
    ...fan(random, [m + 4, shape.crotchY - 6], [-62, 20], [90, 210], 4, 0.42),
    ...fan(random, [m + 10, shape.crotchY + 30], [30, 75], [80, 190], 2, 0.35),
    ...fan(random, [m + shape.kneeIn, kneeY], [-40, 40], [50, 110], 3, 0.3),
    ...pleat([kneeMid + 30, kneeY - 120], [m + shape.hemOut - 34, shape.hemY], {
      from: 8,
      to: 40,
      height: 0.4,
      bend: -12,
    }),
    ...pleat([kneeMid - 34, kneeY + 20], [m + shape.hemIn + 30, shape.hemY], {
      from: 8,
      to: 34,
      height: 0.36,
      bend: 8,
    }),
    fold([m + shape.hip - 20, shape.hipY + 30], [m + 70, shape.crotchY + 120 + random() * 80], {
      from: 50,
      to: 12,
      height: 0.25,
    }),
    ...(crease
      ? [
          fold([m + shape.waist * 0.52, shape.waistY + 60], [hemMid, shape.hemY], {
            from: 7,
            to: 8,
            height: 0.5,
            crisp: true,
            bend: -6,
          }),
          fold([m + shape.waist * 0.52 + 8, shape.waistY + 60], [hemMid + 9, shape.hemY], {
            from: 8,
            to: 9,
            height: -0.35,
            crisp: true,
            bend: -6,
          }),
        ]
      : []),
  ];
}

function waistband(
  waist: number,
  y: number,
  depth: number,
  loops: readonly number[],
  look: { stitched?: boolean } = {},
): Item[] {
  return [
    piece(
      whole([
        [m, y + 6],
        [m + waist * 0.6, y + 2],
        [m + waist, y - 6, 0],
        [m + waist + 4, y + depth - 6, 0],
        [m + waist * 0.6, y + depth + 3],
        [m, y + depth + 7],
      ]),
      { roll: 10, rise: 0.3, grain: 90, lift: 2 },
    ),
    ...(look.stitched
      ? [
          {
            kind: "stitch",
            d: line([m - waist + 4, y + 2], [m, y + 13], [m + waist - 4, y + 2]),
          } as const,
          {
            kind: "stitch",
            d: line([m - waist, y + depth - 12], [m, y + depth], [m + waist, y + depth - 12]),
          } as const,
        ]
      : []),
    ...loops.flatMap((x): Item[] => [
      piece(
        `M${m + x - 8} ${y - 8}L${m + x + 8} ${y - 8}L${m + x + 8} ${y + depth + 12}L${m + x - 8} ${y + depth + 12}Z`,
        { roll: 6, rise: 0.3, lift: 2 },
      ),
    ]),
  ];
}

/** A gathered waistband with its drawstring tied in front. */
function elasticWaist(bench: Bench, waist: number, y: number): Item[] {
  const cord = "#f1ebdd";
  const ends: Point[][] = [
    [
      [m - 4, y + 34],
      [m - 40, y + 110],
      [m - 26, y + 190],
    ],
    [
      [m + 4, y + 34],
      [m + 36, y + 120],
      [m + 54, y + 206],
    ],
    [
      [m, y + 32],
      [m + 46, y + 8],
      [m + 70, y + 40],
      [m + 34, y + 52],
      [m, y + 34],
    ],
    [
      [m, y + 32],
      [m - 44, y + 4],
      [m - 72, y + 34],
      [m - 36, y + 54],
      [m, y + 34],
    ],
  ];
  return [
    piece(
      whole([
        [m, y + 4],
        [m + waist * 0.6, y],
        [m + waist, y - 8, 0],
        [m + waist + 6, y + 56, 0],
        [m + waist * 0.6, y + 66],
        [m, y + 70],
      ]),
      {
        roll: 12,
        rise: 0.34,
        lift: 2,
        folds: gathers(bench.random, [m - waist + 8, y + 2], [m + waist - 8, y + 2], 74, 18, 0.7),
      },
    ),
    { kind: "stitch", d: line([m - waist, y + 22], [m, y + 32], [m + waist, y + 22]) },
    ...ends.flatMap((points): Item[] => [
      { kind: "trim", d: line(...points), stroke: "#b9ae98", width: 10, paintOnly: true },
      { kind: "trim", d: line(...points), stroke: cord, width: 7 },
    ]),
  ];
}

/** The inside of the back waistband, seen over the front's lower edge. */
function waistInside(waist: number, y: number): Item[] {
  return [
    piece(
      whole([
        [m, y - 10],
        [m + waist * 0.6, y - 12],
        [m + waist - 2, y - 6, 0],
        [m + waist * 0.6, y + 14],
        [m, y + 20],
      ]),
      { fill: "inside", rise: 0 },
    ),
    piece(`M${m - 26} ${y - 6}L${m + 26} ${y - 6}L${m + 26} ${y + 14}L${m - 26} ${y + 14}Z`, {
      fill: "#f4efe6",
      rise: 0,
    }),
    { kind: "edge", d: line([m - 14, y, 0], [m + 14, y, 0]), width: 3, color: "#23262d" },
  ];
}

function fly(y: number, end: number, stitched: boolean): Item[] {
  const curve: Point[] = [
    [m + 46, y + 4, 0],
    [m + 46, end - 90],
    [m + 30, end - 24],
    [m + 2, end, 0],
  ];
  return [
    { kind: "seam", d: line([m, y, 0], [m, end + 6, 0]) },
    stitched ? stitch(...curve) : { kind: "edge", d: line(...curve), width: 1.6 },
    ...(stitched
      ? [stitch(...curve.map(([x, z, c]): Point => (c === 0 ? [x - 7, z - 2, 0] : [x - 7, z - 2])))]
      : []),
  ];
}

function legMeasures(shape: LegShape): Measures {
  return {
    waist: [
      [m - shape.waist, shape.waistY - 22],
      [m + shape.waist, shape.waistY - 22],
    ],
    length: [
      [m + shape.hip + 46, shape.waistY],
      [m + Math.max(shape.hip, shape.hemOut) + 46, shape.hemY],
    ],
    outseam: [
      [m + shape.hip + 46, shape.waistY],
      [m + Math.max(shape.hip, shape.hemOut) + 46, shape.hemY],
    ],
    inseam: [
      [m + 10, shape.crotchY + 10],
      [m + shape.hemIn - 14, shape.hemY],
    ],
    hip: [
      [m - shape.hip, shape.hipY],
      [m + shape.hip, shape.hipY],
    ],
    hem: [
      [m + shape.hemIn, shape.hemY + 18],
      [m + shape.hemOut, shape.hemY + 8],
    ],
    rise: [
      [m, shape.waistY + 10],
      [m, shape.crotchY - 4],
    ],
    thigh: [
      [m + 6, shape.crotchY + 16],
      [m + shape.hip, shape.crotchY + 8],
    ],
  };
}

type TrouserLook = {
  crease: boolean;
  pleats: number;
  turnUp?: number;
  pockets: "slant" | "jean";
  loops: readonly number[];
  drawstring?: boolean;
};

function trouser(bench: Bench, shape: LegShape, look: TrouserLook): Drawing {
  const stitched = look.pockets === "jean";
  const legs = (side: "front" | "back"): Item[] =>
    both(() => [
      piece(spline(leg(shape)), { folds: legFolds(bench, shape, look.crease), lift: 2, grain: 1 }),
      ...(look.turnUp
        ? [
            piece(
              spline([
                [m + shape.hemIn - 4, shape.hemY + 4 - look.turnUp, 0],
                [m + shape.hemOut + 4, shape.hemY - 8 - look.turnUp, 0],
                [m + shape.hemOut + 3, shape.hemY - 6, 0],
                [m + shape.hemIn - 3, shape.hemY + 6, 0],
              ]),
              { roll: 10, rise: 0.3, lift: 3, grain: stitched ? 0 : 1, shade: stitched ? 0.22 : 0 },
            ),
            ...(stitched
              ? [
                  {
                    kind: "edge",
                    d: line(
                      [m + shape.hemIn - 2, shape.hemY + 9 - look.turnUp, 0],
                      [m + shape.hemOut + 3, shape.hemY - 3 - look.turnUp, 0],
                    ),
                    width: 3.4,
                    color: "#b3241c",
                  } as const,
                ]
              : []),
          ]
        : [
            stitch(
              [m + shape.hemIn + 2, shape.hemY - 24, 0],
              [m + shape.hemOut - 3, shape.hemY - 34, 0],
            ),
          ]),
      ...(side === "front" && look.pleats > 0
        ? Array.from({ length: look.pleats }, (_, i): Item => ({
            kind: "seam",
            d: line(
              [m + shape.waist * (0.52 + i * 0.2), shape.waistY + 44, 0],
              [m + shape.waist * (0.54 + i * 0.2), shape.waistY + 130, 0],
            ),
          }))
        : []),
    ]);
  const band = waistband(shape.waist, shape.waistY, 56, look.loops, { stitched });
  const closedWaist: Item[] = [
    ...band,
    {
      kind: "button",
      at: [m + (stitched ? 0 : 8), shape.waistY + 33],
      radius: stitched ? 15 : 13,
      ...(stitched ? { color: "#b0764a", holes: 0 as const, metal: true } : { holes: 4 as const }),
    },
  ];
  const slant = both(() => [
    seam([m + shape.waist * 0.74, shape.waistY + 50, 0], [m + shape.hip - 4, shape.hipY + 6, 0]),
    stitch(
      [m + shape.waist * 0.74 - 8, shape.waistY + 50, 0],
      [m + shape.hip - 12, shape.hipY + 12, 0],
    ),
  ]);
  const scoop = both((at) => [
    seam(
      [m + shape.waist * 0.5, shape.waistY + 52, 0],
      [m + shape.waist * 0.6, shape.waistY + 110],
      [m + shape.hip - 4, shape.waistY + 130, 0],
    ),
    stitch(
      [m + shape.waist * 0.5 - 7, shape.waistY + 54, 0],
      [m + shape.waist * 0.58, shape.waistY + 118],
      [m + shape.hip - 4, shape.waistY + 138, 0],
    ),
    ...(at === "right"
      ? [
          stitch(
            [m + shape.waist * 0.74, shape.waistY + 122, 0],
            [m + shape.waist * 0.74, shape.waistY + 88, 0],
            [m + shape.waist, shape.waistY + 84, 0],
          ),
        ]
      : []),
    ...[
      [0.52, 58],
      [0.95, 128],
    ].map(([sx = 0, dy = 0]): Item => ({
      kind: "button",
      at: [m + shape.waist * sx + 5, shape.waistY + dy + 4],
      radius: 4.5,
      color: "#b0764a",
      holes: 0,
      metal: true,
    })),
  ]);
  const backPockets = both(() =>
    stitched
      ? [
          piece(
            spline([
              [m + 54, shape.waistY + 142, 0],
              [m + 166, shape.waistY + 132, 0],
              [m + 166, shape.waistY + 246, 0],
              [m + 114, shape.waistY + 278, 0],
              [m + 58, shape.waistY + 252, 0],
            ]),
            { roll: 10, lift: 2 },
          ),
          stitch([m + 60, shape.waistY + 158, 0], [m + 160, shape.waistY + 150, 0]),
          stitch(
            [m + 64, shape.waistY + 206],
            [m + 112, shape.waistY + 226],
            [m + 160, shape.waistY + 200],
          ),
          stitch(
            [m + 61, shape.waistY + 150, 0],
            [m + 64, shape.waistY + 247, 0],
            [m + 114, shape.waistY + 270, 0],
            [m + 159, shape.waistY + 241, 0],
            [m + 160, shape.waistY + 142, 0],
          ),
        ]
      : [
          {
            kind: "seam",
            d: line([m + 62, shape.waistY + 150, 0], [m + 164, shape.waistY + 140, 0]),
          } as const,
          {
            kind: "seam",
            d: line([m + 62, shape.waistY + 160, 0], [m + 164, shape.waistY + 150, 0]),
          } as const,
          {
            kind: "seam",
            d: line([m + 112, shape.waistY + 56, 0], [m + 113, shape.waistY + 136, 0]),
          } as const,
          { kind: "button", at: [m + 113, shape.waistY + 176], radius: 8, holes: 4 } as const,
        ],
  );
  return {
    front: [
      ...waistInside(shape.waist, shape.waistY),
      ...legs("front"),
      ...(stitched ? scoop : slant),
      ...(look.drawstring ? [] : fly(shape.waistY + 50, shape.crotchY - 62, stitched)),
      { kind: "seam", d: line([m, shape.crotchY - 60, 0], [m, shape.crotchY - 2, 0]) },
      ...(look.drawstring ? elasticWaist(bench, shape.waist, shape.waistY) : closedWaist),
      ...(stitched
        ? both(() => [
            {
              kind: "shade",
              d: spline([
                [m + 90, 430],
                [m + 140, 560],
                [m + 130, 760],
                [m + 100, 900],
                [m + 74, 740],
                [m + 66, 560],
              ]),
              opacity: 0.3,
              blur: 26,
              light: true,
            } as const,
            stitch(
              [m + shape.hip - 9, shape.hipY + 20, 0],
              [m + shape.kneeOut - 9, (shape.crotchY + shape.hemY) / 2],
              [m + shape.hemOut - 9, shape.hemY - 60, 0],
            ),
          ])
        : []),
    ],
    back: [
      ...legs("back"),
      { kind: "seam", d: line([m, shape.waistY + 50, 0], [m, shape.crotchY, 0]) },
      ...(stitched
        ? [
            {
              kind: "seam",
              d: line(
                [m - shape.waist - 8, shape.waistY + 88],
                [m, shape.waistY + 124],
                [m + shape.waist + 8, shape.waistY + 88],
              ),
            } as const,
            {
              kind: "stitch",
              d: line(
                [m - shape.waist - 8, shape.waistY + 80],
                [m, shape.waistY + 116],
                [m + shape.waist + 8, shape.waistY + 80],
              ),
            } as const,
          ]
        : []),
      ...backPockets,
      ...(look.drawstring ? elasticWaist(bench, shape.waist, shape.waistY).slice(0, 2) : band),
      ...(stitched
        ? [
            piece(
              `M${m + 96} ${shape.waistY - 2}L${m + 158} ${shape.waistY - 4}L${m + 158} ${shape.waistY + 46}L${m + 96} ${shape.waistY + 48}Z`,
              { fill: "#a8703f", rise: 0.3, roll: 10, lift: 2 },
            ),
          ]
        : [
            { kind: "seam", d: line([m, shape.waistY + 4, 0], [m, shape.waistY + 60, 0]) } as const,
          ]),
    ],
    measures: legMeasures(shape),
    grainLine: [
      [m + (shape.kneeIn + shape.kneeOut) / 2, shape.crotchY + 130],
      [m + (shape.hemIn + shape.hemOut) / 2, shape.hemY - 120],
    ],
    center: [600, 750],
    scale: 1.08,
  };
}

const wide: LegShape = {
  waist: 158,
  waistY: 190,
  rise: 0,
  hip: 206,
  hipY: 380,
  crotchY: 560,
  hemOut: 290,
  hemIn: 36,
  hemY: 1345,
  kneeOut: 252,
  kneeIn: 24,
};
const straight: LegShape = {
  waist: 160,
  waistY: 190,
  rise: 0,
  hip: 200,
  hipY: 370,
  crotchY: 540,
  hemOut: 216,
  hemIn: 52,
  hemY: 1345,
  kneeOut: 206,
  kneeIn: 36,
};
const tapered: LegShape = {
  waist: 162,
  waistY: 200,
  rise: 0,
  hip: 218,
  hipY: 390,
  crotchY: 570,
  hemOut: 168,
  hemIn: 56,
  hemY: 1320,
  kneeOut: 206,
  kneeIn: 34,
};
const jeans: LegShape = {
  waist: 166,
  waistY: 196,
  rise: 0,
  hip: 206,
  hipY: 370,
  crotchY: 520,
  hemOut: 212,
  hemIn: 60,
  hemY: 1340,
  kneeOut: 200,
  kneeIn: 38,
};
const short: LegShape = {
  waist: 186,
  waistY: 340,
  rise: 0,
  hip: 244,
  hipY: 520,
  crotchY: 760,
  hemOut: 336,
  hemIn: 30,
  hemY: 1080,
  kneeOut: 300,
  kneeIn: 18,
};

/** A skirt's hem in waves: each fold of the drape lifts it a little. */
function wavyHem(
  random: () => number,
  left: number,
  right: number,
  y: number,
  drop: number,
  waves: number,
): Point[] {
  const points: Point[] = [];
  for (let i = 0; i <= waves * 2; i += 1) {
    const t = i / (waves * 2);
    const x = right + (left - right) * t;
    const sag = drop * Math.sin(Math.PI * t);
    const lift = i === 0 || i === waves * 2 ? 0 : (i % 2 === 0 ? -1 : 1) * (5 + random() * 8);
    points.push(i === 0 || i === waves * 2 ? [x, y + sag, 0] : [x, y + sag + lift]);
  }
  return points;
}

function skirtMeasures(
  waist: number,
  top: number,
  hip: number,
  hipY: number,
  hem: number,
  bottom: number,
): Measures {
  return {
    waist: [
      [m - waist, top - 22],
      [m + waist, top - 22],
    ],
    length: [
      [m + hem + 36, top],
      [m + hem + 36, bottom],
    ],
    hip: [
      [m - hip, hipY],
      [m + hip, hipY],
    ],
    hem: [
      [m - hem, bottom + 34],
      [m + hem, bottom + 34],
    ],
  };
}

function pleatedSkirt(bench: Bench): Drawing {
  const count = 13;
  const [top, bottom, waist, hem] = [330, 1210, 166, 356];
  const panels = (): Item[] =>
    Array.from({ length: count }, (_, i): Item[] => {
      const a = m - waist + (2 * waist * i) / count;
      const b = m - waist + (2 * waist * (i + 1)) / count;
      const c = m - hem + (2 * hem * i) / count;
      const d = m - hem + (2 * hem * (i + 1)) / count;
      const sag = (x: number) => 34 * (1 - ((x - m) / hem) ** 2);
      const low = bottom + sag((c + d) / 2) + bench.chance() * 3;
      return [
        piece(
          spline([
            [a, top + 50, 0],
            [b + 2, top + 50, 0],
            [d + 12, bottom + sag(d) + 6, 0],
            [c - 3, low - 12, 0],
          ]),
          {
            shade: i % 2 === 0 ? 0 : -0.02,
            lift: 3,
            roll: 12,
            rise: 0.2,
            folds: [
              fold([b - 4, top + 60], [d + 1, bottom + 20], {
                from: 8,
                to: 16,
                height: -0.8,
                crisp: true,
              }),
              fold([a + 4, top + 60], [c + 8, bottom + 20], {
                from: 8,
                to: 18,
                height: 0.6,
                crisp: true,
              }),
            ],
          },
        ),
        { kind: "edge", d: line([b, top + 60, 0], [d + 9, bottom + sag(d) + 4, 0]), width: 2 },
      ];
    }).flat();
  const band = (): Item[] => waistband(waist + 2, top, 52, []);
  return {
    front: [...waistInside(waist, top), ...panels(), ...band()],
    back: [
      ...panels(),
      ...band(),
      { kind: "seam", d: line([m, top + 8, 0], [m, top + 260, 0]) },
      {
        kind: "trim",
        d: `M${m - 5} ${top + 18}L${m + 5} ${top + 18}L${m + 4} ${top + 44}L${m - 4} ${top + 44}Z`,
        fill: "#b9bec6",
        stroke: "#6b717b",
        width: 1.5,
      },
    ],
    measures: skirtMeasures(waist, top, 240, 620, hem, bottom),
    grainLine: [
      [m + 30, 620],
      [m + 60, 1050],
    ],
    scale: 1.12,
    center: [600, 780],
  };
}

function satinSkirt(bench: Bench): Drawing {
  const [top, bottom, waist, hem] = [300, 1230, 164, 322];
  const body = (): Item => {
    const side = (sign: 1 | -1): Point[] => [
      [m + sign * waist, top + 6, 0],
      [m + sign * (waist + 48), top + 170],
      [m + sign * (waist + 66), top + 330],
      [m + sign * (hem - 54), bottom - 300],
    ];
    return piece(
      spline([
        [m, top + 12],
        ...side(1),
        ...wavyHem(bench.random, m - hem, m + hem, bottom, 36, 5),
        ...side(-1).reverse(),
      ]),
      {
        folds: [
          ...drape(
            bench.random,
            [
              [m - waist + 30, top + 120],
              [m + waist - 30, top + 120],
            ],
            [
              [m - hem + 20, bottom + 30],
              [m + hem - 20, bottom + 30],
            ],
            6,
            0.5,
            46,
          ),
          fold([m - waist, top + 60], [m + 60, top + 230], {
            from: 50,
            to: 20,
            height: 0.4,
            bend: -20,
          }),
        ],
        roll: 26,
      },
    );
  };
  const under = (): Item =>
    piece(
      spline([
        [m - hem + 10, bottom - 40, 0],
        [m + hem - 10, bottom - 40, 0],
        [m + hem - 14, bottom + 2, 0],
        [m, bottom + 40],
        [m - hem + 14, bottom + 2, 0],
      ]),
      { fill: "inside" },
    );
  const band = (): Item[] => [
    piece(
      whole([
        [m, top + 6],
        [m + waist, top - 4, 0],
        [m + waist + 4, top + 26, 0],
        [m, top + 38],
      ]),
      { roll: 10, rise: 0.4, lift: 2 },
    ),
  ];
  return {
    front: [...waistInside(waist, top - 2), under(), body(), ...band()],
    back: [
      under(),
      body(),
      ...band(),
      { kind: "seam", d: line([m + waist - 8, top + 30, 0], [m + waist + 30, top + 200]) },
    ],
    measures: skirtMeasures(waist, top, 232, top + 330, hem, bottom),
    grainLine: [
      [m - 130, 560],
      [m + 130, 1000],
    ],
    scale: 1.1,
    center: [600, 770],
    turn: 1,
  };
}

function pencilSkirt(bench: Bench): Drawing {
  const [top, bottom, waist, hip, hem] = [320, 1230, 170, 232, 206];
  const half: Point[] = [
    [m, top + 12],
    [m + waist, top, 0],
    [m + waist + 40, top + 110],
    [m + hip, top + 300],
    [m + hip - 2, top + 460],
    [m + hem, bottom, 0],
    [m, bottom + 6],
  ];
  const body = (extra: Fold[]): Item =>
    piece(whole(half), {
      folds: [
        ...fan(bench.random, [m - hip + 10, top + 320], [-24, 24], [120, 240], 4, 0.4),
        ...fan(bench.random, [m + hip - 10, top + 330], [156, 204], [120, 240], 4, 0.4),
        ...pleat([m + 90, top + 480], [m + 96, bottom], { from: 8, to: 50, height: 0.3 }),
        ...pleat([m - 120, top + 500], [m - 104, bottom], { from: 8, to: 44, height: 0.3 }),
        ...extra,
      ],
      roll: 26,
    });
  const darts = both(() => [
    { kind: "seam", d: line([m + 92, top + 50, 0], [m + 96, top + 190, 0]) } as const,
    stitch([m + 6 - 6 + hem - 8, bottom - 26, 0], [m, bottom - 20]),
  ]);
  const vent: Item[] = [
    { kind: "seam", d: line([m, top + 50, 0], [m, bottom - 250, 0]) },
    piece(
      spline([
        [m - 10, bottom - 250, 0],
        [m + 40, bottom - 250, 0],
        [m + 40, bottom + 2, 0],
        [m - 3, bottom + 8, 0],
      ]),
      { fill: "inside", shade: 0.1 },
    ),
    piece(
      spline([
        [m - 60, bottom - 268, 0],
        [m, bottom - 268, 0],
        [m + 14, bottom + 10, 0],
        [m - 60, bottom + 5, 0],
      ]),
      { lift: 7, soft: true, roll: 12, rise: 0.1 },
    ),
    { kind: "edge", d: line([m, bottom - 262, 0], [m + 14, bottom + 8, 0]) },
    stitch([m - 4, bottom - 250, 0], [m + 38, bottom - 272, 0]),
  ];
  const zip: Item = {
    kind: "trim",
    d: `M${m - 5} ${top + 14}L${m + 5} ${top + 14}L${m + 4} ${top + 42}L${m - 4} ${top + 42}Z`,
    fill: "#b9bec6",
    stroke: "#6b717b",
    width: 1.5,
  };
  return {
    front: [...waistInside(waist, top), body([]), ...darts, ...waistband(waist, top, 52, [])],
    back: [body([]), ...darts, ...vent, ...waistband(waist, top, 52, []), zip],
    measures: skirtMeasures(waist, top, hip, top + 310, hem, bottom),
    grainLine: [
      [m + 30, 640],
      [m + 30, 1080],
    ],
    scale: 1.1,
    center: [600, 780],
  };
}

export const bottoms: CutDrawers<
  | "wide-trouser"
  | "straight-trouser"
  | "tapered-trouser"
  | "jean"
  | "shorts"
  | "pleated-skirt"
  | "satin-skirt"
  | "pencil-skirt"
> = {
  "wide-trouser": (bench) =>
    trouser(bench, wide, {
      crease: true,
      pleats: 2,
      pockets: "slant",
      loops: bench.says("flannel") ? [] : [-110, 110, -46, 60],
    }),
  "straight-trouser": (bench) =>
    trouser(bench, straight, {
      crease: !bench.says("chino"),
      pleats: 0,
      pockets: "slant",
      loops: [-104, 104],
    }),
  "tapered-trouser": (bench) =>
    trouser(bench, tapered, {
      crease: false,
      pleats: 1,
      turnUp: 46,
      pockets: "slant",
      loops: [-110, 110, -44, 60],
    }),
  jean: (bench) =>
    trouser(bench, jeans, {
      crease: false,
      pleats: 0,
      turnUp: bench.says("shuttle-loom") ? 64 : 0,
      pockets: "jean",
      loops: [-118, 118, -58, 66],
    }),
  shorts: (bench) => ({
    ...trouser(bench, short, {
      crease: !bench.says("drawstring"),
      pleats: bench.says("drawstring") ? 0 : 2,
      turnUp: bench.says("drawstring") ? 0 : 58,
      pockets: "slant",
      loops: bench.says("drawstring") ? [] : [-124, 124, -54, 68],
      drawstring: bench.says("drawstring"),
    }),
    center: [600, 705],
    scale: 1.12,
  }),
  "pleated-skirt": pleatedSkirt,
  "satin-skirt": satinSkirt,
  "pencil-skirt": pencilSkirt,
};

export { skirtMeasures, wavyHem, wholePoints };
