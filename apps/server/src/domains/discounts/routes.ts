import type { discounts } from "@vetrina/contract/pricing/discounts";
import type { Routes } from "../../platform/http/routes.ts";
import { createDiscount } from "./create-discount.ts";
import { createDiscountCodes } from "./create-discount-codes.ts";
import { deleteDiscount } from "./delete-discount.ts";
import { getDiscount } from "./get-discount.ts";
import { getDiscountCodeBatch } from "./get-discount-code-batch.ts";
import { getDiscountCodes } from "./get-discount-codes.ts";
import { listDiscountCodeBatches } from "./list-discount-code-batches.ts";
import { listDiscounts } from "./list-discounts.ts";
import { rehearseDiscount } from "./rehearse-discount.ts";
import { updateDiscount } from "./update-discount.ts";

export const discountsRoutes = {
  listDiscounts,
  createDiscount,
  getDiscount,
  updateDiscount,
  deleteDiscount,
  createDiscountCodes,
  listDiscountCodeBatches,
  getDiscountCodeBatch,
  getDiscountCodes,
  rehearseDiscount,
} satisfies Omit<Routes<typeof discounts>, "validateDiscount">;
