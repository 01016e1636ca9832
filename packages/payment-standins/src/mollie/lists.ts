import type { Answer, Call, Json } from "../core/types.ts";
import { refuse, success } from "./errors.ts";
import { documentation, link } from "./values.ts";

/** A page of the account's objects, newest first. The query's `from` is the id of the first object on the page. */
export function listed<T extends { id: string; account: string }>(
  { account, request, origin }: Call,
  name: string,
  all: readonly T[],
  present: (each: T, origin: string) => Json,
): Answer {
  const { query, path } = request;
  const limit = Number(query.get("limit") ?? 50);
  if (!Number.isInteger(limit) || limit < 1 || limit > 250)
    throw refuse(400, "The limit is invalid", "limit");
  const own = all.filter((each) => each.account === account).toReversed();
  const from = query.get("from");
  const start = from === null ? 0 : own.findIndex(({ id }) => id === from);
  if (start < 0) throw refuse(404, `No such resource: ${String(from)}`, "from");
  const page = own.slice(start, start + limit);
  const url = (id: string) => link(`${origin}${path}?from=${id}&limit=${limit}`);
  const after = own[start + limit];
  const before = start === 0 ? undefined : own[Math.max(0, start - limit)];
  return success({
    count: page.length,
    _embedded: { [name]: page.map((each) => present(each, origin)) },
    _links: {
      self: link(`${origin}${path}?limit=${limit}`),
      previous: before === undefined ? null : url(before.id),
      next: after === undefined ? null : url(after.id),
      documentation,
    },
  });
}
