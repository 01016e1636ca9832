import path from "node:path";
import { normalizePath } from "vite";

type Module = {
  importedIds: readonly string[];
  importers: readonly string[];
  dynamicImporters: readonly string[];
};
type Graph = { getModuleInfo: (id: string) => Module | null };
type Rule = (id: string, graph: Graph) => boolean;

const shops = ["home", "product", "collection"];
const orders = ["checkout", "thank-you", "order-tracking"];
/** What pages with a form share; collection has none at first, and home nothing to select. */
const forms = /\/packages\/ui\/src\/(?:field|select)\./;
const fields = /\/packages\/ui\/src\/field\./;
/** What every page needs first, in one file with what all pages share: the two compress better together. */
const framework =
  /\/node_modules\/(?:react|react-dom|react-router|scheduler)\/|vite\/preload-helper/;
/** Small parts used by pages that share nothing else: beside larger ones they would load those with them. */
const smallParts = /\/src\/(?:lib\/api|sale\/use-sale-end)\.|\/packages\/ui\/src\/empty-state\./;
/** Read by pages that ask the API at once, and by none of the shop's at first. */
const apiErrors = /\/packages\/client\/src\/api-error\./;
/** What the checkout shares with parts that other pages load later: they must not load the checkout with it. */
const cartParts = /\/src\/cart\/(?:cart-drawing|use-lines)\./;
/** What is entered in the cart and kept for the checkout; an empty cart does without. */
const choiceParts =
  /\/src\/(?:draft\/|(?:cart\/promo-field|lib\/countries|payment\/payment-messages)\.)/;
const checkoutFiles = /\/src\/(?:(?:checkout|draft|order|payment)\/|routes\/checkout\.)/;
const source = normalizePath(path.join(import.meta.dirname, "src"));

/**
 * Chunks by the pages that need a module at once, so that a page asks for a handful of files instead of dozens. Whatever no
 * group takes goes where the bundler puts it, which keeps lazily loaded parts apart.
 */
export const chunkGroups = [
  group("base", 5, (id, graph) => {
    if (framework.test(id) || smallParts.test(id)) return true;
    if (apiErrors.test(id)) return false;
    if (!isOurs(id) || forms.test(id)) return false;
    const byAll = countNeeding(id, graph, shops) > 0 && countNeeding(id, graph, orders) > 0;
    return byAll || isNeeded(id, graph, "root.tsx");
  }),
  group("api-errors", 4, (id) => apiErrors.test(id)),
  group("form", 4, (id) => fields.test(id)),
  group("select", 4, (id) => forms.test(id) && !fields.test(id)),
  group("cart-parts", 3, (id) => cartParts.test(id)),
  group("choices", 3, (id) => choiceParts.test(id)),
  group("goods", 3, (id, graph) => isOurs(id) && countNeeding(id, graph, shops) > 1),
  // What checkout has in common with the pages after it; those two share more, which no checkout needs.
  group("order", 2, (id, graph) => isOurs(id) && isOfCheckout(id, graph) && byOrders(id, graph)),
  group("placed", 2, (id, graph) => isOurs(id) && byOrders(id, graph)),
  // Primitives and rules that the product page shares with what is loaded later, the cart's drawer for instance.
  group("piece", 2, (id, graph) => isShared(id) && countNeeding(id, graph, ["product"]) > 0),
  group("checkout-page", 1, (id, graph) => isOfCheckout(id, graph) && isPrivate(id, graph)),
  group("product-page", 1, (id, graph) => isOurs(id) && countNeeding(id, graph, ["product"]) > 0),
];

function group(name: string, priority: number, takes: Rule) {
  return {
    name: (id: string, graph: Graph) => (takes(id, graph) ? name : null),
    priority,
  };
}

/** The client of the API is asked for when there is something to ask; pages and the root stay entries of their own. */
function isOurs(id: string): boolean {
  if (isShared(id)) return true;
  return /\.tsx?$/.test(id) && id.startsWith(source) && !/\/src\/(?:root\.|routes\/)/.test(id);
}

function isShared(id: string): boolean {
  return /\/packages\/(?:ui|commerce)\//.test(id);
}

function isOfCheckout(id: string, graph: Graph): boolean {
  return countNeeding(id, graph, ["checkout"]) > 0;
}

/** Whether nothing but the checkout asks for it, at once or later: other pages would load the whole checkout with it. */
function isPrivate(id: string, graph: Graph): boolean {
  const { importers = [], dynamicImporters = [] } = graph.getModuleInfo(id) ?? {};
  return [id, ...importers, ...dynamicImporters].every((file) => checkoutFiles.test(file));
}

function byOrders(id: string, graph: Graph): boolean {
  return countNeeding(id, graph, orders) > 1;
}

function countNeeding(id: string, graph: Graph, pages: readonly string[]): number {
  return pages.filter((page) => isNeeded(id, graph, `routes/${page}.tsx`)).length;
}

const known = new Map<string, ReadonlySet<string>>();

/** Whether a file imports the module, directly or not; what it asks for later does not count. */
function isNeeded(id: string, graph: Graph, file: string): boolean {
  const from = `${source}/${file}`;
  let found = known.get(from);
  if (!found) {
    const all = new Set([from]);
    for (const one of all)
      for (const next of graph.getModuleInfo(one)?.importedIds ?? []) all.add(next);
    known.set(from, (found = all));
  }
  return found.has(id);
}
