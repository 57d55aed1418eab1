import { button, icon, span } from './dom.ts';

const THEMES = ['auto', 'light', 'dark'] as const;
const STORED = 'dustpan-theme';

type Theme = (typeof THEMES)[number];

/** The button that goes from one choice of colours to the next. */
export function themeButton(): HTMLElement {
  let theme = themeOf(stored());
  const toggle = button({
    class: 'plain theme',
    click: () => use(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'auto'),
  });
  const use = (next: Theme): void => {
    theme = next;
    document.documentElement.dataset['theme'] = theme;
    toggle.replaceChildren(icon('theme'), span('name', `${theme[0]?.toUpperCase()}${theme.slice(1)}`));
    toggle.setAttribute('aria-label', `Colours: ${theme}`);
    store(theme);
  };
  use(theme);
  return toggle;
}

function themeOf(name: string | null): Theme {
  return THEMES.find((theme) => theme === name) ?? 'auto';
}

/** Null also where the browser stores nothing for pages from files. */
function stored(): string | null {
  try {
    return localStorage.getItem(STORED);
  } catch {
    return null;
  }
}

function store(theme: Theme): void {
  try {
    localStorage.setItem(STORED, theme);
  } catch {
    // The choice holds until somebody closes the page.
  }
}
