import type { CustomerAddress, CustomerReview } from "@vetrina/contract/people/customers";
import type { Services, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import {
  ownReviewToWire,
  reviewColumns,
  type ReviewRow,
  withProduct,
} from "../reviews/review-rows.ts";
import { addressColumns, type AddressRow } from "./address-rows.ts";

export type Page = { limit: number; offset: number };
export type Found<Row> = { rows: Row[]; total: number };

const ownColumns = sql`${reviewColumns}, r.status, p.id as product_id, p.name as product_name, p.link as product_link`;

/** Returns a page of the customer's reviews, published or not, read with the index reviews_by_customer. */
export async function readReviewsOf(
  services: Services,
  tx: Transaction,
  customerId: string,
  page: Page,
): Promise<Found<CustomerReview>> {
  const which = sql`${withProduct} where r.store_id = ${tx.storeId} and r.customer_id = ${customerId}`;
  const { rows, total } = await pageOf<OwnReviewRow>(tx, ownColumns, which, sql`r.id desc`, page);
  return { rows: rows.map((row) => presentReview(services, row)), total };
}

/** Reads reviews, newest first. */
export async function readReviewsById(
  services: Services,
  tx: Transaction,
  ids: readonly string[],
): Promise<CustomerReview[]> {
  const rows = await tx.rows<OwnReviewRow>(sql`
    select ${ownColumns} from ${withProduct}
    where r.store_id = ${tx.storeId} and r.id = any(${ids}::uuid[]) order by r.id desc`);
  return rows.map((row) => presentReview(services, row));
}

/** Returns a page of the customer's addresses: shipping before billing, and each type with its default first. */
export function readAddressesOf(
  tx: Transaction,
  customerId: string,
  type: CustomerAddress["type"] | undefined,
  page: Page,
): Promise<Found<AddressRow>> {
  const ofType = type === undefined ? sql`` : sql` and type = ${type}`;
  const which = sql`shop.customer_addresses where store_id = ${tx.storeId} and customer_id = ${customerId}${ofType}`;
  return pageOf(tx, addressColumns, which, sql`type desc, is_default desc, id desc`, page);
}

export async function pageOf<Row>(
  tx: Transaction,
  columns: Sql,
  which: Sql,
  order: Sql,
  { limit, offset }: Page,
): Promise<Found<Row>> {
  const [rows, count] = await Promise.all([
    tx.rows<Row>(
      sql`select ${columns} from ${which} order by ${order} limit ${limit} offset ${offset}`,
    ),
    tx.row<{ total: number }>(sql`select count(*)::int as total from ${which}`),
  ]);
  return { rows, total: count?.total ?? 0 };
}

type OwnReviewRow = ReviewRow & {
  status: CustomerReview["status"];
  product_id: string;
  product_name: string;
  product_link: string;
};

function presentReview(services: Services, row: OwnReviewRow): CustomerReview {
  return {
    ...ownReviewToWire(services, row),
    status: row.status,
    product: { id: row.product_id, name: row.product_name, link: row.product_link },
  };
}
