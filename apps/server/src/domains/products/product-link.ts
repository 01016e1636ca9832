import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { alreadyExists } from "./change-product.ts";
import { freeLink, linkOf } from "./rules.ts";

/** The link that was asked for, or a free one made from the name. Throws ALREADY_EXISTS for a taken one. */
export async function chooseLink(
  tx: Transaction,
  name: string,
  wanted: string | undefined,
): Promise<string> {
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended(${`${tx.storeId} links`}, 0))`);
  const link = wanted ?? linkOf(name);
  const rows = await tx.rows<{ link: string }>(sql`
    select link from shop.products
    where store_id = ${tx.storeId} and deleted_at is null
      and (link = ${link} or (${wanted === undefined} and link like ${`${link}-%`}))`);
  const taken = new Set(rows.map((row) => row.link));
  if (wanted !== undefined && taken.has(wanted)) throw alreadyExists("link", "link");
  return freeLink(link, taken);
}
