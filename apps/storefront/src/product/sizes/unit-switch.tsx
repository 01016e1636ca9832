import { useId } from "react";
import { inches } from "./measures.ts";

/**
 * Switches all lengths inside the nearest `group/units` between centimeters and inches. Radio buttons and a CSS rule,
 * so it works without JavaScript.
 */
export function UnitSwitch() {
  const name = useId();
  return (
    <fieldset className="flex w-fit border border-edge bg-white text-small">
      <legend className="sr-only">Units</legend>
      {(["cm", "in"] as const).map((unit) => (
        <label
          key={unit}
          className="relative flex size-target cursor-pointer items-center justify-center has-checked:bg-ink has-checked:text-paper has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-chalk"
        >
          <input
            type="radio"
            name={name}
            value={unit}
            defaultChecked={unit === "cm"}
            data-unit={unit}
            className="absolute inset-0 size-full opacity-0"
          />
          {unit}
        </label>
      ))}
    </fieldset>
  );
}

/** A length in the selected unit. */
export function Length({ centimeters }: { centimeters: number }) {
  return (
    <>
      <span className="group-has-[[data-unit=in]:checked]/units:hidden">{centimeters}</span>
      <span className="hidden group-has-[[data-unit=in]:checked]/units:inline">
        {inches(centimeters)}
      </span>
    </>
  );
}
