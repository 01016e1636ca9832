import type { discounts } from "@vetrina/contract/discounts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { readBatch } from "./code-batch-rows.ts";
import { readDiscount } from "./discount-rows.ts";

type Row = { code: string; created_at: Date; order_number: string | null };

/**
 * One line for each code, oldest first: at most 100,000. No code begins like a spreadsheet's formula. Throws NOT_FOUND for
 * a batch of another discount.
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
    const rows = await tx.rows<Row>(sql`
      select c.code, c.created_at, o.order_number from shop.discount_codes c
      left join shop.orders o on o.store_id = c.store_id and o.id = c.order_id
      where c.store_id = ${tx.storeId} and c.discount_id = ${id} ${ofBatch} order by c.created_at, c.code`);
    const lines = rows.map(({ code, created_at, order_number }) =>
      [code, created_at.toISOString(), order_number ?? ""].join(","),
    );
    const name = title.replaceAll(/[^\p{L}\p{N}]+/gu, "-").replaceAll(/^-|-$/g, "") || "discount";
    return {
      name: `${name}-codes.csv`,
      bytes: Buffer.from(["Code,Created at,Order", ...lines, ""].join("\r\n")),
    };
  });
