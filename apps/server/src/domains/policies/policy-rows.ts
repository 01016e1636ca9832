import type { StorePolicyType } from "@vetrina/contract/enumerations";
import type { StorePolicy } from "@vetrina/contract/stores/stores";
import type { Transaction } from "../../platform/context.ts";
import { noteCopies } from "../../platform/database/copies.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure, invalidField, notFound } from "../../platform/errors.ts";
import { writtenRichText } from "../../platform/rich-text/rich-text.ts";

export type NewPolicy = {
  type: StorePolicyType;
  title: string;
  /** HTML; sanitized before it is stored. */
  content: string;
};

/** Limited because every policy page reads all policies of the store, together at most one megabyte. */
export const maxPolicies = 20;

/** Reads a policy with its current text. Throws NOT_FOUND. */
export async function readPolicy(tx: Transaction, id: string): Promise<StorePolicy> {
  const row = await tx.row<Omit<StorePolicy, "updatedAt"> & { updatedAt: Date }>(sql`
    select id, type, title, content, version, updated_at as "updatedAt" from shop.policies
    where store_id = ${tx.storeId} and id = ${id} and deleted_at is null`);
  if (row === undefined) throw notFound("policy");
  return { ...row, updatedAt: row.updatedAt.toISOString() };
}

/** Returns a policy's text as it is stored. Throws VALIDATION_FAILED if it contains no visible text. */
export function textOf(content: string): string {
  const text = writtenRichText(content, "content", "policy");
  if (text === "") throw invalidField("content", "Enter the policy's text.");
  return text;
}

/** Throws ALREADY_EXISTS if a policy other than `id` has this type or, for CUSTOM, this title. */
export async function requireFreeTitle(
  tx: Transaction,
  { id, type, title }: Pick<NewPolicy, "type" | "title"> & { id: string },
): Promise<void> {
  const other = await tx.row(sql`
    select from shop.policies
    where store_id = ${tx.storeId} and id <> ${id} and type = ${type} and deleted_at is null
      and (type <> 'CUSTOM' or lower(title) = lower(${title}))`);
  if (other !== undefined)
    throw new ApiFailure(
      "ALREADY_EXISTS",
      type === "CUSTOM"
        ? "Another policy has this title. Choose a different title."
        : "The store already has this policy. Change it, or use the type CUSTOM.",
      { field: type === "CUSTOM" ? "title" : "type" },
    );
}

/** Stores the policy's current text as a version, and counts its bytes toward the caller's write limit. */
export async function keepVersion(tx: Transaction, id: string): Promise<void> {
  const row = await tx.row<{ bytes: number }>(sql`
    insert into shop.policy_versions (store_id, policy_id, version, title, content, created_at)
    select store_id, id, version, title, content, updated_at from shop.policies
    where store_id = ${tx.storeId} and id = ${id}
    returning octet_length(title) + octet_length(content) as bytes`);
  noteCopies(tx, { bytes: row?.bytes ?? 0 });
}
