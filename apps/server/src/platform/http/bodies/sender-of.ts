import type { Endpoint } from "@vetrina/contract/endpoint";
import type { FastifyRequest } from "fastify";
import type { Granted } from "../callers/authorize.ts";
import { callerAddress } from "../transport.ts";
import type { Sender } from "./body-room.ts";

type Admitted = { store: { owner: string } | null; granted: Pick<Granted, "actor"> };

/**
 * Returns who a body counts against. An API key counts as its store's owner, and callers without a valid session or key
 * are anonymous. `admitted`: null if the body names the store; then signed-in callers count by address only.
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
