import type { stores } from "@vetrina/contract/stores/stores";
import { audit } from "../../platform/audit.ts";
import { readToken, useToken } from "../../platform/auth/mailed-token.ts";
import { type Context, systemTransaction } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { proveContactEmail } from "../store-records/store-rows.ts";

const purpose = "store-email";

/**
 * Verifies the contact address of the store that the token names: whoever opens the link can read the mailbox. Throws
 * TOKEN_INVALID, including when the store's contact address has changed since.
 */
export async function verifyContactEmail(
  ctx: Context,
  { body: { token } }: Input<typeof stores.verifyContactEmail>,
): Promise<Output<typeof stores.verifyContactEmail>> {
  const { services } = ctx;
  const asked = await readToken(ctx.lookups, services, token, purpose);
  if (asked?.storeId == null) throw tokenOver();
  await systemTransaction(services, asked.storeId, async (tx) => {
    const used = await useToken(tx, services, token, purpose);
    if (used === null) throw tokenOver();
    if (!(await proveContactEmail(tx, used.email))) throw tokenOver();
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "store",
      entityId: tx.storeId,
      after: { contactEmail: "confirmed" },
    });
  });
  return { status: "VERIFIED" };
}

function tokenOver(): ApiFailure {
  return new ApiFailure(
    "TOKEN_INVALID",
    "This link is not valid. It may have been used, replaced by a newer one, or expired. Save the store's contact address again for a new one.",
  );
}
