/** Points on the 1200 x 1500 board, splines through them, and transformations of finished paths. */

/** The width, in pixels, of the board on which all cuts are drawn. */
export const boardWidth = 1200;
/** The height of the board, in pixels. */
export const boardHeight = 1500;
const middle = boardWidth / 2;

/** x and y on the board. A third value of 0 makes the outline turn a corner there; otherwise it is smooth. */
export type Point = readonly [x: number, y: number, corner?: 0];
/** A point on the board: x, y. */
export type Place = readonly [x: number, y: number];

/** A path through all points, smooth except at corners. */
export function spline(points: readonly Point[], closed = true): string {
  const n = points.length;
  const at = (i: number) =>
    points[closed ? (i + n) % n : Math.min(n - 1, Math.max(0, i))] ?? [0, 0];
  const start = at(0);
  let d = `M${r(start[0])} ${r(start[1])}`;
  for (let i = 0; i < (closed ? n : n - 1); i += 1) {
    const a = at(i);
    const b = at(i + 1);
    const length = Math.hypot(b[0] - a[0], b[1] - a[1]);
    if (a[2] === 0 && b[2] === 0) {
      d += `L${r(b[0])} ${r(b[1])}`;
      continue;
    }
    const c1 = handle(a, at(i - 1), b, length);
    const c2 = handle(b, at(i + 2), a, length);
    d += `C${r(c1[0])} ${r(c1[1])} ${r(c2[0])} ${r(c2[1])} ${r(b[0])} ${r(b[1])}`;
  }
  return closed ? `${d}Z` : d;
}

/**
 * The control point next to `own`, on the way to `next`. Parallel to the line from `before` to `next`, which makes the
 * curve smooth.
 */
function handle(own: Point, before: Point, next: Point, length: number): Place {
  if (own[2] === 0 || before === own) {
    return [own[0] + (next[0] - own[0]) * 0.3, own[1] + (next[1] - own[1]) * 0.3];
  }
  const dx = next[0] - before[0];
  const dy = next[1] - before[1];
  const chord = Math.hypot(dx, dy) || 1;
  return [own[0] + (dx / chord) * length * 0.36, own[1] + (dy / chord) * length * 0.36];
}

/** An open path through points. */
export function line(...points: Point[]): string {
  return spline(points, false);
}

/** The points mirrored at the center line, in reverse order. */
export function mirrored(points: readonly Point[]): Point[] {
  return points.map((point): Point => flipPoint(point)).toReversed();
}

function flipPoint([x, y, corner]: Point): Point {
  return corner === 0 ? [boardWidth - x, y, 0] : [boardWidth - x, y];
}

/** A closed outline made from its right half, which is listed from the top center down to the bottom center. */
export function whole(half: readonly Point[]): string {
  return spline(wholePoints(half));
}

/** Mirrors a half outline. Points on the center line are not repeated. */
function wholePoints(half: readonly Point[]): Point[] {
  return [...half, ...mirrored(half.filter(([x]) => x !== middle))];
}

/** Applies `move` to every point of a path (M, L, C, Q and Z with absolute numbers). */
export function movePath(d: string, move: (x: number, y: number) => Place): string {
  return d.replaceAll(/(-?[\d.]+)[ ,]+(-?[\d.]+)/g, (_, x: string, y: string) => {
    const [mx, my] = move(Number(x), Number(y));
    return `${r(mx)} ${r(my)}`;
  });
}

/** A path mirrored at the center line. */
export function flip(d: string): string {
  return movePath(d, (x, y) => [boardWidth - x, y]);
}

/** Points rotated by degrees (clockwise on the board) around a point. */
export function turned(points: readonly Point[], degrees: number, about: Place): Point[] {
  return points.map(([x, y, corner]): Point => {
    const [tx, ty] = turn(x, y, degrees, about);
    return corner === 0 ? [tx, ty, 0] : [tx, ty];
  });
}

/** A point rotated by degrees around another point. */
export function turn(x: number, y: number, degrees: number, [cx, cy]: Place): Place {
  const angle = (degrees * Math.PI) / 180;
  const dx = x - cx;
  const dy = y - cy;
  return [
    cx + dx * Math.cos(angle) - dy * Math.sin(angle),
    cy + dx * Math.sin(angle) + dy * Math.cos(angle),
  ];
}

/** The point at `share` (0 to 1) of the way between two points. */
export function between(a: Place, b: Place, share: number): Place {
  return [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];
}

/** A circle or ellipse as a path, so that it can be transformed like all other paths. */
export function disc(x: number, y: number, radius: number, ry = radius): string {
  const k = 0.5523;
  return (
    `M${r(x - radius)} ${r(y)}C${r(x - radius)} ${r(y - ry * k)} ${r(x - radius * k)} ${r(y - ry)} ${r(x)} ${r(y - ry)}` +
    `C${r(x + radius * k)} ${r(y - ry)} ${r(x + radius)} ${r(y - ry * k)} ${r(x + radius)} ${r(y)}` +
    `C${r(x + radius)} ${r(y + ry * k)} ${r(x + radius * k)} ${r(y + ry)} ${r(x)} ${r(y + ry)}` +
    `C${r(x - radius * k)} ${r(y + ry)} ${r(x - radius)} ${r(y + ry * k)} ${r(x - radius)} ${r(y)}Z`
  );
}

/** A number as short text, rounded to one decimal: a tenth of a pixel on the board. */
export function r(value: number): string {
  return String(Math.round(value * 10) / 10);
}

/**
 * A closed outline, redrawn clockwise. Outlines that are combined in one clip path must have the same direction,
 * because otherwise they cut holes into each other where they overlap. Paths with several outlines are left unchanged.
 */
export function clockwise(d: string): string {
  if (d.lastIndexOf("M") > 0) return d;
  const segments = (d.match(/[MLC][^MLCZ]*/g) ?? []).map((part) => numbers(part));
  const ends = segments.map((part): Place => [part.at(-2) ?? 0, part.at(-1) ?? 0]);
  let area = 0;
  for (const [i, [x, y]] of ends.entries()) {
    const [x2, y2] = ends[(i + 1) % ends.length] ?? [0, 0];
    area += x * y2 - x2 * y;
  }
  if (area >= 0) return d;
  const [lastX, lastY] = ends.at(-1) ?? [0, 0];
  let back = `M${r(lastX)} ${r(lastY)}`;
  for (let i = segments.length - 1; i > 0; i -= 1) {
    const part = segments[i] ?? [];
    const [x, y] = ends[i - 1] ?? [0, 0];
    back +=
      part.length === 6
        ? `C${r(part[2] ?? 0)} ${r(part[3] ?? 0)} ${r(part[0] ?? 0)} ${r(part[1] ?? 0)} ${r(x)} ${r(y)}`
        : `L${r(x)} ${r(y)}`;
  }
  return `${back}Z`;
}

const numbers = (text: string) => text.match(/-?[\d.]+/g)?.map(Number) ?? [];
