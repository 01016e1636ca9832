import { createHmac } from "node:crypto";
import type { Services } from "../context.ts";
import { hasRoom } from "../http/rate-limit.ts";

const hour = 60 * 60;

/**
 * Whether one more mail of these may go to this address in the running hour: nobody fills a mailbox through us. Known
 * addresses or not count alike, and none is kept.
 */
export function mayMail(
  { database, key }: Pick<Services, "database" | "key">,
  what: "account" | "list",
  email: string,
  mostAnHour: number,
): Promise<boolean> {
  const hash = createHmac("sha256", key("mail limit")).update(email).digest("base64url");
  return hasRoom(database.app, `${what} mail ${hash}`, mostAnHour, hour);
}
