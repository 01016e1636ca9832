import type { Context } from "../../platform/context.ts";
import { readStoreSender } from "../../platform/mail/sender.ts";
import { readOwnVatId } from "../taxes/read-own-vat-id.ts";
import type { DocumentStore } from "./document-content.ts";

/** Reads the store's current name and details for documents; null if the store was deleted. */
export async function readDocumentStore(ctx: Context): Promise<DocumentStore | null> {
  const sender = await readStoreSender(ctx.services, ctx.store.id);
  if (sender === null) return null;
  const vatId = await readOwnVatId(ctx.catalogue, ctx.store.id);
  return { ...ctx.store, contact: sender.contact, vatId };
}
