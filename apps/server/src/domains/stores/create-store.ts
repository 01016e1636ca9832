import type { StoreInput } from "@vetrina/contract/stores/store-settings";
import type { Store, stores } from "@vetrina/contract/stores/stores";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { requireOpenSession } from "../../platform/http/callers/only-store.ts";
import { hostOfStore } from "../../platform/network/platform-host.ts";
import { giveRole } from "../roles/assign-role.ts";
import { insertPolicy } from "../policies/create-policy.ts";
import { insertShippingTable } from "../shipping/save-shipping-table.ts";
import { firstHelp, firstHome, firstPolicies, firstShipping } from "./default-content.ts";
import { openStore } from "./open-store.ts";
import { readStore } from "./queries.ts";

const maxOwned = 100;
/**
 * Maximum number of stores that a user can open per day. Deleted stores count too, because their rows are kept, and
 * stores that had customers keep their slugs for some time or forever.
 */
export const maxOpenedADay = 20;

/**
 * Opens a store in the TEST environment that the caller owns. Throws ALREADY_EXISTS for a taken slug, and
 * LIMIT_REACHED.
 */
export const createStore: Handler<typeof stores.createStore> = async (ctx, { body }) => {
  const { actor, services } = ctx;
  if (actor.kind !== "user") throw new ApiFailure("UNAUTHENTICATED", "Sign in first.");
  requireOpenSession(actor);
  let opened: Store | undefined;
  await openStore(
    services,
    {
      ...body,
      host: hostOfStore(body.slug, services.publicUrl),
      environment: "TEST",
      openedBy: actor.userId,
      navigation: [{ label: "New", href: "/new-arrivals" }],
      home: firstHome(body),
      help: firstHelp(),
      socialImage: null,
    },
    async (tx, { ownerRoleId }) => {
      await requireRoomForStore(tx, actor.userId);
      if (ctx.limitsCallers) await requireFewOpened(tx, actor.userId, ctx.now());
      await furnish(tx, ctx, body);
      await giveRole(tx, ctx, actor.userId, ownerRoleId);
      opened = await readStore(tx, tx.storeId, { settings: true });
    },
  );
  if (opened === undefined) throw new Error("a store was opened but could not be read");
  return opened;
};

/**
 * Throws LIMIT_REACHED if the user owns too many stores, and UNAUTHENTICATED if the account was deleted meanwhile.
 * Locks the user, so that concurrent calls stay within the limit.
 */
async function requireRoomForStore(tx: Transaction, userId: string): Promise<void> {
  const owner = await tx.row(sql`
    select from shop.users where id = ${userId} and deleted_at is null for no key update`);
  if (owner === undefined) throw new ApiFailure("UNAUTHENTICATED", "Sign in first.");
  const row = await tx.row<{ owned: number }>(sql`
    select count(*)::int as owned from door.stores_of(${userId}) where is_owner`);
  if ((row?.owned ?? 0) >= maxOwned)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `You can own at most ${maxOwned} stores. Delete one first.`,
      {
        max: maxOwned,
      },
    );
}

/**
 * Throws LIMIT_REACHED if the user opened too many stores in a day, including the new one. The caller holds the lock
 * that requireRoomForStore takes.
 */
async function requireFewOpened(tx: Transaction, userId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - 86_400_000);
  const row = await tx.row<{ opened: number }>(sql`
    select count(*)::int as opened from shop.stores where opened_by = ${userId} and created_at > ${since}`);
  if ((row?.opened ?? 0) > maxOpenedADay)
    throw new ApiFailure(
      "LIMIT_REACHED",
      `You can open at most ${maxOpenedADay} stores in a day, including deleted ones. Try again tomorrow.`,
      { max: maxOpenedADay },
    );
}

async function furnish(tx: Transaction, ctx: Context, body: StoreInput): Promise<void> {
  const { slug, name, currency, locale, country } = body;
  await audit(tx, ctx, {
    action: "CREATE",
    entityType: "store",
    entityId: tx.storeId,
    after: { slug, name, currency, locale, country },
  });
  await insertShippingTable(tx, firstShipping(body));
  for (const policy of firstPolicies(body)) await insertPolicy(tx, ctx, policy);
}
