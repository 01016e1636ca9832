const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/;

/** The order's id and key from a link's fragment; null if the fragment has none. */
export function readOrderLink(hash: string): { id: string; key: string } | null {
  const [id = "", key = "", ...more] = hash.replace(/^#/, "").split(".");
  return uuid.test(id) && /^[\w-]{43}$/.test(key) && more.length === 0 ? { id, key } : null;
}
