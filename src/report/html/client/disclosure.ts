import { button, div, el, icon, newId } from './dom.ts';
import { isPrinting } from './print.ts';

interface Opening {
  /** Opens and closes the body. */
  readonly toggle: HTMLElement;
  readonly body: HTMLElement;
  readonly isOpen: boolean;
  /** Makes what the body holds when it opens for the first time. */
  readonly content: () => HTMLElement;
  readonly onToggle?: (isOpen: boolean) => void;
}

/** Lets a button say whether the body is open. Returns the function that opens and closes it. */
export function opening({ toggle, body, isOpen, content, onToggle }: Opening): () => void {
  let open = isOpen || isPrinting();
  const show = (): void => {
    toggle.setAttribute('aria-expanded', String(open));
    body.hidden = !open;
    if (open && body.firstChild === null) body.append(content());
  };
  body.id = newId();
  toggle.setAttribute('aria-controls', body.id);
  show();
  return () => {
    open = !open;
    show();
    onToggle?.(open);
  };
}

interface Disclosure extends Omit<Opening, 'toggle' | 'body'> {
  readonly className: string;
  readonly heading: readonly (Node | string)[];
  /** Of the heading. */
  readonly level: 'h3' | 'h4';
}

/** A heading that opens what is below it. */
export function disclosure({ className, heading, level, ...rest }: Disclosure): HTMLElement {
  const toggle = button({ class: 'toggle' }, icon('chevron'), ...heading);
  const body = div('body');
  toggle.addEventListener('click', opening({ toggle, body, ...rest }));
  return el('section', { class: className }, el(level, {}, toggle), body);
}
