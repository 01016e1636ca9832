import type { Menu, menus } from "@vetrina/contract/catalogue/menus";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { notFound } from "../../platform/errors.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { allMenus, collectionIds, readMenu } from "./menu-rows.ts";
import { requireRoom, toStoredItems } from "./rules.ts";

/** Replaces a menu. Throws NOT_FOUND if an item names a collection that the store does not have. */
export async function updateMenu(
  ctx: Context,
  { name, body }: Omit<Input<typeof menus.updateMenu>, "storeId">,
): Promise<Menu> {
  const items = toStoredItems(body, newId);
  const written = await ctx.tx(async (tx) => {
    await tx.run(sql`
      insert into shop.menus (store_id, name, version) values (${tx.storeId}, ${name}, 0) on conflict do nothing`);
    await tx.run(
      sql`select from shop.menus where store_id = ${tx.storeId} and name = ${name} for update`,
    );
    const present = await readMenu(ctx, tx, allMenus, name);
    await requireFresh(tx, ctx, "menu", present.version, async () => present);
    const ids = collectionIds(items);
    const known = await tx.rows<{ id: string; name: string; link: string }>(sql`
      select id, name, link from shop.collections where store_id = ${tx.storeId} and id = any(${ids}::uuid[]) and deleted_at is null`);
    if (known.length !== ids.length) throw notFound("collection");
    requireRoom(items, new Map(known.map((collection) => [collection.id, collection])));
    await tx.run(sql`
      update shop.menus set items = ${JSON.stringify(items)}, version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and name = ${name}`);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "menu",
      entityId: null,
      before: { name, items: present.items },
      after: { name, items },
    });
    await enqueue(tx, catalogueChanged, { tags: [`menu:${name}`, "lists"] });
    return readMenu(ctx, tx, allMenus, name);
  });
  // Clears the cached store in this process now, without waiting for the job above.
  ctx.services.directory.forget(ctx.store.id);
  return written;
}
