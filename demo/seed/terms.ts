import { formatMoney, toMinor } from "@vetrina/commerce/money";
import { createDiscount } from "@vetrina/server/domains/discounts/create-discount";
import { saveShippingTable } from "@vetrina/server/domains/shipping/save-shipping-table";
import { savePolicy } from "@vetrina/server/domains/policies/save-policy";
import type { Context } from "@vetrina/server/platform/context";
import { sql } from "@vetrina/server/platform/database/sql";
import { type DemoDiscount, discounts } from "../catalogue/discounts.ts";
import { help } from "../catalogue/help.ts";
import { type placeholders, policies } from "../catalogue/policies.ts";
import { shipping } from "../catalogue/shipping.ts";
import type { DemoStore } from "../catalogue/store-types.ts";
import type { StoreSlug } from "../catalogue/types.ts";

const dayMs = 86_400_000;

export async function seedShipping(ctx: Context, slug: StoreSlug): Promise<void> {
  const there = await ctx.tx((tx) =>
    tx.row(sql`select from shop.shipping_zones where store_id = ${tx.storeId} limit 1`),
  );
  if (there !== undefined) return;
  const { zones, processing } = shipping[slug];
  const minor = (amount: number) => toMinor(amount, ctx.store.currency);
  await saveShippingTable(
    ctx,
    zones.map((zone) => ({
      name: zone.name,
      countries: zone.countries.includes("*") ? [] : zone.countries,
      rates: zone.methods.map(({ name, price, freeAbove, transit, ...method }) => ({
        name,
        price: minor(price),
        freeAbove: freeAbove === null ? null : minor(freeAbove),
        processing: method.processing ?? processing,
        transit,
      })),
    })),
  );
}

export async function seedDiscounts(ctx: Context, slug: StoreSlug): Promise<void> {
  for (const discount of discounts[slug]) {
    try {
      await createDiscount(ctx, discountOf(discount, ctx));
    } catch (error) {
      if ((error as { code?: string }).code !== "ALREADY_EXISTS") throw error;
    }
  }
}

function discountOf(discount: DemoDiscount, ctx: Context) {
  const now = ctx.now().getTime();
  const minor = (amount: number) => toMinor(amount, ctx.store.currency);
  return {
    code: discount.code,
    type: discount.type,
    value: discount.type === "PERCENTAGE" ? discount.value * 100 : minor(discount.value),
    minimumSubtotal:
      discount.minimumSubtotal === undefined ? null : minor(discount.minimumSubtotal),
    startsAt: new Date(now - discount.startedDaysAgo * dayMs),
    endsAt: discount.endsInDays === undefined ? null : new Date(now + discount.endsInDays * dayMs),
    usageLimit: discount.usageLimit ?? null,
    active: true,
  };
}

export async function seedPolicies(ctx: Context, demo: DemoStore): Promise<void> {
  for (const policy of policies[demo.slug])
    await savePolicy(ctx, { ...policy, content: fill(policy.content, demo) });
}

/** The help pages' text with the store's numbers filled in. */
export function storeHelp(demo: DemoStore) {
  return JSON.parse(fill(JSON.stringify(help[demo.slug]), demo)) as (typeof help)[StoreSlug];
}

/** Fills the shipping table's numbers into a text; throws for an unknown placeholder. */
function fill(text: string, demo: DemoStore): string {
  const figures = figuresOf(demo);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => {
    const figure = figures[name as keyof typeof placeholders];
    if (figure === undefined) throw new Error(`${all} is no placeholder`);
    return figure;
  });
}

function figuresOf(demo: DemoStore): Record<keyof typeof placeholders, string> {
  const { zones, processing, homeZone } = shipping[demo.slug];
  const standard = zones.find((zone) => zone.name === homeZone)?.methods[0];
  if (standard === undefined) throw new Error(`${demo.slug} ships nowhere`);
  const money = (amount: number) =>
    formatMoney(amount, demo.currency, demo.locale).replace(/[.,]00$/, "");
  return {
    freeShippingThreshold: money(standard.freeAbove ?? 0),
    standardPrice: formatMoney(standard.price, demo.currency, demo.locale),
    processingDays: range(processing),
    deliveryDays: range({
      min: processing.min + standard.transit.min,
      max: processing.max + standard.transit.max,
    }),
    returnDays: String(demo.returnDays),
    refundDays: range(demo.promises.refundDays),
    damageReportHours: String(demo.promises.damageReportHours),
    warrantyYears: String(demo.promises.warrantyYears),
    email: demo.contact.email,
  };
}

function range({ min, max }: { min: number; max: number }): string {
  return min === max ? String(min) : `${min}-${max}`;
}
