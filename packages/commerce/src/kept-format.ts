/** How many formatters a process keeps. Each takes 20 to 80 KB, most of it outside of the JavaScript heap. */
const maxKept = 500;
const kept = new Map<string, unknown>();

/**
 * The formatter of this key, made on first use and kept, because making one takes longer than writing a whole list of
 * prices. Only the most recently used ones are kept: a store may choose its locale and time zone anew at any time.
 */
export function keptFormat<Format>(key: string, make: () => Format): Format {
  const format = kept.has(key) ? (kept.get(key) as Format) : make();
  // Moves the key to the end, so that the first key is always the least recently used one.
  kept.delete(key);
  kept.set(key, format);
  const [oldest = key] = kept.size > maxKept ? kept.keys() : [];
  if (oldest !== key) kept.delete(oldest);
  return format;
}
