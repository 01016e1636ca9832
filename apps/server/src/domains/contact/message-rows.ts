import type { ContactMessage } from "@vetrina/contract/contact";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

export type MessageRow = Omit<ContactMessage, "createdAt"> & { created_at: Date };

export const messageColumns = sql`m.id, m.name, m.email, m.subject, m.message, m.created_at`;

export function presentMessage({ created_at: at, ...message }: MessageRow): ContactMessage {
  return { ...message, createdAt: at.toISOString() };
}

/** The messages sent with a customer's address. */
export async function readMessagesOf(
  tx: Transaction,
  customerId: string,
): Promise<ContactMessage[]> {
  const rows = await tx.rows<MessageRow>(sql`
    select ${messageColumns} from door.contact_messages_of(${customerId}) m`);
  return rows.map(presentMessage);
}
