import { preferredFits } from "@vetrina/commerce/products/size-advice";
import { Button } from "@vetrina/ui/button";
import { TextField } from "@vetrina/ui/field";
import { RadioCell } from "@vetrina/ui/radio-cell";
import { Select } from "@vetrina/ui/select";
import type { SizeChart } from "@vetrina/commerce/products/inches";
import { chartKey } from "./measurement-charts.ts";
import { fieldsOf, calculable, type SizeAnswer } from "./size-answer.ts";

const units = [
  ["cm", "Centimeters"],
  ["in", "Inches"],
] as const;

/** The size calculator as a plain form that loads a page with the answer, so it works without JavaScript. */
export function SizeForm({ charts, answer }: { charts: readonly SizeChart[]; answer: SizeAnswer }) {
  const fields = fieldsOf(charts);
  return (
    <form method="get" action="/size-guide#calculator" className="grid max-w-measure gap-6">
      {/* On top, because the page with the answer opens at the form's heading. */}
      {answer.text === null ? null : (
        <output className="border-s-2 border-ink ps-4 font-medium">{answer.text}</output>
      )}
      <Select
        label="Chart"
        name="chart"
        defaultValue={answer.chart ?? undefined}
        options={calculable(charts).map((chart) => ({ value: chartKey(chart), label: chart.name }))}
      />
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 text-small font-medium">Your measurements in</legend>
        {units.map(([unit, label]) => (
          <RadioCell
            key={unit}
            name="unit"
            value={unit}
            label={label}
            defaultChecked={answer.unit === unit}
            className="px-4"
          />
        ))}
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-2">
        {fields.map(({ name, label }) => (
          <TextField
            key={name}
            name={name}
            label={label}
            optional={fields.length > 1}
            inputMode="decimal"
            autoComplete="off"
            maxLength={9}
            defaultValue={answer.typed[name]}
            error={answer.errors[name]}
          />
        ))}
      </div>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1.5 text-small font-medium">Preferred fit</legend>
        {preferredFits.map((fit) => (
          <RadioCell
            key={fit}
            name="fit"
            value={fit}
            label={`${fit.slice(0, 1).toUpperCase()}${fit.slice(1)}`}
            defaultChecked={answer.fit === fit}
            className="px-4"
          />
        ))}
      </fieldset>
      <Button type="submit" className="justify-self-start">
        Calculate size
      </Button>
    </form>
  );
}
