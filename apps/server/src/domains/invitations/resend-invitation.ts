import type { Invitation, invitations } from "@vetrina/contract/people/invitations";
import { audit } from "../../platform/audit.ts";
import type { Context } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { heldByCaller, requireHeld } from "../../platform/held-permissions.ts";
import type { Input } from "../../platform/http/routes.ts";
import { renewInvitation } from "../open-invitations/invitation-rows.ts";
import { findRole } from "../roles/find-role.ts";
import { lockPeople } from "../roles/lock-people.ts";
import { rightsOf } from "../roles/rules.ts";
import { ofInvitation } from "./invitation-not-pending.ts";
import { presentInvitation, readInvitation, statusOf } from "./queries.ts";
import { countInvitation, sendInvitation } from "./send-invitation.ts";

const againAfterMs = 60_000;

/**
 * Sends an invitation again, with the caller as the new inviter, who must be able to assign the role. Throws
 * INVITATION_NOT_PENDING if it was used or withdrawn or its role was deleted, and RATE_LIMITED within a minute of the
 * previous email or if a limit on invitations is reached.
 */
export async function resendInvitation(
  ctx: Context,
  { id }: Input<typeof invitations.resendInvitation>,
): Promise<Invitation> {
  const { actor } = ctx;
  if (actor.kind !== "user") throw new Error("only users can invite");
  const { email: to } = await ctx.tx((tx) => readInvitation(tx, id));
  await countInvitation(ctx, to);
  return ctx.tx(async (tx) => {
    await lockPeople(tx);
    const present = await readInvitation(tx, id);
    const { email, roleId, sentAt } = present;
    if (!["PENDING", "EXPIRED"].includes(statusOf(present, ctx.now())) || roleId === null)
      throw ofInvitation(
        "This invitation was used or withdrawn, or its role was deleted. Create a new invitation.",
      );
    if (ctx.now().getTime() - sentAt.getTime() < againAfterMs)
      throw new ApiFailure(
        "RATE_LIMITED",
        "The email was sent less than a minute ago. Wait a minute before resending it.",
      );
    const role = await findRole(tx, roleId);
    requireHeld(await heldByCaller(tx, ctx), rightsOf(role));
    const inviterId = actor.userId;
    const sent = await sendInvitation(tx, ctx, { email, roleName: role.name, inviterId });
    await renewInvitation(tx, id, { inviterId, roleName: role.name, ...sent });
    await audit(tx, ctx, {
      action: "UPDATE",
      entityType: "invitation",
      entityId: id,
      before: { sentAt, expiresAt: present.expiresAt },
      after: { sentAt: sent.sentAt, expiresAt: sent.expiresAt },
    });
    return presentInvitation(await readInvitation(tx, id), ctx.now());
  });
}
