import type { Client } from './client.ts';

interface DisclosureOptions {
  readonly className: string;
  readonly heading: readonly (Node | string)[];
  readonly isOpen: boolean;
  /** Made when it is opened for the first time. */
  readonly content: () => HTMLElement;
  readonly onToggle: (isOpen: boolean) => void;
}

/** Makes a heading that opens what is below it. */
export type Disclosure = (options: DisclosureOptions) => HTMLElement;

export function disclosure({ dom: { el, icon, newId } }: Client): Disclosure {
  return ({ className, heading, isOpen, content, onToggle }) => {
    const id = newId();
    const body = el('div', { class: 'body', id });
    const button = el('button', { type: 'button', class: 'toggle', 'aria-controls': id }, icon('chevron'), ...heading);
    let open = isOpen;
    const show = (): void => {
      button.setAttribute('aria-expanded', String(open));
      body.hidden = !open;
      if (open && body.firstChild === null) body.append(content());
    };
    button.addEventListener('click', () => {
      open = !open;
      show();
      onToggle(open);
    });
    show();
    return el('section', { class: className }, el('h3', {}, button), body);
  };
}
