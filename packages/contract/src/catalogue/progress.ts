import { z } from "zod";

/** The progress of a long job: `done` of `total`, such as products or rows. `total` is null until it is known. */
export const Progress = z
  .strictObject({
    state: z.enum(["WAITING", "RUNNING", "DONE", "FAILED", "CANCELLED"]),
    done: z.int().min(0),
    total: z.int().min(0).nullable(),
  })
  .meta({ id: "Progress" });
export type Progress = z.infer<typeof Progress>;
