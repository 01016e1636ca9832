import { expect, test as unit } from "vitest";
import { readFile, repositoryFiles } from "#tests/repository-files.ts";
import { test } from "#tests/world.ts";

// pg parses an array character by character, at 30 ns each, and a whole row in one tick of the event loop. A long array
// would block the server.

/**
 * Why the length of each array column of text or ids is limited. Null: it is not limited, so the column may be read
 * only with to_json().
 */
const columns: Readonly<Record<string, string | null>> = {
  "api_keys.granted_by": "the staff who extended the key",
  "api_keys.permissions": "the existing permissions",
  "bulk_edits.product_ids": "read in slices of a step, inside the database",
  "bulk_edits.variant_ids": "never read, only compared",
  "customers.former_emails": null,
  "customers.tags": "the contract",
  "discount_uses.discount_ids": "a hundred discounts of an order",
  "discounts.collections": "the contract",
  "discounts.customer_tags": "the contract",
  "discounts.excluded_collections": "the contract",
  "discounts.excluded_products": "the contract",
  "discounts.products": "the contract",
  "draft_orders.tags": "the contract",
  "facet_sets.colors": "the values of a product's option",
  "facet_sets.sizes": "the values of a product's option",
  "orders.mail_callers": "the networks of one caller",
  "orders.tags": "the contract",
  "payment_credentials.names": "the names a gateway declares",
  "products.care": "the contract",
  "products.colors": "the values of a product's option",
  "products.sizes": "the values of a product's option",
  "products.tag_keys": "the contract",
  "products.tags": "the contract",
  "provider_movements.provider_ids": "a check of the table",
  "roles.permissions": "the permissions there are",
  "shipping_credentials.names": "the names a provider declares",
  "shipping_rates.free_products": "the contract",
  "stores.allowed_origins": "a check of the table",
  "synonym_keys.synonyms": "cut inside the database to fifty and 2,000 letters",
  "synonyms.disabled_built_in": "the contract",
  "webhook_events.object_ids": "a check of the table",
};

/** Why the length of each array that a statement collects is limited, by the file and the name of the result column. */
const collected: Readonly<Record<string, string>> = {
  "domains/languages/list-missing-translations.ts fields": "the texts of an entity",
  "domains/languages/list-missing-translations.ts missing": "the texts of an entity",
  "domains/listing/cards.ts sizes": "a limit",
  "domains/listing/words/correct-words.ts candidates": "a limit",
  "domains/listing/facet-sets.ts colors": "the values of a product's option",
  "domains/listing/facet-sets.ts sizes": "the values of a product's option",
  "domains/shipping/plan-rate.ts products": "the contract",
  "platform/mail/sender.ts hosts": "the hosts of a store",
  "search-engines/sitemap-files.ts keys": "a limit",
};

const sources = repositoryFiles().filter(
  (file) => /^apps\/server\/src\/.*\.ts$/.test(file) && !/\.(?:test|fixture)\.ts$/.test(file),
);

test("every stored array has a limited length, or is read only as JSON", async ({ world }) => {
  const { rows } = await world.admin.query<{ name: string }>(`
    select c.table_name || '.' || c.column_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where c.table_schema = 'shop' and t.table_type = 'BASE TABLE' and c.udt_name in ('_text', '_uuid', '_varchar')`);
  expect(rows.map(({ name }) => name).toSorted()).toEqual(Object.keys(columns).toSorted());
  const unbounded = Object.keys(columns).filter((name) => columns[name] === null);
  const names = unbounded.map((name) => name.split(".")[1]).join("|");
  const selected = new RegExp(
    String.raw`(?:\bselect|\breturning|,|\w\.)\s*(?:${names})\b(?!\s*[=:])`,
  );
  expect(sources.filter((file) => selected.test(readFile(file)))).toEqual([]);
});

unit("every array that a statement collects has a limited length, or is read as JSON", () => {
  const found = sources.flatMap((file) =>
    arraysOf(readFile(file)).map((name) => `${file.replace("apps/server/src/", "")} ${name}`),
  );
  expect(found.toSorted()).toEqual(Object.keys(collected).toSorted());
});

/** The names of a file's result columns that are arrays built by a subquery. */
function arraysOf(text: string): string[] {
  return [...text.matchAll(/(?<!to_json\()\barray\(\s*\(?select\b/g)].flatMap(({ index }) => {
    const rest = text.slice(endOf(text, text.indexOf("(", index)));
    const name = /^\s*as\s+"?(?<name>\w+)/.exec(rest)?.groups?.["name"];
    return name === undefined ? [] : [name];
  });
}

/** The position after the parenthesis that closes the one at `from`. */
function endOf(text: string, from: number): number {
  let depth = 0;
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "(") depth += 1;
    if (text[at] === ")") depth -= 1;
    if (depth === 0) return at + 1;
  }
  return text.length;
}
