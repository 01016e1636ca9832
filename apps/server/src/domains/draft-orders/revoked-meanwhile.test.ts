import { describe, expect } from "vitest";
import { beforeStatement } from "#tests/recorded.ts";
import { untilBlocked } from "#tests/until-blocked.ts";
import { test } from "#tests/world.ts";
import { draftShop } from "./drafts.fixture.ts";
import { lockDraft } from "./draft-rows.ts";
import { endDraftLinks } from "./end-draft-links.ts";

const gone = { code: "NOT_FOUND" };

describe("a pay link that is revoked while it is opened", () => {
  test("makes no order", async ({ world }) => {
    const { storeId, draft, linkOf, staff } = await draftShop(world);
    const { id } = await draft();
    const key = await linkOf(id);
    const ctx = await world.system(storeId);
    const { opened } = await ctx.tx(async (tx) => {
      const locked = await lockDraft(tx, id);
      const ended = Promise.allSettled([
        world.client().draftOrders.openDraftOrder({ id, body: { key } }),
      ]);
      await untilBlocked(world);
      await endDraftLinks(tx, ctx, locked);
      return { opened: ended };
    });
    expect(await opened).toMatchObject([{ status: "rejected", reason: gone }]);
    expect(await staff.draftOrders.getDraftOrder({ id })).toMatchObject({
      status: "OPEN",
      failure: null,
    });
    const order = await world
      .client()
      .draftOrders.openDraftOrder({ id, body: { key: await linkOf(id) } });
    expect(order.status).toBe("PENDING");
  });

  test("doesn't open the order that the draft has become", async ({ world }) => {
    const { draft, linkOf, staff } = await draftShop(world);
    const { id } = await draft();
    const key = await linkOf(id);
    const open = () => world.client().draftOrders.openDraftOrder({ id, body: { key } });
    await open();
    const revoke = async () => {
      await staff.orders.updateOrder({ id, body: { email: "ada@right.example" } });
      await staff.orders.revokeOrderLinks({ id, body: {} });
    };
    await expect(beforeStatement("from shop.orders o", revoke, open)).rejects.toMatchObject(gone);
  });
});
