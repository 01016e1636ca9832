import { expect, test } from "vitest";
import { chooseWay, waysToPay } from "./providers.ts";

const script = "http://127.0.0.1:4802/endive/stripe.js";
const provider = (name: "OTHER" | "STRIPE", environment: "TEST" | "LIVE" = "TEST") => ({
  id: name,
  provider: name,
  name,
  environment,
  clientId: "test",
  scriptUrl: script,
});

test("selects the requested provider, else the first", () => {
  const ways = waysToPay([provider("STRIPE"), provider("OTHER")]);
  expect(ways.map(({ value, approval }) => [value, approval])).toEqual([
    ["stripe", "fields"],
    ["other", "window"],
  ]);
  expect(chooseWay(ways, null)?.value).toBe("stripe");
  expect(chooseWay(ways, "OTHER")?.value).toBe("other");
  expect(chooseWay(ways, "mollie")?.value).toBe("stripe");
  expect(chooseWay([], "other")).toBeNull();
});

test("loads a script from another URL only in TEST mode", () => {
  const ways = waysToPay([provider("STRIPE"), provider("STRIPE", "LIVE")]);
  expect(ways.map(({ scriptUrl }) => scriptUrl)).toEqual([script, null]);
});
