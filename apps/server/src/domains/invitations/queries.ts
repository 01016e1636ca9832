import type { InvitationStatus } from "@vetrina/contract/enumerations";
import type { Invitation } from "@vetrina/contract/people/invitations";
import type { Transaction } from "../../platform/context.ts";
import { type Queryable, sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";

export type InvitationRow = Omit<Invitation, "status" | "sentAt" | "expiresAt" | "createdAt"> & {
  inviterId: string;
  tokenId: string;
  sentAt: Date;
  expiresAt: Date;
  createdAt: Date;
  acceptedAt: Date | null;
  withdrawnAt: Date | null;
};

export const selectInvitations = sql`
  select i.store_id as "storeId", i.id, i.email, i.role_id as "roleId", i.role_name as "roleName", u.name as "invitedBy",
    i.invited_by as "inviterId", i.token_id as "tokenId", i.sent_at as "sentAt", i.expires_at as "expiresAt",
    i.created_at as "createdAt", i.accepted_at as "acceptedAt", i.withdrawn_at as "withdrawnAt"
  from shop.invitations i left join shop.users u on u.id = i.invited_by and u.deleted_at is null`;

/** Reads one invitation. Throws NOT_FOUND. */
export async function readInvitation(tx: Transaction, id: string): Promise<InvitationRow> {
  const row = await tx.row<InvitationRow>(
    sql`${selectInvitations} where i.store_id = ${tx.storeId} and i.id = ${id}`,
  );
  if (row === undefined) throw notFound("invitation");
  return row;
}

/** Finds an address's open invitation, even if it has expired. */
export function findOpenInvitation(
  tx: Transaction,
  email: string,
): Promise<InvitationRow | undefined> {
  return tx.row<InvitationRow>(sql`
    ${selectInvitations} where i.store_id = ${tx.storeId} and i.email = ${email} and i.accepted_at is null and i.withdrawn_at is null`);
}

export function findInvitationByToken(
  tx: Transaction,
  tokenId: string,
): Promise<InvitationRow | undefined> {
  return tx.row<InvitationRow>(
    sql`${selectInvitations} where i.store_id = ${tx.storeId} and i.token_id = ${tokenId}`,
  );
}

export type Offer = {
  storeId: string;
  storeName: string;
  roleName: string;
  email: string;
  invitedBy: string | null;
  expiresAt: Date;
  hasAccount: boolean;
};

/**
 * Returns what the invitation with this token offers, or undefined if the invitation was used or withdrawn, or has
 * expired.
 */
export function findOffer(db: Queryable, tokenId: string, now: Date): Promise<Offer | undefined> {
  return db.row<Offer>(sql`
    select store_id as "storeId", store_name as "storeName", role_name as "roleName", email, invited_by as "invitedBy",
      expires_at as "expiresAt", has_account as "hasAccount"
    from door.invitation_of(${tokenId}, ${now})`);
}

export function presentInvitation(row: InvitationRow, now: Date): Invitation {
  const { id, storeId, email, roleId, roleName, invitedBy } = row;
  return {
    id,
    storeId,
    email,
    roleId,
    roleName,
    invitedBy,
    status: statusOf(row, now),
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
  };
}

export function statusOf(
  { acceptedAt, withdrawnAt, expiresAt }: InvitationRow,
  now: Date,
): InvitationStatus {
  if (acceptedAt !== null) return "ACCEPTED";
  if (withdrawnAt !== null) return "WITHDRAWN";
  return expiresAt <= now ? "EXPIRED" : "PENDING";
}
