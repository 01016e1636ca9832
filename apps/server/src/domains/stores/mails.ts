import type { Composer } from "../../platform/mail/compose.ts";
import { platformAddress } from "../../platform/mail/sender.ts";
import { noticeMail } from "../users/account-mails.ts";

/**
 * Writes the email about a new contact address. Replies go to the platform, because the new address may be an
 * attacker's.
 */
export const composeContactAddressChanged: Composer<"contact-address-changed"> = (
  services,
  { data: { email } },
  sender,
  { contactAddressChanged: t, ...texts },
) => ({
  ...noticeMail(t, { sender }, texts, [
    { kind: "rows", rows: [{ label: t.address, value: email }] },
  ]),
  replyTo: platformAddress(services),
});
