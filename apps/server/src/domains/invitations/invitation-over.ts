import { ApiFailure } from "../../platform/errors.ts";

/** The same error for a token that is forged, used, withdrawn, replaced or expired. */
export function invitationOver(): ApiFailure {
  return new ApiFailure(
    "INVITATION_OVER",
    "This invitation was used or withdrawn, or is older than seven days. Ask the store for a new one.",
  );
}
