import { expect, test } from "vitest";
import { shownItems } from "./shown-menu.server.ts";

const item = (label: string, over: object = {}) => ({
  id: label,
  label,
  href: null,
  collection: null,
  ...over,
});

test("items link to pages and collections, and items without link and children are left out", () => {
  const dresses = { id: "1", link: "dresses", name: "Dresses" };
  const wool = { id: "2", link: "wool", name: "Wool" };
  const shown = shownItems([
    item("Shop", {
      children: [
        item("Dresses", { collection: dresses, children: [] }),
        item("More", { children: [item("Wool", { collection: wool })] }),
        item("Gone", { children: [] }),
      ],
    }),
    item("Empty", { children: [item("Nothing", { children: [] })] }),
    item("About", { href: "/about", children: [] }),
  ]);
  expect(shown).toMatchObject([
    {
      label: "Shop",
      href: null,
      children: [
        { href: "/dresses" },
        { label: "More", href: null, children: [{ href: "/collections/wool" }] },
      ],
    },
    { label: "About", href: "/about", children: [] },
  ]);
  expect(shown).toHaveLength(2);
});

test("labels are shortened to 80 characters, and items that don't fit in 12,000 bytes of HTML are left out", () => {
  const named = (name: string, link: string, i: number) =>
    item(`${name}${i}`, { collection: { id: `${i}`, link, name }, children: [] });
  const [short] = shownItems([named("x".repeat(255), "x", 1)]);
  expect(short?.label).toBe(`${"x".repeat(80)}…`);
  const hundred = (name: string, link: string) =>
    Array.from({ length: 100 }, (_, i) => named(name, link, i));
  expect(shownItems(hundred("Knitwear ", "knitwear"))).toHaveLength(100);
  // A label of 80 apostrophes takes 480 bytes. Each Chinese character of a link takes nine.
  expect(shownItems(hundred("'".repeat(255), "x"))).toHaveLength(24);
  expect(shownItems(hundred("x", "\u4e00".repeat(100)))).toHaveLength(13);
  const wide = hundred("'".repeat(255), "x");
  const groups = [item("A", { children: wide }), item("B", { children: wide }), named("C", "c", 1)];
  expect(shownItems(groups).map(({ label, children }) => [label, children.length])).toEqual([
    ["A", 24],
    ["C1", 0],
  ]);
});
