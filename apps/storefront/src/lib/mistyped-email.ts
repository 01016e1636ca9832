/**
 * Email domains with many users and long names. A domain that differs from one of them by one letter is likely
 * mistyped.
 */
const common = [
  "gmail.com",
  "googlemail.com",
  "hotmail.com",
  "outlook.com",
  "yahoo.com",
  "icloud.com",
  "libero.it",
  "orange.fr",
];

/** Real domains that differ by one letter from one of the domains above. */
const others: ReadonlySet<string> = new Set(["mail.com", "email.com", "ymail.com", "cloud.com"]);

/** Endings that don't exist, typed for ".com". */
const mistypedCom = /\.(?:con|cmo|ocm|cpm|vom|xom|comm|coom)$/;

/** The email address that was likely meant; null if the one entered looks right. */
export function likelyMeant(email: string): string | null {
  const at = email.lastIndexOf("@") + 1;
  const domain = email.slice(at).toLowerCase();
  // Fixes the ending first, because a letter of the name may be mistyped too, as in gmial.con.
  const ended = domain.replace(mistypedCom, ".com");
  const isKnown = others.has(ended) || common.includes(ended);
  const meant = isKnown ? ended : (common.find((name) => differsByOne(ended, name)) ?? ended);
  return at === 0 || meant === domain ? null : email.slice(0, at) + meant;
}

/** Whether the texts differ by one added, missing or changed letter, or by two swapped neighbors. */
function differsByOne(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let start = 0;
  while (start < one.length && one[start] === other[start]) start++;
  const [left, right] = [one.slice(start), other.slice(start)];
  return (
    left.slice(1) === right ||
    left === right.slice(1) ||
    left.slice(1) === right.slice(1) ||
    (left.slice(2) === right.slice(2) && left[0] === right[1] && left[1] === right[0])
  );
}
