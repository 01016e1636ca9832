import { fan, fold, gathers } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import {
  type BodyShape,
  band,
  bodyHalf,
  both,
  cuffBand,
  neckInside,
  neckLabel,
  piece,
  sleeve,
} from "../../parts.ts";
import { line, spline, whole } from "../../paths.ts";
import { dressMeasures } from "./dress-parts.ts";

const m = 600;
const count = 15;

/** A belted dress with a round collar and a skirt in knife pleats. */
export function pleatedDress(bench: Bench): Drawing {
  const [waistY, bottom, waist, hem] = [600, 1330, 156, 318];
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

const x = (half: number, k: number) => m - half + (2 * half * k) / count;
