import { toMajor } from "@vetrina/commerce/money";
import {
  type PaymentState,
  paymentStatuses,
  refundStatuses,
  type RefundState,
} from "@vetrina/commerce/orders/order-states";
import { isUuid } from "@vetrina/contract/common";
import type {
  CustomerOrderEvent,
  CustomerPayment,
  CustomerRefund,
} from "@vetrina/contract/orders/customer-orders";
import type { CustomerExport, Subscription } from "@vetrina/contract/people/customers";
import type { Services, Transaction } from "../../platform/context.ts";
import { type Sql, sql } from "../../platform/database/sql.ts";
import { invalidField } from "../../platform/errors.ts";
import { messageBytes, readMessagesOf } from "../contact/message-rows.ts";
import { readDraftsById, sizesOfDrafts } from "../draft-orders/drafts-of-customer.ts";
import { exportedDocuments } from "../order-documents/exported-documents.ts";
import { itemColumns, orderColumns } from "../order-records/order-rows.ts";
import {
  type OrderItemRow,
  type OrderRow,
  presentOrderWithItems,
} from "../order-records/present-order.ts";
import { presentShipment, readShipmentsOf } from "../shipments/shipment-rows.ts";
import { readReviewsById } from "./queries.ts";

/** The kinds of records that are exported in pages, in the order of the pages. */
const kinds = ["orders", "draftOrders", "reviews", "contactMessages", "subscriptions"] as const;
type Kind = (typeof kinds)[number];

/**
 * Maximum size of a page's records. The first record is included whatever its size, so that every page makes progress.
 */
const maxBytes = 256 * 1024;
const maxRecords = 100;
/**
 * An order's export contains all events with text and the newest `maxEvents` others. Events beyond `maxEventBytes` are
 * exported without details, which can list all lines of the order.
 */
const maxEvents = 1000;
const maxEventBytes = 200_000;
/** Estimated size of an order's document in the export. Measuring it exactly would require reading its content. */
const documentBytes = 1000;

/** Where the next page of a kind starts: after the record `after`, or at the newest record if it is null. */
type Place = { kind: Kind; after: string | null };
type Sized = { id: string; bytes: number };
export type ExportPart = Pick<CustomerExport, Kind | "next">;
type Reader = {
  /** The ids of the next records, newest first, at most `maxRecords`, with their approximate sizes in bytes. */
  sizes: (tx: Transaction, customerId: string, after: string | null) => Promise<Sized[]>;
  /** Reads the records with these ids and adds them to the page. */
  read: (from: From, ids: readonly string[], part: ExportPart) => Promise<void>;
};
type From = { services: Services; tx: Transaction; customerId: string; after: string | null };

/**
 * Returns one page of the customer's records, starting at the `next` of the previous page. Adds up the records' sizes
 * before reading them. Throws VALIDATION_FAILED if `next` is malformed.
 */
export async function readExportPart(
  services: Services,
  tx: Transaction,
  customerId: string,
  next: string | undefined,
): Promise<ExportPart> {
  const part: ExportPart = {
    orders: [],
    draftOrders: [],
    reviews: [],
    contactMessages: [],
    subscriptions: [],
    next: null,
  };
  const place = placeOf(next);
  const sized = await Promise.all(
    kinds.slice(kinds.indexOf(place.kind)).map(async (kind) => {
      const after = kind === place.kind ? place.after : null;
      return { kind, after, found: await readers[kind].sizes(tx, customerId, after) };
    }),
  );
  let room = maxBytes;
  const reads: Promise<void>[] = [];
  for (const { kind, after, found } of sized) {
    const ids: string[] = [];
    for (const { id, bytes } of found) {
      if (room <= 0) break;
      room -= bytes;
      ids.push(id);
    }
    if (ids.length > 0)
      reads.push(readers[kind].read({ services, tx, customerId, after }, ids, part));
    if (ids.length < found.length || found.length === maxRecords) {
      part.next = `${kind}.${ids.at(-1) ?? ""}`;
      break;
    }
  }
  await Promise.all(reads);
  return part;
}

function placeOf(next: string | undefined): Place {
  if (next === undefined) return { kind: kinds[0], after: null };
  const [name = "", after = ""] = next.split(".");
  const kind = kinds.find((one) => one === name);
  if (kind === undefined || (after !== "" && !isUuid(after)))
    throw invalidField("after", "Send the `next` of the previous page.");
  return { kind, after: after === "" ? null : after };
}

const readers: Record<Kind, Reader> = {
  orders: {
    sizes: (tx, customerId, after) =>
      tx.rows(sql`
        select o.id, octet_length(o::text) + (select coalesce(sum(octet_length(i::text)), 0) from shop.order_items i
            where i.store_id = o.store_id and i.order_id = o.id)::int
          + (select coalesce(sum(octet_length(s::text)), 0) from shop.shipments s
            where s.store_id = o.store_id and s.order_id = o.id)::int
          + (select coalesce(sum(octet_length(e::text)), 0) from shop.order_events e
            where e.store_id = o.store_id and e.order_id = o.id)::int
          + (select coalesce(sum(octet_length(p::text)), 0) from shop.payments p
            where p.store_id = o.store_id and p.order_id = o.id)::int
          + (select coalesce(sum(octet_length(r::text)), 0) from shop.refunds r
            where r.store_id = o.store_id and r.order_id = o.id)::int
          + ${documentBytes} * (select count(*) from shop.order_documents d
            where d.store_id = o.store_id and d.order_id = o.id)::int as bytes
        from (select * from shop.orders
          where store_id = ${tx.storeId} and customer_id = ${customerId} and deleted_at is null
            and (${after}::uuid is null or id < ${after})
          order by id desc limit ${maxRecords}) o order by o.id desc`),
    read: async ({ tx }, ids, part) => {
      part.orders = await readOrders(tx, ids);
    },
  },
  draftOrders: {
    sizes: (tx, customerId, after) => sizesOfDrafts(tx, customerId, { after, max: maxRecords }),
    read: async ({ tx, services }, ids, part) => {
      part.draftOrders = await readDraftsById(tx, ids, services.now());
    },
  },
  reviews: {
    sizes: (tx, customerId, after) =>
      tx.rows(sql`
        select r.id, octet_length(r.name || r.title || r.content || coalesce(r.reply, '')) as bytes from shop.reviews r
        where r.store_id = ${tx.storeId} and r.customer_id = ${customerId}
          and (${after}::uuid is null or r.id < ${after})
        order by r.id desc limit ${maxRecords}`),
    read: async ({ services, tx }, ids, part) => {
      part.reviews = await readReviewsById(services, tx, ids);
    },
  },
  contactMessages: {
    sizes: (tx, customerId, after) =>
      tx.rows(sql`
        select m.id, ${messageBytes} as bytes from door.contact_messages_of(${customerId}, ${after}, ${maxRecords}) m`),
    read: async ({ tx, customerId, after }, ids, part) => {
      part.contactMessages = await readMessagesOf(tx, customerId, {
        before: after,
        max: ids.length,
      });
    },
  },
  subscriptions: {
    sizes: (tx, customerId, after) =>
      tx.rows(sql`
        select s.id, octet_length(s::text) as bytes from door.subscriptions_of(${customerId}, ${after}, ${maxRecords}) s`),
    read: async ({ tx, customerId, after }, ids, part) => {
      part.subscriptions = await readSubscriptions(tx, customerId, after, ids.length);
    },
  },
};

type PaymentRow = {
  id: string;
  order_id: string;
  provider: CustomerPayment["provider"];
  method: CustomerPayment["method"];
  reference: string | null;
  note: string | null;
  environment: CustomerPayment["environment"];
  state: PaymentState;
  amount_minor: number;
  currency: string;
  created_at: Date;
};

type RefundRow = {
  id: string;
  order_id: string;
  state: RefundState;
  amount_minor: number;
  refunded_minor: number;
  reason: string | null;
  note: string | null;
  created_at: Date;
};

type EventRow = Omit<CustomerOrderEvent, "at"> & { order_id: string; created_at: Date };

/** Reads orders with everything that belongs to them, with one query per table. */
async function readOrders(
  tx: Transaction,
  ids: readonly string[],
): Promise<CustomerExport["orders"]> {
  const [orders, items, payments, shipments, refunds, events, documents] = await Promise.all([
    tx.rows<OrderRow>(sql`
      select ${orderColumns} from shop.orders
      where store_id = ${tx.storeId} and id = any(${ids}::uuid[]) order by id desc`),
    byOrder<OrderItemRow & { order_id: string }>(
      tx,
      sql`select order_id, ${itemColumns}
        from shop.order_items where store_id = ${tx.storeId} and order_id = any(${ids}::uuid[]) order by order_id, position`,
    ),
    byOrder<PaymentRow>(
      tx,
      sql`select id, order_id, provider, method, reference, note, environment, state, amount_minor, currency, created_at
        from shop.payments where store_id = ${tx.storeId} and order_id = any(${ids}::uuid[]) order by id`,
    ),
    readShipmentsOf(tx, ids),
    byOrder<RefundRow>(
      tx,
      sql`select id, order_id, state, amount_minor, refunded_minor, reason, note, created_at
        from shop.refunds where store_id = ${tx.storeId} and order_id = any(${ids}::uuid[]) order by id`,
    ),
    byOrder<EventRow>(
      tx,
      sql`select order_id, kind, created_at, text, case when bytes <= ${maxEventBytes} then data else '{}' end as data
        from (
          select *, row_number() over newest as nth, sum(octet_length(data::text)) over newest as bytes from shop.order_events
          where store_id = ${tx.storeId} and order_id = any(${ids}::uuid[])
          window newest as (partition by order_id order by id desc)) e
        where nth <= ${maxEvents} or text is not null order by id`,
    ),
    exportedDocuments(tx, ids),
  ]);
  const shipmentsOf = Map.groupBy(shipments, ({ orderId }) => orderId);
  return orders.map((order) =>
    Object.assign(presentOrderWithItems(order, items.get(order.id) ?? []), {
      tags: order.tags,
      events: (events.get(order.id) ?? []).map(({ kind, created_at: at, text, data }) => ({
        kind,
        at: at.toISOString(),
        text,
        data,
      })),
      documents: documents.get(order.id) ?? [],
      payments: (payments.get(order.id) ?? []).map(presentPayment),
      shipments: (shipmentsOf.get(order.id) ?? []).map((shipment) =>
        presentShipment({ grant: "customer" }, shipment),
      ),
      refunds: (refunds.get(order.id) ?? []).map((row) => presentRefund(row, order.currency)),
    }),
  );
}

async function byOrder<Row extends { order_id: string }>(
  tx: Transaction,
  query: Sql,
): Promise<Map<string, Row[]>> {
  return Map.groupBy(await tx.rows<Row>(query), (row) => row.order_id);
}

function presentPayment(row: PaymentRow): CustomerPayment {
  return {
    id: row.id,
    provider: row.provider,
    method: row.method,
    reference: row.reference,
    note: row.note,
    environment: row.environment,
    status: paymentStatuses[row.state],
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
    createdAt: row.created_at.toISOString(),
  };
}

function presentRefund(row: RefundRow, currency: string): CustomerRefund {
  return {
    id: row.id,
    status: refundStatuses[row.state],
    amount: toMajor(row.amount_minor, currency),
    refunded: toMajor(row.refunded_minor, currency),
    currency,
    reason: row.reason,
    note: row.note,
    createdAt: row.created_at.toISOString(),
  };
}

type SubscriptionRow = Record<"id" | "email", string> & {
  source: Subscription["source"];
  variant_id: string | null;
  requested_at: Date;
  confirmed_at: Date | null;
  was_confirmed_at: Date | null;
  unsubscribed_at: Date | null;
};

async function readSubscriptions(
  tx: Transaction,
  customerId: string,
  before: string | null,
  max: number,
): Promise<Subscription[]> {
  const rows = await tx.rows<SubscriptionRow>(
    sql`select * from door.subscriptions_of(${customerId}, ${before}, ${max})`,
  );
  return rows.map((row) => ({
    id: row.id,
    email: row.email,
    source: row.source,
    variantId: row.variant_id,
    requestedAt: row.requested_at.toISOString(),
    confirmedAt: (row.confirmed_at ?? row.was_confirmed_at)?.toISOString() ?? null,
    unsubscribedAt: row.unsubscribed_at?.toISOString() ?? null,
  }));
}
