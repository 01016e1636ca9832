import type { domains } from "@vetrina/contract/stores/domains";
import { sql } from "../../platform/database/sql.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { maxDomains } from "./host-proof.ts";
import { domainColumns, type DomainRow, domainToWire } from "./queries.ts";

export const listDomains: Handler<typeof domains.listDomains> = (ctx) =>
  ctx.tx(async (tx) => {
    const rows = await tx.rows<DomainRow>(sql`
      select ${domainColumns} from shop.domains where store_id = ${tx.storeId}
      order by is_primary desc, host limit ${maxDomains}`);
    return { items: rows.map(domainToWire) };
  });
