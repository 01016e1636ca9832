import type { Transaction } from "../core/store.ts";
import type { Json } from "../core/types.ts";
import { invalid } from "./errors.ts";
import {
  type Resource,
  balanceTransactions,
  charges,
  disputes,
  intents,
  methods,
  payouts,
  refunds,
} from "./tables.ts";

const tables = {
  ch: charges,
  pi: intents,
  pm: methods,
  re: refunds,
  du: disputes,
  txn: balanceTransactions,
  po: payouts,
};

/** Replaces ids with their objects along paths such as `latest_charge.balance_transaction` or `data.charge`. */
export function expand(tx: Transaction, object: Json, paths: readonly string[]): Json {
  return paths.reduce((shown, path) => expandPath(tx, shown, path.split("."), path), object);
}

function expandPath(tx: Transaction, object: Json, parts: readonly string[], whole: string): Json {
  const [name = "", ...rest] = parts;
  const value =
    name === "refunds" && object["object"] === "charge" ? refundsOf(tx, object) : object[name];
  if (value === undefined)
    throw invalid(`This property cannot be expanded (${whole}).`, { param: "expand" });
  if (Array.isArray(value))
    return { ...object, [name]: value.map((each: Json) => expandPath(tx, each, rest, whole)) };
  if (value === null) return object;
  const found = typeof value === "string" ? findResource(tx, value) : (value as Json);
  if (found === null)
    throw invalid(`This property cannot be expanded (${whole}).`, { param: "expand" });
  return { ...object, [name]: rest.length === 0 ? found : expandPath(tx, found, rest, whole) };
}

function findResource(tx: Transaction, id: string): Json | null {
  const prefix = id.slice(0, id.indexOf("_"));
  const table = Object.hasOwn(tables, prefix) ? tables[prefix as keyof typeof tables] : undefined;
  const found: Resource | undefined = table === undefined ? undefined : tx.get<Resource>(table, id);
  return found?.api ?? null;
}

function refundsOf(tx: Transaction, { id }: Json): Json {
  const data = tx
    .all(refunds)
    .map(({ api }) => api)
    .filter((api) => api["charge"] === id)
    .toReversed();
  return { object: "list", data, has_more: false, url: `/v1/charges/${String(id)}/refunds` };
}
