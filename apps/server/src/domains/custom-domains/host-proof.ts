import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { invalidField } from "../../platform/errors.ts";

/** A claim that is not proven by then has failed. */
export const claimDays = 3;
export const maxDomains = 50;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names of no public DNS. */
const privateEndings = new Set(["localhost", "local", "internal", "invalid", "onion", "arpa"]);

/**
 * A host as it stands in the DNS: lower case, punycode, no dot at its end. Throws VALIDATION_FAILED for what is none, has a
 * port or path, is a number or a private name, or lies under the platform's own host.
 */
export function hostOf(written: string, platformHost: string): string {
  const host = domainToASCII(written.replace(/\.$/, ""));
  const labels = host.split(".");
  const ending = labels.at(-1) ?? "";
  if (
    /[\s/:@?#%\\[\]]/.test(written) ||
    labels.length < 2 ||
    !labels.every((one) => label.test(one))
  )
    throw invalidField("host", "Use the bare name, such as atelier.example.");
  if (host.length > 253) throw invalidField("host", "This name is too long.");
  if (isIP(host) !== 0 || /^\d+$/.test(ending))
    throw invalidField("host", "Use a name; numbers can't be proven.");
  if (privateEndings.has(ending)) throw invalidField("host", "This name is not in the public DNS.");
  if (host === platformHost || host.endsWith(`.${platformHost}`))
    throw invalidField("host", "This name belongs to the platform, which gives it to its stores.");
  return host;
}

/** What either proof has to say, and where it is looked for. */
export function proofOf(host: string, token: string) {
  const value = `vetrina-verification=${token}`;
  return {
    txt: { name: `_vetrina.${host}`, value },
    file: { url: `http://${host}/.well-known/vetrina-verification.txt`, content: value },
  };
}
