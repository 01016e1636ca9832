import { brightness, dark, mix } from "../../color.ts";
import type { Bench, Item } from "../../model.ts";
import { type Point, line, spline } from "../../paths.ts";

const brass = "#c9a25c";
const brassEdge = "#7d5f2c";

/** A strip along a center line, such as a handle or strap, as a closed path of this width. */
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

/** A leather color that suits the product: a darker shade if it is made of leather, tan for dark cloths, else brown. */
export function leatherFor(bench: Bench): `#${string}` {
  const own = bench.cloth === "leather" || bench.cloth === "suede";
  const color = own
    ? dark(bench.color, 0.16)
    : brightness(bench.color) < 0.3
      ? "#a8703f"
      : mix("#8a5630", bench.color, 0.08);
  return color as `#${string}`;
}

/** A rectangular brass ring around (x, y). w and h are half its width and height. */
export function ring(x: number, y: number, w: number, h: number): Item[] {
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
