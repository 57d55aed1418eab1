const LIGHT = `
  color-scheme: light;
  --ground: #f7f7f5;
  --surface: #ffffff;
  --sunken: #f2f2ef;
  --line: #e3e3de;
  --strong-line: #8b8f94;
  --text: #1c1f23;
  --quiet: #5a6068;
  --accent: #1a5fb4;
  --on-accent: #ffffff;
  --error: #b3261e;
  --warning: #8a5200;
  --info: #2b5f8f;
  --pass: #2d6a3e;
  --error-fill: #c9443b;
  --warning-fill: #bd7c12;
  --info-fill: #4a82b8;
  --pass-fill: #4a9263;
  --preserving: #3b8f8f;
  --usual: #6474c4;
  --changing: #a9659a;
  --other: #8a8f96;
  --mark: #fdf3dc;
`;

const DARK = `
  color-scheme: dark;
  --ground: #121416;
  --surface: #1a1d20;
  --sunken: #22262a;
  --line: #2e3338;
  --strong-line: #7c838b;
  --text: #e9e7e3;
  --quiet: #a5abb3;
  --accent: #86b9f5;
  --on-accent: #10141a;
  --error: #ff8f85;
  --warning: #ecb45a;
  --info: #86b6e0;
  --pass: #82c893;
  --error-fill: #d9665d;
  --warning-fill: #cf9a44;
  --info-fill: #6497c6;
  --pass-fill: #5fa374;
  --preserving: #5ea5a5;
  --usual: #8793da;
  --changing: #bd82af;
  --other: #979da5;
  --mark: #3b3320;
`;

/** The colours of the light and dark schemes. Text has a contrast of at least 4.5 with its background (WCAG 2.2, 1.4.3). */
export const COLOURS: string = `
:root {${LIGHT}}
@media screen and (prefers-color-scheme: dark) { :root:not([data-theme=light]) {${DARK}} }
@media screen { :root[data-theme=dark] {${DARK}} }
`;
