import type { PageHandle } from "../lib/handle.ts";
export const handle: PageHandle = { overlayHeader: true };
export default function Home() {
  return (
    <section className="sheet bg-sand pt-32">
      <h1 className="display text-hero">Home</h1>
    </section>
  );
}
