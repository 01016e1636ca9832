import type { Context } from "../../platform/context.ts";
import { readClosedStoreSender, readStoreSender } from "../../platform/mail/sender.ts";
import { readOwnVatId } from "../taxes/read-own-vat-id.ts";
import type { DocumentStore } from "./document-content.ts";

/**
 * Reads the store's current name and details for documents. Includes deleted stores, because a refund after the deletion
 * still needs its credit note.
 */
export async function readDocumentStore(ctx: Context): Promise<DocumentStore | null> {
  const { services, store } = ctx;
  const sender =
    (await readStoreSender(services, store.id)) ??
    (await readClosedStoreSender(services, store.id));
  if (sender === null) return null;
  const vatId = await readOwnVatId(ctx.catalogue, ctx.store.id);
  return { ...ctx.store, contact: sender.contact, vatId };
}
