import type { Bench, Drawing, Item } from "../../model.ts";
import { both, piece } from "../../parts.ts";
import { line, spline } from "../../paths.ts";
import { type Tailored, flapPocket, sleeveButtons, tailored } from "./tailoring-parts.ts";

const m = 600;

/** A long coat with peaked lapels and six buttons. */
export function doubleBreasted(bench: Bench): Drawing {
  const shape: Tailored = {
    body: {
      neck: 84,
      neckY: 218,
      shoulder: 218,
      shoulderY: 258,
      chest: 236,
      armpitY: 492,
      waist: 222,
      waistY: 720,
      hem: 262,
      hemY: 1330,
      depth: 20,
      hemDrop: 6,
    },
    sleeve: { length: 640, angle: 14, cuff: 68, slackness: 10, head: 14 },
    over: 84,
    breakY: 618,
    lapel: {
      tip: [m + 208, 392],
      notch: [m + 142, 400],
      gorge: [m + 84, 304],
      collarEnd: [m + 172, 362],
      width: 46,
    },
  };
  const horn = bench.says("horn") ? { color: "#5b3d28" } : {};
  const buttons: Item[] = [650, 790, 930].flatMap((y): Item[] => [
    { kind: "button", at: [m - 54, y], radius: 17, holes: 4, ...horn },
    { kind: "button", at: [m + 66, y], radius: 17, holes: 4, ...horn },
  ]);
  return tailored(
    bench,
    shape,
    (made) => sleeveButtons(made, 3, 9),
    (side) =>
      side === "front"
        ? [
            ...both(() => flapPocket(m + 158, 872, 128, 48)),
            ...buttons,
            { kind: "stitch", d: line([m - 74, 630, 0], [m - 74, 1326, 0]) },
          ]
        : [
            piece(
              spline([
                [m - 124, 706],
                [m + 124, 706],
                [m + 124, 760],
                [m - 124, 760],
              ]),
              { lift: 4, roll: 12 },
            ),
            { kind: "button", at: [m - 98, 733], radius: 14, holes: 4 },
            { kind: "button", at: [m + 98, 733], radius: 14, holes: 4 },
          ],
    280,
  );
}
