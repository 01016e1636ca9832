import type { Answer, Call, Json } from "../core/types.ts";
import { decodeForm } from "./form.ts";
import { invalid, success } from "./errors.ts";
import type { Resource } from "./tables.ts";

/** A page of the account's objects, newest first, filtered by the query parameters `created` and those in `filters`. */
export function listed(call: Call, all: readonly Resource[], filters: readonly string[]): Answer {
  const { account, request } = call;
  const query = decodeForm(request.query);
  const own = all
    .filter((each) => each.account === account)
    .filter(({ api }) =>
      filters.every((name) => query[name] === undefined || String(api[name]) === query[name]),
    )
    .filter(({ api }) => isCreatedIn(Number(api["created"]), query["created"]))
    .toReversed();
  return pageOf(
    own.map(({ api }) => api),
    query,
    request.path,
  );
}

export function pageOf(own: readonly Json[], query: Json, url: string): Answer {
  const limit = Number(query["limit"] ?? 10);
  if (!Number.isInteger(limit) || limit < 1 || limit > 100)
    throw invalid(`Invalid integer: ${String(query["limit"])}`, { param: "limit" });
  const at = (name: string) => own.findIndex(({ id }) => id === query[name]);
  const start = query["starting_after"] === undefined ? 0 : at("starting_after") + 1;
  const end = query["ending_before"] === undefined ? own.length : at("ending_before");
  const range = own.slice(start, end);
  const isBackwards = query["ending_before"] !== undefined;
  const data = isBackwards ? range.slice(-limit) : range.slice(0, limit);
  return success({ object: "list", data, has_more: range.length > limit, url });
}

function isCreatedIn(created: number, range: unknown): boolean {
  if (typeof range === "string") return created === Number(range);
  if (typeof range !== "object" || range === null) return true;
  const { gt, gte, lt, lte } = range as Record<string, string | undefined>;
  return (
    (gt === undefined || created > Number(gt)) &&
    (gte === undefined || created >= Number(gte)) &&
    (lt === undefined || created < Number(lt)) &&
    (lte === undefined || created <= Number(lte))
  );
}
