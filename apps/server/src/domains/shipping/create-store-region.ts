import type { ShippingRegion, shippingRegions } from "@vetrina/contract/pricing/shipping-regions";
import { ApiFailure, invalidField } from "../../platform/errors.ts";
import type { Handler } from "../../platform/http/routes.ts";
import { addRegion } from "./add-region.ts";
import { planRate, type SentRate } from "./plan-rate.ts";
import type { NewRate } from "./rate-rows.ts";

/** Adds a region with flat rates. Throws the same errors as addRegion and createShippingRate. */
export const createStoreRegion: Handler<typeof shippingRegions.createStoreRegion> = async (
  ctx,
  { body },
): Promise<ShippingRegion> => {
  const { rates, ...region } = body;
  const names = rates.map(({ name }) => name.toLowerCase());
  const twin = names.findIndex((name, i) => names.indexOf(name) < i);
  if (twin >= 0)
    throw invalidField(
      `rates.${twin}.name`,
      "Another rate has this name. Choose a different name.",
    );
  return addRegion(
    ctx,
    region,
    rates.map((rate, i) => planned(rate, i, ctx.store.currency)),
  );
};

type Sent = Pick<SentRate, "name" | "price" | "freeAbove" | "processingDays" | "transitDays">;

function planned(rate: Sent, i: number, currency: string): NewRate {
  try {
    return planRate(
      {
        ...rate,
        providerId: "",
        regionId: "",
        type: "FLAT",
        steps: [],
        freeProducts: [],
        locationId: null,
        pickupAddress: "",
      },
      currency,
    );
  } catch (error) {
    throw below(`rates.${i}`, error);
  }
}

/** Prefixes the path in a validation error, so that it starts at the top of the request body. */
function below(path: string, error: unknown): unknown {
  if (!(error instanceof ApiFailure) || error.code !== "VALIDATION_FAILED") return error;
  const [detail] = error.details as { path: string; message: string }[];
  return detail === undefined ? error : invalidField(`${path}.${detail.path}`, detail.message);
}
