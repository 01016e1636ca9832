import { afterAll, beforeAll, expect, test } from "vitest";
import { receiveWebhooks } from "../core/webhook-receiver.fixture.ts";
import type { Json } from "../core/types.ts";
import {
  type PayPalClient,
  captureOf,
  orderOf,
  paypalClient,
} from "../paypal/paypal-client.fixture.ts";
import { type Standin, start } from "../start.ts";
import { absent, contractErrors } from "./provider-contracts.fixture.ts";

const ordersFile = "paypal/checkout_orders_v2.json";
const paymentsFile = "paypal/payments_payment_v2.json";
const webhooksFile = "paypal/notifications_webhooks_v1.json";
const disputesFile = "paypal/customer_disputes_v1.json";
const reportsFile = "paypal/reporting_transactions_v1.json";

let paypal: Standin;
let shop: Awaited<ReturnType<typeof receiveWebhooks>>;
let call: PayPalClient;

beforeAll(async () => {
  paypal = await start("paypal");
  shop = await receiveWebhooks();
  call = await paypalClient(paypal.origin);
});

afterAll(async () => {
  await paypal.stop();
  await shop.stop();
});

const schema = (name: string) => `/components/schemas/${name}`;

/** The responses to all calls that a purchase makes, each with its schema. */
async function answersOfAPurchase(): Promise<
  [name: string, file: string, schema: string, value: unknown][]
> {
  const found: [string, string, string, unknown][] = [];
  const keep = async (
    name: string,
    file: string,
    schemaName: string,
    answer: ReturnType<PayPalClient>,
  ) => {
    const { body } = await answer;
    found.push([name, file, schema(schemaName), body]);
    return body;
  };
  const full = { prefer: "return=representation" };
  const url = `${shop.url}/hook`;
  await keep(
    "webhook",
    webhooksFile,
    "webhook",
    call("POST", "/v1/notifications/webhooks", { url, event_types: [{ name: "*" }] }),
  );
  await keep("webhooks", webhooksFile, "WebhookList", call("GET", "/v1/notifications/webhooks"));
  await keep("refused order", ordersFile, "error_400", call("POST", "/v2/checkout/orders", {}));
  await keep("refused order's details", ordersFile, "400", call("POST", "/v2/checkout/orders", {}));
  const created = await keep(
    "created order",
    ordersFile,
    "order",
    call("POST", "/v2/checkout/orders", orderOf("10.00"), full),
  );
  const order = `/v2/checkout/orders/${String(created["id"])}`;
  await keep(
    "capture before approval",
    ordersFile,
    "orders.capture-422",
    call("POST", `${order}/capture`),
  );
  await paypal.control.approveOrder(String(created["id"]), { declines: true });
  await keep("declined capture", ordersFile, "error_422", call("POST", `${order}/capture`));
  await keep(
    "declined capture's details",
    ordersFile,
    "orders.capture-422",
    call("POST", `${order}/capture`),
  );
  await paypal.control.approveOrder(String(created["id"]), {
    address: { country_code: "IT", postal_code: "20121" },
  });
  await keep("approved order", ordersFile, "order", call("GET", order));
  const captured = await keep(
    "captured order",
    ordersFile,
    "order",
    call("POST", `${order}/capture`),
  );
  const capture = `/v2/payments/captures/${String(captureOf(captured)["id"])}`;
  const amount = { currency_code: "EUR", value: "2.00" };
  const refund = await keep(
    "refund",
    paymentsFile,
    "refund",
    call("POST", `${capture}/refund`, { amount }, full),
  );
  await keep(
    "shown refund",
    paymentsFile,
    "refund",
    call("GET", `/v2/payments/refunds/${String(refund["id"])}`),
  );
  await keep("capture", paymentsFile, "capture-2", call("GET", capture));
  await keep(
    "too large refund",
    paymentsFile,
    "captures.refund-422",
    call("POST", `${capture}/refund`, { amount: { ...amount, value: "9.00" } }),
  );
  await keep("unknown refund", paymentsFile, "404", call("GET", "/v2/payments/refunds/X"));
  await keep("refunded order", ordersFile, "order", call("GET", order));
  const { id } = await paypal.control.disputes.open({ payment: String(captureOf(captured)["id"]) });
  await keep("disputes", disputesFile, "dispute_search", call("GET", "/v1/customer/disputes"));
  await keep(
    "open dispute",
    disputesFile,
    "dispute",
    call("GET", `/v1/customer/disputes/${String(id)}`),
  );
  await paypal.control.disputes.close(String(id), "lost");
  await keep(
    "closed dispute",
    disputesFile,
    "dispute",
    call("GET", `/v1/customer/disputes/${String(id)}`),
  );
  const now = Date.now();
  const range = new URLSearchParams({
    start_date: new Date(now - 86_400_000).toISOString(),
    end_date: new Date(now + 86_400_000).toISOString(),
  });
  // The report lags by three hours.
  await paypal.control.clock.advance(4 * 3600);
  await keep(
    "transactions",
    reportsFile,
    "search_response",
    call("GET", `/v1/reporting/transactions?${String(range)}`),
  );
  await keep("balances", reportsFile, "balances_response", call("GET", "/v1/reporting/balances"));
  await keep("events", webhooksFile, "EventList", call("GET", "/v1/notifications/webhooks-events"));
  await paypal.control.webhooks.drain();
  for (const { body } of shop.received) {
    const event = JSON.parse(body) as Json;
    found.push([`webhook ${String(event["event_type"])}`, webhooksFile, schema("event"), event]);
    if (event["resource_type"] === "capture")
      found.push(["webhook's capture", paymentsFile, schema("capture-2"), event["resource"]]);
  }
  return found;
}

test("every response matches PayPal's published schema", async ({ skip }) => {
  const answers = await answersOfAPurchase();
  const checked = answers.map(([name, file, pointer, value]) => ({
    name,
    errors: contractErrors(file, pointer, value),
  }));
  if (checked.some(({ errors }) => errors === null)) skip(absent);
  expect(checked.length).toBeGreaterThan(25);
  expect(checked.filter(({ errors }) => errors?.length !== 0)).toEqual([]);
});

test("the schemas detect an invalid response", ({ skip }) => {
  const errors = contractErrors(ordersFile, schema("order"), { status: "DONE" });
  if (errors === null) skip(absent);
  expect(errors).toHaveLength(1);
});
