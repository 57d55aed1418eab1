/** The default theme with the fonts of the system: nothing to download. */
export { default } from 'vitepress/theme-without-fonts';
