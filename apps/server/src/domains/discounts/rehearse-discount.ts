import { setImmediate as nextTurn } from "node:timers/promises";
import { toMajor } from "@vetrina/commerce/money";
import type { Discount } from "@vetrina/commerce/pricing/discount";
import { priceCart } from "@vetrina/commerce/pricing/price-cart";
import type { discounts } from "@vetrina/contract/pricing/discounts";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { namedCollections } from "./named-collections.ts";
import { planDiscount } from "./plan-discount.ts";

const days = 90;
const maxOrders = 20_000;
const maxSampled = 1_000;
const maxExamples = 20;

type Sampled = {
  id: string;
  order_number: string;
  customer_id: string | null;
  created_at: Date;
  subtotal_minor: number;
  shipping_minor: number;
  tags: string[];
  had_ordered: boolean;
  items: { product: string; price: number; quantity: number; collections: string[] }[];
};
type Hit = { order: Sampled; cost: number };

/**
 * Prices a sample of the last 90 days' paid orders with a discount that isn't created. Each order is priced with
 * this discount alone, from the prices it was placed with. Total limits and limits per customer count within the
 * sample. Writes nothing.
 */
export const rehearseDiscount: Handler<typeof discounts.rehearseDiscount> = async (
  ctx,
  { body },
) => {
  const { currency } = ctx.store;
  const plan = planDiscount(body, currency);
  // The discount's period is in the future; the orders are priced as if they were placed in it.
  const discount = { ...plan, id: newId(), used: 0, startsAt: null, endsAt: null, active: true };
  const { orders, sample } = await ctx.tx((tx) =>
    readSample(tx, ctx.now(), namedCollections([discount])),
  );
  const hits: Hit[] = [];
  const uses = new Map<string, number>();
  for (const [i, order] of sample.entries()) {
    if (i % 50 === 0) await nextTurn();
    const cost = costOf({ ...discount, used: hits.length }, order, uses);
    if (cost === 0) continue;
    hits.push({ order, cost });
    if (order.customer_id !== null)
      uses.set(order.customer_id, (uses.get(order.customer_id) ?? 0) + 1);
  }
  const cost = hits.reduce((sum, hit) => sum + hit.cost, 0);
  const major = (minor: number) => toMajor(minor, currency);
  return {
    orders,
    sampled: sample.length,
    used: hits.length,
    customers: uses.size,
    firstOrders: hits.filter(({ order }) => !order.had_ordered).length,
    sales: major(sample.reduce((sum, order) => sum + order.subtotal_minor, 0)),
    cost: major(cost),
    estimatedCost: major(sample.length === 0 ? 0 : Math.round((cost / sample.length) * orders)),
    examples: hits
      .toSorted((a, b) => b.cost - a.cost)
      .slice(0, maxExamples)
      .map((hit) => ({
        orderId: hit.order.id,
        orderNumber: hit.order.order_number,
        subtotal: major(hit.order.subtotal_minor),
        discount: major(hit.cost),
      })),
  };
};

/** What the discount would have taken off the order and its shipping. */
function costOf(discount: Discount, order: Sampled, uses: ReadonlyMap<string, number>): number {
  const { customer_id, tags, had_ordered } = order;
  const totals = priceCart({
    lines: order.items.map(({ product, price, quantity, collections }) => ({
      productId: product,
      price,
      quantity,
      collections,
    })),
    discounts: [discount],
    buyer:
      customer_id === null
        ? "none"
        : {
            tags,
            hasOrdered: had_ordered,
            uses: new Map([[discount.id, uses.get(customer_id) ?? 0]]),
          },
    rate: { price: order.shipping_minor, freeAbove: null },
    tax: {
      isIncluded: false,
      isShippingTaxed: false,
      reverseCharge: null,
      country: "",
      rates: [],
    },
    now: order.created_at,
  });
  return totals.discount + order.shipping_minor - totals.shipping;
}

/**
 * A random sample, oldest first, with the collections of `named`. Ids end in random digits, so the first ones by
 * those digits are a sample.
 */
async function readSample(
  tx: Transaction,
  now: Date,
  named: readonly string[],
): Promise<{ orders: number; sample: Sampled[] }> {
  const since = new Date(now.getTime() - days * 86_400_000);
  const recent = sql`
    select o.* from shop.orders o where o.store_id = ${tx.storeId} and o.deleted_at is null and o.paid_at is not null
      and o.cancelled_at is null and o.created_at >= ${since} order by o.id desc limit ${maxOrders}`;
  const count = await tx.row<{ n: number }>(sql`select count(*)::int as n from (${recent}) o`);
  const sample = await tx.rows<Sampled>(sql`
    select o.id, o.order_number, o.customer_id, o.created_at, o.subtotal_minor, o.shipping_minor,
      case when o.placed_by is null then '{}' else coalesce(c.tags, '{}') end as tags,
      exists (select from shop.orders e where e.store_id = o.store_id and e.customer_id = o.customer_id and e.id < o.id
        and e.paid_at is not null and e.cancelled_at is null) as had_ordered,
      coalesce((select json_agg(json_build_object('product', i.product_id, 'price', i.price_minor, 'quantity', i.quantity,
          'collections', array(select p.collection_id from shop.collection_products p
            where p.store_id = i.store_id and p.product_id = i.product_id and p.collection_id = any(${named}::uuid[]))))
        from shop.order_items i where i.store_id = o.store_id and i.order_id = o.id), '[]') as items
    from (select * from (${recent}) o order by substr(o.id::text, 25), o.id limit ${maxSampled}) o
    left join shop.customers c on c.store_id = o.store_id and c.id = o.customer_id
    order by o.created_at, o.id`);
  return { orders: count?.n ?? 0, sample };
}
