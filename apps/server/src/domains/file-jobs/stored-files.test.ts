// @module-tag slow

import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { member } from "../roles/roles.fixture.ts";
import { test } from "./file-jobs.fixture.ts";

/** Inserts exports with files of 2 GB. */
async function keepFiles(world: World, storeId: string, count: number): Promise<void> {
  for (let i = 0; i < count; i += 1)
    await world.admin.query(
      `insert into shop.file_jobs (store_id, id, direction, kind, file_name, state, bytes, parts, actor_kind, trace_id,
         received_at, ended_at, expires_at)
       values ($1, $2, 'OUT', 'JSON_LINES', 'x', 'DONE', 2000000000, 1, 'system', '', now(), now(), now() + interval '1 day')`,
      [storeId, newId()],
    );
}

describe("the files of a store's imports and exports", () => {
  test("keep the last three exports of each format, and delete older ones immediately", async ({
    desk,
  }) => {
    const { world, storeId, exports } = desk;
    const stock = await exports.createExport({ storeId, body: { kind: "INVENTORY_CSV" } });
    await desk.work();
    const made: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      await desk.take("PRODUCT_CSV");
      made.push((await exports.listExports({ storeId, limit: 1 })).items[0]?.id ?? "");
    }
    const downloads = await Promise.all(
      [stock.id, ...made].map((id) =>
        exports.getExportFile({ id }).then(
          () => true,
          ({ code }: { code: string }) => code,
        ),
      ),
    );
    expect(downloads).toEqual([true, "NOT_FOUND", "NOT_FOUND", true, true, true]);
    const first = await world.services.files.read(`private/jobs/${made[0]}/0`);
    const last = await world.services.files.read(`private/jobs/${made[4]}/0`);
    expect([first === null, last === null]).toEqual([true, false]);
  });

  test("are limited to 5 GB, for new jobs and for uploads", async ({
    desk: { world, storeId, exports, send },
  }) => {
    await keepFiles(world, storeId, 2);
    await exports.createExport({ storeId, body: { kind: "PRODUCT_CSV" } });
    await keepFiles(world, storeId, 1);
    for (const refused of [
      () => exports.createExport({ storeId, body: { kind: "PRODUCT_CSV" } }),
      () => send("Handle,Title\n"),
    ])
      await expect(refused().then(({ id }) => id)).rejects.toMatchObject({ code: "LIMIT_REACHED" });
  });

  test("are limited to 10 GB for all stores of one owner", async ({ world }) => {
    const owner = await member(world, await seedStore(world), "ADMIN");
    const { rows } = await world.admin.query<{ store_id: string }>(
      "select store_id from shop.role_assignments where user_id = $1",
      [owner.userId],
    );
    const mine = [rows[0]?.store_id ?? ""];
    for (let i = 0; i < 5; i += 1) {
      const storeId = await seedStore(world);
      await world.admin.query(
        `insert into shop.role_assignments (store_id, user_id, role_id)
         select store_id, $2, id from shop.roles where store_id = $1 and type = 'ADMIN' and is_built_in`,
        [storeId, owner.userId],
      );
      mine.push(storeId);
    }
    const [storeId = "", ...others] = mine;
    const other = await seedStore(world);
    const someone = await member(world, other, "ADMIN");
    for (const one of others) await keepFiles(world, one, 1);
    await expect(
      owner.exports.createExport({ storeId, body: { kind: "PRODUCT_CSV" } }),
    ).rejects.toMatchObject({ code: "LIMIT_REACHED" });
    await someone.exports.createExport({ storeId: other, body: { kind: "PRODUCT_CSV" } });
  });
});
