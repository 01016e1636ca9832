import { rich } from "../copy.ts";
import { on } from "../colors.ts";
import { flat, oneSize, sToL } from "../measures.ts";
import type { DemoProduct } from "../types.ts";
import { bottle, clay, mustard, natural, navy, slate, tile } from "./colors.ts";

const woolCare = [
  "Wash in a basin of cool water with wool soap",
  "Press between towels, dry flat",
  "Cedar, not mothballs",
];

export const woollens: DemoProduct[] = [
  {
    link: "mountain-stripe-scarf",
    name: "Mountain Stripe Scarf",
    department: "unisex",
    category: "accessories",
    cut: "scarf",
    cloth: "wool",
    print: "stripe",
    colors: [on(bottle, "oat"), on(clay, "fog")],
    sizes: oneSize,
    price: 76,
    description:
      "Wool from the Serra da Estrela, woven in Covilhã on a loom that is older than either of us.",
    seoDescription: rich(
      "The ground is the hillside, and the thin lines are what is left of the snow. Inês drew it from a bus window.",
      "It is springy more than soft, and that is what keeps the air in. Softer by February.",
    ),
    metaDescription:
      "Striped scarf in Serra da Estrela wool, woven in Covilhã, 190 by 32 cm with a short hand-knotted fringe.",
    composition: "100% Portuguese wool",
    care: woolCare,
    tags: ["scarf", "wool", "stripe", "winter", "gift"],
    stock: 19,
    measures: flat(oneSize, ["Length", 190], ["Width", 32]),
    daysOld: 12,
  },
  {
    link: "sardine-beanie",
    name: "Sardine Beanie",
    department: "unisex",
    category: "accessories",
    cut: "beanie",
    cloth: "ribbed",
    colors: [on(slate, "blush"), on(mustard, "slate"), on(navy, "butter")],
    sizes: oneSize,
    price: 29,
    description: "Silvery, close-fitting, sold by the tin. Yes, it really comes in a tin.",
    seoDescription: rich(
      "Our neighbor cans fish; we asked for six hundred empties. The hat inside is a plain two-by-two rib in merino, knitted by Dona Fátima and her machine.",
      "Fold the cuff once for town. Fold it twice and you look like a stevedore, which may be what you want.",
    ),
    metaDescription:
      "Rib-knit merino beanie, packed in a real sardine tin from next door. Knitted in Lisbon, fits most heads.",
    composition: "100% merino wool",
    care: woolCare,
    tags: ["beanie", "hat", "winter", "gift"],
    stock: 48,
    measures: flat(oneSize, ["Height", 22], ["Width", 20]),
    daysOld: 5,
  },
  {
    link: "tile-square",
    name: "Tile Square",
    department: "women",
    category: "accessories",
    cut: "silk-square",
    cloth: "satin",
    print: "dot",
    colors: [on(tile, "blush"), on(natural, "slate")],
    sizes: oneSize,
    price: 72,
    description:
      "A silk scarf laid out like a kitchen wall: a field of dots, one border, and somewhere a tile set in the wrong way around.",
    seoDescription: rich(
      "Every old façade in Alfama has one tile that the workman turned by mistake. Ours does too. Some people find it at once, and some take days.",
      "Printed by hand, screen by screen, and rolled at the edge by a seamstress in Campo de Ourique.",
    ),
    metaDescription:
      "Screen-printed silk square, 65 cm, with a hand-rolled edge and one tile deliberately set the wrong way around.",
    composition: "100% silk",
    care: ["Dry clean, or a cool hand wash if you are brave", "Iron on the back"],
    tags: ["silk", "scarf", "square", "gift"],
    stock: 16,
    measures: flat(oneSize, ["Length", 65], ["Width", 65]),
    daysOld: 34,
  },
  {
    link: "lighthouse-gloves",
    name: "Lighthouse Gloves",
    department: "unisex",
    category: "accessories",
    cut: "gloves",
    cloth: "knit",
    colors: [on(navy, "oat"), on(natural, "butter")],
    sizes: sToL,
    price: 38,
    description:
      "Two strands of wool and polyamide yarn knitted as one, with an extra-long ribbed cuff.",
    seoDescription: rich(
      "A lighthouse keeper asked for gloves that keep the wind out at the wrist. So the cuff is as long as we could knit it, and goes up under a sleeve.",
      "No seams at the fingertips. A thumb that points forward, as thumbs do.",
    ),
    metaDescription:
      "Double-strand wool gloves with extra-long ribbed cuffs that go up under a sleeve. Sizes S to L.",
    composition: "80% wool, 20% polyamide",
    care: woolCare,
    tags: ["gloves", "winter", "knitwear", "gift"],
    stock: 22,
    stockOf: { "Natural / S": 0 },
    measures: flat(sToL, ["Length", 28, 1], ["Width", 9.5, 0.7]),
    daysOld: 48,
  },
];
