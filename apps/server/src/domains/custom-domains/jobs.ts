import { systemContext } from "../../platform/context.ts";
import { ApiFailure } from "../../platform/errors.ts";
import { again, defineJob } from "../../platform/jobs/define-job.ts";
import { domainCheck } from "./domain-check.ts";
import { checkDomain } from "./verify-domain.ts";

const minuteMs = 60_000;
const longestPauseMs = 60 * minuteMs;

/** Looks up the proof of a claimed host repeatedly, until it is found or the claim expires. */
export const verifyDomains = defineJob({
  ...domainCheck,
  // Each check may wait several seconds for a name server. Only one per owner runs at a time.
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
      // Another store has verified the host in the meantime, or the host was removed.
      if (error instanceof ApiFailure) return;
      throw error;
    }
    const pauseMs = Math.min(longestPauseMs, minuteMs * 2 ** Math.min(checks, 10));
    return again({ pauseMs, payload: { domainId, checks: checks + 1 } });
  },
});
