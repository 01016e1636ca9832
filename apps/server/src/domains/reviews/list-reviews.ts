import type { reviews } from "@vetrina/contract/catalogue/reviews";
import type { Context } from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { reviewColumnsWith, type ReviewRow, reviewToWire } from "./review-rows.ts";

type Query = Input<typeof reviews.listReviews>;
type List = Output<typeof reviews.listReviews>;
type Counts = Record<"r1" | "r2" | "r3" | "r4" | "r5" | "small" | "true" | "large", number>;

/** A product's approved reviews. The summary covers all of them, regardless of the filter. */
export async function listReviews(ctx: Context, query: Query): Promise<List> {
  if (ctx.seesMore) return ctx.tx((tx) => list(ctx, tx, true, query));
  return list(ctx, ctx.catalogue, false, query);
}

async function list(
  ctx: Context,
  from: Queryable,
  unpublished: boolean,
  { productId, rating, sort, page, limit }: Query,
): Promise<List> {
  const ofProduct = sql`r.store_id = ${ctx.store.id} and r.product_id = ${productId}`;
  const source = unpublished
    ? sql`(select * from shop.products where deleted_at is null)`
    : sql`catalogue.products`;
  const counts = await from.row<Counts>(sql`
    select count(*) filter (where rating = 1)::int as r1, count(*) filter (where rating = 2)::int as r2,
      count(*) filter (where rating = 3)::int as r3, count(*) filter (where rating = 4)::int as r4,
      count(*) filter (where rating = 5)::int as r5, count(*) filter (where fit = 'small')::int as small,
      count(*) filter (where fit = 'true')::int as "true", count(*) filter (where fit = 'large')::int as large
    from ${source} p
    left join catalogue.reviews r on ${ofProduct}
    where p.store_id = ${ctx.store.id} and p.id = ${productId} group by p.id`);
  if (counts === undefined) throw notFound("product");
  const { summary, of } = summarize(counts);
  const total = rating === undefined ? summary.count : (of[rating] ?? 0);

  const chosen = rating === undefined ? sql`true` : sql`r.rating = ${rating}`;
  const order =
    sort === "critical"
      ? sql`r.rating, r.created_at desc, r.id desc`
      : sql`r.created_at desc, r.id desc`;
  const skipped = (page - 1) * limit;
  // Skips this query if there are no reviews. Most products of a new store have none, but every product page asks for
  // them.
  const query = sql`
    select ${reviewColumnsWith(sql`catalogue.review_photos`)} from catalogue.reviews r
    where ${ofProduct} and ${chosen} order by ${order} limit ${limit} offset ${skipped}`;
  const rows = skipped < total ? await from.rows<ReviewRow>(query) : [];
  return {
    items: rows.map((row) => reviewToWire(row)),
    page,
    limit,
    total,
    summary,
  };
}

function summarize(counts: Counts): { summary: List["summary"]; of: Record<number, number> } {
  const of: Record<number, number> = {
    5: counts.r5,
    4: counts.r4,
    3: counts.r3,
    2: counts.r2,
    1: counts.r1,
  };
  const stars = [5, 4, 3, 2, 1];
  const count = stars.reduce((all, star) => all + (of[star] ?? 0), 0);
  const sum = stars.reduce((all, star) => all + star * (of[star] ?? 0), 0);
  const { small, true: fits, large } = counts;
  return {
    of,
    summary: {
      average: count === 0 ? null : Math.round((sum / count) * 10) / 10,
      count,
      distribution: stars.map((rating) => ({ rating, count: of[rating] ?? 0 })),
      fit: { small, true: fits, large },
    },
  };
}
