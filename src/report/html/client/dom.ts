/** Makes elements. Text stays text: nothing in the page parses markup. */

export type Child = Node | string | null;

export type Attributes = Readonly<Record<string, string | number | boolean | null | ((event: Event) => void)>>;

const ICONS: Readonly<Record<string, string>> = {
  error: 'M5 1h6l4 4v6l-4 4H5l-4-4V5zM7.2 4v5h1.6V4zM7.2 10.4V12h1.6v-1.6z',
  warning: 'M8 1.2 15.6 15H.4zM7.2 6v4.4h1.6V6zM7.2 11.6v1.6h1.6v-1.6z',
  info: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zM7.2 4v1.6h1.6V4zM7.2 7v5h1.6V7z',
  pass: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zM4.4 8.2 7 10.9l4.7-5.1-1.2-1.1L7 8.5 5.6 7.1z',
  chevron: 'M5.6 2.6 11 8l-5.4 5.4-1.2-1.2L8.6 8 4.4 3.8z',
  confirmed: 'M6.4 12.8 1.8 8.2 3 7l3.4 3.4L13 3.8 14.2 5z',
  refuted: 'M3.8 2.6 8 6.8l4.2-4.2 1.2 1.2L9.2 8l4.2 4.2-1.2 1.2L8 9.2l-4.2 4.2-1.2-1.2L6.8 8 2.6 3.8z',
  undecided: 'M2 7.2h12v1.6H2z',
  to: 'M2 7.2h8.6L7.4 4l1.1-1.1L13.6 8l-5.1 5.1L7.4 12l3.2-3.2H2z',
  theme: 'M8 1a7 7 0 1 1 0 14A7 7 0 0 1 8 1zm0 1.6v10.8A5.4 5.4 0 0 0 8 2.6z',
};

let ids = 0;

/**
 * An element of HTML.
 *
 * @param attributes a function listens to the event of that name; null and false leave the attribute out
 */
export function el<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  return furnish(document.createElement(name), attributes, children);
}

/** An element of SVG; see {@link el}. */
export function svg(name: string, attributes: Attributes = {}, ...children: readonly Child[]): SVGElement {
  return furnish(document.createElementNS('http://www.w3.org/2000/svg', name), attributes, children);
}

export function div(className: string, ...children: readonly Child[]): HTMLElement {
  return el('div', { class: className }, ...children);
}

export function span(className: string, ...children: readonly Child[]): HTMLElement {
  return el('span', { class: className }, ...children);
}

export function paragraph(className: string, ...children: readonly Child[]): HTMLElement {
  return el('p', { class: className }, ...children);
}

export function button(attributes: Attributes, ...children: readonly Child[]): HTMLButtonElement {
  return el('button', { type: 'button', ...attributes }, ...children);
}

/** A drawing in one colour, 16 by 16 pixels, hidden from screen readers. */
export function icon(name: string): SVGElement {
  return svg(
    'svg',
    { class: `icon icon-${name}`, viewBox: '0 0 16 16', width: 16, height: 16, 'aria-hidden': 'true' },
    svg('path', { d: ICONS[name] ?? '', 'fill-rule': 'evenodd' }),
  );
}

/** What an open row shows about something. */
export type Fact = readonly [name: string, value: Child];

/** Something with a name, in a place where a heading would break the outline of the page. */
export function section(title: string, ...content: readonly Child[]): HTMLElement {
  return div('part', paragraph('subtitle', title), ...content);
}

/** A list of facts, without those that have no value. */
export function facts(pairs: readonly Fact[]): HTMLElement {
  const known = pairs.filter(([, value]) => value !== null);
  return el('dl', { class: 'facts' }, ...known.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));
}

export function urlList(urls: readonly string[], show: (url: string) => Child): HTMLElement {
  return el('ol', { class: 'url-list' }, ...urls.map((url) => el('li', {}, show(url))));
}

/** An id that no other element has. */
export function newId(): string {
  return `id-${++ids}`;
}

function furnish<Made extends Element>(element: Made, attributes: Attributes, children: readonly Child[]): Made {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') element.addEventListener(name, value);
    else if (value !== null && value !== false) element.setAttribute(name, value === true ? '' : String(value));
  }
  element.append(...children.filter((child) => child !== null));
  return element;
}
