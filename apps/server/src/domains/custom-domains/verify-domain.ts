import type { Domain, domains } from "@vetrina/contract/stores/domains";
import { audit } from "../../platform/audit.ts";
import type { Context, Services, Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireOpenSession } from "../../platform/http/callers/only-store.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { SafeFetchError } from "../../platform/network/safe-fetch.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { taken } from "./create-domain.ts";
import { type DomainRow, domainToWire, readDomain } from "./queries.ts";
import { claimDays, proofOf } from "./host-proof.ts";
import { constraintOf, isSqlState } from "../../platform/database/sql-state.ts";

/**
 * Looks up the proof of a claimed host, outside any transaction, and records the result: ACTIVE, or the error. Does
 * nothing for a verified host. Throws ALREADY_EXISTS if another store has verified it in the meantime.
 */
export const verifyDomain: Handler<typeof domains.verifyDomain> = (ctx, { id }) => {
  requireOpenSession(ctx.actor);
  return checkDomain(ctx, id);
};

const dayMs = 86_400_000;

/**
 * Verifies a claimed host, for the handler and the job. If the proof is not found and the claim has expired, the claim
 * fails.
 */
export async function checkDomain(ctx: Context, id: string): Promise<Domain> {
  const claim = await ctx.tx((tx) => readDomain(tx, id));
  if (claim.verifiedAt !== null) return domainToWire(claim);
  const error = await findError(ctx.services, claim);
  const settled = await orTaken(
    ctx.tx(async (tx) => {
      await lockStore(tx);
      const present = await readDomain(tx, id);
      // A concurrent check has already verified the host.
      if (present.verifiedAt !== null) return present;
      const expired = ctx.now().getTime() - present.createdAt.getTime() > claimDays * dayMs;
      const status = error === null ? "ACTIVE" : expired ? "FAILED" : "VERIFYING";
      await settle(tx, ctx, id, status, error);
      await audit(tx, ctx, {
        action: "UPDATE",
        entityType: "domain",
        entityId: id,
        before: { status: present.status },
        after: { status, ...(error === null ? {} : { reason: error }) },
      });
      if (error === null) await enqueue(tx, catalogueChanged, { tags: ["store"] });
      return readDomain(tx, id);
    }),
  );
  ctx.services.directory.forget(ctx.store.id);
  return domainToWire(settled);
}

async function settle(
  tx: Transaction,
  ctx: Context,
  id: string,
  status: Domain["status"],
  error: string | null,
): Promise<void> {
  await tx.run(sql`
    update shop.domains set status = ${status}, last_error = ${error}, checked_at = ${ctx.now()},
      verified_at = ${error === null ? ctx.now() : null}, version = version + 1, updated_at = ${ctx.now()}
    where store_id = ${tx.storeId} and id = ${id}`);
}

/** Returns null if one of the proofs is found. Otherwise returns what was found instead, for the store's staff. */
async function findError(
  { domainProofs }: Services,
  { host, token }: DomainRow,
): Promise<string | null> {
  const { txt, file } = proofOf(host, token);
  const [inDns, onHost] = await Promise.all([
    errorOf(async () => {
      const records = await domainProofs.txt(txt.name);
      if (records.includes(txt.value)) return null;
      return records.length === 0 ? "no TXT record" : "another TXT record";
    }, "no response from the name server"),
    errorOf(async () => {
      const content = (await domainProofs.file(file.url)).trim();
      return content === file.content ? null : "another file";
    }, "no file"),
  ]);
  return inDns === null || onHost === null
    ? null
    : `${txt.name}: ${inDns}. ${file.url}: ${onHost}.`;
}

async function errorOf(look: () => Promise<string | null>, otherwise: string) {
  try {
    return await look();
  } catch (error) {
    return error instanceof SafeFetchError ? error.message : otherwise;
  }
}

/** Throws ALREADY_EXISTS if the change fails because another store has just verified the host. */
async function orTaken<T>(change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    const isProvenElsewhere =
      isSqlState(error, "uniqueViolation") && constraintOf(error) === "domains_proven";
    throw isProvenElsewhere ? taken() : error;
  }
}
