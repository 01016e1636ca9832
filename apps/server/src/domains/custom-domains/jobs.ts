import { systemContext } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { again, defineJob } from "../../platform/jobs/define-job.ts";
import { domainCheck } from "./domain-check.ts";
import { checkDomain } from "./verify-domain.ts";

const minuteMs = 60_000;
const longestPauseMs = 60 * minuteMs;

/** Looks for the proof of a claimed host until it is found, or the claim has expired. */
export const verifyDomains = defineJob({
  ...domainCheck,
  // Each may wait seconds for a name server. At most one per owner runs at a time.
  concurrency: 4,
  ofOwner: 1,
  async run(services, { storeId, payload }) {
    const { domainId, checks } = payload;
    const store = storeId === null ? null : await services.directory.find(storeId);
    if (store === null) return;
    try {
      const { status } = await checkDomain(systemContext(services, store), domainId);
      if (status !== "VERIFYING") return;
    } catch (error) {
      // Another store has verified the host, or it was removed in the meantime.
      if (error instanceof ApiFailure) return;
      throw error;
    }
    const pauseMs = Math.min(longestPauseMs, minuteMs * 2 ** Math.min(checks, 10));
    return again({ pauseMs, payload: { domainId, checks: checks + 1 } });
  },
});
