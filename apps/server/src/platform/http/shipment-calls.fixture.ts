import { seedProduct } from "#tests/seed.ts";
import type { World } from "#tests/world.ts";
import { createShipment } from "../../domains/shipments/create-shipment.ts";

type Of = { storeId: string };

/** Valid input of the calls about shipments, for valid-calls.fixture.ts. */
export const shipmentCalls = {
  "shipments.createShipment": async ({ storeId }: Of, world: World) => ({
    params: { id: await seedPaidOrder(world, storeId) },
    body: { carrier: "UPS", trackingNumber: "1Z999" },
  }),
  "shipments.createShipments": async ({ storeId }: Of, world: World) => ({
    body: { orders: [{ orderId: await seedPaidOrder(world, storeId) }] },
  }),
  "shipments.updateShipment": () => ({ body: { carrier: "UPS" } }),
  "shipments.cancelShipment": async ({ storeId }: Of, world: World) => ({
    params: { id: await seedShipment(world, storeId) },
  }),
  "shipments.getPackingSlips": async ({ storeId }: Of, world: World) => ({
    query: { orders: await seedPaidOrder(world, storeId) },
  }),
};

/** Creates a pending shipment of a paid test order, and returns its id. */
export async function seedShipment(world: World, storeId: string): Promise<string> {
  const id = await seedPaidOrder(world, storeId);
  const body = { status: "PENDING", notify: false } as const;
  return (await createShipment(await world.system(storeId), { id, body })).id;
}

/** Creates an order of a new product, paid with the test provider, and returns its id. */
async function seedPaidOrder(world: World, storeId: string): Promise<string> {
  const { variantIds } = await seedProduct(world, storeId);
  const items = variantIds.map((variantId) => ({ variantId, quantity: 1 }));
  const body = { items, email: "ada@example.com" };
  const { id, orderKey } = await world.client().orders.createOrder({ storeId, body });
  const { payments } = world.client({ orderKey });
  const intent = await payments.createPaymentIntent({ id, body: { provider: "other" } });
  await payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
  const paid = { provider: "other", paymentIntentId: intent.id };
  await payments.processPayment({ id, body: paid });
  return id;
}
