import { dark } from "../../color.ts";
import { fan, fold } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { both, piece } from "../../parts.ts";
import { type Point, line, mirrored, spline, whole } from "../../paths.ts";
import { ring } from "./bag-parts.ts";

const m = 600;
const brass = "#c9a25c";
const brassEdge = "#7d5f2c";

/** A half circle of leather with a zipper along its straight edge. */
export function halfMoon(bench: Bench, strap: Item[]): Drawing {
  const moon: Point[] = [
    [m, 676],
    [m + 200, 668],
    [m + 276, 672, 0],
    [m + 286, 800],
    [m + 226, 960],
    [m + 110, 1050],
    [m, 1070],
  ];
  const inner: Point[] = [
    [m + 262, 716],
    [m + 262, 800],
    [m + 206, 944],
    [m + 102, 1028],
    [m, 1046],
  ];
  const zipLine = line([m - 236, 698], [m, 704], [m + 236, 698]);
  const seams: Item[] = [
    { kind: "stitch", d: line(...inner, ...mirrored(inner).slice(1)) },
    { kind: "seam", d: line([m - 268, 724], [m, 730], [m + 268, 724]), width: 4 },
  ];
  const body = (): Item =>
    piece(whole(moon), {
      lift: 8,
      roll: 44,
      rise: 0.6,
      folds: [
        fold([m - 180, 800], [m + 120, 780], { from: 120, to: 90, height: 0.4, bend: 30 }),
        ...fan(bench.random, [m - 250, 720], [20, 60], [70, 150], 3, 0.3),
        ...fan(bench.random, [m + 250, 720], [120, 160], [70, 150], 3, 0.3),
      ],
    });
  const zip: Item[] = [
    { kind: "trim", d: zipLine, stroke: dark(bench.color, 0.6), width: 18 },
    { kind: "trim", d: zipLine, stroke: brass, width: 8, dash: "3 4.4", paintOnly: true },
    {
      kind: "trim",
      d: spline([
        [m + 196, 686],
        [m + 222, 686],
        [m + 224, 716],
        [m + 216, 776],
        [m + 202, 776],
        [m + 194, 716],
      ]),
      fill: brass,
      stroke: brassEdge,
      width: 3,
    },
  ];
  const rings = both(() => ring(m + 262, 664, 20, 15));
  return {
    front: [...strap, body(), ...seams, ...zip, ...rings],
    back: [...strap, body(), ...seams, ...rings],
    measures: {
      height: [
        [m - 330, 668],
        [m - 330, 1070],
      ],
      width: [
        [m - 286, 1116],
        [m + 286, 1116],
      ],
      depth: [
        [m + 250, 1010],
        [m + 310, 960],
      ],
      "strap drop": [
        [m + 20, 248],
        [m + 20, 664],
      ],
    },
    center: [600, 655],
    scale: 1.3,
  };
}
