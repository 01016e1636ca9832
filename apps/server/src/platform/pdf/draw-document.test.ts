import { expect, test } from "vitest";
import { drawFixture, fillTheQueue } from "./drawings.fixture.ts";

const bytesOf = async (content: unknown) =>
  Buffer.from((await drawFixture("drawRandom", content)).bytes).toString("hex");

test("a document is drawn once for its content, for concurrent and later requests", async () => {
  const same = { of: crypto.randomUUID() };
  const atOnce = await Promise.all([1, 2, 3].map(() => bytesOf(same)));
  expect(new Set([...atOnce, await bytesOf({ ...same })]).size).toBe(1);
  expect(await bytesOf({ ...same, more: true })).not.toBe(atOnce[0]);
});

test("a failed document is not drawn again at each request", async () => {
  const [first] = await Promise.allSettled([drawFixture("drawNothing", "x")]);
  const [second] = await Promise.allSettled([drawFixture("drawNothing", "x")]);
  expect(first).toMatchObject({ status: "rejected" });
  expect(String(first.status === "rejected" && first.reason)).toMatch(/"x": drawing .* failed/);
  expect(second).toEqual(first);
});

test("a drawing beyond the queue's limit is rejected with a time to retry", async () => {
  const letThemEnd = fillTheQueue();
  await expect(drawFixture("drawRandom", "one more")).rejects.toMatchObject({
    code: "SERVER_BUSY",
    details: { retryAfterSeconds: 5 },
  });
  await letThemEnd();
  await expect(drawFixture("drawRandom", "one more")).resolves.toBeDefined();
});
