import { domainToUnicode } from "node:url";
import { noticeMail } from "../users/account-mails.ts";
import type { Composer } from "../../platform/mail/compose.ts";

export const composePrimaryHostChanged: Composer<"primary-host-changed"> = (
  _services,
  { data: { host } },
  sender,
  { primaryHostChanged: t, ...texts },
) =>
  noticeMail(t, { sender }, texts, [
    { kind: "rows", rows: [{ label: t.host, value: domainToUnicode(host) }] },
  ]);
