/** Types for a demo product. The seed converts it to a product of the API, and the art generator draws it. */

export const cuts = {
  dresses: [
    "slip-dress",
    "wrap-dress",
    "shirt-dress",
    "knit-dress",
    "tiered-dress",
    "sheath-dress",
    "pleated-dress",
    "halter-dress",
  ],
  tops: [
    "crew-knit",
    "turtleneck",
    "cardigan",
    "poplin-shirt",
    "camp-shirt",
    "silk-blouse",
    "tee",
    "polo-knit",
    "tank",
    "sweatshirt",
  ],
  bottoms: [
    "wide-trouser",
    "straight-trouser",
    "tapered-trouser",
    "jean",
    "pleated-skirt",
    "satin-skirt",
    "pencil-skirt",
    "shorts",
  ],
  outerwear: [
    "double-breasted-coat",
    "wrap-coat",
    "trench",
    "blazer",
    "bomber",
    "overshirt",
    "puffer",
    "parka",
  ],
  accessories: ["tote", "crossbody-bag", "belt", "scarf", "beanie", "silk-square", "gloves", "cap"],
  shoes: [
    "loafer",
    "ankle-boot",
    "chelsea-boot",
    "sneaker",
    "ballet-flat",
    "slingback",
    "sandal",
    "derby",
  ],
} as const;

export type Category = keyof typeof cuts;
export type Cut = (typeof cuts)[Category][number];
export type Cloth =
  | "wool"
  | "twill"
  | "satin"
  | "knit"
  | "poplin"
  | "denim"
  | "leather"
  | "suede"
  | "canvas"
  | "jersey"
  | "ribbed"
  | "quilted";
export type Print = "plain" | "stripe" | "breton" | "check" | "dot" | "floral" | "houndstooth";
/** The name of the paper color that a product lies on. The storefront's theme has tokens of the same names. */
export type Tone = "sand" | "blush" | "fog" | "oat" | "slate" | "butter";
export type Department = "women" | "men" | "unisex";

/** The slugs of the demo's two stores, which are also the keys of all lists in this folder. */
export type StoreSlug = "sorvela" | "tordo";

export type DemoColor = {
  /** The name as shoppers see it, e.g. "Navy". Unique within the product. */
  name: string;
  /** The cloth's color as #rrggbb. */
  hex: string;
  tone: Tone;
};

export type DemoProduct = {
  /** The product's slug in kebab case, as in /product?link=... Unique within the store. */
  link: string;
  name: string;
  department: Department;
  category: Category;
  cut: Cut;
  cloth: Cloth;
  print?: Print;
  /** Product cards show the first color. */
  colors: DemoColor[];
  /** In the order in which they are offered; ["One Size"] if there is only one size. */
  sizes: string[];
  /** Major units of the store's currency. */
  price: number;
  /** The regular price of a product on sale; higher than price. */
  regularPrice?: number;
  /** One or two sentences of plain text. */
  description: string;
  /** Rich HTML (p, ul, li, strong, em) for the product page; two or three paragraphs. */
  seoDescription: string;
  /** At most 155 characters of plain text, for search engines. */
  metaDescription: string;
  composition: string;
  care: string[];
  tags: string[];
  /** Number of units on hand of every variant that `stockOf` doesn't list. */
  stock: number;
  /**
   * Units on hand where they differ from `stock`, by "Color / Size" or by "Size". 0 is sold out, and 1 to 5 is low
   * stock.
   */
  stockOf?: Record<string, number>;
  /** Garment measurements in centimeters. Each row has one value per size, and its letter on the technical sheet. */
  measures: { label: string; letter: "A" | "B" | "C" | "D"; bySize: Record<string, number> }[];
  /** How many days before the server's first start the product was released. Sorts lists by "newest". */
  daysOld: number;
};

export type DemoReview = {
  link: string;
  name: string;
  rating: 1 | 2 | 3 | 4 | 5;
  title: string;
  content: string;
  fit: "small" | "true" | "large";
  verified: boolean;
  daysOld: number;
};

/** The views of a product. A view's files are `${pictureKey(...)}/${width}.${avif|webp}` under demo/pictures. */
export type View = "front" | "back" | "technical" | "cloth";

/**
 * The key of a picture. `front` and `back` are drawn in each color; `technical` and `cloth` only once, in the product's
 * first color.
 */
export function pictureKey(store: string, link: string, view: View, color: string): string {
  const colour = view === "front" || view === "back" ? `-${kebab(color)}` : "";
  return `${store}/${link}${colour}-${view}`;
}

export function kebab(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}
