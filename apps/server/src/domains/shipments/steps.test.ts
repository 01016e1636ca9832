// @module-tag slow

import {
  type FulfillmentState,
  fulfillmentTransitions,
  mayStep,
  shipmentTransitions,
} from "@vetrina/commerce/orders/order-states";
import { ShippingStatus } from "@vetrina/contract/enumerations";
import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { type Bought, openShop, type Shop } from "./shipments.fixture.ts";

const statuses = ShippingStatus.options;

test("a shipment can take every step in its table of transitions, and no other", async ({
  world,
}) => {
  const shop = await openShop(world, { stock: 40, sizes: ["S"] });
  const order = await shop.buy(40);
  const unit = { items: [{ orderItemId: order.items[0]?.id ?? "", quantity: 1 }], notify: false };
  const shipmentAt = async (status: ShippingStatus) => {
    const { id } = await order.ship({
      ...unit,
      status: status === "PENDING" ? status : "SHIPPED",
    });
    if (status === "DELIVERED" || status === "RETURNED")
      await order.change(id, { status, notify: false });
    return id;
  };
  const taken: string[] = [];
  for (const from of statuses)
    for (const to of statuses.filter((one) => one !== from)) {
      const id = await shipmentAt(from);
      const isAllowed = mayStep(shipmentTransitions, from, to);
      const outcome = await outcomeOf(order.change(id, { status: to, notify: false }));
      expect(outcome, `${from} to ${to}`).toBe(isAllowed ? "done" : "409 INVALID_TRANSITION");
      const { status } = await shop.staff.shipments.getShipment({ id });
      expect(status, `${from} to ${to}`).toBe(isAllowed ? to : from);
      if (isAllowed) taken.push(`${from} to ${to}`);
    }
  expect(taken).toEqual([
    "PENDING to SHIPPED",
    "SHIPPED to DELIVERED",
    "SHIPPED to RETURNED",
    "DELIVERED to RETURNED",
  ]);
  expect(await imbalances(world)).toEqual([]);
});

/** Returns "done", or the error's status and code. */
function outcomeOf(call: Promise<unknown>): Promise<string> {
  return call.then(
    () => "done",
    (error: { statusCode?: number; code?: string }) => `${error.statusCode} ${error.code}`,
  );
}

const states = Object.keys(fulfillmentTransitions) as FulfillmentState[];
const pairs = states.flatMap((from) =>
  states.filter((to) => to !== from).map((to) => [from, to] as const),
);

test("shipments can take an order through every step in its table of transitions, and no other", async ({
  world,
}) => {
  const shop = await openShop(world, { stock: 60, sizes: ["S"] });
  for (const [from, to] of pairs) {
    const order = await orderAt(shop, from);
    const stateOf = async () => (await order.now()).fulfillmentState.toLowerCase();
    expect(await stateOf()).toBe(from);
    const isAllowed = mayStep(fulfillmentTransitions, from, to);
    const calls = isAllowed ? [() => ways[to](order, from)] : attempts[to](order);
    for (const call of calls)
      expect(await outcomeOf(call()), `${from} to ${to}`).toMatch(
        isAllowed ? /^done$/ : /^(?:409 INVALID_TRANSITION|400 VALIDATION_FAILED)$/,
      );
    expect(await stateOf(), `${from} to ${to}`).toBe(isAllowed ? to : from);
  }
  expect(await imbalances(world)).toEqual([]);
});

/**
 * Creates an order of two units in this state. Units that aren't delivered are pending, so that they can be canceled.
 */
async function orderAt(shop: Shop, state: FulfillmentState): Promise<Bought> {
  const order = await shop.buy(2);
  if (state === "unfulfilled") return order;
  const one = oneUnit(order);
  await order.ship(one);
  if (state !== "partial") await order.ship(one);
  if (state === "delivered") await deliverAll(order);
  return order;
}

function oneUnit({ items }: Bought) {
  return {
    items: [{ orderItemId: items[0]?.id ?? "", quantity: 1 }],
    status: "PENDING" as const,
    notify: false,
  };
}

async function deliverAll({ shipments, change }: Bought): Promise<void> {
  for (const { id } of await shipments())
    for (const status of ["SHIPPED", "DELIVERED"] as const)
      await change(id, { status, notify: false });
}

async function cancelAll({ shipments, cancel }: Bought): Promise<void> {
  for (const { id } of await shipments()) await cancel(id);
}

/**
 * For each state, the call that takes an order there. `from` is one of the states that the transition table allows
 * before it.
 */
const ways: Record<FulfillmentState, (order: Bought, from: FulfillmentState) => Promise<unknown>> =
  {
    unfulfilled: (order) => cancelAll(order),
    async partial(order, from) {
      if (from === "unfulfilled") return order.ship(oneUnit(order));
      const [first] = await order.shipments();
      return order.cancel(first?.id ?? "");
    },
    fulfilled: (order) => order.ship({ status: "PENDING", notify: false }),
    async delivered(order, from) {
      if (from === "partial") await order.refund(order.items[0]?.id ?? "", 1);
      await deliverAll(order);
    },
  };

/** Calls that try to take an order to each state. */
const attempts: Record<FulfillmentState, (order: Bought) => (() => Promise<unknown>)[]> = {
  unfulfilled: (order) => [() => cancelAll(order)],
  partial: (order) => [
    () => order.ship(oneUnit(order)),
    async () => order.cancel((await order.shipments())[0]?.id ?? ""),
  ],
  fulfilled: (order) => [
    () => order.ship({ notify: false }),
    async () => order.change((await order.shipments())[0]?.id ?? "", { status: "SHIPPED" }),
    async () => order.change((await order.shipments())[0]?.id ?? "", { status: "PENDING" }),
  ],
  delivered: (order) => [() => order.ship({ status: "DELIVERED" as "SHIPPED" })],
};

const restock = (orderItemId = "", quantity = 1) => ({
  location: "main",
  items: [{ orderItemId, quantity }],
});

test("only a return can restock units, and only those that the shipment had", async ({ world }) => {
  const shop = await openShop(world);
  const order = await shop.buy(2, 1);
  const [dress, other] = order.items.map(({ id }) => id);
  const { id } = await order.ship({ items: [{ orderItemId: dress ?? "", quantity: 2 }] });
  const returned = { status: "RETURNED" as const, notify: false };
  const refusals = [
    [{ restock: restock(dress) }, "restock"],
    [{ status: "DELIVERED" as const, restock: restock(dress) }, "restock"],
    [{ ...returned, restock: restock(dress, 3) }, "restock.items.0.quantity"],
    [{ ...returned, restock: restock(other) }, "restock.items.0.orderItemId"],
  ] as const;
  for (const [body, path] of refusals)
    await expect(order.change(id, body)).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
      details: [{ path }],
    });
  const nowhere = { ...returned, restock: { location: "nowhere" } };
  await expect(order.change(id, nowhere)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await order.change(id, { ...returned, restock: restock(dress, 1) });
  await expect(order.change(id, { ...returned, restock: restock(dress, 1) })).rejects.toMatchObject(
    {
      code: "INVALID_TRANSITION",
    },
  );
  expect(await shop.onHand()).toEqual({ main: 9 });
  expect(await order.now()).toMatchObject({
    returnState: "PARTIAL",
    fulfillmentState: "PARTIAL",
    items: [{ returnedQuantity: 2 }, { returnedQuantity: 0 }],
  });
  await order.ship();
  for (const one of await order.shipments())
    if (one.status === "SHIPPED") await order.change(one.id, returned);
  expect(await order.now()).toMatchObject({ returnState: "RETURNED" });
  expect(await imbalances(world)).toEqual([]);
});

test("a stale version is rejected with the current shipment", async ({ world }) => {
  const shop = await openShop(world);
  const order = await shop.buy(1);
  const shipment = await order.ship({ status: "PENDING" });
  await order.change(shipment.id, { carrier: "UPS" });
  const { id } = shipment;
  const { shipments } = shop.staff;
  const stale = { code: "EDIT_CONFLICT", statusCode: 412, details: { carrier: "UPS", version: 2 } };
  const first = { headers: { "if-match": '"1"' } };
  const change = { id, body: { carrier: "DHL" } };
  await expect(shipments.updateShipment(change, first)).rejects.toMatchObject(stale);
  await expect(shipments.cancelShipment({ id }, first)).rejects.toMatchObject(stale);
});
