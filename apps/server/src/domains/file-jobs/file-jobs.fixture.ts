import { expect } from "vitest";
import { runJobs } from "#tests/run-jobs.ts";
import { seedStore } from "#tests/seed.ts";
import { test as base, type World } from "#tests/world.ts";
import { staffClient } from "../products/catalogue.fixture.ts";
import { fileJobs } from "./jobs.ts";
import { type Row, shirt, toCsv } from "../catalogue-files/product-csv/csv.fixture.ts";
import { noNetwork } from "../catalogue-files/product-csv/import.fixture.ts";

export type Desk = Awaited<ReturnType<typeof openDesk>>;
/** A test that gets a `desk`: a store with functions that import and export files. */
export const test = base.extend<{ desk: Desk }>({
  desk: async ({ world }, use) => use(await openDesk(world)),
});

/** Creates a store with an empty catalogue. Returns functions that import and export files as the store's manager. */
export async function openDesk(world: World) {
  const storeId = await seedStore(world);
  const { imports, exports, products, logging } = await staffClient(world, storeId, "MANAGER");
  const send = (file: readonly Row[] | string, more: object = {}) => {
    const text = typeof file === "string" ? file : toCsv(file);
    const blob = new Blob([text], { type: "text/csv" });
    return imports.createImport({ storeId, file: blob, fileName: "spring.csv", ...more });
  };
  const work = (fetchPicture: (url: string) => Promise<Uint8Array> = noNetwork) =>
    workFileJobs(world, fetchPicture);
  return {
    world,
    storeId,
    imports,
    exports,
    products,
    logging,
    send,
    work,
    async bring(...args: Parameters<typeof send>) {
      const { id } = await send(...args);
      await work();
      return imports.getImport({ id });
    },
    count: async () => (await products.listProducts({ linkStoreId: storeId })).total,
    /** Creates an export, runs it, and downloads its file. */
    async take(kind: "PRODUCT_CSV" | "INVENTORY_CSV" | "JSON_LINES") {
      const { id } = await exports.createExport({ storeId, body: { kind } });
      await work();
      expect((await exports.getExport({ id })).progress.state).toBe("DONE");
      return exports.getExportFile({ id });
    },
  };
}

/** Runs the imports and exports that are due, and returns the number of time slices. */
export function workFileJobs(
  { services }: Pick<World, "services">,
  fetchPicture: (url: string) => Promise<Uint8Array> = noNetwork,
  stopped?: () => boolean,
): Promise<number> {
  const job = fileJobs(fetchPicture);
  if (stopped === undefined) return runJobs(services, { jobs: [job] });
  let isStopped = false;
  const run: typeof job.run = (given, claimed) =>
    job.run(given, { ...claimed, stopped: () => (isStopped ||= stopped()) });
  return runJobs(services, { jobs: [{ ...job, run }], stopped: () => isStopped });
}

/** CSV rows for this many products, one row each. */
export function hats(count: number, over: (i: number) => Row = () => ({})): Row[] {
  return Array.from({ length: count }, (_, i) => {
    const names = { Handle: `hat-${i}`, Title: `Hat ${i}`, "Variant SKU": `H${i}` };
    return Object.assign({}, shirt, names, over(i));
  });
}

/**
 * Simulates a process that dies while writing: once 60% of the products are stored, the database rejects its writes.
 */
export async function workUntilCutOff(world: World, products: number): Promise<void> {
  await world.admin.query(`
    create function public.cut_off() returns trigger language plpgsql as $$
    begin
      if (select count(*) from shop.products) > ${Math.floor(products * 0.6)} then raise exception 'cut off'; end if;
      return null;
    end $$;
    create trigger cut_off after insert on shop.products for each statement execute function public.cut_off()`);
  await workFileJobs(world);
  await world.admin.query("drop trigger cut_off on shop.products");
}
