import { z } from "zod";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { anything, type Bounds, boundsOf } from "./bodies/input-bounds.ts";

/** The maximum size of each input of a call. */
export type InputBounds = { params: Bounds; query: Bounds; body: Bounds };

/**
 * Cached per schema for all apps, because computing the limits of the calls' inputs takes most of the time needed to
 * mount them.
 */
const knownBounds = new WeakMap<z.core.$ZodType, Bounds>();

/**
 * Checks at startup what a call declares: its access, its store, its path parameters, a rate limit for anonymous
 * writes, and the limits on its inputs. Throws with the call's name.
 */
export function checkEndpoint(name: string, endpoint: Endpoint): InputBounds {
  const fail = (what: string): never => {
    throw new Error(`${name} ${what}`);
  };
  const { access, store, method } = endpoint as Partial<Endpoint>;
  if (access?.allow === undefined || access.allow.length === 0) return fail("declares no access");
  if (store === undefined) return fail("does not declare which store it concerns");
  if (store.by === "store" || store.by === "resource") {
    const where = fieldsOf(endpoint[store.in]);
    if (!where.includes(store.field))
      fail(`names its store in ${store.in}.${store.field}, which does not exist`);
  }
  const params = fieldsOf(endpoint.params);
  const braces = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, field = ""]) => field);
  if (braces.toSorted().join() !== params.toSorted().join())
    fail(`has the path ${endpoint.path} and the parameters ${params.join(", ") || "none"}`);
  if (access.allow.includes("self") && !params.includes("userId") && !params.includes("id"))
    fail("allows self, but its path names no user");
  if (access.allow.includes("order-key") && !isAboutOrder(endpoint))
    fail("allows order-key, but its path names no order");
  if (access.allow.includes("customer") && store.by === "none")
    fail("allows customer, but has no store");
  if (access.more !== undefined && store.by === "none")
    fail("shows more with a permission, but has no store");
  if (method !== "GET" && access.allow.includes("public") && access.limit === undefined)
    fail("allows anonymous writes without a rate limit");
  if (access.limitTarget !== undefined && !params.includes(access.limitTarget))
    fail(`limits by ${access.limitTarget}, which is not in its path`);
  return {
    params: inputBounds(endpoint.params, `${name}.params`),
    query: inputBounds(endpoint.query, `${name}.query`),
    body: inputBounds(endpoint.body, `${name}.body`),
  };
}

function inputBounds(schema: z.core.$ZodType | undefined, at: string): Bounds {
  if (schema === undefined) return anything;
  const bounds = knownBounds.get(schema) ?? boundsOf(schema, at);
  knownBounds.set(schema, bounds);
  return bounds;
}

function isAboutOrder({ store }: Endpoint): boolean {
  return store.by === "resource" && store.kind === "order" && store.in === "params";
}

/** The field names that an object may have; for a union, those of each object. */
function fieldsOf(schema: z.core.$ZodType | undefined): string[] {
  if (schema instanceof z.ZodObject) return Object.keys(schema.shape);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap(fieldsOf);
  if (schema instanceof z.ZodOptional) return fieldsOf(schema.unwrap());
  if (schema instanceof z.ZodPipe) return fieldsOf(schema.in);
  return [];
}
