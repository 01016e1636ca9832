/** Providers that deliver to one mailbox whichever dots stand in its name. */
const withoutDots: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/** The mailbox behind an address: name+tag@… has the mailbox of name@…, so that limits count it once under all its names. */
export function mailboxOf(email: string): string {
  const { name, domain } = partsOf(email);
  if (!withoutDots.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll(".", "")}@gmail.com`;
}

export function hasTag(email: string): boolean {
  const { tag } = partsOf(email);
  return tag !== "";
}

function partsOf(email: string): { name: string; tag: string; domain: string } {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  // A name that begins with a plus has no name before its tag.
  const plus = local.indexOf("+", 1);
  const end = plus === -1 ? local.length : plus;
  return { name: local.slice(0, end), tag: local.slice(end), domain: address.slice(at + 1) };
}
