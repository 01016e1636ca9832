import { expect, test } from "vitest";
import { launchProgress } from "./launch.ts";

test.each([
  ["2026-08-01", 0],
  ["2026-09-01", 0],
  ["2026-09-06", 50],
  ["2026-09-11", 100],
  ["2027-01-01", 100],
])("on %s, the progress toward a launch in ten days is %s percent", (day, percent) => {
  const launch = { startsOn: "2026-09-01", launchesOn: "2026-09-11" };
  expect(launchProgress(launch, new Date(day))).toBe(percent);
});
