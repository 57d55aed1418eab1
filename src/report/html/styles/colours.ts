/** The colours of the light and dark schemes. Text has a contrast of at least 4.5 with its background (WCAG 2.2, 1.4.3). */
export const COLOURS: string = `
:root {
  color-scheme: light;
  --ground: light-dark(#f7f7f5, #121416);
  --surface: light-dark(#ffffff, #1a1d20);
  --sunken: light-dark(#f2f2ef, #22262a);
  --line: light-dark(#e3e3de, #2e3338);
  --strong-line: light-dark(#8b8f94, #7c838b);
  --text: light-dark(#1c1f23, #e9e7e3);
  --quiet: light-dark(#5a6068, #a5abb3);
  --accent: light-dark(#1a5fb4, #86b9f5);
  --error: light-dark(#b3261e, #ff8f85);
  --warning: light-dark(#8a5200, #ecb45a);
  --info: light-dark(#2b5f8f, #86b6e0);
  --pass: light-dark(#2d6a3e, #82c893);
  --error-fill: light-dark(#c9443b, #d9665d);
  --warning-fill: light-dark(#bd7c12, #cf9a44);
  --info-fill: light-dark(#4a82b8, #6497c6);
  --pass-fill: light-dark(#4a9263, #5fa374);
  --preserving: light-dark(#3b8f8f, #5ea5a5);
  --usual: light-dark(#6474c4, #8793da);
  --changing: light-dark(#a9659a, #bd82af);
  --other: light-dark(#8a8f96, #979da5);
  --mark: light-dark(#fdf3dc, #3b3320);
}
@media screen {
  :root { color-scheme: light dark; }
  :root[data-theme=light] { color-scheme: light; }
  :root[data-theme=dark] { color-scheme: dark; }
}
`;
