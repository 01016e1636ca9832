import { setTimeout as delay } from "node:timers/promises";
import { drawDocument } from "./draw-document.ts";

const random = () => crypto.getRandomValues(new Uint8Array(16));

/** Returns different bytes for each drawing. */
export async function drawRandom(_content: unknown): Promise<Uint8Array> {
  return random();
}

export async function drawNothing(content: unknown): Promise<Uint8Array> {
  throw new Error(
    `${JSON.stringify(content)}: drawing ${Buffer.from(random()).toString("hex")} failed`,
  );
}

export async function drawSlowly(_content: unknown): Promise<Uint8Array> {
  await delay(1500);
  return random();
}

type Fixture = "drawRandom" | "drawNothing" | "drawSlowly";

export function drawFixture(
  name: Fixture,
  content: unknown,
  asked: { owner?: string; store?: string; address?: string; isLong?: boolean } = {},
) {
  const { owner = "1", store = owner, address = "", isLong = false } = asked;
  const module = new URL("./drawings.fixture.ts", import.meta.url);
  return drawDocument({
    module,
    name,
    content,
    madeAt: new Date(0),
    isLong,
    asked: { store: { id: store, owner }, caller: { address }, limitsCallers: address !== "" },
  });
}

/**
 * Fills the queue behind a slow document, so that the next request is rejected. The returned function lets the queue
 * finish.
 */
export function fillTheQueue(): () => Promise<unknown> {
  const id = crypto.randomUUID();
  const all = [
    drawFixture("drawSlowly", id),
    ...Array.from({ length: 64 }, (_, i) =>
      drawFixture("drawRandom", [id, i], { owner: `owner ${i}` }),
    ),
  ];
  return () => Promise.all(all);
}
