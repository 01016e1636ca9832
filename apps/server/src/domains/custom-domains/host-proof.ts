import { isIP } from "node:net";
import { domainToASCII } from "node:url";
import { invalidField } from "../../platform/errors.ts";

/** A claim that is not verified within this many days fails. */
export const claimDays = 3;
export const maxDomains = 50;

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Top-level domains that no public website uses. */
const privateEndings = new Set(["localhost", "local", "internal", "invalid", "onion", "arpa"]);

/**
 * Normalizes a host as in the DNS: lower case, punycode, no trailing dot. Throws VALIDATION_FAILED for invalid hosts,
 * hosts with a port or path, IP addresses, private names, and names under the platform's own host.
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
    throw invalidField("host", "Use only the host name, such as atelier.example.");
  if (host.length > 253)
    throw invalidField("host", "This name is too long. Use at most 253 characters.");
  if (isIP(host) !== 0 || /^\d+$/.test(ending))
    throw invalidField("host", "Use a host name. IP addresses can't be verified.");
  if (privateEndings.has(ending))
    throw invalidField("host", "This name is not in the public DNS. Use a public host name.");
  if (host === platformHost || host.endsWith(`.${platformHost}`))
    throw invalidField("host", "This name belongs to the platform. Use a domain of your own.");
  return host;
}

/** Returns the content of both kinds of proof, and where each is looked up. */
export function proofOf(host: string, token: string) {
  const value = `vetrina-verification=${token}`;
  return {
    txt: { name: `_vetrina.${host}`, value },
    file: { url: `http://${host}/.well-known/vetrina-verification.txt`, content: value },
  };
}
