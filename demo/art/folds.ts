import type { Fold } from "./model.ts";
import { spline, type Place, type Point } from "./paths.ts";

/** The shape of a fold from its start to its end. */
export type FoldShape = {
  /** The sideways curve of the fold, in pixels; positive values curve to the right of its direction. */
  bend?: number;
  /** Widths at the start and at the end. */
  from?: number;
  to?: number;
  height?: number;
  /** Whether the fold is a pressed crease instead of a soft one. */
  crisp?: boolean;
};

/** A fold from one place to another that changes its width along the way. */
export function fold(a: Place, b: Place, shape: FoldShape = {}): Fold {
  const { bend = 0, from = 10, to = 26, height = 0.5, crisp = false } = shape;
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length = Math.hypot(dx, dy) || 1;
  const nx = -dy / length;
  const ny = dx / length;
  const left: Point[] = [];
  const right: Point[] = [];
  for (let i = 0; i <= 6; i += 1) {
    const t = i / 6;
    const bow = bend * 4 * t * (1 - t);
    const wide = ((from + (to - from) * t) / 2) * Math.sqrt(Math.sin(Math.PI * (0.06 + t * 0.88)));
    const x = a[0] + dx * t + nx * bow;
    const y = a[1] + dy * t + ny * bow;
    left.push([x + nx * wide, y + ny * wide]);
    right.unshift([x - nx * wide, y - ny * wide]);
  }
  return {
    d: spline([...left, ...right]),
    height,
    edge: crisp ? "crisp" : Math.max(from, to) > 34 ? "wide" : "soft",
  };
}

/** A ridge followed by a valley, as in a real fold lit from the top left. */
export function pleat(a: Place, b: Place, shape: FoldShape = {}): Fold[] {
  const { from = 10, to = 26, height = 0.5 } = shape;
  return [
    fold(a, b, { ...shape, height: Math.abs(height) }),
    fold(shift(a, from * 0.9), shift(b, to * 0.95), { ...shape, height: -Math.abs(height) * 0.9 }),
  ];
}

const shift = (place: Place, by: number): Place => [place[0] + by, place[1]];

/** Folds that fall from a waist or a yoke. They are uneven, and each has a valley next to it. */
export function drape(
  random: () => number,
  top: readonly [left: Place, right: Place],
  bottom: readonly [left: Place, right: Place],
  count: number,
  height = 0.5,
  bow = 30,
): Fold[] {
  const folds: Fold[] = [];
  for (let i = 0; i < count; i += 1) {
    const share = (i + 0.25 + random() * 0.5) / count;
    const startsAt = random() * 0.4;
    const up = pointAlong(top, share);
    const down = pointAlong(
      bottom,
      Math.min(0.98, Math.max(0.02, share + (random() - 0.5) * 0.06)),
    );
    const width = (Math.abs(bottom[1][0] - bottom[0][0]) / count) * (0.42 + random() * 0.3);
    folds.push(
      ...pleat([up[0] + (down[0] - up[0]) * startsAt, up[1] + (down[1] - up[1]) * startsAt], down, {
        from: 4,
        to: width,
        height: height * (0.65 + random() * 0.6),
        bend: (share - 0.5) * bow + (random() - 0.5) * 14,
      }),
    );
  }
  return folds;
}

const pointAlong = (ends: readonly [Place, Place], at: number): Place => [
  ends[0][0] + (ends[1][0] - ends[0][0]) * at,
  ends[0][1] + (ends[1][1] - ends[0][1]) * at,
];

/** Short creases that fan out from a point, such as an armpit, an elbow, or the end of a fly. Angles are in degrees. */
export function fan(
  random: () => number,
  at: Place,
  angles: readonly [from: number, to: number],
  lengths: readonly [shortest: number, longest: number],
  count: number,
  height = 0.4,
): Fold[] {
  const folds: Fold[] = [];
  for (let i = 0; i < count; i += 1) {
    const share = count === 1 ? 0.5 : (i + (random() - 0.5) * 0.5) / (count - 1);
    const angle = ((angles[0] + (angles[1] - angles[0]) * share) * Math.PI) / 180;
    const length = lengths[0] + (lengths[1] - lengths[0]) * random();
    const end: Place = [at[0] + Math.cos(angle) * length, at[1] + Math.sin(angle) * length];
    folds.push(
      ...pleat(at, end, {
        from: 14,
        to: 5 + random() * 8,
        height: height * (0.7 + random() * 0.5),
        bend: (random() - 0.5) * 30,
      }),
    );
  }
  return folds;
}

/** Oblique, uneven creases of loose cloth around a line from one point to another, such as along a sleeve or a leg. */
export function slack(
  random: () => number,
  a: Place,
  b: Place,
  width: number,
  count: number,
  height = 0.35,
): Fold[] {
  const folds: Fold[] = [];
  const dx = b[0] - a[0];
  const dy = b[1] - a[1];
  const length = Math.hypot(dx, dy) || 1;
  const nx = -dy / length;
  const ny = dx / length;
  for (let i = 0; i < count; i += 1) {
    const t = (i + 0.2 + random() * 0.6) / count;
    const side = i % 2 === 0 ? 1 : -1;
    const reach = width * (0.3 + random() * 0.35);
    const along = (40 + random() * 90) * (random() < 0.75 ? 1 : -1);
    const x = a[0] + dx * t;
    const y = a[1] + dy * t;
    const edge = width * 0.46 * side;
    folds.push(
      ...pleat(
        [x + nx * edge, y + ny * edge],
        [
          x + nx * (edge - reach * side) + (dx / length) * along,
          y + ny * (edge - reach * side) + (dy / length) * along,
        ],
        {
          from: 16,
          to: 6,
          height: height * (0.6 + random() * 0.7),
          bend: (random() - 0.5) * 26,
        },
      ),
    );
  }
  return folds;
}

/** The short folds of a gathered edge, which fall from points along a line. */
export function gathers(
  random: () => number,
  a: Place,
  b: Place,
  length: number,
  count: number,
  height = 0.45,
): Fold[] {
  const folds: Fold[] = [];
  for (let i = 0; i < count; i += 1) {
    const t = (i + 0.3 + random() * 0.4) / count;
    const x = a[0] + (b[0] - a[0]) * t;
    const y = a[1] + (b[1] - a[1]) * t;
    folds.push(
      ...pleat(
        [x, y],
        [x + (t - 0.5) * 24 + (random() - 0.5) * 10, y + length * (0.4 + random() * 0.6)],
        {
          from: 7,
          to: 13,
          height: height * (0.6 + random() * 0.7),
        },
      ),
    );
  }
  return folds;
}
