import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import sharp from "sharp";
import { expect, vi } from "vitest";

export const root = path.join(import.meta.dirname, "../../../..");

/** The command's exit code and output. */
export type Finished = { code: number | null; out: string; err: string };

/**
 * Runs a command through the launcher that npm run import uses, in its own process group, with `env` as its only
 * settings.
 */
export function start(args: string[], env: Record<string, string>, command = "import-catalogue") {
  const child = spawn(
    process.execPath,
    [path.join(root, "scripts/command.mjs"), command, ...args],
    {
      env: { PATH: process.env["PATH"] ?? "", ...env },
      detached: true,
    },
  );
  const texts = Promise.all([read(child.stdout), read(child.stderr)]);
  const finished = once(child, "exit").then(async ([code]): Promise<Finished> => {
    const [out, err] = await texts;
    return { code: code as number | null, out, err };
  });
  return { child, finished };
}

/** Runs `work`, the function of a command, in this process. Requires exit code 0 and returns what was printed. */
export async function outputOf(work: () => Promise<number>): Promise<string> {
  let text = "";
  const print = (chunk: unknown, ...rest: unknown[]) => {
    text += String(chunk);
    for (const done of rest) if (typeof done === "function") done();
    return true;
  };
  const spy = vi.spyOn(process.stdout, "write").mockImplementation(print);
  try {
    expect(await work()).toBe(0);
    return text;
  } finally {
    spy.mockRestore();
  }
}

async function read(stream: NodeJS.ReadableStream): Promise<string> {
  let text = "";
  for await (const chunk of stream) text += String(chunk);
  return text;
}

/** A loopback server with pictures, redirects and files that are not pictures. */
export async function openPictureSite() {
  const picture = await sharp({
    create: { width: 400, height: 500, channels: 3, background: "#456" },
  })
    .jpeg()
    .toBuffer();
  let hits = 0;
  const redirects: Record<string, string> = {
    "/redirect.jpg": "/good.jpg?moved",
    "/metadata.jpg": "http://169.254.169.254/latest/meta-data/",
    "/loop.jpg": "/loop.jpg",
  };
  const server = createServer((request, response) => {
    hits += 1;
    const location = redirects[request.url ?? ""];
    if (location !== undefined) response.writeHead(302, { location }).end();
    else if (request.url?.startsWith("/good")) response.end(picture);
    else response.end("<html>not a picture</html>");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    hits: () => hits,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
