import type { domains } from "@vetrina/contract/stores/domains";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { countCall } from "../../platform/http/callers/rate-limit.ts";
import { requireOpenSession } from "../../platform/http/callers/only-store.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { mailOwners } from "../store-records/mail-owners.ts";
import { type DomainRow, domainToWire, readDomain } from "./queries.ts";

/**
 * Maximum number of times per hour that a user may change a store's primary host. Each change sends an email to all
 * owners.
 */
export const primaryChangesAnHour = 10;

/**
 * Switches a verified host on or off, or makes it the primary host. A store always has exactly one primary host.
 * Switching a host off ends the sessions that were opened there (shop.renew_activation). Throws DOMAIN_NOT_VERIFIED,
 * PRIMARY_DOMAIN, RATE_LIMITED.
 */
export const updateDomain: Handler<typeof domains.updateDomain> = async (ctx, { id, body }) => {
  requireOpenSession(ctx.actor);
  if (body.isPrimary === true) await countChange(ctx);
  const changed = await ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = await readDomain(tx, id);
    await requireFresh(tx, ctx, "domain", present.version, async () => domainToWire(present));
    if (present.verifiedAt === null)
      throw new ApiFailure(
        "DOMAIN_NOT_VERIFIED",
        "This host is not verified yet. Publish its proof and verify it first.",
      );
    const isPrimary = body.isPrimary ?? present.isPrimary;
    const status = body.status ?? (body.isPrimary === true ? "ACTIVE" : present.status);
    if (isPrimary && status !== "ACTIVE") requireAnotherPrimary(present);
    if (isPrimary && !present.isPrimary) {
      await tx.run(sql`
        update shop.domains set is_primary = false, version = version + 1, updated_at = ${ctx.now()}
        where store_id = ${tx.storeId} and is_primary`);
      await mailOwners(tx, "primary-host-changed", { host: present.host });
    }
    await tx.run(sql`
      update shop.domains set status = ${status}, is_primary = ${isPrimary}, version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "domain",
      entityId: id,
      before: { status: present.status, isPrimary: present.isPrimary },
      after: { status, isPrimary },
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return readDomain(tx, id);
  });
  ctx.services.directory.forget(ctx.store.id);
  return domainToWire(changed);
};

/**
 * Counts a change of the primary host, per user, so that one user's changes can't block an owner from correcting the
 * host.
 */
async function countChange({ services, store, actor }: Context): Promise<void> {
  const by = actor.kind === "user" ? actor.userId : actor.kind;
  const bucket = `primary host ${store.id} ${by}`;
  await countCall(services.database.app, bucket, primaryChangesAnHour, 60 * 60);
}

/** Always throws PRIMARY_DOMAIN. The primary host must stay active, because links and emails use it. */
export function requireAnotherPrimary({ host }: Pick<DomainRow, "host">): never {
  throw new ApiFailure(
    "PRIMARY_DOMAIN",
    `${host} is the primary host. Make another host primary first.`,
  );
}
