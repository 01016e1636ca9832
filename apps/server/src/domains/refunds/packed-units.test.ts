// @module-tag slow

import { describe, expect } from "vitest";
import { imbalances } from "#tests/invariants.ts";
import { test } from "#tests/world.ts";
import { openShop, timelineOf } from "../shipments/shipments.fixture.ts";

describe("units in a pending shipment", () => {
  test("can't be refunded until it is canceled, or was sent", async ({ world }) => {
    const shop = await openShop(world, { stock: 20 });
    const order = await shop.buy(2, 1);
    const [shirt, sock] = order.items.map(({ id }) => id) as [string, string];
    const { id } = await order.ship({ status: "PENDING" });
    const refused = {
      code: "INVALID_TRANSITION",
      message:
        "Units of Slip dress (S) that are neither refunded nor in a pending shipment: 0. Refund at most this many, or first cancel the shipment or set it to SHIPPED.",
      details: { status: "FULFILLED", items: [{ itemId: shirt, requested: 2, left: 0 }] },
    };
    await expect(order.refund(shirt, 2, "main")).rejects.toMatchObject(refused);
    await expect(order.refund(shirt, 2)).rejects.toMatchObject(refused);
    const { refunds } = shop.staff;
    const lines = [{ itemId: shirt, quantity: 2 }];
    const part = { orderId: order.id, lines, amount: 1 };
    await expect(refunds.createRefund({ body: part })).rejects.toMatchObject(refused);
    // A refund of everything includes all units.
    await expect(refunds.refundOrder({ id: order.id, body: {} })).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      details: {
        items: [
          { itemId: shirt, requested: 2, left: 0 },
          { itemId: sock, requested: 1, left: 0 },
        ],
      },
    });
    expect(await order.now()).toMatchObject({ refunded: 0, items: [{}, {}] });
    expect(await shop.onHand()).toEqual({ main: 18 });
    // A plain amount refunds no units.
    const amount = await refunds.refundOrder({ id: order.id, body: { amount: 1, notify: false } });
    expect(amount).toMatchObject({ status: "COMPLETED", lines: [] });
    await order.cancel(id);
    expect(await order.refund(shirt, 2, "main")).toMatchObject({ status: "COMPLETED" });
    expect(await shop.onHand()).toEqual({ main: 20 });
    const rest = await order.ship({ status: "PENDING" });
    expect(rest.lines).toMatchObject([{ orderItemId: sock, quantity: 1 }]);
    await order.change(rest.id, { status: "SHIPPED" });
    const after = { lines: [{ itemId: sock, quantity: 1 }], amount: 1 };
    expect(await refunds.refundOrder({ id: order.id, body: after })).toMatchObject({
      status: "COMPLETED",
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("don't prevent refunds of the order's other units", async ({ world }) => {
    const shop = await openShop(world, { stock: 20, sizes: ["S"] });
    const order = await shop.buy(5);
    const item = order.items[0]?.id ?? "";
    const of = (quantity: number) => ({ items: [{ orderItemId: item, quantity }], notify: false });
    const sent = await order.ship(of(2));
    await order.ship({ ...of(2), status: "PENDING" });
    await expect(order.refund(item, 4)).rejects.toMatchObject({
      details: { items: [{ requested: 4, left: 3 }] },
    });
    await order.change(sent.id, { status: "RETURNED", restock: { location: "main" } });
    await order.refund(item, 3, "main");
    expect(await shop.onHand()).toEqual({ main: 18 });
    await expect(order.refund(item, 1)).rejects.toMatchObject({
      code: "INVALID_TRANSITION",
      details: { items: [{ requested: 1, left: 0 }] },
    });
    expect(await imbalances(world)).toEqual([]);
  });

  test("are either packed or refunded, when both are tried at once", async ({ world }) => {
    const shop = await openShop(world, { stock: 60, sizes: ["S"] });
    const done = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const order = await shop.buy(2);
      const item = order.items[0]?.id ?? "";
      const calls = [
        () => order.ship({ status: "PENDING", notify: false }),
        () => order.refund(item, 2, "main"),
      ];
      const answers = await Promise.allSettled(
        (round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()),
      );
      const refusals = answers.filter((answer) => answer.status === "rejected");
      expect(refusals).toMatchObject([{ reason: { code: "INVALID_TRANSITION" } }]);
      done.add((await timelineOf(world, order.id)).join(" "));
    }
    for (const timeline of done)
      expect(["shipment-created", "refund-started refunded"]).toContain(timeline);
    expect(await imbalances(world)).toEqual([]);
  });

  test("are refunded only after they were sent, when both are tried at once", async ({ world }) => {
    const shop = await openShop(world, { stock: 60, sizes: ["S"] });
    for (let round = 0; round < 8; round += 1) {
      const order = await shop.buy(2);
      const item = order.items[0]?.id ?? "";
      const items = [{ orderItemId: item, quantity: 2 }];
      const isPacked = round % 4 < 2;
      const packed = isPacked ? await order.ship({ status: "PENDING" }) : undefined;
      const calls = [
        () =>
          packed === undefined
            ? order.ship({ items, notify: false })
            : order.change(packed.id, { status: "SHIPPED", notify: false }),
        () => order.refund(item, 2),
      ];
      await Promise.allSettled(
        (round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()),
      );
      const timeline = (await timelineOf(world, order.id)).filter((kind) => kind !== "refunded");
      const ends = isPacked
        ? ["shipment-created shipped", "shipment-created shipped refund-started"]
        : ["shipped", "shipped refund-started", "refund-started"];
      expect(ends).toContain(timeline.join(" "));
    }
    expect(await imbalances(world)).toEqual([]);
  });

  test("are refunded or sent, if the refund is only for the order's known version", async ({
    world,
  }) => {
    const shop = await openShop(world, { stock: 60, sizes: ["S"] });
    const done = new Set<string>();
    for (let round = 0; round < 8; round += 1) {
      const order = await shop.buy(3);
      const { version, items } = await order.now();
      const lines = [{ itemId: items[0]?.id ?? "", quantity: 2, restock: true }];
      const of = [{ orderItemId: items[0]?.id ?? "", quantity: 2 }];
      const calls = [
        () => order.ship({ items: of, notify: false }),
        () =>
          shop.staff.refunds.refundOrder(
            { id: order.id, body: { lines, notify: false } },
            { headers: { "If-Match": `"${version}"` } },
          ),
      ];
      const answers = await Promise.allSettled(
        (round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()),
      );
      const codes = answers.flatMap((answer) =>
        answer.status === "rejected" ? [(answer.reason as { code?: string }).code] : [],
      );
      const timeline = (await timelineOf(world, order.id)).join(" ");
      done.add(`${timeline}: ${codes.join(" ")}`);
    }
    for (const one of done)
      expect(["shipped: EDIT_CONFLICT", "refund-started refunded: INVALID_TRANSITION"]).toContain(
        one,
      );
    expect(await imbalances(world)).toEqual([]);
  });
});
