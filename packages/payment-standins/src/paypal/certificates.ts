import { type KeyObject, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import * as der from "./der.ts";

/** A chain of three certificates and the private key of the leaf, as PEM. */
export type Chain = {
  id: string;
  root: string;
  /** The leaf and the intermediate certificate, as the certificate URL serves them. */
  certificates: string;
  key: string;
};

type Authority = { name: string; key: KeyObject };
type Subject = {
  name: string;
  publicKey: KeyObject;
  isAuthority: boolean;
  from: Date;
  until: Date;
};

/** The host name in the certificates of PayPal's sandbox. */
export const certificateName = "messageverificationcerts.sandbox.paypal.com";
const day = 24 * 3600 * 1000;

/**
 * Creates a root certificate, an intermediate certificate, and a leaf certificate with this name. All are valid from a
 * year before `now` until ten years after it.
 */
export function createChain(id: string, now: Date, name = certificateName): Chain {
  const [from, until] = [new Date(now.getTime() - 365 * day), new Date(now.getTime() + 3650 * day)];
  const root = newAuthority(`Payment stand-ins ${id} root`);
  const middle = newAuthority(`Payment stand-ins ${id} intermediate`);
  // Only the leaf uses PayPal's algorithm. The others have elliptic-curve keys, which are generated faster.
  const leaf = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const authority = { isAuthority: true, from, until };
  const certify = (subject: Omit<Subject, "isAuthority" | "from" | "until">, by: Authority) =>
    createCertificate({ ...authority, ...subject }, by);
  const rootCertificate = certify({ name: root.name, publicKey: root.publicKey }, root);
  const middleCertificate = certify({ name: middle.name, publicKey: middle.publicKey }, root);
  const leafCertificate = createCertificate(
    { name, publicKey: leaf.publicKey, isAuthority: false, from, until },
    middle,
  );
  return {
    id,
    root: rootCertificate,
    certificates: leafCertificate + middleCertificate,
    key: leaf.privateKey.export({ type: "pkcs8", format: "pem" }),
  };
}

/** Creates a chain with its own root. All its certificates expired a day before `now`. */
export function createExpiredChain(id: string, now: Date): Chain {
  return createChain(id, new Date(now.getTime() - 3651 * day));
}

function newAuthority(name: string): Authority & { publicKey: KeyObject } {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return { name, key: privateKey, publicKey };
}

const ecdsaWithSha256 = der.sequence(der.objectId("1.2.840.10045.4.3.2"));

function createCertificate(subject: Subject, by: Authority): string {
  const body = der.sequence(
    der.explicit(0, der.integer(Buffer.from([2]))),
    // Begins with 0x40, so that the serial number is positive and not zero.
    der.integer(Buffer.concat([Buffer.from([0x40]), randomBytes(15)])),
    ecdsaWithSha256,
    distinguishedName(by.name),
    der.sequence(der.time(subject.from), der.time(subject.until)),
    distinguishedName(subject.name),
    subject.publicKey.export({ type: "spki", format: "der" }),
    der.explicit(3, der.sequence(...extensionsOf(subject))),
  );
  const signature = sign("sha256", body, by.key);
  const base64 = der.sequence(body, ecdsaWithSha256, der.bits(signature)).toString("base64");
  return `-----BEGIN CERTIFICATE-----\n${base64.replaceAll(/.{1,64}/g, "$&\n")}-----END CERTIFICATE-----\n`;
}

function distinguishedName(name: string): Buffer {
  return der.sequence(der.set(der.sequence(der.objectId("2.5.4.3"), der.utf8(name))));
}

function critical(id: string, value: Buffer): Buffer {
  return der.sequence(der.objectId(id), der.yes, der.octets(value));
}

function extensionsOf({ isAuthority, name }: Subject): Buffer[] {
  const basicConstraints = critical(
    "2.5.29.19",
    isAuthority ? der.sequence(der.yes) : der.sequence(),
  );
  // The allowed uses of the key: signing certificates, or digital signatures.
  const usage = isAuthority ? der.bits(Buffer.from([0x04]), 2) : der.bits(Buffer.from([0x80]), 7);
  const keyUsage = critical("2.5.29.15", usage);
  if (isAuthority) return [basicConstraints, keyUsage];
  const dnsName = der.der(0x82, Buffer.from(name));
  const names = der.sequence(der.objectId("2.5.29.17"), der.octets(der.sequence(dnsName)));
  return [basicConstraints, keyUsage, names];
}
