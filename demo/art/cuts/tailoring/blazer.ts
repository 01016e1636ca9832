import type { Bench, Drawing, Item } from "../../model.ts";
import { both, piece, seam, stitch } from "../../parts.ts";
import { spline } from "../../paths.ts";
import { type Tailored, flapPocket, sleeveButtons, tailored } from "./tailoring-parts.ts";

const m = 600;

/**
 * A jacket with notch lapels. The product's link determines whether it has one button or two, and flap or patch
 * pockets.
 */
export function blazer(bench: Bench): Drawing {
  const shape: Tailored = {
    body: {
      neck: 82,
      neckY: 262,
      shoulder: 222,
      shoulderY: 300,
      chest: 242,
      armpitY: 540,
      waist: 214,
      waistY: 740,
      hem: 244,
      hemY: 1090,
      depth: 20,
      hemDrop: 4,
    },
    sleeve: { length: 660, angle: 13, cuff: 66, slackness: 8, head: 14 },
    over: 24,
    breakY: 716,
    cutaway: 60,
    lapel: {
      tip: [m + 168, 448],
      notch: [m + 126, 442],
      gorge: [m + 82, 350],
      collarEnd: [m + 158, 396],
      width: 42,
    },
  };
  const patched = (): Item[] => [
    piece(
      spline([
        [m + 88, 842, 0],
        [m + 210, 836, 0],
        [m + 216, 1010],
        [m + 196, 1034],
        [m + 106, 1036],
        [m + 88, 1014],
      ]),
      { lift: 3, roll: 12 },
    ),
    stitch([m + 90, 866, 0], [m + 210, 860, 0]),
  ];
  const made = tailored(
    bench,
    shape,
    (end) => sleeveButtons(end, 4, 8),
    (side) =>
      side === "front"
        ? [
            ...both(() => [
              ...(bench.says("unconstructed") ? patched() : flapPocket(m + 146, 880, 126, 46, 6)),
              seam([m + 108, 590], [m + 104, 740], [m + 116, 876, 0]),
            ]),
            piece(
              spline([
                [m + 112, 566, 0],
                [m + 190, 552, 0],
                [m + 192, 580, 0],
                [m + 114, 594, 0],
              ]),
              { roll: 8, lift: 3 },
            ),
            { kind: "button", at: [m - 2, 738], radius: 15, holes: 4 },
            ...(bench.says("one-button")
              ? []
              : [{ kind: "button", at: [m - 2, 850], radius: 15, holes: 4 } as const]),
          ]
        : [],
    220,
  );
  return { ...made, scale: 1.14, center: [600, 680] };
}
