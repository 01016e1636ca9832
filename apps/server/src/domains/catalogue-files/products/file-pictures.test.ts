import { pace } from "../../../platform/event-loop/pace.ts";
import { expect, test, vi } from "vitest";
import { readRowsOf, shirt } from "../product-csv/csv.fixture.ts";
import { picturesOf } from "./plan-against-store.ts";

test("the pictures of a file's products are listed with a pause for each product, if time is up", async () => {
  const rows = Array.from({ length: 100 }, (_, i) => ({
    ...shirt,
    Handle: `hat-${i}`,
    "Image Src": `https://pictures.example/${i % 60}.jpg`,
  }));
  const { products } = await readRowsOf(rows);
  let now = performance.now() + 5;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 5));
  const pauses = vi.spyOn(globalThis, "setImmediate");
  try {
    const pictures = await picturesOf(products);
    expect(pictures).toHaveLength(60);
    expect(pictures[1]).toEqual({ url: "https://pictures.example/1.jpg", row: 3 });
    expect(pauses.mock.calls.length).toBeGreaterThanOrEqual(100);
  } finally {
    // Calls pace() under the mocked clock but awaits it under the real one. Otherwise pace() would remember a time in
    // the future, and later tests wouldn't yield until then.
    const last = pace();
    clock.mockRestore();
    pauses.mockRestore();
    await last;
  }
});
