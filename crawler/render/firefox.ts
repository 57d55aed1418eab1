import { type BrowserKind, INSTALL_PLAYWRIGHT, NO_PROXY } from './browser-kind.ts';

/** What the profile sets. Playwright adds what it needs. */
const PREFERENCES: Readonly<Record<string, string | number | boolean>> = {
  // It has no network: each request is answered here. What goes past that, such as sockets, finds no host and no proxy.
  'network.proxy.type': 1,
  'network.proxy.http': NO_PROXY.host,
  'network.proxy.http_port': NO_PROXY.port,
  'network.proxy.ssl': NO_PROXY.host,
  'network.proxy.ssl_port': NO_PROXY.port,
  'network.proxy.socks': NO_PROXY.host,
  'network.proxy.socks_port': NO_PROXY.port,
  'network.proxy.no_proxies_on': '',
  'network.proxy.allow_hijacking_localhost': true,
  'network.proxy.allow_bypass': false,
  'network.proxy.failover_direct': false,
  'network.dns.disabled': true,
  'network.dns.disablePrefetch': true,
  'network.trr.mode': 5,
  'network.prefetch-next': false,
  'network.predictor.enabled': false,
  'network.http.http3.enable': false,
  'network.http.speculative-parallel-limit': 0,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'media.peerconnection.enabled': false,
  // It does not try to report, to update, or to download lists.
  'app.update.disabledForTesting': true,
  'app.normandy.enabled': false,
  'browser.safebrowsing.malware.enabled': false,
  'browser.safebrowsing.phishing.enabled': false,
  'browser.safebrowsing.downloads.enabled': false,
  'browser.safebrowsing.blockedURIs.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'toolkit.telemetry.enabled': false,
  'security.OCSP.enabled': 0,
  'services.settings.server': 'data:,#remote-settings-dummy/v1',
  // Pages get nothing that outlives them, and no windows.
  'dom.serviceWorkers.enabled': false,
  'dom.push.enabled': false,
  'dom.disable_beforeunload': true,
  'dom.disable_open_during_load': true,
  'dom.popup_allowed_events': '',
  'permissions.default.camera': 2,
  'permissions.default.microphone': 2,
  'permissions.default.geo': 2,
  'permissions.default.desktop-notification': 2,
  // Fewer processes, and an end of those whose scripts never pause.
  'dom.ipc.processPrelaunch.enabled': false,
  'dom.ipc.tabs.shutdownTimeoutSecs': 1,
  'javascript.options.mem.max': 512,
};

/** The Firefox of the system. Playwright drives it through WebDriver BiDi. */
export const FIREFOX: BrowserKind = {
  driver: 'firefox',
  programs: ['firefox', 'firefox-esr'],
  places: {
    darwin: ['Applications/Firefox.app/Contents/MacOS/firefox'],
    win32: ['Mozilla Firefox/firefox.exe'],
  },
  sign: /firefox/i,
  options: (profile) => ({
    channel: 'moz-firefox',
    firefoxUserPrefs: PREFERENCES,
    env: {
      ...process.env,
      // It writes to the home folder as well, and does not start as root in the home of somebody else.
      HOME: profile,
      XDG_CONFIG_HOME: profile,
      XDG_CACHE_HOME: profile,
      // Without it, `services.settings.server` has no effect.
      MOZ_REMOTE_SETTINGS_DEVTOOLS: '1',
    },
  }),
  remedy: (reason) =>
    /unknown command/.test(reason)
      ? `this version of playwright-core asks for what this Firefox does not have; install another next to dustpan (${INSTALL_PLAYWRIGHT}), or use Chromium`
      : null,
};
