import type { Item } from "../../model.ts";
import { type Sleeve, both, cuffBand, neckLabel, piece, stitch } from "../../parts.ts";
import { type Point, line, spline, whole } from "../../paths.ts";

const m = 600;
const pearl = "#f3efe6";

/**
 * A shirt's turned collar with its stand. `width` is its width at the neck, `y` the height of the shoulder point, and
 * `spread` and `point` place the collar's tips.
 */
export function shirtCollar(
  width: number,
  y: number,
  spread = 104,
  point = 132,
  label = true,
): Item[] {
  const fold: Item[] = both(() => [
    piece(
      spline([
        [m + 3, y + 74, 0],
        [m + width * 0.42, y + 30],
        [m + width * 0.78, y - 40, 0],
        [m + width * 1.1, y - 34],
        [m + width * 1.32, y + 16],
        [m + spread, y + point, 0],
      ]),
      { grain: -28, lift: 8, roll: 14, rise: 0.36, shade: 0.03 },
    ),
    stitch(
      [m + 14, y + 78, 0],
      [m + spread - 5, y + point - 14, 0],
      [m + width * 1.24, y + 18],
      [m + width * 1.06, y - 22],
    ),
  ]);
  return [
    piece(
      whole([
        [m, y - 14],
        [m + width * 0.5, y - 24],
        [m + width * 0.8, y - 42, 0],
        [m + width * 0.7, y + 34],
        [m, y + 84],
      ]),
      { fill: "inside", shade: 0.18, rise: 0.2 },
    ),
    { kind: "edge", d: line([m - width * 0.72, y + 8], [m, y + 26], [m + width * 0.72, y + 8]) },
    ...(label ? neckLabel(y + 34, 46) : []),
    {
      kind: "shade",
      d: spline([
        [m - 60, y + 46],
        [m, y + 60],
        [m + 60, y + 46],
        [m, y + 92],
      ]),
      opacity: 0.5,
      blur: 7,
    },
    ...fold,
  ];
}

/** The back of a turned collar: one layer over the neck. */
export function collarBack(width: number, y: number, drop = 44): Item {
  return piece(
    whole([
      [m, y - 30],
      [m + width * 0.6, y - 34],
      [m + width * 1.02, y - 26],
      [m + width * 1.3, y + 20],
      [m + width * 1.36, y + drop, 0],
      [m + width * 0.6, y + drop + 10],
      [m, y + drop + 14],
    ]),
    { lift: 7, roll: 16, rise: 0.36, shade: 0.03 },
  );
}

/** A placket down the center with its stitches and buttons. */
export function placket(
  top: number,
  bottom: number,
  buttons: readonly number[],
  color = pearl,
  radius = 9,
): Item[] {
  return [
    piece(
      spline([
        [m - 24, top, 0],
        [m + 24, top, 0],
        [m + 24, bottom, 0],
        [m - 24, bottom, 0],
      ]),
      { roll: 8, rise: 0.3, lift: 3 },
    ),
    stitch([m - 17, top + 4, 0], [m - 17, bottom - 2, 0]),
    stitch([m + 17, top + 4, 0], [m + 17, bottom - 2, 0]),
    ...buttons.map((y): Item => ({ kind: "button", at: [m, y], radius, color, holes: 4 })),
  ];
}

/** A chest pocket with a pointed lower end. */
export function patchPocket(
  x: number,
  y: number,
  width: number,
  height: number,
  flapped = false,
): Item[] {
  const w = width / 2;
  return [
    piece(
      spline([
        [x - w, y, 0],
        [x + w, y - 2, 0],
        [x + w, y + height * 0.8, 0],
        [x, y + height, 0],
        [x - w, y + height * 0.8, 0],
      ]),
      { roll: 10, rise: 0.26, lift: 2 },
    ),
    stitch(
      [x - w + 6, y + 4, 0],
      [x - w + 6, y + height * 0.77, 0],
      [x, y + height - 8, 0],
      [x + w - 6, y + height * 0.77, 0],
      [x + w - 6, y + 4, 0],
    ),
    ...(flapped
      ? [
          piece(
            spline([
              [x - w - 4, y - 6, 0],
              [x + w + 4, y - 8, 0],
              [x + w + 4, y + 34, 0],
              [x, y + 56, 0],
              [x - w - 4, y + 34, 0],
            ]),
            { roll: 10, lift: 5 },
          ),
          stitch([x - w + 2, y + 30, 0], [x, y + 48, 0], [x + w - 2, y + 30, 0]),
        ]
      : [stitch([x - w, y + 20, 0], [x + w, y + 18, 0])]),
  ];
}

/** The buttoned cuff of a shirt sleeve, with its placket slit. */
export function shirtCuff(end: Sleeve, depth = 92, color = pearl): Item[] {
  const radians = (end.angle * Math.PI) / 180;
  const along = [Math.sin(radians), Math.cos(radians)] as const;
  const across = [Math.cos(radians), -Math.sin(radians)] as const;
  const put = (down: number, aside: number): Point => [
    end.end[0] + along[0] * down + across[0] * aside,
    end.end[1] + along[1] * down + across[1] * aside,
  ];
  const [bx, by] = put(depth * 0.45, -26);
  return [
    { kind: "seam", d: line(put(-120, -22), put(0, -24)) },
    cuffBand(end, depth, { plain: false, rise: 0.3 }, -3),
    { kind: "stitch", d: line(put(4, -50), put(9, 0), put(0, 50)) },
    { kind: "stitch", d: line(put(depth - 16, -48), put(depth - 10, 0), put(depth - 18, 48)) },
    { kind: "button", at: [bx, by], radius: 8, color, holes: 4 },
  ];
}
