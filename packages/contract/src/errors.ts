import { z } from "zod";

/** Every error code of the API with its HTTP status. Add a new code here and to the endpoints that return it. */
export const errorStatus = {
  VALIDATION_FAILED: 400,
  INVALID_JSON: 400,
  TOKEN_INVALID: 400,
  UNAUTHENTICATED: 401,
  INVALID_CREDENTIALS: 401,
  TOTP_REQUIRED: 401,
  FORBIDDEN: 403,
  PERMISSION_NOT_HELD: 403,
  EMAIL_NOT_VERIFIED: 403,
  NOT_FOUND: 404,
  ORDER_NOT_FOUND: 404,
  METHOD_NOT_ALLOWED: 405,
  REQUEST_TIMEOUT: 408,
  ALREADY_EXISTS: 409,
  TOTAL_CHANGED: 409,
  OUT_OF_STOCK: 409,
  UNAVAILABLE_ITEM: 409,
  SHIPPING_UNAVAILABLE: 409,
  DISCOUNT_INVALID: 409,
  IDEMPOTENCY_KEY_REUSED: 409,
  ORDER_EXPIRED: 409,
  ORDER_ALREADY_PAID: 409,
  ORDER_NOT_PAID: 409,
  INVALID_TRANSITION: 409,
  AMOUNT_EXCEEDED: 409,
  OPEN_ORDERS: 409,
  LIMIT_REACHED: 409,
  CURRENCY_FIXED: 409,
  CURRENCY_CHANGED: 409,
  DOMAIN_NOT_VERIFIED: 409,
  PRIMARY_DOMAIN: 409,
  PLATFORM_DOMAIN: 409,
  MEDIA_IN_USE: 409,
  DEFAULT_LANGUAGE: 409,
  BUILT_IN_ROLE: 409,
  LAST_OWNER: 409,
  LAST_VARIANT: 409,
  AUTOMATED_COLLECTION: 409,
  ROLE_IN_USE: 409,
  INVITATION_NOT_PENDING: 409,
  EDIT_CONFLICT: 412,
  PAYLOAD_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
  UNKNOWN_HOST: 421,
  PAYMENT_FAILED: 422,
  RATE_LIMITED: 429,
  HOLD_LIMIT: 429,
  INTERNAL_ERROR: 500,
  PROVIDER_ERROR: 502,
  DATABASE_UNAVAILABLE: 503,
  SERVER_BUSY: 503,
  SHUTTING_DOWN: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The codes that any call can fail with. Endpoints list their additional codes. */
export const commonErrors = [
  "VALIDATION_FAILED",
  "INVALID_JSON",
  "REQUEST_TIMEOUT",
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "INTERNAL_ERROR",
  "DATABASE_UNAVAILABLE",
  "SERVER_BUSY",
] as const satisfies readonly ErrorCode[];

/** The body of every error response. */
export const ApiErrorBody = z
  .object({
    code: z.string().meta({ description: "An error code of this document, e.g. NOT_FOUND." }),
    message: z.string().meta({ description: "What went wrong, or what to do." }),
    statusCode: z.int(),
    details: z
      .unknown()
      .meta({ description: "Details specific to the code; null if there are none." }),
    traceId: z.string().meta({ description: "The request id, which is also in the server's log." }),
  })
  .meta({ id: "ApiErrorBody" });
export type ApiErrorBody = z.infer<typeof ApiErrorBody>;

/** An entry of the `details` of VALIDATION_FAILED: the field with the error, and what to send instead. */
export type ValidationError = { path: string; message: string };
