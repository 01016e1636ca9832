import { nonceAttribute } from "./inline-elements.server.ts";

// Writes the router's list of numbered values, in which each object consists of the numbers of its keys and values.
// Runs in the page.
const write =
  "(t=>{const a=[],n=v=>{if(v===null)return-5;const i=a.push(0)-1;" +
  "a[i]=Array.isArray(v)?v.map(n):typeof v=='object'?Object.fromEntries(Object.entries(v).map(([k,x])=>['_'+n(k),n(x)])):v;" +
  "return i};n(t);return JSON.stringify(a)+'\\n'})";

/** Deeper data is left to the router, which can also handle circular references. */
const deepest = 50;

/**
 * The scripts that pass the loader data to the router in the page: a plain object instead of the router's numbered
 * list, which compresses a third worse. Undefined if the data contains more than JSON (promises, dates, undefined).
 */
export function plainDataScripts(data: unknown, nonce: string): string | undefined {
  if (!isPlain(data, deepest)) return undefined;
  // Escapes only what could end the script, because rich text has thousands of tags and each escaped character takes
  // four.
  const json = JSON.stringify(data).replaceAll("<", "\\x3c");
  const script = `<script${nonceAttribute(nonce)}>`;
  return (
    `${script}window.__reactRouterContext.streamController.enqueue(${write}(${json}));</script>` +
    `${script}window.__reactRouterContext.streamController.close();</script>`
  );
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
