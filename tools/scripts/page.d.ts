// What the scripts take for granted of the pages they run in, where the browser's own types say less.

/** Events of a page come from its elements, which are of many kinds. */
interface EventTarget {
  closest(selectors: string): any;
  matches: any;
  readonly dataset: DOMStringMap;
  elements: any;
  form: any;
  value: any;
  checked: any;
  tagName: string;
  parentElement: any;
  getAttribute(name: string): string | null;
  hasAttribute(name: string): boolean;
  scrollIntoView(how?: any): void;
  close(): void;
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
