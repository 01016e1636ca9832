import type { DepartmentName } from "../products/file-product.ts";

const words = {
  shoes: `high top, low top, ballet flat, shoe, sneaker, trainer, boot, loafer, sandal, heel, slingback, derby, oxford,
    mule, pump, slipper, espadrille, clog, moccasin, footwear`,
  dresses: "dress, gown, sundress, kaftan, pinafore, jumpsuit, playsuit, romper",
  outerwear: `jacket, coat, trench, blazer, bomber, parka, puffer, anorak, overshirt, tuxedo, suit, vest, gilet, cape,
    poncho, raincoat, windbreaker, outerwear`,
  bottoms: `trouser, pant, jean, skirt, shorts, legging, chino, jogger, culotte, sweatpant, bottom`,
  tops: `top, shirt, t-shirt, tshirt, tee, blouse, jumper, sweater, sweatshirt, hoodie, cardigan, knit, turtleneck, polo,
    tank, camisole, pullover, tunic, bodysuit, henley`,
  accessories: `bag, tote, backpack, clutch, purse, wallet, belt, scarf, beanie, hat, cap, glove, sock, tie, sunglasses,
    watch, necklace, earring, bracelet, ring, jewelry, jewellery, accessory, umbrella, handbag`,
};

const categoryOf = new Map(
  Object.entries(words).flatMap(([category, list]) =>
    list.split(/,\s+/).flatMap((word) => forms(word).map((form) => [form, category] as const)),
  ),
);

function forms(word: string): string[] {
  return [
    word,
    `${word}s`,
    `${word}es`,
    ...(word.endsWith("f") ? [`${word.slice(0, -1)}ves`] : []),
    ...(word.endsWith("y") ? [`${word.slice(0, -1)}ies`] : []),
  ];
}

/**
 * Returns the category indicated by words such as "Striped Silk Blouse" or "Apparel > Dresses". The last known word
 * decides.
 */
export function knownCategory(text: string): string | null {
  const list = text.toLowerCase().match(/[\p{L}\p{N}]+(?:[-'’][\p{L}\p{N}]+)*/gu) ?? [];
  for (let i = list.length - 1; i >= 0; i -= 1) {
    const word = list[i] ?? "";
    const found =
      categoryOf.get(`${list[i - 1] ?? ""} ${word}`) ??
      categoryOf.get(word) ??
      categoryOf.get(word.replace(/^.*[-'’]/u, ""));
    if (found !== undefined) return found;
  }
  return null;
}

const women = /^(?:wom[ae]n(?:['’]?s)?|female|ladies|lady)$/i;
const men = /^(?:m[ae]n(?:['’]?s)?|male|gentlemen)$/i;
const unisex = /^(?:unisex|gender[- ]neutral)$/i;

/**
 * Returns the department indicated by the tags (or by a gender, passed as a tag): unisex also if they name both women
 * and men, and null if they name neither.
 */
export function departmentOf(tags: readonly string[]): DepartmentName | null {
  const some = (pattern: RegExp) => tags.some((tag) => pattern.test(tag.trim()));
  if (some(unisex) || (some(women) && some(men))) return "unisex";
  if (some(women)) return "women";
  return some(men) ? "men" : null;
}
