import { errorCode } from "../../platform/error-code.ts";
import type { invitations } from "@vetrina/contract/people/invitations";
import { audit } from "../../platform/audit.ts";
import { readToken, useToken } from "../../platform/auth/mailed-token.ts";
import { hashPassword } from "../../platform/auth/password.ts";
import { requireGoodPassword } from "../../platform/auth/password-policy.ts";
import {
  callTransaction,
  callDoor,
  type Context,
  shareHolder,
  type Transaction,
} from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { heldBy } from "../../platform/held-permissions.ts";
import { requireOpenSession } from "../../platform/http/callers/only-store.ts";
import type { Input, Output } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { markAccepted } from "../open-invitations/invitation-rows.ts";
import { giveRole } from "../roles/assign-role.ts";
import { findRole } from "../roles/find-role.ts";
import { lockPeople } from "../roles/lock-people.ts";
import { rightsOf } from "../roles/rules.ts";
import { insertAccount, proveAddress } from "../users/accounts/account-rows.ts";
import { releaseAddress } from "../users/release-address.ts";
import { rememberOwner } from "../users/remember-owner.ts";
import { invitationNotPending } from "./invitation-not-pending.ts";
import { findInvitationByToken, findOffer, type InvitationRow } from "./queries.ts";

type Body = Input<typeof invitations.acceptInvitation>["body"];
/** The user who will have the role: the signed-in user, or a new account. */
type Invitee = { userId: string; account: { name: string; passwordHash: string } | null };

/**
 * Accepts an invitation. Its token works once; a rejected use leaves it valid. Throws INVITATION_NOT_PENDING, including
 * if the role was deleted or the inviter may no longer assign it; FORBIDDEN for a user with a different email;
 * UNAUTHENTICATED if the email has an account and the caller is not signed in.
 */
export async function acceptInvitation(
  ctx: Context,
  { body }: Input<typeof invitations.acceptInvitation>,
): Promise<Output<typeof invitations.acceptInvitation>> {
  const { services, now } = ctx;
  const app = ctx.lookups;
  const token = await readToken(app, services, body.token, "invitation");
  const offer = token === null ? undefined : await findOffer(app, token.id, now());
  if (token === null || offer === undefined) throw invitationNotPending();
  const invitee = await inviteeOf(ctx, body, offer);
  const { storeId, storeName } = offer;
  const enter = callDoor("enter_invitation", token.id, now().toISOString());
  const holder = shareHolder(ctx.actor, await services.directory.find(storeId));
  const roleName = await callTransaction(services.database, holder, { storeId, enter }, (tx) =>
    join(tx, ctx, body.token, invitee),
  ).catch(orNotPending);
  const { userId, account } = invitee;
  await rememberOwner(ctx, { userId, email: offer.email });
  return { userId, storeId, storeName, roleName, isNewAccount: account !== null };
}

/** Throws INVITATION_NOT_PENDING if a concurrent call has already used the token. */
function orNotPending(error: unknown): never {
  throw errorCode(error) === "NOT_FOUND" ? invitationNotPending() : error;
}

async function inviteeOf(
  ctx: Context,
  body: Body,
  { hasAccount, email }: { hasAccount: boolean; email: string },
): Promise<Invitee> {
  const { actor } = ctx;
  if (actor.kind === "user") {
    requireOpenSession(actor);
    return { userId: actor.userId, account: null };
  }
  if (hasAccount)
    throw new ApiFailure(
      "UNAUTHENTICATED",
      "This address has an account. Sign in with it, then accept the invitation.",
    );
  const { name, password } = body;
  if (name === undefined || password === undefined) throw incomplete(body);
  requireGoodPassword(password, email);
  // Done outside the transaction, because hashing takes 45 ms of CPU time.
  const passwordHash = await hashPassword(password, { by: ctx, account: email });
  return { userId: newId(), account: { name, passwordHash } };
}

async function join(
  tx: Transaction,
  ctx: Context,
  token: string,
  invitee: Invitee,
): Promise<string> {
  await lockPeople(tx);
  const used = await useToken(tx, ctx.services, token, "invitation");
  const invitation = used === null ? undefined : await findInvitationByToken(tx, used.id);
  if (invitation === undefined) throw invitationNotPending();
  const role = await roleStillGiven(tx, invitation);
  await (invitee.account === null
    ? requireSameAddress(tx, invitee.userId, invitation.email, ctx.now())
    : createAccount(tx, ctx, invitee.userId, invitee.account, invitation.email));
  const by = asInvitee(ctx, invitee.userId);
  await giveRole(tx, by, invitee.userId, role.id);
  await markAccepted(tx, invitation.id, { userId: invitee.userId, at: ctx.now() });
  await audit(tx, by, {
    action: "UPDATE",
    entityType: "invitation",
    entityId: invitation.id,
    after: { acceptedBy: invitee.userId, role: role.name },
  });
  return role.name;
}

async function roleStillGiven(tx: Transaction, { roleId, inviterId }: InvitationRow) {
  if (roleId === null)
    throw new ApiFailure(
      "INVITATION_NOT_PENDING",
      "The role in your invitation was deleted. Ask the store for a new invitation.",
    );
  const role = await findRole(tx, roleId);
  const held = await heldBy(tx, inviterId);
  if (!["MANAGE_STAFF" as const, ...rightsOf(role)].every((one) => held?.has(one) === true))
    throw new ApiFailure(
      "INVITATION_NOT_PENDING",
      "The person who invited you can no longer assign this role. Ask the store for a new invitation.",
    );
  return role;
}

/**
 * Throws FORBIDDEN if the user doesn't have the invited address. Using the token proves that the user owns that
 * address, because the token was sent there.
 */
async function requireSameAddress(
  tx: Transaction,
  userId: string,
  email: string,
  now: Date,
): Promise<void> {
  if (!(await proveAddress(tx, userId, email, now)))
    throw new ApiFailure(
      "FORBIDDEN",
      "This invitation is for another address. Sign in with the address the email was sent to.",
    );
}

async function createAccount(
  tx: Transaction,
  ctx: Context,
  userId: string,
  { name, passwordHash }: NonNullable<Invitee["account"]>,
  email: string,
): Promise<void> {
  const now = ctx.now();
  await releaseAddress(tx, ctx, email);
  const account = { id: userId, email, name, passwordHash, emailVerifiedAt: now };
  if (!(await insertAccount(tx, account, now)))
    throw new ApiFailure(
      "UNAUTHENTICATED",
      "This address now has an account. Sign in with it, then accept the invitation.",
    );
}

/** Returns the context for the audit log, in which the accepting user is the actor, whether signed in or not. */
function asInvitee({ traceId, now }: Context, userId: string) {
  const actor = { kind: "user", userId, sessionId: "", isPlatformAdmin: false } as const;
  return { actor, traceId, now };
}

function incomplete({ name, password }: Body): ApiFailure {
  const errors = [
    ...(name === undefined ? [{ path: "name", message: "Enter your name." }] : []),
    ...(password === undefined ? [{ path: "password", message: "Choose a password." }] : []),
  ];
  return new ApiFailure(
    "VALIDATION_FAILED",
    "Choose a name and a password for your account.",
    errors,
  );
}
