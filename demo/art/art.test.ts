// @module-tag slow

import { describe, expect, it } from "vitest";
import { cuts, pictureKey, type Cut } from "../catalogue/types.ts";
import { clothMacro } from "./macro.ts";
import { checkManifest } from "./manifest.ts";
import { allPictures, pictureStores } from "./pictures.ts";
import { flatLay, type Garment } from "./render.ts";
import { technicalSheet } from "./technical.ts";

const everyCut: Cut[] = Object.values(cuts).flat();

function views(garment: Garment): Record<string, string> {
  const labels = [
    { letter: "A", label: "Length" },
    { letter: "B", label: "Heel" },
  ];
  return {
    front: flatLay(garment, "#d8c4ae", "front"),
    back: flatLay(garment, "#d8c4ae", "back"),
    technical: technicalSheet(garment, labels),
    cloth: clothMacro(garment),
  };
}

/** A simple check that an SVG is well-formed: tags nest and close, attributes are quoted, and no number is NaN. */
function errorsOf(svg: string): string[] {
  const faults: string[] = [];
  const open: string[] = [];
  if (/NaN|undefined|Infinity|\[object/.test(svg)) faults.push("an invalid number");
  const rest = svg.replaceAll(
    /<(\/?)([A-Za-z]+)((?: [\w:-]+="[^"<]*")*) ?(\/?)>/g,
    (_, end, name, __, self) => {
      if (end === "/") {
        if (open.pop() !== name) faults.push(`</${name}> closes another tag`);
      } else if (self !== "/") open.push(String(name));
      return "";
    },
  );
  if (open.length > 0) faults.push(`${open.join(", ")} left open`);
  if (rest.trim() !== "") faults.push(`text between tags: ${rest.trim().slice(0, 40)}`);
  return faults;
}

/** The ids that the SVG refers to but doesn't define, and those it defines twice. */
function danglingIds(svg: string): string[] {
  const ids = [...svg.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id ?? "");
  const known = new Set(ids);
  const used = [...svg.matchAll(/url\(#([^)]+)\)/g)].map(([, id]) => id ?? "");
  return [...used.filter((id) => !known.has(id)), ...ids.filter((id, i) => ids.indexOf(id) !== i)];
}

describe("the drawings of the cuts", () => {
  it.each(everyCut)("draws all four views of a %s as well-formed SVG", (cut) => {
    const drawn = views({ cut, cloth: "wool", print: "check", color: "#5e6347", seed: "sample" });
    for (const svg of Object.values(drawn)) {
      expect(errorsOf(svg)).toEqual([]);
      expect(danglingIds(svg)).toEqual([]);
    }
  });

  it.each(everyCut)("draws a %s the same way every time", (cut) => {
    const garment: Garment = { cut, cloth: "satin", color: "#a8282f", seed: "again" };
    expect(views(garment)).toEqual(views(garment));
  });

  it("draws different products of the same cut differently", () => {
    const one: Garment = { cut: "slip-dress", cloth: "satin", color: "#a8282f", seed: "bias-cut" };
    const other = { ...one, seed: "cowl-back" };
    expect(flatLay(one, "#ffffff", "front")).not.toBe(flatLay(other, "#ffffff", "front"));
  });

  it("marks every letter of each product's size table on its technical sheet", () => {
    for (const { products } of pictureStores) {
      for (const { link, cut, cloth, measures } of products) {
        const svg = technicalSheet({ cut, cloth, color: "#2a3957", seed: link }, measures);
        const bare = technicalSheet({ cut, cloth, color: "#2a3957", seed: link }, []);
        const marks = (svg.match(/<path/g) ?? []).length - (bare.match(/<path/g) ?? []).length;
        expect({ link, marks }).toEqual({ link, marks: measures.length * 3 });
      }
    }
  });
});

describe("the drawn pictures", () => {
  // This draws every picture as SVG, which takes seconds, and longer on a busy machine.
  it("match the current catalogues and take less than 20 MB", () => {
    const { missing, stale, stray, bytes } = checkManifest();
    expect({ missing, stale, stray }).toEqual({ missing: [], stale: [], stray: [] });
    expect(bytes).toBeLessThan(20_000_000);
  });

  it("show every color of every product from both sides", () => {
    const keys = new Set(allPictures().map(({ key }) => key));
    for (const { slug, products } of pictureStores) {
      for (const { link, colors } of products) {
        for (const { name } of colors) {
          expect(keys).toContain(pictureKey(slug, link, "front", name));
          expect(keys).toContain(pictureKey(slug, link, "back", name));
        }
        expect(keys).toContain(pictureKey(slug, link, "technical", ""));
        expect(keys).toContain(pictureKey(slug, link, "cloth", ""));
      }
    }
  });
});
