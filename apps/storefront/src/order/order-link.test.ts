import { expect, test } from "vitest";
import { readOrderLink } from "./order-link.ts";

const id = "019a0000-0000-7000-8000-000000000001";
const key = "k".repeat(43);

test("a link's fragment has the order's id and key", () => {
  expect(readOrderLink(`#${id}.${key}`)).toEqual({ id, key });
});

test.each([
  "",
  "#",
  `#${id}`,
  `#${id}.short`,
  `#x.${key}`,
  `#${id}.${key}.more`,
  `#${id}.${"<".repeat(43)}`,
])("%s is not a link to an order", (hash) => {
  expect(readOrderLink(hash)).toBeNull();
});
