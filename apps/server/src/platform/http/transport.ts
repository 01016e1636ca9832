import { randomBytes } from "node:crypto";
import type { FastifyInstance, FastifyRequest, InjectOptions } from "fastify";
import { addressBucket } from "./caller-address.ts";

/** Anything that turns a Request into a Response; the client's. */
export type Transport = (request: Request) => Promise<Response>;

/** Known to this process alone: shows that a call came from our own page rendering, with the shopper's address. */
const inProcess = randomBytes(32).toString("base64url");

/** Calls the API without a network hop, with the same rules as from outside. */
export function inProcessTransport(app: FastifyInstance, address: string): Transport {
  return async (request) => {
    const url = new URL(request.url);
    const headers: Record<string, string> = Object.fromEntries(request.headers);
    headers["x-in-process"] = inProcess;
    headers["x-caller-address"] = address;
    const options: InjectOptions = {
      method: request.method,
      url: url.pathname + url.search,
      headers,
    };
    if (request.body !== null) options.payload = Buffer.from(await request.arrayBuffer());
    const answer = await app.inject(options);
    const answered = new Headers();
    for (const [name, value] of Object.entries(answer.headers))
      for (const one of Array.isArray(value) ? value : [value])
        if (one !== undefined) answered.append(name, String(one));
    const empty = answer.statusCode === 204 || answer.statusCode === 304;
    return new Response(empty ? null : new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answered,
    });
  };
}

/** The address limits count by: the connection's, or the shopper's for a page that we render. */
export function callerAddress(request: FastifyRequest): string {
  if (request.headers["x-in-process"] === inProcess) {
    const address = request.headers["x-caller-address"];
    if (typeof address === "string") return addressBucket(address);
  }
  return addressBucket(request.ip);
}
