import { expect, test } from "vitest";
import { newId } from "./id.ts";

test("ids are of version 7 and sort in their order of creation, even within a millisecond", () => {
  const ids = Array.from({ length: 20_000 }, newId);
  expect(ids.filter((id, i) => i > 0 && id <= (ids[i - 1] ?? ""))).toEqual([]);
  expect(
    ids.every((id) =>
      /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
    ),
  ).toBe(true);
});
