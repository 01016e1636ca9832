import { platformName } from "@vetrina/commerce/constants";
import type { Theme } from "@vetrina/contract/stores/theme";
import type { Services } from "../context.ts";
import { queryable, sql } from "../database/sql.ts";
import { accountOrigin, storeOrigin } from "./store-origin.ts";

/** The sender of an email, a store or the platform, with the data that the email shows. */
export type Sender = {
  name: string;
  /** The origin of links, without a trailing slash. */
  origin: string;
  /** The origin of links about accounts: the platform's, or the store's subdomain of it. */
  accountOrigin: string;
  /** BCP 47. For texts, money and dates. */
  locale: string;
  timeZone: string;
  theme: Theme;
  contact: { email: string; address: readonly string[] };
  /** The store was deleted, so links to its pages lead nowhere. */
  isClosed?: true;
};

type Row = Omit<Sender, "origin" | "accountOrigin" | "isClosed"> & {
  id: string;
  slug: string;
  domain: string | null;
  /** All verified and active hosts. */
  hosts: string[];
};

/** Returns null for a deleted store. */
export async function readStoreSender(services: Services, storeId: string): Promise<Sender | null> {
  return (await readStoreSenders(services, [storeId])).get(storeId) ?? null;
}

/** Returns the senders by store id, without deleted stores. */
export async function readStoreSenders(
  services: Services,
  storeIds: readonly string[],
): Promise<Map<string, Sender>> {
  const rows = await services.database.catalogue.rows<Row>(sql`
    select id, name, slug, domain, locale, time_zone as "timeZone", theme, contact,
      array(select host from catalogue.domains where store_id = s.id) as hosts
    from catalogue.stores s where id = any(${storeIds}::uuid[])`);
  const { publicUrl } = services;
  return new Map(
    rows.map(({ id, slug, domain, hosts, ...store }) => [
      id,
      {
        ...store,
        origin: storeOrigin(domain, publicUrl),
        accountOrigin: accountOrigin(slug, hosts, publicUrl),
      },
    ]),
  );
}

/**
 * Returns a deleted store as sender, for the documents and emails about its money, which may move after the deletion;
 * null if there is no such store. Links lead to the platform.
 */
export async function readClosedStoreSender(
  { database, publicUrl }: Services,
  storeId: string,
): Promise<Sender | null> {
  const row = await queryable(database.worker).row<
    Pick<Sender, "name" | "locale" | "timeZone" | "theme" | "contact">
  >(sql`
    select name, locale, time_zone as "timeZone", theme, contact from shop.stores
    where id = ${storeId} and deleted_at is not null`);
  if (row === undefined) return null;
  const { origin } = new URL(publicUrl);
  return { ...row, origin, accountOrigin: origin, isClosed: true };
}

/** The From address of all emails: MAIL_FROM, or an address at the platform's own host. */
export function platformAddress({ publicUrl, mailFrom }: Services): string {
  return mailFrom ?? `no-reply@${new URL(publicUrl).hostname}`;
}

/** The platform as sender, with a neutral look. For emails about accounts that belong to no store. */
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

/** The address on one line, after the store's name unless the first line already contains it. */
export function addressOf(name: string, address: readonly string[]): string {
  return (isNamedIn(address[0] ?? "", name) ? address : [name, ...address]).join(", ");
}

/**
 * Whether the line contains the store's name: "Oficina Tordo" contains Tordo. A line with a digit must
 * start with the name, because it is a street, which may have the same name by coincidence.
 */
function isNamedIn(line: string, name: string): boolean {
  const [words, wanted] = [line.toLowerCase(), name.toLowerCase()];
  return words.startsWith(wanted) || (!/\d/.test(line) && ` ${words} `.includes(` ${wanted} `));
}
