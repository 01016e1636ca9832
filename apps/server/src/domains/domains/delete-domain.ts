import type { domains } from "@vetrina/contract/domains";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { refuseStale } from "../../platform/edit-conflict.ts";
import type { Verb } from "../../platform/http/routes.ts";
import { enqueue } from "../../platform/outbox.ts";
import { lockStore } from "../stores/lock-store.ts";
import { domainToWire, readDomain } from "./queries.ts";
import { requireAnotherPrimary } from "./update-domain.ts";

/** Throws PRIMARY_DOMAIN. */
export const deleteDomain: Verb<typeof domains.deleteDomain> = async (ctx, { id }) => {
  await ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = await readDomain(tx, id);
    await refuseStale(tx, ctx, "domain", present.version, async () => domainToWire(present));
    if (present.isPrimary) requireAnotherPrimary(present);
    await tx.run(sql`delete from shop.domains where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "domain",
      entityId: id,
      before: { host: present.host, status: present.status },
    });
    await enqueue(tx, "catalogue.changed", { tags: ["store"] });
  });
  ctx.services.directory.forget();
};
