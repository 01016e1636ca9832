import { dark, lite } from "../../color.ts";
import { fan, fold, pleat } from "../../folds.ts";
import type { Bench, CutDrawer, Item } from "../../model.ts";
import { piece, stitch } from "../../parts.ts";
import { type Point, line, spline } from "../../paths.ts";
import { aside, soleOf } from "./boot-parts.ts";
import { insoleFor } from "./shoe-parts.ts";

type Hex = `#${string}`;

function chelsea(bench: Bench): Item[] {
  const sole = soleOf(bench);
  const upper: Point[] = [
    [548, 346, 0],
    [620, 336],
    [800, 330, 0],
    [806, 500],
    [798, 640],
    [822, 760],
    [840, 870],
    [832, 946, 0],
    [540, 950],
    [262, 952, 0],
    [226, 916],
    [238, 866],
    [318, 812],
    [430, 762],
    [508, 690],
    [540, 560],
  ];
  return [
    piece(
      spline([
        [556, 350, 0],
        [600, 322],
        [680, 312],
        [770, 318],
        [800, 336, 0],
        [760, 372],
        [620, 380],
      ]),
      { fill: insoleFor(bench), shade: -0.3, rise: 0.3, roll: 20 },
    ),
    // The pull tab at the back of the shaft.
    piece(
      spline([
        [772, 346, 0],
        [776, 276],
        [792, 262],
        [810, 276],
        [812, 346, 0],
        [800, 346, 0],
        [798, 292],
        [788, 292],
        [786, 346, 0],
      ]),
      { lift: 3, roll: 8, shade: -0.1 },
    ),
    piece(
      spline([
        [690, 944, 0],
        [838, 940, 0],
        [846, 1030, 0],
        [702, 1034, 0],
      ]),
      { fill: sole, roll: 12, rise: 0.4, shade: -0.1 },
    ),
    piece(
      spline([
        [222, 926, 0],
        [240, 946],
        [540, 944],
        [836, 938, 0],
        [842, 966, 0],
        [700, 974],
        [560, 972],
        [300, 980],
        [232, 966],
        [214, 940],
      ]),
      { fill: sole, roll: 10, rise: 0.4 },
    ),
    piece(spline(upper), {
      lift: 3,
      roll: 44,
      rise: 0.65,
      folds: [
        ...fan(bench.random, [520, 720], [-20, 70], [90, 170], 4, 0.5),
        ...pleat([580, 640], [780, 690], { from: 20, to: 12, height: 0.4, bend: 20 }),
        fold([330, 880], [640, 860], { from: 60, to: 80, height: 0.35, bend: 20 }),
        fold([770, 400], [776, 820], { from: 50, to: 60, height: 0.35 }),
        fold([560, 400], [566, 600], { from: 20, to: 30, height: 0.3 }),
      ],
    }),
    piece(
      spline([
        [606, 352, 0],
        [744, 346, 0],
        [724, 500],
        [694, 660],
        [670, 694],
        [650, 660],
        [618, 500],
      ]),
      {
        surface: "ribbed",
        fill: dark(bench.color, 0.3) as Hex,
        roll: 14,
        rise: 0.35,
        shade: -0.05,
      },
    ),
    stitch(
      [598, 356, 0],
      [610, 500],
      [643, 666],
      [670, 704],
      [700, 666],
      [732, 500],
      [752, 350, 0],
    ),
    { kind: "seam", d: line([674, 700], [690, 800], [684, 944]) },
    stitch([552, 364, 0], [600, 358, 0]),
    { kind: "stitch", d: line([236, 934], [540, 936], [832, 930]), color: lite(sole, 0.45) },
  ];
}

/** The pair, lying on its side. */
export const chelseaPair: CutDrawer = (bench) =>
  aside(chelsea, bench, [214, 842], [940, 1034], [150, -260], 1.08);
