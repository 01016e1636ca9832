import type { Client } from "#tests/world.ts";

type Order = { id: string; items: readonly { id: string }[] };
type Random = (below: number) => number;

/**
 * Makes one random call on an order's shipments: ships all that is left or one unit, packs one unit, or sends,
 * delivers, cancels or returns an existing shipment, with or without restocking its units.
 */
export function raceShipment(staff: Client, order: Order, random: Random): Promise<unknown> {
  const steps = [shipAll, shipOne, shipOne, packOne, deliver, takeBack, cancel];
  return (steps[random(steps.length)] ?? shipAll)(staff, order, random);
}

const quietly = { notify: false };

function shipAll({ shipments }: Client, { id }: Order): Promise<unknown> {
  return shipments.createShipment({ id, body: quietly });
}

function shipOne({ shipments }: Client, { id, items }: Order, random: Random): Promise<unknown> {
  return shipments.createShipment({ id, body: { items: oneOf(items, random), ...quietly } });
}

function packOne({ shipments }: Client, { id, items }: Order, random: Random): Promise<unknown> {
  const body = { items: oneOf(items, random), status: "PENDING", ...quietly } as const;
  return shipments.createShipment({ id, body });
}

function oneOf(items: Order["items"], random: Random) {
  return [{ orderItemId: items[random(items.length)]?.id ?? "", quantity: 1 }];
}

function deliver(staff: Client, order: Order, random: Random): Promise<unknown> {
  const status = random(2) === 0 ? "SHIPPED" : "DELIVERED";
  return ofOne(staff, order, random, (id) =>
    staff.shipments.updateShipment({ id, body: { status, ...quietly } }),
  );
}

function takeBack(staff: Client, order: Order, random: Random): Promise<unknown> {
  const restock = random(2) === 0 ? { restock: { location: "main" } } : {};
  return ofOne(staff, order, random, (id) =>
    staff.shipments.updateShipment({ id, body: { status: "RETURNED", ...restock, ...quietly } }),
  );
}

function cancel(staff: Client, order: Order, random: Random): Promise<unknown> {
  return ofOne(staff, order, random, (id) => staff.shipments.cancelShipment({ id }));
}

/** Makes a call with one of the order's shipments, or does nothing if there is none. */
async function ofOne(
  { shipments }: Client,
  { id }: Order,
  random: Random,
  call: (shipmentId: string) => Promise<unknown>,
): Promise<unknown> {
  const { items } = await shipments.listShipments({ id });
  const one = items[random(items.length)];
  return one === undefined ? undefined : call(one.id);
}
