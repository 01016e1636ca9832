import { ApiFailure } from "../../platform/errors.ts";

/**
 * Returns the error for the invited person: the same whether the token is forged, used, withdrawn, replaced or expired.
 */
export function invitationNotPending(): ApiFailure {
  return ofInvitation(
    "This invitation is no longer valid. It may have been used, withdrawn or replaced, or have expired. Ask the store for a new one.",
  );
}

/** Returns the error with a message for staff, who see the invitation's status. */
export function ofInvitation(message: string): ApiFailure {
  return new ApiFailure("INVITATION_NOT_PENDING", message);
}
