import { describe, expect } from "vitest";
import type { World } from "#tests/world.ts";
import {
  limitedTest,
  longText,
  ownStore,
  storedAt,
} from "../../platform/http/callers/counted-writes.fixture.ts";

const long = longText(9990);

/** Reads the newest entry about the entity, and its size. */
async function entryOf({ admin }: World, id: string) {
  const { rows } = await admin.query<{ before: object; after: object; bytes: number }>(
    `select before, after, octet_length(before::text) + octet_length(after::text) as bytes from shop.audit_entries
     where entity_id = $1 order by id desc limit 1`,
    [id],
  );
  if (rows[0] === undefined) throw new Error("there is no such entry");
  return rows[0];
}

describe("the states of an audit entry", () => {
  limitedTest("leave out long fields that didn't change", async ({ world }) => {
    const { owner, storeId, counted } = await ownStore(world);
    const { id } = await owner.collections.createCollection({
      storeId,
      body: { name: "Coats", description: long },
    });
    const stored = () => storedAt(world, "collections.description", id);
    const [before, chunk] = [await counted(), await stored()];
    await owner.collections.updateCollection({ id, body: { position: 7 } });
    const entry = await entryOf(world, id);
    expect(entry.bytes).toBeLessThan(500);
    expect(entry).toMatchObject({ before: { position: 0 }, after: { position: 7 } });
    expect((await counted()) - before).toBe(1);
    expect(chunk).toEqual(expect.any(String));
    expect(await stored()).toBe(chunk);
  });

  limitedTest("have at most 20,000 bytes, which count as changes", async ({ world }) => {
    const { owner, storeId, counted } = await ownStore(world);
    const { id } = await owner.collections.createCollection({
      storeId,
      body: { name: "Coats", description: long },
    });
    await owner.collections.updateCollection({ id, body: { description: "Warm" } });
    const { before: old } = await entryOf(world, id);
    expect(Object.keys(old)).not.toContain("description");
    expect(old).toMatchObject({ truncated: ["description"] });
    const before = await counted();
    await owner.collections.updateCollection({ id, body: { description: long.slice(0, 6200) } });
    const { bytes: stored } = await entryOf(world, id);
    expect(stored).toBeGreaterThan(15_000);
    expect(stored).toBeLessThan(20_000);
    expect((await counted()) - before).toBe(1 + 18 + 18);
  });
});
