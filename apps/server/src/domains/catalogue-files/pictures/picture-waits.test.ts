import { expect, test } from "vitest";
import { countFailure, noWaits, reasonToSkip } from "./picture-waits.ts";

test.each([
  { failed: "shop.example.com", other: "cdn.example.com", skips: true },
  { failed: "shop.example.com", other: "example.net", skips: false },
  { failed: "shop.example.co.uk", other: "cdn.example.co.uk", skips: true },
  { failed: "shop.example.co.uk", other: "another.co.uk", skips: false },
  { failed: "shop.example.de", other: "another.de", skips: false },
  { failed: "shop.example.de", other: "cdn.example.de", skips: true },
])("after five hosts like $failed, $other is skipped: $skips", ({ failed, other, skips }) => {
  const waits = noWaits();
  for (let i = 0; i < 5; i += 1) countFailure(waits, `${i}.${failed}`);
  expect(reasonToSkip(waits, other, other) !== null).toBe(skips);
});
