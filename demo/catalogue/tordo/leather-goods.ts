import { rich } from "../copy.ts";
import { on } from "../colors.ts";
import { flat, oneSize, sToL } from "../measures.ts";
import type { DemoProduct } from "../types.ts";
import { black, bottle, clay, natural, navy, tan, tile, wine } from "./colors.ts";

const leatherCare = [
  "Dust with a dry cloth",
  "A little beeswax balm twice a year",
  "If it gets soaked, dry it slowly and away from the stove",
];

export const leatherGoods: DemoProduct[] = [
  {
    link: "ferry-tote",
    name: "Ferry Tote",
    department: "unisex",
    category: "accessories",
    cut: "tote",
    cloth: "canvas",
    colors: [natural, on(tile, "sand")],
    sizes: oneSize,
    price: 58,
    description:
      "Sailcloth and leather handles, for the ten-minute crossing to Cacilhas and whatever you buy on the other side.",
    seoDescription: rich(
      "Joaquim cut the first one from a retired mainsail. The canvas is new now, the same 500-gram weave, and the handles are still riveted by him on Thursdays.",
      "The base is leather, for putting down on a quay. Nothing closes; nothing needs to.",
    ),
    metaDescription:
      "Roomy sailcloth tote with riveted leather handles and a leather base, made in Lisbon in small batches.",
    composition: "100% cotton canvas; handles and base cow leather",
    care: ["Sponge the canvas with soap and cold water", "Let wet leather dry slowly"],
    tags: ["tote", "bag", "canvas", "shopper"],
    stock: 35,
    measures: flat(oneSize, ["Height", 36], ["Width", 46], ["Depth", 16], ["Strap drop", 24]),
    daysOld: 180,
  },
  {
    link: "market-day-tote",
    name: "Market Day Tote",
    department: "women",
    category: "accessories",
    cut: "tote",
    cloth: "leather",
    colors: [on(tan, "fog"), on(bottle, "blush")],
    sizes: oneSize,
    price: 240,
    description:
      "One cowhide, doubled at the base and sewn up two sides. Inês can make two in a day, if nobody rings.",
    seoDescription: rich(
      "We don't line it, so what you see inside is the back of what you see outside. It smells like a saddler's for a year.",
      "The handles are riveted and the base is doubled, because the fish counter sells by the kilo.",
      [
        "Saddle-stitched by hand with linen thread",
        "A brass ring for keys",
        "Takes an A4 folder lying down",
      ],
    ),
    metaDescription:
      "Hand-stitched unlined cowhide tote with riveted handles and a key ring, made by two people in Lisbon.",
    composition: "100% vegetable-tanned cow leather",
    care: leatherCare,
    tags: ["tote", "bag", "leather", "work bag"],
    stock: 6,
    stockOf: { "Bottle / One Size": 2 },
    measures: flat(oneSize, ["Height", 30], ["Width", 40], ["Depth", 13], ["Strap drop", 25]),
    daysOld: 21,
  },
  {
    link: "tram-bag",
    name: "Tram Bag",
    department: "women",
    category: "accessories",
    cut: "crossbody-bag",
    cloth: "leather",
    colors: [on(wine, "oat"), on(black, "butter")],
    sizes: oneSize,
    price: 165,
    description:
      "Worn across the front on the number 28, where hands are not always one's own. The flap shuts with a turn.",
    seoDescription: rich(
      "It began as the bag ticket conductors wore, with a divided inside for coins and notes. We kept the divider. It is good for passports.",
      "The brass turn-lock comes from a foundry in Águeda that otherwise makes bicycle bells.",
    ),
    metaDescription:
      "Crossbody bag in vegetable-tanned leather with a divided inside and brass turn-lock, after a conductor's bag.",
    composition: "100% vegetable-tanned cow leather",
    care: leatherCare,
    tags: ["bag", "crossbody", "leather", "travel"],
    stock: 11,
    measures: flat(oneSize, ["Height", 18], ["Width", 24], ["Depth", 8], ["Strap drop", 55]),
    daysOld: 66,
  },
  {
    link: "little-tram-bag",
    name: "Little Tram Bag",
    department: "women",
    category: "accessories",
    cut: "crossbody-bag",
    cloth: "suede",
    colors: [on(clay, "slate")],
    sizes: oneSize,
    price: 96,
    regularPrice: 128,
    description: "The same bag after a hot wash, so to speak: two thirds the size, in calf suede.",
    seoDescription: rich(
      "Room for a phone, a folded fifty and a fan. We had a run of clay suede left from the autumn, which is the reason for the price and for there being only one color.",
      "Take off the strap, and it is a clutch.",
    ),
    metaDescription:
      "Small crossbody in clay calf suede with a removable strap and brass turn-lock. Last of the autumn suede.",
    composition: "100% calf suede; lining cotton",
    care: ["Brush with a suede brush, always the same way", "Chalk takes out grease"],
    tags: ["bag", "crossbody", "suede"],
    stock: 4,
    measures: flat(oneSize, ["Height", 12], ["Width", 17], ["Depth", 6], ["Strap drop", 55]),
    daysOld: 205,
  },
  {
    link: "harness-belt",
    name: "Harness Belt",
    department: "unisex",
    category: "accessories",
    cut: "belt",
    cloth: "leather",
    colors: [on(tan, "slate"), on(black, "fog")],
    sizes: sToL,
    price: 54,
    description:
      "Cut from the same butts a harness maker in Golegã uses for driving reins, and about as likely to snap.",
    seoDescription: rich(
      "Thirty-five millimeters wide, with a roller buckle so the leather slides instead of scraping. We punch five holes, and more if you ask, because people's lunches differ.",
      "Send it back in twenty years and we will turn the worn end.",
    ),
    metaDescription:
      "35 mm belt in harness leather with a brass roller buckle and five holes, cut and punched by hand in Lisbon.",
    composition: "100% vegetable-tanned cow leather; buckle solid brass",
    care: leatherCare,
    tags: ["belt", "leather", "gift"],
    stock: 24,
    stockOf: { "Black / L": 0 },
    measures: flat(sToL, ["Width", 3.5], ["Length", 102, 12]),
    daysOld: 140,
  },
  {
    link: "dockside-cap",
    name: "Dockside Cap",
    department: "unisex",
    category: "accessories",
    cut: "cap",
    cloth: "canvas",
    colors: [on(navy, "sand")],
    sizes: oneSize,
    price: 34,
    description: "Lighter sailcloth, a short bill, a strap at the back with a brass slider.",
    seoDescription: rich(
      "It is stitched on the machine that does the ferry totes, by the same person, between totes. That is why the topstitching is so stout.",
      "Fades kindly. Dunk it in the sea, wear it dry.",
    ),
    metaDescription:
      "Short-billed cap in light sailcloth with a brass slider at the back, stitched in Lisbon. One size, 55 to 61 cm.",
    composition: "100% cotton",
    care: ["Rinse in cold water", "Dry on your head or over a bowl"],
    tags: ["cap", "hat", "summer"],
    stock: 27,
    measures: flat(oneSize, ["Height", 11], ["Width", 19], ["Bill", 5.5]),
    daysOld: 95,
  },
];
