import type { apiKeys } from "@vetrina/contract/people/api-keys";
import { audit } from "../../platform/audit.ts";
import { hashApiKey, newApiKey } from "../../platform/auth/api-key.ts";
import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { heldByCaller, requireHeld } from "../../platform/held-permissions.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { insertApiKey } from "../api-key-records/api-key-rows.ts";
import { enqueueEndPayLinksOfKey } from "../roles/enqueue-end-pay-links.ts";
import { lockPeople } from "../roles/lock-people.ts";
import { requireProof } from "../users/second-factor/require-proof.ts";
import { readApiKey } from "./queries.ts";

/**
 * Creates an API key for the store. The key becomes inactive if its creator loses a permission that the key has.
 * Requires proof of identity, because a key outlives the session. A repeated call creates another key, because
 * responses with secrets aren't stored for an Idempotency-Key. Throws PERMISSION_NOT_HELD.
 */
export async function createApiKey(
  ctx: Context,
  { body: { name, permissions, expiresAt = null, ...proof } }: Input<typeof apiKeys.createApiKey>,
): Promise<Output<typeof apiKeys.createApiKey>> {
  if (expiresAt !== null && new Date(expiresAt) <= ctx.now()) throw alreadyOver();
  await requireProof(ctx, proof);
  const id = newId();
  const key = newApiKey(id);
  const made = await ctx.tx(async (tx) => {
    await lockPeople(tx);
    requireHeld(await heldByCaller(tx, ctx), permissions);
    const secret = { keyHash: hashApiKey(key), lastFour: key.slice(-4), grantedBy: grantors(ctx) };
    await insertApiKey(tx, { id, name, permissions, expiresAt, ...secret }, ctx.now());
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "API key",
      entityId: id,
      after: { name, permissions, expiresAt },
    });
    const made = await readApiKey(tx, id);
    await enqueueEndPayLinksOfKey(tx, made);
    return made;
  });
  return { ...made, key };
}

/**
 * Returns the calling user's id in a list, which is empty for other callers. The key becomes inactive if this user
 * loses a permission that the key has.
 */
export function grantors({ actor }: Pick<Context, "actor">): string[] {
  return actor.kind === "user" ? [actor.userId] : [];
}

function alreadyOver(): ApiFailure {
  const message = "Choose a time in the future.";
  return new ApiFailure("VALIDATION_FAILED", `expiresAt: ${message}`, [
    { path: "expiresAt", message },
  ]);
}
