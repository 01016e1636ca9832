// @module-tag slow

import { api, basePath } from "@vetrina/contract/api";
import Fastify from "fastify";
import { expect, test } from "vitest";
import { excessCost } from "#tests/costs.ts";
import { openApiDocument } from "./openapi.ts";
import { mountApiDocument } from "./mount.ts";

async function firstAnswer() {
  const app = Fastify();
  mountApiDocument(app, null);
  return app.inject({ url: `${basePath}/openapi.json` });
}

test("the description matches the contract, and the first request for it takes a fraction of the time needed to generate it", async () => {
  expect((await firstAnswer()).json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(api))));
  const excess = await excessCost(firstAnswer, () => openApiDocument(api), { maxRatio: 0.5 });
  expect(excess).toBeNull();
});
