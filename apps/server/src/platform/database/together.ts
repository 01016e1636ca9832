import { joinSql, type Queryable, type Sql, sql } from "./sql.ts";

/**
 * Runs writes as one statement, all or none. A write must not depend on another's result, or change a row that another
 * write changes. Only the last may be a `select`, and none may begin with `with`.
 */
export async function writeTogether(tx: Queryable, writes: readonly Sql[]): Promise<void> {
  const last = writes.at(-1);
  if (last === undefined) return;
  const others = writes.slice(0, -1).map((write, i) => sql`${nth[i] ?? tooMany()} as (${write})`);
  await tx.run(others.length === 0 ? last : sql`with ${joinSql(others, ", ")} ${last}`);
}

const nth = [sql`first`, sql`second`, sql`third`, sql`fourth`, sql`fifth`, sql`sixth`];

function tooMany(): never {
  throw new Error(`at most ${nth.length + 1} writes can be sent together`);
}

type Read = {
  query: Sql;
  resolve: (rows: unknown[]) => void;
  reject: (error: unknown) => void;
};

/**
 * Sends reads that are started together as one statement, so that they see the same snapshot. Rows arrive as JSON, so a
 * timestamp is an ISO string. If one read fails, all fail.
 */
export function readTogether(from: Queryable): Queryable {
  let reads: Read[] = [];
  async function send(): Promise<void> {
    const sent = reads;
    reads = [];
    const parts = sent.map(
      ({ query }) => sql`(select coalesce(json_agg(r), '[]') from (${query}) r)`,
    );
    try {
      const row = await from.row<{ all: unknown[][] }>(
        sql`select json_build_array(${joinSql(parts, ", ")}) as all`,
      );
      for (const [i, { resolve }] of sent.entries()) resolve(row?.all[i] ?? []);
    } catch (error) {
      for (const { reject } of sent) reject(error);
    }
  }
  const rows = <Row>(query: Sql) =>
    new Promise<Row[]>((resolve, reject) => {
      if (reads.length === 0) queueMicrotask(() => void send());
      reads.push({ query, resolve: resolve as Read["resolve"], reject });
    });
  return {
    rows,
    row: async <Row>(query: Sql) => (await rows<Row>(query))[0],
    run: async (query) => (await rows(query)).length,
  };
}
