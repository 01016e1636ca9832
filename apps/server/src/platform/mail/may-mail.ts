import { createHmac } from "node:crypto";
import type { Services } from "../context.ts";
import { countCall, hasRoom } from "../http/rate-limit.ts";

const hour = 60 * 60;

type Limiter = Pick<Services, "database" | "key">;
type Kind = "account" | "list" | "invitation";

/**
 * Whether one more mail of these may go to this address in the running hour: nobody fills a mailbox through us. Known
 * addresses or not count alike, and none is kept.
 */
export function mayMail(
  services: Limiter,
  what: Kind,
  email: string,
  mostAnHour: number,
): Promise<boolean> {
  return hasRoom(services.database.app, bucketOf(services, what, email), mostAnHour, hour);
}

/** The same for who may be told: throws RATE_LIMITED. Not inside a transaction: it takes a connection of its own. */
export async function countMail(
  services: Limiter,
  what: Kind,
  email: string,
  mostAnHour: number,
): Promise<void> {
  await countCall(services.database.app, bucketOf(services, what, email), mostAnHour, hour);
}

function bucketOf({ key }: Limiter, what: Kind, email: string): string {
  const hash = createHmac("sha256", key("mail limit")).update(email).digest("base64url");
  return `${what} mail ${hash}`;
}
