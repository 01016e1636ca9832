import type { ImportFinding, imports } from "@vetrina/contract/catalogue/imports";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { readJob } from "./job-rows.ts";

/**
 * Lists the errors first, then warnings and images that could not be downloaded. Both parts are in the order in which
 * they were stored.
 */
export async function listImportFindings(
  ctx: Context,
  { id, kind, page, limit }: Input<typeof imports.listImportFindings>,
): Promise<Output<typeof imports.listImportFindings>> {
  return ctx.tx(async (tx) => {
    await readJob(tx, id, "IN");
    const where = sql`store_id = ${tx.storeId} and job_id = ${id}
      and (${kind ?? null}::text is null or kind = ${kind ?? null})`;
    const items = await tx.rows<ImportFinding>(sql`
      select kind, row, rows as "rowCount", col as column, message from shop.file_findings where ${where}
      order by kind <> 'ERROR', position limit ${limit} offset ${(page - 1) * limit}`);
    const counted = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.file_findings where ${where}`,
    );
    return { items, page, limit, total: counted?.total ?? 0 };
  });
}
