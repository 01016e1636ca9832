import type { invitations } from "@vetrina/contract/people/invitations";
import { readToken } from "../../platform/auth/mailed-token.ts";
import type { Context } from "../../platform/context.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { invitationNotPending } from "./invitation-not-pending.ts";
import { findOffer } from "./queries.ts";

/**
 * Shows what a token's invitation offers. The response contains only what the invited person may know. Throws
 * INVITATION_NOT_PENDING.
 */
export async function previewInvitation(
  { services, lookups: db, now }: Context,
  { body: { token } }: Input<typeof invitations.previewInvitation>,
): Promise<Output<typeof invitations.previewInvitation>> {
  const open = await readToken(db, services, token, "invitation");
  const offer = open === null ? undefined : await findOffer(db, open.id, now());
  if (offer === undefined) throw invitationNotPending();
  const { storeName, roleName, email, invitedBy, hasAccount } = offer;
  const expiresAt = offer.expiresAt.toISOString();
  return { storeName, roleName, email, invitedBy, expiresAt, hasAccount };
}
