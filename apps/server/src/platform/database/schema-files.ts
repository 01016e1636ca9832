import { createHash } from "node:crypto";
import { glob, readFile } from "node:fs/promises";
import path from "node:path";
import { escapeIdentifier } from "pg";
import type { Roles } from "./roles.ts";

const folder = path.join(import.meta.dirname, "../../../database");

/** A file of SQL below apps/server/database. A migration's checksum ignores lines that are comments. */
export type SchemaFile = { path: string; text: string; checksum: string };

/** In creation order: each kind may depend on those before it. */
const objectKinds = ["functions", "views", "triggers", "policies"] as const;
export type ObjectKind = (typeof objectKinds)[number];

/** One function, view or trigger, or one table's policies and grants. Each start makes the database match the file. */
export type SchemaObject = SchemaFile & {
  kind: ObjectKind;
  /** The file's name: door.find_order, catalogue.products, orders.count_order; for policies, the table. */
  name: string;
  /**
   * The checksum of the file without its comments and the function's body. While it is unchanged, the function can be
   * replaced in place.
   */
  header: string;
};

/** The numbered migrations, in order. */
export async function readMigrations(): Promise<SchemaFile[]> {
  const files = await readFolder("migrations");
  return files.map(({ path: file, text }) => ({
    path: file,
    text,
    checksum: digest(withoutComments(text)),
  }));
}

/** Reads, by path, the checksums of migrations from the time when a checksum included the file's comments. */
export async function readEarlierChecksums(): Promise<Readonly<Record<string, string>>> {
  const text = await readFile(path.join(folder, "earlier-checksums.json"), "utf8");
  return JSON.parse(text) as Record<string, string>;
}

export async function readObjects(): Promise<SchemaObject[]> {
  const kinds = await Promise.all(
    objectKinds.map(async (kind) => {
      const files = await readFolder(kind);
      return files.map((file) => toObject(kind, file));
    }),
  );
  return kinds.flat();
}

function toObject(kind: ObjectKind, { path: file, text, checksum }: SchemaFile): SchemaObject {
  const header = withoutComments(text.replaceAll(/\$\$.*?\$\$/gs, ""));
  return {
    path: file,
    text,
    checksum,
    kind,
    name: path.basename(file, ".sql"),
    header: digest(header),
  };
}

async function readFolder(name: string): Promise<SchemaFile[]> {
  const paths = await Array.fromAsync(glob(`${name}/**/*.sql`, { cwd: folder }));
  return Promise.all(
    paths.sort().map(async (each) => {
      const text = await readFile(path.join(folder, each), "utf8");
      return { path: each, text, checksum: digest(text) };
    }),
  );
}

/** Replaces placeholders such as {{app}} with the names of the database's roles, because each database has its own. */
export function withRoles(text: string, roles: Roles): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_, role: keyof Roles) => escapeIdentifier(roles[role]));
}

function withoutComments(text: string): string {
  return text.replaceAll(/^ *--.*\n/gm, "");
}

function digest(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}
