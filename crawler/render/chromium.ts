import { type BrowserKind, NO_PROXY } from './browser-kind.ts';

const ARGUMENTS = [
  // It has no network: each request is answered here. What goes past that, such as sockets, finds no host and no proxy.
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--dns-prefetch-disable',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--js-flags=--max-old-space-size=512',
];
/** Loopback addresses take no other way. */
const NO_NETWORK = { server: `http://${NO_PROXY.host}:${NO_PROXY.port}`, bypass: '<-loopback>' };
/** Defaults of Playwright that help tests, and hostile pages. */
const NOT_WANTED = ['--disable-popup-blocking', '--disable-ipc-flooding-protection', '--enable-unsafe-swiftshader'];

/** Chromium, and the browsers made from it. */
export const CHROMIUM: BrowserKind = {
  driver: 'chromium',
  programs: [
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'microsoft-edge',
    'microsoft-edge-stable',
    'brave-browser',
  ],
  places: {
    darwin: [
      'Applications/Chromium.app/Contents/MacOS/Chromium',
      'Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
      'Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
    ],
    win32: [
      'Google/Chrome/Application/chrome.exe',
      'Chromium/Application/chrome.exe',
      'Microsoft/Edge/Application/msedge.exe',
    ],
  },
  sign: /chrom|edge|brave|opera|vivaldi/i,
  options: () => ({
    // Chromium does not start as root with its sandbox.
    chromiumSandbox: process.getuid?.() !== 0,
    args: ARGUMENTS,
    ignoreDefaultArgs: NOT_WANTED,
    proxy: NO_NETWORK,
  }),
  remedy: (reason) =>
    reason.startsWith('No usable sandbox')
      ? 'its sandbox needs user namespaces: allow them in the system, or in the settings of the container'
      : null,
};
