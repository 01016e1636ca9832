import type { Statement } from "./recorded.ts";
import type { World } from "./world.ts";

type Node = {
  "Node Type": string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: Node[];
};

/**
 * Runs the statements again as the superuser. Returns the number of rows that the nodes of their plans return, counting
 * either all nodes or only those of `type`.
 */
export async function planRows(
  { admin }: Pick<World, "admin">,
  statements: readonly Statement[],
  type?: string,
): Promise<number> {
  let rows = 0;
  const count = (node: Node) => {
    if (type === undefined || node["Node Type"] === type)
      rows += node["Actual Rows"] * node["Actual Loops"];
    for (const child of node.Plans ?? []) count(child);
  };
  for (const { text, values } of statements) {
    const explained = await admin.query<{ "QUERY PLAN": [{ Plan: Node }] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    const plan = explained.rows[0]?.["QUERY PLAN"][0].Plan;
    if (plan === undefined) throw new Error("EXPLAIN returned no plan.");
    count(plan);
  }
  return rows;
}
