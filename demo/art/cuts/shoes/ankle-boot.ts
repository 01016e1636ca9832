import { dark } from "../../color.ts";
import { fan, fold, pleat } from "../../folds.ts";
import type { Bench, CutDrawer, Item } from "../../model.ts";
import { piece, stitch } from "../../parts.ts";
import { type Point, line, spline } from "../../paths.ts";
import { aside, soleOf } from "./boot-parts.ts";
import { insoleFor } from "./shoe-parts.ts";

type Hex = `#${string}`;

function ankleBoot(bench: Bench): Item[] {
  const sole = soleOf(bench);
  const upper: Point[] = [
    [556, 300, 0],
    [640, 288],
    [780, 290, 0],
    [782, 460],
    [776, 600],
    [806, 700],
    [836, 800],
    [828, 866, 0],
    [700, 884],
    [560, 926],
    [440, 950],
    [236, 956, 0],
    [200, 930],
    [226, 890],
    [330, 836],
    [450, 770],
    [524, 680],
    [550, 520],
  ];
  return [
    piece(
      spline([
        [562, 304, 0],
        [610, 276],
        [680, 268],
        [750, 274],
        [780, 294, 0],
        [740, 326],
        [630, 330],
      ]),
      { fill: insoleFor(bench), shade: -0.3, rise: 0.3, roll: 20 },
    ),
    piece(
      spline([
        [684, 868, 0],
        [830, 850, 0],
        [842, 900],
        [836, 1046, 0],
        [726, 1050, 0],
        [712, 960],
      ]),
      { fill: sole, roll: 26, rise: 0.5 },
    ),
    piece(
      spline([
        [718, 1032, 0],
        [838, 1028, 0],
        [837, 1052, 0],
        [724, 1056, 0],
      ]),
      { fill: dark(sole, 0.5) as Hex, rise: 0.2, roll: 8 },
    ),
    piece(
      spline([
        [198, 938, 0],
        [236, 954],
        [440, 946],
        [570, 922],
        [700, 880],
        [830, 862, 0],
        [832, 882, 0],
        [704, 906],
        [580, 950],
        [450, 972],
        [250, 980],
        [200, 960],
      ]),
      { fill: sole, roll: 8, rise: 0.4 },
    ),
    piece(spline(upper), {
      lift: 3,
      roll: 44,
      rise: 0.65,
      folds: [
        ...fan(bench.random, [534, 700], [-10, 70], [80, 190], 4, 0.5),
        ...pleat([570, 560], [760, 620], { from: 18, to: 12, height: 0.45, bend: 18 }),
        ...pleat([574, 620], [720, 680], { from: 14, to: 10, height: 0.4, bend: 14 }),
        fold([300, 900], [600, 850], { from: 50, to: 90, height: 0.35, bend: 20 }),
        fold([748, 340], [750, 720], { from: 50, to: 60, height: 0.35 }),
      ],
    }),
    // The zipper on the inside, and the seams of counter and vamp.
    { kind: "trim", d: line([668, 300], [672, 560], [690, 780]), stroke: "#23252a", width: 13 },
    {
      kind: "trim",
      d: line([668, 300], [672, 560], [690, 780]),
      stroke: "#c3c7cd",
      width: 7,
      dash: "2.4 4.4",
      paintOnly: true,
    },
    {
      kind: "trim",
      d: spline([
        [660, 312],
        [676, 312],
        [680, 366],
        [669, 374],
        [660, 366],
      ]),
      fill: "#c3c7cd",
      stroke: "#5a5f67",
      width: 2,
    },
    stitch([652, 304, 0], [656, 560], [676, 796], [704, 792], [688, 556], [684, 302, 0]),
    { kind: "seam", d: line([540, 640], [600, 760], [640, 902]) },
    { kind: "seam", d: line([776, 610], [724, 720], [716, 876]) },
    stitch([562, 318, 0], [640, 308], [776, 308, 0]),
  ];
}

/** The pair, lying on its side. */
export const ankleBootPair: CutDrawer = (bench) =>
  aside(ankleBoot, bench, [198, 836], [860, 1054], [150, -260], 1.08);
