import type { customers } from "@vetrina/contract/people/customers";
import type { Handler } from "../../platform/http/routes.ts";
import { presentAddress } from "./address-rows.ts";
import { listOfCustomer } from "./list-of-customer.ts";
import { readAddressesOf } from "./queries.ts";

export const listAddresses: Handler<typeof customers.listAddresses> = (
  ctx,
  { id, page, limit, type },
) =>
  listOfCustomer(
    ctx,
    id,
    { page, limit },
    (tx, part) => readAddressesOf(tx, id, type, part),
    presentAddress,
  );
