import { type Services, systemContext } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { checkDomain } from "./verify-domain.ts";

/** Looks for the proofs that are waited for; answers with how many it looked for. */
export async function verifyDomains(
  services: Services,
  most: number,
  stopped: () => boolean = () => false,
): Promise<number> {
  const due = await queryable(services.database.worker).rows<{ storeId: string; id: string }>(sql`
    select store_id as "storeId", id from door.claim_domains(${services.now()}, ${most})`);
  for (const { storeId, id } of due) {
    if (stopped()) break;
    const store = await services.directory.find(storeId);
    if (store === null) continue;
    try {
      await checkDomain(systemContext(services, store), id);
    } catch (error) {
      // Another store has proven it, or it was removed meanwhile.
      if (!(error instanceof ApiFailure)) throw error;
    }
  }
  return due.length;
}
