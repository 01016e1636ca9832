// @module-tag slow

import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { type Person, person, storeOf } from "../roles/roles.fixture.ts";
import { workFileJobs } from "./file-jobs.fixture.ts";

test("imports of other owners run before a second import of the same owner, however many stores that owner has", async ({
  world,
}) => {
  const owner = await person(world);
  for (let i = 0; i < 8; i += 1) await send(world, owner);
  const other = await send(world, await person(world));
  expect((await turnsTaken(world)).indexOf(other)).toBeLessThanOrEqual(2);
});

test("large files of different owners alternate", async ({ world }) => {
  const owner = await person(world);
  for (let i = 0; i < 4; i += 1) await send(world, owner, 3_000_000);
  const other = await send(world, await person(world), 3_000_000);
  expect((await turnsTaken(world)).indexOf(other)).toBeLessThanOrEqual(1);
});

async function send(world: World, owner: Person, bytes = 10): Promise<string> {
  const storeId = await storeOf(world, owner);
  const text = `Handle,Title,Vendor,Variant Price\nh,b,"${"v".repeat(bytes)}",x\n`;
  const file = new Blob([text], { type: "text/csv" });
  const { id } = await owner.imports.createImport({
    storeId,
    file,
    fileName: "spring.csv",
    dryRun: true,
  });
  return id;
}

/**
 * Runs all imports and returns their ids in the order in which they started. The clock gives each time slice a
 * different time.
 */
async function turnsTaken({ services, admin }: World): Promise<string[]> {
  let at = Date.now() + 1000;
  await workFileJobs({ services: { ...services, now: () => new Date(at++) } });
  const { rows } = await admin.query<{ id: string }>(
    "select id from shop.file_jobs order by started_at",
  );
  return rows.map(({ id }) => id);
}
