import { z } from "zod";

/** The progress of a long job: how many of its products, rows or other items are done. `total` is null until known. */
export const Progress = z
  .strictObject({
    state: z.enum(["WAITING", "RUNNING", "DONE", "FAILED", "CANCELLED"]),
    done: z.int().min(0),
    total: z.int().min(0).nullable(),
  })
  .meta({ id: "Progress" });
export type Progress = z.infer<typeof Progress>;
