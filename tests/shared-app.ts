import { AsyncLocalStorage } from "node:async_hooks";
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from "fastify";
import { buildApp } from "../apps/server/src/app.ts";
import type { Services } from "../apps/server/src/platform/context.ts";

/** The services of the test world that made the current call. Work that the call leaves running also uses them. */
const called = new AsyncLocalStorage<Services>();
const apps = new Map<boolean, FastifyInstance>();

/**
 * Calls the API of an app that the worker's worlds share, with the services of one world. Building an app for each
 * world would cost a large part of a typical test's CPU time.
 */
export async function callShared(
  services: Services,
  { rateLimits }: { rateLimits: boolean },
  request: InjectOptions,
): Promise<LightMyRequestResponse> {
  const app = apps.get(rateLimits) ?? buildShared(services, rateLimits);
  // Loads Fastify's plugins outside run(). Inside it, they would keep the services of the first call.
  await app.ready();
  // inject() starts only when it is awaited, so it is awaited within run().
  return called.run(services, async () => await app.inject(request));
}

export const appOptions = { checkResponses: true, trustProxy: 1 };

function buildShared({ log }: Services, rateLimits: boolean): FastifyInstance {
  const app = buildApp(calledServices(log), { ...appOptions, rateLimits });
  apps.set(rateLimits, app);
  return app;
}

/**
 * The services with which the shared app is built. During a call, they are those of the call's world. While the app is
 * being built, they are proxies, which look up the services of a world only when they are used.
 */
function calledServices(log: Services["log"]): Services {
  return new Proxy({ log } as Services, {
    get(known, key) {
      const services = called.getStore();
      if (services !== undefined) return Reflect.get(services, key);
      return Reflect.get(known, key) ?? standIn([key]);
    },
    ownKeys: (known) => Reflect.ownKeys(called.getStore() ?? known),
    getOwnPropertyDescriptor(known, key) {
      const found = Reflect.getOwnPropertyDescriptor(called.getStore() ?? known, key);
      return found && { ...found, configurable: true };
    },
  });
}

/**
 * A proxy for a value in the services, given by its path. Each use during a call reads the value from the services of
 * the call's world.
 */
function standIn(path: readonly PropertyKey[]): unknown {
  const valueAt = (keys: readonly PropertyKey[]) => {
    let value: unknown = called.getStore();
    if (value === undefined)
      throw new Error(`services.${path.map(String).join(".")} was used outside a call.`);
    for (const key of keys) value = Reflect.get(value as object, key);
    return value;
  };
  return new Proxy(() => {}, {
    get(_, key) {
      if (called.getStore() === undefined) return standIn([...path, key]);
      const owner = valueAt(path) as object;
      const value: unknown = Reflect.get(owner, key);
      return typeof value === "function" ? value.bind(owner) : value;
    },
    apply: (_, _this, args) =>
      Reflect.apply(valueAt(path) as () => unknown, valueAt(path.slice(0, -1)), args),
  });
}
