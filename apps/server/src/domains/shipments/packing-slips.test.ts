// @module-tag slow

import { LanguageCode } from "@vetrina/contract/enumerations";
import { extractText, getDocumentProxy, getMeta } from "unpdf";
import { describe, expect, vi } from "vitest";
import { test } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { mailLocale } from "../../platform/mail/languages.ts";
import { fillTheQueue } from "../../platform/pdf/drawings.fixture.ts";
import { openShop } from "./shipments.fixture.ts";
import { slipTexts } from "./slip-texts.ts";

/** Reads the words of each page, and the file's metadata. */
async function read(file: File) {
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  const { text } = await extractText(pdf);
  const { info } = await getMeta(pdf);
  return { pages: text.map((page) => page.replaceAll(/\s+/g, " ")), info };
}

describe("a packing slip", () => {
  test("has the shipment's items, address and locations, and no prices", async ({ world }) => {
    const shop = await openShop(world, { stock: 2, shelf: 5, sizes: ["S"] });
    await world.admin.query("update shop.variants set sku = 'SD-S'");
    const order = await shop.buy(6);
    await world.admin.query("update shop.orders set note = 'Ring twice, 山田さん' where id = $1", [
      order.id,
    ]);
    const { id } = await order.ship({ carrier: "UPS", trackingNumber: "1Z 9" });
    const file = await shop.staff.shipments.getPackingSlip({ id });
    expect([file.name, file.type]).toEqual([
      `Packing-slip-${order.orderNumber}.pdf`,
      "application/pdf",
    ]);
    const { pages, info } = await read(file);
    expect(pages).toHaveLength(1);
    for (const words of [
      "SARTORIA",
      "PACKING SLIP",
      `Order number ${order.orderNumber}`,
      "Shipping method UPS",
      "Tracking number 1Z 9",
      "Ship to Ada Byron 1 Main St Austin, TX 78701 United States",
      "Slip dress S · SKU SD-S",
      "main",
      "shelf",
      "Buyer's note Ring twice, 山田さん",
      "Page 1 of 1",
    ])
      expect(pages[0]).toContain(words);
    expect(pages[0]).not.toMatch(/\$|Test order/);
    expect(info).toMatchObject({
      Title: `Packing slip ${order.orderNumber}, Sartoria`,
      Language: "en-US",
    });
  });

  test("of a test order says that it must not be sent", async ({ world }) => {
    const shop = await openShop(world, { environment: "TEST" });
    const { ship } = await shop.buy(1);
    const { id } = await ship();
    const { pages } = await read(await shop.staff.shipments.getPackingSlip({ id }));
    expect(pages[0]).toContain("Test order: don't send it");
    // The store has one location, which need not be named.
    expect(pages[0]).not.toContain("Location");
  });

  test("is written in the order's language, in each of the thirteen", async ({ world }) => {
    const shop = await openShop(world, { locale: "de-DE", country: "DE" });
    const { ship } = await shop.buy(1);
    const { id } = await ship();
    const { pages, info } = await read(await shop.staff.shipments.getPackingSlip({ id }));
    expect(pages[0]).toContain("LIEFERSCHEIN");
    expect(pages[0]).toContain("Vereinigte Staaten");
    expect(info).toMatchObject({ Language: "de-DE" });
    const french = await shop.buy(1);
    await world.admin.query("update shop.orders set language = 'FR' where id = $1", [french.id]);
    const slip = await french.ship();
    const { pages: own, info: ofOwn } = await read(
      await shop.staff.shipments.getPackingSlip({ id: slip.id }),
    );
    for (const words of ["BON DE LIVRAISON", "États-Unis", "Page 1 sur 1"])
      expect(own[0]).toContain(words);
    expect(ofOwn).toMatchObject({ Language: "fr" });
    const mails = (await world.sendMails()).map(({ html }) => /lang="([^"]+)"/.exec(html)?.[1]);
    expect(mails.slice(-2)).toEqual(["de-DE", "fr"]);
    const titles = LanguageCode.options.map((code) => slipTexts(mailLocale("en-US", code)).title);
    expect(new Set(titles).size).toBe(13);
    expect(slipTexts(mailLocale("sv-SE", null)).title).toBe("Packing slip");
  });

  test("is rejected while too many documents wait", async ({ world }) => {
    const shop = await openShop(world, { environment: "TEST" });
    const { id: orderId, ship } = await shop.buy(1);
    const { id } = await ship({ status: "PENDING" });
    const letThemEnd = fillTheQueue();
    const busy = { code: "SERVER_BUSY" };
    const { shipments } = shop.staff;
    await expect(shipments.getPackingSlip({ id })).rejects.toMatchObject(busy);
    const all = { storeId: shop.storeId, orders: [orderId] };
    await expect(shipments.getPackingSlips(all)).rejects.toMatchObject(busy);
    await letThemEnd();
  });
});

describe("the packing slips of many orders", () => {
  test("contain what is still to be packed of each, and everything of an order that has left", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const [whole, begun, gone] = [await shop.buy(1, 1), await shop.buy(3), await shop.buy(1)];
    const one = (n: number) => ({
      items: [{ orderItemId: begun.items[0]?.id ?? "", quantity: n }],
    });
    await begun.ship(one(1));
    await begun.ship({ ...one(1), status: "PENDING" });
    await gone.ship();
    const unpaid = await shop.place([{ variantId: shop.first, quantity: 1 }]);
    const { shipments } = shop.staff;
    const { storeId } = shop;
    const print = async (orders?: string[]) =>
      read(
        await shipments.getPackingSlips({ storeId, ...(orders === undefined ? {} : { orders }) }),
      );
    const { pages, info } = await print([whole.id, unpaid.id, begun.id, gone.id]);
    const numbers = pages.map((page) => /Order number ([\dA-Z]{4}-[\dA-Z]{4})/.exec(page)?.[1]);
    expect(numbers).toEqual([
      whole.orderNumber,
      begun.orderNumber,
      begun.orderNumber,
      gone.orderNumber,
    ]);
    expect(pages[1]).toContain("Shipment 2");
    expect(pages[2]).toContain("Shipment 3");
    expect(pages.every((page) => page.includes("Page 1 of 1"))).toBe(true);
    expect(info).toMatchObject({ Title: "Packing slip, Sartoria" });
    // Without ids, the call prints all orders that are not completely packed.
    const open = (await print()).pages.map((page) => /Order number (\S+)/.exec(page)?.[1]);
    expect(open).toEqual([whole.orderNumber, begun.orderNumber, begun.orderNumber]);
    await expect(print([unpaid.id])).rejects.toMatchObject({ code: "INVALID_TRANSITION" });
    await expect(print([newId()])).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(print(Array.from({ length: 51 }, newId))).rejects.toMatchObject({
      code: "VALIDATION_FAILED",
    });
  });

  test("of one language are written with the same formats", async ({ world }) => {
    const shop = await openShop(world);
    const order = await shop.buy(8);
    const items = [{ orderItemId: order.items[0]?.id ?? "", quantity: 1 }];
    for (let i = 0; i < 6; i += 1) await order.ship({ items, status: "PENDING" });
    const numbers = vi.spyOn(Intl, "NumberFormat");
    const dates = vi.spyOn(Intl, "DateTimeFormat");
    const locales = vi.spyOn(Intl, "Locale");
    try {
      const { storeId } = shop;
      const { pages } = await read(
        await shop.staff.shipments.getPackingSlips({ storeId, orders: [order.id] }),
      );
      expect(pages).toHaveLength(7);
      for (const made of [numbers, dates, locales]) expect(made.mock.calls.length).toBeLessThan(5);
    } finally {
      vi.restoreAllMocks();
    }
  });

  test("begin on new pages, and a long one takes several", async ({ world }) => {
    const shop = await openShop(world, {
      sizes: Array.from({ length: 40 }, (_, i) => `Size ${i}`),
    });
    const long = await shop.buy(...Array.from({ length: 40 }, () => 1));
    const short = await shop.buy(1);
    const { pages } = await read(
      await shop.staff.shipments.getPackingSlips({
        storeId: shop.storeId,
        orders: [long.id, short.id],
      }),
    );
    expect(pages.length).toBeGreaterThan(2);
    expect(pages[0]).toContain(`Page 1 of ${pages.length - 1}`);
    expect(pages[1]).toContain(`Packing slip ${long.orderNumber}`);
    expect(pages.at(-1)).toContain("Page 1 of 1");
    const words = pages.join(" ");
    for (let i = 0; i < 40; i += 1) expect(words).toContain(`Size ${i}`);
  });

  test("contain at most a thousand lines, because the documents of all stores are drawn one after another", async ({
    world,
  }) => {
    const shop = await openShop(world);
    const [small, large, last] = [await shop.buy(1), await shop.buy(1), await shop.buy(1)];
    await world.admin.query(
      `insert into shop.order_items (store_id, order_id, id, product_id, variant_id, link, name, variant_name, quantity, price_minor,
         total_minor, position)
       select store_id, order_id, gen_random_uuid(), product_id, variant_id, link, name, variant_name, 1, 0, 0, n
       from shop.order_items, generate_series(1, 998) n where order_id = $1`,
      [large.id],
    );
    const { storeId } = shop;
    const { shipments } = shop.staff;
    await expect(
      shipments.getPackingSlips({ storeId, orders: [small.id, large.id, last.id] }),
    ).rejects.toMatchObject({ code: "LIMIT_REACHED", details: { max: 1000 } });
    const numbersOf = async (orders?: string[]) => {
      const { pages } = await read(
        await shipments.getPackingSlips({ storeId, ...(orders && { orders }) }),
      );
      return new Set(pages.flatMap((page) => /Order number (\S+)/.exec(page)?.[1] ?? []));
    };
    expect(await numbersOf([small.id, large.id])).toEqual(
      new Set([small.orderNumber, large.orderNumber]),
    );
    expect((await numbersOf()).has(last.orderNumber)).toBe(false);
  });
});
