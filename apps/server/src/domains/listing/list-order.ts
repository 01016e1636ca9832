import { isUuid } from "@vetrina/contract/common";
import type { ProductSort } from "@vetrina/contract/catalogue/product-inputs";
import { type Sql, sql } from "../../platform/database/sql.ts";

/** The last row of a page: its sort value ("" if it has none) and its id. */
export type Cursor = { value: string; id: string };

type Order = {
  order: Sql;
  /** The same order, reversed. */
  reversed: Sql;
  /**
   * `key` is the sort column of the products p. `value` is its text in a cursor, computed from s.key only for the rows
   * of the page.
   */
  key: Sql;
  value: Sql;
  /** The condition for the rows after a cursor. */
  after: (cursor: Cursor) => Sql;
  shape: RegExp;
};

/** Each sort order has an index. In `newest`, products without a publication time come first. */
export const orders: Record<ProductSort, Order> = {
  newest: {
    order: sql`p.published_at desc, p.id`,
    reversed: sql`p.published_at, p.id desc`,
    key: sql`p.published_at`,
    // In microseconds, the database's precision. Any number of up to 16 digits is a valid time, even in a forged
    // cursor.
    value: sql`coalesce((extract(epoch from s.key) * 1000000)::bigint::text, '')`,
    after: ({ value, id }) => {
      if (value === "") return sql`(p.published_at is not null or p.id > ${id}::uuid)`;
      const at = sql`('epoch'::timestamptz + ${value}::bigint * interval '1 microsecond')`;
      return sql`p.published_at <= ${at} and (p.published_at < ${at} or p.id > ${id}::uuid)`;
    },
    shape: /^(?:-?\d{1,16})?$/,
  },
  "price-low": {
    order: sql`p.price_minor, p.id`,
    reversed: sql`p.price_minor desc, p.id desc`,
    key: sql`p.price_minor`,
    value: sql`s.key::text`,
    after: ({ value, id }) => sql`(p.price_minor, p.id) > (${priceOf(value)}, ${id}::uuid)`,
    shape: /^\d{1,10}$/,
  },
  "price-high": {
    order: sql`p.price_minor desc, p.id desc`,
    reversed: sql`p.price_minor, p.id`,
    key: sql`p.price_minor`,
    value: sql`s.key::text`,
    after: ({ value, id }) => sql`(p.price_minor, p.id) < (${priceOf(value)}, ${id}::uuid)`,
    shape: /^\d{1,10}$/,
  },
  name: {
    order: sql`lower(p.name), p.id`,
    reversed: sql`lower(p.name) desc, p.id desc`,
    key: sql`p.name`,
    value: sql`lower(s.key)`,
    after: ({ value, id }) => sql`(lower(p.name), p.id) > (${value}::text, ${id}::uuid)`,
    // A name of 255 characters can have two UTF-16 units for each, and some letters become two in lower case.
    shape: /^[^\0]{0,1000}$/,
  },
};

/** A cursor's price in minor units. A forged one can exceed the range of the column. */
function priceOf(value: string): Sql {
  return sql`least(${value}::bigint, 2147483647)::int`;
}

/** Encodes a cursor. It is opaque to clients and valid only for its sort order. */
export function writeCursor(sort: ProductSort, { value, id }: Cursor): string {
  return Buffer.from(JSON.stringify([sort, value, id])).toString("base64url");
}

/** Decodes a cursor. Returns null if the text isn't a cursor for this sort order. */
export function readCursor(sort: ProductSort, text: string): Cursor | null {
  try {
    const read: unknown = JSON.parse(Buffer.from(text, "base64url").toString());
    if (!Array.isArray(read) || read.length !== 3 || read[0] !== sort) return null;
    const [, value, id] = read as unknown[];
    if (typeof value !== "string" || typeof id !== "string") return null;
    return orders[sort].shape.test(value) && isUuid(id) ? { value, id } : null;
  } catch {
    return null;
  }
}
