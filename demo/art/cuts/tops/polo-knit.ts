import type { Bench, Drawing, Item } from "../../model.ts";
import { both, neckInside, piece } from "../../parts.ts";
import { spline, whole } from "../../paths.ts";
import { type KnitShape, crew, knitBase, measuresOf } from "./knit-parts.ts";

const m = 600;
const ribbed = { surface: "ribbed", shade: -0.07, plain: true } as const;

/** A short-sleeved knit polo with a collar and three buttons. */
export function poloKnit(bench: Bench): Drawing {
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
