import { expect, test } from "vitest";
import { chooseWay, waysToPay } from "./providers.ts";

const provider = (name: "OTHER" | "STRIPE") => ({
  id: name,
  provider: name,
  name,
  environment: "TEST" as const,
  clientId: "test",
});

test("a provider this page doesn't support is shown, and never selected", () => {
  const ways = waysToPay([provider("STRIPE"), provider("OTHER")]);
  expect(ways.map(({ value, Window }) => [value, Window !== null])).toEqual([
    ["stripe", false],
    ["other", true],
  ]);
  expect(chooseWay(ways, null)?.value).toBe("other");
  expect(chooseWay(ways, "stripe")?.value).toBe("other");
  expect(chooseWay(ways, "OTHER")?.value).toBe("other");
  expect(chooseWay(waysToPay([provider("STRIPE")]), "stripe")).toBeNull();
});
