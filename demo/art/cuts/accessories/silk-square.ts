import { brightness, dark, lite, mix } from "../../color.ts";
import { pleat } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { piece, stitch } from "../../parts.ts";
import { type Point, disc, line, spline } from "../../paths.ts";

const m = 600;

/** A square scarf with a border and one corner turned over. The product's link determines its motif. */
export function silkSquare(bench: Bench): Drawing {
  const border = (
    brightness(bench.color) > 0.55
      ? mix(dark(bench.color, 0.7), "#22335a", 0.4)
      : lite(bench.color, 0.78)
  ) as `#${string}`;
  const second = mix(border, bench.color, 0.5) as `#${string}`;
  const outline = (inset: number): Point[] => {
    const i = inset;
    return [
      corner(m - 330 + i, 420 + i),
      [m - 80, 408 + i],
      [m + 120, 424 + i],
      corner(m + 336 - i, 410 + i),
      [m + 326 - i, 640],
      [m + 338 - i, 860],
      corner(m + 330 - i, 1080 - i),
      [m + 60, 1070 - i],
      [m - 140, 1086 - i],
      corner(m - 338 + i, 1072 - i),
      [m - 326 + i, 850],
      [m - 336 + i, 640],
    ];
  };
  const folds = [
    ...pleat([m - 340, 420], [m + 40, 800], { from: 30, to: 8, height: 0.45, bend: -20 }),
    ...pleat([m + 336, 1080], [m + 20, 740], { from: 34, to: 8, height: 0.45, bend: 24 }),
    ...pleat([m + 320, 440], [m + 60, 620], { from: 26, to: 8, height: 0.4, bend: 10 }),
    ...pleat([m - 120, 1080], [m - 60, 820], { from: 40, to: 10, height: 0.4, bend: 14 }),
    ...pleat([m - 330, 760], [m - 90, 740], { from: 24, to: 8, height: 0.35, bend: -12 }),
  ];
  const medallion: Item[] = [
    ...[150, 118].map((radius): Item => ({
      kind: "edge",
      d: disc(m, 745, radius),
      width: 6,
      color: second,
    })),
    ...Array.from({ length: 16 }, (_, i): Item[] => {
      const a = (i / 16) * Math.PI * 2;
      const at = (radius: number, by: number): Point => [
        m + Math.cos(a + by) * radius,
        745 + Math.sin(a + by) * radius,
      ];
      return [
        piece(spline([at(40, 0), at(84, -0.14), at(110, 0), at(84, 0.14)]), {
          fill: i % 2 === 0 ? border : second,
          soft: true,
          rise: 0,
        }),
      ];
    }).flat(),
    piece(disc(m, 745, 30), { fill: border, soft: true, rise: 0 }),
    ...[
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ].flatMap(([sx = 1, sy = 1]): Item[] =>
      [0, 1, 2].map((k): Item => ({
        kind: "edge",
        d: line(
          [m + sx * (232 - k * 26), 745 + sy * 130, 0],
          [m + sx * (232 - k * 26), 745 + sy * (232 - k * 26), 0],
          [m + sx * 130, 745 + sy * (232 - k * 26), 0],
        ),
        width: 6,
        color: k === 1 ? border : second,
      })),
    ),
  ];
  const cornerDots = [-1, 1].flatMap((sx) =>
    [-1, 1].map((sy): Item =>
      piece(disc(m + sx * 206, 745 + sy * 206, 44), { fill: border, soft: true, rise: 0 }),
    ),
  );
  // In the tile motif, one tile is rotated the wrong way.
  const wrongTile: Item[] = [
    piece(`M${m + 96} 640L${m + 206} 640L${m + 206} 750L${m + 96} 750Z`, {
      fill: border,
      soft: true,
      rise: 0,
    }),
    piece(disc(m + 151, 695, 30), { fill: bench.color as `#${string}`, soft: true, rise: 0 }),
    piece(`M${m + 96} 640L${m + 140} 640L${m + 96} 684Z`, { fill: second, soft: true, rise: 0 }),
  ];
  const field = (): Item[] => {
    if (bench.says("herbarium")) return [];
    if (bench.says("neckerchief")) return cornerDots;
    return bench.says("tile") ? wrongTile : medallion;
  };
  // One corner is turned over, so that the wrong side of the cloth shows.
  const turnedCorner: Item[] = [
    {
      kind: "shade",
      d: spline([
        [m + 140, 1080],
        [m + 330, 880],
        [m + 200, 900],
      ]),
      opacity: 0.5,
      blur: 14,
    },
    piece(
      spline([
        [m + 130, 1078, 0],
        [m + 240, 960],
        [m + 334, 860, 0],
        [m + 210, 880],
        [m + 168, 900, 0],
        [m + 150, 980],
      ]),
      {
        fill: lite(mix(bench.color, border, 0.25), 0.16) as `#${string}`,
        surface: "satin",
        lift: 9,
        roll: 24,
        rise: 0.4,
      },
    ),
  ];
  const made = (side: "front" | "back"): Item[] => [
    piece(spline(outline(0)), { fill: border, roll: 16, folds, rise: 0.3, surface: "satin" }),
    stitch(...outline(7)),
    piece(spline(outline(64)), { soft: true, rise: 0, folds, shade: side === "back" ? 0.14 : 0 }),
    { kind: "edge", d: spline(outline(80)), width: 5, color: second },
    { kind: "edge", d: spline(outline(94)), width: 2.5, color: second },
    ...field(),
    ...(side === "front" ? turnedCorner : []),
  ];
  return {
    front: made("front"),
    back: made("back"),
    measures: {
      length: [
        [m + 380, 410],
        [m + 380, 1080],
      ],
      width: [
        [m - 338, 1136],
        [m + 330, 1136],
      ],
    },
    center: [600, 748],
    scale: 1.22,
    turn: -5,
  };
}

const corner = (x: number, y: number): Point => [x, y, 0];
