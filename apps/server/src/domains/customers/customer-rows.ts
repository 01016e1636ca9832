import { toMajor } from "@vetrina/commerce/money";
import type { Customer } from "@vetrina/contract/people/customers";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

/** A row of shop.customers, with its computed fields. */
export type CustomerRow = {
  store_id: string;
  id: string;
  user_id: string | null;
  email: string;
  name: string;
  phone: string | null;
  note: string | null;
  tags: string[];
  newsletter: boolean;
  order_count: number;
  spent_minor: number;
  last_order_at: Date | null;
  version: number;
  created_at: Date;
  updated_at: Date;
};

/** The columns of a CustomerRow, where `c` is shop.customers. */
export const customerColumns = sql`c.store_id, c.id, c.user_id, c.email, c.name, c.phone, c.note, c.tags,
  door.is_newsletter_subscriber(c.id) as newsletter, c.order_count, c.spent_minor, c.last_order_at, c.version, c.created_at, c.updated_at`;

/** Reads a customer. Throws NOT_FOUND if there is none, or if they were erased. */
export async function readCustomer(tx: Transaction, id: string): Promise<CustomerRow> {
  const row = await tx.row<CustomerRow>(sql`
    select ${customerColumns} from shop.customers c
    where c.store_id = ${tx.storeId} and c.id = ${id} and c.erased_at is null`);
  if (row === undefined) throw notFound("customer");
  return row;
}

/** Reads a customer and locks the row until the transaction ends. Throws NOT_FOUND. */
export async function lockCustomer(tx: Transaction, id: string): Promise<CustomerRow> {
  await tx.run(sql`
    select from shop.customers where store_id = ${tx.storeId} and id = ${id} and erased_at is null for no key update`);
  return readCustomer(tx, id);
}

/** Presents a customer. Leaves out the staff's note and tags if the caller is the customer. */
export function presentCustomer(ctx: Context, row: CustomerRow): Customer {
  const isTheirs = ctx.grant === "customer" || ctx.grant === "user";
  return {
    id: row.id,
    storeId: row.store_id,
    email: row.email,
    name: row.name,
    phone: row.phone,
    hasAccount: row.user_id !== null,
    newsletter: row.newsletter,
    orderCount: row.order_count,
    totalSpent: toMajor(row.spent_minor, ctx.store.currency),
    currency: ctx.store.currency,
    lastOrderAt: row.last_order_at?.toISOString() ?? null,
    note: isTheirs ? null : row.note,
    tags: isTheirs ? [] : row.tags,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    version: row.version,
  };
}
