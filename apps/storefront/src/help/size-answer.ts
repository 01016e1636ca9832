import {
  adviceText,
  adviseSize,
  bodyMeasurementsOf,
  preferredFits,
  readLength,
} from "@vetrina/commerce/products/size-advice";
import { unitOf } from "@vetrina/commerce/products/unit-of";
import type { SizeChart } from "@vetrina/commerce/products/inches";
import { chartKey } from "./measurement-charts.ts";

/** The measurements that a visitor can enter, by their names in the URL. Bust and chest share one field. */
const bodyFields = [
  { name: "chest", label: "Bust or chest", measurements: ["Bust", "Chest"] },
  { name: "waist", label: "Waist", measurements: ["Waist"] },
  { name: "hips", label: "Hips", measurements: ["Hips"] },
  { name: "foot", label: "Foot, heel to longest toe", measurements: ["Foot"] },
] as const;
export type BodyField = (typeof bodyFields)[number]["name"];

export type SizeAnswer = {
  chart: string | null;
  unit: "cm" | "in";
  fit: (typeof preferredFits)[number];
  typed: Partial<Record<BodyField, string>>;
  /** The answer's text; null until the form has been sent, and if a field has an error. */
  text: string | null;
  errors: Partial<Record<BodyField, string>>;
};

/** The charts that a size can be calculated from: those with body measurements. */
export function calculable(charts: readonly SizeChart[]): SizeChart[] {
  return charts.filter((chart) => bodyMeasurementsOf(chart).measurements.length > 0);
}

/** The fields for measurements in the store's charts. A store with only a shoe chart has no waist field. */
export function fieldsOf(charts: readonly SizeChart[]): (typeof bodyFields)[number][] {
  const known = new Set<string>(
    charts.flatMap((chart) => bodyMeasurementsOf(chart).measurements.map(({ label }) => label)),
  );
  return bodyFields.filter(({ measurements }) =>
    measurements.some((measure) => known.has(measure)),
  );
}

/** The size for the measurements in the page's URL, and the entered values. */
export function answerSize(
  charts: readonly SizeChart[],
  params: URLSearchParams,
  country: string,
): SizeAnswer {
  const known = calculable(charts);
  const chart = known.find((one) => chartKey(one) === params.get("chart")) ?? known[0];
  const named = params.get("unit");
  const unit = named === "in" || named === "cm" ? named : unitOf(country);
  const fit = preferredFits.find((one) => one === params.get("fit")) ?? "regular";
  const answer: SizeAnswer = {
    chart: chart === undefined ? null : chartKey(chart),
    unit,
    fit,
    typed: {},
    text: null,
    errors: {},
  };
  if (chart === undefined || !params.has("fit")) return answer;
  const body: Record<string, number> = {};
  for (const { name, measurements } of bodyFields) {
    const text = params.get(name)?.trim().slice(0, 20) ?? "";
    if (text === "") continue;
    answer.typed[name] = text;
    const found = readLength(measurements[0], text, unit);
    if ("error" in found) answer.errors[name] = found.error;
    else for (const measure of measurements) body[measure] = found.centimeters;
  }
  if (Object.keys(answer.errors).length > 0) return answer;
  const advise = (one: SizeChart) => {
    const { measurements, sizes } = bodyMeasurementsOf(one);
    const advice = adviseSize(measurements, sizes, body, fit);
    return advice === null ? [] : [adviceText(advice, fit, otherNames(one, advice.size))];
  };
  const others = onlyCharts(known, answer.typed).filter((one) => one !== chart);
  const texts = [
    ...advise(chart),
    ...others.flatMap((one) => advise(one).map((text) => `${one.name}: ${text}`)),
  ];
  answer.text = texts.length > 0 ? texts.join(" ") : question(chart);
  return answer;
}

/** For each entered measurement that only one chart has, returns that chart. */
function onlyCharts(charts: readonly SizeChart[], typed: SizeAnswer["typed"]): SizeChart[] {
  const only = Object.keys(typed).flatMap((field) => {
    const having = charts.filter((one) => fieldsOf([one]).some(({ name }) => name === field));
    return having.length === 1 ? having : [];
  });
  return [...new Set(only)];
}

/** Asks for a measurement of the chart. */
function question(chart: SizeChart): string {
  const labels = bodyMeasurementsOf(chart).measurements.map(({ label }) => label.toLowerCase());
  if (labels.length > 1) return `Enter at least one of these: ${labels.join(", ")}.`;
  return `Enter your ${labels[0] === "foot" ? "foot length" : labels[0]}.`;
}

/** The same size in other systems, from its row in the chart: "EU 38, UK 10". */
function otherNames({ columns, rows }: SizeChart, size: string): string {
  const row = rows.find(([first]) => first === size);
  const named = columns.flatMap((column, i) =>
    /^(us|eu|uk|it|fr|de)$/i.test(column) && i > 0 && row?.[i] ? [`${column} ${row[i]}`] : [],
  );
  return named.join(", ");
}
