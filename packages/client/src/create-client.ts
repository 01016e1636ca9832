import { HttpError, isApiError, readAnswer, readFile } from "./api-error.ts";
import { makeRequest, planRequest } from "./build-request.ts";
import type { Input, Operation, RequestPlan } from "./build-request.ts";
import { basePath, operations } from "./operations.ts";
import { currentPath, goToLogin, pageOrigin } from "./page-location.ts";
import type { SignedOut } from "./page-location.ts";
import { repeatWhileBusy } from "./repeat-while-busy.ts";
import { createSession } from "./session.ts";
import { bearer, defaultTokenStore, heldInCookie, usableTokens } from "./tokens.ts";
import type { TokenStore } from "./tokens.ts";
import { fetchTransport } from "./transport.ts";
import type { CallOptions, Transport } from "./transport.ts";
import type { Client } from "./types.ts";

export type ClientOptions = {
  /** Sends the requests. Default: fetch. */
  transport?: Transport | undefined;
  /**
   * The API's origin without /api/v1, such as https://shop.example. Default: the page's origin or, outside a browser
   * and with a transport, http://localhost.
   */
  baseUrl?: string | undefined;
  /** Where the tokens are stored. Default: local storage in browsers, else memory. */
  tokens?: TokenStore | undefined;
  /** Headers sent with every call. If they contain Authorization, the stored tokens are not used. */
  headers?: CallOptions["headers"];
  /**
   * The language (such as DE) of calls that return texts. Texts that aren't translated are in the store's default
   * language. A call can set another language.
   */
  language?: string | undefined;
  /**
   * Whether GET calls, and calls that take an Idempotency-Key, are repeated while the server is busy (503 SERVER_BUSY):
   * at most four attempts within 30 seconds. Default: true.
   */
  retryBusy?: boolean | undefined;
  /**
   * Called when the session has ended, because the server rejected a refresh or another tab signed out. Default in
   * browsers: goes to /login?returnTo=<path>.
   */
  onSignedOut?: ((signedOut: SignedOut) => void) | undefined;
};

type Send = (operation: Operation, input: Input, options: CallOptions) => Promise<unknown>;

const refreshTimeoutMs = 15_000;

/**
 * Creates a client for every call of the API: `client.products.listProducts({ linkStoreId: "sorvela" })`. Calls reject
 * with ApiError (see its `code`), HttpError, the signal's reason, or the transport's error if there is no response.
 */
export function createClient(clientOptions: ClientOptions = {}): Client {
  const { transport = fetchTransport, tokens = defaultTokenStore() } = clientOptions;
  const { headers, language, retryBusy = true } = clientOptions;
  const { onSignedOut = goToLogin } = clientOptions;
  const base = baseOf(clientOptions);
  const session = createSession(tokens, refresh, () => onSignedOut({ returnTo: currentPath() }));

  const ownWay: Readonly<Record<string, Send | undefined>> = {
    "users.login": signIn,
    "users.logout": signOut,
    "users.refreshToken": sendAsGuest,
  };
  // The only cast from the operations table to the generated types. Both are generated from the contract.
  const client = {} as Client;
  for (const [group, calls] of Object.entries(operations))
    Object.defineProperty(
      client,
      group,
      lazily(() => groupOf(group, calls)),
    );
  return client;

  function groupOf(group: string, calls: Readonly<Record<string, Operation>>) {
    const methods: Record<string, unknown> = {};
    for (const [name, operation] of Object.entries(calls)) {
      const send = ownWay[`${group}.${name}`] ?? sendWithToken;
      methods[name] = async (input: Input = {}, options: CallOptions = {}) =>
        send(operation, withLanguage(operation, input), options);
    }
    return methods;
  }

  function withLanguage(operation: Operation, input: Input): Input {
    return language !== undefined && operation.query?.includes("language")
      ? { ...input, language: input["language"] ?? language }
      : input;
  }

  async function sendWithToken(operation: Operation, input: Input, options: CallOptions) {
    const plan = planRequest(operation, base, input, options, headers);
    if (plan.headers["authorization"] !== undefined) return send(plan, undefined);
    const authorization = await session.authorization(plan.signal);
    try {
      return await send(plan, authorization);
    } catch (error) {
      if (!isRejectedToken(error)) throw error;
      const renewed = await session.renewed(authorization, plan.signal);
      if (renewed === undefined) throw error;
      return send(plan, renewed);
    }
  }

  async function sendAsGuest(operation: Operation, input: Input, options: CallOptions) {
    return send(planRequest(operation, base, input, options, headers), undefined);
  }

  async function signIn(operation: Operation, input: Input, options: CallOptions) {
    const answer = await sendAsGuest(operation, input, options);
    const { accessToken, refreshToken } = usableTokens(answer);
    tokens.write({
      accessToken,
      refreshToken: asksForCookie(input) ? heldInCookie : refreshToken,
    });
    return answer;
  }

  // Ends the local session before the server responds. Sends a stored refresh token along, so that the server ends its
  // session too; if the token is in a cookie, the browser sends it.
  async function signOut(operation: Operation, input: Input, options: CallOptions) {
    const { accessToken, refreshToken } = usableTokens(tokens.read());
    const sent = refreshToken === heldInCookie ? null : refreshToken;
    const body = input["body"] ?? (sent === null ? undefined : { refreshToken: sent });
    const plan = planRequest(operation, base, { ...input, body }, options, headers);
    tokens.write({ accessToken: null, refreshToken: null });
    return send(plan, accessToken === null ? undefined : bearer(accessToken));
  }

  async function refresh(refreshToken: string) {
    const signal = AbortSignal.timeout(refreshTimeoutMs);
    const body = refreshToken === heldInCookie ? {} : { refreshToken, rotate: true };
    return usableTokens(await sendAsGuest(operations.users.refreshToken, { body }, { signal }));
  }

  async function send(plan: RequestPlan, authorization: string | undefined): Promise<unknown> {
    const sendOnce = async () => {
      const response = await transport(makeRequest(plan, authorization));
      return plan.isFile && response.ok ? readFile(response) : readAnswer(response, plan.url);
    };
    return retryBusy && plan.isRepeatable ? repeatWhileBusy(sendOnce, plan.signal) : sendOnce();
  }
}

/**
 * Creates a group of calls when it is first used. The server creates a client for every page, and a page uses only a
 * few groups.
 */
function lazily(make: () => object): PropertyDescriptor {
  let made: object | undefined;
  return { get: () => (made ??= make()), enumerable: true };
}

function baseOf({ baseUrl, transport }: ClientOptions): string {
  const origin = baseUrl ?? pageOrigin() ?? (transport && "http://localhost");
  if (origin === undefined)
    throw new TypeError(
      "Outside a browser, createClient needs a baseUrl, such as https://shop.example.",
    );
  return origin.replace(/(?<!\/)\/+$/, "") + basePath;
}

function asksForCookie({ body }: Input): boolean {
  return typeof body === "object" && body !== null && "cookie" in body && body.cookie === true;
}

// Whether the call failed because of its token. INVALID_CREDENTIALS (a wrong password) is also a 401, but a new token
// would not help.
function isRejectedToken(error: unknown): boolean {
  return (
    error instanceof HttpError && error.status === 401 && !isApiError(error, "INVALID_CREDENTIALS")
  );
}
