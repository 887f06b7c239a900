// What the scripts take for granted of the pages they run in, where the browser's own types say less.

/** An element of a page: what it is, only the page knows. */
type PageElement = any;

/** Events of a page come from its elements, and carry what their kind does. */
interface PageEvent extends Event {
  readonly target: PageElement;
  readonly submitter?: PageElement;
  readonly data?: any;
  readonly key?: any;
  readonly ctrlKey?: boolean;
  readonly metaKey?: boolean;
  readonly altKey?: boolean;
  readonly shiftKey?: boolean;
  readonly button?: number;
  readonly touches?: any;
  readonly changedTouches?: any;
  readonly formData?: any;
}

interface Document {
  addEventListener(kind: string, listener: (event: PageEvent) => any, how?: any): void;
}

/** What an event carries, by its kind: app.js and forms.js name what they tell. */
interface Event {
  readonly detail: any;
}

interface Element {
  hidden: any;
  blur(): void;
}

interface HTMLElement {
  name: string;
}

interface Window {
  /** Safari before 14.1 */
  webkitAudioContext?: typeof AudioContext;
}

/** Written by the build (tools/pocket.py): words of the window by language and key. */
declare module "*/words.js" {
  export const WORDS: Record<string, Record<string, string>>;
}
