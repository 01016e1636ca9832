import type { ImportFinding } from "@vetrina/contract/imports";
import type { Transaction } from "../../platform/context.ts";
import { sql } from "../../platform/database/sql.ts";
import { type Findings, maxStored } from "../catalogue-files/findings.ts";
import type { JobRow } from "./job-rows.ts";

/** The number of findings per statement. */
const atOnce = 500;

/** The findings of a file to store: its errors by line, then the notices. */
export function findingsOf({ faults, notices }: Findings): ImportFinding[] {
  return [
    ...faults
      .toSorted((a, b) => a.row - b.row)
      .map((fault) => Object.assign({ kind: "FAULT" as const, rows: 1 }, fault)),
    ...notices.map(({ rows, count, column, message }) => ({
      kind: "NOTICE" as const,
      row: rows[0] ?? null,
      rows: count,
      column,
      message,
    })),
  ];
}

/** The findings that an earlier time slice has stored for a check. */
export async function readFindings(
  tx: Transaction,
  { id, faults: errorCount }: Pick<JobRow, "id" | "faults">,
): Promise<Pick<Findings, "faults" | "errorCount" | "notices">> {
  const rows = await tx.rows<ImportFinding>(sql`
    select kind, row, rows, col as column, message from shop.file_findings
    where store_id = ${tx.storeId} and job_id = ${id} order by position`);
  const faults = rows.flatMap(({ kind, row, column, message }) =>
    kind === "FAULT" ? [{ row: row ?? 0, column, message }] : [],
  );
  const notices = rows.flatMap(({ kind, row, rows: count, column, message }) =>
    kind === "NOTICE" ? [{ column, message, rows: row === null ? [] : [row], count }] : [],
  );
  return { faults, errorCount, notices };
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

/** Adds findings to those stored already, up to a limit of each kind. */
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
    select ${tx.storeId}, ${jobId}, b.n + row_number() over (order by r.at), r.kind, r.row, r.rows, r."column", left(r.message, 1000)
    from (select coalesce(max(position), 0) as n, count(*) filter (where kind = 'FAULT') as f,
        count(*) filter (where kind = 'NOTICE') as t, count(*) filter (where kind = 'PICTURE') as p
      from shop.file_findings where store_id = ${tx.storeId} and job_id = ${jobId}) b
    cross join lateral (
      select *, row_number() over (partition by o.value ->> 'kind' order by o.at) as nth
      from jsonb_array_elements(${JSON.stringify(findings)}::jsonb) with ordinality o (value, at)
      cross join lateral jsonb_to_record(o.value) as x (kind text, row int, rows int, "column" text, message text)
    ) r
    where r.nth + case r.kind when 'FAULT' then b.f when 'NOTICE' then b.t else b.p end <= ${maxStored}`);
}

export async function triedPictures(tx: Transaction, jobId: string): Promise<string[]> {
  const rows = await tx.rows<{ url: string }>(sql`
    select col as url from shop.file_findings
    where store_id = ${tx.storeId} and job_id = ${jobId} and kind = 'PICTURE'`);
  return rows.map(({ url }) => url);
}
