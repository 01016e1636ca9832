import type { languages } from "@vetrina/contract/languages";
import { audit } from "../../platform/audit.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { sanitizeAhead } from "../../platform/rich-text/sanitize-ahead.ts";
import { requirePermission, requireThing, tagsOf } from "./create-translation.ts";
import { noteCopiedProse } from "./note-copied-prose.ts";
import { lockTranslation } from "./queries.ts";
import { changeFields } from "./change-fields.ts";
import { fieldChange } from "./field-change.ts";

/**
 * Changes the fields sent; null removes a field. Throws NOT_FOUND if the translated entity has been deleted, and
 * PERMISSION_NOT_HELD for a policy if the caller may not change policies.
 */
export const updateTranslation: Handler<typeof languages.updateTranslation> = async (
  ctx,
  { id, body },
) => {
  return sanitizeAhead(ctx, Object.values(body.fields), () =>
    ctx.tx(async (tx) => {
      const present = await lockTranslation(tx, id);
      await requireFresh(tx, ctx, "translation", present.version, async () => present);
      const { entityType, entityId } = present;
      requirePermission(ctx, entityType);
      const words = await requireThing(tx, entityType, entityId);
      const fields = changeFields(entityType, present.fields, body.fields, words);
      await tx.run(sql`
      update shop.translations set fields = ${JSON.stringify(fields)}, version = version + 1, updated_at = ${ctx.now()}
      where store_id = ${tx.storeId} and id = ${id}`);
      if (entityType === "PRODUCT") await noteCopiedProse(tx, [entityId], [present.languageCode]);
      await audit(tx, ctx, {
        action: "UPDATE",
        entityType: "translation",
        entityId: id,
        ...fieldChange(present.fields, fields, Object.keys(body.fields)),
      });
      await enqueue(tx, catalogueChanged, { tags: tagsOf(entityType, entityId) });
      return lockTranslation(tx, id);
    }),
  );
};
