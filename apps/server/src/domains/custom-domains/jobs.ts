import { type Services, systemContext } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { runConcurrently } from "../../platform/jobs/run-concurrently.ts";
import { checkDomain } from "./verify-domain.ts";

type Claimed = { storeId: string; id: string };

/** The concurrency of checks: each may wait seconds for a name server. An owner has at most one running. */
const maxInHand = 4;

/** Checks the proofs of pending hosts. Returns how many hosts it checked. */
export function verifyDomains(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<number> {
  const worker = queryable(services.database.worker);
  return runConcurrently(
    maxInHand,
    (free, inHand: readonly Claimed[]) => {
      const stores = inHand.map(({ storeId }) => storeId);
      return worker.rows<Claimed>(sql`
        select store_id as "storeId", id from door.claim_domains(${services.now()}, ${free}, ${stores}::uuid[])`);
    },
    (claimed) => check(services, claimed),
    stopped,
  );
}

async function check(services: Services, { storeId, id }: Claimed): Promise<void> {
  const store = await services.directory.find(storeId);
  if (store === null) return;
  try {
    await checkDomain(systemContext(services, store), id);
  } catch (error) {
    // Another store has verified the host, or it was removed meanwhile.
    if (!(error instanceof ApiFailure)) throw error;
  }
}
