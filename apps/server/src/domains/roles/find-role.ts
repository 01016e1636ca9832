import type { Role } from "@vetrina/contract/people/roles";
import type { Transaction } from "../../platform/context.ts";
import { readRole } from "./queries.ts";

/** Reads a role of the store, for other domains' handlers. Throws NOT_FOUND. */
export function findRole(tx: Transaction, id: string): Promise<Role> {
  return readRole(tx, id);
}
