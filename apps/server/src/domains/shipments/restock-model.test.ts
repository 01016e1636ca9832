// @module-tag slow

import * as fc from "fast-check";
import { expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { type Bought, openShop, type Shop } from "./shipments.fixture.ts";

/** A unit of the order. `isInStock`: it was put back in stock. `byRefund`: a refund, not a parcel, put it there. */
type Unit = {
  item: number;
  at: "shelf" | "packed" | "buyer" | "back";
  parcel: string | null;
  isRefunded: boolean;
  isInStock: boolean;
  byRefund: boolean;
};

type Step = {
  kind: "ship" | "pack" | "send" | "unpack" | "return" | "refund" | "remove";
  item: number;
  pick: number;
  restock: boolean;
  /** Whether the step is for a part of a parcel, or for units of both items. */
  isPart: boolean;
  isBoth: boolean;
};

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom(
    ...(["ship", "ship", "pack", "send", "unpack", "return", "return", "return"] as const),
    ...(["refund", "refund", "refund", "remove"] as const),
  ),
  item: fc.constantFrom(0, 0, 1),
  pick: fc.constantFrom(0, 1, 2),
  restock: fc.constantFrom(true, true, false),
  isPart: fc.constantFrom(true, true, false),
  isBoth: fc.boolean(),
});

const stock = 1000;
const bought = [3, 2];

/**
 * Ranks the units of a parcel that count as sellable: first those that are in stock, last those refunded without
 * restock.
 */
function goodRank({ isInStock, isRefunded }: Unit): number {
  if (isInStock) return 0;
  return isRefunded ? 2 : 1;
}

function ofOne(units: readonly Unit[], item: number): Unit[] {
  return units.filter((unit) => unit.item === item);
}

/** Models two items of one variant, and what happens to each of their units. */
function modelOf(shop: Shop, order: Bought) {
  const units = bought.flatMap((quantity, item) =>
    Array.from({ length: quantity }, (): Unit => ({
      item,
      at: "shelf",
      parcel: null,
      isRefunded: false,
      isInStock: false,
      byRefund: false,
    })),
  );
  const find = (item: number, at: Unit["at"], isRefunded: boolean) =>
    units.filter((unit) => unit.item === item && unit.at === at && unit.isRefunded === isRefunded);
  /** The ids of the parcels in this state. */
  const parcels = (at: Unit["at"]) => [
    ...new Set(units.flatMap((unit) => (unit.at === at && unit.parcel ? [unit.parcel] : []))),
  ];

  /** Returns how many of these units belong to each item, as the API takes them. */
  async function named(chosen: readonly Unit[]) {
    const { items } = await order.now();
    return [...Map.groupBy(chosen, ({ item }) => item)].map(([item, { length }]) => ({
      orderItemId: items[item]?.id ?? "",
      quantity: length,
    }));
  }

  async function ship({ item, pick, isBoth }: Step, status: "PENDING" | "SHIPPED") {
    const chosen = (isBoth ? [0, 1] : [item]).flatMap((one) =>
      find(one, "shelf", false)
        .toSorted((a, b) => Number(a.isInStock) - Number(b.isInStock))
        .slice(0, pick + 1),
    );
    if (chosen.length === 0) return;
    const items = await named(chosen);
    const { id } = await order.ship({ items, status, notify: false });
    // Units that are in stock leave the stock again.
    const at = status === "PENDING" ? "packed" : "buyer";
    for (const unit of chosen)
      Object.assign(unit, { at, parcel: id, isInStock: false, byRefund: false });
  }

  /**
   * Marks a unit as returned. If it isn't refunded, it takes over the refund of another unit, preferably of one that
   * the buyer still has. If that other unit was never sent and is in stock, it stays there, unless the returned unit
   * replaces it.
   */
  function comeBack(unit: Unit, isPutBack: () => boolean) {
    const others = unit.isRefunded
      ? []
      : [...find(unit.item, "buyer", true), ...find(unit.item, "shelf", true)];
    const other = others.toSorted(
      (a, b) =>
        Number(a.at === "shelf") - Number(b.at === "shelf") ||
        Number(b.isInStock) - Number(a.isInStock),
    )[0];
    if (other !== undefined) {
      const isInStock = other.isInStock && (other.at === "buyer" || isPutBack());
      const { byRefund } = other;
      Object.assign(unit, { isRefunded: true, isInStock, byRefund: isInStock && byRefund });
      Object.assign(other, {
        isRefunded: false,
        isInStock: other.isInStock && !isInStock,
        byRefund: byRefund && !isInStock,
      });
    }
    unit.at = "back";
  }

  /** Takes back a parcel. All of its units, some units of one item, or none can be sold again. */
  async function takeBack(id: string, { item, pick, restock, isPart }: Step) {
    const inside = units.filter(({ parcel }) => parcel === id);
    const ofItem = inside.filter((unit) => unit.item === item).slice(0, pick + 1);
    const good = restock ? (isPart && ofItem.length > 0 ? ofItem : inside) : [];
    const items = good.length < inside.length ? { items: await named(good) } : {};
    await order.change(id, {
      status: "RETURNED",
      ...(good.length > 0 && { restock: { location: "main", ...items } }),
    });
    for (const unit of inside.toSorted((a, b) => Number(b.isRefunded) - Number(a.isRefunded)))
      comeBack(unit, () => {
        const inStock = ofOne(inside, unit.item).filter(({ isInStock }) => isInStock);
        return ofOne(good, unit.item).length > inStock.length;
      });
    for (const [one, all] of Map.groupBy(good, (unit) => unit.item))
      for (const unit of ofOne(inside, one)
        .toSorted((a, b) => goodRank(a) - goodRank(b))
        .slice(0, all.length))
        unit.isInStock = true;
  }

  async function refund({ item, pick, restock }: Step) {
    const itemId = (await order.now()).items[item]?.id ?? "";
    const left = units.filter((unit) => unit.item === item && !unit.isRefunded).length;
    const quantity = Math.min(pick + 1, left);
    if (quantity === 0) return;
    await order.refund(itemId, quantity, restock ? "main" : undefined);
    for (let i = 0; i < quantity; i += 1) {
      const back = find(item, "back", false);
      const unit =
        back.find(({ isInStock }) => isInStock === restock) ??
        back[0] ??
        find(item, "shelf", false).find(({ isInStock }) => isInStock === restock) ??
        find(item, "shelf", false)[0] ??
        find(item, "buyer", false)[0];
      // Packed units can't be refunded, so none of them is considered.
      if (unit === undefined) throw new Error("a unit was refunded that the order doesn't have");
      unit.isRefunded = true;
      if (restock) Object.assign(meantBy(unit), { isInStock: true, byRefund: true });
    }
  }

  /**
   * Returns the unit that a refund with restock puts in stock. This is the refunded unit. If the buyer still has that
   * unit, it is instead a unit that a parcel has already put in stock, if there is one.
   */
  function meantBy(unit: Unit): Unit {
    const fromParcel = ofOne(units, unit.item).find((one) => one.isInStock && !one.byRefund);
    return unit.at === "buyer" && fromParcel !== undefined ? fromParcel : unit;
  }

  async function remove({ item }: Step) {
    const { items } = await order.now();
    const { id: itemId = "", quantity = 0 } = items[item] ?? {};
    if (quantity < 2) return;
    await shop.staff.orders.updateOrderItems({
      id: order.id,
      body: { items: [{ itemId, quantity: quantity - 1 }] },
    });
    const [unit] = find(item, "shelf", false);
    expect(unit).toBeDefined();
    if (unit !== undefined) units.splice(units.indexOf(unit), 1);
  }

  async function run(one: Step): Promise<void> {
    if (one.kind === "ship") return ship(one, "SHIPPED");
    if (one.kind === "pack") return ship(one, "PENDING");
    if (one.kind === "refund") return refund(one);
    if (one.kind === "remove") return remove(one);
    const from = parcels(one.kind === "return" ? "buyer" : "packed");
    const id = from[one.pick % Math.max(1, from.length)];
    if (id === undefined) return undefined;
    const inside = units.filter(({ parcel }) => parcel === id);
    if (one.kind === "send") {
      await order.change(id, { status: "SHIPPED", notify: false });
      for (const unit of inside) unit.at = "buyer";
    } else if (one.kind === "unpack") {
      await order.cancel(id);
      for (const unit of inside) Object.assign(unit, { at: "shelf", parcel: null });
    } else {
      await takeBack(id, one);
    }
    return undefined;
  }

  return {
    run,
    /** Cancels the order, which puts its units back in stock, except those refunded without restock. */
    async cancel() {
      await shop.staff.orders.cancelOrder({ id: order.id, body: {} });
      for (const unit of units) if (!unit.isRefunded) unit.isInStock = true;
    },
    sold: () => units.filter(({ isInStock }) => !isInStock).length,
  };
}

/** Makes a call that the order's state may not allow. */
async function tryTo(call: () => Promise<void>): Promise<void> {
  await call().catch((error: unknown) => {
    const { code } = error as { code?: string };
    if (code !== "INVALID_TRANSITION" && code !== "AMOUNT_EXCEEDED") throw error;
  });
}

test("in any history, the stock has all units but those that are sold", async ({ world }) => {
  const shop = await openShop(world, { stock });
  let sold = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 14, size: "max" }),
      async (steps) => {
        const order = await shop.buy(...bought);
        const itemId = order.items[1]?.id ?? "";
        await shop.staff.orders.updateOrderItems({
          id: order.id,
          body: { items: [{ itemId, variantId: shop.first, quantity: bought[1] ?? 0 }] },
        });
        const model = modelOf(shop, order);
        for (const one of steps) {
          await tryTo(() => model.run(one));
          expect(await shop.onHand()).toEqual({ main: stock - sold - model.sold() });
        }
        await tryTo(() => model.cancel());
        expect(await shop.onHand()).toEqual({ main: stock - sold - model.sold() });
        sold += model.sold();
      },
    ),
    { numRuns: 15, endOnFailure: true },
  );
  expect(await imbalances(world)).toEqual([]);
});
