import { randomUUID } from "node:crypto";
import type { Client } from "pg";
import { addUser, signIn } from "../e2e/customers.ts";
import type { Walker } from "./journey.ts";

/** A shopper that no other journey uses. */
export function newWalker(database: Client): Walker {
  return {
    email: `walker-${randomUUID()}@example.com`,
    signIn: async (page) => signIn(page, await addUser(database)),
  };
}
