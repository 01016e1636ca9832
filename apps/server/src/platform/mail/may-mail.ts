import { createHmac } from "node:crypto";
import type { Services } from "../context.ts";
import { countCall, hasRoom } from "../http/rate-limit.ts";

const hour = 60 * 60;

type Limiter = Pick<Services, "database" | "key">;
/** What asks for a mail; each is counted for itself. */
type Purpose =
  | "registration"
  | "verify-email"
  | "reset-password"
  | "change-email"
  | "list"
  | "invitation";

/**
 * Whether one more mail for this purpose may go to this address in the running hour: nobody fills a mailbox through us.
 * Known addresses or not count alike, and none is kept.
 */
export function mayMail(
  services: Limiter,
  purpose: Purpose,
  email: string,
  mostAnHour: number,
): Promise<boolean> {
  return hasRoom(services.database.app, bucketOf(services, purpose, email), mostAnHour, hour);
}

/** The same for who may be told: throws RATE_LIMITED. Not inside a transaction: it takes a connection of its own. */
export async function countMail(
  services: Limiter,
  purpose: Purpose,
  email: string,
  mostAnHour: number,
): Promise<void> {
  await countCall(services.database.app, bucketOf(services, purpose, email), mostAnHour, hour);
}

function bucketOf({ key }: Limiter, purpose: Purpose, email: string): string {
  const hash = createHmac("sha256", key("mail limit")).update(email).digest("base64url");
  return `${purpose} mail ${hash}`;
}
