import path from "node:path";
import { api } from "@vetrina/contract/api";
import { describe, expect, test } from "vitest";
import {
  type Import,
  importsOf,
  namesImported,
  readFile,
  repositoryFiles,
} from "./repository-files.ts";
import { tableWritesOf } from "./table-writes.ts";

const files = repositoryFiles();
const code = files.filter((file) => /\.(?:ts|tsx|mjs|js)$/.test(file));
const isTest = (file: string) => /\.(?:test|spec|fixture)\.tsx?$|^tests\//.test(file);
const shipped = code.filter((file) => /^(?:apps|packages)\//.test(file) && !isTest(file));
const imports = shipped.flatMap(importsOf);

const say = ({ from, line, to }: Import) => `${from}:${line} imports ${to}`;
const inside = (folder: string) => (file: string) => file.startsWith(`${folder}/`);
const isOurs = (to: string) => /^(?:apps|packages|demo|tests|scripts|bench)\//.test(to);
const valuesFrom = (folder: string) =>
  imports.filter((each) => inside(folder)(each.from) && !each.typeOnly);

/** The domain of a file: apps/server/src/domains/orders/x.ts is in orders. */
const domainOf = (file: string) => /^apps\/server\/src\/domains\/([^/]+)\//.exec(file)?.[1];

const appOf = (file: string) => /^apps\/([^/]+)\//.exec(file)?.[1];

const inCatalogueFiles = inside("apps/server/src/domains/catalogue-files");
const roomOf = (file: string) => /\/domains\/catalogue-files\/([^/]+)\//.exec(file)?.[1];

/** The owners of tables whose names don't show their owner. Most are the shared part of a domain (order-records). */
const owners = {
  "shop.orders": "order-records",
  "shop.stores": "store-records",
  "shop.api_keys": "api-key-records",
  "shop.invitations": "open-invitations",
  "shop.stock_movements": "inventory",
  "shop.images": "products",
  "shop.jobs": "platform",
  "shop.test_payments": "gateways",
};

/** Whether context.ts imports from the gateways, as it may do to declare the services that handlers receive. */
function isServicesType(from: string, to: string): boolean {
  return from === "apps/server/src/platform/context.ts" && inside("apps/server/src/gateways")(to);
}

describe("imports that must never exist", () => {
  test("an app that imports another app", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        appOf(from) !== undefined && appOf(to) !== undefined && appOf(from) !== appOf(to),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  test("a package that imports an app", () => {
    const wrong = imports.filter(({ from, to }) => inside("packages")(from) && inside("apps")(to));
    expect(wrong.map(say)).toEqual([]);
  });

  test("a contract or ui package that imports our other packages", () => {
    const wrong = ["packages/contract", "packages/ui"].flatMap((folder) =>
      imports.filter(
        ({ from, to }) => inside(folder)(from) && isOurs(to) && !inside(`${folder}/src`)(to),
      ),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  test("payment providers' stand-ins that import our other code", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        inside("packages/payment-standins")(from) &&
        (isOurs(to) || to.startsWith("@vetrina/")) &&
        !inside("packages/payment-standins")(to),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  test("a contract that imports packages other than zod, or a ui package that imports any but react", () => {
    const allowed: Record<string, RegExp> = {
      "packages/contract/src": /^zod$/,
      "packages/ui/src": /^react(?:-dom)?(?:\/|$)/,
    };
    const wrong = Object.entries(allowed).flatMap(([folder, pattern]) =>
      imports.filter(({ from, to }) => inside(folder)(from) && !isOurs(to) && !pattern.test(to)),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  test("commerce code that imports anything but itself and the contract's types, or does I/O", () => {
    const wrong = valuesFrom("packages/commerce/src").filter(
      ({ to }) => !inside("packages/commerce/src")(to),
    );
    const io = shipped
      .filter(inside("packages/commerce/src"))
      .filter((file) => /\b(?:fetch\(|localStorage|process\.|Date\.now\()/.test(readFile(file)));
    expect([...wrong.map(say), ...io]).toEqual([]);
  });

  test("a client that imports anything but itself and the contract's types", () => {
    const wrong = valuesFrom("packages/client/src").filter(
      ({ to }) => !inside("packages/client/src")(to),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  test("a platform module that imports a domain or a gateway", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        inside("apps/server/src/platform")(from) &&
        /^apps\/server\/src\/(?:domains|gateways)\//.test(to) &&
        !isServicesType(from, to),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  test("a gateway that imports a domain", () => {
    const wrong = imports.filter(
      ({ from, to }) => inside("apps/server/src/gateways")(from) && domainOf(to) !== undefined,
    );
    expect(wrong.map(say)).toEqual([]);
  });

  test("domains that import each other in a cycle, types included", () => {
    const between = imports.flatMap((each) => {
      const [from, to] = [domainOf(each.from), domainOf(each.to)];
      return from === undefined || to === undefined || from === to ? [] : [{ ...each, from, to }];
    });
    expect(circles(between)).toEqual([]);
  });

  test("a domain that uses another domain's queries instead of calling its handlers", () => {
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [domainOf(from), domainOf(to)];
      return other !== undefined && own !== other && to.endsWith("/queries.ts");
    });
    expect(wrong.map(say)).toEqual([]);
  });

  test("a catalogue file format that is imported from outside its folder", () => {
    const formats = new Set(["product-csv", "inventory-csv", "json-lines"]);
    const wrong = imports.filter(({ from, to }) => {
      const [own, other] = [roomOf(from), roomOf(to)];
      return own !== undefined && other !== undefined && own !== other && formats.has(other);
    });
    expect(wrong.map(say)).toEqual([]);
    const own = imports.filter(({ from, to }) => [from, to].every(inCatalogueFiles));
    expect(circles(own)).toEqual([]);
  });

  test("rules that import code that does I/O", () => {
    const wrong = imports.filter(
      ({ from, to, typeOnly }) =>
        /\/domains\/.*\/rules\.ts$/.test(from) &&
        !typeOnly &&
        !/^packages\/(?:commerce|contract)\/|\/platform\/errors\.ts$|\/rules\.ts$|^zod$/.test(to),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  test("shipped code that imports tests or the demo", () => {
    const wrong = imports.filter(({ to }) => /^(?:tests|demo|bench)\//.test(to) || isTest(to));
    expect(wrong.map(say)).toEqual([]);
  });

  test("storefront code that imports Node modules", () => {
    const wrong = imports.filter(
      ({ from, to }) =>
        inside("apps/storefront/src")(from) &&
        to.startsWith("node:") &&
        !/\.server\.tsx?$/.test(from),
    );
    expect(wrong.map(say)).toEqual([]);
  });

  test("modules that import each other in a cycle, types and lazy imports included", () => {
    expect(circles(imports.filter(({ to }) => isOurs(to)))).toEqual([]);
  });
});

describe("tables that server code writes", () => {
  const writes = shipped.filter(inside("apps/server/src")).flatMap(tableWritesOf);

  test("each have one owner, whose handlers and functions other code calls", () => {
    const byTable = Map.groupBy(writes, ({ table }) => table);
    const wrong = [...byTable]
      .filter(([, each]) => new Set(each.map(({ writer }) => writer)).size > 1)
      .map(([table, each]) => `${table}: ${[...new Set(each.map(({ file }) => file))].join(", ")}`);
    expect(wrong).toEqual([]);
    const known = Object.keys(owners).map((table) => [table, byTable.get(table)?.[0]?.writer]);
    expect(Object.fromEntries(known)).toEqual(owners);
  });

  test("are named literally in the statement", () => {
    expect(writes.filter(({ table }) => table === null)).toEqual([]);
  });
});

describe("each endpoint", () => {
  const modules = shipped.filter(inside("apps/server/src/domains"));
  const valueExport = /^export (?:async )?(?:function\*?|const) (\w+)/gm;
  const exported = modules.flatMap((file) =>
    [...readFile(file).matchAll(valueExport)].map(([, name = ""]) => ({ file, name })),
  );
  const filesByExport = Map.groupBy(exported, ({ name }) => name);
  const endpoints = Object.values(api).flatMap((group) => Object.keys(group));

  test("has one handler, in a file that is named after the endpoint and imported by the domain's routes.ts", () => {
    const wrong = endpoints.flatMap((endpoint) => {
      const fileName = `${endpoint.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.ts`;
      const named = modules.filter((file) => path.posix.basename(file) === fileName);
      const holders = (filesByExport.get(endpoint) ?? []).map(({ file }) => file);
      const [file] = named;
      if (file === undefined || named.length > 1 || holders.join() !== file)
        return [`${endpoint}: ${fileName} is [${named.join()}], exported by [${holders.join()}]`];
      const routes = `apps/server/src/domains/${domainOf(file)}/routes.ts`;
      const isRouted = namesImported(routes).some(
        ({ name, from }) => name === endpoint && from === file,
      );
      return isRouted ? [] : [`${routes} doesn't import ${endpoint} from ${file}`];
    });
    expect(endpoints.length).toBeGreaterThan(150);
    expect(wrong).toEqual([]);
  });
});

/** Source folders whose subfolders must not import each other in cycles. */
const roomed = ["apps/storefront/src"];

describe.each(roomed)("the folders of %s", (sources) => {
  /** The subfolder of a file: apps/storefront/src/product/reviews/vote.ts is in apps/storefront/src/product. */
  const partOf = (file: string) => {
    const [part = "", ...below] = file.slice(sources.length + 1).split("/");
    return below.length > 0 ? `${sources}/${part}` : sources;
  };

  test.each([
    ["parts", partOf],
    ["folders", (file: string) => path.posix.dirname(file)],
  ])("%s import each other in a cycle, types included", (_, placeOf) => {
    const arrows = imports.flatMap((each) => {
      if (!inside(sources)(each.from) || !inside(sources)(each.to)) return [];
      const [from, to] = [placeOf(each.from), placeOf(each.to)];
      return from === to ? [] : [{ from, to }];
    });
    expect(arrows.length).toBeGreaterThan(0);
    expect(circles(arrows)).toEqual([]);
  });
});

/** Cycles of imports, as lists of their files or folders. Empty if there are none. */
function circles(arrows: readonly Pick<Import, "from" | "to">[]): string[] {
  const next = Map.groupBy(arrows, ({ from }) => from);
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: string[]) => {
    const at = trail.indexOf(file);
    if (at >= 0) found.push([...trail.slice(at), file].join(" -> "));
    if (at >= 0 || done.has(file)) return;
    for (const { to } of next.get(file) ?? []) visit(to, [...trail, file]);
    done.add(file);
  };
  for (const file of next.keys()) visit(file, []);
  return found;
}

/**
 * Whether a file's values are imported only by import(). Such a file may have a default export, because React's lazy()
 * needs one.
 */
function isLoadedLater(file: string): boolean {
  const uses = imports.filter(({ to }) => to === file);
  return uses.length > 0 && uses.every(({ later, typeOnly }) => later || typeOnly);
}

describe("consistent style", () => {
  test("files and folders are named in kebab-case", () => {
    const conventional =
      /^(?:README|GLOSSARY|CONTRIBUTING|CHANGELOG|LICENSE|AGENTS)\.md$|^[a-z0-9_.]+\.sql$/;
    const kebab = /^\.?[a-z0-9]+(?:[-.][a-z0-9]+)*$/;
    const wrong = files.filter((file) =>
      file.split("/").some((part) => !kebab.test(part) && !conventional.test(part)),
    );
    expect(wrong).toEqual([]);
  });

  test("exports are named, except those of pages, configuration, and lazily loaded components", () => {
    const byTheTools = [
      /^apps\/storefront\/src\/(?:routes\/[^/]+|root|routes|entry\.(?:server|client))\.tsx?$/,
      /(?:^|\/)[a-z-]+\.config\.ts$/,
      /^tests\/(?:database-server|e2e\/global-setup)\.ts$/,
    ];
    const wrong = code
      .filter((file) => !byTheTools.some((pattern) => pattern.test(file)))
      .filter((file) => /^export default\b|^export \{[^}]*\bdefault\b/m.test(readFile(file)))
      .filter((file) => !isLoadedLater(file));
    expect(wrong).toEqual([]);
  });

  test("no file only re-exports what other files export", () => {
    const wrong = code.filter((file) => {
      if (/^export \*/m.test(readFile(file))) return true;
      const statements = readFile(file)
        .replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "")
        .split(";")
        .map((statement) => statement.trim())
        .filter((statement) => statement !== "");
      return (
        statements.length > 0 && statements.every((each) => /^export\b[^=(]*\bfrom\b/.test(each))
      );
    });
    expect(wrong).toEqual([]);
  });

  test("no source folder contains more than 40 files", () => {
    const wrong = [...Map.groupBy(code, (file) => path.posix.dirname(file))]
      .filter(([, inFolder]) => inFolder.length > 40)
      .map(([folder, inFolder]) => `${folder}: ${inFolder.length} files`);
    expect(wrong).toEqual([]);
  });

  test("no file has more than 400 lines", () => {
    const generated = new Set([
      "packages/client/src/types.ts",
      "packages/client/src/operations.ts",
      "docs/openapi.json",
      "package-lock.json",
    ]);
    const wrong = files
      .filter((file) => /\.(?:ts|tsx|mjs|css|sql|json|md|sh)$/.test(file) && !generated.has(file))
      .filter((file) => !inside("demo/pictures")(file))
      .map((file) => ({ file, lines: readFile(file).trimEnd().split("\n").length }))
      .filter(({ lines }) => lines > 400);
    expect(wrong).toEqual([]);
  });

  test("any is never used, and no check is disabled for a whole file or without naming the check", () => {
    const wrong = code.flatMap((file) =>
      matchesIn(file, [
        /(?:\bas|:|<|\|)\s*any\b(?=\s*[\]),;>|=[]|$)/gm,
        /@ts-(?:ignore|nocheck)\b/g,
        /\b(?:oxlint|eslint)-disable(?!-next-line [a-z@])/g,
      ]),
    );
    expect(wrong).toEqual([]);
  });

  test("no comment marks unfinished work", () => {
    // Spelled with brackets, so that this file doesn't match.
    const marks = String.raw`\b(?:TOD[O]|FIXM[E]|XX[X])\b`;
    const wrong = files
      .filter((file) => /\.(?:ts|tsx|mjs|css|sql|md)$/.test(file))
      .flatMap((file) => matchesIn(file, [new RegExp(marks, "g")]));
    expect(wrong).toEqual([]);
  });

  test("no test is skipped, empty or focused", () => {
    const wrong = code
      .filter(isTest)
      .flatMap((file) =>
        matchesIn(file, [
          /\b(?:test|it|describe|suite)(?:\.\w+)*\.(?:only|skip|todo|fixme|fails|fail|skipIf)\b/g,
          /\b(?:test|it|describe|suite)\.runIf\((?!isRoot\))/g,
          /\b(?:fit|fdescribe|xit|xdescribe|xtest)\(/g,
        ]),
      );
    expect(wrong).toEqual([]);
  });

  test("comments have at most three lines", () => {
    const wrong = code
      .filter((file) => !file.startsWith("packages/client/src/types"))
      .flatMap((file) => matchesIn(file, [/(?:^[ \t]*\/\/.*\n){4,}/gm]));
    expect(wrong).toEqual([]);
  });
});

function matchesIn(file: string, patterns: readonly RegExp[]): string[] {
  const text = readFile(file);
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(
      ({ index, 0: found }) =>
        `${file}:${text.slice(0, index).split("\n").length} ${found.trim().split("\n")[0]}`,
    ),
  );
}

test("every import refers to an existing file", () => {
  const known = new Set(files);
  const wrong = code
    .flatMap(importsOf)
    .filter(({ to }) => isOurs(to) && !known.has(path.posix.normalize(to)))
    // Leaves out stylesheets, fonts, and files that the storefront's build generates.
    .filter(({ to }) => !/\/\+types\/|\/build\/|\.css(?:\?raw)?$|\.woff2/.test(to));
  expect(wrong.map(say)).toEqual([]);
});
