import type { Item } from "../../model.ts";
import { line, spline } from "../../paths.ts";

const m = 600;

/** A zipper from top to bottom: tapes, teeth and a slider with its puller. */
export function zip(top: number, bottom: number, slider = top + 14, metal = "#c3c7cd"): Item[] {
  return [
    { kind: "trim", d: line([m, top, 0], [m, bottom, 0]), stroke: "#2a2d33", width: 15 },
    {
      kind: "trim",
      d: line([m, top, 0], [m, bottom, 0]),
      stroke: metal,
      width: 9,
      dash: "2.6 4.6",
      paintOnly: true,
    },
    {
      kind: "trim",
      d: line([m, top, 0], [m, bottom, 0]),
      stroke: "#5a5f67",
      width: 1.4,
      paintOnly: true,
    },
    {
      kind: "trim",
      d: spline([
        [m - 11, slider, 0],
        [m + 11, slider, 0],
        [m + 8, slider + 26, 0],
        [m - 8, slider + 26, 0],
      ]),
      fill: metal,
      stroke: "#5a5f67",
      width: 2,
    },
    {
      kind: "trim",
      d: spline([
        [m - 6, slider + 20],
        [m + 6, slider + 20],
        [m + 9, slider + 66],
        [m, slider + 74],
        [m - 9, slider + 66],
      ]),
      fill: metal,
      stroke: "#5a5f67",
      width: 2,
    },
  ];
}
