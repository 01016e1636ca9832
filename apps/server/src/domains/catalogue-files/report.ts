import { formatMinor } from "@vetrina/commerce/money";
import type { StoreRef } from "../../platform/store-directory.ts";
import type { Fault, Notice } from "./findings.ts";
import type { ImportResult } from "./import-catalogue.ts";
import type { PlannedProduct } from "./plan-import.ts";

export type About = {
  file: string;
  store: Pick<StoreRef, "name" | "domain" | "currency" | "locale">;
  seconds: number;
};

const mostRows = 8;
const mostText = 60;

/** What an import has done, for the person at the terminal. */
export function importReport(result: ImportResult, about: About): string {
  const { outcome, faults, notices, plan } = result;
  if (outcome === "refused") return refusal(faults, notices, about);
  const { create, update, unchanged } = plan.counts;
  const variants = plan.products.reduce((sum, product) => sum + product.variants.length, 0);
  const done = outcome === "imported";
  return lines([
    `${about.file} into ${about.store.name} (${about.store.domain})${done ? "" : ": a dry run, nothing was changed"}`,
    `  ${many(result.rows, "row")}, ${many(plan.products.length, "product")}, ${many(variants, "variant")}`,
    `  ${done ? "created" : "to create"} ${create}, ${done ? "updated" : "to update"} ${update}, unchanged ${unchanged}`,
    ...(done ? [] : plan.products.flatMap((product) => productLines(product, about.store))),
    ...stockLines(plan.products),
    ...noticeLines(notices),
    ...pictureLines(result),
    ...(done ? [`  done in ${about.seconds.toFixed(1)} s`] : []),
  ]);
}

/** Why nothing was changed. */
export function refusal(
  faults: readonly Fault[],
  notices: readonly Notice[],
  about: About,
): string {
  return lines([
    `${about.file} cannot be imported into ${about.store.name}: ${many(faults.length, "fault")}. Nothing was changed.`,
    ...faults.map(faultLine),
    ...noticeLines(notices),
  ]);
}

export function lines(list: readonly string[]): string {
  return `${list.join("\n")}\n`;
}

export function many(count: number, what: string): string {
  return `${count.toLocaleString("en")} ${what}${count === 1 ? "" : "s"}`;
}

function faultLine({ row, column, message }: Fault): string {
  return `  row ${row}${column === null ? "" : `, ${column}`}: ${message}`;
}

export function noticeLines(notices: readonly Notice[]): string[] {
  if (notices.length === 0) return [];
  return [
    "  To know:",
    ...notices.map(({ column, message, rows }) => {
      const where = [rowList(rows), column].filter(Boolean).join(", ");
      return `    ${where === "" ? "" : `${where}: `}${message}`;
    }),
  ];
}

/** "rows 2-9, 14 and 20 more": runs of rows are joined. */
function rowList(rows: readonly number[]): string {
  if (rows.length === 0) return "";
  const runs: { from: number; to: number }[] = [];
  for (const row of rows.toSorted((a, b) => a - b)) {
    const last = runs.at(-1);
    if (last !== undefined && row <= last.to + 1) last.to = row;
    else runs.push({ from: row, to: row });
  }
  const shown = runs
    .slice(0, mostRows)
    .map(({ from, to }) => (from === to ? from : `${from}-${to}`));
  const left = runs.slice(mostRows).reduce((sum, { from, to }) => sum + to - from + 1, 0);
  return `row${rows.length === 1 ? "" : "s"} ${shown.join(", ")}${left > 0 ? ` and ${left} more` : ""}`;
}

function productLines(product: PlannedProduct, store: About["store"]): string[] {
  const { action, link, row, variants, images, changes } = product;
  if (action === "unchanged") return [];
  if (action === "create")
    return [
      `  + ${link} (row ${row}): ${many(variants.length, "variant")}, ${many(images?.length ?? 0, "picture")}`,
    ];
  return [
    `  ~ ${link} (row ${row})`,
    ...changes.map(
      ({ field, from, to }) =>
        `      ${field}: ${show(field, from, store)} -> ${show(field, to, store)}`,
    ),
  ];
}

function show(field: string, value: unknown, store: About["store"]): string {
  if (value === null || value === undefined || value === "") return "nothing";
  if (typeof value === "number" && /(?:price|regularPrice|new)$/.test(field))
    return formatMinor(value, store.currency, store.locale);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return text.length > mostText ? `${text.slice(0, mostText)}…` : text;
}

function stockLines(products: readonly PlannedProduct[]): string[] {
  const set = products
    .flatMap(({ variants }) => variants)
    .filter(({ setOnHand, changes }) => setOnHand !== null && changes.length > 0).length;
  return set === 0
    ? []
    : [
        `  stock of ${many(set, "variant")} from the file; it counts again only when it differs from the last import`,
      ];
}

function pictureLines({ pictures, outcome }: ImportResult): string[] {
  const { known, fetched, toFetch, missing } = pictures;
  if (known + toFetch === 0) return [];
  if (outcome === "planned")
    return [`  pictures: ${known} are here already, ${toFetch} would be fetched`];
  return [
    `  pictures: ${known} were here already, ${fetched} fetched, ${missing.length} not reached`,
    ...(missing.length === 0
      ? []
      : [
          "  Not reached; their places stay empty in the shop until another import can fetch them:",
        ]),
    ...missing.map(({ row, url, reason }) => `    row ${row}: ${url} (${reason})`),
  ];
}
