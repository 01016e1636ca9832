/** A time in PayPal's format, which has no milliseconds. */
export function timestamp(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

export function textOrNull(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
