import type { Route } from "./types.ts";

export type Found = { route: Route; params: Record<string, string> };

/** Finds the route for a path. Patterns with fewer parameters take precedence: /orders/search over /orders/{id}. */
export function createRouter(
  routes: readonly Route[],
): (method: string, path: string) => Found | null {
  const prepared = routes
    .map((route) => ({ route, parts: route.pattern.split("/") }))
    .toSorted((a, b) => parameters(a.parts) - parameters(b.parts));

  return (method, path) => {
    const given = path.split("/");
    for (const { route, parts } of prepared) {
      if (route.method !== method || parts.length !== given.length) continue;
      const params = matchParts(parts, given);
      if (params !== null) return { route, params };
    }
    return null;
  };
}

const isParameter = (part: string) => part.startsWith("{");
const parameters = (parts: readonly string[]) => parts.filter(isParameter).length;

function matchParts(
  parts: readonly string[],
  given: readonly string[],
): Record<string, string> | null {
  const params: Record<string, string> = {};
  for (const [index, part] of parts.entries()) {
    const value = given[index] ?? "";
    if (!isParameter(part)) {
      if (part !== value) return null;
      continue;
    }
    if (value === "") return null;
    params[part.slice(1, -1)] = decodeURIComponent(value);
  }
  return params;
}
