import { LanguageCode } from "@vetrina/contract/enumerations";
import { builtInRoles } from "@vetrina/contract/permissions";
import type { HomeContent, StoreHelp } from "@vetrina/contract/store-content";
import { type LiveChat, noPromises } from "@vetrina/contract/store-facts";
import { languageOfLocale } from "@vetrina/contract/store-settings";
import type { Store } from "@vetrina/contract/stores";
import { openMainLocation } from "../inventory/open-location.ts";
import { newId } from "../../platform/id.ts";
import { type Services, systemTransaction, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { ApiFailure } from "../../platform/errors.ts";

export type NewStore = Pick<
  Store,
  | "slug"
  | "name"
  | "tagline"
  | "currency"
  | "locale"
  | "country"
  | "environment"
  | "contact"
  | "navigation"
> &
  Partial<Pick<Store, "promises" | "season" | "launch" | "socialLinks">> & {
    liveChat?: LiveChat | null;
    /** Without a port; verified by the caller. */
    host: string;
    theme: Readonly<Record<string, string | undefined>>;
    timeZone: string;
    taxBasisPoints: number;
    returnDays: number;
    home: HomeContent;
    help: StoreHelp;
    socialImage: string | null;
    /** Who opens it; absent: the operator. */
    openedBy?: string;
    /** The operator vouches for the contact address; elsewhere it is proven where somebody who works there has it. */
    isContactProven?: boolean;
  };

/** Default content, written in the same transaction. */
type Furnish = (tx: Transaction, opened: { ownerRoleId: string }) => Promise<void>;

/**
 * Creates a store with its host, its main location, its four built-in roles and, in the TEST environment, the built-in
 * test provider. Returns its id. Throws ALREADY_EXISTS for a taken slug or host.
 */
export async function openStore(
  services: Services,
  input: NewStore,
  furnish: Furnish = async () => {},
): Promise<string> {
  const id = newId();
  await systemTransaction(services, id, async (tx) => {
    await insertStore(tx, input);
    await openMainLocation(tx);
    await insertLanguage(tx, input.locale);
    const ownerRoleId = await insertRoles(tx);
    if (input.environment === "TEST")
      await tx.run(sql`
        insert into shop.payment_providers (store_id, id, provider, environment)
        values (${id}, ${newId()}, 'OTHER', 'TEST')`);
    await furnish(tx, { ownerRoleId });
  });
  services.directory.forget();
  return id;
}

async function insertStore(tx: Transaction, input: NewStore): Promise<void> {
  const {
    promises = noPromises,
    season = null,
    launch = null,
    socialLinks = [],
    liveChat = null,
    isContactProven = false,
    openedBy = null,
  } = input;
  const provenEmail = isContactProven ? input.contact.email.toLowerCase() : null;
  const made = await tx.run(sql`
    insert into shop.stores (id, slug, name, tagline, currency, locale, country, time_zone, environment, tax_basis_points,
      return_days, theme, contact, navigation, home, help, social_image,
      promises, season, launch, social_links, live_chat, proven_contact_email, opened_by)
    values (${tx.storeId}, ${input.slug}, ${input.name}, ${input.tagline}, ${input.currency}, ${input.locale}, ${input.country},
      ${input.timeZone}, ${input.environment}, ${input.taxBasisPoints}, ${input.returnDays}, ${JSON.stringify(input.theme)},
      ${JSON.stringify(input.contact)}, ${JSON.stringify(input.navigation)}, ${JSON.stringify(input.home)}, ${JSON.stringify(input.help)}, ${input.socialImage},
      ${JSON.stringify(promises)}, ${orNull(season)}, ${orNull(launch)}, ${JSON.stringify(socialLinks)}, ${orNull(liveChat)}, ${provenEmail}, ${openedBy})
    on conflict (slug) where not is_slug_free do nothing`);
  const named =
    made === 1 &&
    (await tx.run(sql`
      insert into shop.domains (id, store_id, host, status, is_primary, verified_at)
      values (${newId()}, ${tx.storeId}, ${input.host.toLowerCase()}, 'ACTIVE', true, now()) on conflict do nothing`));
  if (named !== 1)
    throw new ApiFailure("ALREADY_EXISTS", "Another store has this name. Choose another.", {
      field: "slug",
    });
}

function orNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}

/** The language of the original texts; English if it isn't supported. */
async function insertLanguage(tx: Transaction, locale: string): Promise<void> {
  const code = LanguageCode.safeParse(languageOfLocale(locale)).data ?? "EN";
  await tx.run(sql`
    insert into shop.store_languages (store_id, id, code, is_default) values (${tx.storeId}, ${newId()}, ${code}, true)`);
}

/** The id of the owners' role. */
async function insertRoles(tx: Transaction): Promise<string> {
  const ownerRoleId = newId();
  for (const [type, permissions] of Object.entries(builtInRoles))
    await tx.run(sql`
      insert into shop.roles (store_id, id, type, name, permissions, is_built_in)
      values (${tx.storeId}, ${type === "ADMIN" ? ownerRoleId : newId()}, ${type}, ${type}, ${permissions}, true)`);
  return ownerRoleId;
}
