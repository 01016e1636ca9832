import type { policies } from "@vetrina/contract/stores/policies";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { readPolicy } from "./policy-rows.ts";

export const deletePolicy: Handler<typeof policies.deletePolicy> = (ctx, { id }) =>
  ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = await readPolicy(tx, id);
    await requireFresh(tx, ctx, "policy", present.version, async () => present);
    await tx.run(sql`
      update shop.policies set deleted_at = ${ctx.now()} where store_id = ${tx.storeId} and id = ${id}`);
    const { type, title, version } = present;
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "policy",
      entityId: id,
      before: { type, title, version },
    });
    await enqueue(tx, catalogueChanged, { tags: ["policies"] });
  });
