import type { Invitation, invitations } from "@vetrina/contract/people/invitations";
import { audit } from "../../platform/audit.ts";
import type { Context, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { heldByCaller, requireHeld } from "../../platform/held-permissions.ts";
import type { Input } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { insertInvitation, markWithdrawn } from "../open-invitations/invitation-rows.ts";
import { findRole } from "../roles/find-role.ts";
import { lockPeople } from "../roles/lock-people.ts";
import { rightsOf } from "../roles/rules.ts";
import { findOpenInvitation, presentInvitation, readInvitation, statusOf } from "./queries.ts";
import { countInvitation, requireInvitationsLeft, sendInvitation } from "./send-invitation.ts";

/**
 * Creates an invitation, replacing one that has expired. Throws PERMISSION_NOT_HELD for a role that the caller can't
 * assign, ALREADY_EXISTS if the address has an open invitation or its user has accepted the role, and RATE_LIMITED if a
 * limit on invitations is reached.
 */
export async function createInvitation(
  ctx: Context,
  { body: { email, roleId } }: Input<typeof invitations.createInvitation>,
): Promise<Invitation> {
  const id = newId();
  const { actor } = ctx;
  if (actor.kind !== "user") throw new Error("only users can invite");
  await countInvitation(ctx, email);
  return ctx.tx(async (tx) => {
    await lockPeople(tx);
    const role = await findRole(tx, roleId);
    requireHeld(await heldByCaller(tx, ctx), rightsOf(role));
    await withdrawExpired(tx, ctx, email);
    await requireInvitationsLeft(tx, ctx);
    await requireNotHolding(tx, email, roleId);
    const inviterId = actor.userId;
    const sent = await sendInvitation(tx, ctx, { email, roleName: role.name, inviterId });
    await insertInvitation(tx, { id, email, roleId }, { inviterId, roleName: role.name, ...sent });
    // The audit entry omits the address, because its owner has not agreed to anything yet.
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "invitation",
      entityId: id,
      after: { roleId, role: role.name, expiresAt: sent.expiresAt },
    });
    return presentInvitation(await readInvitation(tx, id), ctx.now());
  });
}

/** Withdraws the address's open invitation if it has expired. Throws ALREADY_EXISTS if it is still valid. */
async function withdrawExpired(tx: Transaction, ctx: Context, email: string): Promise<void> {
  const open = await findOpenInvitation(tx, email);
  if (open === undefined) return;
  if (statusOf(open, ctx.now()) === "PENDING")
    throw new ApiFailure(
      "ALREADY_EXISTS",
      "This address already has an open invitation. Resend it, or withdraw it first.",
      { field: "email", invitationId: open.id },
    );
  await markWithdrawn(tx, open.id, ctx.now());
}

/**
 * Throws ALREADY_EXISTS if the user with this address has the role and has accepted it. A user who has not accepted the
 * role can still be invited.
 */
async function requireNotHolding(tx: Transaction, email: string, roleId: string): Promise<void> {
  const holder = await tx.row(sql`
    select from shop.role_assignments a join shop.users u on u.id = a.user_id and u.deleted_at is null
    where a.store_id = ${tx.storeId} and a.role_id = ${roleId} and a.joined and lower(u.email) = ${email}`);
  if (holder !== undefined)
    throw new ApiFailure("ALREADY_EXISTS", "The user with this address already has the role.", {
      field: "email",
    });
}
