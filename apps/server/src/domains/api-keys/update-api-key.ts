import type { ApiKey, apiKeys } from "@vetrina/contract/people/api-keys";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { heldByCaller, requireHeld } from "../../platform/held-permissions.ts";
import type { Input } from "../../platform/http/routes.ts";
import { saveApiKey } from "../api-key-records/api-key-rows.ts";
import { enqueueEndPayLinksOfKey } from "../roles/enqueue-end-pay-links.ts";
import { lockPeople } from "../roles/lock-people.ts";
import { requireProof } from "../users/second-factor/require-proof.ts";
import { grantors } from "./create-api-key.ts";
import { lockApiKey, readApiKey } from "./queries.ts";
import { grantedBy } from "./rules.ts";

/**
 * Changes the fields sent, with effect from the next call. Throws INVALID_TRANSITION for a revoked key,
 * PERMISSION_NOT_HELD if the change grants permissions that the caller doesn't hold, and EDIT_CONFLICT if If-Match is
 * out of date.
 */
export async function updateApiKey(
  ctx: Context,
  { id, body }: Input<typeof apiKeys.updateApiKey>,
): Promise<ApiKey> {
  if (mayWiden(body)) await requireProof(ctx, body);
  return ctx.tx(async (tx) => {
    await lockPeople(tx);
    const present = await lockApiKey(tx, id);
    await requireFresh(tx, ctx, "API key", present.version, async () => present);
    if (present.status === "REVOKED")
      throw new ApiFailure(
        "INVALID_TRANSITION",
        "This API key has been revoked. Create a new key instead.",
      );
    const next = merge(present, body);
    const granted = grantedBy(present, next);
    requireHeld(await heldByCaller(tx, ctx), granted);
    const by = granted.length === 0 ? [] : grantors(ctx);
    await saveApiKey(tx, next, by, ctx.now());
    await enqueueEndPayLinksOfKey(tx, next);
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "API key",
      entityId: id,
      before: facts(present),
      after: facts(next),
    });
    return readApiKey(tx, id);
  });
}

type Change = Input<typeof apiKeys.updateApiKey>["body"];

/**
 * Whether a change may need proof of identity. Decided from the body alone, so that the password is verified before the
 * key is locked.
 */
function mayWiden({ permissions, status, expiresAt }: Change): boolean {
  return permissions !== undefined || status === "ACTIVE" || expiresAt !== undefined;
}

function merge(present: ApiKey, body: Change): ApiKey {
  return {
    ...present,
    name: body.name ?? present.name,
    permissions: body.permissions ?? present.permissions,
    status: body.status ?? present.status,
    expiresAt: body.expiresAt === undefined ? present.expiresAt : body.expiresAt,
  };
}

function facts({ name, permissions, status, expiresAt }: ApiKey) {
  return { name, permissions, status, expiresAt };
}
