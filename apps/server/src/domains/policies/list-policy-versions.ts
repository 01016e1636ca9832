import type { policies, PolicyVersion } from "@vetrina/contract/stores/policies";
import { sql } from "../../platform/database/sql.ts";
import { requirePageSize } from "../../platform/http/answers/answer-size.ts";
import type { Handler } from "../../platform/http/routes.ts";

type VersionRow = Omit<PolicyVersion, "createdAt"> & { createdAt: Date };

export const listPolicyVersions: Handler<typeof policies.listPolicyVersions> = (
  ctx,
  { policyId, page, limit },
) =>
  ctx.tx(async (tx) => {
    const of = policyId === undefined ? sql`` : sql` and v.policy_id = ${policyId}`;
    const ofPage = sql`
      from shop.policy_versions v join shop.policies p on p.store_id = v.store_id and p.id = v.policy_id
      where v.store_id = ${tx.storeId}${of}
      order by v.created_at desc, v.policy_id, v.version desc limit ${limit} offset ${(page - 1) * limit}`;
    await requirePageSize(tx, sql`select octet_length(v.content) as bytes ${ofPage}`);
    const rows = await tx.rows<VersionRow>(sql`
      select v.policy_id as "policyId", p.type, v.version, v.title, v.content, v.created_at as "createdAt",
        p.deleted_at is null and p.version = v.version as "isCurrent"
      ${ofPage}`);
    const count = await tx.row<{ total: number }>(
      sql`select count(*)::int as total from shop.policy_versions v where v.store_id = ${tx.storeId}${of}`,
    );
    const items = rows.map(({ createdAt, ...row }) =>
      Object.assign(row, { createdAt: createdAt.toISOString() }),
    );
    return { items, page, limit, total: count?.total ?? 0 };
  });
