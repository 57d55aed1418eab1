/** The package in one minified file, which has no types of its own. */
declare module 'tldts/dist/index.cjs.min.js' {
  export * from 'tldts';
}
