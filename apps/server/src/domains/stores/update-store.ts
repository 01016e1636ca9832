import { newArrivalsLink } from "@vetrina/commerce/constants";
import { hrefBytes, htmlBytes } from "@vetrina/commerce/html-bytes";
import { currencyDigits } from "@vetrina/commerce/money";
import type { PaymentEnv } from "@vetrina/contract/enumerations";
import { languageOfLocale, type StoreUpdate } from "@vetrina/contract/stores/store-settings";
import type { Store, stores } from "@vetrina/contract/stores/stores";
import { audit } from "../../platform/audit.ts";
import { type Context, systemContext, type Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { requireFresh } from "../../platform/edit-conflict.ts";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import { heldByCaller, requireHeld } from "../../platform/held-permissions.ts";
import { requireOpenSession } from "../../platform/http/callers/only-store.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import { cancelPartPaidTestOrders } from "../orders/cancel-part-paid-test-orders.ts";
import { releaseTestOrders } from "../orders/release-test-order.ts";
import { cancelPaymentsOfMode } from "../payments/cancel-payments-of-mode.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { mailOwners } from "../store-records/mail-owners.ts";
import { changeStore } from "../store-records/store-rows.ts";
import { askForProof, mailProof, proofLeft } from "./contact-proof.ts";
import { readHelp, readStore } from "./queries.ts";
import { requirePictures } from "./require-pictures.ts";
import { countRescaled, rescaleAmounts } from "./rescale-amounts.ts";
import { constraintOf, isSqlState } from "../../platform/database/sql-state.ts";

/**
 * Changes the fields sent. Throws EDIT_CONFLICT for an outdated If-Match, CURRENCY_FIXED, and PERMISSION_NOT_HELD if
 * the caller has no owner's rights and changes the environment, which decides whether real money is taken. That change
 * cancels open payments of the old mode and releases the stock of test orders.
 */
export const updateStore: Handler<typeof stores.updateStore> = async (ctx, { body: sent }) => {
  const { currentPassword, code, ...body } = sent;
  requireShortNavigation(body.navigation ?? []);
  let left: PaymentEnv | null = null;
  await countRescaled(ctx, body.currency);
  const proof = await askForProof(ctx, body.contact?.email, { currentPassword, code });
  const updated = await orCurrencyFixed(
    ctx.tx(async (tx) => {
      // Waits for transactions that write amounts or take payments. Later ones see the new currency and mode.
      await lockStore(tx, body.currency !== undefined || body.environment !== undefined);
      const present = await readStore(tx, tx.storeId, { settings: true });
      await requireFresh(tx, ctx, "store", present.version, async () => present);
      if (body.environment !== undefined && body.environment !== present.environment)
        await requireOwner(tx, ctx);
      if (
        body.locale !== undefined &&
        languageOfLocale(body.locale) !== languageOfLocale(present.locale)
      )
        throw invalidField(
          "locale",
          "Change the default language first: PUT /languages/store/{id}.",
        );
      if (body.currency !== undefined && body.currency !== present.currency) {
        await requireSameDecimals(tx, present.currency, body.currency);
        await rescaleAmounts(tx, present.currency, body.currency);
      }
      const featured = body.home?.featured.collection;
      if (featured !== undefined && featured !== present.home.featured.collection)
        await requireCollection(tx, featured);
      await requirePictures(tx, present, body);
      const help = body.help === undefined ? undefined : await readHelp(tx, tx.storeId);
      await write(tx, ctx, body);
      if (proof !== null) await mailProof(tx, ctx, proof);
      const next = await readStore(tx, tx.storeId, { settings: true });
      const { email } = next.contact;
      if (email.toLowerCase() !== present.contact.email.toLowerCase())
        await mailOwners(tx, "contact-address-changed", { email });
      left = next.environment === present.environment ? null : present.environment;
      await audit(tx, ctx, {
        action: "UPDATE",
        entityType: "store",
        entityId: tx.storeId,
        ...difference({ ...factsOf(present), help }, { ...factsOf(next), help: body.help }),
      });
      await enqueue(tx, catalogueChanged, { tags: ["store"] });
      return next;
    }),
  );
  ctx.services.directory.forget(ctx.store.id);
  if (left !== null) await cancelPaymentsOfMode(ctx, left);
  if (left === "TEST") {
    const system = systemContext(ctx.services, ctx.store);
    await releaseTestOrders(system);
    await cancelPartPaidTestOrders(system);
  }
  return updated;
};

/** The maximum size of the header's labels and addresses in HTML. Every page contains them several times. */
const maxNavigationBytes = 4000;

function requireShortNavigation(links: readonly { label: string; href: string }[]): void {
  const bytes = links.reduce((sum, { label, href }) => sum + htmlBytes(label) + hrefBytes(href), 0);
  if (bytes > maxNavigationBytes)
    throw invalidField(
      "navigation",
      `Use shorter labels and addresses. Together they may take at most ${maxNavigationBytes.toLocaleString("en-US")} bytes in HTML.`,
    );
}

/**
 * Throws PERMISSION_NOT_HELD unless the caller has an owner's rights. An API key never has them, because it is not a
 * user.
 */
async function requireOwner(tx: Transaction, ctx: Context): Promise<void> {
  if (ctx.actor.kind === "apiKey")
    throw new ApiFailure(
      "PERMISSION_NOT_HELD",
      "Only an owner can change this. Sign in as an owner.",
      {
        missing: ["OWNER"],
      },
    );
  requireOpenSession(ctx.actor);
  requireHeld(await heldByCaller(tx, ctx), ["OWNER"]);
}

/**
 * Throws CURRENCY_FIXED if the store has prices and the new currency has different decimals. Amounts are stored in the
 * smallest unit, so 1999 would change from $19.99 to ¥1999.
 */
async function requireSameDecimals(tx: Transaction, from: string, to: string): Promise<void> {
  if (currencyDigits(from) === currencyDigits(to)) return;
  const priced = await tx.row(
    sql`select from shop.variants where store_id = ${tx.storeId} and deleted_at is null limit 1`,
  );
  if (priced !== undefined)
    throw new ApiFailure(
      "CURRENCY_FIXED",
      `The store has prices in ${from}, and ${to} has a different number of decimals. Delete the products first.`,
    );
}

/**
 * Throws VALIDATION_FAILED for an unknown collection. An unchanged link isn't checked: if its collection has since been
 * deleted, the home page shows the newest items instead.
 */
async function requireCollection(tx: Transaction, link: string): Promise<void> {
  if (link === newArrivalsLink) return;
  const found = await tx.row(
    sql`select from shop.collections where store_id = ${tx.storeId} and link = ${link} and deleted_at is null`,
  );
  if (found === undefined)
    throw invalidField(
      "home.featured.collection",
      `There is no such collection. Use the link of one of the store's collections, or ${newArrivalsLink} for its newest items.`,
    );
}

/**
 * Turns a violation of the orders' foreign key into CURRENCY_FIXED. The key also detects orders placed concurrently.
 */
async function orCurrencyFixed(change: Promise<Store>): Promise<Store> {
  try {
    return await change;
  } catch (error) {
    if (isSqlState(error, "foreignKeyViolation") && constraintOf(error) === "orders_in_currency")
      throw new ApiFailure(
        "CURRENCY_FIXED",
        "The store has orders in its current currency. Open a new store to sell in another currency.",
      );
    throw error;
  }
}

async function write(tx: Transaction, ctx: Context, body: StoreUpdate): Promise<void> {
  const { timeZone, returnDays, socialImage, allowedOrigins } = body;
  const sets = [
    ...(["name", "tagline", "currency", "locale", "country", "environment"] as const).flatMap(
      (field) => (body[field] === undefined ? [] : [sql`${columns[field]} = ${body[field]}`]),
    ),
    ...(
      [
        "theme",
        "contact",
        "navigation",
        "home",
        "help",
        "shippingCalendar",
        "promises",
        "season",
        "launch",
        "socialLinks",
        "liveChat",
      ] as const
    ).flatMap((field) =>
      body[field] === undefined ? [] : [sql`${columns[field]} = ${JSON.stringify(body[field])}`],
    ),
    ...(body.contact === undefined ? [] : [proofLeft(body.contact.email)]),
    ...(timeZone === undefined ? [] : [sql`time_zone = ${timeZone}`]),
    ...(allowedOrigins === undefined ? [] : [sql`allowed_origins = ${allowedOrigins}`]),
    ...(returnDays === undefined ? [] : [sql`return_days = ${returnDays}`]),
    ...(socialImage === undefined ? [] : [sql`social_image = ${socialImage}`]),
  ];
  await changeStore(tx, sets, ctx.now());
}

const columns = {
  name: sql`name`,
  tagline: sql`tagline`,
  currency: sql`currency`,
  locale: sql`locale`,
  country: sql`country`,
  environment: sql`environment`,
  theme: sql`theme`,
  contact: sql`contact`,
  navigation: sql`navigation`,
  home: sql`home`,
  help: sql`help`,
  shippingCalendar: sql`shipping_calendar`,
  promises: sql`promises`,
  season: sql`season`,
  launch: sql`launch`,
  socialLinks: sql`social_links`,
  liveChat: sql`live_chat`,
};

function factsOf({ settings, ...facts }: Store) {
  return { ...facts, timeZone: settings?.timeZone, allowedOrigins: settings?.allowedOrigins };
}

/** Returns the settings that have changed. */
function difference(before: Record<string, unknown>, after: Record<string, unknown>) {
  const changed = Object.keys(after).filter(
    (name) => name !== "version" && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  );
  const of = (state: Record<string, unknown>) =>
    Object.fromEntries(changed.map((name) => [name, state[name]]));
  return { before: of(before), after: of(after) };
}
