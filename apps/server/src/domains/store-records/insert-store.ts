import { defaultCutOffHour } from "@vetrina/commerce/shipping/cut-off";
import type { HomeContent, StoreHelp } from "@vetrina/contract/stores/store-content";
import { type LiveChat, noPromises } from "@vetrina/contract/stores/store-facts";
import type { Store } from "@vetrina/contract/stores/stores";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";

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
    /** Has no port. The caller has verified the host. */
    host: string;
    theme: Readonly<Record<string, string | undefined>>;
    timeZone: string;
    returnDays: number;
    home: HomeContent;
    help: StoreHelp;
    socialImage: string | null;
    /** The user who opens the store; absent if the operator does. */
    openedBy?: string;
    /**
     * Set if the operator vouches for the contact address. Otherwise, the address counts as verified if a staff member
     * has verified it for their account.
     */
    isContactProven?: boolean;
  };

const shippingCalendar = {
  cutOffHour: defaultCutOffHour,
  workingDays: [1, 2, 3, 4, 5],
  holidays: [],
};

/** Inserts the transaction's store. Returns false if another store has the slug. */
export async function insertStore(tx: Transaction, input: NewStore): Promise<boolean> {
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
    insert into shop.stores (id, slug, name, tagline, currency, locale, country, time_zone, environment,
      return_days, theme, contact, navigation, home, help, social_image,
      promises, season, launch, social_links, live_chat, shipping_calendar, proven_contact_email, opened_by)
    values (${tx.storeId}, ${input.slug}, ${input.name}, ${input.tagline}, ${input.currency}, ${input.locale}, ${input.country},
      ${input.timeZone}, ${input.environment}, ${input.returnDays}, ${JSON.stringify(input.theme)},
      ${JSON.stringify(input.contact)}, ${JSON.stringify(input.navigation)}, ${JSON.stringify(input.home)}, ${JSON.stringify(input.help)}, ${input.socialImage},
      ${JSON.stringify(promises)}, ${orNull(season)}, ${orNull(launch)}, ${JSON.stringify(socialLinks)}, ${orNull(liveChat)}, ${JSON.stringify(shippingCalendar)},
      ${provenEmail}, ${openedBy})
    on conflict (slug) where not is_slug_free do nothing`);
  return made === 1;
}

function orNull(value: unknown): string | null {
  return value === null ? null : JSON.stringify(value);
}
