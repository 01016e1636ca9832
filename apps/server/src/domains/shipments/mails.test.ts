import { LanguageCode } from "@vetrina/contract/enumerations";
import { describe, expect } from "vitest";
import { test } from "#tests/world.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { address, openShop } from "./shipments.fixture.ts";

const picture = "/media/dress/640.webp";

describe("the mail for a shipment", () => {
  test("has its items with pictures, carrier, number and link, and what is still to come", async ({
    world,
  }) => {
    const shop = await openShop(world, { name: "Sartoria & Figli" });
    const order = await shop.buy(2, 1);
    await world.admin.query("update shop.order_items set image = $1 where position = 0", [picture]);
    const [dress] = order.items;
    const items = [{ orderItemId: dress?.id ?? "", quantity: 1 }];
    await order.ship({ items, carrier: "DHL", trackingNumber: "JD 01" });
    const mail = (await world.sendMails()).at(-1);
    expect(mail?.subject).toBe(
      `Your order ${order.orderNumber} from Sartoria & Figli is on its way`,
    );
    const page = "https://www.dhl.com/global-en/home/tracking.html?tracking-id=JD01";
    for (const words of [
      `These items of order ${order.orderNumber} have been sent.`,
      "Slip dress: × 1\n  S",
      "Carrier: DHL",
      "Tracking number: JD 01",
      `Track the parcel:\n${page}`,
      "Shipping address\nAda Byron\n1 Main St\nAustin, TX 78701\nUnited States",
      "Still to come\n1 × Slip dress, S\n1 × Slip dress, M",
      `/order#${order.id}.`,
    ])
      expect(mail?.text).toContain(words);
    expect(mail?.text).not.toContain("× 2");
    const [host] = /http:\/\/[^/"]+(?=\/order#)/.exec(mail?.html ?? "") ?? [];
    expect(mail?.html).toContain(`src="${host}${picture}"`);
    expect(mail?.html.match(/<img\b/g)).toHaveLength(1);
    expect(mail?.html).toContain(`href="${page}"`);
  });

  test("follows each step, unless staff say that it should not", async ({ world }) => {
    const shop = await openShop(world);
    const order = await shop.buy(1, 1);
    const [first, second] = order.items.map(({ id }) => [{ orderItemId: id, quantity: 1 }]);
    await world.sendMails();
    world.mails.length = 0;
    const quiet = await order.ship({ items: first, notify: false });
    await order.change(quiet.id, { status: "DELIVERED", notify: false });
    const pending = await order.ship({ items: second, status: "PENDING" });
    await order.change(pending.id, { carrier: "UPS" });
    expect(await world.sendMails()).toEqual([]);
    await order.change(pending.id, { status: "SHIPPED" });
    await order.change(pending.id, { status: "DELIVERED" });
    // Neither repeating the status nor a return sends an email.
    await order.change(pending.id, { status: "DELIVERED" });
    const number = order.orderNumber;
    expect((await world.sendMails()).map(({ subject, to }) => [subject, to])).toEqual([
      [`Your order ${number} from Sartoria is on its way`, "ada@example.com"],
      [`Your order ${number} from Sartoria was delivered`, "ada@example.com"],
    ]);
    expect(world.mails[1]?.text).toContain(
      "Reply to this email if anything is missing or damaged.",
    );
    expect(world.mails[1]?.text).not.toContain("Still to come");
  });

  test("is not sent if the shipment came back or the order was deleted first", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const [returned, deleted] = [await shop.buy(1), await shop.buy(1)];
    await world.sendMails();
    world.mails.length = 0;
    const { id } = await returned.ship();
    await returned.change(id, { status: "RETURNED" });
    await deleted.ship();
    await world.admin.query("update shop.orders set deleted_at = now() where id = $1", [
      deleted.id,
    ]);
    expect(await world.sendMails()).toEqual([]);
  });

  test("of a test order says so, and links only to a known carrier", async ({ world }) => {
    const shop = await openShop(world, { environment: "TEST" });
    const order = await shop.buy(1, 1);
    const [first, second] = order.items.map(({ id }) => [{ orderItemId: id, quantity: 1 }]);
    const trackingUrl = "https://evil.example/phish";
    await order.ship({ items: first, carrier: "see www.evil.example", trackingUrl });
    await order.ship({ items: second, carrier: "UPS", trackingNumber: "1Z9", trackingUrl });
    const [one, other] = (await world.sendMails()).slice(-2);
    for (const mail of [one, other]) {
      expect(mail?.subject).toMatch(/^Test order: Your order /);
      expect(mail?.text).toContain("No money was taken, and nothing will be sent.");
      expect(`${mail?.html}${mail?.text}`).not.toContain("evil.example");
    }
    expect(one?.html).not.toContain("Track the parcel");
    expect(other?.html).toContain('href="https://www.ups.com/track?tracknum=1Z9"');
  });

  test("is limited only for orders that weren't paid for", async ({ world }) => {
    for (const [environment, sent] of [
      ["TEST", 5],
      ["LIVE", 9],
    ] as const) {
      const shop = await openShop(world, { environment });
      const order = await shop.buy(8);
      const items = [{ orderItemId: order.items[0]?.id ?? "", quantity: 1 }];
      for (let i = 0; i < 8; i += 1) await order.ship({ items });
      world.mails.length = 0;
      await world.sendMails();
      // `sent` includes the order confirmation.
      expect([environment, world.mails.length]).toEqual([environment, sent]);
    }
  });

  test("for a pickup says that the order is ready, and there is no mail after the pickup", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const order = await shop.buy(1);
    await world.admin.query(
      `update shop.orders set pickup = '{"locationName": "Shop", "address": "Via Tortona 1"}' where id = $1`,
      [order.id],
    );
    const { id } = await order.ship();
    await order.change(id, { status: "DELIVERED" });
    const mails = (await world.sendMails()).slice(1);
    expect(mails.map(({ subject }) => subject)).toEqual([
      `Your order ${order.orderNumber} from Sartoria is ready`,
    ]);
    expect(mails[0]?.text).toContain("Pickup\nShop\nVia Tortona 1");
    expect(mails[0]?.text).not.toContain(address.address);
  });

  test("is composed in each of the thirteen languages", async ({ world }) => {
    const shop = await openShop(world, { stock: 9 });
    const order = await shop.buy(2);
    const items = [{ orderItemId: order.items[0]?.id ?? "", quantity: 1 }];
    const { id: shipmentId } = await order.ship({ items, carrier: "GLS", trackingNumber: "7" });
    await world.sendMails();
    world.mails.length = 0;
    const ctx = await world.system(shop.storeId);
    const data = { orderId: order.id, shipmentId };
    await ctx.tx(async (tx) => {
      for (const language of LanguageCode.options)
        for (const template of ["order-shipped", "order-delivered"] as const)
          await enqueueMail(tx, { template, to: "ada@example.com", language, data });
    });
    const mails = await world.sendMails();
    expect(mails).toHaveLength(26);
    for (const part of ["subject", "text"] as const)
      expect(new Set(mails.map((mail) => mail[part])).size).toBe(26);
    for (const mail of mails) {
      expect(mail.text).toContain(order.orderNumber);
      expect(mail.text).toContain("Slip dress");
      expect(mail.text).not.toContain("undefined");
    }
  });
});
