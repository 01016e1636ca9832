import type { MailTexts } from "./languages/en.ts";
import type { Sender } from "./sender.ts";

/**
 * The sentence in an email to the store that says why it was sent: to the contact address or, while that isn't
 * verified, to an owner's account.
 */
export function reasonOfStore(
  to: string,
  { name, contact }: Sender,
  { lowStock, reasonAccount }: MailTexts,
): string {
  const isContact = to.toLowerCase() === contact.email.toLowerCase();
  return isContact ? lowStock.reason(name) : reasonAccount(name);
}
