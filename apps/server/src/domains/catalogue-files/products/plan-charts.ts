import { beginning } from "@vetrina/contract/common";
import type { Product, ProductOption } from "@vetrina/contract/catalogue/products";
import { ApiFailure } from "../../../platform/errors.ts";
import { planCharts } from "../../products/size-charts.ts";
import type { Findings } from "../findings.ts";
import { sameJson } from "./changes.ts";
import type { FileProduct } from "./file-product.ts";
import type { StoreProduct } from "./store-product.ts";

type Charts = Pick<Product, "measurements" | "bodyMeasurements">;

/**
 * Plans the product's size charts. Labels are spelled as in the list of known measurements, and sizes as in the
 * product's options. A size that the product doesn't have is an error, unless the chart is equal to the store's.
 */
export function planFileCharts(
  file: Pick<FileProduct, "row" | keyof Charts>,
  store: StoreProduct | undefined,
  options: readonly ProductOption[],
  columns: Record<keyof Charts, string>,
  findings: Findings,
): Charts {
  const planned: Charts = {
    measurements: store?.measurements ?? [],
    bodyMeasurements: store?.bodyMeasurements ?? [],
  };
  for (const chart of ["measurements", "bodyMeasurements"] as const) {
    const sent = file[chart];
    if (sent === undefined || sameJson(sent, planned[chart])) continue;
    try {
      Object.assign(planned, planCharts(options, { [chart]: sent }));
    } catch (error) {
      if (!(error instanceof ApiFailure)) throw error;
      const errors = (error.details ?? []) as { path: string; message: string }[];
      for (const { path, message } of errors)
        findings.error(file.row, columns[chart], `${beginning(path, 200)}: ${message}`);
    }
  }
  return planned;
}
