import type { Endpoint } from "@vetrina/contract/endpoint";
import type { FastifyRequest } from "fastify";
import type { Granted } from "../callers/authorize.ts";
import { callerAddress } from "../transport.ts";
import type { Sender } from "./body-room.ts";

type Admitted = { store: { owner: string } | null; granted: Pick<Granted, "actor"> };

/**
 * Identifies the sender of a body. An API key counts as its store's owner, and callers without a valid session or API
 * key are anonymous. `admitted`: null if the body says which store the call is about; signed-in callers then count by
 * address.
 */
export function senderOf(
  request: FastifyRequest,
  { access }: Endpoint,
  admitted: Admitted | null,
): Sender {
  const address = callerAddress(request);
  if (admitted === null)
    return { address, account: access.allow.includes("public") ? null : `at ${address}` };
  const {
    store,
    granted: { actor },
  } = admitted;
  if ("userId" in actor) return { address, account: actor.userId };
  return { address, account: "keyId" in actor ? (store?.owner ?? actor.keyId) : null };
}
