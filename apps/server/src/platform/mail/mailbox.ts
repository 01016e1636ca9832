/** Providers that ignore dots in the name of a mailbox. */
const withoutDots: ReadonlySet<string> = new Set(["gmail.com", "googlemail.com"]);

/** The mailbox behind an address. name+tag@… has the mailbox of name@…, so that limits count all aliases together. */
export function mailboxOf(email: string): string {
  const { name, domain } = partsOf(email);
  if (!withoutDots.has(domain)) return `${name}@${domain}`;
  return `${name.replaceAll(".", "")}@gmail.com`;
}

export function hasTag(email: string): boolean {
  const { tag } = partsOf(email);
  return tag !== "";
}

/**
 * Returns the name under which limits count an address without locking out its owner. All aliases of a mailbox
 * (name+tag@…) count together, but separately from its plain name.
 */
export function countedNameOf(email: string): string {
  return `${mailboxOf(email)}${hasTag(email) ? " tagged" : ""}`;
}

function partsOf(email: string): { name: string; tag: string; domain: string } {
  const address = email.toLowerCase();
  const at = address.lastIndexOf("@");
  const local = address.slice(0, at);
  // A leading plus does not start a tag.
  const plus = local.indexOf("+", 1);
  const end = plus === -1 ? local.length : plus;
  return { name: local.slice(0, end), tag: local.slice(end), domain: address.slice(at + 1) };
}
