// @module-tag slow

import { expect, onTestFinished, vi } from "vitest";
import { pace } from "../../platform/event-loop/pace.ts";
import { SafeFetchError } from "../../platform/network/safe-fetch.ts";
import { hats, test } from "./file-jobs.fixture.ts";

test("waits a limited time for pictures in all its time slices, and then finishes without them", async ({
  desk,
}) => {
  const pass = passingTime();
  let asked = 0;
  const silent = () => {
    asked += 1;
    pass(10_000);
    return Promise.reject(new SafeFetchError("unreachable", "no answer within 10 s"));
  };
  const rows = hats(300, (i) => ({ "Image Src": `https://silent-${i}.example/1.jpg` }));
  const { id } = await desk.send(rows);
  const slices = await desk.work(silent);
  // Four requests run at once, and each moves the clock forward for all of them, so their number is not exact.
  expect([asked > 10, asked < 80, slices > 2]).toEqual([true, true, true]);
  expect(await desk.imports.getImport({ id })).toMatchObject({
    progress: { state: "DONE", done: 300 },
    imagesFailed: 300,
  });
  const findings = await desk.imports.listImportFindings({ id, kind: "IMAGE" });
  expect(findings.total).toBe(300);
  const last = await desk.imports.listImportFindings({ id, kind: "IMAGE", page: 300, limit: 1 });
  expect(last.items[0]?.message).toMatch(/took too long/);
});

test("requests each picture once, even if more are missing than it reports", async ({ desk }) => {
  const pass = passingTime();
  const asked: string[] = [];
  const notFound = (url: string) => {
    asked.push(url);
    if (asked.length > 4000) throw new Error("asks again and again");
    pass(40);
    return Promise.reject(new SafeFetchError("failed", "it answers with status 404"));
  };
  const rows = hats(26).flatMap((hat, i) =>
    Array.from({ length: 100 }, (_, k) => ({
      ...(k === 0 ? hat : { Handle: hat["Handle"] ?? "" }),
      "Image Src": `https://a.example/${i}-${k}.jpg`,
    })),
  );
  await desk.send(rows);
  expect(await desk.work(notFound)).toBeGreaterThan(2);
  expect([asked.length, new Set(asked).size]).toEqual([2600, 2600]);
});

/** Returns a function that moves the clock forward by this many milliseconds. */
function passingTime(): (ms: number) => void {
  let passed = 0;
  const clock = performance.now.bind(performance);
  const moved = vi.spyOn(performance, "now").mockImplementation(() => clock() + passed);
  // Moves the clock past the current slice, so that pace() returns a pause that ends after the clock is restored.
  // Otherwise pace() would remember a time in the future, and later tests wouldn't yield until then.
  onTestFinished(async () => {
    passed += 1000;
    const last = pace();
    moved.mockRestore();
    await last;
  });
  return (ms) => void (passed += ms);
}
