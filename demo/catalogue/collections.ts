import type { Category, Department, StoreSlug } from "./types.ts";

/** The products of a collection, selected by a property or picked by hand in the given order. */
export type CollectionRule =
  | { by: "category"; category: Category }
  /** Unisex products belong to both the women's and the men's department. */
  | { by: "department"; department: Exclude<Department, "unisex"> }
  | { by: "sale" }
  | { by: "newest"; count: number }
  | { by: "links"; links: string[] };

export type DemoCollection = {
  link: string;
  /** Other paths that show the same list: /new shows /new-arrivals. */
  aliases?: string[];
  name: string;
  description: string;
  rule: CollectionRule;
};

/** Each store's collections. Those that the navigation links to come first, followed by the editorial ones. */
export const collections: Record<StoreSlug, DemoCollection[]> = {
  sorvela: [
    {
      link: "new-arrivals",
      aliases: ["new"],
      name: "New Arrivals",
      description: "What left the table in the last few weeks, latest first.",
      rule: { by: "newest", count: 16 },
    },
    {
      link: "women",
      name: "Women",
      description: "Dresses, knitwear, tailoring, coats and what to walk home in.",
      rule: { by: "department", department: "women" },
    },
    {
      link: "men",
      name: "Men",
      description: "Soft jackets, honest trousers, shirts with matched stripes.",
      rule: { by: "department", department: "men" },
    },
    {
      link: "dresses",
      name: "Dresses",
      description: "Bias, wrap, sheath and pleat: the whole question solved with one garment.",
      rule: { by: "category", category: "dresses" },
    },
    {
      link: "tops",
      name: "Tops",
      description: "Knits by weight, shirts by thread count, and T-shirts we are proud of.",
      rule: { by: "category", category: "tops" },
    },
    {
      link: "bottoms",
      name: "Bottoms",
      description: "Trousers drawn from the pleat down, rigid denim, skirts that move.",
      rule: { by: "category", category: "bottoms" },
    },
    {
      link: "outerwear",
      name: "Outerwear",
      description: "From a blazer that folds into a bag to an overcoat that nearly stands alone.",
      rule: { by: "category", category: "outerwear" },
    },
    {
      link: "accessories",
      name: "Accessories",
      description:
        "Leather, silk and wool in small pieces, many of them cut from the ends of rolls.",
      rule: { by: "category", category: "accessories" },
    },
    {
      link: "shoes",
      name: "Shoes",
      description: "Welted, turned, vulcanized. Women 36 to 41, men 40 to 46.",
      rule: { by: "category", category: "shoes" },
    },
    {
      link: "sale",
      name: "Sale",
      description: "Lower prices. Same cloth.",
      rule: { by: "sale" },
    },
    {
      link: "cut-in-one-sheet",
      name: "Cut in One Sheet",
      description: "Coats and companions laid out so that almost nothing was swept from the floor.",
      rule: {
        by: "links",
        links: [
          "double-breasted-wool-coat",
          "wide-pleat-trouser",
          "chevron-crew-knit",
          "strap-loafer",
          "fringed-lambswool-scarf",
          "drawstring-poplin-shorts",
          "dotted-neckerchief",
          "cutting-room-tote",
        ],
      },
    },
    {
      link: "evening-table",
      name: "The Evening Table",
      description: "Silk, satin and one sharp shoe, for tables laid with more than one glass.",
      rule: {
        by: "links",
        links: [
          "bias-cut-slip-dress",
          "satin-slingback",
          "bow-neck-silk-blouse",
          "flared-satin-skirt",
          "cowl-back-slip-dress",
          "half-moon-crossbody",
          "knife-pleat-dress",
          "herbarium-silk-square",
        ],
      },
    },
    {
      link: "the-suit-apart",
      name: "The Suit, Apart",
      description: "Jackets and trousers that match when asked and get on without each other.",
      rule: {
        by: "links",
        links: [
          "one-button-blazer",
          "straight-crease-trouser",
          "unconstructed-blazer",
          "wide-flannel-trouser",
          "bengal-stripe-shirt",
          "two-pocket-poplin-shirt",
          "plain-toe-derby",
          "saddler-belt",
        ],
      },
    },
    {
      link: "small-parcels",
      name: "Small Parcels",
      description: "Things without a size, or nearly, that fit through a mail slot.",
      rule: {
        by: "links",
        links: [
          "docker-beanie",
          "herbarium-silk-square",
          "dotted-neckerchief",
          "garter-stitch-gloves",
          "silk-lined-gloves",
          "fringed-lambswool-scarf",
          "six-panel-cap",
          "cutting-room-tote",
          "border-check-scarf",
        ],
      },
    },
  ],
  tordo: [
    {
      link: "new-arrivals",
      aliases: ["new"],
      name: "Off the Bench",
      description: "The latest to be finished, buckled and signed inside.",
      rule: { by: "newest", count: 8 },
    },
    {
      link: "women",
      name: "Women",
      description: "Bags, shoes and scarves, and gloves in sizes S to L.",
      rule: { by: "department", department: "women" },
    },
    {
      link: "men",
      name: "Men",
      description: "Shoes that mind neither hills nor rain, and belts that outlast trousers.",
      rule: { by: "department", department: "men" },
    },
    {
      link: "accessories",
      name: "Accessories",
      description: "Everything but the shoes: leather on one shelf, wool on the other.",
      rule: { by: "category", category: "accessories" },
    },
    {
      link: "shoes",
      name: "Shoes",
      description: "Made for a city of polished slopes.",
      rule: { by: "category", category: "shoes" },
    },
    {
      link: "sale",
      name: "Sale",
      description: "Ends of leather, ends of summer.",
      rule: { by: "sale" },
    },
    {
      link: "bags-and-belts",
      name: "Bags and Belts",
      description:
        "Cut by Joaquim, stitched by Inês, or the other way around when his back is bad.",
      rule: {
        by: "links",
        links: ["market-day-tote", "tram-bag", "ferry-tote", "little-tram-bag", "harness-belt"],
      },
    },
    {
      link: "wool-and-silk",
      name: "Wool and Silk",
      description:
        "From one mountain, one printing table, and the knitting machine of Dona Fátima.",
      rule: {
        by: "links",
        links: ["mountain-stripe-scarf", "sardine-beanie", "tile-square", "lighthouse-gloves"],
      },
    },
  ],
};
