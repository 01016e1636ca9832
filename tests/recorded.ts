import { Client, type ClientBase, type Pool } from "pg";

/** A statement as it is sent to PostgreSQL. */
export type Statement = { name?: string | undefined; text: string; values: unknown[] };

type Query = (...args: unknown[]) => unknown;

/** Records the statements that this process sends to PostgreSQL during `work`, in order. */
export async function record(work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  await intercept((send, query) => {
    if (typeof query === "string") statements.push({ text: query, values: [] });
    else if (isStatement(query)) statements.push({ ...query, values: query.values ?? [] });
    return send();
  }, work);
  return statements;
}

/**
 * Runs `meanwhile` right before `work` sends its first statement that contains `part`, once the connection's earlier
 * statements have ended.
 */
export async function beforeStatement<T>(
  part: string,
  meanwhile: () => Promise<unknown>,
  work: () => Promise<T>,
): Promise<T> {
  let hasRun = false;
  const result = await intercept((send, query, client) => {
    if (hasRun || !isStatement(query) || !query.text.includes(part)) return send();
    hasRun = true;
    return (async () => {
      await client.query("select");
      await meanwhile();
      return send();
    })();
  }, work);
  if (!hasRun) throw new Error(`No statement contains "${part}".`);
  return result;
}

/** During `work`, intercepts each statement that this process would send to PostgreSQL. `handle` must send it. */
async function intercept<T>(
  handle: (send: () => unknown, query: unknown, client: ClientBase) => unknown,
  work: () => Promise<T>,
): Promise<T> {
  const prototype = Client.prototype as { query: Query };
  const original = prototype.query;
  prototype.query = function intercepted(this: ClientBase, ...args: unknown[]) {
    return handle(() => original.apply(this, args), args[0], this);
  };
  try {
    return await work();
  } finally {
    prototype.query = original;
  }
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
