import { fold } from "../../folds.ts";
import type { Drawing, Item } from "../../model.ts";
import { neckLabel, piece, shiftedItems } from "../../parts.ts";
import { type Point, line, spline } from "../../paths.ts";

const m = 600;
const ribbed = { surface: "ribbed", plain: true } as const;

/** A ribbed beanie with a deep cuff. */
export function beanie(): Drawing {
  const dome: Point[] = [
    [m - 262, 860, 0],
    [m - 286, 700],
    [m - 250, 520],
    [m - 130, 390],
    [m, 356],
    [m + 130, 390],
    [m + 250, 520],
    [m + 286, 700],
    [m + 262, 860, 0],
  ];
  const ribLines = Array.from({ length: 15 }, (_, i): Item => {
    const t = (i - 7) / 7;
    return {
      kind: "seam",
      d: line(
        [m + t * 264, 840],
        [m + t * 268 + t * 16, 640],
        [m + t * 170, 460],
        [m + t * 16, 372],
      ),
      width: 2.6,
    };
  });
  const ridges = Array.from({ length: 14 }, (_, i) => {
    const t = (i - 6.5) / 7;
    return [
      fold([m + t * 264, 860], [m + t * 276, 600], {
        from: 26,
        to: 26,
        height: 0.4,
        bend: -t * 14,
      }),
      fold([m + t * 274, 620], [m + t * 24, 376], { from: 24, to: 8, height: 0.4, bend: t * 26 }),
    ];
  }).flat();
  const cuff: Point[] = [
    [m - 290, 800, 0],
    [m - 150, 836],
    [m, 846],
    [m + 150, 836],
    [m + 290, 800, 0],
    [m + 298, 920],
    [m + 282, 1050, 0],
    [m + 140, 1088],
    [m, 1096],
    [m - 140, 1088],
    [m - 282, 1050, 0],
    [m - 298, 920],
  ];
  const made = (side: "front" | "back"): Item[] => [
    piece(spline(dome), { roll: 60, rise: 0.6, folds: ridges, surface: "knit" }),
    ...ribLines,
    piece(spline(cuff), { ...ribbed, lift: 10, roll: 34, rise: 0.55 }),
    ...(side === "front"
      ? shiftedItems(neckLabel(0, 84), 0, 948)
      : [{ kind: "seam", d: line([m, 846], [m + 2, 960], [m, 1096]) } as const]),
  ];
  return {
    front: made("front"),
    back: made("back"),
    measures: {
      height: [
        [m + 350, 356],
        [m + 350, 1096],
      ],
      width: [
        [m - 290, 1150],
        [m + 290, 1150],
      ],
    },
    center: [600, 725],
    scale: 1.1,
  };
}
