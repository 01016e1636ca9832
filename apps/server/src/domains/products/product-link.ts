import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { alreadyExists } from "./change-product.ts";
import { lastNumber, numbered } from "./numbered.ts";
import { linkOf, maxFormerLinks } from "./rules.ts";

/**
 * Returns the requested link, or a free one made from the name. Throws ALREADY_EXISTS if the requested link is taken.
 */
export async function chooseLink(
  tx: Transaction,
  name: string,
  requested: string | undefined,
): Promise<string> {
  if (requested === undefined) return freeLinkLike(tx, linkOf(name));
  await lockLinks(tx);
  const taken = await tx.row(sql`
    select from shop.products where store_id = ${tx.storeId} and link = ${requested} and deleted_at is null`);
  if (taken !== undefined) throw alreadyExists("link", "link");
  return requested;
}

/** Returns the link if no product has it and it isn't a former link, else the link with the first free number. */
export async function freeLinkLike(tx: Transaction, link: string): Promise<string> {
  await lockLinks(tx);
  const free = await tx.row<{ n: number }>(sql`
    select n from generate_series(1, ${lastNumber}::int) n
    cross join lateral (select ${link}::text || case when n = 1 then '' else '-' || n end as link) l
    where not exists (select from shop.products p
        where p.store_id = ${tx.storeId} and p.link = l.link and p.deleted_at is null)
      and not exists (select from shop.product_links r where r.store_id = ${tx.storeId} and r.link = l.link)
    order by n limit 1`);
  return numbered(link, free?.n ?? null);
}

/**
 * Makes the product's previous link redirect to it. If the new link is a former link of the product, deletes that
 * redirect. The newest 1,000 redirects are kept.
 */
export async function moveLink(
  tx: Transaction,
  productId: string,
  { from, to, at }: { from: string; to: string; at: Date },
): Promise<void> {
  await tx.run(
    sql`delete from shop.product_links where store_id = ${tx.storeId} and link = ${to} and product_id = ${productId}`,
  );
  await tx.run(sql`
    insert into shop.product_links (store_id, link, product_id, moved_at)
    values (${tx.storeId}, ${from}, ${productId}, ${at})
    on conflict (store_id, link) do update set product_id = excluded.product_id, moved_at = excluded.moved_at`);
  await forgetOldLinks(tx, [productId]);
}

/** Makes the former links of imported products redirect to them. Links that already redirect are unchanged. */
export async function addFormerLinks(
  tx: Transaction,
  products: readonly { id: string; links: readonly string[] }[],
): Promise<void> {
  await tx.run(sql`
    insert into shop.product_links (store_id, link, product_id)
    select ${tx.storeId}, l.link, r.id from jsonb_to_recordset(${JSON.stringify(products)}::jsonb) as r (id uuid, links jsonb)
    cross join lateral jsonb_array_elements_text(r.links) l (link) on conflict do nothing`);
  const added = products.filter(({ links }) => links.length > 0);
  if (added.length > 0)
    await forgetOldLinks(
      tx,
      added.map(({ id }) => id),
    );
}

async function forgetOldLinks(tx: Transaction, productIds: readonly string[]): Promise<void> {
  await tx.run(sql`
    delete from shop.product_links l using unnest(${productIds}::uuid[]) p (id)
    cross join lateral (select o.link from shop.product_links o where o.store_id = ${tx.storeId} and o.product_id = p.id
      order by o.moved_at desc, o.link offset ${maxFormerLinks}) old
    where l.store_id = ${tx.storeId} and l.link = old.link`);
}

// Serializes the transactions that choose a product's link in the store.
async function lockLinks(tx: Transaction): Promise<void> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.storeId} links`}, 0))`);
}
