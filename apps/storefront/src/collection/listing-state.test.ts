import { expect, test } from "vitest";
import {
  cleared,
  countChosen,
  isNarrowed,
  listingSearch,
  parseListing,
  without,
} from "./listing-state.ts";

const parse = (query: string) => parseListing(new URLSearchParams(query));

test("a URL is read and written back unchanged", () => {
  const query = "?color=navy&color=red&sort=price-low&page=2";
  expect(listingSearch(parse(query))).toBe(query);
  expect(listingSearch(parse(""))).toBe("");
});

test("values may be repeated, comma-separated, empty and in capitals", () => {
  const { chosen } = parse("size=M&size=s,m&size=&color=,&size= l ");
  expect(chosen.size).toEqual(["m", "s", "l"]);
  expect(chosen.color).toEqual([]);
});

test("invalid parameters are ignored", () => {
  for (const page of ["0", "-3", "x", "1e9", "NaN"]) expect(parse(`page=${page}`).page).toBe(1);
  expect(parse("page=2.7").page).toBe(2);
  expect(parse("sort=best").sort).toBeNull();
  expect(parse("name=%00a%00&size=%00").name).toBe("a");
  expect(parse("name=%00a%00&size=%00").chosen.size).toEqual([]);
  expect(parse(`name=${"a".repeat(300)}`).name).toHaveLength(200);
  const many = Array.from({ length: 80 }, (_, index) => `color=c${index}`).join("&");
  expect(parse(many).chosen.color).toHaveLength(20);
});

function full(value: string): string {
  return ["category", "department", "price", "size", "color"]
    .flatMap((facet) => Array.from({ length: 50 }, (_, i) => `${facet}=${value}${i}`))
    .join("&");
}

test("the selection in a URL is limited, because every link of the page repeats it", () => {
  const written = (query: string) => listingSearch(parse(query)).length;
  expect(countChosen(parse(full("v")))).toBe(20);
  for (const value of ["v", "v".repeat(90), "👗".repeat(40), "a👗".repeat(50)])
    expect(written(full(value))).toBeLessThan(1000);
});

test("the links that each remove one of many filters are short together", () => {
  const query = Array.from({ length: 99 }, (_, i) => `color=long color name ${i}`).join("&");
  const state = parse(query);
  const links = state.chosen.color.map((value) => listingSearch(without(state, "color", value)));
  expect(links.join("").length).toBeLessThan(16_000);
});

test("removing a chip removes its value and returns to the first page", () => {
  const state = parse("color=navy&color=red&size=m&page=3");
  expect(listingSearch(without(state, "color", "navy"))).toBe("?size=m&color=red");
  expect(listingSearch(without(state, "color"))).toBe("?size=m");
  expect(countChosen(state)).toBe(3);
});

test("clearing keeps the search and the sort order", () => {
  const state = parse("name=knit&color=navy&sort=name&page=2");
  expect(listingSearch(cleared(state))).toBe("?name=knit&sort=name");
});

test("filters and a sort order make a different list; a search or a page alone doesn't", () => {
  expect(isNarrowed(parse("color=navy"))).toBe(true);
  expect(isNarrowed(parse("sort=name"))).toBe(true);
  expect(isNarrowed(parse("name=knit&page=2"))).toBe(false);
});
