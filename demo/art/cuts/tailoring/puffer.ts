import { fold } from "../../folds.ts";
import type { Bench, Drawing, Fold, Item } from "../../model.ts";
import { type BodyShape, band, bodyHalf, both, cuffBand, neckLabel, piece } from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";
import { zip } from "./jacket-parts.ts";
import { coatMeasures, tailoredSleeves } from "./tailoring-parts.ts";

const m = 600;

/** The folds of a quilted baffle: its swell, and puckers along both seams. */
function baffle(bench: Bench, left: number, right: number, top: number, bottom: number): Fold[] {
  const mid = (top + bottom) / 2;
  const puckers = Array.from({ length: Math.round((right - left) / 46) }, (_, i): Fold[] => {
    const x = left + 26 + i * 46 + bench.chance() * 12;
    return [
      fold(
        [x, top + 2],
        [x + bench.chance() * 16, top + (bottom - top) * (0.3 + bench.random() * 0.2)],
        { from: 12, to: 5, height: -0.5 },
      ),
      fold(
        [x + 22, bottom - 2],
        [x + 22 + bench.chance() * 16, bottom - (bottom - top) * (0.24 + bench.random() * 0.2)],
        { from: 12, to: 5, height: -0.45 },
      ),
    ];
  }).flat();
  return [
    fold([left - 10, mid - 4], [right + 10, mid - 4], {
      from: (bottom - top) * 0.7,
      to: (bottom - top) * 0.7,
      height: 0.75,
    }),
    ...puckers,
  ];
}

/** A down jacket quilted in horizontal channels. */
export function puffer(bench: Bench): Drawing {
  const body: BodyShape = {
    neck: 104,
    neckY: 322,
    shoulder: 250,
    shoulderY: 360,
    chest: 290,
    armpitY: 620,
    waist: 288,
    hem: 280,
    hemY: 1100,
    depth: 40,
    hemDrop: 4,
  };
  const shape = {
    body,
    sleeve: { length: 600, angle: 18, cuff: 80, slackness: 34, head: 22, creases: 1 },
  };
  const rows = [362, 480, 600, 724, 850, 976, 1100];
  const sleeves = tailoredSleeves(bench, shape, (made) => {
    const at = (t: number): [Point, Point] => {
      const a = (made.angle * Math.PI) / 180;
      const wide = 100 - 22 * t;
      const x = made.middle[0] + (made.end[0] - made.middle[0]) * t;
      const y = made.middle[1] + (made.end[1] - made.middle[1]) * t;
      return [
        [x - Math.cos(a) * wide, y + Math.sin(a) * wide],
        [x + Math.cos(a) * wide, y - Math.sin(a) * wide],
      ];
    };
    const seams = [0.36, 0.57, 0.78].map((t): Item => {
      const [p, q] = at(t);
      return { kind: "seam", d: line(p, [(p[0] + q[0]) / 2, (p[1] + q[1]) / 2 + 12], q), width: 3 };
    });
    return [...seams, cuffBand(made, 40, { shade: -0.1, plain: true }, -10, 2)];
  });
  const rounds = sleeveSwells(bench, shape.sleeve.angle, body);
  const bodyPiece = (depth: number): Item =>
    piece(whole(bodyHalf({ ...body, depth })), {
      surface: "smooth",
      lift: 4,
      roll: 36,
      rise: 0.55,
      folds: rows
        .slice(0, -1)
        .flatMap((y, i) => baffle(bench, m - 280, m + 280, y, rows[i + 1] ?? y + 120)),
    });
  const quilting = rows.slice(1, -1).map((y): Item => ({
    kind: "seam",
    d: line([m - 288, y - 4], [m - 120, y + 5], [m, y + 1], [m + 140, y + 6], [m + 288, y - 4]),
    width: 3,
  }));
  const collar = (back: boolean): Item[] => [
    piece(
      whole([
        [m, back ? 226 : 262],
        [m + 60, back ? 222 : 250],
        [m + 104, 222, 0],
        [m + 124, 270],
        [m + 118, 340, 0],
        [m + 60, 372],
        [m, 380],
      ]),
      {
        surface: "smooth",
        lift: 6,
        roll: 30,
        rise: 0.5,
        folds: [fold([m - 110, 300], [m + 110, 300], { from: 46, to: 46, height: 0.5, bend: 26 })],
      },
    ),
    {
      kind: "seam",
      d: line([m - 116, 292], [m - 60, 318], [m, 324], [m + 60, 318], [m + 116, 292]),
      width: 3,
    },
  ];
  return {
    front: [
      ...sleeves.map((item) => withSwells(item, rounds)),
      piece(
        whole([
          [m, 222],
          [m + 60, 216],
          [m + 104, 222, 0],
          [m + 60, 280],
          [m, 300],
        ]),
        { fill: "lining" },
      ),
      ...neckLabel(228, 46),
      bodyPiece(40),
      ...quilting,
      ...both(() => [
        piece(
          spline([
            [m + 178, 790, 0],
            [m + 196, 786, 0],
            [m + 226, 950, 0],
            [m + 208, 954, 0],
          ]),
          { lift: 3, roll: 8, shade: -0.1 },
        ),
      ]),
      band(282, 1090, 270, 1128, 4, { shade: -0.1, plain: true }),
      ...collar(false),
      ...zip(270, 1126, 282),
    ],
    back: [
      ...sleeves.map((item) => withSwells(item, rounds)),
      bodyPiece(8),
      ...quilting,
      band(282, 1090, 270, 1128, 4, { shade: -0.1, plain: true }),
      ...collar(true),
    ],
    measures: coatMeasures({
      body: { ...body, hemY: 1128 },
      sleeve: { ...shape.sleeve, length: 640 },
    }),
    center: [600, 690],
    scale: 1.02,
  };
}

/** The swell of each baffle of the right sleeve, from shoulder to cuff. */
function sleeveSwells(bench: Bench, angle: number, body: BodyShape): Fold[] {
  const a = (angle * Math.PI) / 180;
  const x0 = m + (body.shoulder + body.chest) / 2;
  const y0 = (body.shoulderY + body.armpitY) / 2;
  return [0.05, 0.26, 0.465, 0.675, 0.89].flatMap((t): Fold[] => {
    const x = x0 + Math.sin(a) * 600 * t;
    const y = y0 + Math.cos(a) * 600 * t;
    const wide = 124 - 34 * t;
    const swell = fold(
      [x - Math.cos(a) * wide, y + Math.sin(a) * wide],
      [x + Math.cos(a) * wide, y - Math.sin(a) * wide],
      { from: 84, to: 84, height: 0.75 },
    );
    const puckers = [-60, -20, 24, 64].map((off) =>
      fold(
        [x + Math.cos(a) * off + Math.sin(a) * 62, y - Math.sin(a) * off + Math.cos(a) * 62],
        [
          x + Math.cos(a) * off + Math.sin(a) * 24 + bench.chance() * 8,
          y - Math.sin(a) * off + Math.cos(a) * 24,
        ],
        { from: 11, to: 4, height: -0.5 },
      ),
    );
    return [swell].concat(puckers);
  });
}

function withSwells(item: Item, swells: Fold[]): Item {
  if (item.kind !== "piece" || (item.folds ?? []).length < 8 || item.grain === undefined)
    return item;
  const right = item.grain < 0;
  return {
    ...item,
    surface: "smooth",
    roll: 34,
    rise: 0.55,
    folds: right ? swells : swells.map(flipFold),
  };
}

const flipFold = (one: Fold): Fold => ({
  ...one,
  d: one.d.replaceAll(
    /(-?[\d.]+) (-?[\d.]+)/g,
    (_, x: string, y: string) => `${Math.round((1200 - Number(x)) * 10) / 10} ${y}`,
  ),
});
