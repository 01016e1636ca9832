import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { audit, auditAll, type AuditEntry } from "../../platform/audit.ts";
import { createCollection } from "../collections/create-collection.ts";
import { updateCollection } from "../collections/update-collection.ts";
import { signedIn } from "../../platform/http/contract.fixture.ts";

const words = Array.from({ length: 5000 }, (_, i) => `word ${i} ${"w".repeat(100)}`);

async function entriesOf(world: World, storeId: string) {
  const accessToken = await signedIn(world, { storeId, permissions: ["MANAGE_SETTINGS"] });
  return world.client({ accessToken }).logging;
}

describe("an audit entry", () => {
  test("stores at most 20,000 bytes of a state, and names the truncated fields", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const ctx = await world.system(storeId);
    const large: AuditEntry = {
      action: "UPDATE",
      entityType: "till",
      entityId: null,
      before: { name: "Old", words, text: "x".repeat(100_000) },
      after: Object.fromEntries(words.map((word) => [word, word])),
    };
    await ctx.tx((tx) => audit(tx, ctx, large));
    await ctx.tx((tx) => auditAll(tx, ctx, [large, { ...large, before: undefined }]));
    const { items } = await (await entriesOf(world, storeId)).listAuditEntries({ storeId });
    const stored = items.filter(({ entityType }) => entityType === "till");
    expect(stored).toHaveLength(3);
    for (const { before, after } of stored)
      for (const state of [before, after])
        expect(Buffer.byteLength(JSON.stringify(state))).toBeLessThanOrEqual(20_000);
    expect(stored[2]).toMatchObject({
      before: { name: "Old", words: words.slice(0, 50), truncated: ["words", "text"] },
      after: { [String(words[0])]: words[0] },
    });
    expect(stored[2]?.after).toHaveProperty("truncated.length", 50);
    expect(stored[0]?.before).toBeNull();
  });

  test("doesn't store long fields that a change left as they were", async ({ world }) => {
    const storeId = await seedStore(world);
    const ctx = await world.system(storeId);
    const text = "漢".repeat(5000);
    const { id } = await createCollection(ctx, {
      body: { name: "Silk", description: text, isPublished: true, rule: null },
    });
    await updateCollection(ctx, { id, body: { position: 7 } });
    const states = {
      before: { code: "A", list: words.slice(0, 9), rule: { is: words[0] } },
      after: { code: "A", list: words.slice(0, 9), rule: { is: words[1] } },
    };
    const entry = { action: "UPDATE", entityType: "till", entityId: null, ...states } as const;
    await ctx.tx((tx) => auditAll(tx, ctx, [entry, { ...entry, origin: "MANUAL" }]));
    const { items } = await (await entriesOf(world, storeId)).listAuditEntries({ storeId });
    const moved = items.find((one) => one.entityId === id && one.action === "UPDATE");
    expect(moved).toMatchObject({ before: { name: "Silk" }, after: { name: "Silk", position: 7 } });
    expect(Buffer.byteLength(JSON.stringify(moved))).toBeLessThan(1500);
    const stored = items.filter(({ entityType }) => entityType === "till");
    expect(stored.find(({ origin }) => origin === "SYSTEM")).toMatchObject({
      before: { code: "A", rule: states.before.rule },
      after: { code: "A", rule: states.after.rule },
    });
    expect(stored.find(({ origin }) => origin === "SYSTEM")?.after).not.toHaveProperty("list");
    expect(stored.find(({ origin }) => origin === "MANUAL")).toMatchObject(states);
  });

  test("is listed in pages of at most 1 MB; a larger page is rejected, with advice to use a smaller limit", async ({
    world,
  }) => {
    const storeId = await seedStore(world);
    const ctx = await world.system(storeId);
    const text = "漢".repeat(6300);
    for (let i = 0; i < 75; i += 1)
      await ctx.tx((tx) =>
        audit(tx, ctx, {
          action: "OTHER",
          entityType: "till",
          entityId: null,
          after: { text },
          origin: "MANUAL",
        }),
      );
    const logging = await entriesOf(world, storeId);
    const list = (limit: number) =>
      logging.listAuditEntries({ storeId, entityType: "till", limit });
    await expect(list(100).then(({ items }) => items.length)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path: "limit" }],
    });
    expect(
      (await list(50)).items.map(({ after }) => (after as { text: string }).text.length),
    ).toEqual(Array.from({ length: 50 }, () => text.length));
  });
});
