import type { languages } from "@vetrina/contract/languages";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { readLanguage } from "./queries.ts";

export const createLanguage: Handler<typeof languages.createLanguage> = async (ctx, { body }) => {
  const { code, isPublished } = body;
  const made = await ctx.tx(async (tx) => {
    await lockStore(tx);
    const id = newId();
    const added = await tx.run(sql`
      insert into shop.store_languages (store_id, id, code, is_published, created_at, updated_at)
      values (${tx.storeId}, ${id}, ${code}, ${isPublished}, ${ctx.now()}, ${ctx.now()})
      on conflict (store_id, code) do nothing`);
    if (added === 0)
      throw new ApiFailure("ALREADY_EXISTS", "The store already has this language.", {
        field: "code",
      });
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "language",
      entityId: id,
      after: { code, isPublished },
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return readLanguage(tx, tx.storeId, id);
  });
  ctx.services.directory.forget(ctx.store.id);
  return made;
};
