import type { Context } from "./context.ts";
import { ApiFailure } from "./errors.ts";

/**
 * For whoever edits what others may have edited: call it once the row is locked. Throws EDIT_CONFLICT with what `present`
 * gives (the thing as its GET answers it) where If-Match names another version; without If-Match the last one wins.
 */
export async function refuseStale(
  ctx: Context,
  what: string,
  version: number,
  present: () => Promise<unknown>,
): Promise<void> {
  if (ctx.ifMatch === null || ctx.ifMatch.includes(version)) return;
  throw new ApiFailure(
    "EDIT_CONFLICT",
    `Somebody changed this ${what} since you opened it. Compare and save again.`,
    await present(),
  );
}
