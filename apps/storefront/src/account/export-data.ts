import type { CustomerExport } from "@vetrina/contract/people/customers";

/** Reads all parts of an export and joins them. Each part continues the lists of the previous one. */
export async function collectExport(
  read: (after: string | null) => Promise<CustomerExport>,
): Promise<CustomerExport> {
  const whole = await read(null);
  for (let { next } = whole; next !== null;) {
    const part = await read(next);
    whole.orders.push(...part.orders);
    whole.draftOrders.push(...part.draftOrders);
    whole.reviews.push(...part.reviews);
    whole.contactMessages.push(...part.contactMessages);
    whole.subscriptions.push(...part.subscriptions);
    ({ next } = part);
  }
  return { ...whole, next: null };
}

export function saveAsFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }),
  );
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
