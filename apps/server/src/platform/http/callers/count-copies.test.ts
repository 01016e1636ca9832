import { expect } from "vitest";
import { untilBlocked } from "#tests/until-blocked.ts";
import { limitedTest, longText, ownStore } from "./counted-writes.fixture.ts";

limitedTest(
  "while a transaction that copied text waits for its roles, calls of its account are counted",
  async ({ world }) => {
    const { owner, storeId, counted } = await ownStore(world);
    const { id } = await owner.collections.createCollection({
      storeId,
      body: { name: "Coats", description: longText(1000) },
    });
    const before = await counted();
    const lock = await world.admin.connect();
    let change: Promise<unknown>;
    try {
      await lock.query("begin");
      // A transaction of staff locks its roles right before it is committed.
      await lock.query("select from shop.roles where store_id = $1 for update", [storeId]);
      change = owner.collections.updateCollection({ id, body: { description: "Warm" } });
      const ends: string[] = [];
      const note = (what: string) => () => void ends.push(what);
      change.then(note("change"), note("change"));
      await untilBlocked(world);
      const refused = owner.collections.updateCollection({ id, body: { link: "not a link" } });
      await refused.catch(note("refused"));
      expect(ends).toEqual(["refused"]);
    } finally {
      await lock.query("rollback");
      lock.release();
    }
    await change;
    // The two calls, and three kilobytes that the audit entry copied.
    expect((await counted()) - before).toBe(2 + 3);
  },
);
