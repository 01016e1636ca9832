import { expect, test } from "vitest";
import { placeWords } from "./place-words.ts";

test("formats a pickup location", () => {
  expect(placeWords({ locationName: "Milan", address: "Via Tortona 3" })).toBe(
    "Milan, Via Tortona 3",
  );
  expect(placeWords({ locationName: "Milan", address: "" })).toBe("Milan");
});
