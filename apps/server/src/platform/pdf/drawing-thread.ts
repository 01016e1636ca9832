import { serveJobs } from "../work-thread.ts";

/** A module's function that draws a document from its content, with the given creation time. */
export type Drawing = { module: string; name: string; content: unknown; madeAt: Date };
type Draw = (content: unknown, madeAt: Date) => Promise<Uint8Array>;

serveJobs(async ({ module, name, content, madeAt }: Drawing) => {
  const drawings = (await import(module)) as Record<string, Draw | undefined>;
  const draw = drawings[name];
  if (draw === undefined) throw new Error(`${module} has no ${name}`);
  return draw(content, madeAt);
});
