import type { World } from "#tests/world.ts";
import { newId } from "../id.ts";

const emptyInvoice = {
  language: "en",
  paper: "A4",
  title: "INVOICE",
  name: "Invoice 1",
  subject: "",
  heads: { item: "", quantity: "", unitPrice: "", amount: "", note: "", page: "" },
  store: { name: "S", lines: [] },
  facts: [],
  addresses: [],
  items: [],
  sums: [],
  note: null,
  thanks: "",
};

/** Adds an issued document to an order. */
export async function issuedDocument(world: World, orderId: string): Promise<string> {
  const id = newId();
  await world.admin.query(
    `insert into shop.order_documents (store_id, id, order_id, kind, year, number, total_minor, content, issued_at)
     select store_id, $1, id, 'invoice', 2026, 1, 0, $3, now() from shop.orders where id = $2`,
    [id, orderId, { ...emptyInvoice, subject: id }],
  );
  return id;
}
