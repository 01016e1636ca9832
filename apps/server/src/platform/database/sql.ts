import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";

/** Seen by nobody else: what comes from outside cannot pretend to be SQL. */
const ours = Symbol("sql");

/** A piece of SQL with its values; made by the sql tag alone, so that a value never becomes text. */
export type Sql = {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly [ours]: true;
};

/** sql`select * from shop.products where id = ${id}`; a nested sql`...` is put in as SQL, all else as a value. */
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

/** Nothing, or fragments with a separator between them: joinSql(conditions, " and "). */
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

/** Runs a query: many rows, one row or undefined, or only how many were touched. */
export type Queryable = {
  rows<Row>(query: Sql): Promise<Row[]>;
  row<Row>(query: Sql): Promise<Row | undefined>;
  run(query: Sql): Promise<number>;
};

/** Statements are prepared under a name made of their text: parsed and planned once per connection. */
export function queryable(connection: Pool | PoolClient): Queryable {
  const send = (query: Sql) => connection.query(statement(query));
  return {
    rows: async <Row>(query: Sql) => (await send(query)).rows as Row[],
    row: async <Row>(query: Sql) => (await send(query)).rows[0] as Row | undefined,
    run: async (query: Sql) => (await send(query)).rowCount ?? 0,
  };
}

type Prepared = { name: string; text: string };

const byText = new Map<string, Prepared>();
/** What the tag was written with is one array for as long as the process lives. */
const byTag = new WeakMap<readonly string[], Prepared>();

function statement({ strings, values }: Sql): Prepared & { values: unknown[] } {
  let prepared = byTag.get(strings);
  if (prepared === undefined) {
    prepared = prepare(strings);
    if (Object.isFrozen(strings)) byTag.set(strings, prepared);
  }
  return { ...prepared, values: [...values] };
}

function prepare(strings: readonly string[]): Prepared {
  const text = strings.reduce((all, part, i) => (i === 0 ? part : `${all}$${i}${part}`), "");
  const known = byText.get(text);
  if (known !== undefined) return known;
  const prepared = { name: `s${createHash("sha1").update(text).digest("hex")}`, text };
  byText.set(text, prepared);
  return prepared;
}

function fragment(strings: readonly string[], values: readonly unknown[]): Sql {
  return { strings, values, [ours]: true };
}

function isSql(part: unknown): part is Sql {
  return typeof part === "object" && part !== null && ours in part;
}
