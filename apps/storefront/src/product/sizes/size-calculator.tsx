import {
  adviceText,
  adviseSize,
  type BodyMeasurement,
  type PreferredFit,
  preferredFits,
  readLength,
} from "@vetrina/commerce/products/size-advice";
import { unitOf } from "@vetrina/commerce/products/unit-of";
import { Button } from "@vetrina/ui/button";
import { TextField } from "@vetrina/ui/field";
import { RadioCell } from "@vetrina/ui/radio-cell";
import { type SyntheticEvent, useRef, useState } from "react";
import { useStore } from "../../lib/store.ts";

type SizeCalculatorProps = { measurements: readonly BodyMeasurement[]; sizes: readonly string[] };
type Unit = "cm" | "in";

const none = "Enter at least one measurement.";
const fitNames: Record<PreferredFit, string> = {
  close: "Close",
  regular: "Regular",
  loose: "Loose",
};

/** Calculates the size from body measurements, which never leave the browser. */
export function SizeCalculator({ measurements, sizes }: SizeCalculatorProps) {
  const [typed, setTyped] = useState<Record<string, string>>({});
  const [unit, setUnit] = useState<Unit>(unitOf(useStore().country));
  const [fit, setFit] = useState<PreferredFit>("regular");
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [answer, setAnswer] = useState<string | null>(null);
  const form = useRef<HTMLFormElement>(null);
  const [first] = measurements;
  if (first === undefined || sizes.length < 2) return null;

  function calculate(event: SyntheticEvent) {
    event.preventDefault();
    const { body, errors: found } = read(measurements, typed, unit);
    if (Object.keys(body).length === 0 && Object.keys(found).length === 0)
      found[first?.label ?? ""] = none;
    setErrors(found);
    const wrong = measurements.findIndex(({ label }) => found[label] !== undefined);
    if (wrong >= 0) {
      setAnswer(null);
      form.current?.querySelectorAll<HTMLElement>("input[inputmode]")[wrong]?.focus();
      return;
    }
    const advice = adviseSize(measurements, sizes, body, fit);
    setAnswer(
      advice === null ? "The chart has no size for these measurements." : adviceText(advice, fit),
    );
  }

  return (
    <form ref={form} noValidate onSubmit={calculate} className="grid gap-5 bg-tissue p-5">
      <h3 className="font-semibold">Find your size</h3>
      <Choice
        legend="Your measurements in"
        name="calculator-unit"
        options={[
          ["cm", "cm"],
          ["in", "in"],
        ]}
        value={unit}
        onChange={(next) => {
          setUnit(next);
          setAnswer(null);
        }}
      />
      <div className="grid gap-4 sm:grid-cols-3">
        {measurements.map(({ label }) => (
          <TextField
            key={label}
            label={`${label} (${unit})`}
            optional
            inputMode="decimal"
            autoComplete="off"
            maxLength={9}
            value={typed[label] ?? ""}
            error={errors[label]}
            onChange={({ target }) => {
              setTyped({ ...typed, [label]: target.value });
              setErrors({});
              setAnswer(null);
            }}
          />
        ))}
      </div>
      <Choice
        legend="Preferred fit"
        name="calculator-fit"
        options={preferredFits.map((value) => [value, fitNames[value]] as const)}
        value={fit}
        onChange={(next) => {
          setFit(next);
          setAnswer(null);
        }}
      />
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <Button type="submit" variant="secondary">
          Calculate size
        </Button>
        <output className="min-w-0 font-medium">{answer}</output>
      </div>
    </form>
  );
}

function Choice<Value extends string>({
  legend,
  name,
  options,
  value,
  onChange,
}: {
  legend: string;
  name: string;
  options: readonly (readonly [Value, string])[];
  value: Value;
  onChange: (value: Value) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-medium">{legend}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(([one, label]) => (
          <RadioCell
            key={one}
            name={name}
            value={one}
            label={label}
            checked={value === one}
            onChange={() => onChange(one)}
            className={value === one ? "px-4" : "bg-white px-4"}
          />
        ))}
      </div>
    </fieldset>
  );
}

function read(measurements: readonly BodyMeasurement[], typed: Record<string, string>, unit: Unit) {
  const body: Record<string, number> = {};
  const errors: Record<string, string> = {};
  for (const { label } of measurements) {
    const text = typed[label]?.trim() ?? "";
    if (text === "") continue;
    const found = readLength(label, text, unit);
    if ("error" in found) errors[label] = found.error;
    else body[label] = found.centimeters;
  }
  return { body, errors };
}
