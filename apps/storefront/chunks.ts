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
/**
 * Text fields and selects. Grouped because they compress better together, and because the collection page doesn't
 * load them at first.
 */
const forms = /\/packages\/ui\/src\/(?:field|select)\./;
const checkbox = /\/packages\/ui\/src\/checkbox\./;
/**
 * React, the router and the bundler's helpers, which every page needs. Grouped with the code that all pages share,
 * because they compress better together.
 */
const framework =
  /\/node_modules\/(?:react|react-dom|react-router|scheduler)\/|vite\/preload-helper|rolldown\/runtime/;
/**
 * Small modules that a few unrelated pages use. They are in the base chunk, because in any other chunk, these pages
 * would have to load the rest of that chunk too.
 */
const smallParts = /\/src\/(?:lib\/api|sale\/use-sale-end)\.|\/packages\/ui\/src\/empty-state\./;
/** The API's error class. Pages that call the API when they open need it immediately; shop pages need it only later. */
const apiErrors = /\/packages\/client\/src\/api-error\./;
/**
 * Cart code that the checkout and lazily loaded modules of other pages share. Without this group, it would be in the
 * checkout's chunk, and those pages would load the whole checkout.
 */
const cartParts = /\/src\/cart\/(?:cart-drawing|discount-code|learn-facts|use-lines)\./;
/**
 * Code for choices that are made in the cart and used again in the checkout, such as the country. An empty cart doesn't
 * need it.
 */
const choiceParts =
  /\/src\/(?:draft\/|(?:cart\/promo-field|lib\/countries|payment\/(?:payment-messages|providers))\.)/;
const checkoutFiles = /\/src\/(?:(?:checkout|draft|order|payment)\/|routes\/checkout\.)/;
const source = normalizePath(path.join(import.meta.dirname, "src"));

/**
 * Groups modules into chunks by the pages that need them immediately, so that a page requests a few files instead
 * of dozens. All other modules are placed by the bundler, which keeps lazily loaded parts separate.
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
  group("form", 4, (id) => forms.test(id)),
  // The checkbox is shared by the filters and the checkout. In the checkout's chunk, it would make every product list
  // load the whole checkout.
  group("checkbox", 4, (id) => checkbox.test(id)),
  group("cart-parts", 3, (id) => cartParts.test(id)),
  group("choices", 3, (id) => choiceParts.test(id)),
  group("goods", 3, (id, graph) => isOurs(id) && countNeeding(id, graph, shops) > 1),
  // "order": modules shared by the checkout and the pages after an order. "placed": those shared only by the pages
  // after an order.
  group("order", 2, (id, graph) => isOurs(id) && isOfCheckout(id, graph) && byOrders(id, graph)),
  group("placed", 2, (id, graph) => isOurs(id) && byOrders(id, graph)),
  // Modules of packages/ui and packages/commerce that the product page needs. Lazily loaded modules, such as the cart
  // drawer, use them too.
  group(
    "product-parts",
    2,
    (id, graph) => isShared(id) && countNeeding(id, graph, ["product"]) > 0,
  ),
  group("checkout-page", 1, (id, graph) => isOfCheckout(id, graph) && isPrivate(id, graph)),
  group("product-page", 1, (id, graph) => isOurs(id) && countNeeding(id, graph, ["product"]) > 0),
];

function group(name: string, priority: number, takes: Rule) {
  return {
    name: (id: string, graph: Graph) => (takes(id, graph) ? name : null),
    priority,
  };
}

/**
 * Whether the module is the storefront's own code, or part of packages/ui or packages/commerce. Excludes the routes and
 * the root, which are entries, and the API client, which is loaded on first use.
 */
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

/**
 * Whether the module and all its direct importers, static or lazy, belong to the checkout. Other modules must stay out
 * of the checkout's chunk, because a page that imports one of its modules loads the whole chunk.
 */
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

/** Whether `file`, a path under src, statically imports the module, directly or indirectly. */
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
