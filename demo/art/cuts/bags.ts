import { fan, fold, pleat } from "../folds.ts";
import type { Bench, CutDrawers, Drawing, Item } from "../model.ts";
import { disc, line, mirrored, spline, whole, type Point } from "../paths.ts";
import { both, piece, stitch } from "../parts.ts";
import { brightness, dark, mix } from "../color.ts";

const m = 600;
const brass = "#c9a25c";
const brassEdge = "#7d5f2c";

/** A strip along a centre line: a handle, a strap. Returned as a closed path. */
export function strip(points: readonly Point[], width: number): string {
  const left: Point[] = [];
  const right: Point[] = [];
  points.forEach(([x, y], i) => {
    const [ax, ay] = points[Math.max(0, i - 1)] ?? [x, y];
    const [bx, by] = points[Math.min(points.length - 1, i + 1)] ?? [x, y];
    const length = Math.hypot(bx - ax, by - ay) || 1;
    const nx = (-(by - ay) / length) * (width / 2);
    const ny = ((bx - ax) / length) * (width / 2);
    const corner = i === 0 || i === points.length - 1;
    left.push(corner ? [x + nx, y + ny, 0] : [x + nx, y + ny]);
    right.unshift(corner ? [x - nx, y - ny, 0] : [x - nx, y - ny]);
  });
  return spline([...left, ...right]);
}

/** Leather that goes with a cloth: tan on most, deep brown on tan and very light ones. */
function leatherFor(bench: Bench): `#${string}` {
  const own = bench.cloth === "leather" || bench.cloth === "suede";
  const color = own
    ? dark(bench.color, 0.16)
    : brightness(bench.color) < 0.3
      ? "#a8703f"
      : mix("#8a5630", bench.color, 0.08);
  return color as `#${string}`;
}

function ring(x: number, y: number, w: number, h: number): Item[] {
  const d = `M${x - w} ${y - h}L${x + w} ${y - h}L${x + w} ${y + h}L${x - w} ${y + h}Z`;
  return [
    { kind: "trim", d, stroke: brassEdge, width: 9, paintOnly: true },
    { kind: "trim", d, stroke: brass, width: 6 },
    {
      kind: "trim",
      d: line([x - w, y - h - 1, 0], [x + w, y - h - 1, 0]),
      stroke: "#f3dfae",
      width: 2,
      paintOnly: true,
    },
  ];
}

function tote(bench: Bench): Drawing {
  const leather = leatherFor(bench);
  const handle = (back: boolean): Item[] => {
    const lift = back ? -26 : 0;
    const points: Point[] = [
      [m - 150, 690],
      [m - 148, 560 + lift],
      [m - 128, 400 + lift],
      [m - 66, 290 + lift],
      [m, 262 + lift],
      [m + 66, 290 + lift],
      [m + 128, 400 + lift],
      [m + 148, 560 + lift],
      [m + 150, 690],
    ];
    return [
      piece(strip(points, 34), {
        fill: leather,
        surface: "leather",
        shade: back ? -0.18 : 0,
        lift: back ? 4 : 10,
        roll: 14,
        rise: 0.5,
      }),
      ...(back
        ? []
        : [
            {
              kind: "stitch",
              d: line(
                ...points.map(([x, y]): Point => [
                  x + (x < m ? 11 : x > m ? -11 : 0),
                  y + (Math.abs(x - m) < 100 ? 10 : 0),
                ]),
              ),
              color: "#efe0c4",
            } as const,
          ]),
    ];
  };
  const half: Point[] = [
    [m, 556],
    [m + 160, 552],
    [m + 316, 540, 0],
    [m + 330, 800],
    [m + 322, 1060],
    [m + 298, 1178, 0],
    [m + 150, 1192],
    [m, 1194],
  ];
  const body = (): Item =>
    piece(whole(half), {
      lift: 5,
      roll: 30,
      rise: 0.4,
      folds: [
        ...fan(bench.random, [m - 300, 1150], [-80, -20], [120, 280], 3, 0.5),
        ...fan(bench.random, [m + 300, 1150], [200, 260], [120, 280], 3, 0.5),
        ...pleat([m - 140, 700], [m - 170, 1040], { from: 10, to: 60, height: 0.3, bend: 20 }),
        ...pleat([m + 170, 720], [m + 190, 1060], { from: 10, to: 60, height: 0.3, bend: -24 }),
        fold([m - 40, 620], [m + 20, 1000], { from: 60, to: 90, height: 0.28, bend: -20 }),
      ],
    });
  const tabs = (): Item[] =>
    both(() => [
      piece(
        spline([
          [m + 128, 600, 0],
          [m + 172, 600, 0],
          [m + 172, 700],
          [m + 150, 724, 0],
          [m + 128, 700],
        ]),
        { fill: leather, surface: "leather", lift: 4, roll: 10, rise: 0.4 },
      ),
      {
        kind: "stitch",
        d: line(
          [m + 135, 606, 0],
          [m + 135, 696, 0],
          [m + 150, 712, 0],
          [m + 165, 696, 0],
          [m + 165, 606, 0],
        ),
        color: "#efe0c4",
      } as const,
      {
        kind: "button",
        at: [m + 150, 628],
        radius: 7,
        color: brass,
        holes: 0,
        metal: true,
      } as const,
    ]);
  const base = (): Item[] => [
    piece(
      whole([
        [m, 1066],
        [m + 322, 1056, 0],
        [m + 298, 1178, 0],
        [m + 150, 1192],
        [m, 1194],
      ]),
      { fill: leather, surface: "leather", roll: 26, rise: 0.4, lift: 2 },
    ),
    { kind: "stitch", d: line([m - 314, 1068], [m, 1078], [m + 314, 1068]), color: "#efe0c4" },
  ];
  const mouth = piece(
    whole([
      [m, 520],
      [m + 170, 522],
      [m + 314, 538, 0],
      [m + 160, 560],
      [m, 566],
    ]),
    { fill: "inside" },
  );
  return {
    front: [
      ...handle(true),
      mouth,
      body(),
      ...base(),
      stitch([m - 314, 574], [m, 588], [m + 314, 574]),
      ...handle(false),
      ...tabs(),
      piece(`M${m - 46} 800L${m + 46} 800L${m + 46} 852L${m - 46} 852Z`, {
        fill: leather,
        surface: "leather",
        lift: 2,
        roll: 8,
        rise: 0.3,
      }),
      {
        kind: "trim",
        d: line([m - 26, 820, 0], [m + 26, 820, 0]),
        stroke: dark(leather, 0.5),
        width: 5,
      },
      {
        kind: "trim",
        d: line([m - 14, 834, 0], [m + 14, 834, 0]),
        stroke: dark(leather, 0.5),
        width: 3,
      },
    ],
    back: [
      ...handle(true),
      mouth,
      body(),
      ...base(),
      stitch([m - 314, 574], [m, 588], [m + 314, 574]),
      ...handle(false),
      ...tabs(),
      piece(
        spline([
          [m - 130, 690, 0],
          [m + 130, 690, 0],
          [m + 126, 930, 0],
          [m - 126, 930, 0],
        ]),
        { lift: 2, roll: 10 },
      ),
      stitch([m - 122, 716, 0], [m + 122, 716, 0]),
    ],
    measures: {
      height: [
        [m - 372, 544],
        [m - 372, 1192],
      ],
      width: [
        [m - 330, 1240],
        [m + 330, 1240],
      ],
      depth: [
        [m + 300, 1150],
        [m + 352, 1068],
      ],
      "strap drop": [
        [m, 282],
        [m, 540],
      ],
      length: [
        [m - 330, 1240],
        [m + 330, 1240],
      ],
    },
    center: [600, 730],
    scale: 1.08,
  };
}

function crossbody(bench: Bench): Drawing {
  const leather = bench.color as `#${string}`;
  const strapPoints: Point[] = [
    [m - 256, 690],
    [m - 300, 520],
    [m - 260, 360],
    [m - 120, 262],
    [m + 60, 232],
    [m + 230, 300],
    [m + 320, 440],
    [m + 312, 580],
    [m + 256, 690],
  ];
  const bodyHalf: Point[] = [
    [m, 660],
    [m + 210, 656],
    [m + 262, 682],
    [m + 276, 860],
    [m + 272, 1010],
    [m + 232, 1056],
    [m, 1064],
  ];
  const flap: Point[] = [
    [m, 644],
    [m + 204, 642],
    [m + 262, 668],
    [m + 278, 760],
    [m + 250, 880],
    [m + 150, 948],
    [m, 966],
  ];
  const loops = (): Item[] =>
    both(() => [
      piece(
        spline([
          [m + 236, 700, 0],
          [m + 242, 656],
          [m + 262, 640],
          [m + 282, 656],
          [m + 280, 704, 0],
        ]),
        { lift: 3, roll: 10, rise: 0.4, shade: -0.06 },
      ),
      ...ring(m + 260, 650, 20, 15),
    ]);
  const strap: Item[] = [
    piece(strip(strapPoints, 24), { lift: 8, roll: 12, rise: 0.5, shade: -0.06 }),
    { kind: "stitch", d: line(...strapPoints.map(([x, y]): Point => [x + 6, y + 5])) },
  ];
  const flapStitch: Item = {
    kind: "stitch",
    d: line(
      [m + 250, 690],
      [m + 261, 760],
      [m + 234, 868],
      [m + 144, 932],
      [m, 950],
      [m - 144, 932],
      [m - 234, 868],
      [m - 261, 760],
      [m - 250, 690],
    ),
  };
  const buckle: Item[] = [
    piece(
      spline([
        [m - 34, 880, 0],
        [m + 34, 880, 0],
        [m + 30, 1010],
        [m, 1028],
        [m - 30, 1010],
      ]),
      { fill: leather, lift: 5, roll: 10, rise: 0.4, shade: -0.05, surface: bench.cloth },
    ),
    {
      kind: "trim",
      d: spline([
        [m - 44, 948],
        [m, 936],
        [m + 44, 948],
        [m + 40, 1000],
        [m, 1014],
        [m - 40, 1000],
      ]),
      fill: brass,
      stroke: brassEdge,
      width: 3,
    },
    {
      kind: "trim",
      d: spline([
        [m - 10, 966],
        [m + 10, 966],
        [m + 10, 988],
        [m - 10, 988],
      ]),
      fill: brassEdge,
    },
    {
      kind: "trim",
      d: line([m - 32, 950], [m, 943], [m + 30, 949]),
      stroke: "#f6e6bd",
      width: 4,
      paintOnly: true,
      opacity: 0.8,
    },
  ];
  const body = (): Item =>
    piece(whole(bodyHalf), {
      lift: 6,
      roll: 36,
      rise: 0.5,
      folds: [fold([m - 220, 1000], [m + 220, 1000], { from: 60, to: 60, height: 0.3, bend: -14 })],
    });
  if (bench.says("half-moon")) return halfMoon(bench, strap);
  return {
    front: [
      ...strap,
      body(),
      piece(whole(flap), {
        lift: 12,
        roll: 36,
        rise: 0.5,
        folds: [
          fold([m - 230, 680], [m + 230, 676], { from: 60, to: 60, height: 0.5, bend: 10 }),
          fold([m - 150, 820], [m + 90, 760], { from: 70, to: 40, height: 0.2 }),
        ],
      }),
      flapStitch,
      ...loops(),
      ...buckle,
    ],
    back: [
      ...strap,
      piece(
        whole([
          ...bodyHalf.slice(0, 0),
          [m, 642],
          [m + 204, 640],
          [m + 264, 668],
          [m + 278, 860],
          [m + 272, 1010],
          [m + 232, 1056],
          [m, 1064],
        ]),
        {
          lift: 6,
          roll: 36,
          rise: 0.5,
          folds: [fold([m - 230, 690], [m + 230, 690], { from: 60, to: 60, height: 0.4 })],
        },
      ),
      { kind: "seam", d: line([m - 212, 790], [m, 806], [m + 212, 790]) },
      { kind: "stitch", d: line([m - 212, 800], [m, 816], [m + 212, 800]) },
      ...loops(),
    ],
    measures: {
      height: [
        [m - 322, 650],
        [m - 322, 1062],
      ],
      width: [
        [m - 276, 1110],
        [m + 276, 1110],
      ],
      depth: [
        [m + 268, 1060],
        [m + 330, 1010],
      ],
      "strap drop": [
        [m + 20, 248],
        [m + 20, 640],
      ],
      length: [
        [m - 276, 1110],
        [m + 276, 1110],
      ],
    },
    center: [600, 655],
    scale: 1.3,
  };
}

/** A half circle of leather with a zip along its straight edge. */
function halfMoon(bench: Bench, strap: Item[]): Drawing {
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

/** The belt in one loose loop: the strap crosses itself, the buckle lies at the lower left, the holed end at the right. */
function belt(bench: Bench): Drawing {
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
  const offset = (points: readonly Point[], by: number): Point[] =>
    points.map(([x, y], i) => {
      const [ax, ay] = points[Math.max(0, i - 1)] ?? [x, y];
      const [bx, by2] = points[Math.min(points.length - 1, i + 1)] ?? [x, y];
      const length = Math.hypot(bx - ax, by2 - ay) || 1;
      return [x - ((by2 - ay) / length) * by, y + ((bx - ax) / length) * by];
    });
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
      ...[...strap(lower, 10), endTip].map((item): Item =>
        item.kind === "piece" ? { ...item, shade: 0.16 } : item,
      ),
      ...holes,
      ...strap(upper, 12).map((item): Item =>
        item.kind === "piece" ? { ...item, shade: 0.16 } : item,
      ),
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

export const bags: CutDrawers<"tote" | "crossbody-bag" | "belt"> = {
  tote,
  "crossbody-bag": crossbody,
  belt,
};
