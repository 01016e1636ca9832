import { randomBytes } from "node:crypto";
import { type Answer, type Json, Refusal } from "../core/types.ts";

export type Detail = {
  issue: string;
  description?: string;
  field?: string;
  value?: string;
  location?: string;
};

const names: Record<number, readonly [name: string, message: string]> = {
  400: [
    "INVALID_REQUEST",
    "Request is not well-formed, syntactically incorrect, or violates schema.",
  ],
  401: [
    "AUTHENTICATION_FAILURE",
    "Authentication failed due to missing authorization header, or invalid authentication credentials.",
  ],
  403: ["NOT_AUTHORIZED", "Authorization failed due to insufficient permissions."],
  404: ["RESOURCE_NOT_FOUND", "The specified resource does not exist."],
  409: ["RESOURCE_CONFLICT", "The server has detected a conflict while processing this request."],
  415: ["UNSUPPORTED_MEDIA_TYPE", "The server does not support the request payload's media type."],
  422: [
    "UNPROCESSABLE_ENTITY",
    "The requested action could not be performed, semantically incorrect, or failed business validation.",
  ],
  429: ["RATE_LIMIT_REACHED", "Too many requests. Blocked due to rate limiting."],
  500: ["INTERNAL_SERVER_ERROR", "An internal server error occurred."],
  503: ["SERVICE_UNAVAILABLE", "Service Unavailable."],
};

export function debugId(): string {
  return randomBytes(7).toString("hex").slice(0, 13);
}

/** An error in the format of PayPal's REST APIs. */
export function failure(
  status: number,
  details: readonly Detail[] = [],
  links: readonly Json[] = [],
): Answer {
  const [name, message] = names[status] ?? names[500] ?? ["", ""];
  const debug_id = debugId();
  const more = details[0] === undefined ? [] : [informationLink(details[0].issue)];
  return {
    status,
    headers: { "paypal-debug-id": debug_id },
    body: {
      name,
      message,
      debug_id,
      ...(details.length > 0 ? { details } : {}),
      links: [...links, ...more],
    },
  };
}

function informationLink(issue: string): Json {
  return {
    href: `https://developer.paypal.com/api/rest/reference/orders/v2/errors/#${issue}`,
    rel: "information_link",
    method: "GET",
  };
}

export function refuse(status: number, ...details: Detail[]): Refusal {
  return new Refusal(failure(status, details));
}

export function success(status: number, body: Json): Answer {
  return { status, body, headers: { "paypal-debug-id": debugId() } };
}

/** The descriptions that PayPal's API definitions specify for issues. */
const descriptions: Record<string, string> = {
  INSTRUMENT_DECLINED:
    "The instrument presented  was either declined by the processor or bank, or it can't be used for this payment.",
  ORDER_NOT_APPROVED:
    "Payer has not yet approved the Order for payment. Please redirect the payer to the 'rel':'approve' url returned as part of the HATEOAS links within the Create Order call or provide a valid `payment_source` in the request.",
  ORDER_ALREADY_CAPTURED:
    "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  DUPLICATE_INVOICE_ID:
    "Duplicate Invoice ID detected. To avoid a potential duplicate transaction your account setting requires that Invoice Id be unique for each transaction.",
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED:
    "You have exceeded the maximum number of payment attempts.",
  PAYER_CANNOT_PAY:
    "Payer cannot pay for this transaction. Please contact the payer to find other ways to pay for this transaction.",
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: "The payer account cannot be used for this transaction.",
  PAYER_ACCOUNT_RESTRICTED: "PAYER_ACCOUNT_RESTRICTED",
  PAYEE_BLOCKED_TRANSACTION:
    "The Fraud settings for this seller are such that this payment cannot be executed.",
  TRANSACTION_REFUSED: "The request was refused.",
  TRANSACTION_LIMIT_EXCEEDED: "Total payment amount exceeded transaction limit.",
  TRANSACTION_RECEIVING_LIMIT_EXCEEDED: "The transaction exceeds the receiver's receiving limit.",
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING:
    "Transaction failed. Redirect the payer to select another funding source.",
  COMPLIANCE_VIOLATION: "Transaction is declined due to compliance violation.",
  CAPTURE_FULLY_REFUNDED: "The capture has already been fully refunded",
  REFUND_AMOUNT_EXCEEDED:
    "The refund amount must be less than or equal to the capture amount that has not yet been refunded.",
  REFUND_CAPTURE_CURRENCY_MISMATCH: "Refund must be in the same currency as the capture",
  REFUND_NOT_ALLOWED: "Capture cannot be refunded.",
  REFUND_TIME_LIMIT_EXCEEDED: "You are over the time limit to perform a refund on this capture",
  REFUND_FAILED_INSUFFICIENT_FUNDS:
    "Capture could not be refunded due to insufficient funds. Please check to see if you have sufficient funds in your PayPal account or if the bank account linked to your PayPal account is verified and has sufficient funds.",
  PARTIAL_REFUND_NOT_ALLOWED: "You cannot do a refund less than the original capture amount.",
  MAX_NUMBER_OF_REFUNDS_EXCEEDED:
    "You have exceeded the maximum number of refund attempts for this capture.",
  PENDING_CAPTURE:
    "Cannot initiate a refund as the capture is pending. Capture is typically pending when the payer has funded the transaction using e-check/bank funded.",
  REFUND_NOT_PERMITTED_DUE_TO_CHARGEBACK:
    "Refunds are not allowed on this capture due to a chargeback on the card or bank. Please contact the payee to resolve the chargeback.",
  TRANSACTION_DISPUTED:
    "Partial refunds cannot be offered at this time because there is an open case on this transaction. Visit the PayPal Resolution Center to review this case.",
  PREVIOUS_REQUEST_IN_PROGRESS:
    "A previous request on this resource is currently in progress. Please wait for sometime and try again. It is best to space out the initial and the subsequent request(s) to avoid receiving this error.",
  AMOUNT_MISMATCH:
    "Should equal item_total + tax_total + shipping + handling + insurance - shipping_discount - discount.",
  ITEM_TOTAL_MISMATCH:
    "Should equal sum of (unit_amount * quantity) across all items for a given purchase_unit.",
  CANNOT_BE_ZERO_OR_NEGATIVE:
    "Must be greater than zero. If the currency supports decimals, only two decimal place precision is supported.",
  CANNOT_BE_NEGATIVE:
    "Must be greater than or equal to 0. If the currency supports decimals, only two decimal place precision is supported.",
  DECIMAL_PRECISION:
    "If the currency supports decimals, only two decimal place precision is supported.",
  DECIMALS_NOT_SUPPORTED: "Currency does not support decimals.",
  INVALID_CURRENCY_CODE:
    "Currency code is invalid or is not currently supported. Please refer https://developer.paypal.com/api/rest/reference/currency-codes/ for list of supported currency codes.",
  DUPLICATE_REFERENCE_ID: "`reference_id` must be unique if multiple `purchase_unit` are provided.",
  MISSING_REQUIRED_PARAMETER: "A required parameter is missing.",
  INVALID_PARAMETER_VALUE: "A parameter value is not valid.",
  INVALID_RESOURCE_ID:
    "Specified resource ID does not exist. Please check the resource ID and try again.",
  ITEM_TOTAL_REQUIRED:
    "If item details are specified (items.unit_amount and items.quantity) corresponding amount.breakdown.item_total is required.",
  ORDER_ALREADY_COMPLETED: "The order cannot be patched after it is completed.",
  AMOUNT_CHANGE_NOT_ALLOWED:
    "The amount specified is different from the amount authorized by payer.",
  PAYPAL_REQUEST_ID_REQUIRED:
    "A PayPal-Request-Id is required if you are trying to process payment for an Order. Please specify a PayPal-Request-Id or Create the Order without a 'payment_source' specified.",
  MALFORMED_REQUEST_JSON: "The request JSON is not well formed.",
  REFERENCE_ID_NOT_FOUND:
    "Filter expression value is incorrect. Please check the value of the reference_id and try again.",
  NOT_PATCHABLE: "Cannot be patched.",
  MULTI_CURRENCY_ORDER:
    "Multiple differing values of currency_code are not supported. Entire Order request must have the same currency_code.",
  PERMISSION_DENIED: "You do not have permission to access or perform operations on this resource.",
};

export function detail(issue: string, rest: Omit<Detail, "issue"> = {}): Detail {
  return { description: descriptions[issue] ?? issue, ...rest, issue };
}

const otherStatuses: Record<string, number> = {
  PERMISSION_DENIED: 403,
  INVALID_RESOURCE_ID: 404,
  RESOURCE_NOT_FOUND: 404,
  PREVIOUS_REQUEST_IN_PROGRESS: 409,
  MISSING_REQUIRED_PARAMETER: 400,
  INVALID_PARAMETER_VALUE: 400,
  RATE_LIMIT_REACHED: 429,
  INTERNAL_SERVER_ERROR: 500,
  INTERNAL_SERVICE_ERROR: 500,
};

/** The response that PayPal gives for an issue. */
export function failureOf(issue: string, links: readonly Json[] = []): Answer {
  return failure(otherStatuses[issue] ?? 422, [detail(issue)], links);
}

/** The error that the caller has requested with the header PayPal-Mock-Response, as in PayPal's sandbox. */
export function orderedFailure(header: string | string[] | undefined): Answer | null {
  if (typeof header !== "string") return null;
  try {
    const { mock_application_codes: ordered } = JSON.parse(header) as Json;
    const issue: unknown = Array.isArray(ordered) ? ordered[0] : ordered;
    return typeof issue === "string" ? failureOf(issue) : null;
  } catch {
    return failure(400, [detail("INVALID_PARAMETER_VALUE", { field: "PayPal-Mock-Response" })]);
  }
}
