import { dark, lite } from "../../color.ts";
import { fold } from "../../folds.ts";
import type { Bench, CutDrawer, Item } from "../../model.ts";
import { piece, stitch } from "../../parts.ts";
import { line, spline } from "../../paths.ts";
import { strip } from "../accessories/bag-parts.ts";
import { aside, soleOf } from "./boot-parts.ts";
import { insoleFor } from "./shoe-parts.ts";

type Hex = `#${string}`;

function slingback(bench: Bench): Item[] {
  const sole = soleOf(bench);
  const insole = insoleFor(bench);
  return [
    // The curved heel, the arch of the sole, the insole behind it, and the far strap.
    piece(
      strip(
        [
          [640, 838],
          [730, 760],
          [830, 676],
          [884, 690],
          [886, 760],
        ],
        26,
      ),
      { fill: dark(bench.color, 0.3) as Hex, roll: 8, rise: 0.4 },
    ),
    piece(
      spline([
        [790, 842, 0],
        [898, 806, 0],
        [902, 850],
        [872, 930],
        [862, 1020, 0],
        [826, 1022, 0],
        [822, 940],
        [806, 880],
      ]),
      { roll: 30, rise: 0.55 },
    ),
    piece(
      spline([
        [824, 1012, 0],
        [863, 1010, 0],
        [863, 1028, 0],
        [825, 1030, 0],
      ]),
      { fill: "#1c1714", rise: 0.2, roll: 6 },
    ),
    piece(
      spline([
        [470, 900, 0],
        [560, 866],
        [680, 822],
        [800, 786],
        [880, 774],
        [904, 790],
        [898, 812, 0],
        [800, 850],
        [690, 890],
        [580, 936],
        [480, 960, 0],
      ]),
      { fill: insole, roll: 20, rise: 0.4 },
    ),
    piece(
      spline([
        [150, 962, 0],
        [240, 976],
        [420, 972],
        [560, 946],
        [690, 896],
        [800, 852],
        [900, 808, 0],
        [902, 822],
        [806, 872],
        [700, 916],
        [570, 968],
        [430, 994],
        [240, 996],
        [170, 984],
      ]),
      { fill: sole, roll: 8, rise: 0.4 },
    ),
    piece(
      spline([
        [140, 966, 0],
        [220, 906],
        [330, 848],
        [424, 802],
        [458, 800, 0],
        [500, 850],
        [566, 880],
        [640, 868],
        [716, 838, 0],
        [730, 872, 0],
        [690, 896],
        [560, 948],
        [420, 974],
        [240, 980],
      ]),
      {
        lift: 5,
        roll: 40,
        rise: 0.65,
        folds: [
          fold([230, 930], [460, 860], { from: 30, to: 60, height: 0.45, bend: 16 }),
          fold([420, 900], [680, 880], { from: 50, to: 30, height: 0.3, bend: -20 }),
        ],
      },
    ),
    {
      kind: "edge",
      d: line([424, 808], [462, 812], [502, 862], [566, 891], [640, 879], [718, 848]),
      width: 2,
    },
    piece(
      strip(
        [
          [694, 856],
          [756, 772],
          [836, 690],
          [900, 660],
          [926, 690],
          [912, 760],
          [894, 790],
        ],
        26,
      ),
      { lift: 6, roll: 10, rise: 0.5 },
    ),
    stitch([700, 850], [756, 778], [836, 698], [896, 668]),
    {
      kind: "trim",
      d: "M744 762L776 730L800 754L768 786Z",
      stroke: "#7d5f2c",
      width: 10,
      paintOnly: true,
    },
    {
      kind: "trim",
      d: "M744 762L776 730L800 754L768 786Z",
      stroke: "#d1ab66",
      width: 6.5,
    },
    { kind: "trim", d: line([772, 758, 0], [792, 738, 0]), stroke: "#d1ab66", width: 5 },
    { kind: "stitch", d: line([170, 972], [420, 980], [560, 955]), color: lite(sole, 0.45) },
  ];
}

/** The pair, lying on its side. */
export const slingbackPair: CutDrawer = (bench) => {
  const made = aside(slingback, bench, [140, 900], [810, 1030], [60, -420], 1.12);
  return { ...made, center: [540, 910], turn: -4 };
};
