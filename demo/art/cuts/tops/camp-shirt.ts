import type { Bench, Drawing, Item } from "../../model.ts";
import {
  type BodyShape,
  bodyFolds,
  bodyHalf,
  both,
  cuffBand,
  neckLabel,
  piece,
  sleeve,
  stitch,
} from "../../parts.ts";
import { line, spline, whole } from "../../paths.ts";
import { collarBack, patchPocket } from "./shirt-parts.ts";

const m = 600;
const pearl = "#f3efe6";

/** A short-sleeved shirt with an open revere collar. */
export function campShirt(bench: Bench): Drawing {
  const shape: BodyShape = {
    neck: 84,
    neckY: 320,
    shoulder: 250,
    shoulderY: 376,
    chest: 276,
    armpitY: 620,
    waist: 272,
    hem: 280,
    hemY: 1120,
    depth: 200,
    vNeck: true,
    hemDrop: 4,
  };
  const sleeves = both(() => {
    const made = sleeve(bench, {
      shoulder: [m + 250, 376],
      armpit: [m + 276, 620],
      length: 262,
      angle: 30,
      cuff: 118,
      slackness: 4,
      creases: 4,
    });
    return [...made.items, cuffBand(made, 44, { plain: false, rise: 0.2 }, 3)];
  });
  const leaf = both(() => [
    // The open revere, drawn as one layer of facing below the collar.
    piece(
      spline([
        [m + 2, 548, 0],
        [m + 70, 452],
        [m + 98, 380, 0],
        [m + 136, 420],
        [m + 148, 468, 0],
      ]),
      { lift: 6, shade: 0.02, grain: 18, roll: 12 },
    ),
    piece(
      spline([
        [m + 78, 416, 0],
        [m + 58, 350],
        [m + 64, 284, 0],
        [m + 96, 290],
        [m + 122, 330],
        [m + 172, 446, 0],
        [m + 120, 438],
      ]),
      { lift: 7, shade: 0.04, grain: -30, roll: 12 },
    ),
    stitch([m + 80, 420, 0], [m + 120, 430], [m + 160, 436, 0], [m + 114, 334], [m + 92, 300]),
  ]);
  const hem = (): Item[] => [stitch([m - 276, 1100], [m, 1104], [m + 276, 1100])];
  return {
    front: [
      ...sleeves,
      piece(
        whole([
          [m, 306],
          [m + 60, 296],
          [m + 90, 330, 0],
          [m + 50, 470],
          [m, 560, 0],
        ]),
        { fill: "inside", shade: 0.1 },
      ),
      { kind: "edge", d: line([m - 70, 334], [m, 350], [m + 70, 334]) },
      ...neckLabel(360),
      piece(whole(bodyHalf(shape)), { folds: bodyFolds(bench, shape, 1.15), lift: 3 }),
      ...hem(),
      ...patchPocket(m + 142, 590, 122, 138),
      { kind: "seam", d: line([m + 22, 560, 0], [m + 22, 1122, 0]) },
      { kind: "stitch", d: line([m - 30, 600, 0], [m - 30, 1122, 0]) },
      ...leaf,
      ...[596, 712, 828, 944, 1060].map((y): Item => ({
        kind: "button",
        at: [m - 2, y],
        radius: 11,
        color: pearl,
        holes: 4,
      })),
    ],
    back: [
      ...sleeves,
      piece(whole(bodyHalf({ ...shape, depth: 10, vNeck: false })), {
        folds: bodyFolds(bench, shape, 1.1),
      }),
      { kind: "seam", d: line([m - 246, 470], [m, 480], [m + 246, 470]) },
      ...hem(),
      collarBack(86, 316, 64),
    ],
    measures: {
      length: [
        [m + 84, 320],
        [m + 84, 1124],
      ],
      chest: [
        [m - 276, 628],
        [m + 276, 628],
      ],
      sleeve: [
        [m + 276, 368],
        [m + 470, 610],
      ],
      shoulder: [
        [m - 250, 376],
        [m + 250, 376],
      ],
      hem: [
        [m - 280, 1122],
        [m + 280, 1122],
      ],
    },
    center: [600, 715],
    scale: 1.04,
  };
}
