import { type ParserPlugin, parse } from "@babel/parser";
import { readFile } from "./repository-files.ts";

/** A regular expression in a source file. `source` is null if it is built at run time. */
export type Expression = { at: string; source: string | null; flags: string };
type Node = { type: string; loc?: { start: { line: number } } } & Record<string, unknown>;

/** The regular expression literals of a source file, and its calls to RegExp. */
export function expressionsOf(file: string, text = readFile(file)): Expression[] {
  const plugins: ParserPlugin[] = file.endsWith("x") ? ["typescript", "jsx"] : ["typescript"];
  const found: Expression[] = [];
  const open: unknown[] = [parse(text, { sourceType: "module", plugins }).program];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (isNode(next)) {
      const at = `${file}:${next.loc?.start.line ?? 0}`;
      if (next.type === "RegExpLiteral")
        found.push({ at, source: String(next["pattern"]), flags: String(next["flags"]) });
      if (isCallOfRegExp(next)) found.push({ at, source: null, flags: "" });
    }
    if (typeof next === "object" && next !== null)
      open.push(
        ...Object.values(next).filter((value) => typeof value === "object" && value !== null),
      );
  }
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function isCallOfRegExp({ type, callee }: Node): boolean {
  return (
    (type === "NewExpression" || type === "CallExpression") &&
    isNode(callee) &&
    callee["name"] === "RegExp"
  );
}

/**
 * The regular expressions that can be reached from an object. Also finds those of zod's own formats, which our sources
 * don't contain.
 */
export function expressionsIn(root: unknown, at: string): Expression[] {
  const found = reachable(root).filter((value) => value instanceof RegExp);
  return found.map(({ source, flags }) => ({ at, source, flags }));
}

/** The objects that can be reached from one object, through its properties or as values of maps and sets. */
export function reachable(root: unknown): object[] {
  const seen = new Set<object>();
  const open = [root];
  while (open.length > 0) {
    const next = open.pop();
    if (typeof next !== "object" || next === null || seen.has(next)) continue;
    seen.add(next);
    if (next instanceof Map || next instanceof Set) open.push(...next.values());
    else for (const key of Reflect.ownKeys(next)) open.push(Reflect.get(next, key));
  }
  return [...seen];
}
