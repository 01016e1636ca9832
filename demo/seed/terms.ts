import { errorCode } from "@vetrina/server/platform/error-code";
import { formatMoney, toMinor } from "@vetrina/commerce/money";
import { cutOffTime, defaultCutOffHour } from "@vetrina/commerce/shipping/cut-off";
import { everywhereElse } from "@vetrina/commerce/shipping/shipping-areas";
import { addDiscount } from "@vetrina/server/domains/discounts/create-discount";
import { planDiscount } from "@vetrina/server/domains/discounts/plan-discount";
import { DiscountInput } from "@vetrina/contract/pricing/discounts";
import { flatRate } from "@vetrina/server/domains/shipping/rate-rows";
import { saveShippingTable } from "@vetrina/server/domains/shipping/save-shipping-table";
import { savePolicy } from "@vetrina/server/domains/policies/save-policy";
import type { Context } from "@vetrina/server/platform/context";
import { sql } from "@vetrina/server/platform/database/sql";
import { type DemoDiscount, discounts } from "../catalogue/discounts.ts";
import { help } from "../catalogue/help.ts";
import { type placeholders, policies } from "../catalogue/policies.ts";
import { shipping, shippingProviders } from "../catalogue/shipping.ts";
import type { DemoStore } from "../catalogue/store-types.ts";
import type { StoreSlug } from "../catalogue/types.ts";

const dayMs = 86_400_000;

export async function seedShipping(ctx: Context, slug: StoreSlug): Promise<void> {
  const there = await ctx.tx((tx) =>
    tx.row(sql`select from shop.shipping_regions where store_id = ${tx.storeId} limit 1`),
  );
  if (there !== undefined) return;
  const { regions, processing } = shipping[slug];
  const minor = (amount: number) => toMinor(amount, ctx.store.currency);
  await saveShippingTable(ctx, {
    providers: shippingProviders,
    regions: regions.map((region) => ({
      name: region.name,
      areas: region.countries.map((country) => ({
        country: country === "*" ? everywhereElse : country,
        state: "",
        postalFrom: "",
        postalTo: "",
      })),
      rates: region.methods.map(({ name, price, byWeight, freeAbove, transit, ...method }) => ({
        ...flatRate({
          name,
          price: minor(price),
          freeAbove: freeAbove === null ? null : minor(freeAbove),
          processing: method.processing ?? processing,
          transit,
        }),
        ...(byWeight && {
          type: "BY_WEIGHT" as const,
          steps: byWeight.map((step) => ({ from: step.fromGrams, price: minor(step.price) })),
        }),
        provider: name === "Standard" ? "Standard" : "Express",
      })),
    })),
  });
}

export async function seedDiscounts(ctx: Context, slug: StoreSlug): Promise<void> {
  for (const discount of discounts[slug]) {
    try {
      await addDiscount(ctx, planOf(discount, ctx));
    } catch (error) {
      if (errorCode(error) !== "ALREADY_EXISTS") throw error;
    }
  }
}

function planOf(discount: DemoDiscount, ctx: Context) {
  const now = ctx.now().getTime();
  const dayFrom = (days: number) => new Date(now + days * dayMs).toISOString();
  const { code, type, value, minimumSubtotal = null, usageLimit = null, endsInDays } = discount;
  const input = DiscountInput.parse({
    code,
    title: discount.note.slice(0, 100),
    type,
    value,
    minimumSubtotal,
    usageLimit,
    startsAt: dayFrom(-discount.startedDaysAgo),
    endsAt: endsInDays === undefined ? null : dayFrom(endsInDays),
  });
  return planDiscount(input, ctx.store.currency);
}

export async function seedPolicies(ctx: Context, demo: DemoStore): Promise<void> {
  for (const policy of policies[demo.slug])
    await savePolicy(ctx, { ...policy, content: fill(policy.content, demo) });
}

/** The help pages' text, with its placeholders filled in from the store's data. */
export function storeHelp(demo: DemoStore) {
  return JSON.parse(fill(JSON.stringify(help[demo.slug]), demo)) as (typeof help)[StoreSlug];
}

/** Fills the placeholders in a text with the store's figures. Throws for an unknown placeholder. */
function fill(text: string, demo: DemoStore): string {
  const figures = figuresOf(demo);
  return text.replaceAll(/\{\{(\w+)\}\}/g, (all, name: string) => {
    const figure = figures[name as keyof typeof placeholders];
    if (figure === undefined) throw new Error(`Unknown placeholder: ${all}`);
    return figure;
  });
}

function figuresOf(demo: DemoStore): Record<keyof typeof placeholders, string> {
  const { regions, processing, homeRegion } = shipping[demo.slug];
  const standard = regions.find((region) => region.name === homeRegion)?.methods[0];
  if (standard === undefined)
    throw new Error(`The store ${demo.slug} has no shipping method in its home region.`);
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
    cutOff: cutOffTime(defaultCutOffHour, demo),
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
