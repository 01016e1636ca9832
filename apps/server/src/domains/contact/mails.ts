import { systemTransaction, type Services } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import type { Composer } from "../../platform/mail/compose.ts";
import { originOfHost } from "../../platform/mail/origin-of-host.ts";
import { plainLine, withoutLinks } from "../../platform/mail/plain-words.ts";
import { reasonOfStore } from "../../platform/mail/reason-of-store.ts";
import { linesOf } from "./lines-of.ts";
import { messageColumns, type MessageRow } from "./message-rows.ts";

/**
 * The email to the store. Replies go to the address that the sender entered. Not sent if the message has been erased.
 */
export const composeContactMessage: Composer<"contact-message"> = async (
  services,
  { storeId, to, data: { messageId, returnOf } },
  sender,
  texts,
) => {
  const { contact: t } = texts;
  const { name: store } = sender;
  const found = storeId === null ? undefined : await readMessage(services, storeId, messageId);
  if (found === undefined) return null;
  const { name, email, subject, message } = found;
  const about = returnOf === undefined ? t.subjects[subject] : t.returnOf(returnOf);
  return {
    subject: returnOf === undefined ? t.subject(plainLine(name) || plainLine(email), about) : about,
    preview: t.text(store),
    heading: t.heading,
    blocks: [
      { kind: "text", text: t.text(store) },
      {
        kind: "rows",
        rows: [
          { label: t.name, value: name },
          { label: t.email, value: email },
          { label: t.about, value: about },
        ],
      },
      { kind: "lines", title: t.message, lines: linesOf(message) },
    ],
    reason: reasonOfStore(to, sender, texts),
    replyTo: email,
  };
};

/**
 * The copy to the address that the sender entered. The address is not verified and may belong to another person, so the
 * email starts with the reason it was sent, shows no name, and contains no text that email clients turn into a link.
 */
export const composeContactCopy: Composer<"contact-copy"> = async (
  services,
  { storeId, data: { messageId, returnOf, host = null } },
  { name: store, origin: primary },
  { contact: t, reasonEntered },
) => {
  if (storeId === null) return null;
  const found = await readMessage(services, storeId, messageId);
  if (found === undefined) return null;
  const { subject, message } = found;
  const about = returnOf === undefined ? t.subjects[subject] : t.returnOf(returnOf);
  const copyOf = t.copy.subject(store);
  return {
    subject: returnOf === undefined ? copyOf : `${copyOf}: ${about}`,
    preview: t.copy.text(store),
    heading: t.copy.heading,
    blocks: [
      { kind: "text", text: t.copy.text(store) },
      { kind: "text", text: t.copy.ignore(store) },
      { kind: "rows", rows: [{ label: t.about, value: about }] },
      { kind: "lines", title: t.message, lines: linesOf(message).map(withoutLinks) },
    ],
    reason: reasonEntered(store),
    origin: await originOfHost(services, storeId, host, primary),
  };
};

function readMessage(
  services: Services,
  storeId: string,
  messageId: string,
): Promise<MessageRow | undefined> {
  return systemTransaction(services, storeId, (tx) =>
    tx.row<MessageRow>(sql`
      select ${messageColumns} from shop.contact_messages m
      where m.store_id = ${storeId} and m.id = ${messageId}`),
  );
}
