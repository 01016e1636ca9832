import type { ContactMessage } from "@vetrina/contract/stores/contact";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

export type MessageRow = Omit<ContactMessage, "createdAt"> & { created_at: Date };

export const messageColumns = sql`m.id, m.name, m.email, m.subject, m.message, m.created_at`;

/** SQL for the approximate size of a message `m` in bytes. */
export const messageBytes = sql`octet_length(m.name || m.email || m.subject || m.message)`;

export function presentMessage({ created_at: at, ...message }: MessageRow): ContactMessage {
  return { ...message, createdAt: at.toISOString() };
}

/** Reads up to `max` messages sent with a customer's email address and older than `before`, newest first. */
export async function readMessagesOf(
  tx: Transaction,
  customerId: string,
  { before, max }: { before: string | null; max: number },
): Promise<ContactMessage[]> {
  const rows = await tx.rows<MessageRow>(sql`
    select ${messageColumns} from door.contact_messages_of(${customerId}, ${before}, ${max}) m`);
  return rows.map(presentMessage);
}
