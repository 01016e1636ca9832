import { queryGarbageCollectionMs, queryRetryDelayMs } from "@vetrina/commerce/constants";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
// Components that import this file call the API immediately, so the API client is loaded along with it.
import "./browser-client.ts";
import { isAnswer } from "./query/is-answer.ts";

let client: QueryClient | undefined;

/**
 * Wraps components that call the API from the browser. Each tab has one cache, which keeps unused data for 5 minutes.
 * Failed calls are retried after 1, 2 and 4 s, unless the error is final. Only lazily loaded components import this, so
 * that the first page stays small.
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
