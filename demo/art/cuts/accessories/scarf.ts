import { pleat } from "../../folds.ts";
import type { Bench, Drawing, Fold, Item } from "../../model.ts";
import { flipped, piece } from "../../parts.ts";
import { type Point, spline } from "../../paths.ts";
import { strip } from "./bag-parts.ts";

const m = 600;

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

/** A scarf tied as if around a neck, with a loop and two fringed tails. */
export function scarf(bench: Bench): Drawing {
  // The scarf goes around the neck, with both tails through the loop. Drawing order: far tail, neck, near tail, loop.
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
  // If the product has a border, only the ends are checked; the rest is plain.
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
