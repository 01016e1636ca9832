import { randomBytes } from "node:crypto";
import type { domains } from "@vetrina/contract/stores/domains";
import { audit } from "../../platform/audit.ts";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { newId } from "../../platform/id.ts";
import { platformHost } from "../../platform/network/platform-host.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { domainCheck } from "./domain-check.ts";
import { domainToWire, readDomain } from "./queries.ts";
import { hostOf, maxDomains } from "./host-proof.ts";

/**
 * Claims a host for the store. Throws ALREADY_EXISTS if the store already has the host or another store has verified
 * it, and LIMIT_REACHED if the store has too many hosts.
 */
export const createDomain: Handler<typeof domains.createDomain> = async (ctx, { body }) => {
  const host = hostOf(body.host, platformHost(ctx.services.publicUrl));
  const row = await ctx.catalogue.row<{ verified: boolean }>(
    sql`select door.is_host_verified(${host}) as verified`,
  );
  if (row?.verified === true) throw taken();
  return ctx.tx(async (tx) => {
    await lockStore(tx);
    await requireRoomForDomain(tx);
    const id = newId();
    const made = await tx.run(sql`
      insert into shop.domains (store_id, id, host, status, token, created_at, updated_at)
      values (${tx.storeId}, ${id}, ${host}, 'VERIFYING', ${randomBytes(16).toString("hex")}, ${ctx.now()}, ${ctx.now()})
      on conflict (store_id, host) do nothing`);
    if (made === 0) throw taken();
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "domain",
      entityId: id,
      after: { host, status: "VERIFYING" },
    });
    await enqueue(tx, domainCheck, { domainId: id, checks: 0 });
    return domainToWire(await readDomain(tx, id));
  });
};

export function taken(): ApiFailure {
  return new ApiFailure(
    "ALREADY_EXISTS",
    "A store already has this host. Remove it there first, or use another host.",
    { field: "host" },
  );
}

async function requireRoomForDomain(tx: Transaction): Promise<void> {
  const row = await tx.row<{ count: number }>(
    sql`select count(*)::int as count from shop.domains where store_id = ${tx.storeId}`,
  );
  if ((row?.count ?? 0) >= maxDomains)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `A store can have at most ${maxDomains} hosts. Remove a host first.`,
      {
        max: maxDomains,
      },
    );
}
