const enqueued = /window\.__reactRouterContext\.streamController\.enqueue\(("(?:[^"\\]|\\.)*")\);/;

// Writes the router's list of numbered values again: each object is its keys' and values' numbers. Runs in the page.
const write =
  "(t=>{const a=[],n=v=>{if(v===null)return-5;const i=a.push(0)-1;" +
  "a[i]=Array.isArray(v)?v.map(n):typeof v=='object'?Object.fromEntries(Object.entries(v).map(([k,x])=>['_'+n(k),n(x)])):v;" +
  "return i};n(t);return JSON.stringify(a)+'\\n'})";

/**
 * Puts the data of loaders into the page as a plain object instead of the router's numbered list, which compresses a third
 * worse. Pages whose data is more than JSON (promises, dates, undefined) stay as they are.
 */
export function plainData(html: string): string {
  return html.replace(enqueued, (original, text: string) => {
    const tree = readTree(JSON.parse(text) as string);
    if (tree === undefined) return original;
    const data = JSON.stringify(tree).replace(
      /[<>&\u2028\u2029]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    return `window.__reactRouterContext.streamController.enqueue(${write}(${data}));`;
  });
}

class NotPlain extends Error {}

/** The value the list stands for; undefined where it is not plain. */
function readTree(text: string): unknown {
  try {
    const values: unknown = JSON.parse(text);
    if (Array.isArray(values)) return read(values, 0);
  } catch (error) {
    if (!(error instanceof NotPlain || error instanceof SyntaxError)) throw error;
  }
  return undefined;
}

function read(values: readonly unknown[], index: unknown): unknown {
  if (index === -5) return null;
  if (typeof index !== "number" || index < 0) throw new NotPlain();
  const value = values[index];
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => read(values, item));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const name = values[Number(key.slice(1))];
      // In the page's object literal this name would mean the prototype.
      if (typeof name !== "string" || name === "__proto__") throw new NotPlain();
      return [name, read(values, item)];
    }),
  );
}
