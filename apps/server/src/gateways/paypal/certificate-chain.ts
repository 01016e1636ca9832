import { type KeyObject, X509Certificate } from "node:crypto";
import { rootCertificates } from "node:tls";
import type { PaymentEnv } from "@vetrina/contract/enumerations";

/** The name in PayPal's certificates for webhook signatures. */
export const certificateNames: Record<PaymentEnv, string> = {
  LIVE: "messageverificationcerts.paypal.com",
  TEST: "messageverificationcerts.sandbox.paypal.com",
};

const maxCertificates = 5;
const minKeyBits = 2048;

/** A certificate's public key, and when the certificate expires. */
export type TrustedKey = { key: KeyObject; until: Date };

/**
 * Returns the first certificate's key if that certificate has the name, is valid now, and chains through the others to
 * one of the roots. Returns null if it can't be trusted.
 */
export function trustedKey(
  pem: string,
  name: string,
  roots: readonly X509Certificate[],
  now: Date,
): TrustedKey | null {
  const chain = parseChain(pem);
  const [leaf, ...others] = chain ?? [];
  if (leaf === undefined || leaf.ca || leaf.checkHost(name) === undefined) return null;
  const key = leaf.publicKey;
  const bits = key.asymmetricKeyDetails?.modulusLength ?? 0;
  if (key.asymmetricKeyType !== "rsa" || bits < minKeyBits) return null;
  let [current, until] = [leaf, validUntil(leaf, now)];
  // Each step removes a certificate, so the loop ends even if the certificates form a cycle.
  for (let left = others; until !== null;) {
    const at = current;
    if (roots.some((root) => isIssuer(root, at) && validUntil(root, now) !== null))
      return { key, until };
    const next = left.find((other) => isIssuer(other, at));
    if (next === undefined) return null;
    left = left.filter((other) => other !== next);
    const end = validUntil(next, now);
    until = end === null || end < until ? end : until;
    current = next;
  }
  return null;
}

function isIssuer(issuer: X509Certificate, of: X509Certificate): boolean {
  return issuer.ca && of.checkIssued(issuer) && of.verify(issuer.publicKey);
}

/** When the certificate expires; null if it is not valid now. */
function validUntil(certificate: X509Certificate, now: Date): Date | null {
  const [from, until] = [new Date(certificate.validFrom), new Date(certificate.validTo)];
  return from <= now && now < until ? until : null;
}

function parseChain(pem: string): X509Certificate[] | null {
  const blocks = pem
    .split(/(?=-----BEGIN CERTIFICATE-----)/)
    .filter((b) => b.startsWith("-----BEGIN"));
  if (blocks.length === 0 || blocks.length > maxCertificates) return null;
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    return null;
  }
}

let official: X509Certificate[] | undefined;

/** The roots that Node trusts. Parsed on first use. */
export function officialRoots(): X509Certificate[] {
  return (official ??= rootCertificates.map((pem) => new X509Certificate(pem)));
}
