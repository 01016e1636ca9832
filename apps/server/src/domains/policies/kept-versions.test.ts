// @module-tag slow

import { expect } from "vitest";
import {
  limitedTest,
  longText,
  ownStore,
  storedAt,
} from "../../platform/http/callers/counted-writes.fixture.ts";

limitedTest(
  "a new title counts the content that its version copies, and doesn't write the policy's content again",
  async ({ world }) => {
    const { owner, storeId, counted } = await ownStore(world);
    const { id } = await owner.policies.createPolicy({
      storeId,
      body: { type: "CUSTOM", title: "Repairs", content: `<p>${longText(13_000)}</p>` },
    });
    const stored = () => storedAt(world, "policies.content", id);
    const [before, chunk] = [await counted(), await stored()];
    await owner.policies.updatePolicy({ id, body: { title: "Mending" } });
    expect((await counted()) - before).toBe(1 + 38);
    expect(chunk).toEqual(expect.any(String));
    expect(await stored()).toBe(chunk);
  },
);
