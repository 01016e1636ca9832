import { Client, type ClientBase, type Pool } from "pg";

/** A statement as it is sent to PostgreSQL. */
export type Statement = { name?: string | undefined; text: string; values: unknown[] };

/** Records the statements that this process sends to PostgreSQL during `work`, in order. */
export async function record(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const prototype = Client.prototype as { query: (...args: unknown[]) => unknown };
  const original = prototype.query;
  prototype.query = function recorded(this: ClientBase, ...args: unknown[]) {
    const [query] = args;
    if (typeof query === "string") statements.push({ text: query, values: [] });
    else if (isStatement(query)) statements.push({ ...query, values: query.values ?? [] });
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return statements;
}

function isStatement(query: unknown): query is Statement {
  return (
    typeof query === "object" &&
    query !== null &&
    typeof (query as Statement).text === "string" &&
    "name" in query
  );
}

export async function replay(
  client: ClientBase | Pool,
  statements: readonly Statement[],
): Promise<void> {
  for (const { name, text, values } of statements)
    await (name === undefined
      ? client.query(text, [...values])
      : client.query({ name, text, values }));
}
