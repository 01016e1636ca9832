import { drape, fold } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { neckLabel, piece } from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";
import { dressMeasures, hemShadow } from "./dress-parts.ts";
import { wavyHem } from "../bottoms/skirt-parts.ts";

const m = 600;

/** A dress with thin straps and a cowl at the front or back, depending on the product's link. */
export function slipDress(bench: Bench): Drawing {
  const [top, waistY, bottom, hem] = [330, 610, 1350, 268];
  const body = (back: boolean): Item => {
    const cowlBehind = bench.says("cowl-back");
    const neckline: Point[] = cowlBehind
      ? back
        ? [
            [m, top + 200],
            [m + 56, top + 176],
            [m + 112, top + 80],
            [m + 124, top + 6, 0],
          ]
        : [
            [m, top + 2],
            [m + 70, top - 2],
            [m + 118, top - 14, 0],
            [m + 134, top + 40],
          ]
      : back
        ? [
            [m, top + 96],
            [m + 70, top + 76],
            [m + 130, top + 24, 0],
          ]
        : [
            [m, top + 70],
            [m + 40, top + 56],
            [m + 92, top + 6],
            [m + 104, top - 12, 0],
            [m + 128, top + 34],
          ];
    const right: Point[] = [
      ...neckline,
      [m + 172, top + 110, 0],
      [m + 164, top + 200],
      [m + 150, waistY],
      [m + 176, waistY + 150],
      [m + 206, waistY + 330],
    ];
    return piece(
      spline([
        ...right,
        ...wavyHem(bench.random, m - hem, m + hem, bottom, 30, 4),
        ...right
          .filter(([x]) => x !== m)
          .map(([x, y, c]): Point => (c === 0 ? [1200 - x, y, 0] : [1200 - x, y]))
          .toReversed(),
      ]),
      {
        roll: 24,
        folds: [
          ...drape(
            bench.random,
            [
              [m - 110, waistY - 20],
              [m + 110, waistY - 20],
            ],
            [
              [m - hem + 20, bottom + 30],
              [m + hem - 20, bottom + 30],
            ],
            5,
            0.5,
            50,
          ),
          ...(cowlBehind && back
            ? [20, 60, 104].flatMap((dy) => [
                fold([m - 112 - dy * 0.3, top + 40 + dy], [m + 112 + dy * 0.3, top + 40 + dy], {
                  from: 16,
                  to: 16,
                  height: 0.5,
                  bend: 170,
                }),
                fold([m - 114 - dy * 0.3, top + 64 + dy], [m + 116 + dy * 0.3, top + 62 + dy], {
                  from: 14,
                  to: 14,
                  height: -0.42,
                  bend: 170,
                }),
              ])
            : []),
          ...(back || cowlBehind
            ? []
            : [
                // The cowl's folds, which hang between the straps.
                fold([m - 96, top + 26], [m + 96, top + 26], {
                  from: 16,
                  to: 16,
                  height: 0.55,
                  bend: 74,
                }),
                fold([m - 100, top + 52], [m + 104, top + 50], {
                  from: 14,
                  to: 14,
                  height: -0.5,
                  bend: 82,
                }),
                fold([m - 104, top + 74], [m + 112, top + 70], {
                  from: 18,
                  to: 18,
                  height: 0.45,
                  bend: 96,
                }),
                fold([m - 110, top + 106], [m + 122, top + 104], {
                  from: 16,
                  to: 16,
                  height: -0.35,
                  bend: 100,
                }),
              ]),
          fold([m - 150, waistY + 20], [m + 90, waistY + 190], {
            from: 40,
            to: 12,
            height: 0.3,
            bend: -26,
          }),
          fold([m + 146, waistY - 30], [m - 60, waistY + 80], {
            from: 30,
            to: 10,
            height: 0.3,
            bend: 22,
          }),
        ],
      },
    );
  };
  const strap = (from: Point, bend: number, to: Point): Item => ({
    kind: "trim",
    d: line(from, [(from[0] + to[0]) / 2 + bend, (from[1] + to[1]) / 2], to),
    stroke: bench.edge,
    width: 7,
  });
  const straps = (back: boolean): Item[] => {
    const x = back || bench.says("cowl-back") ? 121 : 103;
    const y = back ? top + 16 : top - 8;
    // Each strap runs from the near neckline up over the shoulder and down to the far neckline.
    const loops = [-1, 1].flatMap((sign): Item[] => [
      strap([m + sign * 88, bench.says("cowl-back") ? top - 6 : top + 8], sign * 8, [
        m + sign * 72,
        190,
      ]),
      strap([m + sign * x, y], sign * 6, [m + sign * 92, 190]),
      {
        kind: "trim",
        d: line([m + sign * 72, 190], [m + sign * 82, 172], [m + sign * 92, 190]),
        stroke: bench.edge,
        width: 7,
      },
    ]);
    return loops;
  };
  const sliders = [-1, 1].map((sign): Item => ({
    kind: "trim",
    d: line([m + sign * 94, 262, 0], [m + sign * 106, 258, 0]),
    stroke: "#c9a25c",
    width: 5,
    paintOnly: true,
  }));
  return {
    front: [
      piece(
        whole([
          [m, top + 92],
          [m + 70, top + 72],
          [m + 128, top + 26, 0],
          [m + 150, top + 120, 0],
          [m, top + 140],
        ]),
        { fill: "inside" },
      ),
      ...neckLabel(top + 98, 44),
      hemShadow(hem, bottom, 28),
      body(false),
      ...straps(false),
      ...sliders,
    ],
    back: [hemShadow(hem, bottom, 28), body(true), ...straps(true)],
    measures: dressMeasures({
      shoulderX: 104,
      top: 318,
      bust: 168,
      bustY: 470,
      waist: 152,
      waistY,
      hem,
      bottom,
    }),
    grainLine: [
      [m - 90, 760],
      [m + 110, 1180],
    ],
    center: [600, 765],
    scale: 1.08,
  };
}
