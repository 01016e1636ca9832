import { describe, expect } from "vitest";
import { seedStore } from "#tests/seed.ts";
import { test, type World } from "#tests/world.ts";
import { audit, auditAll, type AuditEntry } from "../../platform/audit.ts";
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
