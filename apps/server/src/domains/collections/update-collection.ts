import type { Collection, collections } from "@vetrina/contract/catalogue/collections";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Input } from "../../platform/http/routes.ts";
import {
  chooseCollectionLink,
  lockCollection,
  moveCollectionLink,
  requirePicture,
  settleCollection,
} from "./change-collection.ts";
import { holdCurrency } from "../../platform/database/lock-store.ts";
import { presentCollection } from "./present-collection.ts";
import { toStoredRule } from "./rules.ts";

/**
 * Changes the fields sent. Manually added products are kept while a rule is set, and return when the rule is set to
 * null.
 */
export async function updateCollection(
  ctx: Context,
  { id, body }: Input<typeof collections.updateCollection>,
): Promise<Collection> {
  return ctx.tx(async (tx) => {
    if (body.rule !== undefined) await holdCurrency(tx, ctx);
    const { version: _, id: _id, ...present } = await lockCollection(ctx, tx, id);
    const next = {
      name: body.name ?? present.name,
      link: body.link ?? present.link,
      description: body.description ?? present.description,
      rule: body.rule === undefined ? present.rule : toStoredRule(body.rule, ctx.store.currency),
      mediaId: body.mediaId === undefined ? present.mediaId : body.mediaId,
      position: body.position ?? present.position,
      isPublished: body.isPublished ?? present.isPublished,
    };
    if (next.link !== present.link) {
      await chooseCollectionLink(tx, { id, ...next });
      await moveCollectionLink(tx, id, { from: present.link, to: next.link, at: ctx.now() });
    }
    if (next.mediaId !== present.mediaId) await requirePicture(tx, next.mediaId);
    // Sets an unchanged description to the column's own value, so that PostgreSQL doesn't store a long text again.
    await tx.run(sql`
      update shop.collections set media_id = ${next.mediaId}, name = ${next.name}, link = ${next.link},
        description = coalesce(${body.description ?? null}, description), rule = ${JSON.stringify(next.rule)},
        position = ${next.position}, is_published = ${next.isPublished}
      where store_id = ${tx.storeId} and id = ${id}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "collection",
      entityId: id,
      before: present,
      after: next,
    });
    await settleCollection(tx, ctx, id);
    return presentCollection(ctx, tx, id);
  });
}
