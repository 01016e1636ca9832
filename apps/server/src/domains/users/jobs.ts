import { formerCustomer } from "@vetrina/commerce/constants";
import type { Services } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { describeError } from "../../platform/jobs/describe-error.ts";

/**
 * Finishes the deletion of accounts, one store per transaction: erases the user's data in deleted stores, and makes the
 * user a guest in open ones. Accounts take turns; one whose erasure fails is logged and tried again after a pause.
 * Returns the number of steps.
 */
export async function continueErasures(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<number> {
  const worker = queryable(services.database.worker);
  for (let done = 0; ;) {
    const claimed = await worker.row<{ id: string | null }>(
      sql`select door.claim_account_erasure() as id`,
    );
    const id = claimed?.id ?? null;
    if (id === null) return done;
    try {
      await worker.run(
        sql`select door.continue_erasure(${id}, ${formerCustomer}, ${services.now()})`,
      );
      done += 1;
    } catch (error) {
      const reason = describeError(error);
      services.log.error({ sweep: "accounts.erase", id, reason }, "erasure failed");
    }
    if (stopped()) return done;
  }
}
