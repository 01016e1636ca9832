import { domainToUnicode } from "node:url";
import type { Domain } from "@vetrina/contract/stores/domains";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { notFound } from "../../platform/errors.ts";
import { proofOf } from "./host-proof.ts";

export type DomainRow = Pick<Domain, "id" | "host" | "status" | "isPrimary" | "version"> & {
  storeId: string;
  token: string;
  lastError: string | null;
  checkedAt: Date | null;
  verifiedAt: Date | null;
  createdAt: Date;
  updatedAt: Date;
};

export const domainColumns = sql`store_id as "storeId", id, host, status, is_primary as "isPrimary", token, last_error as "lastError",
  checked_at as "checkedAt", verified_at as "verifiedAt", version, created_at as "createdAt", updated_at as "updatedAt"`;

/** Reads one host. Throws NOT_FOUND. */
export async function readDomain(tx: Transaction, id: string): Promise<DomainRow> {
  const row = await tx.row<DomainRow>(
    sql`select ${domainColumns} from shop.domains where store_id = ${tx.storeId} and id = ${id}`,
  );
  if (row === undefined) throw notFound("domain");
  return row;
}

export function domainToWire({ token, ...row }: DomainRow): Domain {
  return {
    ...row,
    displayHost: domainToUnicode(row.host),
    proof: row.verifiedAt === null ? proofOf(row.host, token) : null,
    checkedAt: row.checkedAt?.toISOString() ?? null,
    verifiedAt: row.verifiedAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
