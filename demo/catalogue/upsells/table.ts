export type DemoUpsell = {
  /** The link of the product whose page shows the upsell. */
  link: string;
  /** RELATED is 'Complete Your Look', UPSELL a higher-end choice, CROSS_SELL a small addition. */
  type: "RELATED" | "UPSELL" | "CROSS_SELL";
  to: string;
};

const marks = { "=": "RELATED", "^": "UPSELL", "+": "CROSS_SELL" } as const;

/**
 * Parses lines such as "link = related, related ^ upsell + cross-sell". Each line needs a related product; the other
 * two parts are optional.
 */
export function readUpsells(table: string): DemoUpsell[] {
  return table
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .flatMap(readLine);
}

function readLine(line: string): DemoUpsell[] {
  const [link, ...parts] = line.split(/ (?=[=^+] )/);
  if (!link || !parts[0]?.startsWith("=")) throw new Error(`Invalid line of upsells: ${line}`);
  return parts.flatMap((part) => {
    const type = marks[part[0] as keyof typeof marks];
    const targets = part.slice(1).split(",");
    return targets.map((target) => ({ link, type, to: target.trim() }));
  });
}
