import { queryGarbageCollectionMs, queryRetryDelayMs } from "@vetrina/commerce/constants";
import { isApiError } from "@vetrina/client/api-error";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
// Whoever comes here asks at once: the API's client travels along instead of after.
import "./browser-client.ts";

let client: QueryClient | undefined;

/**
 * Around whatever asks the API from the browser: one cache a tab, kept for 5 minutes, retries after 1 s doubling to 30 s.
 * Only lazily loaded parts import it, so that it is no weight on the first page.
 */
export function QueryScope({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient()}>{children}</QueryClientProvider>;
}

function queryClient(): QueryClient {
  client ??= new QueryClient({
    defaultOptions: {
      queries: {
        gcTime: queryGarbageCollectionMs,
        retry: (failures, error) => failures < 3 && !isAnswer(error),
        retryDelay: queryRetryDelayMs,
      },
    },
  });
  return client;
}

/** The API has answered, and asking again would give the same. */
function isAnswer(error: unknown): boolean {
  return isApiError(error) && error.statusCode < 500 && error.statusCode !== 429;
}
