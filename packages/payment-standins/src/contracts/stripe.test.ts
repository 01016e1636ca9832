import { afterAll, beforeAll, expect, test } from "vitest";
import type { Json } from "../core/types.ts";
import { type Standin, start } from "../start.ts";
import { decodeForm } from "../stripe/form.ts";
import { errorOf, stripeClient } from "../stripe/stripe-client.fixture.ts";
import { absent, contractErrors } from "./provider-contracts.fixture.ts";

const file = "stripe/derived.2026-10-28.endive.schemas.json";
let standin: Standin;

beforeAll(async () => {
  standin = await start("stripe");
});

afterAll(() => standin.stop());

const automatic = { enabled: true, allow_redirects: "never" } as const;

/** The objects that several payments create, each with its schema. */
async function objects(): Promise<[schema: string, value: object][]> {
  const stripe = stripeClient(standin.origin);
  const shared = {
    currency: "eur",
    automatic_payment_methods: automatic,
    metadata: { orderId: "1" },
  };
  const pay = (payment_method: string, more: object = {}) =>
    stripe.paymentIntents.create({
      amount: 1000,
      ...shared,
      payment_method,
      confirm: true,
      ...more,
    });
  const open = await stripe.paymentIntents.create({
    amount: 1000,
    ...shared,
    shipping: {
      name: "Ada",
      address: { line1: "Via Roma 1", city: "Milano", postal_code: "20121", country: "IT" },
    },
  });
  const paid = await pay("pm_card_visa");
  const held = await pay("pm_card_visa", { capture_method: "manual" });
  const declined = await errorOf(pay("pm_card_chargeDeclined"));
  const challenged = await pay("pm_card_authenticationRequired", { use_stripe_sdk: true });
  await standin.control.authenticate(challenged.id, true);
  const authenticated = await stripe.paymentIntents.retrieve(challenged.id);
  const redirected = await pay("pm_card_authenticationRequired", {
    return_url: "http://localhost/back",
  });
  const refund = await stripe.refunds.create({
    payment_intent: paid.id,
    amount: 300,
    reason: "requested_by_customer",
  });
  const disputed = await pay("pm_card_createDispute");
  const [dispute] = (await stripe.disputes.list({ payment_intent: disputed.id })).data;
  const charges = await stripe.charges.list({ limit: 20 });
  await stripe.paymentIntents.capture(held.id, { amount_to_capture: 900 });
  await stripe.paymentIntents.cancel(open.id, { cancellation_reason: "abandoned" });
  const intents = [
    open,
    paid,
    held,
    challenged,
    authenticated,
    redirected,
    disputed,
    declined.payment_intent ?? {},
  ];
  return [
    ...intents.map((intent): [string, object] => ["PaymentIntent", intent]),
    ...charges.data.map((charge): [string, object] => ["Charge", charge]),
    ["Refund", refund],
    ["Refund", await stripe.refunds.retrieve(refund.id)],
    ["Dispute", dispute ?? {}],
  ];
}

test("every object matches the types of Stripe's library", async ({ skip }) => {
  const checked = (await objects()).map(([schema, value]) => {
    const plain = JSON.parse(JSON.stringify(value)) as Json;
    return { schema, errors: contractErrors(file, `/$defs/${schema}`, plain) };
  });
  if (checked.some(({ errors }) => errors === null)) skip(absent);
  expect(checked.length).toBeGreaterThan(12);
  expect(checked.filter(({ errors }) => errors?.length !== 0)).toEqual([]);
});

const requests = [
  ["POST /v1/payment_intents", "PaymentIntentCreateParams"],
  ["POST /v1/refunds", "RefundCreateParams"],
] as const;

test("decodes the library's requests to the parameters that the library was given", async ({
  skip,
}) => {
  const sent = await standin.control.requests("/v1/");
  const checked = requests.flatMap(([name, schema]) =>
    sent
      .filter(({ method, path }) => `${method} ${path}` === name)
      .map(({ body }) => {
        const decoded = typed(decodeForm(new URLSearchParams(body))) as Json;
        return { name, errors: contractErrors(file, `/$defs/${schema}`, decoded) };
      }),
  );
  if (checked.some(({ errors }) => errors === null)) skip(absent);
  expect(checked.length).toBeGreaterThan(5);
  expect(checked.filter(({ errors }) => errors?.length !== 0)).toEqual([]);
});

/** Restores the types of a form's values, because forms send text. */
function typed(value: unknown, name = ""): unknown {
  if (Array.isArray(value)) return value.map((each) => typed(each));
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value).map(([key, each]) => [
        key,
        name === "metadata" ? each : typed(each, key),
      ]),
    );
  if (value === "true" || value === "false") return value === "true";
  return name === "amount" ? Number(value) : value;
}
