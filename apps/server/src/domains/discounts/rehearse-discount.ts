import { toMajor } from "@vetrina/commerce/money";
import type { Discount } from "@vetrina/commerce/pricing/discount";
import { priceCart } from "@vetrina/commerce/pricing/price-cart";
import { fixedPrice } from "@vetrina/commerce/pricing/shipping-price";
import type { discounts } from "@vetrina/contract/pricing/discounts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { pace } from "../../platform/event-loop/pace.ts";
import { planDiscount } from "./plan-discount.ts";
import { type CollectionLists, readCollectionLists } from "./read-collection-lists.ts";

const days = 90;
const maxOrders = 20_000;
const maxSampled = 1_000;
const maxExamples = 20;

/** Number of orders whose items are read at a time. Each order can have a hundred items. */
const ordersAtOnce = 50;

type Sampled = {
  id: string;
  order_number: string;
  customer_id: string | null;
  created_at: Date;
  subtotal_minor: number;
  shipping_minor: number;
  tags: string[];
  had_ordered: boolean;
};
type Item = { order_id: string; product: string; price: number; quantity: number };
/** An order with everything needed to price it. */
type Priced = {
  order: Sampled;
  items: readonly Item[];
  /** The planned discount, in which a name replaces each list of collections. */
  scoped: Discount;
  listsOf: CollectionLists<Discount>["listsOf"];
};
type Hit = { order: Sampled; cost: number };

/**
 * Prices a sample of the last 90 days' paid orders again, at their original unit prices, but with a discount that
 * doesn't exist yet. Leaves out all other discounts. Usage limits, in total and per customer, count the sample's uses
 * only. Writes nothing.
 */
export const rehearseDiscount: Handler<typeof discounts.rehearseDiscount> = async (
  ctx,
  { body },
) => {
  const { currency } = ctx.store;
  const plan = planDiscount(body, currency);
  // Ignores the discount's period, which may be in the future: the orders are priced as if placed within that period.
  const discount = { ...plan, id: newId(), used: 0, startsAt: null, endsAt: null, active: true };
  const { orders, sample } = await ctx.tx((tx) => readSample(tx, ctx.now()));
  const hits: Hit[] = [];
  const uses = new Map<string, number>();
  for await (const priced of itemsOf(ctx, discount, sample)) {
    const { order, scoped } = priced;
    const cost = costOf({ ...scoped, used: hits.length }, priced, uses);
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

/** Yields each order of the sample with its items and the lists of collections that contain its products. */
async function* itemsOf(
  ctx: Context,
  discount: Discount,
  sample: readonly Sampled[],
): AsyncGenerator<Priced> {
  for (let from = 0; from < sample.length; from += ordersAtOnce) {
    const orders = sample.slice(from, from + ordersAtOnce);
    const ids = orders.map(({ id }) => id);
    const { items, lists } = await ctx.tx(async (tx) => {
      const items = await tx.rows<Item>(sql`
        select order_id, product_id as product, price_minor as price, quantity from shop.order_items
        where store_id = ${tx.storeId} and order_id = any(${ids}::uuid[])`);
      const lines = items.map(({ product }) => ({ productId: product }));
      return { items, lists: await readCollectionLists(tx, tx.storeId, lines, [discount]) };
    });
    const ofOrders = Map.groupBy(items, (item) => item.order_id);
    const [scoped = discount] = lists.discounts;
    for (const order of orders) {
      await pace();
      yield { order, items: ofOrders.get(order.id) ?? [], scoped, listsOf: lists.listsOf };
    }
  }
}

/** Returns the amount by which the discount would have reduced the order, including its shipping. */
function costOf(
  discount: Discount,
  { order, items, listsOf }: Priced,
  uses: ReadonlyMap<string, number>,
): number {
  const { customer_id, tags, had_ordered } = order;
  const totals = priceCart({
    lines: items.map(({ product, price, quantity }) => ({
      productId: product,
      price,
      quantity,
      collections: listsOf.get(product) ?? [],
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
    rate: fixedPrice(order.shipping_minor),
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

/** Returns a random sample, oldest first. Ids end in random digits, so sorting by those digits gives a random order. */
async function readSample(
  tx: Transaction,
  now: Date,
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
        and e.paid_at is not null and e.cancelled_at is null) as had_ordered
    from (select * from (${recent}) o order by substr(o.id::text, 25), o.id limit ${maxSampled}) o
    left join shop.customers c on c.store_id = o.store_id and c.id = o.customer_id
    order by o.created_at, o.id`);
  return { orders: count?.n ?? 0, sample };
}
