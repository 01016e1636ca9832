import type { ShipmentInput, ShipmentUpdate } from "@vetrina/contract/orders/shipments";
import type { z } from "zod";
import { seedProduct, seedStore } from "#tests/seed.ts";
import type { Client, World } from "#tests/world.ts";
import { gatewaysOf } from "../../gateways/gateways.ts";
import { createTestGateway } from "../../gateways/test.ts";
import type { NewStore } from "../store-records/insert-store.ts";
import { member } from "../roles/roles.fixture.ts";

export const email = "ada@example.com";
export const address = {
  name: "Ada Byron",
  address: "1 Main St",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
} as const;

type Line = { variantId: string; quantity: number };
type Options = Partial<NewStore> & {
  /** Units of each size at the main location. */
  stock?: number;
  /** Units of each size at a second location, "shelf", which is used after main. */
  shelf?: number;
  sizes?: string[];
};

export type Shop = Awaited<ReturnType<typeof openShop>>;
export type Bought = Awaited<ReturnType<Shop["buy"]>>;

/** Creates a store with one product in several sizes, a user who ships, and buyers who pay. LIVE by default. */
export async function openShop(
  world: World,
  { stock = 10, shelf, sizes = ["S", "M"], environment = "LIVE", ...over }: Options = {},
) {
  const made = createTestGateway(world.services.database, world.services.now);
  world.services.gateways = gatewaysOf([made, { ...made, environment: "LIVE", name: "Card" }]);
  const storeId = await seedStore(world, over);
  const { productId, variantIds } = await seedProduct(world, storeId, { stock, sizes });
  const owner = await member(world, storeId, "ADMIN");
  const staff = await member(world, storeId, ["MANAGE_ORDERS", "MANAGE_PRODUCTS"]);
  await world.admin.query(
    "insert into shop.payment_providers (store_id, id, provider, environment) values ($1, gen_random_uuid(), 'OTHER', 'LIVE')",
    [storeId],
  );
  if (environment === "LIVE")
    await owner.stores.updateStore({ id: storeId, body: { environment } });
  if (shelf !== undefined) {
    await staff.locations.createLocation({ storeId, body: { code: "shelf", name: "Shelf" } });
    for (const variantId of variantIds)
      await staff.inventory.setLevel({ body: { variantId, location: "shelf", onHand: shelf } });
  }
  const [first = "", second = ""] = variantIds;

  const place = (items: Line[]) =>
    world.client().orders.createOrder({
      storeId,
      body: { items, email, shippingAddress: address },
    });
  return {
    storeId,
    productId,
    variantIds,
    first,
    second,
    owner,
    staff,
    place,
    /** Places an order and pays for it. */
    async buy(...quantities: number[]) {
      const items = quantities.flatMap((quantity, i) =>
        quantity === 0 ? [] : [{ variantId: variantIds[i] ?? "", quantity }],
      );
      const order = await place(items);
      const buyer = world.client({ orderKey: order.orderKey });
      const { id } = order;
      const intent = await buyer.payments.createPaymentIntent({ id, body: { provider: "other" } });
      await buyer.payments.decideTestPayment({ id: intent.id, body: { decision: "approve" } });
      await buyer.payments.processPayment({
        id,
        body: { provider: "other", paymentIntentId: intent.id },
      });
      return { ...order, buyer, ...shippingOf(staff, id) };
    },
    /** The on-hand units of a variant by location. */
    async onHand(variantId: string = first) {
      const { items } = await staff.inventory.listLevels({ storeId, entityId: variantId });
      return Object.fromEntries(items.map(({ location, onHand }) => [location, onHand]));
    },
  };
}

/** Returns the calls that staff use to manage an order's shipments and to refund its units. */
export function shippingOf(staff: Client, id: string) {
  const { shipments, orders, refunds } = staff;
  return {
    ship: (body: z.input<typeof ShipmentInput> = {}) => shipments.createShipment({ id, body }),
    change: (shipmentId: string, body: z.input<typeof ShipmentUpdate>) =>
      shipments.updateShipment({ id: shipmentId, body }),
    cancel: (shipmentId: string) => shipments.cancelShipment({ id: shipmentId }),
    /** With a location, the units go back in stock there. */
    refund: (itemId: string, quantity: number, location?: string) =>
      refunds.refundOrder({
        id,
        body: {
          lines: [
            {
              itemId,
              quantity,
              restock: location !== undefined,
              ...(location ? { location } : {}),
            },
          ],
          notify: false,
        },
      }),
    shipments: async () => (await shipments.listShipments({ id })).items,
    now: () => orders.getOrderWithItems({ id }),
  };
}

/** Reads the kinds of the events on an order's timeline, oldest first. */
export async function timelineOf(world: World, orderId: string): Promise<string[]> {
  const { rows } = await world.admin.query<{ kind: string }>(
    "select kind from shop.order_events where order_id = $1 order by id",
    [orderId],
  );
  return rows.map(({ kind }) => kind);
}
