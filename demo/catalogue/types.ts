/** The data of a demo product. The seed converts it to a product of the API, and the art generator draws it. */

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
/** The color of the paper on which a product lies. The storefront's theme has tokens of the same names. */
export type Tone = "sand" | "blush" | "fog" | "oat" | "slate" | "butter";
export type Department = "women" | "men" | "unisex";

/** The demo's two stores, the keys of all lists in this folder. */
export type StoreSlug = "sorvela" | "tordo";

export type DemoColor = {
  /** The name as shoppers see it, e.g. "Navy". Unique in the product. */
  name: string;
  /** The cloth's color, #rrggbb. */
  hex: string;
  tone: Tone;
};

export type DemoProduct = {
  /** Unique in the store, kebab-case: /product?link=... */
  link: string;
  name: string;
  department: Department;
  category: Category;
  cut: Cut;
  cloth: Cloth;
  print?: Print;
  /** Product cards show the first color. */
  colors: DemoColor[];
  /** In the order in which they are offered; ["One Size"] if there is only one. */
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
  /** Units on hand of every variant that stockOf doesn't list. */
  stock: number;
  /** Exceptions by "Color / Size" or "Size": 0 is sold out, 1 to 5 is low. */
  stockOf?: Record<string, number>;
  /** Garment measurements in centimeters: rows by size, with the letters of the technical sheet. */
  measures: { label: string; letter: "A" | "B" | "C" | "D"; bySize: Record<string, number> }[];
  /**
   * The number of days before the server's first start at which the product was released. Determines the order
   * "newest".
   */
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

/**
 * The views of a product. The files of a picture are `${pictureKey(...)}/${width}.${avif|webp}` under demo/pictures.
 */
export type View = "front" | "back" | "technical" | "cloth";

/**
 * The key of a picture. front and back are drawn for each color, technical and cloth once, in the product's first
 * color.
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
