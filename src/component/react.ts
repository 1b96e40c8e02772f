"use client";
/**
 * The elements as React components, for React 18 and 19: package entry `visleaf/react`. Properties
 * are the elements' attributes in camel case, events are `onReady`, `onLoad` and so on, and `ref`
 * is the element. React itself is the page's.
 */

import {
  createElement,
  type ForwardedRef,
  type ForwardRefExoticComponent,
  forwardRef,
  type HTMLAttributes,
  type RefAttributes,
  useCallback,
  useEffect,
  useRef,
} from "react";
import type { ElementStrings } from "./base/overlaid-element.ts";
import "./element.ts";
import {
  handlerOf,
  type LONG_NAMES,
  listElementProps,
  MAP_NAMES,
  MODEL_NAMES,
  type Names,
  type Props,
} from "./react-names.ts";
import type { VisleafMap as MapElement, VisleafMapDetails } from "./visleaf-map.ts";
import type { VisleafModel as ModelElement, VisleafModelDetails } from "./visleaf-model.ts";

type Handlers<Details> = {
  [Name in keyof Details & string as HandlerName<Name>]?: (
    event: CustomEvent<Details[Name]>,
  ) => void;
};
type HandlerName<Name extends string> = Name extends keyof typeof LONG_NAMES
  ? (typeof LONG_NAMES)[Name]
  : `on${Capitalize<Name>}`;

/** React's own properties of an element, without those that the components define. */
type OwnProps<Names extends string> = Omit<HTMLAttributes<HTMLElement>, Names | "content"> & {
  readonly strings?: ElementStrings;
};

type CommonText = "src" | "content" | "loading" | "reveal" | "poster" | "controls" | "quality";
type Flag = "autoplay" | "noUi";

type MapText =
  | CommonText
  | ("present" | "entry" | "camera" | "path" | "view" | "marks" | "side" | "cameraBounds")
  | ("interactionPrompt" | "simulation");
type MapNumber = "fov" | "pixelRatio" | "minFov";
type MapHandlers = Handlers<VisleafMapDetails>;

export type VisleafMapProps = OwnProps<MapText | MapNumber | Flag | keyof MapHandlers> & {
  readonly [Name in MapText]?: string;
} & { readonly [Name in MapNumber]?: number | string } & { readonly [Name in Flag]?: boolean } & {
  /** Idle seconds before a flight; `true` for 30. */
  readonly tour?: boolean | number | string;
} & MapHandlers;

type ModelText = CommonText | "present" | "sequence" | "body" | "light" | "lightAt";
type ModelNumber = "skin" | "lod" | "rate";
type ModelFlag = Flag | "noFloor" | "paused";
type ModelHandlers = Handlers<VisleafModelDetails>;

export type VisleafModelProps = OwnProps<
  ModelText | ModelNumber | ModelFlag | keyof ModelHandlers
> & {
  readonly [Name in ModelText]?: string;
} & { readonly [Name in ModelNumber]?: number | string } & {
  readonly [Name in ModelFlag]?: boolean;
} & ModelHandlers;

type ElementOf = HTMLElement & { strings: ElementStrings };

/** Returns the properties of an element, whose events call the latest handlers. */
function useElement<ElementType extends HTMLElement>(
  props: Props,
  ref: ForwardedRef<ElementType>,
  names: Names,
): Props {
  const latest = useRef<Props>(props);
  const element = useRef<ElementOf | null>(null);
  const strings = props.strings as ElementStrings | undefined;
  useEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    if (element.current !== null) element.current.strings = strings ?? {};
  }, [strings]);
  // Listens before the element's first event, which comes later than its connection.
  const attach = useCallback(
    (made: ElementType | null) => {
      if (typeof ref === "function") ref(made);
      else if (ref !== null) ref.current = made;
      if (made === null || made === (element.current as unknown)) return;
      element.current = made as unknown as ElementOf;
      for (const name of names.events) {
        made.addEventListener(name, (event) => {
          const handler = latest.current[handlerOf(name)];
          if (typeof handler === "function") handler(event);
        });
      }
    },
    [ref, names],
  );
  return { ...listElementProps(props, names), ref: attach };
}

/** `<visleaf-map>` as a component. */
export const VisleafMap: ForwardRefExoticComponent<VisleafMapProps & RefAttributes<MapElement>> =
  forwardRef<MapElement, VisleafMapProps>((props, ref) =>
    createElement("visleaf-map", useElement(props as Props, ref, MAP_NAMES)),
  );
VisleafMap.displayName = "VisleafMap";

/** `<visleaf-model>` as a component. Its code is loaded when it is mounted. */
export const VisleafModel: ForwardRefExoticComponent<
  VisleafModelProps & RefAttributes<ModelElement>
> = forwardRef<ModelElement, VisleafModelProps>((props, ref) => {
  useEffect(() => void import("./model-element.ts").catch(reportError), []);
  return createElement("visleaf-model", useElement(props as Props, ref, MODEL_NAMES));
});
VisleafModel.displayName = "VisleafModel";

export type { MapElement, ModelElement };
