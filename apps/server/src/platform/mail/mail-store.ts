import type { Theme } from "@vetrina/contract/stores";
import { sql } from "../database/sql.ts";
import type { Services } from "../context.ts";
import { notFound } from "../errors.ts";
import { storeOrigin } from "./store-origin.ts";

/** What a mail shows of the store that sends it. */
export type MailStore = {
  name: string;
  /** Where links lead, without a slash at the end. */
  origin: string;
  locale: string;
  theme: Theme;
  contact: { email: string; address: readonly string[] };
};

type Row = Omit<MailStore, "origin"> & { domain: string | null };

/** Throws NOT_FOUND once the store is deleted. */
export async function readMailStore(services: Services, storeId: string): Promise<MailStore> {
  const row = await services.database.catalogue.row<Row>(sql`
    select name, domain, locale, theme, contact from catalogue.stores where id = ${storeId}`);
  if (row === undefined) throw notFound("store");
  const { domain, ...store } = row;
  return { ...store, origin: storeOrigin(domain, services.publicUrl) };
}
