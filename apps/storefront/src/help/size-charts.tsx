import { classNames } from "@vetrina/ui/class-names";
import { inInches, type SizeChart } from "@vetrina/commerce/inches";
import { chartKey } from "./measures.ts";

/** Shown when the radio button at the same position is selected. Works without JavaScript, and with the arrow keys. */
const chosen = [
  "group-has-[[data-chart='0']:checked]/charts:block",
  "group-has-[[data-chart='1']:checked]/charts:block",
  "group-has-[[data-chart='2']:checked]/charts:block",
  "group-has-[[data-chart='3']:checked]/charts:block",
  "group-has-[[data-chart='4']:checked]/charts:block",
  "group-has-[[data-chart='5']:checked]/charts:block",
];
const units = [
  { unit: "cm", label: "Centimeters", className: "group-has-[[value=in]:checked]/charts:hidden" },
  {
    unit: "in",
    label: "Inches",
    className: "hidden group-has-[[value=in]:checked]/charts:table",
  },
];
const tab =
  "relative flex min-h-field min-w-target cursor-pointer items-center justify-center border-b-2 border-transparent px-4 hover:border-edge has-checked:border-ink has-checked:font-semibold has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-chalk";

/** The store's size charts, one at a time, in centimeters or inches. */
export function SizeCharts({
  charts,
  first,
}: {
  charts: readonly SizeChart[];
  first: string | null;
}) {
  const shown = charts.slice(0, chosen.length);
  const open = Math.max(
    0,
    shown.findIndex((chart) => chartKey(chart) === first),
  );
  return (
    <div className="group/charts">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-b border-line">
        <fieldset className="-mb-px flex min-w-0 flex-wrap">
          <legend className="sr-only">Chart</legend>
          {shown.map((chart, index) => (
            <label key={chart.name} className={tab}>
              <input
                type="radio"
                name="chart"
                value={chartKey(chart)}
                data-chart={index}
                defaultChecked={index === open}
                className="absolute inset-0 size-full opacity-0"
              />
              {chart.name}
            </label>
          ))}
        </fieldset>
        <fieldset className="-mb-px flex">
          <legend className="sr-only">Unit</legend>
          {units.map(({ unit, label }) => (
            <label key={unit} className={tab}>
              <input
                type="radio"
                name="unit"
                value={unit}
                defaultChecked={unit === "cm"}
                aria-label={label}
                className="absolute inset-0 size-full opacity-0"
              />
              {unit}
            </label>
          ))}
        </fieldset>
      </div>
      {shown.map((chart, index) => (
        <div
          key={chart.name}
          id={chartKey(chart)}
          className={classNames("hidden overflow-x-auto pt-2", chosen[index])}
        >
          {units.map(({ unit, label, className }) => (
            <ChartTable
              key={unit}
              chart={unit === "in" ? inInches(chart) : chart}
              caption={`${chart.name}, ${label.toLowerCase()}`}
              className={className}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

function ChartTable({
  chart,
  caption,
  className,
}: {
  chart: SizeChart;
  caption: string;
  className: string;
}) {
  return (
    <table className={classNames("w-full min-w-max tabular-nums", className)}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        <tr className="border-b border-ink text-small">
          {chart.columns.map((column) => (
            <th
              key={column}
              scope="col"
              className="px-3 py-3 text-start font-medium first:sticky first:inset-s-0 first:bg-paper first:ps-0"
            >
              {column}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {chart.rows.map((row) => (
          <tr key={row[0]} className="border-b border-line">
            {row.map((cell, index) =>
              index === 0 ? (
                <th
                  key={chart.columns[index]}
                  scope="row"
                  className="sticky inset-s-0 bg-paper py-3 pe-3 text-start font-semibold"
                >
                  {cell}
                </th>
              ) : (
                <td key={chart.columns[index]} className="px-3 py-3">
                  {cell}
                </td>
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
