// @module-tag slow

import { extractText, getDocumentProxy } from "unpdf";
import { expect } from "vitest";
import { untilBlocked } from "#tests/until-blocked.ts";
import { type Client, test, type World } from "#tests/world.ts";
import { newId } from "../../platform/id.ts";
import { openAccount, shippingAddress, tablesWith } from "../customers/customers.fixture.ts";
import { personWithData } from "../customers/personal-data/person.fixture.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { payAll, refundShop } from "../refunds/refunds.fixture.ts";
import { clearErasedDocuments, issueCreditNotes, issueInvoices } from "./jobs.ts";

async function textOf(file: File): Promise<string> {
  const pdf = await getDocumentProxy(new Uint8Array(await file.arrayBuffer()));
  return (await extractText(pdf, { mergePages: true })).text;
}

type Row = { id: string; order_id: string; content: { note: unknown; addresses: unknown[] } };

/** Reads the documents as they are stored, oldest first. */
async function stored(world: World): Promise<Row[]> {
  const { rows } = await world.admin.query<Row>(
    "select id, order_id, content from shop.order_documents order by id",
  );
  return rows;
}

async function drawn({ owner }: { owner: Client }, rows: Row[]) {
  const files = rows.map(({ id, order_id }) =>
    owner.orders.getOrderDocument({ id: order_id, documentId: id }),
  );
  return (await Promise.all((await Promise.all(files)).map(textOf))).join();
}

function cleared(rows: Row[]): Row[] {
  return rows.map((row) => ({ ...row, content: { ...row.content, addresses: [], note: null } }));
}

test("an erasure marks documents, which immediately show no address and no note, and the sweep clears them in batches", async ({
  world,
}) => {
  const person = await personWithData(world);
  const before = await stored(world);
  expect(before.length).toBeGreaterThan(1);
  expect(await drawn(person, before)).toContain("Lovelace");
  expect(await clearErasedDocuments(world.services)).toBe(0);

  await person.owner.customers.eraseCustomer({ id: person.id });
  // The erasure only marks the documents, because rewriting their content may take long. The sweep clears it later.
  expect(await stored(world)).toEqual(before);
  expect(await drawn(person, before)).not.toContain("Lovelace");
  const invoice = await person.owner.orders.getOrderInvoice({ id: before[0]?.order_id ?? "" });
  expect(await textOf(invoice)).not.toContain("Lovelace");

  expect(await clearErasedDocuments(world.services, 1, () => true)).toBe(1);
  expect(await stored(world)).toEqual([...cleared(before.slice(0, 1)), ...before.slice(1)]);
  expect(await clearErasedDocuments(world.services, 1)).toBe(before.length - 1);
  expect(await stored(world)).toEqual(cleared(before));
  expect(await drawn(person, before)).not.toContain("Lovelace");
  const { rowCount } = await world.admin.query(
    "select distinct xmin::text from shop.order_documents",
  );
  expect(rowCount).toBe(before.length);
  expect(await clearErasedDocuments(world.services)).toBe(0);
});

test("a customer's export shows no address and no note of a marked document", async ({ world }) => {
  const { client, id } = await personWithData(world);
  const exported = async () => {
    const { orders } = await client.customers.exportCustomer({ id });
    return JSON.stringify(orders.flatMap(({ documents }) => documents));
  };
  expect(await exported()).toContain("Lovelace");
  await world.admin.query("update shop.order_documents set erased_at = now()");
  expect(await exported()).toContain('"addresses":[],"note":null');
  expect(await exported()).not.toContain("Lovelace");
});

const [old, present, right] = ["old@example.com", "ada@example.com", "right@example.com"];
const accountTables = ["users", "account_mails", "account_entries", "mailed_tokens"];

/**
 * Creates a LIVE store with a customer whose account has the email `old`; `change` replaces it with `present`. `buy`
 * places an order of another account, or of a guest, with the given email; the order is invoiced and refunded in part.
 */
async function shopWithGifts(world: World) {
  const shop = await refundShop(world);
  const { storeId, variantIds } = shop;
  const owner = await staffClient(world, storeId, "ADMIN");
  const person = await openAccount(world, { email: old });
  const { id } = await person.client.customers.getMyCustomer({ storeId });
  const buyer = await openAccount(world, { email: "grace@example.com" });
  const buy = async (email: string, client = buyer.client) => {
    const items = [{ variantId: variantIds[0], quantity: 2 }];
    const body = { items, email, shippingAddress: { ...shippingAddress, name: "Grace Hopper" } };
    const order = await client.orders.createOrder({ storeId, body }, { idempotencyKey: newId() });
    await payAll({ ...order, buyer: world.client({ orderKey: order.orderKey }) });
    await issueInvoices(world.services);
    await owner.refunds.refundOrder({ id: order.id, body: { amount: 1 } });
    await issueCreditNotes(world.services);
    return order;
  };
  const change = async () => {
    await world.admin.query("update shop.users set email = $2 where id = $1", [
      person.userId,
      present,
    ]);
  };
  return { owner, buy, change, erase: () => owner.customers.eraseCustomer({ id }) };
}

test("an erasure removes the person's present and former email from another buyer's orders and documents, and nothing else", async ({
  world,
}) => {
  const { owner, buy, change, erase } = await shopWithGifts(world);
  const before = await buy(old);
  await change();
  const gift = await buy(present);
  const later = await buy(old);
  const rows = await stored(world);
  expect(rows).toHaveLength(6);
  const [theirs, others] = [rows.slice(0, 4), rows.slice(4)];
  expect(theirs.map(({ order_id: id }) => id)).toEqual([before.id, before.id, gift.id, gift.id]);
  await erase();
  expect(await stored(world)).toEqual(rows);
  const text = await drawn({ owner }, theirs);
  expect(text).toContain("Grace Hopper");
  expect(text).not.toMatch(/old@|ada@/);
  // An order placed with the former email after the change belongs to another person, so it keeps the email.
  expect(await drawn({ owner }, others)).toContain(old);
  expect((await owner.orders.getOrder({ id: later.id })).customer.email).toBe(old);
  for (const { id } of [before, gift])
    expect((await owner.orders.getOrder({ id })).customer.email).toBeNull();

  expect(await clearErasedDocuments(world.services, 3)).toBe(4);
  expect(await clearErasedDocuments(world.services)).toBe(0);
  expect(await drawn({ owner }, theirs)).toBe(text);
  expect((await stored(world)).slice(4)).toEqual(others);
  expect(await tablesWith(world, [present], accountTables)).toEqual([]);
});

test("an erasure removes the person's email from documents of an order whose email was corrected later", async ({
  world,
}) => {
  const { owner, buy, change, erase } = await shopWithGifts(world);
  await change();
  const { id } = await buy(present, world.client());
  await owner.orders.updateOrder({ id, body: { email: right } });
  await erase();
  const rows = await stored(world);
  const text = await drawn({ owner }, rows);
  expect(text).toContain("Grace Hopper");
  expect(text).not.toContain(present);
  expect(await clearErasedDocuments(world.services)).toBe(rows.length);
  expect(await tablesWith(world, [present], accountTables)).toEqual([]);
  expect((await owner.orders.getOrder({ id })).customer.email).toBe(right);
});

test("an erasure waits for an invoice that is being issued with the person's former email", async ({
  world,
}) => {
  const { owner, buy, change, erase } = await shopWithGifts(world);
  const { id } = await buy(old);
  await change();
  const gate = await world.admin.connect();
  await gate.query("begin");
  await gate.query("select from shop.orders where id = $1 for update", [id]);
  const erasing = erase();
  await untilBlocked(world);
  await gate.query(
    `insert into shop.order_documents (store_id, id, order_id, kind, year, number, total_minor, content, issued_at, email)
     select store_id, gen_random_uuid(), order_id, kind, year, number + 1, total_minor, content, issued_at, email
     from shop.order_documents where order_id = $1 and kind = 'invoice'`,
    [id],
  );
  await gate.query("commit");
  gate.release();
  await erasing;
  expect(await drawn({ owner }, await stored(world))).not.toContain(old);
});
