import { describe, expect, test } from "vitest";
import { mainMenu, rowFrom } from "./main-menu.server.ts";
import type { MenuItem } from "../lib/store.ts";
import { helpItem, listedItems } from "./menus.ts";

const link = (label: string, href = `/${label.toLowerCase()}`) => ({ label, href });
const item = ({ label, href }: { label: string; href: string }): MenuItem => ({
  id: href,
  label,
  href,
  children: [],
});
const value = (label: string) => ({ value: label.toLowerCase(), label });
const labelsOf = (items: readonly MenuItem[]) => items.map(({ label }) => label);

const all = {
  departments: ["Women", "Men", "Unisex"].map(value),
  categories: ["Dresses", "Tops", "Bottoms", "Outerwear", "Accessories", "Shoes"].map(value),
  hasSale: true,
};
const nothing = { departments: [], categories: [], hasSale: false };

describe("the default menu", () => {
  test("links to every department and category of the store, to new products, the sale, and help", () => {
    const { main } = mainMenu([], [link("New", "/new-arrivals")], all);
    const listed = listedItems(main);
    expect(listed.map(({ label, href }) => `${label} ${href}`)).toEqual([
      "New /new-arrivals",
      "Women /women",
      "Men /men",
      "Dresses /dresses",
      "Tops /tops",
      "Bottoms /bottoms",
      "Outerwear /outerwear",
      "Accessories /accessories",
      "Shoes /shoes",
      "Sale /sale",
      "Help null",
    ]);
  });

  test("moves what doesn't fit in the row under one item, with help last", () => {
    const { main, rowFrom: from } = mainMenu([], [link("New", "/new-arrivals")], all);
    expect(from).toBe("lg");
    const more = main.at(-1);
    expect(more?.label).toBe("More");
    expect(more?.children.at(-1)).toEqual(helpItem);
    expect(labelsOf([...main.slice(0, -1), ...(more?.children ?? [])])).toEqual(
      labelsOf(listedItems(main)),
    );
  });

  test("contains nothing twice, whichever of its URLs the store links to", () => {
    const links = [
      link("Latest", "/new"),
      link("Ladies", "/women"),
      link("Frocks", "/collections/dresses"),
      link("Hats", "/collection?category=hats"),
    ];
    const few = { departments: [value("Women")], categories: [value("Dresses"), value("Hats")] };
    const { main } = mainMenu([], links, { ...few, hasSale: false });
    expect(labelsOf(main)).toEqual(["Latest", "Ladies", "Frocks", "Hats", "Help"]);
  });

  test("keeps the store's own categories, and for an empty store only the links", () => {
    const hats = { departments: [], categories: [value("Hats")], hasSale: false };
    expect(mainMenu([], [], hats).main).toMatchObject([
      { label: "New", href: "/new-arrivals" },
      { label: "Hats", href: "/collection?category=hats" },
      { label: "Help" },
    ]);
    const { main } = mainMenu([], [link("New", "/new-arrivals")], nothing);
    expect(labelsOf(main)).toEqual(["New", "Help"]);
  });
});

const bytesOf = (items: readonly MenuItem[]) =>
  listedItems(items).reduce(
    (sum, { label, href }) => sum + Buffer.byteLength(label) + Buffer.byteLength(href ?? ""),
    0,
  );

describe("the default menu of a store with long names", () => {
  const long = "\uFDFA";
  test("has the links and categories that fit in 6,000 bytes of HTML, and always the sale and help", () => {
    const categories = Array.from({ length: 100 }, (_, i) => value(`${long.repeat(58)}${i}`));
    const links = Array.from({ length: 20 }, (_, i) =>
      link(long.repeat(60), `/${i}?${"a&".repeat(240)}`),
    );
    for (const own of [[], links]) {
      const { main } = mainMenu([], own, { ...all, categories });
      expect(bytesOf(main)).toBeLessThan(6500);
      expect(labelsOf(listedItems(main))).toEqual(
        expect.arrayContaining(["Women", "Sale", "Help"]),
      );
      expect(listedItems(main).length).toBeGreaterThan(6);
    }
  });

  test("has all hundred categories if their names are short", () => {
    const categories = Array.from({ length: 100 }, (_, i) => value(`Category ${i}`));
    const { main } = mainMenu([], [], { ...all, categories });
    expect(labelsOf(listedItems(main))).toEqual(
      expect.arrayContaining(categories.map(({ label }) => label)),
    );
  });
});

test("the owner's menu is shown as written, with help below it on small screens", () => {
  const own = [item(link("Journal"))];
  const { main } = mainMenu(own, [link("New")], all);
  expect(main).toEqual(own);
  expect(labelsOf(listedItems(main))).toEqual(["Journal", "Help"]);
});

const items = (...labels: string[]) => labels.map((label) => item(link(label)));

test("the header has a row for a few short items, and a button if they don't fit", () => {
  expect(rowFrom(items("Dresses", "Tops", "New", "Sale"))).toBe("lg");
  expect(
    rowFrom(items("Dresses", "Tops", "Knitwear", "Bottoms", "Sale", "Journal", "About us")),
  ).toBe("xl");
  expect(rowFrom(items("x".repeat(80)))).toBeNull();
  expect(rowFrom(items("\u30c9\u30ec\u30b9".repeat(14)))).toBeNull();
  expect(rowFrom(items(...Array.from("abcdefghijklmnopqrstuvwxyz")))).toBeNull();
});
