import { expect } from "vitest";
import { limitedTest, ownStore } from "../../platform/http/callers/counted-writes.fixture.ts";

limitedTest(
  "a new title counts the content that its version copies, and doesn't write the policy's content again",
  async ({ world }) => {
    const { owner, storeId, counted } = await ownStore(world);
    const letters = Array.from({ length: 13_000 }, (_, i) =>
      String.fromCodePoint(0x4e00 + ((i * 7919) % 20_000)),
    );
    const { id } = await owner.policies.createPolicy({
      storeId,
      body: { type: "CUSTOM", title: "Repairs", content: `<p>${letters.join("")}</p>` },
    });
    const stored = async () => {
      const { rows } = await world.admin.query<{ chunk: string }>(
        "select pg_column_toast_chunk_id(content)::text as chunk from shop.policies where id = $1",
        [id],
      );
      return rows[0]?.chunk;
    };
    const [before, chunk] = [await counted(), await stored()];
    await owner.policies.updatePolicy({ id, body: { title: "Mending" } });
    expect((await counted()) - before).toBe(1 + 38);
    expect(chunk).toEqual(expect.any(String));
    expect(await stored()).toBe(chunk);
  },
);
