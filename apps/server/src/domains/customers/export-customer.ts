import { toMajor } from "@vetrina/commerce/money";
import { type PaymentState, paymentStatuses } from "@vetrina/commerce/orders";
import type {
  CustomerExport,
  CustomerPayment,
  customers,
  Subscription,
} from "@vetrina/contract/customers";
import { audit } from "../../platform/audit.ts";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readMessagesOf } from "../contact/message-rows.ts";
import { orderColumns } from "../order-records/order-rows.ts";
import {
  type OrderItemRow,
  type OrderRow,
  presentOrderWithItems,
} from "../order-records/present-order.ts";
import { presentAddress } from "./address-rows.ts";
import { maxAddresses } from "./create-address.ts";
import { presentCustomer, readCustomer } from "./customer-rows.ts";
import { readWishlist } from "./list-wishlist.ts";
import { readAddressesOf, readReviewsOf } from "./queries.ts";

/** Orders per answer, with `next` for more. The limit of reviews is beyond what a person writes, so all are returned. */
const ordersAtOnce = 100;
const maxReviews = 1000;

/** Everything the store holds about the person, including the staff's note. */
export const exportCustomer: Handler<typeof customers.exportCustomer> = (ctx, { id, after }) =>
  ctx.tx(async (tx): Promise<CustomerExport> => {
    const row = await readCustomer(tx, id);
    const { rows: addresses } = await readAddressesOf(tx, id, undefined, {
      limit: maxAddresses,
      offset: 0,
    });
    const { rows: reviews } = await readReviewsOf(ctx.services, tx, id, {
      limit: maxReviews,
      offset: 0,
    });
    const data = {
      exportedAt: ctx.now().toISOString(),
      store: { id: ctx.store.id, name: ctx.store.name },
      customer: { ...presentCustomer(ctx, row), note: row.note, tags: row.tags },
      formerEmails: row.former_emails,
      // Only for the person: the account belongs to the platform, and the store must not learn its id.
      account: ctx.actor.kind === "customer" ? await readAccount(tx, ctx.actor.userId) : null,
      addresses: addresses.map(presentAddress),
      orders: await readOrders(tx, id, after),
      reviews,
      subscriptions: await readSubscriptions(tx, id),
      contactMessages: await readMessagesOf(tx, id),
      wishlist: await readWishlist(tx, id),
    };
    if (after === undefined)
      await audit(tx, ctx, {
        action: "OTHER",
        entityType: "customer",
        entityId: id,
        after: { exported: true },
      });
    return data;
  });

async function readAccount(tx: Transaction, userId: string): Promise<CustomerExport["account"]> {
  const user = await tx.row<{ id: string; email: string; name: string; created_at: Date }>(
    sql`select id, email, name, created_at from shop.users where id = ${userId} and deleted_at is null`,
  );
  if (user === undefined) return null;
  const { created_at, ...account } = user;
  return { ...account, createdAt: created_at.toISOString() };
}

type PaymentRow = {
  id: string;
  order_id: string;
  provider: CustomerPayment["provider"];
  environment: CustomerPayment["environment"];
  state: PaymentState;
  amount_minor: number;
  currency: string;
  created_at: Date;
};

/** A page of the orders with their items and payments, in three queries. */
async function readOrders(
  tx: Transaction,
  customerId: string,
  after: string | undefined,
): Promise<CustomerExport["orders"]> {
  const older = after === undefined ? sql`` : sql` and id < ${after}`;
  const orders = await tx.rows<OrderRow>(sql`
    select ${orderColumns} from shop.orders
    where store_id = ${tx.storeId} and customer_id = ${customerId} and deleted_at is null${older}
    order by id desc limit ${ordersAtOnce + 1}`);
  const part = orders.slice(0, ordersAtOnce);
  const ids = part.map((order) => order.id);
  const items = Map.groupBy(
    await tx.rows<OrderItemRow & { order_id: string }>(sql`
      select order_id, id, product_id, variant_id, link, name, variant_name, color, size, sku, image, quantity, price_minor, total_minor
      from shop.order_items where store_id = ${tx.storeId} and order_id = any(${ids}) order by order_id, position`),
    (item) => item.order_id,
  );
  const payments = Map.groupBy(
    await tx.rows<PaymentRow>(sql`
      select id, order_id, provider, environment, state, amount_minor, currency, created_at from shop.payments
      where store_id = ${tx.storeId} and order_id = any(${ids}) order by id`),
    (payment) => payment.order_id,
  );
  return {
    items: part.map((order) => ({
      ...presentOrderWithItems(order, items.get(order.id) ?? []),
      payments: (payments.get(order.id) ?? []).map(presentPayment),
    })),
    next: orders.length > ordersAtOnce ? (part.at(-1)?.id ?? null) : null,
  };
}

function presentPayment(row: PaymentRow): CustomerPayment {
  return {
    id: row.id,
    provider: row.provider,
    environment: row.environment,
    status: paymentStatuses[row.state],
    amount: toMajor(row.amount_minor, row.currency),
    currency: row.currency,
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

async function readSubscriptions(tx: Transaction, customerId: string): Promise<Subscription[]> {
  const rows = await tx.rows<SubscriptionRow>(
    sql`select * from door.subscriptions_of(${customerId})`,
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
