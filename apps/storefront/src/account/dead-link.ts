import type { Client } from "@vetrina/client/types";
import { isTokenError } from "./credentials.ts";

/** Whether a password link no longer works; false if that can't be checked now, so that the form can still be tried. */
export async function isDeadLink(
  { users }: { users: Pick<Client["users"], "checkResetToken"> },
  token: string,
): Promise<boolean> {
  try {
    await users.checkResetToken({ body: { token } });
    return false;
  } catch (error) {
    return isTokenError(error);
  }
}
