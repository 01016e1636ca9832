import type { CustomerExport } from "@vetrina/contract/customers";

/** Joins the parts of an export. Each part continues the orders of the previous one. */
export async function collectExport(
  read: (after: string | null) => Promise<CustomerExport>,
): Promise<CustomerExport> {
  const whole = await read(null);
  const items = [...whole.orders.items];
  for (let { next } = whole.orders; next !== null;) {
    const { orders } = await read(next);
    items.push(...orders.items);
    ({ next } = orders);
  }
  return { ...whole, orders: { items, next: null } };
}

export function saveAsFile(name: string, content: unknown): void {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(content, null, 2)], { type: "application/json" }),
  );
  const link = Object.assign(document.createElement("a"), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
}
