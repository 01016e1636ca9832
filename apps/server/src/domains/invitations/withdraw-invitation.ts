import type { invitations } from "@vetrina/contract/people/invitations";
import type { Context } from "../../platform/context.ts";
import type { Input } from "../../platform/http/routes.ts";
import { lockPeople } from "../roles/lock-people.ts";
import { endInvitation } from "../open-invitations/end-invitation.ts";
import { invitationNotPending } from "./invitation-not-pending.ts";
import { readInvitation } from "./queries.ts";

/** Repeating it changes nothing. Throws INVITATION_NOT_PENDING for an accepted invitation: remove the user instead. */
export async function withdrawInvitation(
  ctx: Context,
  { id }: Input<typeof invitations.withdrawInvitation>,
): Promise<void> {
  await ctx.tx(async (tx) => {
    await lockPeople(tx);
    const present = await readInvitation(tx, id);
    if (present.acceptedAt !== null) throw invitationNotPending();
    if (present.withdrawnAt === null) await endInvitation(tx, ctx, present);
  });
}
