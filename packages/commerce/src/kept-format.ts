/** Maximum number of formatters that a process caches. Each takes 20 to 80 KB, mostly outside the JavaScript heap. */
const maxKept = 500;
const kept = new Map<string, unknown>();

/**
 * The formatter for a key, created on first use and cached, because creating one takes longer than formatting a whole
 * list of prices. Only the most recently used ones are kept, because each change of a store's locale or time zone adds
 * new ones.
 */
export function keptFormat<Format>(key: string, make: () => Format): Format {
  const format = kept.has(key) ? (kept.get(key) as Format) : make();
  // Moves the key to the end, so that the first key is always the least recently used.
  kept.delete(key);
  kept.set(key, format);
  const [oldest = key] = kept.size > maxKept ? kept.keys() : [];
  if (oldest !== key) kept.delete(oldest);
  return format;
}
