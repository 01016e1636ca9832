import { type FormattedTexts, formattedTextsName } from "../lib/formats.ts";
import { plainDataName } from "./pass-plain-data.ts";
import { nonceAttribute } from "./router-internals.server.ts";

/** Maximum depth of plain data. Deeper data is left to the router, which can also handle circular references. */
const deepest = 50;

/**
 * The script with the loader data and the formatted texts for `passPlainData`. The data is written as an object
 * literal, because the router's own format, a numbered list, compresses worse. `data` must be plain (see
 * `isPlainData`).
 */
export function plainDataScript(data: unknown, texts: FormattedTexts, nonce: string): string {
  const scripts = `${plainDataName}=${literal(data)};${formattedTextsName}=${literal(texts)}`;
  return `<script${nonceAttribute(nonce)}>${scripts}</script>`;
}

/**
 * Escapes only </, which could end the script, and <!, which could start a comment that hides the script's end. Other
 * tags stay as in the page's HTML, because repeated text compresses better.
 */
function literal(data: unknown): string {
  return JSON.stringify(data).replaceAll(/<(?=[/!])/g, "\\x3c");
}

/** Whether `plainDataScript` can represent the data. False if the data contains, for example, a promise or a date. */
export function isPlainData(data: unknown): boolean {
  return isPlain(data, deepest);
}

/** Whether the value stays the same if it is written as JSON and read as an object literal. false if it is too deep. */
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
    // Iterates by index, because array iteration methods skip holes.
    for (let i = 0; i < value.length; i += 1) if (!isPlain(value[i], depth)) return false;
    return true;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return false;
  for (const [key, item] of Object.entries(value))
    // In an object literal, __proto__ would set the prototype, and a toJSON method would change the result of
    // JSON.stringify.
    if (key === "__proto__" || key === "toJSON" || !isPlain(item, depth)) return false;
  return true;
}
