import Fastify from "fastify";
import { expect } from "vitest";
import { z } from "zod";
import { api } from "@vetrina/contract/api";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { test } from "#tests/world.ts";
import { routes } from "../../app.ts";
import { mountApi } from "./api-server.ts";

type Contract = Record<string, Record<string, Endpoint>>;

/** The contract with one call's definition changed. */
function withCall(group: keyof typeof api, name: string, change: object): Contract {
  const contract = api as Contract;
  const endpoint = contract[group]?.[name];
  if (endpoint === undefined) throw new Error(`no call ${group}.${name}`);
  return { ...contract, [group]: { ...contract[group], [name]: { ...endpoint, ...change } } };
}

const invalid: [Contract, RegExp][] = [
  [
    withCall("orders", "listOrders", { access: undefined }),
    /orders\.listOrders declares no access/,
  ],
  [withCall("orders", "listOrders", { access: {} }), /orders\.listOrders declares no access/],
  [withCall("orders", "listOrders", { access: { allow: [] } }), /listOrders declares no access/],
  [
    withCall("products", "updateProduct", { store: undefined }),
    /products\.updateProduct does not declare which store it concerns/,
  ],
  [
    withCall("products", "updateProduct", {
      store: { by: "resource", kind: "product", in: "query", field: "productId" },
    }),
    /query\.productId, which does not exist/,
  ],
  [
    withCall("reviews", "createReview", { access: { allow: ["public"] } }),
    /reviews\.createReview allows anonymous writes without a rate limit/,
  ],
  [
    withCall("orders", "listOrders", { access: { allow: ["order-key"] } }),
    /orders\.listOrders allows order-key, but its path names no order/,
  ],
  [
    withCall("users", "getMe", { access: { allow: ["self"] } }),
    /users\.getMe allows self, but its path names no user/,
  ],
  [
    withCall("users", "getMe", { access: { allow: ["customer"] } }),
    /users\.getMe allows customer, but has no store/,
  ],
  [
    withCall("users", "getMe", { access: { allow: ["user"], more: "MANAGE_ORDERS" } }),
    /users\.getMe shows more with a permission, but has no store/,
  ],
  [
    withCall("orders", "getOrderThankYou", {
      access: { allow: ["public"], limit: 20, limitTarget: "number" },
    }),
    /limits by number, which is not in its path/,
  ],
  [
    withCall("products", "updateProduct", { path: "/products/{productId}" }),
    /has the path \/products\/\{productId\} and the parameters id/,
  ],
  [
    { ...api, orders: { ...api.orders, forgotten: api.orders.listOrders } },
    /orders\.forgotten has no handler/,
  ],
];

/** Request bodies with an unlimited part, and the expected error. */
const unbounded: [z.core.$ZodType, string][] = [
  [z.strictObject({ a: z.string() }), "body.a is a text"],
  [z.strictObject({ a: z.email().optional() }), "body.a is a text"],
  [z.strictObject({ a: z.string().regex(/^a+$/).nullish() }), "body.a is a text"],
  [z.strictObject({ a: z.array(z.int()) }), "body.a is a list"],
  [z.strictObject({ a: z.array(z.string()).max(3) }), "body.a[] is a text"],
  [z.strictObject({ a: z.record(z.string().max(3), z.int()) }), "body.a is a record"],
  [z.union([z.string().max(3), z.array(z.int())]), "body is a list"],
  [
    z.strictObject({
      a: z
        .string()
        .trim()
        .pipe(z.enum(["b"])),
    }),
    "body.a is a text",
  ],
  [
    z.strictObject({ a: z.strictObject({ b: z.array(z.int()).default([]) }) }),
    "body.a.b is a list",
  ],
];

test("the server does not start with a call that lacks access rules, a store, a rate limit or size limits", ({
  world,
}) => {
  const mount = (contract: Contract) => () =>
    mountApi(Fastify(), contract, routes, world.services, {
      rateLimits: true,
      checkResponses: false,
    });
  expect(mount(api)).not.toThrow();
  for (const [contract, message] of invalid) expect(mount(contract)).toThrow(message);
  for (const [schema, where] of unbounded)
    for (const part of ["body", "query"] as const) {
      const name = where.replace("body", `listOrders.${part}`);
      expect(mount(withCall("orders", "listOrders", { [part]: schema }))).toThrow(
        `${name} without an upper limit`,
      );
    }
});
