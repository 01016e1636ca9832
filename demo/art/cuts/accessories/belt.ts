import { dark } from "../../color.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { piece } from "../../parts.ts";
import { type Point, disc, line, spline } from "../../paths.ts";
import { strip } from "./bag-parts.ts";

const m = 600;
const brass = "#c9a25c";
const brassEdge = "#7d5f2c";

/** A belt in one loose loop. The strap crosses itself, with the buckle at the lower left and the holes at the right. */
export function belt(bench: Bench): Drawing {
  const path: Point[] = [
    [m - 268, 1010],
    [m - 150, 940],
    [m + 10, 850],
    [m + 200, 720],
    [m + 320, 560],
    [m + 300, 390],
    [m + 130, 290],
    [m - 110, 300],
    [m - 300, 400],
    [m - 340, 560],
    [m - 220, 720],
    [m - 10, 850],
    [m + 180, 960],
    [m + 330, 1060],
  ];
  const width = 72;
  const upper = path.slice(0, 8);
  const lower = path.slice(6);
  const strap = (points: readonly Point[], lift: number): Item[] => [
    piece(strip(points, width), { lift, roll: 22, rise: 0.5, folds: [] }),
    { kind: "stitch", d: line(...offset(points, width / 2 - 10)) },
    { kind: "stitch", d: line(...offset(points, -(width / 2 - 10))) },
  ];
  const endTip = piece(
    spline([
      [m + 306, 1014, 0],
      [m + 350, 1038],
      [m + 396, 1096],
      [m + 392, 1112],
      [m + 330, 1106],
      [m + 270, 1076, 0],
    ]),
    { lift: 3, roll: 20, rise: 0.4 },
  );
  const holes = [0.3, 0.46, 0.62, 0.78, 0.94].map((t): Item => ({
    kind: "trim",
    d: disc(m + 60 + t * 260, 894 + t * 160, 7),
    fill: dark(bench.color, 0.82),
  }));
  const frame = (extra: number): string => {
    const c: Point = [m - 318, 1046];
    const a = -0.56;
    const at = (x: number, y: number): Point => [
      c[0] + x * Math.cos(a) - y * Math.sin(a),
      c[1] + x * Math.sin(a) + y * Math.cos(a),
    ];
    return spline([
      at(-52 - extra, -58 - extra),
      at(0, -66 - extra),
      at(46 + extra, -58 - extra),
      at(52 + extra, 0),
      at(46 + extra, 58 + extra),
      at(0, 66 + extra),
      at(-52 - extra, 58 + extra),
      at(-60 - extra, 0),
    ]);
  };
  const buckle: Item[] = [
    { kind: "trim", d: frame(3), stroke: brassEdge, width: 17, paintOnly: true },
    { kind: "trim", d: frame(3), stroke: brass, width: 13 },
    { kind: "trim", d: frame(6), stroke: "#f0d9a0", width: 3, paintOnly: true, opacity: 0.8 },
    {
      kind: "trim",
      d: line([m - 262, 1012], [m - 320, 1046], [m - 374, 1080]),
      stroke: brassEdge,
      width: 13,
      paintOnly: true,
    },
    {
      kind: "trim",
      d: line([m - 262, 1012], [m - 320, 1046], [m - 374, 1080]),
      stroke: brass,
      width: 9,
    },
  ];
  const keeper = piece(
    spline([
      [m - 214, 926, 0],
      [m - 188, 912, 0],
      [m - 148, 980, 0],
      [m - 174, 996, 0],
    ]),
    { lift: 5, roll: 10, rise: 0.4, shade: -0.06 },
  );
  const shape: Item[] = [
    ...strap(lower, 10),
    endTip,
    ...holes,
    ...strap(upper, 12),
    keeper,
    ...buckle,
  ];
  return {
    front: shape,
    back: [
      ...fleshSide([...strap(lower, 10), endTip]),
      ...holes,
      ...fleshSide(strap(upper, 12)),
      keeper,
      ...buckle,
    ],
    measures: {
      width: [
        [m + 246, 690],
        [m + 194, 640],
      ],
      length: [
        [m - 300, 1150],
        [m + 350, 1150],
      ],
    },
    center: [600, 700],
    scale: 1.12,
  };
}

const offset = (points: readonly Point[], by: number): Point[] =>
  points.map(([x, y], i) => {
    const [ax, ay] = points[Math.max(0, i - 1)] ?? [x, y];
    const [bx, by2] = points[Math.min(points.length - 1, i + 1)] ?? [x, y];
    const length = Math.hypot(bx - ax, by2 - ay) || 1;
    return [x - ((by2 - ay) / length) * by, y + ((bx - ax) / length) * by];
  });

/** Lightens the items to show the inside of the belt, because leather is lighter on its inside. */
function fleshSide(items: readonly Item[]): Item[] {
  return items.map((item) =>
    item.kind === "piece" ? Object.assign({}, item, { shade: 0.16 }) : item,
  );
}
