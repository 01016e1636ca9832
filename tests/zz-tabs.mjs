import { createServer } from "node:http";
import { existsSync, readFileSync } from "node:fs";
import { chromium } from "@playwright/test";
let refreshes = 0,
  generation = 0,
  refuse = false;
const json = (r, status, body) =>
  r.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
const server = createServer(async (q, r) => {
  if (q.url.startsWith("/client/"))
    return r
      .writeHead(200, { "content-type": "text/javascript" })
      .end(readFileSync(`/tmp/two-tabs${q.url}`));
  if (q.url === "/api/v1/users/refresh-token") {
    refreshes++;
    await new Promise((d) => setTimeout(d, 150));
    generation++;
    return json(
      r,
      refuse ? 401 : 200,
      refuse
        ? { code: "UNAUTHENTICATED" }
        : {
            accessToken: `access-token-${generation}`,
            refreshToken: `refresh-token-${generation}`,
          },
    );
  }
  if (q.url === "/api/v1/users/me")
    return q.headers.authorization === `Bearer access-token-${generation}`
      ? json(r, 200, { id: "me" })
      : json(r, 401, { code: "UNAUTHENTICATED" });
  r.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>x</title>");
}).listen(0);
const { port } = server.address();
const sp = (await import("@sparticuz/chromium")).default;
const path = [process.env.CHROMIUM_PATH, "/usr/bin/chromium"].find((p) => p && existsSync(p));
const args = ["--host-resolver-rules=MAP shop.test 127.0.0.1"];
const browser = await chromium.launch(
  path
    ? { executablePath: path, args }
    : { executablePath: await sp.executablePath(), args: [...sp.args, ...args] },
);
for (const host of [...Array(12).fill("localhost"), ...Array(4).fill("shop.test")]) {
  const context = await browser.newContext();
  const tabs = [];
  for (let i = 0; i < 4; i++) {
    const p = await context.newPage();
    await p.goto(`http://${host}:${port}/product?link=a&x=${i}`);
    tabs.push(p);
  }
  await tabs[0].evaluate(() => {
    localStorage.setItem("accessToken", "access-token-of-old");
    localStorage.setItem("refreshToken", "refresh-token-0");
  });
  const before = refreshes;
  console.log(
    host,
    JSON.stringify(
      await Promise.all(
        tabs.map((t) =>
          t.evaluate(async () => {
            const { createClient } = await import("/client/create-client.js");
            const c = createClient();
            const all = await Promise.allSettled(Array.from({ length: 20 }, () => c.users.getMe()));
            return [
              navigator.locks ? "locks" : "no locks",
              all.filter((a) => a.status === "fulfilled").length,
              0,
            ];
          }),
        ),
      ),
    ),
    "refreshes",
    refreshes - before,
  );
  await context.close();
}
await browser.close();
server.close();
