import type { Bench, Drawing, Item } from "../../model.ts";
import { both, piece } from "../../parts.ts";
import { flip, spline } from "../../paths.ts";
import { type KnitShape, backNeckRib, crew, knitBase, measuresOf, neckRib } from "./knit-parts.ts";

const m = 600;
const ribbed = { surface: "ribbed", shade: -0.07, plain: true } as const;

/** A cardigan with buttons and two pockets. */
export function cardigan(bench: Bench): Drawing {
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
