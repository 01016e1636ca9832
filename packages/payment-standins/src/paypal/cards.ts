import type { Json } from "../core/types.ts";
import type { Instrument } from "./tables.ts";

/** Test card numbers: two require 3-D Secure, and one is declined by the processor. */
const challenged = new Set(["4000000000002503", "4000000000002370"]);
const declined = new Set(["4000000000000002"]);

export function needsChallenge(number: string): boolean {
  return challenged.has(number);
}

/**
 * The result of paying with a card. Capturing an order with a declined card returns 201 and the status DECLINED. Like
 * PayPal's sandbox, also declines cardholder names that start with CCREJECT.
 */
export function instrumentOf(number: string, name: string): Instrument {
  return declined.has(number) || name.startsWith("CCREJECT") ? "card-declined" : "accepted";
}

const brands: readonly (readonly [RegExp, string])[] = [
  [/^4/, "VISA"],
  [/^(?:5[1-5]|2[2-7])/, "MASTERCARD"],
  [/^3[47]/, "AMEX"],
  [/^6/, "DISCOVER"],
];

/** The card as an order's payment_source shows it. */
export function cardOf(
  number: string,
  name: string,
  expiry: string,
  liabilityShift: "POSSIBLE" | "NO" | null,
): Json {
  const brand = brands.find(([pattern]) => pattern.test(number))?.[1] ?? "VISA";
  const isAuthenticated = liabilityShift === "POSSIBLE";
  return {
    ...(name.length < 2 ? {} : { name }),
    last_digits: number.slice(-4),
    brand,
    type: "CREDIT",
    expiry,
    ...(liabilityShift === null
      ? {}
      : {
          authentication_result: {
            liability_shift: liabilityShift,
            three_d_secure: {
              enrollment_status: "Y",
              authentication_status: isAuthenticated ? "Y" : "N",
            },
          },
        }),
  };
}
