import type { Bench, Drawing } from "../../model.ts";
import { neckInside, piece, stitch } from "../../parts.ts";
import { line, spline } from "../../paths.ts";
import { type KnitShape, backNeckRib, crew, knitBase, measuresOf, neckRib } from "./knit-parts.ts";

const m = 600;
const ribbed = { surface: "ribbed", shade: -0.07, plain: true } as const;

/** A sweatshirt with dropped shoulders and ribbed trims. */
export function sweatshirt(bench: Bench): Drawing {
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
