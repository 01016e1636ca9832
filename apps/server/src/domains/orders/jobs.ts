import { type Services, systemContext } from "../../platform/context.ts";
import { queryable, sql } from "../../platform/database/sql.ts";
import { endUnpaidOrder } from "./cancel-order.ts";

const batch = 100;

/** Gives back the stock of orders whose payment window is over; an order being paid is left until the provider has said. */
export async function expireOrders(services: Services): Promise<number> {
  const due = await queryable(services.database.worker).rows<{
    store_id: string;
    order_id: string;
  }>(sql`select * from door.expired_orders(${batch})`);
  let expired = 0;
  for (const { store_id, order_id } of due) {
    const store = await services.directory.find(store_id);
    if (store === null) continue;
    if (await endUnpaidOrder(systemContext(services, store), order_id, "expired")) expired += 1;
  }
  return expired;
}
