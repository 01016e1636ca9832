import type { taxes } from "@vetrina/contract/pricing/taxes";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { presentTaxRate, readTaxRateRows } from "./tax-rows.ts";

export const listTaxRates: Handler<typeof taxes.listTaxRates> = (ctx) =>
  ctx.tx(async (tx) => {
    const rows = await readTaxRateRows(
      tx,
      sql`order by country, region, postal_from, tax_class, starts_on nulls first, id limit 1000`,
    );
    return { items: rows.map(presentTaxRate) };
  });
