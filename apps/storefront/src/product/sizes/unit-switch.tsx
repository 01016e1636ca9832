import { inches } from "@vetrina/commerce/products/inches";
import { unitOf } from "@vetrina/commerce/products/unit-of";
import { useId } from "react";
import { useStore } from "../../lib/store.ts";

/**
 * Switches all lengths inside the nearest `units` between centimeters and inches. The initial unit is the usual one in
 * the store's country. Uses radio buttons and a CSS rule, so it works without JavaScript.
 */
export function UnitSwitch() {
  const name = useId();
  const usual = unitOf(useStore().country);
  return (
    <fieldset className="flex w-fit border border-edge bg-white text-small">
      <legend className="sr-only">Units</legend>
      {(["cm", "in"] as const).map((unit) => (
        <label key={unit} className="choice choice-unit">
          <input
            type="radio"
            name={name}
            value={unit}
            defaultChecked={unit === usual}
            className="absolute inset-0 size-full opacity-0"
          />
          {unit}
        </label>
      ))}
    </fieldset>
  );
}

/** A length in both units. CSS shows the selected one. */
export function Length({ centimeters }: { centimeters: number }) {
  return (
    <>
      <span className="cm">{centimeters}</span>
      <span className="inches">{inches(centimeters)}</span>
    </>
  );
}
