import { builtInRoles } from "@vetrina/contract/permissions";
import type { HomeContent, Store, StoreHelp } from "@vetrina/contract/stores";
import { newId } from "../../platform/id.ts";
import { type Services, systemTransaction } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";

export type NewStore = Pick<
  Store,
  | "slug"
  | "name"
  | "tagline"
  | "currency"
  | "locale"
  | "country"
  | "environment"
  | "theme"
  | "contact"
  | "navigation"
> & {
  /** Without a port; verified by the caller. */
  host: string;
  timeZone: string;
  taxBasisPoints: number;
  returnDays: number;
  home: HomeContent;
  help: StoreHelp;
  socialImage: string | null;
};

/** A store with its host, its four built-in roles and, in the TEST environment, the built-in test provider. */
export async function createStore(services: Services, input: NewStore): Promise<string> {
  const id = newId();
  const platform = queryable(services.database.worker);
  await platform.run(sql`
    insert into shop.stores (id, slug, name, tagline, currency, locale, country, time_zone, environment, tax_basis_points,
      return_days, theme, contact, navigation, home, help, social_image)
    values (${id}, ${input.slug}, ${input.name}, ${input.tagline}, ${input.currency}, ${input.locale}, ${input.country},
      ${input.timeZone}, ${input.environment}, ${input.taxBasisPoints}, ${input.returnDays}, ${JSON.stringify(input.theme)},
      ${JSON.stringify(input.contact)}, ${JSON.stringify(input.navigation)}, ${JSON.stringify(input.home)}, ${JSON.stringify(input.help)}, ${input.socialImage})`);
  await platform.run(sql`
    insert into shop.domains (id, store_id, host, is_primary)
    values (${newId()}, ${id}, ${input.host.toLowerCase()}, true)`);
  await systemTransaction(services, id, async (tx) => {
    for (const [type, permissions] of Object.entries(builtInRoles))
      await tx.run(sql`
        insert into shop.roles (store_id, id, type, name, permissions, is_built_in)
        values (${id}, ${newId()}, ${type}, ${type}, ${permissions}, true)`);
    if (input.environment === "TEST")
      await tx.run(sql`
        insert into shop.payment_providers (store_id, id, provider, environment)
        values (${id}, ${newId()}, 'OTHER', 'TEST')`);
  });
  services.directory.forget();
  return id;
}
