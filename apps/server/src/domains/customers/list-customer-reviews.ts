import type { customers } from "@vetrina/contract/people/customers";
import type { Handler } from "../../platform/http/routes.ts";
import { listOfCustomer } from "./list-of-customer.ts";
import { readReviewsOf } from "./queries.ts";

export const listCustomerReviews: Handler<typeof customers.listCustomerReviews> = (
  ctx,
  { id, page, limit },
) =>
  listOfCustomer(
    ctx,
    id,
    { page, limit },
    (tx, part) => readReviewsOf(ctx.services, tx, id, part),
    (review) => review,
  );
