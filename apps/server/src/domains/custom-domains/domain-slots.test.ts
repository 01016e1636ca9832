// @module-tag slow

import { expect, vi } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { waitLimit } from "#tests/wait-limit.ts";
import { test } from "#tests/world.ts";
import { person, storeOf } from "../roles/roles.fixture.ts";
import { verifyDomains } from "./jobs.ts";

test("one owner's hosts with unresponsive name servers use one slot, so other owners' hosts are still checked", async ({
  world,
}) => {
  const owner = await person(world);
  for (let i = 0; i < 3; i += 1) {
    const storeId = await storeOf(world, owner);
    for (const name of ["a", "b"])
      await owner.domains.createDomain({ storeId, body: { host: `${name}${i}.dead.example` } });
  }
  const other = await person(world);
  const storeId = await storeOf(world, other);
  const { id } = await other.domains.createDomain({ storeId, body: { host: "alive.example" } });
  const release = Promise.withResolvers<void>();
  let [waiting, maxWaiting] = [0, 0];
  const { domainProofs } = world.services;
  world.services.domainProofs = {
    ...domainProofs,
    txt: async (name) => {
      if (!name.endsWith(".dead.example")) return domainProofs.txt(name);
      maxWaiting = Math.max(maxWaiting, ++waiting);
      await release.promise;
      waiting -= 1;
      return [];
    },
  };
  const sweeping = runJobs(world.services, { jobs: [verifyDomains] });
  try {
    await vi.waitFor(() => expect(waiting).toBeGreaterThan(0), waitLimit);
    await vi.waitFor(
      async () => expect((await other.domains.getDomain({ id })).lastError).toContain("no TXT"),
      waitLimit,
    );
  } finally {
    release.resolve();
    expect(await sweeping).toBe(7);
  }
  expect(maxWaiting).toBe(1);
});
