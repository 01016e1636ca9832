import { extractText, getDocumentProxy } from "unpdf";
import { expect } from "vitest";
import { test, type World } from "#tests/world.ts";
import { personWithData } from "../customers/personal-data/person.fixture.ts";
import { clearErasedDocuments } from "./jobs.ts";

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

async function drawn({ owner }: Awaited<ReturnType<typeof personWithData>>, rows: Row[]) {
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
  // The content may be large, so the erasure doesn't write it again.
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
