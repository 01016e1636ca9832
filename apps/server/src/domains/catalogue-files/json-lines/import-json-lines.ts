import type { Context } from "../../../platform/context.ts";
import { holdCurrency } from "../../../platform/database/lock-store.ts";
import { createFindings, type RowError, type Notice } from "../findings.ts";
import { type Outcome, sizeOf } from "../import-file.ts";
import { againIfOvertaken, planAfresh } from "../import-limits.ts";
import { openJsonLines } from "./open-json-lines.ts";

export type JsonInput = {
  /** The file's bytes from the beginning, at each call. */
  source: () => AsyncIterable<Uint8Array>;
  /** The file's name, for the audit log. */
  fileName: string;
  /** Only plan; write nothing. */
  dryRun: boolean;
  progress: (step: { doing: "checking" | "writing"; done: number; of: number }) => void;
};

/** The result of importing a whole catalogue, or of its dry run. */
export type JsonResult = Outcome & {
  /** refused: the file has errors and nothing was changed. */
  outcome: "refused" | "planned" | "imported";
  faults: RowError[];
  notices: readonly Notice[];
};

/** Imports a whole catalogue: all of it, or nothing if it has an error. Importing it again changes nothing. */
export async function importJsonLines(ctx: Context, input: JsonInput): Promise<JsonResult> {
  const { source, fileName, dryRun, progress } = input;
  const file = await openJsonLines(ctx, source, fileName);
  const refused = (faults: readonly RowError[]): JsonResult => {
    const all = [...file.findings.faults, ...faults].sort((a, b) => a.row - b.row);
    return { ...nothing, outcome: "refused", faults: all, notices: [] };
  };
  if (file.findings.faults.length > 0) return refused([]);
  try {
    return await againIfOvertaken(() =>
      ctx.tx(async (tx) => {
        await planAfresh(tx);
        const checked = createFindings();
        const planned = await eachStep(file.total, "checking", progress, (from) =>
          file.check(tx, from, checked),
        );
        if (checked.faults.length > 0) return refused(checked.faults);
        const { notices } = checked;
        if (dryRun) return { ...planned, outcome: "planned", faults: [], notices };
        await holdCurrency(tx, ctx);
        const written = await eachStep(file.total, "writing", progress, async (from) => {
          const found = createFindings();
          const step = await file.write(tx, ctx, from, found);
          if (found.faults.length > 0) throw new Refused(found.faults);
          return step;
        });
        return { ...written, outcome: "imported", faults: [], notices };
      }),
    );
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refused(error.faults);
  } finally {
    file.close?.();
  }
}

/** Thrown if a handler refuses a record while writing, to roll everything back. */
class Refused extends Error {
  override name = "Refused";
  readonly faults: readonly RowError[];

  constructor(faults: readonly RowError[]) {
    super("refused");
    this.faults = faults;
  }
}

const nothing: Outcome = { made: 0, changed: 0, unchanged: 0 };

async function eachStep(
  total: number,
  doing: "checking" | "writing",
  progress: JsonInput["progress"],
  step: (from: number) => Promise<Outcome>,
): Promise<Outcome> {
  const sum = { ...nothing };
  for (let done = 0; done < total;) {
    const outcome = await step(done);
    sum.made += outcome.made;
    sum.changed += outcome.changed;
    sum.unchanged += outcome.unchanged;
    done += sizeOf(outcome);
    progress({ doing, done, of: total });
  }
  return sum;
}
