import type { shippingProviders } from "@vetrina/contract/pricing/shipping-rates";
import { audit } from "../../platform/audit.ts";
import { lockStore } from "../../platform/database/lock-store.ts";
import { ApiFailure } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { newId } from "../../platform/id.ts";
import { catalogueChanged } from "../../platform/jobs/catalogue-changed.ts";
import { enqueue } from "../../platform/jobs/enqueue.ts";
import {
  insertProvider,
  maxProviders,
  readProvider,
  readProviders,
  requireFreeProviderName,
  writeCredentials,
} from "./provider-rows.ts";

/** Adds a shipping provider. Throws ALREADY_EXISTS if another one has the name, and LIMIT_REACHED. */
export const createShippingProvider: Handler<typeof shippingProviders.createShippingProvider> = (
  ctx,
  { body },
) => {
  const { credentials = {}, position = null, ...rest } = body;
  const id = newId();
  return ctx.tx(async (tx) => {
    await lockStore(tx);
    const present = await readProviders(tx);
    if (present.length >= maxProviders)
      throw new ApiFailure(
        "LIMIT_REACHED",
        `A store can have at most ${maxProviders} shipping providers. Delete one first.`,
        { max: maxProviders },
      );
    requireFreeProviderName(rest.name, present);
    await insertProvider(tx, id, { ...rest, position });
    await writeCredentials(tx, ctx, id, credentials);
    const made = await readProvider(tx, id);
    await audit(tx, ctx, {
      action: "CREATE",
      entityType: "shipping provider",
      entityId: id,
      after: made,
    });
    await enqueue(tx, catalogueChanged, { tags: ["store"] });
    return made;
  });
};
