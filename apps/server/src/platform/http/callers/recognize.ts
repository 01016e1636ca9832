import type { FastifyRequest } from "fastify";
import { createKeyUse } from "../../auth/note-key-use.ts";
import type { Services } from "../../context.ts";
import { callerAddress, isInProcess } from "../transport.ts";
import { type Ties, tiesFrom } from "./authorize.ts";
import { identitiesFrom, type Identities } from "./identify.ts";
import { keyInCookie } from "./order-cookie.ts";

/**
 * The lookups that identify a request's caller and find the caller's permissions. Lookups for different addresses take
 * turns (see lookups.ts).
 */
export type Recognize = (request: FastifyRequest) => Ties & Identities;

export function createRecognize(services: Services): Recognize {
  const { accessTokens, database } = services;
  const noteUse = createKeyUse(services);
  const now = () => services.now();
  return (request) => {
    const queries = database.lookups.app(callerAddress(request), isInProcess(request));
    return {
      ...identitiesFrom(queries, accessTokens, now, noteUse),
      ...tiesFrom(queries),
      keyInCookie: (orderId, value) => keyInCookie(services, orderId, value),
    };
  };
}
