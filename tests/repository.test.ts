import { spawnSync } from "node:child_process";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { api } from "@vetrina/contract/api";
import type { Endpoint } from "@vetrina/contract/endpoint";
import { routes } from "../apps/server/src/app.ts";
import { readFile, repositoryFiles, root } from "./repository-files.ts";

const files = repositoryFiles();
const isText = (file: string) =>
  !/\.(?:avif|webp|png|jpg|woff2|ttf|ico|gz|zip|pdf)$/.test(file) && file !== "package-lock.json";

describe("API calls", () => {
  const endpoints = Object.entries(api).flatMap(([group, calls]) =>
    Object.entries(calls as Record<string, Endpoint>).map(([name, endpoint]) => ({
      group,
      name,
      endpoint,
    })),
  );

  test("every call of the contract has a handler, and every handler has a call", () => {
    const promised = endpoints.map(({ group, name }) => `${group}.${name}`);
    const mounted = Object.entries(routes).flatMap(([group, handlers]) =>
      Object.entries(handlers as Record<string, unknown>)
        .filter(([, handler]) => typeof handler === "function")
        .map(([name]) => `${group}.${name}`),
    );
    expect(mounted.sort()).toEqual(promised.sort());
  });

  test("every call declares who may make it", () => {
    const nobody = endpoints.filter(({ endpoint }) => endpoint.access.allow.length === 0);
    expect(nobody.map(({ name }) => name)).toEqual([]);
  });

  test("no two calls share a method and path", () => {
    const all = endpoints.map(
      ({ endpoint }) => `${endpoint.method} ${endpoint.path.replaceAll(/\{\w+\}/g, "{}")}`,
    );
    expect(all.filter((each, i) => all.indexOf(each) !== i)).toEqual([]);
  });

  test("access to each call matches tests/fixtures/endpoints.tsv", () => {
    const table = readFile("tests/fixtures/endpoints.tsv")
      .split("\n")
      .filter((line) => line !== "" && !line.startsWith("#"))
      .map((line) => line.split("\t").slice(0, 4).join(" "));
    const built = endpoints.map(({ endpoint }) => accessLine(endpoint));
    expect(built.sort()).toEqual(table.sort());
  });
});

function accessLine({ method, path, access }: Endpoint): string {
  const more = access.more === undefined ? "" : `+${access.more}`;
  const limited = access.limit === undefined ? "-" : "limited";
  return `${method} ${path} ${access.allow.join("|")}${more} ${limited}`;
}

test("every file that a document names exists", () => {
  const documents = files.filter((file) =>
    /^(?:[A-Z]+\.md|docs\/[\w-]+\.md|docs\/architecture\/.+\.md|apps\/storefront\/README\.md)$/.test(
      file,
    ),
  );
  const missing = documents.flatMap((document) =>
    readFile(document)
      .matchAll(/`([\w./-]+\.(?:ts|tsx|css|sql|tsv))`/g)
      .map(([, name = ""]) => name)
      .filter((name) => !files.some((file) => `/${file}`.endsWith(`/${name}`)))
      .map((name) => `${document}: ${name}`)
      .toArray(),
  );
  expect(missing).toEqual([]);
});

test("migrations are numbered without gaps or duplicates", () => {
  const numbers = files
    .filter((file) => /^apps\/server\/database\/migrations\/.*\.sql$/.test(file))
    .map((file) => Number(/\/(\d{4})_/.exec(file)?.[1]));
  expect(numbers).toEqual(numbers.map((_, i) => i + 1));
});

describe("nothing is specific to one machine", () => {
  test("no path of a developer's machine", () => {
    const machine = /(?<![\w.:/-])\/(?:home|root|Users|work|mnt|tmp)\/[\w.-]+/g;
    const ours = /\/(?:home|root|tmp)\/(?:you|user)\b/;
    const wrong = files
      .filter(isText)
      .filter((file) => file !== "tests/repository.test.ts" && file !== "docs/openapi.json")
      .flatMap((file) =>
        [...readFile(file).matchAll(machine)]
          .map(([found]) => `${file}: ${found}`)
          .filter((found) => !ours.test(found)),
      );
    expect(wrong).toEqual([]);
  });

  test("no host of a package registry", () => {
    const hosts =
      /\b(?:registry\.[\w.-]+|[\w.-]*(?:artifactory|nexus|verdaccio|jfrog)[\w.-]*)\.\w{2,}\b/gi;
    const wrong = files
      .filter(isText)
      .filter((file) => file !== "tests/repository.test.ts")
      .flatMap((file) => [...readFile(file).matchAll(hosts)].map(([found]) => `${file}: ${found}`));
    expect(
      wrong.filter((found) => !/registry\.(?:metrics|contentType|getSingle)/.test(found)),
    ).toEqual([]);
  });

  test("the lock file names no package host, only the workspaces", () => {
    const lock = JSON.parse(readFile("package-lock.json")) as {
      packages: Record<string, { resolved?: string }>;
    };
    const resolved = Object.values(lock.packages).flatMap((each) => each.resolved ?? []);
    expect(resolved.filter((each) => /^\w+:/.test(each) || each.startsWith("/"))).toEqual([]);
  });
});

type Manifest = Partial<
  Record<
    "dependencies" | "devDependencies" | "optionalDependencies" | "peerDependencies",
    Record<string, string>
  >
>;

describe("dependencies", () => {
  const dependencies = files
    .filter((file) => /(?:^|\/)package\.json$/.test(file))
    .flatMap((file) => {
      const manifest = JSON.parse(readFile(file)) as Manifest;
      return [
        manifest.dependencies,
        manifest.devDependencies,
        manifest.optionalDependencies,
        manifest.peerDependencies,
      ].flatMap((group) =>
        Object.entries(group ?? {}).map(([name, version]) => ({ file, name, version })),
      );
    })
    .filter(({ name }) => !name.startsWith("@vetrina/"));

  test("are pinned to one exact version", () => {
    const loose = dependencies.filter(
      ({ version }) => !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/.test(version),
    );
    expect(loose).toEqual([]);
  });

  test("have the same version everywhere", () => {
    const versions = Map.groupBy(dependencies, ({ name }) => name);
    const split = [...versions].filter(
      ([, uses]) => new Set(uses.map(({ version }) => version)).size > 1,
    );
    expect(split).toEqual([]);
  });

  test("are listed with their version in the stack table of docs/architecture/stack.md", () => {
    const document = files.includes("docs/architecture/stack.md")
      ? readFile("docs/architecture/stack.md")
      : "";
    const rows = document.split("\n").filter((line) => line.startsWith("|"));
    const missing = dependencies.filter(
      ({ name, version }) => !rows.some((row) => row.includes(name) && row.includes(version)),
    );
    expect([...new Set(missing.map(({ name, version }) => `${name} ${version}`))]).toEqual([]);
  });
});

test("the type check covers every code file", () => {
  const { references } = JSON.parse(readFile("tsconfig.json")) as {
    references: { path: string }[];
  };
  const checked = new Set(references.flatMap(({ path }) => filesOfProject(path)));
  const code = files.filter((file) => /\.(?:ts|tsx|mts|mjs)$/.test(file));
  expect(code.filter((file) => !checked.has(file))).toEqual([]);
});

function filesOfProject(project: string): string[] {
  const tsc = path.join(root, "node_modules/typescript/bin/tsc");
  const shown = spawnSync(process.execPath, [tsc, "-p", project, "--showConfig"], {
    cwd: root,
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
  });
  const { files } = JSON.parse(shown.stdout) as { files: string[] };
  return files.map((file) =>
    path.relative(root, path.resolve(root, project, file)).replaceAll(path.sep, "/"),
  );
}
