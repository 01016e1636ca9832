/** Reviews whose voice is remembered: the oldest are forgotten first. */
const most = 200;

/** What a browser remembers of its votes: a review's id, and the voice its vote was answered with. */
export type Voices = readonly (readonly [reviewId: string, voice: string])[];

/** The key of the votes in local storage, one a store. */
export function voicesStorageKey(storeSlug: string): string {
  return `vetrina:${storeSlug}:helpful`;
}

/** What stored text tells; nothing that is there can make it throw. */
export function parseVoices(text: string | null): Voices {
  try {
    const stored: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(stored) ? stored.filter(isVoice) : [];
  } catch {
    return [];
  }
}

/** With the review's voice, or without it where it was taken back. */
export function withVoice(voices: Voices, reviewId: string, voice: string | null): Voices {
  const others = voices.filter(([id]) => id !== reviewId);
  return (voice === null ? others : [...others, [reviewId, voice] as const]).slice(-most);
}

function isVoice(entry: unknown): entry is Voices[number] {
  return (
    Array.isArray(entry) &&
    entry.length === 2 &&
    typeof entry[0] === "string" &&
    typeof entry[1] === "string"
  );
}
