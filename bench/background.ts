import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { Pool } from "pg";
import { createClient } from "@vetrina/client/create-client";
import { benchAdmin, type BenchServer } from "./bench-server.ts";
import { median } from "./load.ts";
import type { Row } from "./table.ts";

const rounds = 3;
const mails = 600;
const products = 300;

/**
 * Measures how fast background work runs (emails written to files, and imports), for comparison with an earlier
 * version.
 */
export async function measureBackground(server: BenchServer): Promise<Row[]> {
  const pool = new Pool({ connectionString: server.databaseUrl, max: 1 });
  const { rows } = await pool.query<{ id: string }>(
    "select id from shop.stores where slug = 'sorvela'",
  );
  const storeId = rows[0]?.id ?? "";
  const [sent, imported]: [number[], number[]] = [[], []];
  // The first round only warms up the server.
  for (let round = 0; round <= rounds; round += 1) {
    const rates = [await mailsPerSecond(pool, storeId), await importedPerSecond(server, storeId)];
    if (round === 0) continue;
    sent.push(rates[0] ?? 0);
    imported.push(rates[1] ?? 0);
  }
  await pool.end();
  return [
    row(`Mails written to files, of ${mails} of one store`, median(sent)),
    row(`Products imported, of ${products} with three variants`, median(imported)),
  ];
}

function row(what: string, ours: number): Row {
  return { what, ours, yardstick: null, unit: "/s", reach: Infinity, against: "nothing" };
}

/** Measures emails per second, from the first email to the last, to exclude the time until the worker starts. */
async function mailsPerSecond(pool: Pool, storeId: string): Promise<number> {
  const ids = Array.from({ length: mails }, () => randomUUID());
  await pool.query(
    `with mails as (
       insert into shop.mails (store_id, id, template, recipient, data)
       select $1, unnest($2::uuid[]), 'password-changed', $3, '{}' returning id)
     insert into shop.jobs (kind, lane, store_id, payload)
     select 'mail', $1::text, $1::uuid, jsonb_build_object('mailId', id) from mails`,
    [storeId, ids, benchAdmin.email],
  );
  for (;;) {
    const { rows } = await pool.query<{ sent: number; seconds: number }>(
      `select count(*) filter (where outcome = 'sent')::int as sent,
         extract(epoch from max(ended_at) - min(ended_at))::float as seconds
       from shop.mails where id = any($1)`,
      [ids],
    );
    if (rows[0]?.sent === mails) return mails / rows[0].seconds;
    await wait(100);
  }
}

async function importedPerSecond({ origin }: BenchServer, storeId: string): Promise<number> {
  const { accessToken } = await createClient({ baseUrl: origin }).users.login({ body: benchAdmin });
  const staff = createClient({
    baseUrl: origin,
    headers: { authorization: `Bearer ${accessToken}` },
  });
  const began = performance.now();
  const { id } = await staff.imports.createImport({
    storeId,
    file: new Blob([productCsv(randomUUID().slice(0, 8))], { type: "text/csv" }),
  });
  for (;;) {
    const { progress, failure } = await staff.imports.getImport({ id });
    if (progress.state === "DONE") return products / ((performance.now() - began) / 1000);
    if (progress.state === "FAILED") throw new Error(`the import failed: ${failure}`);
    await wait(50);
  }
}

/**
 * Returns a CSV file in Shopify's export format: a row for each variant, with the product's fields in its first row.
 */
function productCsv(name: string): string {
  const head = "Handle,Title,Body (HTML),Type,Option1 Name,Option1 Value,Variant SKU,Variant Price";
  const rows = Array.from({ length: products }, (_, i) => `${name}-${i}`).flatMap((handle) =>
    ["S", "M", "L"].map((size) => {
      const fields = size === "S" ? `Coat ${handle},<p>A warm coat</p>,Coats` : ",,";
      return `${handle},${fields},Size,${size},${handle}-${size},90.00`;
    }),
  );
  return [head, ...rows].join("\n");
}
