import type { Scene as SceneContent } from "@vetrina/contract/stores/store-content";
import { classNames } from "@vetrina/ui/class-names";
import type { ReactNode } from "react";
import { keyedPicture, Picture } from "./picture.tsx";

/** The same condition as the variant `wide` of tokens.css. */
const wideWindow = "(min-width: 64rem) and (min-aspect-ratio: 4/3)";

/**
 * The classes of each layout. `wideSizes`: the displayed width of the wide image, from which the browser chooses the
 * file.
 */
const shapes = {
  hero: {
    sheet:
      "wide:min-h-[min(100svh-2.75rem,64rem)] wide:[--scene:min(100svh-5.25rem,60rem,56vw)] wide:grid-cols-[minmax(0,1fr)_calc(var(--scene)*0.74)]",
    // The padding leaves room for the header, which overlays the home page's first section.
    words: "wide:pt-24",
    place: "wide:bottom-0",
    picture: "hero-picture",
    wideSizes: "min(218svh - 11.5rem, 131rem, 122vw)",
  },
  banner: {
    // Tall enough for one more line of text, so that nothing below moves when the web font is loaded.
    sheet: "banner-sheet",
    words: "wide:pt-12",
    place: "wide:inset-y-0 wide:my-auto",
    picture: "banner-picture",
    wideSizes: "min(89rem, 89vw)",
  },
};

type WordsOnSceneProps = {
  shape: keyof typeof shapes;
  scene: SceneContent;
  /** The class with the color of the scene's background. */
  tone: string;
  children: ReactNode;
};

/**
 * A scene that fills its section, with text on the scene's empty part: next to the subject, or below it in narrow
 * windows. Nothing is cropped or covered. The scene's edges are invisible because scene and section have the same
 * color.
 */
export function WordsOnScene({ shape, scene, tone, children }: WordsOnSceneProps) {
  const { sheet, words, place, picture, wideSizes } = shapes[shape];
  return (
    <section className={classNames("relative overflow-clip", tone)}>
      <div className={classNames("grid", sheet)}>
        <div className={classNames("scene-words", words)}>{children}</div>
        <div className={classNames("order-1 wide:absolute wide:inset-e-0 wide:h-(--scene)", place)}>
          <ScenePicture
            scene={scene}
            media={wideWindow}
            wideSizes={wideSizes}
            className={classNames("scene-picture", picture)}
            priority
          />
        </div>
      </div>
    </section>
  );
}

/** A scene at full width. On small tablets and wider screens, the wide image is used. */
export function WholeScene({
  scene,
  priority,
}: {
  scene: SceneContent;
  priority?: boolean | undefined;
}) {
  return (
    <ScenePicture
      scene={scene}
      media="(min-width: 40rem)"
      wideSizes="100vw"
      className="h-auto w-full"
      priority={priority}
    />
  );
}

type ScenePictureProps = {
  scene: SceneContent;
  media: string;
  wideSizes: string;
  className: string;
  priority?: boolean | undefined;
};

function ScenePicture({ scene, media, wideSizes, className, priority }: ScenePictureProps) {
  const { alt, wide, tall } = scene;
  return (
    <Picture
      image={keyedPicture({ ...tall, alt })}
      sizes="100vw"
      wide={{ image: keyedPicture({ ...wide, alt }), media, sizes: wideSizes }}
      priority={priority}
      className={className}
    />
  );
}
