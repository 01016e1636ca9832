import type { Services } from "../context.ts";
import { queryable, sql } from "../database/sql.ts";
import { describeError } from "../jobs/describe-error.ts";

const everyMs = 60_000;
const maxNoted = 10_000;

/**
 * Records when an API key was used, at most once a minute. Runs in the background: no call waits for it or fails
 * because of it.
 */
export function createKeyUse(services: Services): (keyId: string) => void {
  const noted = new Map<string, number>();
  return (keyId) => {
    const at = services.now();
    if (at.getTime() - (noted.get(keyId) ?? 0) < everyMs) return;
    if (noted.size >= maxNoted) noted.clear();
    noted.set(keyId, at.getTime());
    queryable(services.database.app)
      .run(sql`select door.record_key_use(${keyId}, ${at})`)
      .catch((error: unknown) => {
        noted.delete(keyId);
        services.log.warn(
          { keyId, reason: describeError(error) },
          "the use of an API key was not recorded",
        );
      });
  };
}
