import { pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import {
  type BodyShape,
  band,
  bodyFolds,
  bodyHalf,
  both,
  cuffBand,
  neckInside,
  piece,
  stitch,
} from "../../parts.ts";
import { spline, whole } from "../../paths.ts";
import { zip } from "./jacket-parts.ts";
import { coatMeasures, tailoredSleeves } from "./tailoring-parts.ts";

const m = 600;
const ribbed = { surface: "ribbed", shade: -0.14, plain: true } as const;

/** A zip-up jacket with ribbed collar, cuffs and hem. */
export function bomber(bench: Bench): Drawing {
  const body: BodyShape = {
    neck: 92,
    neckY: 300,
    shoulder: 244,
    shoulderY: 348,
    chest: 280,
    armpitY: 596,
    waist: 284,
    waistY: 820,
    hem: 262,
    hemY: 1010,
    depth: 60,
    hemDrop: 4,
  };
  const shape = {
    body,
    sleeve: { length: 600, angle: 17, cuff: 70, slackness: 28, head: 12, creases: 10 },
  };
  const sleeves = tailoredSleeves(bench, shape, (made) => [cuffBand(made, 78, ribbed, -14, 2)]);
  const folds = [
    ...bodyFolds(bench, { ...body, hemY: 1040 }, 1.2),
    ...[-190, -110, 120, 200].flatMap((x) =>
      pleat([m + x, 1012], [m + x * 0.94, 900], { from: 26, to: 8, height: 0.5 }),
    ),
  ];
  const collar = (back: boolean): Item =>
    piece(
      whole([
        [m, back ? 262 : 352],
        [m + 50, back ? 262 : 330],
        [m + 88, 268, 0],
        [m + 114, 292],
        [m + 106, 330],
        [m + 60, back ? 320 : 392],
        [m, back ? 326 : 412],
      ]),
      { ...ribbed, lift: 5, roll: 14, rise: 0.4 },
    );
  const raglan = both(() => [stitch([m + 250, 356], [m + 234, 470], [m + 270, 590])]);
  return {
    front: [
      ...sleeves,
      ...neckInside(90, 286, 0, 100),
      piece(whole(bodyHalf(body)), { folds, lift: 3 }),
      ...raglan,
      hem(),
      ...both(() => [
        piece(
          spline([
            [m + 116, 800, 0],
            [m + 146, 790, 0],
            [m + 216, 944, 0],
            [m + 186, 956, 0],
          ]),
          { lift: 4, roll: 10 },
        ),
        stitch([m + 122, 804, 0], [m + 190, 950, 0]),
        { kind: "button", at: [m + 150, 850], radius: 6, metal: true, holes: 0 } as const,
      ]),
      collar(false),
      ...zip(356, 1092, 366),
    ],
    back: [
      ...sleeves,
      piece(whole(bodyHalf({ ...body, depth: 8 })), { folds }),
      ...raglan,
      hem(),
      collar(true),
    ],
    measures: coatMeasures({
      body: { ...body, hemY: 1090 },
      sleeve: { ...shape.sleeve, length: 680 },
    }),
    grainLine: [
      [m + 120, 660],
      [m + 120, 780],
    ],
    center: [600, 700],
    scale: 1.06,
  };
}

const hem = (): Item => band(264, 1000, 250, 1090, 4, ribbed);
