import { lettering, letteringWidth } from "./letters.ts";
import { paperSheet } from "./light.ts";
import { awl, chalk, patternCard, pins, reel, ruler, shears, tape } from "./props.ts";
import { drawGarment, sheet, type Garment } from "./render.ts";
import { technicalSheet } from "./technical.ts";

/** A picture of a store's own pages: its SVG with `bleed` pixels to cut off at every edge. */
export type Scene = {
  key: string;
  width: number;
  height: number;
  bleed: number;
  svg: () => string;
};

/** What a scene needs to know of its store. */
export type SceneStore = { slug: string; name: string; papers: Readonly<Record<string, string>> };

const portrait = { width: 1600, height: 2000, bleed: 0 };
const wide = { width: 1600, height: 1200, bleed: 0 };
const card = { width: 1200, height: 630, bleed: 0 };

/** The hero, two editorials, the view behind the scenes and the card for link previews, of each store. */
export function scenesOf(store: SceneStore): Scene[] {
  const tone = (name: string) => store.papers[name] ?? "#e5dccb";
  return store.slug === "sorvela" ? sorvela(store, tone) : workshop(store, tone);
}

function on(paper: string, size: { width: number; height: number }, ...art: string[]): string {
  return sheet(size.width, size.height, paperSheet(paper, size.width, size.height) + art.join(""));
}

function sorvela(store: SceneStore, tone: (name: string) => string): Scene[] {
  const coat: Garment = {
    cut: "double-breasted-coat",
    cloth: "wool",
    color: "#2a3957",
    seed: "double-breasted-wool-coat",
  };
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
  return [
    {
      key: `${store.slug}/hero`,
      ...portrait,
      svg: () =>
        on(tone("sand"), portrait, drawGarment(coat, { at: [800, 1010], scale: 1.46, tilt: -3 })),
    },
    { key: `${store.slug}/editorial-1`, ...portrait, svg: () => scaledTechnical(coat) },
    {
      key: `${store.slug}/editorial-2`,
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
      key: `${store.slug}/behind-the-scenes`,
      ...wide,
      svg: () => cuttingTable(tone("sand"), coat),
    },
    {
      key: `${store.slug}/og`,
      ...card,
      svg: () =>
        on(
          tone("sand"),
          card,
          drawGarment(coat, { at: [846, 320], scale: 0.46, tilt: -3, prefix: "c" }),
          drawGarment(red, { at: [1066, 330], scale: 0.42, tilt: 7, prefix: "d" }),
          wordmark(store.name, 72, 258, 84),
        ),
    },
  ];
}

function workshop(store: SceneStore, tone: (name: string) => string): Scene[] {
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
  return [
    {
      key: `${store.slug}/hero`,
      ...portrait,
      svg: () =>
        on(
          tone("slate"),
          portrait,
          drawGarment(tote, { at: [800, 1000], scale: 1.42, tilt: -2.5 }),
        ),
    },
    {
      key: `${store.slug}/editorial-1`,
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
      key: `${store.slug}/editorial-2`,
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
    { key: `${store.slug}/behind-the-scenes`, ...wide, svg: () => leatherBench(tone("sand"), bag) },
    {
      key: `${store.slug}/og`,
      ...card,
      svg: () =>
        on(
          tone("slate"),
          card,
          drawGarment(tote, { at: [800, 318], scale: 0.48, tilt: -3, prefix: "t" }),
          drawGarment(loafers, { at: [1040, 400], scale: 0.38, tilt: 10, prefix: "l" }),
          wordmark(store.name, 72, 258, 84),
        ),
    },
  ];
}

function wordmark(name: string, x: number, y: number, height: number): string {
  const word = name.toUpperCase();
  const width = letteringWidth(word, height, 0.2);
  return (
    lettering(word, x, y, height, "#14171c", 0.2) +
    `<path d="M${x} ${y + height + 34}H${x + width}" stroke="#14171c" stroke-width="4"/>`
  );
}

/** The technical sheet of a piece at the size of a scene. */
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

function cuttingTable(paper: string, coat: Garment): string {
  return sheet(
    wide.width,
    wide.height,
    paperSheet(paper, wide.width, wide.height) +
      drawGarment(
        { ...coat, cut: "blazer", seed: "one-button-blazer" },
        { at: [270, 640], scale: 0.74, tilt: -9, prefix: "z" },
      ) +
      patternCard(frontCard, 700, 560, -6, 1.0, frontInner) +
      patternCard(sleeveCard, 1010, 690, 12, 0.98, sleeveInner, "#dcc59a") +
      patternCard(collarCard, 810, 1010, -4, 0.9, collarInner, "#ead9b5") +
      `<path d="M560 300C640 330 690 420 720 640" fill="none" stroke="#5c78d6" stroke-width="5" stroke-dasharray="26 12" opacity=".7"/>` +
      tape(
        "M1660 260C1480 200 1330 300 1250 420C1180 530 1320 620 1420 560C1520 500 1460 400 1360 440C1230 500 1240 760 1420 820C1540 860 1620 800 1680 780",
      ) +
      shears(700, 690, 62, 0.94) +
      chalk(930, 430, -18) +
      chalk(1010, 366, 30, "#f3f1ec", 0.8) +
      reel(1240, 940, 24, "#2a3957") +
      reel(1370, 1010, -12, "#a8282f", 0.9) +
      pins([
        [560, 830, 70],
        [596, 880, 110],
        [520, 900, 40],
        [1120, 470, -30],
      ]) +
      ruler(420, 1090, -5, 760),
  );
}

function leatherBench(paper: string, bag: Garment): string {
  const hide =
    "M-330 -150C-220 -210 -90 -170 20 -196C150 -226 270 -180 330 -120C356 -20 330 120 290 190C170 230 40 190 -70 214C-190 236 -300 200 -338 120C-366 20 -360 -70 -330 -150Z";
  const flap = "M-210 -110H210C220 10 170 120 0 136C-170 120 -220 10 -210 -110Z";
  const stitches = "M-186 -86C-190 10 -140 92 0 106C140 92 190 10 186 -86";
  return sheet(
    wide.width,
    wide.height,
    paperSheet(paper, wide.width, wide.height) +
      patternCard(hide, 1130, 600, -8, 1.15, "", "#b5763c") +
      patternCard(hide, 1230, 860, 14, 0.7, "", "#8f5a32") +
      drawGarment(bag, { at: [480, 560], scale: 0.72, tilt: -6, prefix: "b" }) +
      patternCard(
        flap,
        1060,
        560,
        10,
        0.9,
        `<path d="${stitches}" stroke="#f3e2c0" stroke-dasharray="12 9" stroke-width="4"/>`,
        "#6d1f30",
      ) +
      awl(830, 690, 38, 0.96) +
      awl(900, 440, 120, 0.9, "#5b3d28") +
      reel(770, 930, -18, "#efe4c9") +
      reel(660, 1010, 30, "#6d1f30", 0.9) +
      `<path d="M776 880C860 800 980 860 1010 760C1030 690 1100 660 1150 680" fill="none" stroke="#efe4c9" stroke-width="5"/>` +
      shears(1400, 470, -24, 0.78) +
      ruler(330, 1080, 4, 640) +
      chalk(890, 1060, 12, "#f3f1ec", 0.9),
  );
}
