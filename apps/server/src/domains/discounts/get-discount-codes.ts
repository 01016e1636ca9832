import type { discounts } from "@vetrina/contract/pricing/discounts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { pace } from "../../platform/event-loop/pace.ts";
import { readBatch } from "./code-batch-rows.ts";
import { readDiscount } from "./discount-rows.ts";

type Row = { code: string; created_at: Date; order_number: string | null };

/** Number of codes read at a time. Must equal the number in the FETCH below. */
const atOnce = 1000;

/**
 * Returns the discount's codes as CSV, one per line, oldest first, at most 100,000. No code begins with a character
 * that spreadsheets read as a formula. Throws NOT_FOUND if the batch belongs to another discount.
 */
export const getDiscountCodes: Handler<typeof discounts.getDiscountCodes> = (
  ctx,
  { id, batchId },
) =>
  ctx.tx(async (tx) => {
    const { title } = await readDiscount(tx, id);
    if (batchId !== undefined && (await readBatch(tx, batchId)).discountId !== id)
      throw notFound("code batch");
    const ofBatch = batchId === undefined ? sql`` : sql`and c.batch_id = ${batchId}`;
    // With a cursor, the codes are sorted only once, and this process holds few rows in memory.
    await tx.run(sql`
      declare codes no scroll cursor for
      select c.code, c.created_at, o.order_number from shop.discount_codes c
      left join shop.orders o on o.store_id = c.store_id and o.id = c.order_id
      where c.store_id = ${tx.storeId} and c.discount_id = ${id} ${ofBatch} order by c.created_at, c.code`);
    const parts = ["Code,Created at,Order\r\n"];
    for (let isLast = false; !isLast;) {
      const rows = await tx.rows<Row>(sql`fetch 1000 from codes`);
      parts.push(rows.map(lineOf).join(""));
      isLast = rows.length < atOnce;
      await pace();
    }
    const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "discount";
    return {
      name: `${name}-codes.csv`,
      bytes: Buffer.from(parts.join("")),
    };
  });

function lineOf({ code, created_at, order_number }: Row): string {
  return `${code},${created_at.toISOString()},${order_number ?? ""}\r\n`;
}
