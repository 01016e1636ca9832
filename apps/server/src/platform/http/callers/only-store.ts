import { ApiFailure } from "../../errors.ts";

/** The owner of a custom domain decides where it leads, and gets what browsers send there. */
export function onlyStoreRefusal(): ApiFailure {
  return new ApiFailure(
    "FORBIDDEN",
    "You signed in at a store's own domain, where a session opens this store alone. Sign in at the platform's address for all others.",
  );
}

/** Before the user takes on a store: the domain's owner may hold the session too. */
export function requireOpenSession({ onlyStore }: { onlyStore?: string }): void {
  if (onlyStore !== undefined) throw onlyStoreRefusal();
}
