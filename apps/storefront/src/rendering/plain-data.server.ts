import { plainDataName } from "./pass-plain-data.ts";
import { nonceAttribute } from "./router-internals.server.ts";

/** Deeper data is left to the router, which can also handle circular references. */
const deepest = 50;

/**
 * The script with the loader data for `passPlainData` in the page: a plain object, instead of the router's numbered list,
 * which compresses a third worse. Undefined if the data contains more than JSON (promises, dates, undefined).
 */
export function plainDataScript(data: unknown, nonce: string): string | undefined {
  if (!isPlain(data, deepest)) return undefined;
  // Escapes only what could end the script: </ and the <! of a comment. Other tags of rich text stay as they are in the
  // page, which compresses better.
  const json = JSON.stringify(data).replaceAll(/<(?=[/!])/g, "\\x3c");
  return `<script${nonceAttribute(nonce)}>${plainDataName}=${json}</script>`;
}

/** Whether JSON and an object literal preserve the value. */
function isPlain(value: unknown, depth: number): boolean {
  switch (typeof value) {
    case "string":
    case "boolean":
      return true;
    case "number":
      return Number.isFinite(value) && !Object.is(value, -0);
    case "object":
      return value === null || (depth > 0 && holdsPlain(value, depth - 1));
    default:
      return false;
  }
}

function holdsPlain(value: object, depth: number): boolean {
  if (Array.isArray(value)) {
    // By index: a hole reads as undefined, but array iterators skip it.
    for (let i = 0; i < value.length; i += 1) if (!isPlain(value[i], depth)) return false;
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const [key, item] of Object.entries(value))
    // In an object literal __proto__ would set the prototype, and toJSON would change what is written.
    if (key === "__proto__" || key === "toJSON" || !isPlain(item, depth)) return false;
  return true;
}
