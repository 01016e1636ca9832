import { ApiFailure } from "../errors.ts";
import { commonPasswords } from "./common-passwords.ts";

/**
 * Throws VALIDATION_FAILED for an easily guessed password: a common one, a keyboard row, a repetition or the email.
 * There are no rules for its characters (NIST SP 800-63B-4). `field` is the form's field.
 */
export function requireGoodPassword(password: string, email: string, field = "password"): void {
  const message = errorOf(password, email);
  if (message !== null)
    throw new ApiFailure("VALIDATION_FAILED", `${field}: ${message}`, [{ path: field, message }]);
}

/** A password may contain the email's local part if that part is shorter than this. */
const shortestName = 4;

function errorOf(password: string, email: string): string | null {
  const text = password.normalize("NFKC").toLowerCase();
  const name = email.slice(0, email.lastIndexOf("@"));
  if (text.includes(email) || (name.length >= shortestName && text.includes(name)))
    return "Don't use your email address in the password.";
  if (isCommon(text)) return "This password is too common. Choose another.";
  return null;
}

/** Characters that replace letters to make a common word look less common. */
const disguises: Readonly<Record<string, string>> = {
  "@": "a",
  "4": "a",
  "3": "e",
  "1": "i",
  "!": "i",
  "0": "o",
  $: "s",
  "5": "s",
  "7": "t",
};
/** Words that are also common with a few digits or symbols appended. */
const stems = new Set(
  "password passwort motdepasse contrasena wachtwoord qwerty qwertz azerty letmein welcome iloveyou administrator admin changeme vetrina secret football baseball princess sunshine dragon monkey master shadow superman summer winter spring autumn".split(
    " ",
  ),
);

function isCommon(text: string): boolean {
  const plain = text.replaceAll(/[@43105$7!]/g, (sign) => disguises[sign] ?? sign);
  for (const one of [text, plain]) {
    const letters = one.replaceAll(/[^\p{L}\p{N}]/gu, "");
    if (commonPasswords.has(one) || commonPasswords.has(letters)) return true;
  }
  const bare = text.replace(/[^\p{L}]{0,8}$/u, "");
  const bareOfDisguise = bare.replaceAll(/[@43105$7!]/g, (sign) => disguises[sign] ?? sign);
  if (stems.has(bare) || stems.has(bareOfDisguise)) return true;
  return isRepeated(text) || isRow(text);
}

/** Whether the text repeats one to five characters. */
function isRepeated(text: string): boolean {
  return /^(.{1,5}?)\1+.{0,4}$/su.test(text) && new Set(text).size <= 5;
}

const rows = [
  "abcdefghijklmnopqrstuvwxyz",
  "01234567890",
  "1234567890",
  "qwertyuiop",
  "qwertzuiop",
  "azertyuiop",
  "asdfghjkl",
  "zxcvbnm",
  "yxcvbnm",
].flatMap((row) => [row, Array.from(row).toReversed().join("")]);

/** Whether the text consists only of runs of four or more neighbors in one of `rows`, such as abcd12345678. */
function isRow(text: string): boolean {
  let rest = text;
  while (rest.length > 0) {
    const run = longestRun(rest);
    if (run < 4) return false;
    rest = rest.slice(run);
  }
  return true;
}

function longestRun(text: string): number {
  let longest = 0;
  for (let length = 4; length <= text.length; length += 1)
    if (rows.some((row) => row.includes(text.slice(0, length)))) longest = length;
    else break;
  return longest;
}
