import { createHash, randomInt } from "node:crypto";

const parts = 512;
/**
 * Maximum length of a key that is stored as it is. Longer keys are stored as hashes of 23 characters, which can't equal
 * a short key.
 */
const maxKey = 22;
/** The initial value of the hashes. Secret, so that a key's part can't be computed outside this process. */
const start = randomInt(2 ** 32);

/**
 * A map for up to a million keys. A single Map copies itself whenever it is full, which takes 150 ms with two million
 * keys. This class divides the keys among 512 Maps, which become full at different times. It keeps only hashes of long
 * keys, because a file's million links could take 800 MB.
 */
export class LargeMap<Value> {
  readonly #parts = Array.from({ length: parts }, () => new Map<string, Value>());
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    const short = shortened(key);
    return this.#partOf(short)?.get(short);
  }

  has(key: string): boolean {
    const short = shortened(key);
    return this.#partOf(short)?.has(short) === true;
  }

  set(key: string, value: Value): void {
    const short = shortened(key);
    const part = this.#partOf(short);
    if (part?.has(short) === false) this.#size += 1;
    part?.set(short, value);
  }

  /** Chooses a part by the FNV-1a hash of the key. */
  #partOf(key: string): Map<string, Value> | undefined {
    let hash = start;
    for (let at = 0; at < key.length; at += 1)
      hash = Math.imul(hash ^ key.charCodeAt(at), 16_777_619);
    return this.#parts[(hash ^ (hash >>> 16)) & (parts - 1)];
  }
}

function shortened(key: string): string {
  if (key.length <= maxKey) return key;
  return createHash("sha256")
    .update(key)
    .digest("base64url")
    .slice(0, maxKey + 1);
}
