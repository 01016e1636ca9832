import { brightness, dark, mix } from "../../color.ts";
import { type FoldShape, fold } from "../../folds.ts";
import type { Bench, Fold, Item, Measures } from "../../model.ts";
import { flipped, piece, shiftedItems, turnedItems } from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";

const m = 600;

/**
 * The outline of a right shoe's sole from above. `point` is the toe's shape, from 0 (round) to 1 (pointed). `grow`
 * widens the outline.
 */
export function soleOutline(point = 0, grow = 0): Point[] {
  const g = grow;
  const toe = 338 - point * 46;
  return [
    [m + 6, toe - g],
    [m + 88 - point * 38 + g * 0.7, 366 - point * 14 - g * 0.7],
    [m + 138 - point * 26 + g, 474],
    [m + 146 - point * 12 + g, 600],
    [m + 118 + g, 760],
    [m + 104 + g, 900],
    [m + 106 + g, 1040],
    [m + 70 + g * 0.7, 1134 + g * 0.7],
    [m, 1160 + g],
    [m - 72 - g * 0.7, 1134 + g * 0.7],
    [m - 106 - g, 1040],
    [m - 98 - g, 900],
    [m - 94 - g, 760],
    [m - 128 + point * 10 - g, 606],
    [m - 126 + point * 24 - g, 480],
    [m - 80 + point * 36 - g * 0.7, 372 - point * 16 - g * 0.7],
  ];
}

/** The opening of a shoe, from `top` down to the heel. `wide` is half its maximum width. */
export function mouth(top: number, wide: number, bottom = 1102): Point[] {
  return [
    [m, top],
    [m + wide * 0.62, top + 22],
    [m + wide * 0.96, top + 110],
    [m + wide, (top + bottom) / 2 + 40],
    [m + wide * 0.94, bottom - 90],
    [m + wide * 0.6, bottom - 14],
    [m, bottom],
  ];
}

/** The inside of a shoe: dark walls, a leather insole with the maker's mark, and shade from the upper left. */
export function insideOf(half: readonly Point[], insole: `#${string}`): Item[] {
  const top = half[0]?.[1] ?? 700;
  const bottom = half.at(-1)?.[1] ?? 1100;
  const inner = half.map(([x, y]): Point => [
    m + (x - m) * 0.86,
    top + 14 + (y - top) * ((bottom - top - 26) / (bottom - top)),
  ]);
  return [
    piece(whole(half), { fill: dark(insole, 0.55) as `#${string}`, rise: 0.2, roll: 12 }),
    piece(whole(inner), { fill: insole, rise: 0.35, roll: 30, soft: true }),
    {
      kind: "shade",
      d: spline([
        [m - 90, top - 10],
        [m + 70, top],
        [m + 40, top + 100],
        [m - 40, top + 170],
        [m - 66, bottom - 60],
        [m - 110, bottom - 60],
      ]),
      opacity: 0.55,
      blur: 22,
    },
    {
      kind: "edge",
      d: line([m - 26, bottom - 116, 0], [m + 26, bottom - 116, 0]),
      width: 5,
      color: dark(insole, 0.55),
    },
    {
      kind: "edge",
      d: line([m - 14, bottom - 100, 0], [m + 14, bottom - 100, 0]),
      width: 2.6,
      color: dark(insole, 0.55),
    },
  ];
}

/** An insole color that suits the shoe. */
export function insoleFor(bench: Bench): `#${string}` {
  return (
    brightness(bench.color) > 0.75 ? "#d9bf9a" : mix("#c79f70", bench.color, 0.08)
  ) as `#${string}`;
}

/** The folds of the rounded toe box, and the creases where the foot bends. */
export function toeFolds(bench: Bench, creaseY = 640): Fold[] {
  const soft: FoldShape = { from: 90, to: 60, height: 0.42 };
  return [
    fold([m - 20, 410], [m - 6, creaseY + 40], soft),
    fold([m + 96, 480], [m + 84, creaseY + 60], { from: 40, to: 30, height: -0.35, bend: -10 }),
    ...[0, 26, 50].map((dy, i) =>
      fold(
        [m - 84 + bench.chance() * 12, creaseY + dy],
        [m + 88 + bench.chance() * 12, creaseY + 8 + dy],
        { from: 9, to: 9, height: i % 2 === 0 ? -0.4 : 0.4, bend: 16 },
      ),
    ),
  ];
}

/**
 * A pair seen from above, made from the right shoe: side by side, with the toes slightly apart and one shoe pushed
 * forward.
 */
export function pairAbove(right: (bench: Bench) => Item[], bench: Bench, gap = 158): Item[] {
  const left = flipped(right(bench));
  return [
    ...shiftedItems(turnedItems(left, -5 + bench.chance() * 2, [m, 750]), -gap, 26),
    ...shiftedItems(turnedItems(right(bench), 6 + bench.chance() * 2, [m, 750]), gap, -22),
  ];
}

/** A pair lying on its side, with the far shoe above and behind. */
export function pairAside(
  one: (bench: Bench) => Item[],
  bench: Bench,
  by: readonly [dx: number, dy: number] = [130, -200],
  scale = 0.9,
): Item[] {
  const place = (dx: number, dy: number, degrees: number): Item[] => {
    const cx = m - 20;
    const cy = 700;
    return shiftedItems(
      turnedItems(one(bench), degrees, [cx, cy]),
      m - cx * scale + dx / 2,
      750 - cy * scale + dy / 2,
      scale,
    );
  };
  return [
    ...place(by[0], by[1], 7 + bench.chance() * 2),
    ...place(-by[0], -by[1], -5 + bench.chance() * 2),
  ];
}

/** The points between which heel and sole are measured on a pair seen from above. */
export const measuresAbove: Measures = {
  "sole length": [
    [m + 340, 330],
    [m + 340, 1150],
  ],
  heel: [
    [m + 60, 1206],
    [m + 270, 1206],
  ],
  length: [
    [m + 340, 330],
    [m + 340, 1150],
  ],
  width: [
    [m + 20, 300],
    [m + 300, 300],
  ],
};

/** The points between which heel and sole are measured on the near shoe of a pair lying on its side. */
export function measuresAside(
  sole: readonly [number, number],
  heel: readonly [number, number],
  soleY: number,
  by: readonly [number, number],
  scale = 0.9,
): Measures {
  const x = (v: number) => (v - (m - 20)) * scale + m - by[0] / 2;
  const y = (v: number) => (v - 700) * scale + 750 - by[1] / 2;
  return {
    "sole length": [
      [x(sole[0]), y(soleY + 70)],
      [x(sole[1]), y(soleY + 26)],
    ],
    heel: [
      [x(sole[1] + 60), y(heel[0] - 10)],
      [x(sole[1] + 60), y(heel[1] - 10)],
    ],
    length: [
      [x(sole[0]), y(soleY + 70)],
      [x(sole[1]), y(soleY + 26)],
    ],
  };
}
