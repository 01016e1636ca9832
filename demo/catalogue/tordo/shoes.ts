import { rich } from "../copy.ts";
import { on } from "../colors.ts";
import { menShoes, shoe, shoeFromAbove, womenShoes } from "../measures.ts";
import type { DemoProduct } from "../types.ts";
import { black, bottle, tan, wine } from "./colors.ts";

const shoeCare = [
  "Wooden trees overnight, if you have them",
  "Polish little and often",
  "New heels before the old ones are gone",
];

export const shoes: DemoProduct[] = [
  {
    link: "calcada-loafer",
    name: "Calçada Loafer",
    department: "women",
    category: "shoes",
    cut: "loafer",
    cloth: "leather",
    colors: [on(bottle, "sand"), on(black, "blush")],
    sizes: womenShoes,
    price: 175,
    description:
      "Lisbon's pavements are polished limestone on a slope. This loafer was designed by falling down on them.",
    seoDescription: rich(
      "The rubber is the one climbers use for approach shoes, cut into ridges and set into a leather sole so that nobody sees it from above.",
      "A deep throat, a broad apron, no hardware. Sewn at our bench in Lisbon, a street below the ones it is meant for.",
    ),
    metaDescription:
      "Women's leather loafers with a grippy ridged rubber inset, made in Lisbon for steep and polished streets.",
    composition: "Upper and lining calf leather; sole leather and rubber",
    care: shoeCare,
    tags: ["loafer", "leather", "flat"],
    stock: 9,
    stockOf: { "Bottle / 38": 3, "Black / 41": 0 },
    measures: shoeFromAbove(womenShoes, 26),
    daysOld: 9,
  },
  {
    link: "notary-loafer",
    name: "Notary Loafer",
    department: "men",
    category: "shoes",
    cut: "loafer",
    cloth: "leather",
    colors: [on(wine, "fog")],
    sizes: menShoes,
    price: 185,
    description:
      "Named for the notary upstairs, who has signed everything in the building since 1987 in a pair like these.",
    seoDescription: rich(
      "A plain strap with a slot cut out of it, a rounded toe, a heel one lift higher than fashion. The notary insisted on the heel.",
      "Blake-stitched. The wine color is rubbed in by hand over tan, so the creases turn lighter and not white.",
    ),
    metaDescription:
      "Men's Blake-stitched strap loafers in hand-rubbed wine calf with a slightly raised heel, made in Portugal.",
    composition: "Upper and lining calf leather; sole leather",
    care: shoeCare,
    tags: ["loafer", "leather", "office"],
    stock: 8,
    stockOf: { "46": 0 },
    measures: shoeFromAbove(menShoes, 26.7),
    daysOld: 73,
  },
  {
    link: "caparica-sandal",
    name: "Caparica Sandal",
    department: "women",
    category: "shoes",
    cut: "sandal",
    cloth: "leather",
    colors: [on(tan, "oat"), on(black, "slate")],
    sizes: womenShoes,
    price: 64,
    regularPrice: 88,
    description:
      "Two straps and a slice of tire-grade rubber, to be kicked off at the last café before the sand.",
    seoDescription: rich(
      "Sandals should go on without hands. Nothing holds the heel, and the front strap has a hair of elastic where it meets the sole, so you step in and leave.",
      "Salt will whiten the leather. Oil brings it back; so does not minding.",
    ),
    metaDescription:
      "Women's slip-on leather sandals with two straps, a hidden stretch insert and a hard-wearing rubber sole.",
    composition: "Upper and footbed cow leather; sole rubber",
    care: [
      "Knock out the sand",
      "Rinse off salt with fresh water",
      "Oil the leather when it turns pale",
    ],
    tags: ["sandals", "summer", "leather"],
    stock: 12,
    measures: shoeFromAbove(womenShoes, 25.8),
    daysOld: 160,
  },
  {
    link: "estuary-chelsea",
    name: "Estuary Chelsea",
    department: "men",
    category: "shoes",
    cut: "chelsea-boot",
    cloth: "leather",
    colors: [on(tan, "slate"), on(black, "oat")],
    sizes: menShoes,
    price: 230,
    description:
      "Waxed outside, no fleece inside: a Lisbon winter is a matter of rain, not of cold.",
    seoDescription: rich(
      "The welt is sealed with pitch, as a boat's seams are, and the tongue under the elastic is one piece with the upper. Joaquim stood in the Tejo in them for an afternoon at low tide. His socks were dry.",
      "Resoleable, of course. We keep your size card in a drawer.",
    ),
    metaDescription:
      "Men's waxed leather Chelsea boots with a pitch-sealed welt and gusseted elastic, made for rain. Resoleable.",
    composition: "Upper waxed cow leather; lining calf leather; sole rubber",
    care: shoeCare,
    tags: ["boots", "chelsea", "leather", "rain", "winter"],
    stock: 7,
    stockOf: { "Black / 40": 0 },
    measures: shoe(menShoes, { heel: 3, sole38: 27 }),
    daysOld: 17,
  },
];
