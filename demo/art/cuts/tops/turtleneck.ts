import type { Bench, Drawing, Item } from "../../model.ts";
import { piece } from "../../parts.ts";
import { line, spline } from "../../paths.ts";
import { type KnitShape, crew, knitBase, measuresOf } from "./knit-parts.ts";

const m = 600;
const ribbed = { surface: "ribbed", shade: -0.07, plain: true } as const;

/** A sweater with a high folded neck. */
export function turtleneck(bench: Bench): Drawing {
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
  return {
    front: [...front.sleeves, front.body, ...front.seams, front.hem, ...roll(2)],
    back: [...back.sleeves, back.body, ...back.seams, back.hem, ...roll(0)],
    measures: measuresOf(shape),
    center: [600, 715],
    scale: 1.16,
  };
}

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
