import { ApiFailure } from "../../platform/errors.ts";

/** Returns the same error whether the invitation or its token is forged, used, withdrawn, replaced or expired. */
export function invitationNotPending(): ApiFailure {
  return new ApiFailure(
    "INVITATION_NOT_PENDING",
    "This invitation is no longer valid. It may have been used, withdrawn or replaced, or have expired, or its role may have been deleted. If you were invited, ask the store for a new invitation.",
  );
}
