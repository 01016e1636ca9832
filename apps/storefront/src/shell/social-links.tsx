import type { SocialNetwork } from "@vetrina/contract/stores/store-facts";
import { useStore } from "../lib/store.ts";
import { Icon } from "../lib/icons.tsx";

const networks: Record<SocialNetwork, { name: string; path: string }> = {
  facebook: { name: "Facebook", path: "M11 18v-7h3M8 11h6M11 11V7.5a2.5 2.5 0 0 1 3-2.5" },
  instagram: {
    name: "Instagram",
    path: "M3 7a4 4 0 0 1 4-4h6a4 4 0 0 1 4 4v6a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4zm3.5 3a3.5 3.5 0 1 0 7 0 3.5 3.5 0 1 0-7 0m8-4.5h.01",
  },
  linkedin: {
    name: "LinkedIn",
    path: "M4.5 8v8M4.5 4.5h.01M9 16V8M9 11.5a3.25 3.25 0 0 1 6.5 0V16",
  },
  pinterest: {
    name: "Pinterest",
    path: "M8.5 18 11 8M6.5 11.5a4.5 4.5 0 1 1 3.25 1.75M2.5 10a7.5 7.5 0 1 0 15 0 7.5 7.5 0 1 0-15 0",
  },
  tiktok: { name: "TikTok", path: "M11.5 3v10.5a3 3 0 1 1-3-3M11.5 3a4.5 4.5 0 0 0 4.5 4.5" },
  x: { name: "X", path: "m4 4 12 12M16 4 4 16" },
  youtube: { name: "YouTube", path: "M2.5 5.5h15v9h-15zM8.5 8v4l3.5-2z" },
};

/** Links to the store's social profiles, with icon and name. Renders nothing if there are none. */
export function SocialLinks() {
  const { socialLinks } = useStore();
  if (socialLinks.length === 0) return null;
  return (
    <ul className="mt-2 flex flex-wrap gap-x-5">
      {socialLinks.map(({ network, url }) => (
        <li key={network}>
          <a
            href={url}
            rel="me noopener"
            className="flex min-h-target items-center gap-2 underline-offset-4 hover:underline"
          >
            <Icon>
              <path d={networks[network].path} />
            </Icon>
            {networks[network].name}
          </a>
        </li>
      ))}
    </ul>
  );
}
