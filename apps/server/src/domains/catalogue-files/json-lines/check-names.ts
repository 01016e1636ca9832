import type { Transaction } from "../../../platform/context.ts";
import { sql } from "../../../platform/database/sql.ts";
import { pace } from "../../../platform/event-loop/pace.ts";
import { lockLanguages } from "../../languages/lock-entities.ts";
import { maxPolicies } from "../../policies/policy-rows.ts";
import { checkMenu, checkPolicy, checkTranslation, errorsOf } from "./check-words.ts";
import { type OtherRecord, translatedThings } from "./find-records.ts";
import { linksOf } from "./menu-items.ts";
import { type ErrorAt, type Named, policyName } from "./named.ts";
import { readLabels } from "./other-records.ts";
import { policyNames } from "./policy-records.ts";

/** A record with a function that reports errors on its line. */
export type Lined = { record: OtherRecord; addError: ErrorAt };

/**
 * Reports names that neither the file nor the store contains, and menus, policies and translations that the API would
 * reject.
 */
export async function checkNames(
  tx: Transaction,
  lines: readonly Lined[],
  named: Named,
): Promise<void> {
  const elsewhere = lines.flatMap(({ record }) =>
    record.type === "translation" && !named.languages.has(record.language) ? record.language : [],
  );
  const languages = await lockLanguages(tx, [...new Set(elsewhere)]);
  for (const { record, addError } of lines) {
    await pace();
    await checkName(tx, record, named, addError);
    if (record.type === "menu") checkMenu(record, addError);
    if (record.type === "policy") await checkPolicy(record, addError);
    if (record.type !== "translation") continue;
    for (const { message } of errorsOf(languages.get(record.language)))
      addError("language", message);
    const words = record.of === "NAVIGATION" ? await knownLabels(tx, named) : null;
    checkTranslation(record, words, addError);
  }
  await checkPolicies(tx, lines, named);
}

/** Returns the navigation labels that the store will have after the import. */
async function knownLabels(tx: Transaction, { labels }: Named): Promise<ReadonlySet<string>> {
  const present = await readLabels(tx);
  return new Set([...present, ...labels].flatMap(([of, some]) => labels.get(of) ?? some));
}

/** Reports an error if the import would give the store more policies than it may have. */
async function checkPolicies(
  tx: Transaction,
  lines: readonly Lined[],
  { policies }: Named,
): Promise<void> {
  const first = lines.find(({ record }) => record.type === "policy");
  if (first === undefined) return;
  const present = await policyNames(tx);
  if (new Set([...policies, ...present.map(policyName)]).size > maxPolicies)
    first.addError(
      "type",
      `a store can have at most ${maxPolicies} policies, including its existing ones: remove some`,
    );
}

async function checkName(
  tx: Transaction,
  record: OtherRecord,
  named: Named,
  addError: ErrorAt,
): Promise<void> {
  const missing = async (links: readonly string[], of: "products" | "collections") => {
    const unknown = [...new Set(links)].filter((link) => !named[of].has(link));
    if (unknown.length === 0) return [];
    const table = of === "products" ? sql`shop.products` : sql`shop.collections`;
    const rows = await tx.rows<{ link: string }>(sql`
      select link from ${table} where store_id = ${tx.storeId} and link = any(${unknown}) and deleted_at is null`);
    const there = new Set(rows.map(({ link }) => link));
    return unknown.filter((link) => !there.has(link));
  };
  const require = async (
    links: readonly string[],
    of: "products" | "collections",
    field: string,
  ) => {
    for (const link of await missing(links, of))
      addError(
        field,
        `neither the file nor the store has a ${of === "products" ? "product" : "collection"} with the link ${link}`,
      );
  };
  if (record.type === "collection") await require(record.products, "products", "products");
  else if (record.type === "review") await require([record.product], "products", "product");
  else if (record.type === "menu") await require(linksOf(record.items), "collections", "items");
  else if (record.type === "pair") {
    await require([record.product], "products", "product");
    await require([record.target], "products", "target");
    if (record.product === record.target)
      addError("target", "a product can't be paired with itself");
  } else if (record.type === "translation" && record.of === "POLICY") {
    if (record.policy === undefined) addError("policy", "set the policy that is translated");
    else if (!named.policies.has(policyName(record.policy))) {
      const [there] = await translatedThings(tx, [record]);
      if (!there) addError("policy", "there is no such policy in the file or the store");
    }
  } else if (
    record.type === "translation" &&
    (record.of === "PRODUCT" || record.of === "COLLECTION")
  ) {
    const of = record.of === "PRODUCT" ? "products" : "collections";
    if (record.link === null)
      addError("link", "set the link of the product or collection that is translated");
    else await require([record.link], of, "link");
  }
}
