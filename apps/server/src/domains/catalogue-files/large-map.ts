import { randomInt } from "node:crypto";

const parts = 512;
const maxHashed = 512;
/** The initial value of the hashes. Secret, so that a key's part can't be computed outside this process. */
const start = randomInt(2 ** 32);

/**
 * A map for up to a million keys. A single Map copies itself whenever it is full, which takes 150 ms with two million
 * keys. This class divides the keys among 512 Maps, which become full at different times.
 */
export class LargeMap<Value> {
  readonly #parts = Array.from({ length: parts }, () => new Map<string, Value>());
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: string): Value | undefined {
    return this.#partOf(key)?.get(key);
  }

  has(key: string): boolean {
    return this.#partOf(key)?.has(key) === true;
  }

  set(key: string, value: Value): void {
    const part = this.#partOf(key);
    if (part?.has(key) === false) this.#size += 1;
    part?.set(key, value);
  }

  /** Chooses a part by the FNV-1a hash of the key. Hashes at most the last 512 characters; all real keys are shorter. */
  #partOf(key: string): Map<string, Value> | undefined {
    let hash = start;
    for (let at = Math.max(0, key.length - maxHashed); at < key.length; at += 1)
      hash = Math.imul(hash ^ key.charCodeAt(at), 16_777_619);
    return this.#parts[(hash ^ (hash >>> 16)) & (parts - 1)];
  }
}
