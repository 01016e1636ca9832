import { type Deliverer, releaseOrders } from "./deliveries.ts";
import type { FaultOrder, Faults } from "./faults.ts";
import { readBrowserSettings } from "./browser-settings.ts";
import { handleRequest } from "./handle-request.ts";
import type { RequestLog } from "./request-log.ts";
import { createRouter } from "./router.ts";
import type { Store } from "./store.ts";
import {
  type Answer,
  type ApiRequest,
  type BrowserSettings,
  type Json,
  type Provider,
  Refusal,
  browserSettings,
} from "./types.ts";

export type ControlParts = {
  provider: Provider;
  store: Store;
  faults: Faults;
  log: RequestLog;
  deliverer: Deliverer;
  now: () => Date;
  origin: () => string;
  moveClock: (to: Date) => void;
};

type Work = (
  input: Json,
  params: Readonly<Record<string, string>>,
  query: URLSearchParams,
) => unknown;

/** Creates the handler for the calls that control a stand-in, for tests and developers. */
export function createControl(parts: ControlParts): (request: ApiRequest) => Promise<Answer> {
  const { provider, store, faults, log, deliverer, now, origin } = parts;

  const works: Record<string, Work> = {
    "GET /_control/health": () => ({ provider: provider.name, now: now().toISOString() }),
    "GET /_control/ledger": (_, __, query) => ({ entries: filtered(store.entries(), query) }),
    "GET /_control/requests": (_, __, query) => ({ requests: log.list(query.get("path")) }),
    "DELETE /_control/requests": () => log.clear(),
    "POST /_control/faults": (input) => faults.add(input as FaultOrder),
    "GET /_control/faults": () => ({ faults: faults.list() }),
    "DELETE /_control/faults": () => faults.clear(),
    "POST /_control/clock": ({ at, advanceSeconds }) => {
      const target =
        typeof at === "string"
          ? new Date(at)
          : new Date(now().getTime() + Number(advanceSeconds) * 1000);
      if (Number.isNaN(target.getTime()))
        throw wrong("Send `at` (an ISO 8601 time) or `advanceSeconds` (a number).");
      parts.moveClock(target);
      return { now: now().toISOString() };
    },
    "GET /_control/deliveries": () => ({ deliveries: deliverer.list() }),
    "PUT /_control/deliveries/mode": (input) => deliverer.mode(input),
    "POST /_control/deliveries/release": ({ order = "made" }) =>
      deliverer.release(oneOf("order", order, releaseOrders)),
    "POST /_control/deliveries/drain": () => deliverer.drain(),
    "POST /_control/deliveries/{id}/send": ({ times = 1 }, { id = "" }) =>
      deliverer.send(id, Number(times)),
    "POST /_control/deliveries/{id}/forge": ({ how, send = true }, { id = "" }) =>
      deliverer.forge(id, String(how), send === true),
    "POST /_control/disputes": (input) =>
      store.transact((tx) => provider.openDispute(tx, input, origin())),
    "POST /_control/disputes/{id}/close": ({ outcome }, { id = "" }) =>
      store.transact((tx) =>
        provider.closeDispute(tx, id, oneOf("outcome", outcome, ["won", "lost"]), origin()),
      ),
    "POST /_control/refunds/{id}": ({ status }, { id = "" }) =>
      store.transact((tx) =>
        provider.settleRefund(tx, id, oneOf("status", status, ["completed", "failed"]), origin()),
      ),
    "POST /_control/payouts": ({ account, currency }) =>
      store.transact((tx) => provider.makePayout(tx, String(account), String(currency), origin())),
    "GET /_control/browser": () => store.transact(readBrowserSettings),
    "PUT /_control/browser": (input) =>
      store.transact((tx) =>
        tx.put(browserSettings, {
          ...readBrowserSettings(tx),
          ...(input as Partial<BrowserSettings>),
        }),
      ),
    "POST /_control/reset": () => {
      store.reset();
      faults.clear();
      log.clear();
      deliverer.mode({ copies: 1, delayMs: 0, hold: false });
    },
  };

  const own = createRouter(
    Object.keys(works).map((name) => {
      const [method = "", pattern = ""] = name.split(" ");
      return { method, pattern, handle: () => ({ status: 200 }) };
    }),
  );
  const theirs = createRouter(provider.controlRoutes);

  return async (request) => {
    const found = own(request.method, request.path);
    const other = theirs(request.method, request.path);
    try {
      if (found === null && other !== null) {
        const reader = { ...provider, decode: bodyOf };
        const { answer } = handleRequest(store, reader, request, other, origin());
        return answer;
      }
      const work =
        found === null ? undefined : works[`${found.route.method} ${found.route.pattern}`];
      if (found === null || work === undefined)
        return {
          status: 404,
          body: { error: "There is no such control call. See the README for all calls." },
        };
      const result = await work(bodyOf(request), found.params, request.query);
      return result === undefined ? { status: 204 } : { status: 200, body: result };
    } catch (error) {
      if (error instanceof Refusal) return error.answer;
      throw error;
    }
  };
}

function bodyOf({ raw }: ApiRequest): Json {
  if (raw.length === 0) return {};
  try {
    return JSON.parse(raw.toString("utf8")) as Json;
  } catch {
    throw wrong("The body isn't JSON.");
  }
}

/** The items whose properties equal the query parameters of the same names. */
function filtered<T extends object>(list: readonly T[], query: URLSearchParams): T[] {
  return list.filter((each) =>
    [...query].every(([name, value]) => String((each as Record<string, unknown>)[name]) === value),
  );
}

function oneOf<const T extends string>(field: string, value: unknown, allowed: readonly T[]): T {
  const found = allowed.find((each) => each === value);
  if (found === undefined) throw wrong(`Send \`${field}\` as one of ${allowed.join(", ")}.`);
  return found;
}

/** The error for an invalid control call. */
export function wrong(message: string, status = 400): Refusal {
  return new Refusal({ status, body: { error: message } });
}
