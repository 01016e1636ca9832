import { z } from "zod";
import { Country, Id, OptionalText, TaxClass, Text, Time } from "../common.ts";
import { endpoint } from "../endpoint.ts";

const Percent = z
  .number()
  .min(0)
  .max(100)
  .refine((percent) => Number(percent.toFixed(2)) === percent, "Use at most two decimals.");

/** A date without a time, such as 2027-01-01. */
const Day = z.iso
  .date()
  .max(10)
  .refine((day) => !day.startsWith("0000"), "Use a year other than 0000.");

const Postal = z
  .string()
  .trim()
  .max(20)
  .regex(/^[A-Za-z\d -]*$/, "Use only letters, digits, spaces and hyphens.");

const rate = {
  name: Text(60).meta({ description: "The name that shoppers see, such as VAT." }),
  percent: Percent,
  country: Country.nullable().meta({
    description: "null: all countries that have no rate of their own.",
  }),
  region: OptionalText(100).meta({
    description: "A state or province of the country, by its code if it has one. Empty: all.",
  }),
  postalFrom: Postal.meta({
    description:
      "The first postal code of a range, or only its first characters. Must be as long as `postalTo`. Empty: all postal codes.",
  }),
  postalTo: Postal,
  taxClass: TaxClass,
  startsOn: Day.nullable().meta({
    description:
      "The first day on which the rate is in force, in the store's time zone; null if it has always been in force. If several rates are in force, the one that started last applies.",
  }),
};

export const TaxRateInput = z.strictObject({
  ...rate,
  region: rate.region.default(""),
  postalFrom: rate.postalFrom.default(""),
  postalTo: rate.postalTo.default(""),
  taxClass: rate.taxClass.default(""),
  startsOn: rate.startsOn.default(null),
});
export type TaxRateInput = z.infer<typeof TaxRateInput>;

export const TaxRate = z
  .object({
    id: Id,
    storeId: Id,
    name: z.string(),
    percent: z.number(),
    country: Country.nullable(),
    region: z.string(),
    postalFrom: z.string(),
    postalTo: z.string(),
    taxClass: z.string(),
    startsOn: z.iso.date().nullable(),
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
    createdAt: Time,
    updatedAt: Time,
  })
  .meta({ id: "TaxRate" });
export type TaxRate = z.infer<typeof TaxRate>;

const settings = {
  pricesIncludeTax: z
    .boolean()
    .meta({ description: "Whether prices already include tax, so that none is added." }),
  taxesShipping: z
    .boolean()
    .meta({ description: "Whether shipping is taxed, at the rate of the standard tax class." }),
  hasHomeRatesInEu: z.boolean().meta({
    description:
      "Whether the home country's rates apply to all destinations in the EU: for stores in the EU that sell less than EUR 10,000 a year to other EU countries.",
  }),
  hasReverseCharge: z.boolean().meta({
    description:
      "Whether the store sells without tax to companies in other EU countries whose VAT ID a register confirms. Requires the store's own VAT ID.",
  }),
  acceptsUnverifiedVatIds: z.boolean().meta({
    description:
      "Whether a well-formed VAT ID is enough for reverse charge if no register confirmed it. Anyone can enter another company's VAT ID, and the store then owes the tax. The built-in register never confirms a VAT ID.",
  }),
  vatId: z
    .string()
    .trim()
    .max(30)
    .nullable()
    .meta({ description: "The store's own VAT ID, with the letters of its country." }),
};

export const TaxSettings = z
  .object({
    ...settings,
    version: z.int().meta({ description: "Increases with each change. Send it as If-Match." }),
    updatedAt: Time,
  })
  .meta({ id: "TaxSettings" });
export type TaxSettings = z.infer<typeof TaxSettings>;

const access = { allow: ["MANAGE_SETTINGS"] } as const;
const byStore = { by: "store", in: "params", field: "storeId" } as const;
const byId = { by: "resource", kind: "tax rate", in: "params", field: "id" } as const;
const storeParams = z.object({ storeId: z.string().max(253) });
const idParams = z.object({ id: Id });

export const taxes = {
  getTaxSettings: endpoint({
    method: "GET",
    path: "/taxes/store/{storeId}",
    summary: "Returns the store's tax settings.",
    access,
    store: byStore,
    params: storeParams,
    response: TaxSettings,
    errors: ["NOT_FOUND"],
  }),
  updateTaxSettings: endpoint({
    method: "PUT",
    path: "/taxes/store/{storeId}",
    summary: "Updates the store's tax settings. Settings that aren't sent don't change.",
    access,
    store: byStore,
    params: storeParams,
    body: z.strictObject(settings).partial(),
    response: TaxSettings,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
  listTaxRates: endpoint({
    method: "GET",
    path: "/taxes/store/{storeId}/rates",
    summary:
      "Lists the store's tax rates, at most 1,000, sorted by country, region, postal codes and class.",
    access,
    store: byStore,
    params: storeParams,
    response: z.object({ items: z.array(TaxRate) }),
    errors: ["NOT_FOUND"],
  }),
  createTaxRate: endpoint({
    method: "POST",
    path: "/taxes/store/{storeId}/rates",
    summary:
      "Adds a tax rate. To schedule a change, add a rate that starts on that date and keep the current rate.",
    access,
    store: byStore,
    params: storeParams,
    body: TaxRateInput,
    response: TaxRate,
    status: 201,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "LIMIT_REACHED"],
  }),
  updateTaxRate: endpoint({
    method: "PUT",
    path: "/taxes/rates/{id}",
    summary:
      "Updates a tax rate. Fields that aren't sent don't change. Orders keep the tax they were placed with.",
    access,
    store: byId,
    params: idParams,
    body: z.strictObject(rate).partial(),
    response: TaxRate,
    errors: ["NOT_FOUND", "ALREADY_EXISTS", "EDIT_CONFLICT"],
  }),
  deleteTaxRate: endpoint({
    method: "DELETE",
    path: "/taxes/rates/{id}",
    summary: "Deletes a tax rate. Orders keep the tax they were placed with.",
    access,
    store: byId,
    params: idParams,
    errors: ["NOT_FOUND", "EDIT_CONFLICT"],
  }),
};
