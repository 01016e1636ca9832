import { ApiFailure } from "../../platform/errors.ts";

/** Returns the same error for a token that is forged, used, withdrawn, replaced or expired. */
export function invitationNotPending(): ApiFailure {
  return new ApiFailure(
    "INVITATION_NOT_PENDING",
    "This invitation was used or withdrawn, or is older than seven days. Ask the store for a new invitation.",
  );
}
