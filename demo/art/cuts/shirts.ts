import { fan, gathers, pleat } from "../folds.ts";
import type { Bench, CutDrawers, Drawing, Item } from "../model.ts";
import { line, spline, whole, wholePoints, type Point } from "../paths.ts";
import {
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
  type Sleeve,
} from "../parts.ts";

const m = 600;
const pearl = "#f3efe6";

/** A shirt's turned collar with its stand: `width` at the neck, `y` of the shoulder point, length of the points. */
export function shirtCollar(
  width: number,
  y: number,
  spread = 104,
  point = 132,
  label = true,
): Item[] {
  const fold: Item[] = both(() => [
    piece(
      spline([
        [m + 3, y + 74, 0],
        [m + width * 0.42, y + 30],
        [m + width * 0.78, y - 40, 0],
        [m + width * 1.1, y - 34],
        [m + width * 1.32, y + 16],
        [m + spread, y + point, 0],
      ]),
      { grain: -28, lift: 8, roll: 14, rise: 0.36, shade: 0.03 },
    ),
    stitch(
      [m + 14, y + 78, 0],
      [m + spread - 5, y + point - 14, 0],
      [m + width * 1.24, y + 18],
      [m + width * 1.06, y - 22],
    ),
  ]);
  return [
    piece(
      whole([
        [m, y - 14],
        [m + width * 0.5, y - 24],
        [m + width * 0.8, y - 42, 0],
        [m + width * 0.7, y + 34],
        [m, y + 84],
      ]),
      { fill: "inside", shade: 0.18, rise: 0.2 },
    ),
    { kind: "edge", d: line([m - width * 0.72, y + 8], [m, y + 26], [m + width * 0.72, y + 8]) },
    ...(label ? neckLabel(y + 34, 46) : []),
    {
      kind: "shade",
      d: spline([
        [m - 60, y + 46],
        [m, y + 60],
        [m + 60, y + 46],
        [m, y + 92],
      ]),
      opacity: 0.5,
      blur: 7,
    },
    ...fold,
  ];
}

/** The back of a turned collar: one leaf over the neck. */
export function collarBack(width: number, y: number, drop = 44): Item {
  return piece(
    whole([
      [m, y - 30],
      [m + width * 0.6, y - 34],
      [m + width * 1.02, y - 26],
      [m + width * 1.3, y + 20],
      [m + width * 1.36, y + drop, 0],
      [m + width * 0.6, y + drop + 10],
      [m, y + drop + 14],
    ]),
    { lift: 7, roll: 16, rise: 0.36, shade: 0.03 },
  );
}

/** A placket down the middle with its stitches and buttons. */
export function placket(
  top: number,
  bottom: number,
  buttons: readonly number[],
  color = pearl,
  radius = 9,
): Item[] {
  return [
    piece(
      spline([
        [m - 24, top, 0],
        [m + 24, top, 0],
        [m + 24, bottom, 0],
        [m - 24, bottom, 0],
      ]),
      { roll: 8, rise: 0.3, lift: 3 },
    ),
    stitch([m - 17, top + 4, 0], [m - 17, bottom - 2, 0]),
    stitch([m + 17, top + 4, 0], [m + 17, bottom - 2, 0]),
    ...buttons.map((y): Item => ({ kind: "button", at: [m, y], radius, color, holes: 4 })),
  ];
}

/** A chest pocket with a pointed end. */
export function patchPocket(
  x: number,
  y: number,
  width: number,
  height: number,
  flapped = false,
): Item[] {
  const w = width / 2;
  return [
    piece(
      spline([
        [x - w, y, 0],
        [x + w, y - 2, 0],
        [x + w, y + height * 0.8, 0],
        [x, y + height, 0],
        [x - w, y + height * 0.8, 0],
      ]),
      { roll: 10, rise: 0.26, lift: 2 },
    ),
    stitch(
      [x - w + 6, y + 4, 0],
      [x - w + 6, y + height * 0.77, 0],
      [x, y + height - 8, 0],
      [x + w - 6, y + height * 0.77, 0],
      [x + w - 6, y + 4, 0],
    ),
    ...(flapped
      ? [
          piece(
            spline([
              [x - w - 4, y - 6, 0],
              [x + w + 4, y - 8, 0],
              [x + w + 4, y + 34, 0],
              [x, y + 56, 0],
              [x - w - 4, y + 34, 0],
            ]),
            { roll: 10, lift: 5 },
          ),
          stitch([x - w + 2, y + 30, 0], [x, y + 48, 0], [x + w - 2, y + 30, 0]),
        ]
      : [stitch([x - w, y + 20, 0], [x + w, y + 18, 0])]),
  ];
}

/** A buttoned cuff of a shirt's sleeve with its placket slit. */
export function shirtCuff(end: Sleeve, depth = 92, color = pearl): Item[] {
  const radians = (end.angle * Math.PI) / 180;
  const along = [Math.sin(radians), Math.cos(radians)] as const;
  const across = [Math.cos(radians), -Math.sin(radians)] as const;
  const put = (down: number, aside: number): Point => [
    end.end[0] + along[0] * down + across[0] * aside,
    end.end[1] + along[1] * down + across[1] * aside,
  ];
  const [bx, by] = put(depth * 0.45, -26);
  return [
    { kind: "seam", d: line(put(-120, -22), put(0, -24)) },
    cuffBand(end, depth, { plain: false, rise: 0.3 }, -3),
    { kind: "stitch", d: line(put(4, -50), put(9, 0), put(0, 50)) },
    { kind: "stitch", d: line(put(depth - 16, -48), put(depth - 10, 0), put(depth - 18, 48)) },
    { kind: "button", at: [bx, by], radius: 8, color, holes: 4 },
  ];
}

const poplin: BodyShape = {
  neck: 84,
  neckY: 304,
  shoulder: 230,
  shoulderY: 352,
  chest: 252,
  armpitY: 592,
  waist: 246,
  hem: 250,
  hemY: 1110,
  depth: 66,
};

/** The curved shirt-tail hem. */
function tailed(half: Point[], drop = 96): Point[] {
  const kept = half.slice(0, -2);
  return [
    ...kept,
    [m + 250, 1080],
    [m + 226, 1120],
    [m + 150, 1110 + drop * 0.86],
    [m, 1110 + drop],
  ];
}

function poplinShirt(bench: Bench): Drawing {
  const sleeves = both((at) => {
    const made = sleeve(bench, {
      shoulder: [m + 230, 352],
      armpit: [m + 252, 592],
      length: 625,
      angle: 15 + (at === "left" ? bench.chance() * 2 : 0),
      cuff: 62,
      slackness: 20,
      head: 8,
      creases: 8,
    });
    return [...made.items, ...shirtCuff(made)];
  });
  const buttons = [418, 524, 634, 744, 854, 964, 1074];
  const tail = (): Item => ({
    kind: "stitch",
    d: line(
      [m - 242, 1084],
      [m - 218, 1112],
      [m - 146, 1182],
      [m, 1196],
      [m + 146, 1182],
      [m + 218, 1112],
      [m + 242, 1084],
    ),
  });
  return {
    front: [
      ...sleeves,
      ...neckInside(80, 296, 6, 90, false),
      piece(whole(tailed(bodyHalf(poplin))), { folds: bodyFolds(bench, poplin, 1.15), lift: 3 }),
      ...both(() => [seam([m + 88, 340, 0], [m + 230, 380, 0])]),
      tail(),
      ...(bench.says("two-pocket")
        ? both(() => patchPocket(m + 132, 520, 118, 138))
        : patchPocket(m + 128, 520, 112, 134)),
      ...placket(362, 1206, buttons),
      ...shirtCollar(84, 304),
    ],
    back: [
      ...sleeves,
      piece(whole(tailed(bodyHalf({ ...poplin, depth: 12 }), 124)), {
        folds: [
          ...bodyFolds(bench, poplin, 1),
          ...pleat([m - 22, 452], [m - 30, 1180], { from: 16, to: 40 }),
          ...pleat([m + 22, 452], [m + 34, 1180], { from: 16, to: 40 }),
        ],
      }),
      { kind: "seam", d: line([m - 226, 440], [m, 452], [m + 226, 440]) },
      { kind: "stitch", d: line([m - 224, 448], [m, 460], [m + 224, 448]) },
      {
        kind: "trim",
        d: `M${m - 9} 446L${m - 9} 478L${m + 9} 478L${m + 9} 446`,
        stroke: bench.edge,
        width: 3.4,
      },
      collarBack(84, 300),
    ],
    measures: {
      length: [
        [m + 84, 304],
        [m + 84, 1206],
      ],
      chest: [
        [m - 252, 600],
        [m + 252, 600],
      ],
      sleeve: [
        [m + 262, 344],
        [m + 470, 1040],
      ],
      shoulder: [
        [m - 230, 352],
        [m + 230, 352],
      ],
      hem: [
        [m - 226, 1120],
        [m + 226, 1120],
      ],
    },
    center: [600, 730],
    scale: 1.1,
  };
}

function campShirt(bench: Bench): Drawing {
  const shape: BodyShape = {
    neck: 84,
    neckY: 320,
    shoulder: 250,
    shoulderY: 376,
    chest: 276,
    armpitY: 620,
    waist: 272,
    hem: 280,
    hemY: 1120,
    depth: 200,
    vNeck: true,
    hemDrop: 4,
  };
  const sleeves = both(() => {
    const made = sleeve(bench, {
      shoulder: [m + 250, 376],
      armpit: [m + 276, 620],
      length: 262,
      angle: 30,
      cuff: 118,
      slackness: 4,
      creases: 4,
    });
    return [...made.items, cuffBand(made, 44, { plain: false, rise: 0.2 }, 3)];
  });
  const leaf = both(() => [
    // The open revere: one leaf of facing under the collar's.
    piece(
      spline([
        [m + 2, 548, 0],
        [m + 70, 452],
        [m + 98, 380, 0],
        [m + 136, 420],
        [m + 148, 468, 0],
      ]),
      { lift: 6, shade: 0.02, grain: 18, roll: 12 },
    ),
    piece(
      spline([
        [m + 78, 416, 0],
        [m + 58, 350],
        [m + 64, 284, 0],
        [m + 96, 290],
        [m + 122, 330],
        [m + 172, 446, 0],
        [m + 120, 438],
      ]),
      { lift: 7, shade: 0.04, grain: -30, roll: 12 },
    ),
    stitch([m + 80, 420, 0], [m + 120, 430], [m + 160, 436, 0], [m + 114, 334], [m + 92, 300]),
  ]);
  const hem = (): Item[] => [stitch([m - 276, 1100], [m, 1104], [m + 276, 1100])];
  return {
    front: [
      ...sleeves,
      piece(
        whole([
          [m, 306],
          [m + 60, 296],
          [m + 90, 330, 0],
          [m + 50, 470],
          [m, 560, 0],
        ]),
        { fill: "inside", shade: 0.1 },
      ),
      { kind: "edge", d: line([m - 70, 334], [m, 350], [m + 70, 334]) },
      ...neckLabel(360),
      piece(whole(bodyHalf(shape)), { folds: bodyFolds(bench, shape, 1.15), lift: 3 }),
      ...hem(),
      ...patchPocket(m + 142, 590, 122, 138),
      { kind: "seam", d: line([m + 22, 560, 0], [m + 22, 1122, 0]) },
      { kind: "stitch", d: line([m - 30, 600, 0], [m - 30, 1122, 0]) },
      ...leaf,
      ...[596, 712, 828, 944, 1060].map((y): Item => ({
        kind: "button",
        at: [m - 2, y],
        radius: 11,
        color: pearl,
        holes: 4,
      })),
    ],
    back: [
      ...sleeves,
      piece(whole(bodyHalf({ ...shape, depth: 10, vNeck: false })), {
        folds: bodyFolds(bench, shape, 1.1),
      }),
      { kind: "seam", d: line([m - 246, 470], [m, 480], [m + 246, 470]) },
      ...hem(),
      collarBack(86, 316, 64),
    ],
    measures: {
      length: [
        [m + 84, 320],
        [m + 84, 1124],
      ],
      chest: [
        [m - 276, 628],
        [m + 276, 628],
      ],
      sleeve: [
        [m + 276, 368],
        [m + 470, 610],
      ],
      shoulder: [
        [m - 250, 376],
        [m + 250, 376],
      ],
      hem: [
        [m - 280, 1122],
        [m + 280, 1122],
      ],
    },
    center: [600, 715],
    scale: 1.04,
  };
}

function silkBlouse(bench: Bench): Drawing {
  const shape: BodyShape = {
    neck: 88,
    neckY: 318,
    shoulder: 216,
    shoulderY: 358,
    chest: 244,
    armpitY: 600,
    waist: 240,
    hem: 256,
    hemY: 1110,
    depth: 64,
    hemDrop: 14,
  };
  const sleeves = both((at) => {
    const made = sleeve(bench, {
      shoulder: [m + 216, 358],
      armpit: [m + 244, 600],
      length: 600,
      angle: 17 + (at === "left" ? bench.chance() * 3 : 0),
      cuff: 82,
      slackness: 38,
      head: 34,
      creases: 10,
    });
    const [head] = made.items;
    const gathered =
      head?.kind === "piece"
        ? [
            {
              ...head,
              folds: [
                ...(head.folds ?? []),
                ...fan(
                  bench.random,
                  made.end,
                  [-130 - made.angle, -50 - made.angle],
                  [90, 200],
                  7,
                  0.55,
                ),
                ...fan(bench.random, [m + 236, 372], [30, 100], [50, 110], 5, 0.5),
              ],
            },
          ]
        : made.items;
    return [...gathered, cuffBand(made, 76, { plain: false }, -24, 2), ...shirtCuffButton(made)];
  });
  // The pussy bow: a band round the neck, a loop each side, a knot, and two long ends.
  const bow: Item[] = [
    piece(
      spline([
        [m - 8, 402, 0],
        [m - 30, 560],
        [m - 86, 830, 0],
        [m - 8, 806, 0],
        [m + 12, 600],
        [m + 16, 410, 0],
      ]),
      {
        lift: 8,
        folds: pleat([m + 2, 430], [m - 46, 800], { from: 10, to: 26, height: 0.7 }),
        shade: 0.02,
      },
    ),
    piece(
      spline([
        [m - 6, 402, 0],
        [m + 30, 540],
        [m + 62, 760, 0],
        [m + 128, 728, 0],
        [m + 78, 560],
        [m + 22, 400, 0],
      ]),
      {
        lift: 8,
        folds: pleat([m + 14, 430], [m + 88, 730], { from: 10, to: 26, height: 0.7 }),
        shade: 0.04,
      },
    ),
    piece(
      spline([
        [m, 396],
        [m + 70, 344],
        [m + 158, 354],
        [m + 172, 420],
        [m + 110, 462],
        [m + 30, 428],
      ]),
      {
        lift: 9,
        shade: 0.05,
        roll: 30,
        rise: 0.45,
        folds: [...fan(bench.random, [m + 10, 404], [-28, 24], [70, 120], 3, 0.7)],
      },
    ),
    piece(
      spline([
        [m, 396],
        [m - 60, 352],
        [m - 140, 372],
        [m - 158, 436],
        [m - 98, 470],
        [m - 26, 430],
      ]),
      {
        lift: 9,
        shade: 0.05,
        roll: 30,
        rise: 0.45,
        folds: [...fan(bench.random, [m - 10, 404], [156, 206], [70, 120], 3, 0.7)],
      },
    ),
    piece(
      spline([
        [m - 26, 384],
        [m + 4, 374],
        [m + 30, 390],
        [m + 30, 430],
        [m + 2, 444],
        [m - 28, 430],
      ]),
      {
        lift: 6,
        shade: 0.06,
        roll: 20,
        rise: 0.5,
        folds: pleat([m - 6, 386], [m - 10, 438], { from: 8, to: 10 }),
      },
    ),
  ];
  const bandHalf: Point[] = [
    [m, 398],
    [m + 56, 370],
    [m + 92, 300, 0],
    [m + 70, 284, 0],
    [m + 44, 340],
    [m, 362],
  ];
  return {
    front: [
      ...sleeves,
      piece(
        whole([
          [m, 304],
          [m + 50, 296],
          [m + 72, 284, 0],
          [m + 60, 360],
          [m, 392],
        ]),
        { fill: "inside" },
      ),
      piece(whole(bodyHalf(shape)), {
        folds: [
          ...bodyFolds(bench, shape, 1.5),
          ...gathers(bench.random, [m - 150, 372], [m - 50, 390], 240, 4, 0.5),
          ...gathers(bench.random, [m + 50, 390], [m + 150, 372], 240, 4, 0.5),
        ],
        lift: 3,
      }),
      { kind: "seam", d: line([m + 16, 410, 0], [m + 16, 1124, 0]) },
      ...both(() => [seam([m + 90, 336, 0], [m + 214, 372, 0])]),
      piece(whole(bandHalf), { roll: 16, lift: 4, folds: [] }),
      ...[880, 960, 1040].map((y): Item => ({
        kind: "button",
        at: [m - 6, y],
        radius: 8,
        holes: 2,
      })),
      ...bow,
    ],
    back: [
      ...sleeves,
      piece(whole(bodyHalf({ ...shape, depth: 14 })), {
        folds: [
          ...bodyFolds(bench, shape, 1.4),
          ...gathers(bench.random, [m - 110, 430], [m + 110, 430], 420, 6, 0.5),
        ],
      }),
      { kind: "seam", d: line([m - 208, 424], [m, 432], [m + 208, 424]) },
      piece(
        whole([
          [m, 290],
          [m + 56, 292],
          [m + 84, 290],
          [m + 98, 338, 0],
          [m + 50, 352],
          [m, 356],
        ]),
        { roll: 16, lift: 4 },
      ),
    ],
    measures: {
      length: [
        [m + 88, 318],
        [m + 88, 1124],
      ],
      chest: [
        [m - 244, 608],
        [m + 244, 608],
      ],
      sleeve: [
        [m + 254, 344],
        [m + 480, 1010],
      ],
      shoulder: [
        [m - 216, 358],
        [m + 216, 358],
      ],
      hem: [
        [m - 256, 1116],
        [m + 256, 1116],
      ],
    },
    center: [600, 710],
    scale: 1.1,
  };
}

function shirtCuffButton(end: Sleeve): Item[] {
  const radians = (end.angle * Math.PI) / 180;
  return [-18, 18].map((down): Item => ({
    kind: "button",
    at: [
      end.end[0] + Math.sin(radians) * (36 + down) - Math.cos(radians) * 22,
      end.end[1] + Math.cos(radians) * (36 + down) + Math.sin(radians) * 22,
    ],
    radius: 7,
    holes: 2,
  }));
}

export const shirts: CutDrawers<"poplin-shirt" | "camp-shirt" | "silk-blouse"> = {
  "poplin-shirt": poplinShirt,
  "camp-shirt": campShirt,
  "silk-blouse": silkBlouse,
};

export { tailed, wholePoints };
