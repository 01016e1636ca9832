/** Whether a file of this name gets the whole catalogue as JSON lines. */
export function isCatalogueName(name: string): boolean {
  return /\.(?:jsonl|ndjson)$/i.test(name);
}
