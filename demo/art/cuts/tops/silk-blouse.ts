import { fan, gathers, pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import {
  type BodyShape,
  type Sleeve,
  bodyFolds,
  bodyHalf,
  both,
  cuffBand,
  piece,
  seam,
  sleeve,
} from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";

const m = 600;

/** A blouse with full sleeves and a bow at the neck. */
export function silkBlouse(bench: Bench): Drawing {
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
  // The bow: a band around the neck, a loop on each side, a knot, and two long ends.
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
