// @module-tag slow

import { LanguageCode } from "@vetrina/contract/enumerations";
import { expect } from "vitest";
import { test } from "#tests/world.ts";
import { enqueueMail } from "../../platform/mail/enqueue-mail.ts";
import { shippingAddress } from "../customers/customers.fixture.ts";
import { draftShop, inDays } from "./drafts.fixture.ts";

test("a pay link is mailed in each of the thirteen languages, with the same content in HTML and plain text", async ({
  world,
}) => {
  const { draft, staff, small, medium } = await draftShop(world);
  const { id } = await draft({
    items: [
      { variantId: small, quantity: 2 },
      { variantId: medium, quantity: 1, price: 25 },
    ],
    discount: { type: "PERCENTAGE", value: 10 },
    holdUntil: inDays(2),
  });
  for (const language of LanguageCode.options) {
    // Different addresses, so that the limits per mailbox don't stop any of these emails.
    const body = { language, email: `${language}@example.com` };
    await staff.draftOrders.updateDraftOrder({ id, body });
    await staff.draftOrders.sendDraftOrder({ id });
    await world.sendMails();
  }
  const { mails } = world;
  expect(mails).toHaveLength(13);
  expect(new Set(mails.map(({ subject }) => subject)).size).toBe(13);
  for (const { subject, html, text } of mails) {
    expect(`${subject}${html}${text}`).not.toMatch(/undefined|\[object|NaN|Invalid Date/);
    for (const part of [html, text]) {
      expect(part).toContain(`#${id}.`);
      expect(part.match(/Slip dress/g)?.length).toBe(2);
    }
  }
});

test("an email with a pay link contains no links from staff's texts", async ({ world }) => {
  const { draft, staff } = await draftShop(world);
  const link = "Win now http://evil.example/x or mail me@evil.example";
  const { id } = await draft({
    customShipping: { name: link, price: 0 },
    shippingAddress: { ...shippingAddress, name: link, city: "evil.example" },
  });
  await staff.draftOrders.sendDraftOrder({ id });
  const [mail] = await world.sendMails();
  const written = `${mail?.html}${mail?.text}`;
  expect(written).toContain("Win now http //evil. example");
  expect(written).not.toMatch(/evil\.example|@evil/);
});

test("a waiting mail with a pay link is dropped once the draft's links end", async ({ world }) => {
  const { storeId, draft, staff } = await draftShop(world);
  const { id } = await draft();
  await staff.draftOrders.sendDraftOrder({ id });
  await staff.draftOrders.revokeDraftOrderLinks({ id });
  expect(await world.sendMails()).toEqual([]);
  await staff.draftOrders.sendDraftOrder({ id });
  const ctx = await world.system(storeId);
  // The data of an email that an earlier version of the server queued.
  const earlier = { template: "order-payment-link", data: { orderId: id } } as const;
  await ctx.tx((tx) => enqueueMail(tx, { ...earlier, to: "ada@example.com" }));
  expect((await world.sendMails()).map(({ to }) => to)).toEqual([
    "ada@example.com",
    "ada@example.com",
  ]);
});
