import { randomUUID } from "node:crypto";
import { Client } from "pg";
import { inject } from "vitest";
import { prepareDatabase } from "../../apps/server/src/platform/database/open-database.ts";
import { testSecret } from "../database-server.ts";

/** Names of databases that no test of this worker is using. Each has a template with the same roles. */
const free: string[] = [];

export type ShopDatabase = { url: string; release(): Promise<void> };

/**
 * Creates, on the tests' PostgreSQL, a database with the schema but no rows. Cloning a template takes less time than
 * all migrations. Roles are named after their database, so each template can be used for only one name.
 */
export async function takeShopDatabase(): Promise<ShopDatabase> {
  const name = free.pop() ?? (await makeTemplate());
  await create(name, ` template ${templateOf(name)} strategy file_copy`);
  return {
    url: urlOf(name).href,
    async release() {
      await drop(name);
      free.push(name);
    },
  };
}

/** Creates a database without a schema, for tests of the first start of a server. */
export async function takeEmptyDatabase(): Promise<ShopDatabase> {
  const name = newName();
  await create(name);
  return { url: urlOf(name).href, release: () => drop(name) };
}

async function makeTemplate(): Promise<string> {
  const name = newName();
  await prepareDatabase(urlOf(name), testSecret);
  await asAdmin(`alter database ${name} rename to ${templateOf(name)}`);
  return name;
}

const newName = () => `s_${randomUUID().replaceAll("-", "")}`;
const templateOf = (name: string) => `${name}_template`;

function urlOf(name: string): URL {
  const url = new URL(inject("adminUrl"));
  url.pathname = `/${name}`;
  return url;
}

async function create(name: string, options = ""): Promise<void> {
  await asAdmin(`create database ${name}${options}`);
  // Servers in these databases plan statements as on their own PostgreSQL, unlike the other tests (database-server.ts).
  await asAdmin(`alter database ${name} set plan_cache_mode = auto`);
}

async function drop(name: string): Promise<void> {
  await asAdmin(`drop database if exists ${name} with (force)`);
}

async function asAdmin(statement: string): Promise<void> {
  const client = new Client(inject("adminUrl"));
  await client.connect();
  await client.query(statement);
  await client.end();
}
