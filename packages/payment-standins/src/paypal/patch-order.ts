import type { Json } from "../core/types.ts";
import { checkUnit, minorOf } from "./amounts.ts";
import { detail, refuse } from "./errors.ts";
import type { Order, PurchaseUnit } from "./tables.ts";

type Operation = { op?: unknown; path?: unknown; value?: unknown };

const patchable = new Set([
  "amount",
  "custom_id",
  "invoice_id",
  "description",
  "soft_descriptor",
  "items",
  "shipping/address",
  "shipping/name",
  "shipping/options",
  "shipping/type",
]);

const unitPath = /^\/purchase_units\/@reference_id=='([^']{1,256})'\/(.{1,60})$/;

/** Applies a JSON Patch to a purchase unit, if PayPal allows its changes. */
export function patchOrder(order: Order, operations: unknown): Order {
  if (order.status === "COMPLETED") throw refuse(422, detail("ORDER_ALREADY_COMPLETED"));
  if (!Array.isArray(operations)) throw refuse(400, detail("MALFORMED_REQUEST_JSON"));
  const changed = (operations as Operation[]).reduce(patchUnit, order);
  for (const [index, unit] of changed.units.entries()) {
    const field = `/purchase_units/${index}`;
    const minor = checkUnit(unit, field);
    const approved = order.units[index];
    const isMore = approved !== undefined && minor > minorOf(approved.amount, field);
    if (order.status === "APPROVED" && isMore)
      throw refuse(422, detail("AMOUNT_CHANGE_NOT_ALLOWED"));
  }
  return changed;
}

function patchUnit(order: Order, { op, path, value }: Operation): Order {
  if (op !== "add" && op !== "replace" && op !== "remove")
    throw refuse(
      400,
      detail("INVALID_PARAMETER_VALUE", {
        field: "/op",
        description: "The value of a field is invalid.",
      }),
    );
  const [, reference = "", target = ""] = unitPath.exec(String(path)) ?? [];
  if (!patchable.has(target)) throw refuse(422, detail("NOT_PATCHABLE", { field: String(path) }));
  if (!order.units.some(({ reference_id }) => reference_id === reference))
    throw refuse(422, detail("REFERENCE_ID_NOT_FOUND", { field: String(path) }));
  if (op !== "remove" && value === undefined)
    throw refuse(
      422,
      detail("PATCH_VALUE_REQUIRED", {
        description: "Please specify a 'value' to for the field that is being patched.",
      }),
    );
  const units = order.units.map((unit) =>
    unit.reference_id === reference
      ? changeUnit(unit, target, op === "remove" ? undefined : value)
      : unit,
  );
  return { ...order, units };
}

function changeUnit(unit: PurchaseUnit, target: string, value: unknown): PurchaseUnit {
  const [name = "", inner] = target.split("/");
  const next: unknown =
    inner === undefined ? value : changeProperty((unit[name] ?? {}) as Json, inner, value);
  return changeProperty(unit, name, next) as PurchaseUnit;
}

function changeProperty(object: Json, name: string, value: unknown): Json {
  const { [name]: _, ...rest } = object;
  return value === undefined ? rest : { ...rest, [name]: value };
}
