import { pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { band, both, cuffBand, piece, stitch } from "../../parts.ts";
import { spline } from "../../paths.ts";
import { type Tailored, tailored } from "./tailoring-parts.ts";

const m = 600;

/** A coat without buttons, tied with a belt. */
export function wrapCoat(bench: Bench): Drawing {
  const shape: Tailored = {
    body: {
      neck: 88,
      neckY: 216,
      shoulder: 240,
      shoulderY: 266,
      chest: 256,
      armpitY: 520,
      waist: 236,
      waistY: 730,
      hem: 282,
      hemY: 1330,
      depth: 20,
      hemDrop: 6,
    },
    sleeve: { length: 610, angle: 15, cuff: 80, slackness: 14, head: 8 },
    over: 110,
    breakY: 700,
    lapel: {
      tip: [m + 176, 430],
      notch: [m + 166, 400],
      gorge: [m + 96, 300],
      collarEnd: [m + 196, 386],
      width: 64,
    },
  };
  const belt = (): Item[] => [
    band(238, 706, 240, 774, 8, { lift: 6, plain: false }),
    stitch([m - 234, 716], [m, 724], [m + 234, 716]),
    stitch([m - 234, 764], [m, 772], [m + 234, 764]),
  ];
  const knot: Item[] = [
    piece(
      spline([
        [m - 30, 760, 0],
        [m - 66, 920],
        [m - 84, 1070, 0],
        [m - 14, 1080, 0],
        [m + 2, 920],
        [m + 12, 764, 0],
      ]),
      { lift: 10, roll: 16, folds: pleat([m - 12, 790], [m - 46, 1060], { from: 10, to: 24 }) },
    ),
    piece(
      spline([
        [m, 758, 0],
        [m + 30, 880],
        [m + 58, 990, 0],
        [m + 124, 966, 0],
        [m + 84, 860],
        [m + 36, 752, 0],
      ]),
      { lift: 10, roll: 16, folds: pleat([m + 22, 790], [m + 86, 970], { from: 10, to: 22 }) },
    ),
    piece(
      spline([
        [m - 40, 712],
        [m, 698],
        [m + 44, 712],
        [m + 50, 762],
        [m + 4, 784],
        [m - 42, 768],
      ]),
      {
        lift: 8,
        roll: 22,
        rise: 0.5,
        folds: [
          ...pleat([m - 14, 712], [m - 22, 772], { from: 8, to: 12 }),
          ...pleat([m + 16, 712], [m + 26, 764], { from: 8, to: 10 }),
        ],
      },
    ),
  ];
  return tailored(
    bench,
    shape,
    (made) => [cuffBand(made, 84, { plain: false, lift: 4 }, 4, 78)],
    (side) =>
      side === "front"
        ? [
            ...both(() => [
              piece(
                spline([
                  [m + 110, 880, 0],
                  [m + 232, 872, 0],
                  [m + 240, 1070, 0],
                  [m + 114, 1078, 0],
                ]),
                { lift: 3, roll: 12 },
              ),
              stitch([m + 112, 916, 0], [m + 232, 908, 0]),
            ]),
            ...belt(),
            ...knot,
          ]
        : [...belt()],
    300,
  );
}
