import type { Bench, Drawing, Item } from "../../model.ts";
import {
  type BodyShape,
  bodyFolds,
  bodyHalf,
  both,
  neckInside,
  piece,
  seam,
  stitch,
} from "../../parts.ts";
import { line, spline, whole } from "../../paths.ts";
import { collarBack, patchPocket, placket, shirtCollar, shirtCuff } from "../tops/shirt-parts.ts";
import { coatMeasures, tailoredSleeves } from "./tailoring-parts.ts";

const m = 600;

/** A boxy shirt jacket. The suede version has pockets at the hem. */
export function overshirt(bench: Bench): Drawing {
  const body: BodyShape = {
    neck: 86,
    neckY: 292,
    shoulder: 240,
    shoulderY: 340,
    chest: 266,
    armpitY: 590,
    waist: 264,
    hem: 270,
    hemY: 1120,
    depth: 62,
    hemDrop: 4,
  };
  const shape = {
    body,
    sleeve: { length: 620, angle: 15, cuff: 70, slackness: 18, head: 8, creases: 8 },
  };
  const sleeves = tailoredSleeves(bench, shape, (made) => shirtCuff(made, 78, "#4a3a2c"));
  const hem = (): Item => stitch([m - 266, 1094], [m, 1098], [m + 266, 1094]);
  return {
    front: [
      ...sleeves,
      ...neckInside(82, 286, 6, 86, false),
      piece(whole(bodyHalf(body)), { folds: bodyFolds(bench, body, 1.1), lift: 3 }),
      ...both(() => [
        seam([m + 90, 326, 0], [m + 240, 366, 0]),
        ...patchPocket(m + 142, 510, 140, 160, true),
        { kind: "button", at: [m + 142, 548], radius: 9, color: "#4a3a2c", holes: 4 } as const,
      ]),
      ...(bench.says("wool")
        ? []
        : both(() => [
            piece(
              spline([
                [m + 96, 900, 0],
                [m + 222, 896, 0],
                [m + 226, 1070, 0],
                [m + 98, 1072, 0],
              ]),
              { lift: 2, roll: 10 },
            ),
            stitch([m + 104, 906, 0], [m + 105, 1064, 0], [m + 218, 1062, 0], [m + 215, 904, 0]),
            stitch([m + 98, 926, 0], [m + 222, 922, 0]),
          ])),
      hem(),
      ...placket(350, 1124, [412, 530, 648, 766, 884, 1002], "#4a3a2c", 12),
      ...shirtCollar(86, 292, 112, 138),
    ],
    back: [
      ...sleeves,
      piece(whole(bodyHalf({ ...body, depth: 10 })), { folds: bodyFolds(bench, body, 1) }),
      { kind: "seam", d: line([m - 234, 432], [m, 444], [m + 234, 432]) },
      { kind: "stitch", d: line([m - 232, 440], [m, 452], [m + 232, 440]) },
      hem(),
      collarBack(86, 288, 50),
    ],
    measures: coatMeasures(shape),
    grainLine: [
      [m - 140, 720],
      [m - 140, 1040],
    ],
    center: [600, 695],
    scale: 1.04,
  };
}
