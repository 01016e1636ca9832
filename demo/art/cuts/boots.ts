import { brightness, dark, lite } from "../color.ts";
import { fan, fold, pleat } from "../folds.ts";
import type { Bench, CutDrawers, Drawing, Item } from "../model.ts";
import { line, spline, type Point } from "../paths.ts";
import { flipped, piece, stitch } from "../parts.ts";
import { strip } from "./bags.ts";
import { insoleFor, measuresAside, pairAside } from "./shoe-parts.ts";

type Hex = `#${string}`;

function soleOf(bench: Bench): Hex {
  if (bench.cloth === "suede") return "#c9a878";
  return (brightness(bench.color) < 0.22 ? "#2a211c" : dark("#5c3d26", 0.1)) as Hex;
}

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
    // The pull tab behind the shaft.
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
    // The inside zip, and the seams of counter and vamp.
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

function slingback(bench: Bench): Item[] {
  const sole = soleOf(bench);
  const insole = insoleFor(bench);
  return [
    // The heel, waisted; the sole's arch; the insole behind; the far strap.
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
      d: `M${744} ${762}L${776} ${730}L${800} ${754}L${768} ${786}Z`,
      stroke: "#7d5f2c",
      width: 10,
      paintOnly: true,
    },
    {
      kind: "trim",
      d: `M${744} ${762}L${776} ${730}L${800} ${754}L${768} ${786}Z`,
      stroke: "#d1ab66",
      width: 6.5,
    },
    { kind: "trim", d: line([772, 758, 0], [792, 738, 0]), stroke: "#d1ab66", width: 5 },
    { kind: "stitch", d: line([170, 972], [420, 980], [560, 955]), color: lite(sole, 0.45) },
  ];
}

function aside(
  one: (bench: Bench) => Item[],
  bench: Bench,
  sole: readonly [number, number],
  heel: readonly [number, number],
  by: readonly [number, number],
  scale: number,
): Drawing {
  return {
    front: pairAside(one, bench, by, scale),
    back: flipped(pairAside(one, bench, by, scale)),
    measures: measuresAside(sole, heel, 980, by, scale),
    center: [600, 750],
  };
}

export const boots: CutDrawers<"ankle-boot" | "chelsea-boot" | "slingback"> = {
  "chelsea-boot": (bench) => aside(chelsea, bench, [214, 842], [940, 1034], [150, -260], 1.08),
  "ankle-boot": (bench) => aside(ankleBoot, bench, [198, 836], [860, 1054], [150, -260], 1.08),
  slingback: (bench) => {
    const made = aside(slingback, bench, [140, 900], [810, 1030], [60, -420], 1.12);
    return { ...made, center: [540, 910], turn: -4 };
  },
};
