import type { contact } from "@vetrina/contract/stores/contact";
import { joinSql, sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { messageColumns, type MessageRow, presentMessage } from "./message-rows.ts";

/** Lists messages newest first, by descending id, because ids increase over time. */
export const listContactMessages: Handler<typeof contact.listContactMessages> = (
  ctx,
  { email, subject, page, limit },
) =>
  ctx.tx(async (tx) => {
    const conditions = [sql`m.store_id = ${tx.storeId}`];
    if (email !== undefined) conditions.push(sql`m.email = ${email.toLowerCase()}`);
    if (subject !== undefined) conditions.push(sql`m.subject = ${subject}`);
    const where = joinSql(conditions, " and ");
    const rows = await tx.rows<MessageRow>(sql`
      select ${messageColumns} from shop.contact_messages m where ${where}
      order by m.id desc limit ${limit} offset ${(page - 1) * limit}`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.contact_messages m where ${where}`,
    );
    return { items: rows.map(presentMessage), page, limit, total: count?.total ?? 0 };
  });
