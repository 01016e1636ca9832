import { expect, test } from "vitest";
import { placeWords } from "./place-words.ts";

test("the place of a pickup as text", () => {
  expect(placeWords({ locationName: "Milan", address: "Via Tortona 3" })).toBe(
    "Milan, Via Tortona 3",
  );
  expect(placeWords({ locationName: "Milan", address: "" })).toBe("Milan");
});
