import type { invitations } from "@vetrina/contract/people/invitations";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { lockPeople } from "../roles/lock-people.ts";
import { endInvitation } from "../open-invitations/end-invitation.ts";
import { ofInvitation } from "./invitation-not-pending.ts";
import { readInvitation } from "./queries.ts";

/**
 * Withdraws an invitation. Repeating the call changes nothing. Throws INVITATION_NOT_PENDING if it was accepted; remove
 * the user from the role instead.
 */
export async function withdrawInvitation(
  ctx: Context,
  { id }: Input<typeof invitations.withdrawInvitation>,
): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockPeople(tx);
    const present = await readInvitation(tx, id);
    if (present.acceptedAt !== null)
      throw ofInvitation("This invitation was accepted. Remove the user from the role instead.");
    if (present.withdrawnAt === null) await endInvitation(tx, ctx, present);
  });
}
