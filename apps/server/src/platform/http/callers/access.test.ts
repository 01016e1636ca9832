import { describe, expect } from "vitest";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { test, type World } from "#tests/world.ts";
import { newId } from "../../id.ts";
import { type Caller, createCallers } from "./callers.fixture.ts";
import {
  addressOf,
  endpoints,
  type NamedEndpoint,
  openShop,
  type Shop,
} from "../contract.fixture.ts";

/** The store or resource that the call is about: the first shop's, the second's, or an unknown one. */
type Target = "own" | "other" | "missing";

/** "in" if the call is authorized; else the expected error code. */
function expected({ access, store }: Endpoint, caller: Caller, target: Target, own: Shop): string {
  const allows = (grant: string) => (access.allow as readonly string[]).includes(grant);
  const isOrder = store.by === "resource" && store.kind === "order" && store.in === "params";
  const user = caller.token !== undefined && caller.name !== "forged token";
  const byKey = allows("order-key") && isOrder && caller.orderKey !== undefined;
  // The call requires a provider's signature, and no credentials replace it.
  if (allows("signed")) return "UNAUTHENTICATED";
  if (!allows("public") && !user && !byKey) return "UNAUTHENTICATED";
  const named = store.by === "store" || store.by === "resource";
  if (named && target === "missing") return "NOT_FOUND";
  const held = target === "missing" || !named ? undefined : caller.holds?.[target];
  const rejected = caller.isKey === true && access.peopleOnly === true;
  const granted =
    allows("public") ||
    (user && caller.isKey !== true && allows("user")) ||
    (caller.isPlatformAdmin === true && (allows("platform") || allows("self"))) ||
    (!rejected &&
      (held?.some((one) => (one === "OWNER" ? allows("owner") : allows(one))) ?? false)) ||
    (byKey && target === "own" && caller.orderKey === own.orderKey) ||
    (allows("customer") &&
      target === "own" &&
      caller.isCustomerOf === own.storeId &&
      (store.by === "store" || caller.owns === true));
  if (granted) return "in";
  if (!named) return allows("self") ? "NOT_FOUND" : "FORBIDDEN";
  return byKey || held === undefined || held.length === 0 ? "NOT_FOUND" : "FORBIDDEN";
}

/** Required fields except the one that names the store or resource. */
function fieldsOf({ name, endpoint }: NamedEndpoint, shop: Shop): Record<string, string> {
  if (name === "orders.getOrderThankYou")
    return { id: shop.orderNumber, emailOrder: "ada@example.com" };
  if (name === "products.getProductPage") return { link: shop.productLink };
  if (endpoint.path.includes("/invitations/")) return { id: shop.invitationId };
  if (endpoint.path.startsWith("/payment/test/")) return { id: shop.paymentIntentId };
  return {
    link: "new",
    name: "main",
    addressId: shop.ids.address,
    documentId: shop.documentId,
    itemId: shop.itemId,
    token: newId(),
    userId: newId(),
    permission: "MANAGE_ORDERS",
    id: newId(),
  };
}

async function call(
  world: World,
  named: NamedEndpoint,
  caller: Caller,
  target: Target,
  shop: Shop,
) {
  const { endpoint } = named;
  const { store } = endpoint;
  const subject: Record<string, string> = {};
  if (store.by === "store") subject[store.field] = target === "missing" ? newId() : shop.storeId;
  if (store.by === "resource")
    subject[store.field] = target === "missing" ? newId() : shop.ids[store.kind];
  const at = store.by === "store" || store.by === "resource" ? store.in : null;
  // An unknown field, which makes even an authorized call fail, so that nothing is changed.
  const body = { "no such field": 1, ...(at === "body" ? subject : {}) };
  const answer = await world.app.inject({
    method: endpoint.method,
    url: addressOf(
      endpoint,
      { ...fieldsOf(named, shop), ...(at === "params" ? subject : {}) },
      at === "query" ? subject : {},
    ),
    headers: {
      host: shop.host,
      // Matches no version, so that nothing that the next callers need is deleted.
      ...(endpoint.method === "DELETE" ? { "if-match": '"0"' } : {}),
      ...(caller.token === undefined ? {} : { authorization: `Bearer ${caller.token}` }),
      ...(caller.orderKey === undefined ? {} : { "x-order-key": caller.orderKey }),
    },
    ...(endpoint.body === undefined ? {} : { payload: body }),
  });
  const { code, message } =
    answer.statusCode < 300
      ? { code: "in", message: "" }
      : answer.json<{ code: string; message: string }>();
  const gotIn =
    ((endpoint.body ?? endpoint.upload) !== undefined && code === "VALIDATION_FAILED") ||
    // These errors come from the handler, so the call was authorized: If-Match has another version, the role to delete
    // has permissions that the caller lacks, or it is built-in.
    ["EDIT_CONFLICT", "PERMISSION_NOT_HELD"].includes(code) ||
    answer.statusCode === 409 ||
    (namesNothingOfAStore(endpoint, caller) && code === "NOT_FOUND");
  return { code: gotIn ? "in" : code, message, status: answer.statusCode };
}

/**
 * Whether the call's made-up id names a session or, for administrators, a user, instead of a store's resource. The
 * handler looks such an id up after authorization, so NOT_FOUND means that the caller was admitted.
 */
function namesNothingOfAStore({ access, store, path }: Endpoint, caller: Caller): boolean {
  if (store.by !== "none" || !path.includes("{id}")) return false;
  return access.allow.includes("user") || caller.isPlatformAdmin === true;
}

/**
 * Makes every endpoint's calls by the callers that `isTried` accepts. Returns how many there were, and those with
 * another result than the endpoint's access rules say.
 */
async function tryAll(
  world: World,
  isTried: (caller: Caller) => boolean,
): Promise<{ calls: number; wrong: string[] }> {
  const [own, other] = [await openShop(world, "mine"), await openShop(world, "yours")];
  const callersOf = createCallers(world, own, other);
  const wrong: string[] = [];
  let calls = 0;
  for (const named of endpoints)
    for (const caller of (await callersOf(named.endpoint)).filter(isTried)) {
      const seen: Partial<Record<Target, string>> = {};
      for (const target of ["own", "other", "missing"] as const) {
        const shop = target === "other" ? other : own;
        const answer = await call(world, named, caller, target, shop);
        const code = expected(named.endpoint, caller, target, own);
        const cell = `${named.name} | ${caller.name} | ${target}`;
        if (answer.code !== code) wrong.push(`${cell}: ${answer.code} instead of ${code}`);
        seen[target] = `${answer.status} ${answer.code} ${answer.message}`;
        calls += 1;
      }
      if (seen.other?.includes("NOT_FOUND") && seen.other !== seen.missing)
        wrong.push(`${named.name} | ${caller.name}: ${seen.other} tells from ${seen.missing}`);
    }
  return { calls, wrong };
}

/** The callers who are refused most often. */
const strangers = ["anonymous", "staff without the permission", "other owner", "another customer"];

describe("every endpoint returns the code of its access rules, and the same for another store's resource and a missing one", () => {
  test("to strangers", async ({ world }) => {
    const { calls, wrong } = await tryAll(world, ({ name }) => strangers.includes(name));
    expect(wrong).toEqual([]);
    expect(calls).toBe(endpoints.length * strangers.length * 3);
  });

  test("to every caller", { tags: ["slow"] }, async ({ world }) => {
    const { calls, wrong } = await tryAll(world, () => true);
    expect(wrong).toEqual([]);
    expect(calls).toBeGreaterThan(endpoints.length * 30);
  });
});
