import { expect, test } from "vitest";
import { stateKey, statesOf } from "./states.ts";

test("states are compared by code where the country has a list, else by text", () => {
  expect(["TX", "tx", " Texas ", "TEXAS"].map((text) => stateKey("US", text))).toEqual([
    "tx",
    "tx",
    "tx",
    "tx",
  ]);
  expect(stateKey("IT", "  Reggio   Emilia ")).toBe("reggio emilia");
  expect(stateKey("US", "Lombardia")).toBe("lombardia");
  expect(statesOf("IT")).toBeNull();
  expect(statesOf("CA")).toHaveLength(13);
});
