import type { MailTexts } from "./languages/en.ts";
import type { Sender } from "./sender.ts";

/** Why an email to the store was sent: to its contact address, or to an owner's account while that address is not verified. */
export function reasonOfStore(
  to: string,
  { name, contact }: Sender,
  { lowStock, reasonAccount }: MailTexts,
): string {
  const isContact = to.toLowerCase() === contact.email.toLowerCase();
  return isContact ? lowStock.reason(name) : reasonAccount(name);
}
