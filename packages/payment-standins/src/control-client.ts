import type { DeliveryMode, ReleaseOrder } from "./core/deliveries.ts";
import type { Fault, FaultOrder } from "./core/faults.ts";
import type { LoggedRequest } from "./core/request-log.ts";
import type { Entry } from "./core/store.ts";
import type {
  BrowserSettings,
  Delivery,
  ForgedDelivery,
  Json,
  ProviderName,
} from "./core/types.ts";

export type Forgery =
  | "unsigned"
  | "forged"
  | "foreign"
  | "changed"
  | "old"
  | "future"
  | "twin"
  | "expired";

export type Control = ReturnType<typeof connect>;

/** Controls a stand-in, in this process or in another one. */
export function connect(origin: string) {
  async function call<T>(method: string, path: string, body?: object): Promise<T> {
    const answer = await fetch(`${origin}/_control${path}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  }

  return {
    health: () => call<{ provider: ProviderName; now: string }>("GET", "/health"),
    ledger: async (filter: Partial<Pick<Entry, "kind" | "account" | "payment">> = {}) => {
      const { entries } = await call<{ entries: Entry[] }>(
        "GET",
        `/ledger?${String(new URLSearchParams(filter))}`,
      );
      return entries;
    },
    requests: async (path?: string) => {
      const query = path === undefined ? "" : `?path=${encodeURIComponent(path)}`;
      return (await call<{ requests: LoggedRequest[] }>("GET", `/requests${query}`)).requests;
    },
    forgetRequests: () => call<void>("DELETE", "/requests"),
    faults: {
      add: (order: FaultOrder) => call<Fault>("POST", "/faults", order),
      list: async () => (await call<{ faults: Fault[] }>("GET", "/faults")).faults,
      clear: () => call<void>("DELETE", "/faults"),
    },
    clock: {
      advance: (seconds: number) =>
        call<{ now: string }>("POST", "/clock", { advanceSeconds: seconds }),
      set: (at: Date) => call<{ now: string }>("POST", "/clock", { at: at.toISOString() }),
    },
    webhooks: {
      list: async () => (await call<{ deliveries: Delivery[] }>("GET", "/deliveries")).deliveries,
      mode: (change: Partial<DeliveryMode>) =>
        call<DeliveryMode>("PUT", "/deliveries/mode", change),
      release: (order: ReleaseOrder = "made") =>
        call<void>("POST", "/deliveries/release", { order }),
      drain: () => call<void>("POST", "/deliveries/drain"),
      send: (id: string, times = 1) => call<Delivery>("POST", `/deliveries/${id}/send`, { times }),
      /** `status` is the status of the response to the forged delivery; null if it wasn't sent or got no response. */
      forge: (id: string, how: Forgery, send = true) =>
        call<ForgedDelivery & { status: number | null }>("POST", `/deliveries/${id}/forge`, {
          how,
          send,
        }),
    },
    disputes: {
      /** `payment` is the id of a PayPal capture, a Stripe charge or payment intent, or a Mollie payment. */
      open: (input: { payment: string; amountMinor?: number; reason?: string }) =>
        call<Json>("POST", "/disputes", input),
      close: (id: string, outcome: "won" | "lost") =>
        call<Json>("POST", `/disputes/${id}/close`, { outcome }),
    },
    refunds: {
      settle: (id: string, status: "completed" | "failed") =>
        call<Json>("POST", `/refunds/${id}`, { status }),
    },
    payouts: {
      make: (account: string, currency: string) =>
        call<Json>("POST", "/payouts", { account, currency }),
    },
    browser: (settings: Partial<Omit<BrowserSettings, "id">>) =>
      call<BrowserSettings>("PUT", "/browser", settings),
    reset: () => call<void>("POST", "/reset"),
    /** PayPal: the test root certificate of its webhook certificates, as PEM. */
    rootCertificate: async () => (await fetch(`${origin}/_control/root.pem`)).text(),
    /** PayPal: approves an order, as the buyer does in PayPal's window. */
    approveOrder: (id: string, input: Json = {}) =>
      call<Json>("POST", `/orders/${id}/approve`, input),
    /**
     * PayPal: completes or declines a capture that is pending because of `approveOrder(id, { pending: true })`, or sets
     * the status of a capture's next refund.
     */
    changeCapture: (
      id: string,
      change: { status: "completed" | "declined" } | { nextRefund: "PENDING" | "COMPLETED" },
    ) => call<void>("POST", `/captures/${id}`, change),
    /** Stripe: ends the 3-D Secure dialog, either successfully or not. */
    authenticate: (intent: string, succeeds: boolean) =>
      call<Json>("POST", `/payment_intents/${intent}/authenticate`, { succeeds }),
    /** Mollie: sets a payment's status, as the shopper does on the checkout page. */
    setPayment: (
      id: string,
      status: "paid" | "failed" | "canceled" | "expired" | "authorized" | "pending",
    ) => call<Json>("POST", `/payments/${id}`, { status }),
  };
}
