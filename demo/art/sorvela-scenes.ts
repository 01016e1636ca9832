import { drawGarment, type Garment } from "./render.ts";
import { chalk, patternCard, pins, reel, ruler, shears, tape } from "./props.ts";
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
import { technicalSheet } from "./technical.ts";

const coat: Garment = {
  cut: "double-breasted-coat",
  cloth: "wool",
  color: "#2a3957",
  seed: "double-breasted-wool-coat",
};
const blazer: Garment = { ...coat, cut: "blazer", seed: "one-button-blazer" };
const houndstooth: Garment = {
  cut: "double-breasted-coat",
  cloth: "wool",
  print: "houndstooth",
  color: "#868a90",
  seed: "shetland-overcoat-horn-buttons",
};
const polo: Garment = { cut: "polo-knit", cloth: "knit", color: "#4c3429", seed: "merino-polo" };
const trousers: Garment = {
  cut: "wide-trouser",
  cloth: "wool",
  color: "#cdb898",
  seed: "wide-flannel",
};
const red: Garment = {
  cut: "slip-dress",
  cloth: "satin",
  color: "#a8282f",
  seed: "bias-cut-slip-dress",
};

/** The first store's scenes: garments on the cutting table. */
export function sorvelaScenes(store: SceneStore, tone: (name: string) => string): Scene[] {
  const key = (name: string) => `${store.slug}/${name}`;
  return [
    {
      key: key("hero-wide"),
      ...hero.wide,
      svg: () =>
        onOpen(
          tone("sand"),
          hero.wide,
          drawGarment(coat, { at: [1942, 520], scale: 0.79, tilt: -3 }),
        ),
    },
    {
      key: key("hero-tall"),
      ...hero.tall,
      svg: () =>
        onOpen(
          tone("sand"),
          hero.tall,
          drawGarment(coat, { at: [790, 808], scale: 1.22, tilt: -3 }),
        ),
    },
    {
      key: key("banner-wide"),
      ...banner.wide,
      svg: () => onOpen(tone("oat"), banner.wide, placed(1690, 366, 0.9, halfCutBlazer())),
    },
    {
      key: key("banner-tall"),
      ...banner.tall,
      svg: () => onOpen(tone("oat"), banner.tall, placed(810, 490, 1.06, halfCutBlazer())),
    },
    { key: key("editorial-1"), ...portrait, svg: () => scaledTechnical(coat) },
    {
      key: key("editorial-2"),
      ...portrait,
      svg: () =>
        on(
          tone("oat"),
          portrait,
          drawGarment(trousers, { at: [1210, 1180], scale: 1.12, tilt: 4, prefix: "t" }),
          drawGarment(houndstooth, { at: [580, 1080], scale: 1.22, tilt: -3, prefix: "c" }),
          drawGarment(polo, { at: [1150, 560], scale: 0.76, tilt: 5, prefix: "p" }),
        ),
    },
    {
      key: key("behind-the-scenes-wide"),
      ...bench.wide,
      svg: () => wideTable(tone("sand")),
    },
    {
      key: key("behind-the-scenes-tall"),
      ...bench.tall,
      svg: () => tallTable(tone("sand")),
    },
    {
      key: key("og"),
      ...card,
      svg: () =>
        on(
          tone("sand"),
          card,
          drawGarment(coat, { at: [826, 312], scale: 0.44, tilt: -3, prefix: "c" }),
          drawGarment(red, { at: [1062, 318], scale: 0.4, tilt: 5, prefix: "d" }),
          wordmark(store.name, 72, 258, 84),
        ),
    },
  ];
}

/** A garment's technical sheet, at the size that a scene needs. */
function scaledTechnical(garment: Garment): string {
  const labels = [
    { letter: "A", label: "Length" },
    { letter: "B", label: "Shoulder" },
    { letter: "C", label: "Chest" },
    { letter: "D", label: "Sleeve" },
  ];
  return technicalSheet(garment, labels).replace(
    `width="1200" height="1500"`,
    `width="${portrait.width}" height="${portrait.height}"`,
  );
}

const sleeveCard =
  "M-150 260C-160 60 -170 -60 -196 -150C-130 -250 -40 -300 10 -300C70 -300 150 -240 200 -140C170 -50 156 70 150 260Z";
const sleeveInner = `<path d="M0 -230V200M-14 -200L0 -232L14 -200M-14 170L0 202L14 170M-130 236C-136 70 -146 -50 -170 -136C-112 -222 -34 -268 10 -268C60 -268 126 -218 170 -132"/>`;
const frontCard =
  "M-170 330L-176 -60C-150 -80 -130 -120 -132 -180L-120 -300L10 -330C20 -250 60 -200 130 -190L150 330Z";
const frontInner = `<path d="M-10 -200V260M-24 -170L-10 -202L4 -170M-24 230L-10 262L4 230M-90 40L-40 60L-90 80"/>`;
const collarCard = "M-240 60C-120 10 120 10 240 60L262 -24C140 -90 -140 -90 -262 -24Z";
const collarInner = `<path d="M-120 0H120M-92 -12L-122 0L-92 12M92 -12L122 0L92 12"/>`;

/** A blazer next to its pattern cards, centered at the origin, 1280 x 640. */
function halfCutBlazer(): string {
  return (
    drawGarment(blazer, { at: [-440, 44], scale: 0.6, tilt: -6, prefix: "z" }) +
    patternCard(frontCard, 10, 0, 4, 0.82, frontInner) +
    patternCard(sleeveCard, 330, -10, -8, 0.84, sleeveInner, "#dcc59a") +
    shears(160, 40, 34, 0.72) +
    chalk(120, -276, -14) +
    reel(528, 190, 24, "#2a3957", 0.8) +
    reel(560, 20, -12, "#a8282f", 0.72) +
    pins([
      [470, -170, 30],
      [510, -210, 70],
    ])
  );
}

function wideTable(paper: string): string {
  return on(
    paper,
    bench.wide,
    drawGarment(blazer, { at: [410, 540], scale: 0.78, tilt: -8, prefix: "z" }),
    patternCard(frontCard, 1010, 440, -6, 1.0, frontInner),
    patternCard(sleeveCard, 1330, 520, 12, 1.0, sleeveInner, "#dcc59a"),
    patternCard(collarCard, 1720, 260, -7, 0.9, collarInner, "#ead9b5"),
    shears(1130, 610, 62, 0.94),
    tape(
      "M2260 170C2300 330 2180 420 2060 380C1950 340 1990 220 2090 240C2210 270 2210 520 2080 600C1960 670 1790 590 1690 650C1630 690 1660 770 1740 770",
    ),
    chalk(1560, 150, -18),
    chalk(1640, 430, 30, "#f3f1ec", 0.8),
    reel(1960, 800, 24, "#2a3957"),
    reel(2120, 850, -12, "#a8282f", 0.9),
    pins([
      [740, 900, 70],
      [790, 880, 110],
      [1500, 330, -30],
    ]),
    ruler(1330, 890, -3, 820),
  );
}

function tallTable(paper: string): string {
  return on(
    paper,
    bench.tall,
    drawGarment(blazer, { at: [530, 660], scale: 0.98, tilt: -6, prefix: "z" }),
    patternCard(frontCard, 1170, 560, 6, 1.12, frontInner),
    patternCard(sleeveCard, 1080, 1360, -10, 1.1, sleeveInner, "#dcc59a"),
    patternCard(collarCard, 420, 1330, -6, 1.0, collarInner, "#ead9b5"),
    shears(960, 1090, 58, 1.05),
    tape(
      "M210 1560C330 1450 520 1480 520 1600C520 1710 350 1700 370 1600C400 1500 640 1500 700 1610",
    ),
    chalk(760, 1440, -18),
    chalk(1400, 1010, 30, "#f3f1ec", 0.9),
    reel(1390, 1480, 24, "#2a3957", 1.1),
    reel(1410, 1690, -12, "#a8282f"),
    pins([
      [300, 1180, 70],
      [346, 1210, 110],
    ]),
    ruler(800, 1850, -3, 1180),
  );
}
