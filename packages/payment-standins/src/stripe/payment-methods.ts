import { createHash } from "node:crypto";
import { randomText } from "../core/ids.ts";
import type { Transaction } from "../core/store.ts";
import type { Answer, Call, Json, Route } from "../core/types.ts";
import { failure, invalid, missing, notFound, success } from "./errors.ts";
import { integerOf, metadataOf, textOf } from "./form.ts";
import { seconds } from "./emit.ts";
import { type Method, confirmationTokens, methods } from "./tables.ts";
import { brandOf, numberOfAlias } from "./test-cards.ts";

export const methodRoutes: readonly Route[] = [
  { method: "POST", pattern: "/v1/payment_methods", handle: createMethod },
  { method: "GET", pattern: "/v1/payment_methods/{id}", handle: getMethod },
  { method: "POST", pattern: "/v1/confirmation_tokens", handle: createConfirmationToken },
];

function createMethod({ tx, account, body }: Call): Answer {
  return success(methodFrom(tx, account, body).api);
}

function getMethod({ tx, account, params }: Call): Answer {
  const method = tx.get(methods, params["id"] ?? "");
  if (method?.account !== account) throw notFound("payment_method", params["id"] ?? "");
  return success(method.api);
}

function createConfirmationToken({ tx, account, body, now }: Call): Answer {
  const method = methodFrom(tx, account, (body["payment_method_data"] ?? {}) as Json);
  const id = `ctoken_${randomText(24, "mixed")}`;
  const {
    id: _,
    object: __,
    created: ___,
    livemode: ____,
    metadata: _____,
    ...preview
  } = method.api;
  const api = {
    id,
    object: "confirmation_token",
    created: seconds(now),
    expires_at: seconds(now) + 12 * 3600,
    livemode: false,
    payment_intent: null,
    payment_method_preview: preview,
    return_url: textOf(body, "return_url"),
    setup_future_usage: null,
    setup_intent: null,
    shipping: null,
    use_stripe_sdk: true,
  };
  tx.put(confirmationTokens, { id, account, api, methodId: method.id });
  return success(api);
}

/**
 * The payment method that a request names or describes, or that its confirmation token refers to. null if it has none.
 */
export function methodOf(tx: Transaction, account: string, body: Json): Method | null {
  const token = textOf(body, "confirmation_token");
  const tokenized = token === null ? undefined : tx.get(confirmationTokens, token);
  const id = tokenized?.methodId ?? textOf(body, "payment_method");
  if (token !== null && tokenized?.account !== account) throw notFound("confirmation_token", token);
  if (id === null)
    return body["payment_method_data"] === undefined
      ? null
      : methodFrom(tx, account, body["payment_method_data"] as Json);
  const number = numberOfAlias(id);
  if (number !== undefined) return putMethod(tx, account, number, 12, 2034, {});
  const method = tx.get(methods, id);
  if (method?.account !== account) throw notFound("payment_method", id);
  return method;
}

function methodFrom(tx: Transaction, account: string, body: Json): Method {
  const type = textOf(body, "type");
  if (type === null) throw missing("type");
  if (type !== "card")
    throw invalid(`The payment method type "${type}" is invalid.`, { param: "type" });
  const card = (body["card"] ?? {}) as Json;
  const alias = { tok_visa: "4242424242424242", tok_chargeDeclined: "4000000000000002" }[
    String(card["token"])
  ];
  const number = alias ?? textOf(card, "number")?.replaceAll(/\D/g, "") ?? "";
  if (number === "") throw missing("card[number]");
  if (!isCardNumber(number)) {
    const error = {
      type: "card_error",
      code: "incorrect_number",
      message: "Your card number is incorrect.",
      param: "number",
    } as const;
    throw Object.assign(invalid(error.message), { answer: failure(402, error) });
  }
  return putMethod(tx, account, number, integerOf(card, "exp_month") ?? 12, yearOf(card), body);
}

function yearOf(card: Json): number {
  const year = integerOf(card, "exp_year") ?? 2034;
  return year < 100 ? 2000 + year : year;
}

function isCardNumber(digits: string): boolean {
  if (digits.length < 13 || digits.length > 19) return false;
  const sum = Array.from(digits)
    .toReversed()
    .map((digit, index) => Number(digit) * (index % 2 === 1 ? 2 : 1))
    .reduce((total, value) => total + (value > 9 ? value - 9 : value), 0);
  return sum % 10 === 0;
}

function putMethod(
  tx: Transaction,
  account: string,
  number: string,
  exp_month: number,
  exp_year: number,
  body: Json,
): Method {
  const id = `pm_${randomText(24, "mixed")}`;
  const brand = brandOf(number);
  const billing = (body["billing_details"] ?? {}) as Json;
  return tx.put(methods, {
    id,
    account,
    number,
    api: {
      id,
      object: "payment_method",
      allow_redisplay: "unspecified",
      billing_details: {
        address:
          billing["address"] === undefined
            ? emptyAddress
            : { ...emptyAddress, ...(billing["address"] as Json) },
        email: textOf(billing, "email"),
        name: textOf(billing, "name"),
        phone: textOf(billing, "phone"),
        tax_id: null,
      },
      card: {
        brand,
        checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: "pass" },
        country: "IT",
        display_brand: brand,
        exp_month,
        exp_year,
        fingerprint: createHash("sha256").update(number).digest("hex").slice(0, 16),
        funding: "credit",
        generated_from: null,
        last4: number.slice(-4),
        networks: { available: [brand], preferred: null },
        regulated_status: "unregulated",
        three_d_secure_usage: { supported: true },
        wallet: null,
      },
      created: seconds(tx.now),
      customer: null,
      customer_account: null,
      livemode: false,
      metadata: metadataOf(body),
      type: "card",
    },
  });
}

const emptyAddress = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
};
