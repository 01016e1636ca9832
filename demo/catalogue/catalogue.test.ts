import { describe, expect, test } from "vitest";
import { products as sorvela } from "./sorvela.ts";
import { demoStores } from "./stores.ts";
import { paper, products as tordo } from "./tordo.ts";
import { cuts, type DemoProduct, kebab, type StoreSlug } from "./types.ts";

const catalogues: [StoreSlug, DemoProduct[]][] = [
  ["sorvela", sorvela],
  ["tordo", tordo],
];
const all = [...sorvela, ...tordo];
const categories = Object.keys(cuts);
const allowedTags = new Set(["p", "ul", "li", "strong", "em"]);
const worn =
  /timeless|effortless|elevate|must-have|wardrobe staple|iconic|luxurious|perfect for|versatile|stunning|investment piece|certified/i;

describe.each(catalogues)("%s", (_slug, products) => {
  test("links, names and generated SKUs are unique", () => {
    expect(repeated(products.map((product) => product.link))).toEqual([]);
    expect(repeated(products.map((product) => product.name))).toEqual([]);
    const skus = products.flatMap((product) =>
      variants(product).map((variant) => `${product.link}-${kebab(variant)}`),
    );
    expect(repeated(skus)).toEqual([]);
    expect(linksOf(products, ({ link }) => kebab(link) !== link)).toEqual([]);
  });

  test("colors and sizes of a product are unique, and each color has one hex value", () => {
    expect(linksOf(products, ({ sizes }) => repeated(sizes).length > 0)).toEqual([]);
    expect(linksOf(products, ({ colors }) => colors.length < 1 || colors.length > 4)).toEqual([]);
    expect(
      linksOf(products, ({ colors }) => repeated(colors.map((color) => color.name)).length > 0),
    ).toEqual([]);
    const colors = products.flatMap((product) => product.colors);
    expect(colors.filter((color) => !/^#[0-9a-f]{6}$/.test(color.hex))).toEqual([]);
    const pairs = new Set(colors.map((color) => `${color.name} ${color.hex}`));
    expect(pairs.size).toBe(new Set(colors.map((color) => color.name)).size);
  });

  test("stock lists only existing variants that are low or sold out", () => {
    const unknown = products.flatMap((product) => {
      const known = new Set([...product.sizes, ...variants(product)]);
      return Object.keys(product.stockOf ?? {}).filter((key) => !known.has(key));
    });
    expect(unknown).toEqual([]);
    const pieces = products.flatMap((product) => Object.values(product.stockOf ?? {}));
    expect(pieces.filter((count) => ![0, 1, 2, 3, 4, 5].includes(count))).toEqual([]);
  });

  test("the regular price of a product on sale is higher", () => {
    expect(
      linksOf(
        products,
        ({ price, regularPrice = Infinity }) => !(0 < price && price < regularPrice),
      ),
    ).toEqual([]);
  });

  test("every cut belongs to its product's category, and every size has measurements", () => {
    expect(
      linksOf(products, ({ category, cut }) => !cuts[category].some((known) => known === cut)),
    ).toEqual([]);
    expect(
      linksOf(products, ({ measures }) => repeated(measures.map((one) => one.letter)).length > 0),
    ).toEqual([]);
    const gaps = linksOf(
      products,
      ({ measures, sizes }) =>
        measures.length < 2 ||
        measures.some(({ bySize }) => sizes.some((size) => (bySize[size] ?? 0) <= 0)) ||
        measures.some(({ bySize }) => Object.keys(bySize).length !== sizes.length),
    );
    expect(gaps).toEqual([]);
  });
});

describe("Sorvela's range", () => {
  test("has at least 66 products, ten or more per category", () => {
    expect(sorvela.length).toBeGreaterThanOrEqual(66);
    const thin = categories.filter((category) => count((one) => one.category === category) < 10);
    expect(thin).toEqual([]);
  });

  test("there are products for women and men, and no dresses for men", () => {
    expect(categories.filter((category) => offered(category, "women") < 5)).toEqual([]);
    expect(categories.filter((category) => offered(category, "men") < 5)).toEqual(["dresses"]);
    expect(offered("dresses", "men")).toBe(0);
  });

  test("every cut is used", () => {
    const used = new Set<string>(sorvela.map((product) => product.cut));
    const unused = Object.values(cuts)
      .flat()
      .filter((cut) => !used.has(cut));
    expect(unused).toEqual([]);
  });

  test("prices range from 18 to 640 and cover every band of the filter", () => {
    const prices = sorvela.map((product) => product.price);
    expect(Math.min(...prices)).toBe(18);
    expect(Math.max(...prices)).toBe(640);
    const bands = [
      [0, 50],
      [50, 100],
      [100, 200],
      [200, Infinity],
    ] as const;
    const thin = bands.filter(
      ([from, to]) => count(({ price }) => price >= from && price < to) < 8,
    );
    expect(thin).toEqual([]);
  });

  test("includes sales, low stock and sold-out variants", () => {
    expect(count((product) => product.regularPrice !== undefined)).toBe(12);
    expect(count((product) => left(product).every((pieces) => pieces === 0))).toBe(3);
    const low = count((product) => left(product).some((pieces) => pieces > 0 && pieces <= 5));
    expect(low).toBeGreaterThanOrEqual(8);
    expect(low).toBeLessThanOrEqual(12);
    const partly = count((product) => product.stock > 0 && left(product).includes(0));
    expect(partly).toBeGreaterThanOrEqual(5);
  });

  test("the filter's colors are used most", () => {
    const rare = ["Black", "White", "Beige", "Navy", "Red"].filter(
      (name) => count(({ colors }) => colors.some((color) => color.name === name)) < 8,
    );
    expect(rare).toEqual([]);
  });

  test("shoes have numeric sizes, and two names are long", () => {
    const ranges = { women: "36-41", men: "40-46", unisex: "" };
    const shoes = sorvela.filter((product) => product.category === "shoes");
    expect(
      linksOf(
        shoes,
        ({ department, sizes }) => `${sizes[0]}-${sizes.at(-1)}` !== ranges[department],
      ),
    ).toEqual([]);
    expect(count((product) => product.name.length > 55)).toBe(2);
  });
});

describe("copy", () => {
  test("no text is used twice", () => {
    expect(repeated(all.map((product) => product.description))).toEqual([]);
    expect(repeated(all.map((product) => product.metaDescription))).toEqual([]);
    expect(repeated(all.flatMap((product) => paragraphs(product)))).toEqual([]);
  });

  test("texts have the right length", () => {
    const lengthOff = linksOf(
      all,
      ({ metaDescription }) => metaDescription.length > 155 || metaDescription.length < 70,
    );
    expect(lengthOff).toEqual([]);
    expect(linksOf(all, (product) => /[<>]/.test(product.description))).toEqual([]);
    expect(linksOf(all, (product) => paragraphs(product).length < 2)).toEqual([]);
    expect(linksOf(all, ({ care, tags }) => care.length < 2 || tags.length < 2)).toEqual([]);
  });

  test("rich text has only allowed tags without attributes, and closes them", () => {
    const faulty = linksOf(all, ({ seoDescription }) => {
      const tags = [...seoDescription.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>/g)];
      return (
        tags.some(([, , tag = "", attributes]) => !allowedTags.has(tag) || attributes !== "") ||
        tags.filter((tag) => tag[1] === "/").length * 2 !== tags.length
      );
    });
    expect(faulty).toEqual([]);
  });

  test("texts contain no clichés, and no claims that the shop computes itself", () => {
    const computed = /\d ?% off|free shipping|best-?sell|reviews/i;
    expect(linksOf(all, (product) => worn.test(allText(product)))).toEqual([]);
    expect(linksOf(all, (product) => computed.test(allText(product)))).toEqual([]);
  });
});

describe("stores", () => {
  test("hosts and slugs are unique and local", () => {
    expect(demoStores.map((store) => store.host)).toEqual(["sorvela.localhost", "tordo.localhost"]);
    expect(demoStores.map((store) => store.slug)).toEqual(["sorvela", "tordo"]);
    expect(demoStores.every((store) => store.contact.email.endsWith(".example"))).toBe(true);
  });

  test.each(demoStores.map((store) => [store.slug, store.theme] as const))(
    "%s has a contrast of 4.5:1 or better",
    (_slug, theme) => {
      const grounds = ["color-paper", "color-tissue"];
      const texts = ["ink", "graphite", "chalk", "pin", "moss", "amber"];
      const pairs = [
        ...grounds.flatMap((ground) => texts.map((text) => [`color-${text}`, ground] as const)),
        ...Object.keys(paper).map((tone) => ["color-ink", `tone-${tone}`] as const),
      ];
      expect(pairs.filter(([one, other]) => contrast(theme[one], theme[other]) < 4.5)).toEqual([]);
      expect(contrast(theme["color-edge"], theme["color-paper"])).toBeGreaterThanOrEqual(3);
    },
  );

  test.each(demoStores.map((store) => [store.slug, store.home] as const))(
    "%s prefixes its picture keys with its slug",
    (slug, home) => {
      const scenes = [home.hero, home.banner, home.behindTheScenes].map(({ scene }) => scene);
      const keys = scenes.flatMap(({ wide, tall }) => [wide, tall]);
      expect([...keys, ...home.editorial.map(({ picture }) => picture.key)]).toEqual([
        `${slug}/hero-wide`,
        `${slug}/hero-tall`,
        `${slug}/banner-wide`,
        `${slug}/banner-tall`,
        `${slug}/behind-the-scenes-wide`,
        `${slug}/behind-the-scenes-tall`,
        `${slug}/editorial-1`,
        `${slug}/editorial-2`,
      ]);
    },
  );
});

function linksOf(products: DemoProduct[], matches: (product: DemoProduct) => boolean): string[] {
  return products.filter(matches).map((product) => product.link);
}

function count(matches: (product: DemoProduct) => boolean): number {
  return sorvela.filter(matches).length;
}

function offered(category: string, department: string): number {
  return count(
    (one) =>
      one.category === category && (one.department === department || one.department === "unisex"),
  );
}

function allText(product: DemoProduct): string {
  return `${product.description} ${product.seoDescription} ${product.metaDescription}`;
}

function variants(product: DemoProduct): string[] {
  return product.colors.flatMap((color) => product.sizes.map((size) => `${color.name} / ${size}`));
}

function left(product: DemoProduct): number[] {
  return variants(product).map((variant) => {
    const size = variant.split(" / ")[1] ?? "";
    return product.stockOf?.[variant] ?? product.stockOf?.[size] ?? product.stock;
  });
}

function paragraphs(product: DemoProduct): string[] {
  return [...product.seoDescription.matchAll(/<p>(.*?)<\/p>/g)].map((match) => match[1] ?? "");
}

function repeated(values: string[]): string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.size === seen.add(value).size);
}

function contrast(one = "", other = ""): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
