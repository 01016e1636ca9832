import type { IncomingMessage } from "node:http";
import { maxBodyBytes } from "@vetrina/contract/endpoint";
import { readBody } from "./read-body.ts";
import { theTimeouts } from "./timeouts.ts";

/** The whole form of a page, which anybody may send; throws as readBody() does. */
export function readForm(request: IncomingMessage): Promise<Buffer> {
  return readBody(request, {
    maxBytes: maxBodyBytes.anonymous,
    pace: theTimeouts.body,
    tooLarge: "Send a shorter form.",
  });
}
