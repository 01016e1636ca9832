import type { ImportFinding } from "@vetrina/contract/catalogue/imports";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { type Findings, maxStored } from "../catalogue-files/findings.ts";
import type { JobRow } from "./job-rows.ts";

/** The number of findings written per statement. */
const atOnce = 500;

/** Converts a file's findings to the stored form: errors by line, then warnings. */
export function findingsOf({ errors, warnings }: Findings): ImportFinding[] {
  return [
    ...errors
      .toSorted((a, b) => a.row - b.row)
      .map((error) => Object.assign({ kind: "ERROR" as const, rowCount: 1 }, error)),
    ...warnings.map(({ rows, count, column, message }) => ({
      kind: "WARNING" as const,
      row: rows[0] ?? null,
      rowCount: count,
      column,
      message,
    })),
  ];
}

/** Reads the findings that earlier time slices of a check have stored. */
export async function readFindings(
  tx: Transaction,
  { id, errorCount }: Pick<JobRow, "id" | "errorCount">,
): Promise<Pick<Findings, "errors" | "errorCount" | "warnings">> {
  const rows = await tx.rows<ImportFinding>(sql`
    select kind, row, rows as "rowCount", col as column, message from shop.file_findings
    where store_id = ${tx.storeId} and job_id = ${id} order by position`);
  const errors = rows.flatMap(({ kind, row, column, message }) =>
    kind === "ERROR" ? [{ row: row ?? 0, column, message }] : [],
  );
  const warnings = rows.flatMap(({ kind, row, rowCount: count, column, message }) =>
    kind === "WARNING" ? [{ column, message, rows: row === null ? [] : [row], count }] : [],
  );
  return { errors, errorCount, warnings };
}

export async function replaceFindings(
  tx: Transaction,
  jobId: string,
  findings: readonly ImportFinding[],
): Promise<void> {
  await tx.run(
    sql`delete from shop.file_findings where store_id = ${tx.storeId} and job_id = ${jobId}`,
  );
  await addFindings(tx, jobId, findings);
}

/** Adds findings to those already stored, up to a maximum per kind. */
export async function addFindings(
  tx: Transaction,
  jobId: string,
  findings: readonly ImportFinding[],
): Promise<void> {
  for (let from = 0; from < findings.length; from += atOnce)
    await keepSome(tx, jobId, findings.slice(from, from + atOnce));
}

async function keepSome(
  tx: Transaction,
  jobId: string,
  findings: readonly ImportFinding[],
): Promise<void> {
  await tx.run(sql`
    insert into shop.file_findings (store_id, job_id, position, kind, row, rows, col, message)
    select ${tx.storeId}, ${jobId}, b.n + row_number() over (order by r.at), r.kind, r.row, r."rowCount", r."column", left(r.message, 1000)
    from (select coalesce(max(position), 0) as n, count(*) filter (where kind = 'ERROR') as f,
        count(*) filter (where kind = 'WARNING') as t, count(*) filter (where kind = 'IMAGE') as p
      from shop.file_findings where store_id = ${tx.storeId} and job_id = ${jobId}) b
    cross join lateral (
      select *, row_number() over (partition by o.value ->> 'kind' order by o.at) as nth
      from jsonb_array_elements(${JSON.stringify(findings)}::jsonb) with ordinality o (value, at)
      cross join lateral jsonb_to_record(o.value) as x (kind text, row int, "rowCount" int, "column" text, message text)
    ) r
    where r.nth + case r.kind when 'ERROR' then b.f when 'WARNING' then b.t else b.p end <= ${maxStored}`);
}
