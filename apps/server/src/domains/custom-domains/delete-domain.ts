import type { domains } from "@vetrina/contract/stores/domains";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { requireOpenSession } from "../../platform/http/callers/only-store.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { hostOfStore } from "../../platform/network/platform-host.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { domainToWire, readDomain } from "./queries.ts";
import { requireAnotherPrimary } from "./update-domain.ts";

/**
 * Deletes a host of the store, which ends the sessions that were opened there (shop.renew_activation). Throws
 * PRIMARY_DOMAIN for the primary host, and PLATFORM_DOMAIN for the store's own host on the platform, which could not be
 * claimed again.
 */
export const deleteDomain: Handler<typeof domains.deleteDomain> = async (ctx, { id }) => {
  requireOpenSession(ctx.actor);
  await ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = await readDomain(tx, id);
    await requireFresh(tx, ctx, "domain", present.version, async () => domainToWire(present));
    if (present.host === hostOfStore(ctx.store.slug, ctx.services.publicUrl))
      throw new ApiFailure(
        "PLATFORM_DOMAIN",
        `${present.host} is the store's own host on the platform. Switch it off instead.`,
      );
    if (present.isPrimary) requireAnotherPrimary(present);
    await tx.run(sql`delete from shop.domains where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "DELETE",
      entityType: "domain",
      entityId: id,
      before: { host: present.host, status: present.status },
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
  });
  ctx.services.directory.forget(ctx.store.id);
};
