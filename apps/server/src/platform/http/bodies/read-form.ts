import type { IncomingMessage } from "node:http";
import { readBody } from "./read-body.ts";
import { theTimeouts } from "../timeouts.ts";

/** A few fields, of which some come back on the page. */
export const maxFormBytes = 8 * 1024;

/** The whole form of a page, which anybody may send; throws as readBody() does. */
export function readForm(request: IncomingMessage, maxBytes = maxFormBytes): Promise<Buffer> {
  return readBody(request, {
    maxBytes,
    pace: theTimeouts.body,
    tooLarge: "Send a shorter form.",
  });
}
