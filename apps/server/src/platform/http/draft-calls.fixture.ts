import { seedProduct } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { createDraftOrder } from "../../domains/draft-orders/create-draft-order.ts";
import { draftKey } from "../../domains/draft-orders/draft-link.ts";
import { newId } from "../id.ts";

type Of = { storeId: string };
type CallInput = { params?: Record<string, string>; body?: Record<string, unknown> };
type Make = (shop: Of, world: World) => CallInput | Promise<CallInput>;

const ofOwnDraft: Make = async ({ storeId }, world) => ({
  params: { id: await seedDraft(world, storeId) },
});

/** Valid input of the calls about draft orders, for valid-calls.fixture.ts. */
export const draftCalls: Record<string, Make> = {
  "draftOrders.createDraftOrder": async ({ storeId }, world) => {
    const { variantIds } = await seedProduct(world, storeId);
    return {
      body: { items: variantIds.map((variantId) => ({ variantId, quantity: 1, price: 10 })) },
    };
  },
  "draftOrders.updateDraftOrder": () => ({ body: { note: newId() } }),
  "draftOrders.deleteDraftOrder": ofOwnDraft,
  "draftOrders.sendDraftOrder": ofOwnDraft,
  "draftOrders.revokeDraftOrderLinks": ofOwnDraft,
  "draftOrders.convertDraftOrder": ofOwnDraft,
  "draftOrders.openDraftOrder": async ({ storeId }, world) => {
    const id = await seedDraft(world, storeId);
    return { params: { id }, body: { key: draftKey(world.services, id, 1).key } };
  },
};

/** Creates a draft order of a new product, and returns its id. */
export async function seedDraft(world: World, storeId: string): Promise<string> {
  const { variantIds } = await seedProduct(world, storeId);
  const items = variantIds.map((variantId) => ({ variantId, quantity: 1 }));
  const body = { items, email: "ada@example.com" };
  return (await createDraftOrder(await world.system(storeId), { storeId, body })).id;
}
