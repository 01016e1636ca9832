import { randomBytes } from "node:crypto";

const upper = "ABCDEFGHJKLMNPQRSTUVWXYZ0123456789";
const mixed = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0123456789";

/** Random letters and digits. */
export function randomText(length: number, alphabet: "upper" | "mixed"): string {
  const letters = alphabet === "upper" ? upper : mixed;
  return Array.from(randomBytes(length), (byte) => letters[byte % letters.length]).join("");
}
