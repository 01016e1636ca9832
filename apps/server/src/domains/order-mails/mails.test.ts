// @module-tag slow

import { extractText, getDocumentProxy } from "unpdf";
import { describe, expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import type { Mail } from "../../platform/mail/mailer.ts";
import { messageOf } from "../../platform/mail/message.ts";
import { makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { fillTheQueue } from "../../platform/pdf/drawings.fixture.ts";
import { reportDispute } from "../disputes/disputes.fixture.ts";
import { paidOrder, payAll, refundShop, settle } from "../refunds/refunds.fixture.ts";

const year = new Date().getUTCFullYear();
const picture = "/media/dress/640.webp";

const shippingAddress = {
  name: "Ada Byron",
  address: "1 Main St",
  city: "Austin",
  region: "TX",
  postalCode: "78701",
  country: "US",
};

async function mailAbout(world: World, words: string): Promise<Mail> {
  const mail = (await world.sendMails()).findLast(({ subject }) => subject.includes(words));
  if (mail === undefined) throw new Error(`no mail about ${words}`);
  return mail;
}

/** Reads the names and texts of an email's attachments. */
async function filesOf({ attachments = [] }: Mail): Promise<[string, string][]> {
  return Promise.all(
    attachments.map(async ({ name, bytes }) => {
      const pdf = await getDocumentProxy(new Uint8Array(bytes));
      const { text } = await extractText(pdf, { mergePages: true });
      return [name, text.replaceAll(/\s+/g, " ")] as [string, string];
    }),
  );
}

describe("the mails of an order", () => {
  test("contain its pictures, its invoice and the credit notes of its refunds", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { staff } = shop;
    const { id, items } = await paidOrder(world, shop);
    await world.admin.query("update shop.order_items set image = $1 where position = 0", [picture]);
    const confirmed = await mailAbout(world, "Your order");
    expect(confirmed.html.match(/<img\b/g)).toHaveLength(1);
    expect(confirmed.html).toMatch(new RegExp(`src="http://[^"/]+${picture}"`));
    expect(confirmed.text).toContain("Your invoice is attached.");
    const [invoice] = await filesOf(confirmed);
    expect(invoice?.[0]).toBe(`Invoice-${year}-000001.pdf`);
    expect(invoice?.[1]).toContain("Total USD $110.02");
    // Checks the message as it is sent to the mail server.
    expect(messageOf(confirmed).attachments).toMatchObject([
      { filename: `Invoice-${year}-000001.pdf`, contentType: "application/pdf" },
    ]);
    const lines = [{ itemId: items[0]?.id ?? "", quantity: 1 }];
    await staff.refunds.refundOrder({ id, body: { lines } });
    const refunded = await mailAbout(world, "Refund");
    expect(refunded.text).toContain("The credit note is attached.");
    expect(refunded.html).toContain(`${picture}"`);
    const [note] = await filesOf(refunded);
    expect(note?.[0]).toBe(`Credit-note-C${year}-000001.pdf`);
    expect(note?.[1]).toContain("Total USD $33.34");
    await staff.orders.cancelOrder({ id, body: {} });
    const canceled = await mailAbout(world, "canceled");
    expect((await filesOf(canceled)).map(([name]) => name)).toEqual([
      `Credit-note-C${year}-000002.pdf`,
    ]);
    // The emails caused three documents to be issued, each only once.
    expect((await staff.orders.listOrderDocuments({ id })).items).toHaveLength(3);
  });

  test("contain the invoice of a paid change; the order's own invoice stays the first", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { orders } = shop.staff;
    const order = await paidOrder(world, shop);
    const { id } = order;
    await mailAbout(world, "Your order");
    const items = [{ variantId: shop.variantIds[1], quantity: 2 }];
    await orders.updateOrderItems({ id, body: { items } });
    await payAll(order);
    const changed = await mailAbout(world, "was changed");
    expect(changed.text).toContain("Your invoice is attached.");
    const [invoice] = await filesOf(changed);
    expect(invoice?.[0]).toBe(`Invoice-${year}-000002.pdf`);
    expect(invoice?.[1]).toContain("Total USD $20.00");
    expect((await orders.getOrderInvoice({ id })).name).toBe(`Invoice-${year}-000001.pdf`);
  });

  test("contain the credit note of a change that costs less, even when the mail is sent again", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { orders } = shop.staff;
    const { id, items } = await paidOrder(world, shop);
    await mailAbout(world, "Your order");
    await orders.updateOrderItems({
      id,
      body: { items: [{ itemId: items[0]?.id ?? "", quantity: 2 }] },
    });
    const changed = await mailAbout(world, "was changed");
    expect(changed.text).toContain("We'll refund $33.34");
    expect(changed.text).toContain("The credit note is attached.");
    const [note] = await filesOf(changed);
    expect(note?.[0]).toBe(`Credit-note-C${year}-000001.pdf`);
    expect(note?.[1]).toContain("Total USD $33.34");
    await orders.sendOrderMail({ id, body: { template: "order-changed" } });
    const again = await mailAbout(world, "was changed");
    expect((await filesOf(again)).map(([name]) => name)).toEqual([note?.[0]]);
    // The new address doesn't change the price, so its email has no document.
    await orders.updateOrderAddresses({ id, body: { shippingAddress } });
    await mailAbout(world, "was changed");
    await orders.sendOrderMail({ id, body: { template: "order-changed" } });
    expect((await mailAbout(world, "was changed")).attachments).toBeUndefined();
  });

  test("contain the credit note of a change that a lost dispute has already paid back", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { orders } = shop.staff;
    const { id, items } = await paidOrder(world, shop);
    await mailAbout(world, "Your order");
    await reportDispute(world, shop, id, { state: "lost", amountMinor: 3334 });
    await orders.updateOrderItems({
      id,
      body: { items: [{ itemId: items[0]?.id ?? "", quantity: 2 }] },
    });
    for (const isAgain of [false, true]) {
      if (isAgain) await orders.sendOrderMail({ id, body: { template: "order-changed" } });
      const changed = await mailAbout(world, "was changed");
      expect(changed.text).toContain("The credit note is attached.");
      expect(changed.text).not.toContain("We'll refund");
      const [note, ...others] = await filesOf(changed);
      expect(note?.[0]).toBe(`Credit-note-C${year}-000001.pdf`);
      expect(note?.[1]).toContain("Total USD $33.34");
      expect(others).toEqual([]);
    }
  });

  test("about a cancellation wait for the provider's response, but only for a limited time", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { staff } = shop;
    const first = await paidOrder(world, shop);
    const second = await paidOrder(world, shop);
    await world.sendMails();
    changeRefunds(world, true);
    for (const { id } of [first, second]) await staff.orders.cancelOrder({ id, body: {} });
    expect(ofCanceled(await world.sendMails())).toEqual([]);
    changeRefunds(world, false);
    await world.admin.query(
      "update shop.refund_payments set updated_at = now() + interval '1 hour' where order_id = $1",
      [second.id],
    );
    await settle(world);
    await makeDue(world);
    expect(
      ofCanceled(await world.sendMails()).map(({ attachments }) => attachments?.length),
    ).toEqual([1]);
    await world.admin.query("update shop.mails set created_at = now() - interval '2 minutes'");
    await makeDue(world);
    const late = ofCanceled(await world.sendMails()).at(-1);
    expect(late?.subject).toContain(second.orderNumber);
    expect(late?.attachments).toBeUndefined();
    expect(late?.text).toContain("We'll refund what you paid,");
  });

  test("have no documents for test orders", async ({ world }) => {
    const shop = await refundShop(world, { environment: "TEST" });
    const { id } = await paidOrder(world, shop);
    await shop.staff.refunds.refundOrder({ id, body: { amount: 5 } });
    for (const { attachments, text } of await world.sendMails()) {
      expect(attachments).toBeUndefined();
      expect(text).not.toContain("attached");
    }
  });

  test("wait for a document that can't be drawn, and are finally sent without it", async ({
    world,
  }) => {
    const shop = await refundShop(world);
    const { id } = await paidOrder(world, shop);
    const letThemEnd = fillTheQueue();
    expect(await world.sendMails()).toEqual([]);
    await world.admin.query("update shop.mails set created_at = now() - interval '11 minutes'");
    await makeDue(world);
    const [mail] = await world.sendMails();
    expect(mail?.attachments).toBeUndefined();
    expect(mail?.text).not.toContain("attached");
    await letThemEnd();
    // An email that is requested again has its document attached.
    const ctx = await world.system(shop.storeId);
    await ctx.tx((tx) =>
      enqueueMail(tx, {
        template: "order-confirmation",
        to: "ada@example.com",
        data: { orderId: id },
      }),
    );
    expect((await world.sendMails()).at(-1)?.attachments).toHaveLength(1);
  });
});

function ofCanceled(mails: readonly Mail[]): Mail[] {
  return mails.filter(({ subject }) => subject.includes("was canceled"));
}

function silent(): Promise<never> {
  return Promise.reject(new Error("no answer"));
}

/** Makes the provider's refund calls fail without a response or, if `isSilent` is false, restores them. */
function changeRefunds(world: World, isSilent: boolean): void {
  const { gateways } = world.services;
  world.services.gateways = {
    ...gateways,
    find(provider, environment) {
      const real = gateways.find(provider, environment);
      if (real === null || !isSilent) return real === null ? null : realOf(real);
      return Object.assign({}, real, { refund: silent, getRefund: silent, real });
    },
  };
}

function realOf<T extends object>(gateway: T): T {
  return "real" in gateway ? (gateway.real as T) : gateway;
}
