import type { Bench, CutDrawers, Drawing, Item } from "../model.ts";
import { flip, line, spline, whole, type Point } from "../paths.ts";
import {
  band,
  bodyFolds,
  bodyHalf,
  both,
  cuffBand,
  neckInside,
  piece,
  seam,
  sleeve,
  stitch,
  turnedItems,
  type BodyShape,
  type SleeveShape,
} from "../parts.ts";

const m = 600;
const ribbed = { surface: "ribbed", shade: -0.07, plain: true } as const;

/** A round neck's band: `inner` and `outer` half widths, their height, depth of the inner curve, width of the band. */
function neckRib(neck: number, y: number, depth: number, width: number): Item {
  const half: Point[] = [
    [m, y + depth + width],
    [m + neck * 0.56, y + depth * 0.84 + width],
    [m + neck * 0.96 + width * 0.5, y + depth * 0.4 + width * 0.5],
    [m + neck + width * 0.56, y + width * 0.1],
    [m + neck + width * 0.2, y - width * 0.5, 0],
    [m + neck - width * 0.42, y + width * 0.02, 0],
    [m + neck * 0.86, y + depth * 0.42],
    [m + neck * 0.5, y + depth * 0.84],
    [m, y + depth],
  ];
  return piece(whole(half), { ...ribbed, roll: 12, lift: 2, rise: 0.32 });
}

function backNeckRib(neck: number, y: number, rise: number, width: number): Item {
  const half: Point[] = [
    [m, y + rise - width * 0.9],
    [m + neck * 0.6, y + rise * 0.6 - width * 0.9],
    [m + neck + width * 0.12, y - width * 0.42, 0],
    [m + neck + width * 0.1, y + width * 0.1, 0],
    [m + neck * 0.6, y + rise * 0.75 + width * 0.2],
    [m, y + rise + width * 0.2],
  ];
  return piece(whole(half), { ...ribbed, roll: 12, rise: 0.32 });
}

type KnitShape = {
  body: BodyShape;
  sleeve: Omit<SleeveShape, "shoulder" | "armpit">;
  rib: number;
  cuff: number;
  neckRib: number;
  backDepth: number;
};

function knitBase(
  bench: Bench,
  shape: KnitShape,
  side: "front" | "back",
): { sleeves: Item[]; body: Item; hem: Item; seams: Item[] } {
  const { body, rib } = shape;
  const sleeves = both((at) => {
    const made = sleeve(bench, {
      ...shape.sleeve,
      shoulder: [m + body.shoulder, body.shoulderY],
      armpit: [m + body.chest, body.armpitY],
      angle: shape.sleeve.angle + (at === "left" ? bench.chance() * 2.5 : 0),
    });
    const cuffs = shape.cuff > 0 ? [cuffBand(made, shape.cuff, ribbed, -2)] : [];
    return [...made.items.map((item): Item => Object.assign(item, stitchOf(bench))), ...cuffs];
  });
  const depth = side === "front" ? body.depth : shape.backDepth;
  const own = { ...body, depth, vNeck: side === "front" && (body.vNeck ?? false) };
  return {
    sleeves,
    body: piece(whole(bodyHalf(own)), {
      folds: bodyFolds(bench, body),
      lift: 3,
      ...stitchOf(bench),
    }),
    hem: band(
      body.hem + 2,
      body.hemY - 6,
      body.hem - 16,
      body.hemY + rib,
      body.hemDrop ?? 8,
      ribbed,
    ),
    seams: both(() => [
      seam([m + body.neck + 6, body.neckY + 3, 0], [m + body.shoulder - 2, body.shoulderY + 2, 0]),
    ]),
  };
}

/** The stitch a sweater is named after, where it is not the plain one of its cloth. */
function stitchOf(bench: Bench): { surface?: "chevron" } {
  return bench.says("chevron") ? { surface: "chevron" } : {};
}

function measuresOf(shape: KnitShape): Drawing["measures"] {
  const { body } = shape;
  const radians = (shape.sleeve.angle * Math.PI) / 180;
  const length = shape.sleeve.length + shape.cuff;
  return {
    length: [
      [m + body.neck, body.neckY],
      [m + body.neck, body.hemY + shape.rib],
    ],
    chest: [
      [m - body.chest, body.armpitY + 8],
      [m + body.chest, body.armpitY + 8],
    ],
    sleeve: [
      [m + body.shoulder + 26, body.shoulderY - 4],
      [
        m + body.shoulder + 44 + Math.sin(radians) * length * 1.05,
        body.shoulderY + Math.cos(radians) * length * 1.06,
      ],
    ],
    shoulder: [
      [m - body.shoulder, body.shoulderY],
      [m + body.shoulder, body.shoulderY],
    ],
    hem: [
      [m - body.hem, body.hemY + shape.rib],
      [m + body.hem, body.hemY + shape.rib],
    ],
  };
}

const crew: KnitShape = {
  body: {
    neck: 98,
    neckY: 322,
    shoulder: 214,
    shoulderY: 362,
    chest: 246,
    armpitY: 588,
    waist: 244,
    hem: 240,
    hemY: 1096,
    hemDrop: 6,
    depth: 78,
  },
  sleeve: { length: 640, angle: 16, cuff: 60, slackness: 10, head: 12 },
  rib: 78,
  cuff: 82,
  neckRib: 34,
  backDepth: 26,
};

function crewKnit(bench: Bench): Drawing {
  const front = knitBase(bench, crew, "front");
  const back = knitBase(bench, crew, "back");
  return {
    front: [
      ...front.sleeves,
      ...neckInside(98, 322, 18, 82),
      backNeckRib(96, 318, 24, 30),
      front.body,
      ...front.seams,
      front.hem,
      neckRib(98, 322, 72, 34),
    ],
    back: [...back.sleeves, back.body, ...back.seams, back.hem, neckRib(98, 316, 6, 30)],
    measures: measuresOf(crew),
    center: [600, 745],
    scale: 1.16,
  };
}

function turtleneck(bench: Bench): Drawing {
  const shape: KnitShape = {
    ...crew,
    body: {
      ...crew.body,
      neck: 92,
      depth: 24,
      chest: 226,
      shoulder: 204,
      waist: 218,
      hem: 222,
      hemY: 1112,
      neckY: 340,
      shoulderY: 372,
      armpitY: 570,
    },
    sleeve: { length: 660, angle: 14, cuff: 54, slackness: 8, head: 12 },
    rib: 66,
    cuff: 90,
  };
  const front = knitBase(bench, shape, "front");
  const back = knitBase(bench, shape, "back");
  const roll = (wide: number): Item[] => [
    piece(
      spline([
        [m - 88, 238],
        [m - 40, 222],
        [m + 40, 222],
        [m + 88, 238],
        [m + 80, 262],
        [m, 276],
        [m - 80, 262],
      ]),
      { fill: "inside", surface: "ribbed", roll: 14 },
    ),
    piece(
      spline([
        [m - 90, 240, 0],
        [m - 60, 262],
        [m, 270],
        [m + 60, 262],
        [m + 90, 240, 0],
        [m + 100 + wide, 300],
        [m + 106 + wide, 358, 0],
        [m + 50, 384],
        [m, 390],
        [m - 50, 384],
        [m - 106 - wide, 358, 0],
        [m - 100 - wide, 300],
      ]),
      { ...ribbed, shade: 0, lift: 9, roll: 34, rise: 0.5, folds: [] },
    ),
    {
      kind: "shade",
      d: line([m - 90, 244], [m - 50, 268], [m, 276], [m + 50, 268], [m + 90, 244]),
      opacity: 0,
      blur: 4,
    },
  ];
  return {
    front: [...front.sleeves, front.body, ...front.seams, front.hem, ...roll(2)],
    back: [...back.sleeves, back.body, ...back.seams, back.hem, ...roll(0)],
    measures: measuresOf(shape),
    center: [600, 715],
    scale: 1.16,
  };
}

function cardigan(bench: Bench): Drawing {
  const shape: KnitShape = {
    ...crew,
    body: {
      ...crew.body,
      depth: 420,
      vNeck: true,
      neck: 92,
      chest: 252,
      hem: 256,
      hemY: 1090,
      shoulder: 226,
    },
    sleeve: { length: 630, angle: 16, cuff: 62, slackness: 16, head: 12 },
  };
  const front = knitBase(bench, shape, "front");
  const back = knitBase(bench, shape, "back");
  const placket = (x: number): string =>
    spline([
      [m + 70, 318, 0],
      [m + 104, 312, 0],
      [m + 76, 480],
      [m + 40, 690],
      [x + 24, 780],
      [x + 24, 1172, 0],
      [x - 24, 1174, 0],
      [x - 24, 770],
      [m + 2, 690],
      [m + 40, 500],
    ]);
  const pocket = (): Item[] => [
    piece(
      spline([
        [m + 76, 872, 0],
        [m + 206, 868, 0],
        [m + 206, 1040, 0],
        [m + 78, 1044, 0],
      ]),
      { roll: 10, lift: 1 },
    ),
    piece(
      spline([
        [m + 74, 868, 0],
        [m + 208, 864, 0],
        [m + 208, 900, 0],
        [m + 74, 904, 0],
      ]),
      { ...ribbed, roll: 10, lift: 2 },
    ),
  ];
  return {
    front: [
      ...front.sleeves,
      piece(
        spline([
          [m - 96, 318, 0],
          [m, 346],
          [m + 96, 318, 0],
          [m + 60, 640],
          [m, 760, 0],
          [m - 60, 640],
        ]),
        { fill: "inside" },
      ),
      {
        kind: "shade",
        d: spline([
          [m - 80, 420],
          [m + 80, 420],
          [m, 740, 0],
        ]),
        opacity: 0.4,
        blur: 16,
      },
      backNeckRib(94, 316, 28, 30),
      front.body,
      ...front.seams,
      front.hem,
      ...both(pocket),
      piece(flip(placket(m)), { ...ribbed, shade: -0.05, roll: 12, lift: 3 }),
      piece(placket(m), { ...ribbed, shade: -0.02, roll: 12, lift: 6 }),
      ...[770, 866, 962, 1058, 1140].map((y): Item => ({
        kind: "button",
        at: [m, y],
        radius: 15,
        holes: 4,
      })),
    ],
    back: [...back.sleeves, back.body, ...back.seams, back.hem, neckRib(92, 318, 6, 30)],
    measures: measuresOf(shape),
    center: [600, 745],
    scale: 1.14,
  };
}

function sweatshirt(bench: Bench): Drawing {
  const shape: KnitShape = {
    ...crew,
    body: {
      neck: 96,
      neckY: 330,
      shoulder: 268,
      shoulderY: 392,
      chest: 276,
      armpitY: 610,
      waist: 274,
      hem: 268,
      hemY: 1060,
      hemDrop: 4,
      depth: 70,
    },
    sleeve: { length: 560, angle: 17, cuff: 64, slackness: 20, head: 8, creases: 8 },
    rib: 86,
    cuff: 78,
  };
  const front = knitBase(bench, shape, "front");
  const back = knitBase(bench, shape, "back");
  return {
    front: [
      ...front.sleeves,
      ...neckInside(96, 330, 18, 76),
      backNeckRib(94, 326, 24, 30),
      front.body,
      ...front.seams,
      { kind: "stitch", d: line([m + 258, 396], [m + 250, 500], [m + 266, 604]) },
      { kind: "stitch", d: line([m - 258, 396], [m - 250, 500], [m - 266, 604]) },
      front.hem,
      piece(
        spline([
          [m - 30, 440, 0],
          [m + 30, 440, 0],
          [m, 500, 0],
        ]),
        { ...ribbed, roll: 8 },
      ),
      stitch([m - 36, 438, 0], [m, 510, 0], [m + 36, 438, 0]),
      neckRib(96, 330, 66, 34),
    ],
    back: [
      ...back.sleeves,
      back.body,
      ...back.seams,
      back.hem,
      neckRib(96, 322, 8, 30),
      stitch([m - 100, 366], [m, 386], [m + 100, 366]),
    ],
    measures: measuresOf(shape),
    center: [600, 735],
    scale: 1.1,
  };
}

function tee(bench: Bench): Drawing {
  const boat = bench.says("breton");
  const [neck, depth] = boat ? [142, 34] : [100, 88];
  const shape: KnitShape = {
    ...crew,
    body: {
      neck,
      neckY: 318,
      shoulder: 230,
      shoulderY: 366,
      chest: 250,
      armpitY: 610,
      waist: 244,
      hem: 250,
      hemY: 1180,
      hemDrop: 6,
      depth,
    },
    sleeve: boat
      ? { length: 640, angle: 15, cuff: 60, slackness: 8, head: 10 }
      : { length: 250, angle: 32, cuff: 104, slackness: 4, head: 10, creases: 3 },
    rib: 0,
    cuff: 0,
  };
  const front = knitBase(bench, shape, "front");
  const back = knitBase(bench, shape, "back");
  const hems = (): Item[] => [
    stitch([m - 247, 1158], [m, 1165], [m + 247, 1158]),
    stitch([m - 247, 1152], [m, 1159], [m + 247, 1152]),
  ];
  return {
    front: [
      ...front.sleeves,
      ...neckInside(neck, 318, boat ? 8 : 16, depth + 4, !boat),
      backNeckRib(neck - 2, 314, boat ? 12 : 20, 20),
      front.body,
      ...front.seams,
      ...hems(),
      neckRib(neck, 318, depth - 4, 22),
    ],
    back: [...back.sleeves, back.body, ...back.seams, ...hems(), neckRib(neck, 312, 8, 22)],
    measures: measuresOf(shape),
    center: [600, 748],
    scale: boat ? 1.1 : 1.12,
  };
}

function poloKnit(bench: Bench): Drawing {
  const shape: KnitShape = {
    ...crew,
    body: {
      neck: 88,
      neckY: 330,
      shoulder: 212,
      shoulderY: 372,
      chest: 240,
      armpitY: 598,
      waist: 234,
      hem: 234,
      hemY: 1104,
      hemDrop: 5,
      depth: 60,
    },
    sleeve: { length: 226, angle: 30, cuff: 92, slackness: 4, head: 10, creases: 3 },
    rib: 64,
    cuff: 40,
  };
  const front = knitBase(bench, shape, "front");
  const back = knitBase(bench, shape, "back");
  const leaf = (): Item[] => [
    piece(
      spline([
        [m + 4, 404, 0],
        [m + 40, 344],
        [m + 74, 290, 0],
        [m + 106, 306],
        [m + 118, 344],
        [m + 98, 452, 0],
      ]),
      { ...ribbed, shade: -0.02, grain: -24, lift: 7, roll: 14 },
    ),
  ];
  return {
    front: [
      ...front.sleeves,
      ...neckInside(84, 318, 10, 90),
      piece(
        whole([
          [m, 304],
          [m + 56, 298],
          [m + 82, 284, 0],
          [m + 92, 330, 0],
          [m + 50, 344],
          [m, 348],
        ]),
        { fill: "inside", surface: "ribbed", shade: 0.12 },
      ),
      front.body,
      ...front.seams,
      front.hem,
      piece(
        spline([
          [m - 26, 392, 0],
          [m + 26, 392, 0],
          [m + 26, 606, 0],
          [m - 26, 606, 0],
        ]),
        { roll: 8, lift: 4 },
      ),
      ...both(leaf),
      ...[440, 508, 576].map((y): Item => ({ kind: "button", at: [m, y], radius: 11, holes: 4 })),
    ],
    back: [
      ...back.sleeves,
      back.body,
      ...back.seams,
      back.hem,
      piece(
        whole([
          [m, 286],
          [m + 62, 290],
          [m + 96, 312],
          [m + 110, 366, 0],
          [m + 60, 388],
          [m, 394],
        ]),
        { ...ribbed, lift: 5 },
      ),
    ],
    measures: measuresOf(shape),
    center: [600, 735],
    scale: 1.22,
  };
}

function tank(bench: Bench): Drawing {
  const half = (depth: number): Point[] => [
    [m, 316 + depth],
    [m + 74, 300 + depth * 0.86],
    [m + 104, 316 + depth * 0.3],
    [m + 110, 300, 0],
    [m + 162, 312, 0],
    [m + 160, 440],
    [m + 184, 540],
    [m + 226, 600, 0],
    [m + 218, 860],
    [m + 228, 1180, 0],
    [m, 1188],
  ];
  const shape: BodyShape = {
    neck: 110,
    neckY: 300,
    shoulder: 162,
    shoulderY: 312,
    chest: 226,
    armpitY: 600,
    hem: 228,
    hemY: 1180,
    depth: 170,
  };
  const binding = (depth: number): Item[] => [
    piece(
      whole([
        [m, 312 + depth],
        [m + 74, 296 + depth * 0.86],
        [m + 103, 312 + depth * 0.3],
        [m + 108, 296, 0],
        [m + 126, 300, 0],
        [m + 120, 322 + depth * 0.32],
        [m + 84, 312 + depth * 0.9],
        [m, 332 + depth],
      ]),
      { ...ribbed, roll: 8, lift: 2 },
    ),
    ...both(() => [
      piece(
        spline([
          [m + 148, 308, 0],
          [m + 165, 311, 0],
          [m + 164, 440],
          [m + 188, 536],
          [m + 230, 598, 0],
          [m + 224, 618, 0],
          [m + 172, 546],
          [m + 146, 440],
        ]),
        { ...ribbed, roll: 8, lift: 2 },
      ),
    ]),
  ];
  const hem = (): Item[] => [stitch([m - 226, 1158], [m, 1166], [m + 226, 1158])];
  return {
    front: [
      piece(
        whole([
          [m, 336],
          [m + 90, 326],
          [m + 112, 298, 0],
          [m + 160, 310, 0],
          [m + 150, 470],
          [m + 220, 606, 0],
          [m, 640],
        ]),
        { fill: "inside" },
      ),
      {
        kind: "shade",
        d: spline([
          [m - 120, 430],
          [m, 470],
          [m + 120, 430],
          [m + 60, 520],
          [m - 60, 520],
        ]),
        opacity: 0.4,
        blur: 14,
      },
      piece(whole(half(170)), { folds: bodyFolds(bench, shape, 1), lift: 4 }),
      ...hem(),
      ...binding(170),
    ],
    back: [piece(whole(half(60)), { folds: bodyFolds(bench, shape, 1) }), ...hem(), ...binding(60)],
    measures: {
      length: [
        [m + 136, 300],
        [m + 136, 1186],
      ],
      chest: [
        [m - 226, 610],
        [m + 226, 610],
      ],
      hem: [
        [m - 228, 1180],
        [m + 228, 1180],
      ],
      shoulder: [
        [m - 162, 312],
        [m + 162, 312],
      ],
    },
    center: [600, 745],
    scale: 1.22,
  };
}

export const knitTops: CutDrawers<
  "crew-knit" | "turtleneck" | "cardigan" | "sweatshirt" | "tee" | "polo-knit" | "tank"
> = {
  "crew-knit": crewKnit,
  turtleneck,
  cardigan,
  sweatshirt,
  tee,
  "polo-knit": poloKnit,
  tank,
};

export { backNeckRib, neckRib, knitBase, measuresOf, turnedItems, type KnitShape };
