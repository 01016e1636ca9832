import { randomUUID } from "node:crypto";
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from "fastify";
import { api } from "@vetrina/contract/api";
import { analyticsRoutes } from "./domains/analytics/routes.ts";
import { apiKeysRoutes } from "./domains/api-keys/routes.ts";
import { bulkEditsRoutes } from "./domains/bulk-edits/routes.ts";
import { collectionsRoutes } from "./domains/collections/routes.ts";
import { contactRoutes } from "./domains/contact/routes.ts";
import { customersRoutes } from "./domains/customers/routes.ts";
import { discountsRoutes } from "./domains/discounts/routes.ts";
import { domainsRoutes } from "./domains/custom-domains/routes.ts";
import { exportsRoutes, importsRoutes } from "./domains/file-jobs/routes.ts";
import { languagesRoutes } from "./domains/languages/routes.ts";
import { invitationsRoutes } from "./domains/invitations/routes.ts";
import {
  inventoryRoutes,
  locationsRoutes,
  stockCountsRoutes,
  transfersRoutes,
} from "./domains/inventory/routes.ts";
import { listingRoutes } from "./domains/listing/routes.ts";
import { loggingRoutes } from "./domains/logging/routes.ts";
import { mediaRoutes } from "./domains/media/routes.ts";
import { menusRoutes } from "./domains/menus/routes.ts";
import { orderDocumentsRoutes } from "./domains/order-documents/routes.ts";
import { draftOrdersRoutes } from "./domains/draft-orders/routes.ts";
import { ordersRoutes } from "./domains/orders/routes.ts";
import { paymentProvidersRoutes } from "./domains/payment-providers/routes.ts";
import { paymentsRoutes, transactionsRoutes } from "./domains/payments/routes.ts";
import { policiesRoutes } from "./domains/policies/routes.ts";
import { codesRoutes, quotesRoutes } from "./domains/pricing/routes.ts";
import { productsRoutes } from "./domains/products/routes.ts";
import { reconciliationRoutes } from "./domains/reconciliation/routes.ts";
import { refundsRoutes } from "./domains/refunds/routes.ts";
import { reviewsRoutes } from "./domains/reviews/routes.ts";
import { rolesRoutes } from "./domains/roles/routes.ts";
import { searchRoutes } from "./domains/search/routes.ts";
import { shipmentsRoutes } from "./domains/shipments/routes.ts";
import { shippingRoutes } from "./domains/shipping/routes.ts";
import { storesRoutes } from "./domains/stores/routes.ts";
import { requireHealth } from "./domains/system/check-health.ts";
import { systemRoutes } from "./domains/system/routes.ts";
import { taxesRoutes } from "./domains/taxes/routes.ts";
import { upsellsRoutes } from "./domains/upsells/routes.ts";
import { usersRoutes } from "./domains/users/routes.ts";
import { mountApplePayFile } from "./search-engines/mount-apple-pay-file.ts";
import { webhookLogRoutes, webhooksRoutes } from "./domains/webhooks/routes.ts";
import { mountFavicon } from "./search-engines/mount-favicon.ts";
import { mountSitemap } from "./search-engines/mount-sitemap.ts";
import { createVisitorShares } from "./platform/visitor-shares.ts";
import { mountApiDocument } from "./platform/api-docs/mount.ts";
import type { Config } from "./platform/config.ts";
import type { Services } from "./platform/context.ts";
import { notFound } from "./platform/errors.ts";
import { type ApiOptions, mountApi } from "./platform/http/api-server.ts";
import { answerError, answerUnreadable } from "./platform/http/answers/error-handler.ts";
import { requireHost, requireProtocol } from "./platform/http/host-store.ts";
import { parseQuery } from "./platform/http/query-fields.ts";
import { createHttpServer } from "./platform/http/connections/http-server.ts";
import type { ApiRoutes } from "./platform/http/routes.ts";
import { theTimeouts } from "./platform/http/timeouts.ts";
import { isInProcess } from "./platform/http/transport.ts";
import {
  closeUnlessWhole,
  endsConnection,
  holdChunks,
} from "./platform/http/bodies/unread-body.ts";
import { mountMedia } from "./platform/http/media-route.ts";
import { countRequest } from "./platform/metrics.ts";
import { trustedProxies, warnOfUntrustedProxy } from "./platform/network/trust-proxy.ts";

/** The handler of each endpoint of the contract, by group. */
export const routes: ApiRoutes = {
  analytics: analyticsRoutes,
  apiKeys: apiKeysRoutes,
  bulkEdits: bulkEditsRoutes,
  collections: collectionsRoutes,
  contact: contactRoutes,
  customers: customersRoutes,
  discounts: { ...discountsRoutes, ...codesRoutes },
  domains: domainsRoutes,
  draftOrders: draftOrdersRoutes,
  exports: exportsRoutes,
  imports: importsRoutes,
  inventory: inventoryRoutes,
  languages: languagesRoutes,
  invitations: invitationsRoutes,
  locations: locationsRoutes,
  logging: { ...loggingRoutes, ...webhookLogRoutes },
  media: mediaRoutes,
  menus: menusRoutes,
  orders: { ...ordersRoutes, ...orderDocumentsRoutes },
  payments: { ...paymentsRoutes, ...paymentProvidersRoutes },
  policies: policiesRoutes,
  products: { ...productsRoutes, ...listingRoutes },
  reconciliation: reconciliationRoutes,
  refunds: refundsRoutes,
  reviews: reviewsRoutes,
  roles: rolesRoutes,
  search: searchRoutes,
  shipments: shipmentsRoutes,
  shipping: { ...shippingRoutes, ...quotesRoutes },
  stockCounts: stockCountsRoutes,
  stores: storesRoutes,
  system: systemRoutes,
  taxes: taxesRoutes,
  upsells: upsellsRoutes,
  transactions: transactionsRoutes,
  transfers: transfersRoutes,
  users: usersRoutes,
  webhooks: webhooksRoutes,
};

const unreadable = {
  path: new Error("The request has no path."),
  headers: Object.assign(
    new Error("The request has too many headers, or a header that is too long."),
    {
      code: "HPE_HEADER_OVERFLOW",
    },
  ),
};

/** Builds the server, except for its storefront, ready to listen or to be called in-process. */
export function buildApp(
  services: Services,
  options: ApiOptions & Pick<Config, "trustProxy">,
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = services.log;
  const timeouts = options.timeouts ?? theTimeouts;
  const app = Fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: trustedProxies(options.trustProxy),
    genReqId: () => randomUUID(),
    routerOptions: {
      maxParamLength: 300,
      ignoreTrailingSlash: false,
      querystringParser: parseQuery,
    },
    forceCloseConnections: "idle",
    serverFactory: (answer) =>
      createHttpServer(
        answer,
        (socket, why) => answerUnreadable(unreadable[why], socket),
        timeouts,
      ),
    clientErrorHandler: answerUnreadable,
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply),
  });
  // Fastify parses no bodies, because the API reads a body only once it knows the caller.
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, _payload, done) => done(null));
  app.setErrorHandler(answerError);
  app.setNotFoundHandler((request, reply) => answerError(notFound("page"), request, reply));
  app.addHook("onRequest", (request, reply, done) => {
    reply.header("x-trace-id", request.id).header("x-content-type-options", "nosniff");
    holdChunks(request.raw);
    requireHost(request);
    requireProtocol(request);
    done();
  });
  app.addHook("onSend", (request, reply, _payload, done) => {
    if (endsConnection(request.raw)) reply.header("connection", "close");
    done();
  });
  warnOfUntrustedProxy(app, options.trustProxy);
  app.addHook("onError", (_request, _reply, error, done) => {
    services.database.health.noteError(error);
    done();
  });
  // Logs route patterns instead of URLs, because a path may contain an order's email.
  app.addHook("onResponse", (request, reply, done) => {
    const { method, routeOptions } = request;
    const route = routeOptions.url ?? "none";
    countRequest({ method, route, status: reply.statusCode, seconds: reply.elapsedTime / 1000 });
    // Calls made by our own pages are logged only at debug level, because one page makes many.
    request.log[isInProcess(request) ? "debug" : "info"](
      {
        traceId: request.id,
        method,
        route,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
      },
      "answered",
    );
    closeUnlessWhole(request.raw, timeouts.restMs);
    done();
  });
  app.all("/api/*", (request, reply) => answerError(notFound("call"), request, reply));
  mountApi(app, api, routes, services, options);
  mountApiDocument(app, options.rateLimits ? services : null);
  mountMedia(app, services);
  mountSitemap(app, services, { rateLimits: options.rateLimits, shares: createVisitorShares() });
  mountFavicon(app, services, options);
  mountApplePayFile(app, services, options);
  mountHealth(app, services);
  return app;
}

/** Health checks for process managers: /health/live doesn't use the database, /health/check checks it. */
function mountHealth(app: FastifyInstance, services: Services): void {
  app.get("/health/live", (_request, reply) => reply.send({ status: "ok" }));
  app.get("/health/check", () => requireHealth(services));
}
