import type { reviews } from "@vetrina/contract/catalogue/reviews";
import type { Context } from "../../platform/context.ts";
import { type Queryable, type Sql, sql } from "../../platform/database/sql.ts";
import { invalidField, notFound } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { reviewColumnsWith, type ReviewRow, reviewToWire } from "./review-rows.ts";

type Query = Input<typeof reviews.listReviews>;
type List = Output<typeof reviews.listReviews>;
type Counts = Record<"r1" | "r2" | "r3" | "r4" | "r5" | "small" | "true" | "large", number>;

/** Maximum number of reviews that a page can skip, because PostgreSQL reads all skipped reviews. */
const maxSkipped = 10_000;

/** Lists a product's approved reviews. The summary covers all of them, regardless of the filter. */
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
    select ${reviewsWith(sql`rating = 1`)} as r1, ${reviewsWith(sql`rating = 2`)} as r2, ${reviewsWith(sql`rating = 3`)} as r3,
      ${reviewsWith(sql`rating = 4`)} as r4, ${reviewsWith(sql`rating = 5`)} as r5, ${reviewsWith(sql`fit = 'small'`)} as small,
      ${reviewsWith(sql`fit = 'true'`)} as "true", ${reviewsWith(sql`fit = 'large'`)} as large
    from ${source} p
    left join catalogue.review_counts r on ${ofProduct}
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
  if (skipped > maxSkipped)
    throw invalidField(
      "page",
      `Only the first ${maxSkipped} reviews can be listed. Filter by rating to see others.`,
    );
  // Runs only if the page has reviews: most products of a new store have none, but every product page asks for them.
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

function reviewsWith(condition: Sql): Sql {
  return sql`coalesce(sum(r.reviews) filter (where ${condition}), 0)::int`;
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
