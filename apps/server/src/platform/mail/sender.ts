import { platformName } from "@vetrina/commerce/constants";
import type { Theme } from "@vetrina/contract/theme";
import type { Services } from "../context.ts";
import { sql } from "../database/sql.ts";
import { accountOrigin, storeOrigin } from "./store-origin.ts";

/** In whose name a mail is written, and what it shows of them: a store, or the platform. */
export type Sender = {
  name: string;
  /** Where links lead, without a slash at the end. */
  origin: string;
  /** Where links about accounts lead: always to the platform, at a host of its own. */
  accountOrigin: string;
  /** BCP 47: of words, money and dates. */
  locale: string;
  timeZone: string;
  theme: Theme;
  contact: { email: string; address: readonly string[] };
};

type Row = Omit<Sender, "origin" | "accountOrigin"> & {
  slug: string;
  domain: string | null;
  /** All that are verified and switched on. */
  hosts: string[];
};

/** null once the store is deleted. */
export async function readStoreSender(services: Services, storeId: string): Promise<Sender | null> {
  const row = await services.database.catalogue.row<Row>(sql`
    select name, slug, domain, locale, time_zone as "timeZone", theme, contact,
      array(select host from catalogue.domains where store_id = s.id) as hosts
    from catalogue.stores s where id = ${storeId}`);
  if (row === undefined) return null;
  const { slug, domain, hosts, ...store } = row;
  const { publicUrl } = services;
  return {
    ...store,
    origin: storeOrigin(domain, publicUrl),
    accountOrigin: accountOrigin(slug, hosts, publicUrl),
  };
}

/** Where all mails come from: MAIL_FROM, or without it an address of the platform's own host. */
export function platformAddress({ publicUrl, mailFrom }: Services): string {
  return mailFrom ?? `no-reply@${new URL(publicUrl).hostname}`;
}

/** The platform, plain: for mails to accounts of no store. */
export function platformSender(services: Services): Sender {
  const { origin } = new URL(services.publicUrl);
  return {
    name: platformName,
    origin,
    accountOrigin: origin,
    locale: "en-US",
    timeZone: "UTC",
    theme: {},
    contact: { email: platformAddress(services), address: [] },
  };
}

/** On one line, with the name before it unless it begins with the name itself. */
export function addressOf(name: string, address: readonly string[]): string {
  const begins = address[0]?.toLowerCase().startsWith(name.toLowerCase()) === true;
  return (begins ? address : [name, ...address]).join(", ");
}
