import { EMPTY, FragmentProblem, linkTo, readFragment, type State } from '../state.ts';

/** What the page shows, kept in its address after `#`, which browsers never send. */

/** A list too long for its field: pasted, or out of a file. No link carries it. */
export interface HeldList {
  /** The name of the file, or what else people know it by. */
  readonly name: string;
  readonly text: string;
}

/** Milliseconds between a change and the new address: browsers refuse to change it for each key. */
const PAUSE = 250;

let current: State = EMPTY;
let list: HeldList | null = null;
let problem: string | null = null;
let draw = (): void => {};
let pending: ReturnType<typeof setTimeout> | null = null;
let frame = 0;
let written = '';

/** What the page shows now. */
export function state(): State {
  return current;
}

/**
 * Draws anew. If that removes what has the focus, the element that replaces it gets the focus, or else the panel, so that
 * the next key goes on from there.
 */
export function keepingFocus(redraw: () => void): void {
  const focused = document.activeElement;
  const place = focused === null ? -1 : namesakes(focused).indexOf(focused);
  redraw();
  if (focused === null || focused.isConnected) return;
  const panel = document.querySelector('[role=tabpanel]:not([hidden])');
  const next = namesakes(focused)[place] ?? panel;
  if (next instanceof HTMLElement) next.focus({ preventScroll: true });
}

/** The elements of the page with the tag and the text of this one, in order. */
function namesakes({ tagName, textContent }: Element): readonly Element[] {
  return [...document.querySelectorAll(tagName)].filter((one) => one.textContent === textContent);
}

/** The list too long for its field; null without one. */
export function heldList(): HeldList | null {
  return list;
}

/** Why the address could not be read; null if it could. */
export function addressProblem(): string | null {
  return problem;
}

/** Reads the address, draws the page, and draws it again after every change. */
export function startStore(onChange: () => void): void {
  draw = onChange;
  addEventListener('popstate', readAddress);
  addEventListener('pagehide', writeAddress);
  readAddress();
}

/**
 * Changes what the page shows. A `step` can be undone with the way back of the browser. What is `typed` is shown with
 * the next frame: a program that types sends an event for each line.
 */
export function change(part: Partial<State>, kind: 'quiet' | 'typed' | 'step' = 'quiet'): void {
  if (kind === 'step') writeAddress();
  current = { ...current, ...part };
  problem = null;
  if (kind === 'step') {
    written = linkTo(current).fragment;
    history.pushState(null, '', written);
  } else {
    pending ??= setTimeout(writeAddress, PAUSE);
  }
  if (kind === 'typed') {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => draw());
  } else draw();
}

/** Shows a list that is too long for its field; null removes it. */
export function holdList(held: HeldList | null): void {
  list = held;
  draw();
}

/** The address of what the page shows now. */
export function currentLink(): string {
  writeAddress();
  return location.href;
}

function writeAddress(): void {
  if (pending === null) return;
  clearTimeout(pending);
  pending = null;
  putAddress();
}

function putAddress(): void {
  written = linkTo(current).fragment;
  history.replaceState(null, '', written);
}

function readAddress(): void {
  if (location.hash === written && written !== '') return;
  if (pending !== null) clearTimeout(pending);
  pending = null;
  const found = readFragment(location.hash);
  const isProblem = found instanceof FragmentProblem;
  problem = isProblem ? found.message : null;
  current = isProblem ? EMPTY : withLeftOut(found, current);
  written = location.hash;
  // Somebody else's link may have passwords in it.
  if (!isProblem && linkTo(found).leftOut.includes('credentials')) putAddress();
  // No address carries a held list: going back to another view keeps it.
  if (current.urls !== '') list = null;
  draw();
}

/** With the texts from before, if they differ only in what no address carries: a long list, and passwords. */
function withLeftOut(found: State, { urls, a, b }: State): State {
  const kept = { ...found, urls, a, b };
  return linkTo(kept).fragment === linkTo(found).fragment ? kept : found;
}
