import { z } from "zod";
import { fromDecimal, toPayPal } from "../amounts.ts";
import type { PayPalAnswer } from "../paypal-client.ts";
import { type ExpressTerms, GatewayUnknown, type NewPayment, type Wallet } from "../provider.ts";

type Amounts = Pick<NewPayment, "amountMinor" | "currency">;

const money = (minor: number, currency: string) => ({
  currency_code: currency,
  value: toPayPal(minor, currency),
});

/** An order's amount in PayPal's format, with the breakdown that PayPal shows to the buyer. */
export function amountOf({ amountMinor, currency }: Amounts, terms: ExpressTerms | undefined) {
  const amount = money(amountMinor, currency);
  if (terms === undefined) return amount;
  const breakdown = {
    item_total: money(terms.subtotalMinor, currency),
    shipping: money(terms.shippingMinor, currency),
    tax_total: money(terms.taxMinor, currency),
    discount: money(terms.discountMinor, currency),
  };
  return { ...amount, breakdown };
}

/** PayPal's limit on shipping methods. */
const maxMethods = 10;

/** The JSON patch that changes an order's amount and the shipping methods that the buyer can choose from. */
export function patchOf(orderId: string, amounts: Amounts, terms: ExpressTerms): object[] {
  const unit = `/purchase_units/@reference_id=='${orderId}'`;
  const shown = terms.methods.filter(({ isChosen }, i) => isChosen || i < maxMethods - 1);
  const options = shown.map(({ id, name, priceMinor, isChosen }) => ({
    id,
    label: name.slice(0, 127),
    type: "SHIPPING",
    selected: isChosen,
    amount: money(priceMinor, amounts.currency),
  }));
  return [
    { op: "replace", path: `${unit}/amount`, value: amountOf(amounts, terms) },
    { op: "add", path: `${unit}/shipping/options`, value: options },
  ];
}

const Text = z.string().optional();
const WalletOrder = z.object({
  status: z.string(),
  payer: z.object({ email_address: Text }).optional(),
  purchase_units: z
    .array(
      z.object({
        amount: z.object({ currency_code: z.string(), value: z.string() }),
        shipping: z
          .object({
            name: z.object({ full_name: Text }).optional(),
            phone_number: z.object({ national_number: Text }).optional(),
            address: z
              .object({
                address_line_1: Text,
                address_line_2: Text,
                admin_area_1: Text,
                admin_area_2: Text,
                postal_code: Text,
                country_code: Text,
              })
              .optional(),
            options: z.array(z.object({ id: z.string(), selected: z.boolean() })).default([]),
          })
          .optional(),
      }),
    )
    .min(1),
});

const states: Record<string, Wallet["state"]> = {
  APPROVED: "approved",
  COMPLETED: "ended",
  VOIDED: "ended",
};

/** Reads the buyer's choices from an order. Throws GatewayUnknown if the response contains no order. */
export function walletOf({ status, body }: PayPalAnswer): Wallet {
  const parsed = status < 300 ? WalletOrder.safeParse(body) : null;
  const [unit] = parsed?.data?.purchase_units ?? [];
  if (parsed?.success !== true || unit === undefined)
    throw new GatewayUnknown(
      `PayPal returned an unexpected response for an order (status ${status})`,
    );
  const { status: state, payer } = parsed.data;
  const { amount, shipping } = unit;
  const { address, phone_number: phone } = shipping ?? {};
  return {
    state: states[state] ?? "open",
    amountMinor: fromDecimal(amount.value, amount.currency_code),
    currency: amount.currency_code,
    methodId: shipping?.options.find(({ selected }) => selected)?.id ?? null,
    email: payer?.email_address ?? null,
    address:
      address === undefined
        ? null
        : {
            name: shipping?.name?.full_name,
            address: address.address_line_1,
            address2: address.address_line_2,
            city: address.admin_area_2,
            region: address.admin_area_1,
            postalCode: address.postal_code,
            country: address.country_code,
            phone: phone?.national_number,
          },
  };
}

const ClientToken = z.object({ client_token: z.string().min(1) });

export function clientTokenOf({ status, body }: PayPalAnswer): string {
  const parsed = status < 300 ? ClientToken.safeParse(body) : null;
  if (parsed?.success === true) return parsed.data.client_token;
  throw new GatewayUnknown(`PayPal returned no client token (status ${status})`);
}
