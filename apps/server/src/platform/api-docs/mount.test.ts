import { api, basePath } from "@vetrina/contract/api";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";
import { mountApiDocument } from "./mount.ts";

function costOf(work: () => unknown): number {
  const began = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(began);
  return user + system;
}

test("the description is the contract's, and its first request takes a fraction of making it", async () => {
  let made: unknown;
  const cost = costOf(() => {
    made = openApiDocument(api);
  });
  const app = Fastify();
  mountApiDocument(app);
  await app.ready();
  const began = process.threadCpuUsage();
  const answer = await app.inject({ url: `${basePath}/openapi.json` });
  const { user, system } = process.threadCpuUsage(began);
  expect(answer.json()).toEqual(JSON.parse(JSON.stringify(made)));
  expect((user + system) * 2).toBeLessThan(cost);
});
