import { expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test } from "#tests/world.ts";
import { createImport } from "./create-import.ts";
import { clearFileJobs } from "./jobs.ts";

const minute = 60_000;

test("an upload that takes hours is kept while data arrives, and deleted an hour after the last data", async ({
  world,
}) => {
  let passed = 0;
  const now = () => new Date(Date.now() + passed);
  const storeId = await seedStore(world);
  const ctx = { ...(await world.system(storeId)), now };
  // Calls the handler directly: a request's stream would read ahead, and the pauses must come in between.
  async function* coming(pauses: readonly number[]) {
    yield Buffer.from("Handle,Title\n");
    for (const pause of pauses) {
      passed += pause;
      await clearFileJobs({ ...world.services, now });
      yield Buffer.from("hat,Hat\n".repeat(1000));
    }
  }
  const upload = (pauses: readonly number[]) =>
    createImport(ctx, { storeId, file: coming(pauses), fileName: "hats.csv", dryRun: false });
  await expect(upload([50 * minute, 50 * minute, 50 * minute])).resolves.toMatchObject({
    fileName: "hats.csv",
    progress: { state: "WAITING" },
  });
  passed = 0;
  await expect(upload([70 * minute])).rejects.toMatchObject({ code: "NOT_FOUND" });
});
