import { readFile } from "./repository-files.ts";

/** A statement in a file of the server that writes to a table. */
export type TableWrite = {
  file: string;
  /** The schema-qualified name of the table; null if the statement takes the name from a variable. */
  table: string | null;
  /** The domain that contains the file or, outside the domains, the part of the server: platform, gateways. */
  writer: string;
};

const write =
  /\b(?:insert\s+into|(?<!\bfor\s+(?:no\s+key\s+)?)update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(?:only\s+)?(?:(?<table>"?[a-z_]+"?\."?[a-z_]+"?)|\$\{)/gi;

export function tableWritesOf(file: string): TableWrite[] {
  const writer = /^apps\/server\/src\/(?:domains\/)?([^/]+)/.exec(file)?.[1] ?? file;
  return tablesWrittenIn(readFile(file)).map((table) => ({ file, table, writer }));
}

export function tablesWrittenIn(text: string): (string | null)[] {
  return [...text.matchAll(write)].map(
    ({ groups }) => groups?.["table"]?.replaceAll('"', "").toLowerCase() ?? null,
  );
}
