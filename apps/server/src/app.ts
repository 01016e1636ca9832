import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { analyticsRoutes } from "./domains/analytics/routes.ts";
import { collectionsRoutes } from "./domains/collections/routes.ts";
import { customersRoutes } from "./domains/customers/routes.ts";
import { discountsRoutes } from "./domains/discounts/routes.ts";
import { inventoryRoutes } from "./domains/inventory/routes.ts";
import { ordersRoutes } from "./domains/orders/routes.ts";
import { paymentsRoutes } from "./domains/payments/routes.ts";
import { productsRoutes } from "./domains/products/routes.ts";
import { reviewsRoutes } from "./domains/reviews/routes.ts";
import { shippingRoutes } from "./domains/shipping/routes.ts";
import { storesRoutes } from "./domains/stores/routes.ts";
import { systemRoutes } from "./domains/system/routes.ts";
import { usersRoutes } from "./domains/users/routes.ts";
import type { Config } from "./platform/config.ts";
import type { Services } from "./platform/context.ts";
import { notFound } from "./platform/errors.ts";
import { type ApiOptions, mountApi } from "./platform/http/api-server.ts";
import { answerError } from "./platform/http/error-handler.ts";
import type { ApiRoutes } from "./platform/http/routes.ts";

/** Which verb answers each endpoint of the contract, group by group. */
export const routes = {
  analytics: analyticsRoutes,
  collections: collectionsRoutes,
  customers: customersRoutes,
  discounts: discountsRoutes,
  inventory: inventoryRoutes,
  orders: ordersRoutes,
  payments: paymentsRoutes,
  products: productsRoutes,
  reviews: reviewsRoutes,
  shipping: shippingRoutes,
  stores: storesRoutes,
  system: systemRoutes,
  users: usersRoutes,
} as unknown as ApiRoutes;

/** The whole server without its storefront, wired and ready to listen or to be called in-process. */
export function buildApp(
  services: Services,
  options: ApiOptions & Pick<Config, "trustProxy">,
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = services.log;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(options.trustProxy),
    genReqId: () => randomUUID(),
    bodyLimit: 1024 * 1024,
    routerOptions: { maxParamLength: 300, ignoreTrailingSlash: false },
    forceCloseConnections: "idle",
  });
  app.setErrorHandler(answerError);
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-trace-id", request.id).header("x-content-type-options", "nosniff");
    done();
  });
  // Route patterns, never addresses: an order's e-mail stands in a path.
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    request.log.info(
      {
        traceId: request.id,
        method,
        route: routeOptions.url,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
    done();
  });
  app.all("/api/*", (request, reply) => answerError(notFound("call"), request, reply));
  mountApi(app, routes, services, options);
  return app;
}

function trustedProxies(trust: Config["trustProxy"]) {
  return typeof trust === "number" ? (_address: string, hop: number) => hop < trust : trust;
}
