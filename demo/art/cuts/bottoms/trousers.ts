import type { Bench, CutDrawer, Drawing, Item } from "../../model.ts";
import { both, piece, seam, stitch } from "../../parts.ts";
import { line, spline } from "../../paths.ts";
import {
  type LegShape,
  elasticWaist,
  fly,
  leg,
  legFolds,
  legMeasures,
  waistInside,
  waistband,
} from "./trouser-parts.ts";

const m = 600;

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

/** Pleated trousers with a wide leg. */
export const wideTrouser: CutDrawer = (bench) =>
  trouser(bench, wide, {
    crease: true,
    pleats: 2,
    pockets: "slant",
    loops: bench.says("flannel") ? [] : [-110, 110, -46, 60],
  });

/** Straight trousers, with a crease unless they are chinos. */
export const straightTrouser: CutDrawer = (bench) =>
  trouser(bench, straight, {
    crease: !bench.says("chino"),
    pleats: 0,
    pockets: "slant",
    loops: [-104, 104],
  });

/** Pleated trousers that taper to a cuff. */
export const taperedTrouser: CutDrawer = (bench) =>
  trouser(bench, tapered, {
    crease: false,
    pleats: 1,
    turnUp: 46,
    pockets: "slant",
    loops: [-110, 110, -44, 60],
  });

/** Five-pocket jeans, cuffed if the cloth has a selvedge to show. */
export const jean: CutDrawer = (bench) =>
  trouser(bench, jeans, {
    crease: false,
    pleats: 0,
    turnUp: bench.says("shuttle-loom") ? 64 : 0,
    pockets: "jean",
    loops: [-118, 118, -58, 66],
  });

/** Pleated shorts with a cuff, or with a drawstring. */
export const shorts: CutDrawer = (bench) => ({
  ...trouser(bench, short, {
    crease: !bench.says("drawstring"),
    pleats: bench.says("drawstring") ? 0 : 2,
    turnUp: bench.says("drawstring") ? 0 : 58,
    pockets: "slant",
    loops: bench.says("drawstring") ? [] : [-124, 124, -54, 68],
    drawstring: bench.says("drawstring"),
  }),
  grainLine: [
    [m + 190, 640],
    [m + 200, 960],
  ],
  center: [600, 705],
  scale: 1.12,
});
