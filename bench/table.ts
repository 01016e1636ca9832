/** A measured figure, and the yardstick that it is compared with, measured in the same run. */
export type Row = {
  what: string;
  /** In the unit that `unit` names, such as calls per second, seconds, milliseconds or MB. */
  ours: number;
  yardstick: number | null;
  unit: string;
  /**
   * The target. With a yardstick, `ours` divided by `yardstick` must be at least this, or at most this if `isMaximum`
   * is set. Without a yardstick, `ours` must be at most this.
   */
  reach: number;
  isMaximum?: true;
  against: string;
};

export function printTable(rows: readonly Row[]): void {
  for (const row of rows) process.stdout.write(`${lineOf(row)}\n`);
}

function lineOf({ what, ours, yardstick, unit, reach, isMaximum, against }: Row): string {
  const figure = yardstick === null ? ours : ours / yardstick;
  const met = yardstick === null || isMaximum ? figure <= reach : figure >= reach;
  const measured =
    yardstick === null
      ? `${round(ours)} ${unit}`
      : `${round(ours)} of ${round(yardstick)} ${unit} = ${figure.toFixed(2)}`;
  const times = isMaximum ? `at most ${reach}` : `at least ${reach}`;
  const goal = yardstick === null ? `at most ${reach} ${unit}` : times;
  return `${met ? "ok  " : "MISS"} ${what.padEnd(44)} ${measured.padEnd(34)} ${goal}; ${against}`;
}

function round(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
