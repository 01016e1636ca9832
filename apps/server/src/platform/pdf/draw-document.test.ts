// @module-tag slow

import { expect, test } from "vitest";
import { drawFixture, fillTheQueue } from "./drawings.fixture.ts";

const bytesOf = async (content: unknown) =>
  Buffer.from((await drawFixture("drawRandom", content)).bytes).toString("hex");

test("the same content is drawn only once, for concurrent and later requests", async () => {
  const same = { of: crypto.randomUUID() };
  const atOnce = await Promise.all([1, 2, 3].map(() => bytesOf(same)));
  expect(new Set([...atOnce, await bytesOf({ ...same })]).size).toBe(1);
  expect(await bytesOf({ ...same, more: true })).not.toBe(atOnce[0]);
});

test("a document that failed is not drawn again at each request", async () => {
  const [first] = await Promise.allSettled([drawFixture("drawNothing", "x")]);
  const [second] = await Promise.allSettled([drawFixture("drawNothing", "x")]);
  expect(first).toMatchObject({ status: "rejected" });
  expect(String(first.status === "rejected" && first.reason)).toMatch(/"x": drawing .* failed/);
  expect(second).toEqual(first);
});

test("a document beyond the queue's limit is rejected with a time to retry", async () => {
  const letThemEnd = fillTheQueue();
  await expect(drawFixture("drawRandom", "one more")).rejects.toMatchObject({
    code: "SERVER_BUSY",
    details: { retryAfterSeconds: 5 },
  });
  await letThemEnd();
  await expect(drawFixture("drawRandom", "one more")).resolves.toBeDefined();
});

/**
 * Queues documents behind a slow one, which is a long one if `isLong` is set. Returns the names of the drawn documents
 * in the order in which they were drawn, and the names of the rejected ones.
 */
async function drawAll(
  documents: readonly {
    name: string;
    owner: string;
    store: string;
    address: string;
    isLong?: boolean;
  }[],
  isLong = false,
) {
  const id = crypto.randomUUID();
  const slow = drawFixture("drawSlowly", id, { owner: "slow", isLong });
  const [done, refused]: string[][] = [[], []];
  await Promise.all(
    documents.map(({ name, ...asked }) =>
      drawFixture("drawRandom", [id, name], asked).then(
        () => done?.push(name),
        () => refused?.push(name),
      ),
    ),
  );
  await slow;
  return { done, refused };
}

/** "a12": owner a, its store 1, caller 2. */
function documentOf(name: string) {
  const [owner = "", store = "", caller = ""] = name;
  return { name, owner, store: owner + store, address: `192.0.2.${caller}` };
}

test("owners take turns, then their stores, then their callers", async () => {
  const { done } = await drawAll(
    ["a111", "a112", "a121", "a211", "a311", "b111", "b211"].map(documentOf),
  );
  expect(done).toEqual(["a111", "b111", "a211", "b211", "a311", "a121", "a112"]);
});

test("an invoice waits for one long document, however many owners' long documents wait", async () => {
  const long = ["a111", "b111", "c111"].map((name) =>
    Object.assign(documentOf(name), { isLong: true }),
  );
  const { done } = await drawAll([...long, ...["d111", "e111"].map(documentOf)], true);
  expect(done).toEqual(["d111", "e111", "a111", "b111", "c111"]);
});

test("long documents together take turns with the owners of invoices", async () => {
  const long = ["a111", "b111", "c111"].map((name) =>
    Object.assign(documentOf(name), { isLong: true }),
  );
  const short = ["d111", "d112", "d113"].map(documentOf);
  const { done } = await drawAll([...long, ...short], true);
  expect(done).toEqual(["d111", "d112", "a111", "d113", "b111", "c111"]);
});

test("an owner of many stores gives way to others when the queue is full", async () => {
  const many = Array.from({ length: 64 }, (_, i) => ({
    name: `many ${i}`,
    owner: "many",
    store: `many ${i}`,
    address: `192.0.2.${i}`,
  }));
  const few = { name: "few", owner: "few", store: "few", address: "198.51.100.1" };
  const { done, refused } = await drawAll([...many, few]);
  expect(refused).toHaveLength(1);
  expect(done?.[1]).toBe("few");
});

test.each([
  ["an address", () => "192.0.2.1"],
  ["a wider network", (i: number) => `2001:db8:1:${i}::/64`],
])("%s doesn't fill the queue with many owners' documents", async (_, addressOf) => {
  const many = Array.from({ length: 64 }, (_, i) => ({
    name: `many ${i}`,
    owner: `owner ${i}`,
    store: `store ${i}`,
    address: addressOf(i),
  }));
  const other = { name: "other", owner: "other", store: "other", address: "198.51.100.1" };
  const { done, refused } = await drawAll([...many, other]);
  expect(refused).toHaveLength(48);
  expect(done).toContain("other");
});
