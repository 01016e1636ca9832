import type { Bench, Drawing, Item } from "../../model.ts";
import { neckInside, stitch } from "../../parts.ts";
import { type KnitShape, backNeckRib, crew, knitBase, measuresOf, neckRib } from "./knit-parts.ts";

const m = 600;

/** A T-shirt. The Breton version has long sleeves and a boat neck. */
export function tee(bench: Bench): Drawing {
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

const hems = (): Item[] => [
  stitch([m - 247, 1158], [m, 1165], [m + 247, 1158]),
  stitch([m - 247, 1152], [m, 1159], [m + 247, 1152]),
];
