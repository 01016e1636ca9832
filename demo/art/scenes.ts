import { type Scene, type SceneStore } from "./scene-parts.ts";
import { sorvelaScenes } from "./sorvela-scenes.ts";
import { tordoScenes } from "./tordo-scenes.ts";

/**
 * A store's scenes: the hero, the banner of the list of all products, two editorials, the behind-the-scenes picture,
 * and the card for link previews.
 */
export function scenesOf(store: SceneStore): Scene[] {
  const tone = (name: string) => store.papers[name] ?? "#e5dccb";
  return store.slug === "sorvela" ? sorvelaScenes(store, tone) : tordoScenes(store, tone);
}
