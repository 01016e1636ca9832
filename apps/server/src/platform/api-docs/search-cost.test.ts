import { api, basePath } from "@vetrina/contract/api";
import Fastify from "fastify";
import { describe, expect, onTestFinished, vi } from "vitest";
import { test } from "#tests/world.ts";
import { mountApiDocument } from "./mount.ts";
import { openApiDocument } from "./openapi.ts";
import { createSearch } from "./search.ts";

const url = `${basePath}/docs?q=${"e+".repeat(49)}`;

test("a word that is repeated is compared once, and only eight words are compared", () => {
  const search = createSearch(openApiDocument(api));
  const includes = vi.spyOn(String.prototype, "includes");
  onTestFinished(() => includes.mockRestore());
  const comparisonsOf = (query: string) => {
    includes.mockClear();
    search(query);
    return includes.mock.calls.length;
  };
  const once = comparisonsOf("e");
  expect(once).toBeGreaterThan(100);
  expect(comparisonsOf("e ".repeat(49))).toBe(once);
  const eight = comparisonsOf("a b c d e f g h");
  expect(comparisonsOf("a b c d e f g h i j k l m n o p q r s t u v w x y z")).toBe(eight);
});

test("searches at once share the event loop with others", async () => {
  const app = Fastify();
  mountApiDocument(app, null);
  // The first search prepares the index, so it is made before the measured ones.
  await app.inject(url);
  let answered = 0;
  let now = performance.now();
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 2));
  onTestFinished(() => clock.mockRestore());
  const searches = Array.from({ length: 40 }, async () => {
    await app.inject(url);
    answered += 1;
  });
  let most = 0;
  while (answered < searches.length) {
    const before = answered;
    await new Promise((resolve) => setImmediate(resolve));
    most = Math.max(most, answered - before);
  }
  await Promise.all(searches);
  expect(most).toBeLessThan(10);
});

describe("with limits", () => {
  const limitedTest = test.extend({ options: { rateLimits: true } });

  limitedTest(
    "an address searches 60 times a minute, and others may still search",
    async ({ world }) => {
      const from = (address: string) =>
        world.inject({ url, headers: { "x-forwarded-for": address } });
      // More than twice the limit, because a new minute may begin during the test.
      const answers = await Promise.all(Array.from({ length: 130 }, () => from("198.51.100.1")));
      const found = answers.filter(({ statusCode }) => statusCode === 200).length;
      expect(found).toBeGreaterThanOrEqual(60);
      expect(found).toBeLessThanOrEqual(120);
      const refused = answers.find(({ statusCode }) => statusCode === 429);
      expect(refused?.json()).toMatchObject({ code: "RATE_LIMITED" });
      expect(Number(refused?.headers["retry-after"])).toBeGreaterThan(0);
      expect((await from("198.51.100.2")).statusCode).toBe(200);
      const page = await world.inject({
        url: `${basePath}/docs`,
        headers: { "x-forwarded-for": "198.51.100.1" },
      });
      expect(page.statusCode).toBe(200);
    },
  );
});
