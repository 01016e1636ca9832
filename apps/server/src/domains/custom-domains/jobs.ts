import { type Services, systemContext } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { runConcurrently } from "../../platform/jobs/run-concurrently.ts";
import { checkDomain } from "./verify-domain.ts";

type Claimed = { storeId: string; id: string };

/** Each may wait seconds for a name server; no two of them are of one owner. */
const maxInHand = 4;

/** Looks for the proofs that are waited for; answers with how many it looked for. */
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
    // Another store has proven it, or it was removed meanwhile.
    if (!(error instanceof ApiFailure)) throw error;
  }
}
