import { argon2, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { inPasswordQueue, type PasswordCaller } from "./password-queue.ts";

const derive = promisify(argon2);

/** OWASP's minimum for argon2id: 19 MiB (memory is in KiB), two passes, one lane; about 45 ms of one core. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** The password's argon2id hash as a PHC string, which includes its parameters. Throws SERVER_BUSY. */
export async function hashPassword(password: string, caller: PasswordCaller): Promise<string> {
  const salt = randomBytes(saltBytes);
  const hash = await inPasswordQueue(caller, () => argon2id(password, salt, hashBytes, cost));
  const { memory, passes, parallelism } = cost;
  return `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${unpadded(salt)}$${unpadded(hash)}`;
}

/**
 * Whether a password matches a PHC string of hashPassword(). If `stored` is null, takes the same time and returns
 * false. Throws SERVER_BUSY.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  caller: PasswordCaller,
): Promise<boolean> {
  const phc = parsePhc(stored ?? unmatchableHash);
  const hash = await inPasswordQueue(caller, () =>
    argon2id(password, phc.salt, phc.hash.length, phc.cost),
  );
  return timingSafeEqual(hash, phc.hash) && stored !== null;
}

/** A password for a first login: letters and digits that don't look alike, 5.8 bits per character. */
export function generatePassword(length = 20): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join("");
}

/** Whether hashPassword() treats two entered passwords as the same one. */
export function isSamePassword(one: string, other: string): boolean {
  return one.normalize("NFKC") === other.normalize("NFKC");
}

const alphabet = "abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
/**
 * A hash that no known password matches. It replaces a missing hash, so that the check takes as long as for a real one.
 */
export const unmatchableHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${"A".repeat(22)}$${"A".repeat(43)}`;

type Cost = typeof cost;

/** Hashes a password, normalized to NFKC, because keyboards may compose the same letters differently. */
async function argon2id(
  password: string,
  nonce: Buffer,
  tagLength: number,
  { memory, passes, parallelism }: Cost,
): Promise<Buffer> {
  const message = password.normalize("NFKC");
  return derive("argon2id", { message, nonce, memory, passes, parallelism, tagLength });
}

function parsePhc(stored: string): { cost: Cost; salt: Buffer; hash: Buffer } {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(stored);
  const [, memory, passes, parallelism, salt, hash] = match ?? [];
  if (salt === undefined || hash === undefined)
    throw new TypeError("a stored password hash is not a PHC string of argon2id");
  return {
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

function unpadded(bytes: Buffer): string {
  return bytes.toString("base64").replace(/={1,2}$/, "");
}
