import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";

export const root = path.join(import.meta.dirname, "..");

/** Every file that git tracks or would add, as a path from the root with forward slashes. */
export function repositoryFiles(): string[] {
  const listed = execFileSync(
    "git",
    ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    { cwd: root, encoding: "utf8", maxBuffer: 64 * 1024 * 1024 },
  );
  return [...new Set(listed.split("\0"))]
    .filter((file) => file !== "" && existsSync(path.join(root, file)))
    .sort();
}

export function readFile(file: string): string {
  return readFileSync(path.join(root, file), "utf8");
}

/** An import in a file. Its target is a file, as a path from the root, or a package's name. */
export type Import = {
  from: string;
  to: string;
  line: number;
  /** Whether it imports only types. */
  typeOnly: boolean;
  /** Whether it is a dynamic import(). */
  later: boolean;
};

const statement =
  /^(?:import|export)\s+(?<type>type\s)?(?<names>[^;"']*?\bfrom\s*)?["'](?<static>[^"']+)["']|\bimport\(\s*["'](?<dynamic>[^"']+)["']/gm;

export function importsOf(file: string): Import[] {
  const text = readFile(file);
  return [...text.matchAll(statement)].flatMap(({ groups = {}, index }) => {
    const specifier = groups["static"] ?? groups["dynamic"];
    if (specifier === undefined) return [];
    const names = groups["names"] ?? "";
    const typeOnly = groups["type"] !== undefined || areAllTypes(names);
    const later = groups["dynamic"] !== undefined;
    const line = text.slice(0, index).split("\n").length;
    return [{ from: file, to: resolve(file, specifier), line, typeOnly, later }];
  });
}

/** Whether every imported name is a type, as in `{ type A, type B }`. */
function areAllTypes(names: string): boolean {
  const inBraces = /^\s*\{([^}]*)\}/.exec(names)?.[1];
  const each = inBraces?.split(",").filter((name) => name.trim() !== "") ?? [];
  return each.length > 0 && each.every((name) => name.trim().startsWith("type "));
}

const workspaces: Record<string, string> = {
  "@vetrina/client": "packages/client/src",
  "@vetrina/commerce": "packages/commerce/src",
  "@vetrina/contract": "packages/contract/src",
  "@vetrina/payment-standins": "packages/payment-standins/src",
  "@vetrina/ui": "packages/ui/src",
  "@vetrina/server": "apps/server/src",
  "@vetrina/storefront": "apps/storefront/src",
  "@vetrina/admin": "apps/admin/src",
  "@vetrina/demo": "demo",
};

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith(".")) return path.posix.join(path.posix.dirname(file), specifier);
  const [name = "", ...rest] = specifier.split(/(?<=^@vetrina\/[^/]+)\//);
  const folder = workspaces[name];
  if (folder === undefined) return specifier;
  const target = `${folder}/${rest.join("/")}`;
  const found = ["", ".ts", ".tsx"].find((ending) => existsSync(path.join(root, target + ending)));
  return target + (found ?? "");
}

/** The names that a file imports in braces from relative paths. */
export function namesImported(file: string): { name: string; from: string }[] {
  const statements = readFile(file).matchAll(/^import \{([^}]*)\} from "(\.[^"]+)";$/gm);
  return [...statements].flatMap(([, names = "", to = ""]) =>
    names.split(",").map((name) => ({
      name: name.trim(),
      from: path.posix.join(path.posix.dirname(file), to),
    })),
  );
}
