import { awl, chalk, patternCard, reel, ruler, shears } from "./props.ts";
import { drawGarment, type Garment } from "./render.ts";
import {
  banner,
  bench,
  card,
  hero,
  on,
  onOpen,
  placed,
  portrait,
  type Scene,
  type SceneStore,
  wordmark,
} from "./scene-parts.ts";

const tote: Garment = {
  cut: "tote",
  cloth: "leather",
  color: "#b5763c",
  seed: "market-day-tote",
};
const belt: Garment = { cut: "belt", cloth: "leather", color: "#b5763c", seed: "harness-belt" };
const loafers: Garment = {
  cut: "loafer",
  cloth: "leather",
  color: "#6d1f30",
  seed: "notary-loafer",
};
const scarf: Garment = {
  cut: "scarf",
  cloth: "wool",
  print: "stripe",
  color: "#1f4d3d",
  seed: "mountain-stripe-scarf",
};
const beanie: Garment = {
  cut: "beanie",
  cloth: "ribbed",
  color: "#6c757a",
  seed: "sardine-beanie",
};
const gloves: Garment = {
  cut: "gloves",
  cloth: "knit",
  color: "#27344f",
  seed: "lighthouse-gloves",
};
const bag: Garment = {
  cut: "crossbody-bag",
  cloth: "leather",
  color: "#6d1f30",
  seed: "tram-bag",
};

/** The second store's scenes: bags, wool, shoes, and the workshop's bench. */
export function tordoScenes(store: SceneStore, tone: (name: string) => string): Scene[] {
  const key = (name: string) => `${store.slug}/${name}`;
  return [
    {
      key: key("hero-wide"),
      ...hero.wide,
      svg: () =>
        onOpen(
          tone("slate"),
          hero.wide,
          drawGarment(tote, { at: [1940, 545], scale: 0.88, tilt: -2.5 }),
        ),
    },
    {
      key: key("hero-tall"),
      ...hero.tall,
      svg: () =>
        onOpen(
          tone("slate"),
          hero.tall,
          drawGarment(tote, { at: [790, 825], scale: 1.38, tilt: -2.5 }),
        ),
    },
    {
      key: key("banner-wide"),
      ...banner.wide,
      svg: () => onOpen(tone("oat"), banner.wide, placed(1700, 366, 0.9, halfMadeBag())),
    },
    {
      key: key("banner-tall"),
      ...banner.tall,
      svg: () => onOpen(tone("oat"), banner.tall, placed(810, 500, 1.08, halfMadeBag())),
    },
    {
      key: key("editorial-1"),
      ...portrait,
      svg: () =>
        on(
          tone("oat"),
          portrait,
          drawGarment(belt, { at: [640, 640], scale: 1.04, tilt: -8, prefix: "b" }),
          drawGarment(loafers, { at: [960, 1360], scale: 0.98, tilt: 6, prefix: "l" }),
        ),
    },
    {
      key: key("editorial-2"),
      ...portrait,
      svg: () =>
        on(
          tone("butter"),
          portrait,
          drawGarment(scarf, { at: [560, 900], scale: 1.18, tilt: -5, prefix: "s" }),
          drawGarment(beanie, { at: [1160, 640], scale: 0.86, tilt: 7, prefix: "h" }),
          drawGarment(gloves, { at: [1080, 1440], scale: 0.86, tilt: -4, prefix: "g" }),
        ),
    },
    {
      key: key("behind-the-scenes-wide"),
      ...bench.wide,
      svg: () => wideBench(tone("sand")),
    },
    {
      key: key("behind-the-scenes-tall"),
      ...bench.tall,
      svg: () => tallBench(tone("sand")),
    },
    {
      key: key("og"),
      ...card,
      svg: () =>
        on(
          tone("slate"),
          card,
          drawGarment(tote, { at: [720, 306], scale: 0.46, tilt: -3, prefix: "t" }),
          drawGarment(loafers, { at: [1012, 372], scale: 0.34, tilt: 8, prefix: "l" }),
          wordmark(store.name, 72, 258, 84),
        ),
    },
  ];
}

const hide =
  "M-330 -150C-220 -210 -90 -170 20 -196C150 -226 270 -180 330 -120C356 -20 330 120 290 190C170 230 40 190 -70 214C-190 236 -300 200 -338 120C-366 20 -360 -70 -330 -150Z";
const flap = "M-210 -110H210C220 10 170 120 0 136C-170 120 -220 10 -210 -110Z";
const stitches = `<path d="M-186 -86C-190 10 -140 92 0 106C140 92 190 10 186 -86" stroke="#f3e2c0" stroke-dasharray="12 9" stroke-width="4"/>`;
const thread = (d: string) => `<path d="${d}" fill="none" stroke="#efe4c9" stroke-width="5"/>`;

/** A bag next to the flap and the tools for another one, centered at the origin, 1280 x 640. */
function halfMadeBag(): string {
  return (
    drawGarment(bag, { at: [-420, 24], scale: 0.56, tilt: -5, prefix: "b" }) +
    patternCard(hide, 190, 20, -7, 0.98, "", "#b5763c") +
    patternCard(flap, 180, 30, 8, 0.86, stitches, "#6d1f30") +
    awl(20, 150, 40, 0.8) +
    thread("M270 190C330 130 420 190 470 130C500 90 520 110 520 130") +
    reel(530, 180, -18, "#efe4c9", 0.8) +
    reel(560, -20, 30, "#6d1f30", 0.72)
  );
}

function wideBench(paper: string): string {
  return on(
    paper,
    bench.wide,
    drawGarment(bag, { at: [390, 490], scale: 0.74, tilt: -6, prefix: "b" }),
    patternCard(hide, 1180, 420, -8, 1.26, "", "#b5763c"),
    patternCard(hide, 1760, 560, 14, 0.8, "", "#8f5a32"),
    patternCard(flap, 1120, 420, 10, 0.95, stitches, "#6d1f30"),
    awl(880, 620, 38, 0.96),
    awl(1500, 640, 120, 0.9, "#5b3d28"),
    thread("M1276 790C1320 730 1420 780 1450 690C1470 630 1420 560 1360 520"),
    reel(1230, 820, -18, "#efe4c9"),
    reel(1600, 180, 30, "#6d1f30", 0.9),
    shears(2120, 450, -24, 0.9),
    ruler(790, 925, 1, 560),
    chalk(1960, 850, 12, "#f3f1ec", 0.9),
  );
}

function tallBench(paper: string): string {
  return on(
    paper,
    bench.tall,
    drawGarment(bag, { at: [600, 610], scale: 0.96, tilt: -6, prefix: "b" }),
    patternCard(hide, 980, 1330, -8, 1.5, "", "#b5763c"),
    patternCard(flap, 960, 1340, 10, 1.15, stitches, "#6d1f30"),
    awl(560, 1420, 38, 1.05),
    awl(1330, 560, 200, 1, "#5b3d28"),
    thread("M420 1690C540 1600 640 1690 700 1600C740 1540 760 1500 790 1480"),
    reel(350, 1700, -18, "#efe4c9", 1.1),
    reel(1380, 920, 30, "#6d1f30"),
    ruler(980, 1830, -3, 860),
    chalk(230, 1330, 12, "#f3f1ec", 1),
  );
}
