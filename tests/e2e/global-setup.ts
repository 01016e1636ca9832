import { newDataDir, removeDataDir, startShop } from "../running-shop.ts";

/** The built product, once for the run, as npm start gives it: both demo stores on a data folder of its own. */
export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await newDataDir();
  const shop = await startShop({
    launcher: true,
    dataDir,
    port: Number(process.env["E2E_PORT"]),
    env: { RATE_LIMITS: "0" },
  });
  process.env["E2E_DATABASE_URL"] = await shop.databaseUrl();
  return async () => {
    const { code } = await shop.end("SIGTERM");
    await removeDataDir(dataDir);
    if (code !== 0) throw new Error(`the shop did not end well (${code}):\n${shop.output()}`);
  };
}
