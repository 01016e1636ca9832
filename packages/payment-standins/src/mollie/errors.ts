import { type Answer, Refusal } from "../core/types.ts";

const titles: Record<number, string> = {
  400: "Bad Request",
  401: "Unauthorized Request",
  403: "Forbidden",
  404: "Not Found",
  409: "Conflict",
  415: "Unsupported Media Type",
  422: "Unprocessable Entity",
  429: "Too Many Requests",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

const headers = { "content-type": "application/hal+json" };

export function success(body: unknown, status = 200): Answer {
  return { status, body, headers };
}

export function failure(status: number, detail: string, field?: string): Answer {
  const documentation = {
    href: "https://docs.mollie.com/overview/handling-errors",
    type: "text/html",
  };
  const title = titles[status] ?? "Error";
  const body = {
    status,
    title,
    detail,
    ...(field === undefined ? {} : { field }),
    _links: { documentation },
  };
  return { status, body, headers };
}

export function refuse(status: number, detail: string, field?: string): Refusal {
  return new Refusal(failure(status, detail, field));
}
