import { type Client, escapeIdentifier } from "pg";
import type { Roles } from "./roles.ts";
import { type ObjectKind, type SchemaObject, withRoles } from "./schema-files.ts";

export type AppliedObject = { kind: ObjectKind; name: string; checksum: string; header: string };

/**
 * New and changed objects, and those whose files were removed. `inPlace`: only bodies of existing functions changed.
 */
export type ObjectChanges = { changed: SchemaObject[]; removed: AppliedObject[]; inPlace: boolean };

/** The objects as they were last created. */
export async function readApplied(admin: Client): Promise<AppliedObject[]> {
  const { rows } = await admin.query<AppliedObject>(
    "select kind, name, checksum, header from public.schema_objects",
  );
  return rows;
}

export function changesOf(
  objects: readonly SchemaObject[],
  applied: readonly AppliedObject[],
): ObjectChanges {
  const had = new Map(applied.map((one) => [keyOf(one), one]));
  const expected = new Set(objects.map(keyOf));
  const changed = objects.filter((one) => had.get(keyOf(one))?.checksum !== one.checksum);
  const removed = applied.filter((one) => !expected.has(keyOf(one)));
  const inPlace =
    removed.length === 0 &&
    changed.every((one) => one.kind === "functions" && had.get(keyOf(one))?.header === one.header);
  return { changed, removed, inPlace };
}

const keyOf = ({ kind, name }: { kind: ObjectKind; name: string }) => `${kind}/${name}`;

/** Replaces the bodies of functions whose names, arguments and grants are unchanged. Locks no table. */
export async function replaceBodies(
  admin: Client,
  roles: Roles,
  functions: readonly SchemaObject[],
): Promise<void> {
  for (const one of functions) await makeFunction(admin, roles, one);
}

/** Drops all views, because they would prevent migrations from changing columns. */
export async function dropViews(admin: Client): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select format('%I.%I', schemaname, viewname) as name from pg_views where schemaname in ('catalogue', 'door')`,
  );
  if (rows.length > 0) await admin.query(`drop view ${rows.map(({ name }) => name).join(", ")}`);
}

/**
 * Re-creates the changed functions, and all views, triggers and policies, because any of them may depend on what
 * changed. Drops what was removed. The views have already been dropped. Locks every table until the transaction ends.
 */
export async function makeObjects(
  admin: Client,
  roles: Roles,
  objects: readonly SchemaObject[],
  { changed, removed }: ObjectChanges,
): Promise<void> {
  await dropTriggersAndPolicies(admin);
  const functions = changed.filter(({ kind }) => kind === "functions");
  await dropFunctions(admin, [...functions, ...removed.filter(({ kind }) => kind === "functions")]);
  const of = (kind: ObjectKind) => objects.filter((one) => one.kind === kind);
  for (const one of functions) await makeFunction(admin, roles, one);
  for (const one of inOrder(of("views"))) await asDoors(admin, roles, one);
  for (const one of of("triggers")) await run(admin, roles, one);
  for (const one of of("policies")) {
    await revokeAll(admin, roles, `shop.${escapeIdentifier(one.name)}`);
    await run(admin, roles, one);
  }
}

export async function writeApplied(
  admin: Client,
  { changed, removed }: ObjectChanges,
): Promise<void> {
  for (const { kind, name } of removed)
    await admin.query("delete from public.schema_objects where kind = $1 and name = $2", [
      kind,
      name,
    ]);
  for (const { kind, name, checksum, header } of changed)
    await admin.query(
      `insert into public.schema_objects (kind, name, checksum, header) values ($1, $2, $3, $4)
       on conflict (kind, name) do update set checksum = excluded.checksum, header = excluded.header`,
      [kind, name, checksum, header],
    );
}

/** Sorts the views so that each comes after the views that it reads. */
export function inOrder(views: readonly SchemaObject[]): SchemaObject[] {
  const ordered: SchemaObject[] = [];
  const visit = (view: SchemaObject, path: readonly SchemaObject[]) => {
    if (ordered.includes(view)) return;
    if (path.includes(view)) throw new Error(`${view.path} depends on itself.`);
    const words = new Set(view.text.match(/\b\w+\.\w+\b/g));
    for (const other of views)
      if (other !== view && words.has(other.name)) visit(other, [...path, view]);
    ordered.push(view);
  };
  for (const view of views) visit(view, []);
  return ordered;
}

/**
 * Creates a function. Those of the schema door belong to the role `doors`, and only the roles in the function's file
 * may call them.
 */
async function makeFunction(admin: Client, roles: Roles, one: SchemaObject): Promise<void> {
  if (!one.name.startsWith("door.")) return run(admin, roles, one);
  await asDoors(admin, roles, one);
  await admin.query(`revoke all on routine ${one.name} from public`);
}

async function asDoors(admin: Client, roles: Roles, one: SchemaObject): Promise<void> {
  await admin.query(`set local role ${escapeIdentifier(roles.doors)}`);
  await run(admin, roles, one);
  await admin.query("reset role");
}

async function run(admin: Client, roles: Roles, one: SchemaObject): Promise<void> {
  try {
    await admin.query(withRoles(one.text, roles));
  } catch (error) {
    throw new Error(`${one.path} failed: ${(error as Error).message}`, { cause: error });
  }
}

async function dropTriggersAndPolicies(admin: Client): Promise<void> {
  await admin.query(`do $$
    declare statement text;
    begin
      for statement in
        select format('drop trigger %I on %s', t.tgname, t.tgrelid::regclass)
          from pg_trigger t join pg_class c on c.oid = t.tgrelid
          where c.relnamespace = 'shop'::regnamespace and not t.tgisinternal
        union all
        select format('drop policy %I on %s', p.polname, p.polrelid::regclass)
          from pg_policy p join pg_class c on c.oid = p.polrelid where c.relnamespace = 'shop'::regnamespace
      loop
        execute statement;
      end loop;
    end $$`);
}

async function dropFunctions(admin: Client, functions: readonly { name: string }[]): Promise<void> {
  const { rows } = await admin.query<{ name: string }>(
    `select p.oid::regprocedure::text as name from pg_proc p
     where p.pronamespace::regnamespace::text || '.' || p.proname = any($1)`,
    [functions.map(({ name }) => name)],
  );
  for (const { name } of rows) await admin.query(`drop routine ${name}`);
}

async function revokeAll(admin: Client, roles: Roles, table: string): Promise<void> {
  const grantees = Object.values(roles).map((role) => escapeIdentifier(role));
  await admin.query(`revoke all on ${table} from ${grantees.join(", ")}`);
}
