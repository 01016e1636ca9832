// @module-tag slow

import { expect } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { test, type World } from "#tests/world.ts";
import { makeDue } from "../../platform/jobs/jobs.fixture.ts";
import { reportDispute } from "../disputes/disputes.fixture.ts";
import { mailLowStock, publishLowStock } from "../inventory/jobs.ts";
import { paidOrder, type RefundShop, refundShop } from "../refunds/refunds.fixture.ts";
import { builtInRole, member } from "./roles.fixture.ts";

const subjects = {
  "refund-failed": "Refund failed",
  "order-disputed": "dispute",
  "contact-message": "Message from Eve",
  "low-stock": "Low stock",
} as const;

/** Queues an email of each kind that goes to the people of a store. */
async function queueMails(world: World, shop: RefundShop, orderId: string): Promise<void> {
  const { storeId, staff } = shop;
  await staff.refunds.refundOrder({ id: orderId, body: { amount: 1.91 } });
  await reportDispute(world, shop, orderId, { state: "open", amountMinor: 1000 });
  await world.client().contact.createContactMessage({
    storeId,
    body: { name: "Eve", email: "eve@example.com", subject: "Order", message: "Where is it?" },
  });
  await publishLowStock(world.services);
  await runJobs(world.services, { jobs: [mailLowStock] });
}

/** Tries to send the waiting emails to a server that refuses all of them for now. */
async function sendInVain({ services, ...world }: World): Promise<void> {
  const { mailer } = services;
  services.mailer = { ...mailer, send: () => Promise.reject(new Error("451 try again later")) };
  await world.sendMails();
  services.mailer = mailer;
}

/** Sends the waiting emails, and returns the recipients of each kind. */
async function recipients(world: World): Promise<Record<keyof typeof subjects, string[]>> {
  const before = world.mails.length;
  await makeDue(world);
  const mails = (await world.sendMails()).slice(before);
  const of = (words: string) =>
    mails.flatMap(({ subject, to }) => (subject.includes(words) ? [to] : [])).toSorted();
  return {
    "refund-failed": of(subjects["refund-failed"]),
    "order-disputed": of(subjects["order-disputed"]),
    "contact-message": of(subjects["contact-message"]),
    "low-stock": of(subjects["low-stock"]),
  };
}

/** A store whose emails go to the first of its two owners, because its contact address isn't verified. */
async function ownedShop(world: World) {
  const shop = await refundShop(world);
  const { storeId, variantIds, staff: clerk } = shop;
  await world.admin.query("update shop.stores set proven_contact_email = null");
  const first = await member(world, storeId, "ADMIN");
  const second = await member(world, storeId, "ADMIN");
  const { id } = await paidOrder(world, shop);
  await world.sendMails();
  const [variantId] = variantIds;
  await first.inventory.setReorderPoint({ body: { variantId, reorderPoint: 90 } });
  await first.inventory.setLevel({ body: { variantId, onHand: 5 } });
  const queue = () => queueMails(world, shop, id);
  return { storeId, clerk, first, second, queue };
}

test("mails about a store go to the owners, the members who manage orders and the first owner", async ({
  world,
}) => {
  const { clerk, first, second, queue } = await ownedShop(world);
  await queue();
  await sendInVain(world);
  const managers = [clerk.email, first.email, second.email].toSorted();
  expect(await recipients(world)).toEqual({
    "refund-failed": managers,
    "order-disputed": managers,
    "contact-message": [first.email],
    "low-stock": [first.email],
  });
});

test.for(["after a first attempt", "before the first attempt"])(
  "a mail about a store isn't sent to people who were removed %s, but to those who remain",
  async (when, { world }) => {
    const { storeId, clerk, first, second, queue } = await ownedShop(world);
    await queue();
    if (when === "after a first attempt") await sendInVain(world);
    const roleId = await builtInRole(world, storeId, "ADMIN");
    await second.roles.revokeRole({ body: { userId: first.userId, roleId } });
    const { items } = await second.roles.listStaff({ storeId });
    const role = items.find(({ userId }) => userId === clerk.userId)?.roles[0]?.id ?? "";
    await second.roles.revokeRole({ body: { userId: clerk.userId, roleId: role } });
    expect(await recipients(world)).toEqual({
      "refund-failed": [second.email],
      "order-disputed": [second.email],
      "contact-message": [second.email],
      "low-stock": [second.email],
    });
  },
);

test("a mail that waits goes to a person's present address, and to the store's once that is verified", async ({
  world,
}) => {
  const { storeId, clerk, first, second, queue } = await ownedShop(world);
  await queue();
  await sendInVain(world);
  await world.admin.query("update shop.users set email = 'new@example.com' where id = $1", [
    first.userId,
  ]);
  await world.admin.query(
    "update shop.stores set proven_contact_email = contact ->> 'email' where id = $1",
    [storeId],
  );
  const managers = [clerk.email, "new@example.com", second.email].toSorted();
  expect(await recipients(world)).toEqual({
    "refund-failed": managers,
    "order-disputed": managers,
    "contact-message": ["hello@sartoria.example"],
    "low-stock": ["hello@sartoria.example"],
  });
});
