import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";

/** Not exported, so that no value from outside can pass for a SQL fragment. */
const ours = Symbol("sql");

/** A fragment of SQL with its values. Only the functions of this file create it, so values never become SQL text. */
export type Sql = {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly [ours]: true;
};

/**
 * sql`select * from shop.products where id = ${id}`; a nested sql`...` is inserted as SQL, everything else as a value.
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Sql {
  if (!parts.some((part) => isSql(part))) return fragment(strings, parts);
  const text: string[] = [strings[0] ?? ""];
  const values: unknown[] = [];
  for (const [i, part] of parts.entries()) {
    const after = strings[i + 1] ?? "";
    if (isSql(part)) {
      text[text.length - 1] += part.strings[0] ?? "";
      text.push(...part.strings.slice(1));
      text[text.length - 1] += after;
      values.push(...part.values);
    } else {
      values.push(part);
      text.push(after);
    }
  }
  return fragment(text, values);
}

/** Joins fragments with a separator: joinSql(conditions, " and "). Without fragments, the result is empty. */
export function joinSql(parts: readonly Sql[], separator: string): Sql {
  const text = [""];
  const values: unknown[] = [];
  for (const [i, part] of parts.entries()) {
    text[text.length - 1] += (i > 0 ? separator : "") + (part.strings[0] ?? "");
    text.push(...part.strings.slice(1));
    values.push(...part.values);
  }
  return fragment(text, values);
}

/** Runs a query: returns all rows, one row or undefined, or the number of affected rows. */
export type Queryable = {
  rows<Row>(query: Sql): Promise<Row[]>;
  row<Row>(query: Sql): Promise<Row | undefined>;
  run(query: Sql): Promise<number>;
};

/**
 * Statements are prepared under a name derived from their text, so a connection parses each only once. A text composed
 * of fragments is sent unnamed the first time, because callers' filters create many texts that are never used again.
 */
export function queryable(connection: Pool | PoolClient): Queryable {
  const send = (query: Sql) => connection.query(statement(query));
  return {
    rows: async <Row>(query: Sql) => (await send(query)).rows as Row[],
    row: async <Row>(query: Sql) => (await send(query)).rows[0] as Row | undefined,
    run: async (query: Sql) => (await send(query)).rowCount ?? 0,
  };
}

/**
 * Ends connections on release if they hold statement names from two generations ago, because PostgreSQL keeps a
 * statement and its plan until the connection ends. DEALLOCATE would not work with PgBouncer, which does not track it.
 */
export function endOldStatements(pool: Pool): void {
  const since = new WeakMap<object, number>();
  pool.on("connect", (client) => since.set(client, generation));
  pool.on("release", (_error, client) => {
    if (generation - (since.get(client) ?? generation) >= 2) void client.end().catch(() => {});
  });
}

/** The maximum number of named composed statements in one generation. The next name starts a new generation. */
const maxComposed = 500;
/** Maximum number of texts that are remembered after their first use. */
const maxSeen = 2000;

type Prepared = { name: string | undefined; text: string };

/** Each template literal in the source has one array of strings, so the number of entries is limited. */
const byTag = new WeakMap<readonly string[], Prepared>();
let composed = new Map<string, Prepared>();
let generation = 0;
const seen = new Set<string>();

function statement({ strings, values }: Sql): Prepared & { values: unknown[] } {
  return {
    ...(Object.isFrozen(strings) ? written(strings) : compose(strings)),
    values: [...values],
  };
}

function written(strings: readonly string[]): Prepared {
  const known = byTag.get(strings);
  if (known !== undefined) return known;
  const prepared = named(textOf(strings));
  byTag.set(strings, prepared);
  return prepared;
}

function compose(strings: readonly string[]): Prepared {
  const text = textOf(strings);
  const known = composed.get(text);
  if (known !== undefined) return known;
  if (!seen.delete(text)) {
    if (seen.size >= maxSeen) seen.clear();
    seen.add(text);
    return { name: undefined, text };
  }
  if (composed.size >= maxComposed) {
    composed = new Map();
    generation += 1;
  }
  const prepared = named(text);
  composed.set(text, prepared);
  return prepared;
}

function named(text: string): Prepared {
  return { name: `s${createHash("sha1").update(text).digest("hex")}`, text };
}

function textOf(strings: readonly string[]): string {
  return strings.reduce((all, part, i) => (i === 0 ? part : `${all}$${i}${part}`), "");
}

function fragment(strings: readonly string[], values: readonly unknown[]): Sql {
  return { strings, values, [ours]: true };
}

function isSql(part: unknown): part is Sql {
  return typeof part === "object" && part !== null && ours in part;
}
