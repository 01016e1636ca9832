import { fold } from "../../folds.ts";
import type { Bench, Drawing, Item } from "../../model.ts";
import { piece } from "../../parts.ts";
import { line, spline } from "../../paths.ts";
import { skirtMeasures } from "./skirt-parts.ts";
import { waistInside, waistband } from "./trouser-parts.ts";

const m = 600;

/** A long skirt in knife pleats. */
export function pleatedSkirt(bench: Bench): Drawing {
  const count = 13;
  const [top, bottom, waist, hem] = [330, 1210, 166, 356];
  const panels = (): Item[] =>
    Array.from({ length: count }, (_, i): Item[] => {
      const a = m - waist + (2 * waist * i) / count;
      const b = m - waist + (2 * waist * (i + 1)) / count;
      const c = m - hem + (2 * hem * i) / count;
      const d = m - hem + (2 * hem * (i + 1)) / count;
      const sag = (x: number) => 34 * (1 - ((x - m) / hem) ** 2);
      const low = bottom + sag((c + d) / 2) + bench.chance() * 3;
      return [
        piece(
          spline([
            [a, top + 50, 0],
            [b + 2, top + 50, 0],
            [d + 12, bottom + sag(d) + 6, 0],
            [c - 3, low - 12, 0],
          ]),
          {
            shade: i % 2 === 0 ? 0 : -0.02,
            lift: 3,
            roll: 12,
            rise: 0.2,
            folds: [
              fold([b - 4, top + 60], [d + 1, bottom + 20], {
                from: 8,
                to: 16,
                height: -0.8,
                crisp: true,
              }),
              fold([a + 4, top + 60], [c + 8, bottom + 20], {
                from: 8,
                to: 18,
                height: 0.6,
                crisp: true,
              }),
            ],
          },
        ),
        { kind: "edge", d: line([b, top + 60, 0], [d + 9, bottom + sag(d) + 4, 0]), width: 2 },
      ];
    }).flat();
  const band = (): Item[] => waistband(waist + 2, top, 52, []);
  return {
    front: [...waistInside(waist, top), ...panels(), ...band()],
    back: [
      ...panels(),
      ...band(),
      { kind: "seam", d: line([m, top + 8, 0], [m, top + 260, 0]) },
      {
        kind: "trim",
        d: `M${m - 5} ${top + 18}L${m + 5} ${top + 18}L${m + 4} ${top + 44}L${m - 4} ${top + 44}Z`,
        fill: "#b9bec6",
        stroke: "#6b717b",
        width: 1.5,
      },
    ],
    measures: skirtMeasures(waist, top, 240, 620, hem, bottom),
    grainLine: [
      [m + 30, 620],
      [m + 60, 1050],
    ],
    scale: 1.12,
    center: [600, 780],
  };
}
