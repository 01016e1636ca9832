import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { noNetwork } from "../catalogue-files/product-csv/import.fixture.ts";
import { type Person, person, storeOf } from "../roles/roles.fixture.ts";
import { workFileJobs } from "./jobs.ts";

test("an owner with an import running lets another owner's go first, however many stores wait", async ({
  world,
}) => {
  const owner = await person(world);
  for (let i = 0; i < 8; i += 1) await send(world, owner);
  const other = await send(world, await person(world));
  expect((await turnsTaken(world)).indexOf(other)).toBeLessThanOrEqual(2);
});

test("large files of one owner's stores are read by turns with another owner's", async ({
  world,
}) => {
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

/** Works all imports, with a clock that gives each turn a moment of its own, and answers in the order of turns. */
async function turnsTaken({ services, admin }: World): Promise<string[]> {
  let at = Date.now() + 1000;
  await workFileJobs({ ...services, now: () => new Date(at++) }, noNetwork);
  const { rows } = await admin.query<{ id: string }>(
    "select id from shop.file_jobs order by turn_at",
  );
  return rows.map(({ id }) => id);
}
