/** A way to write a URL with credentials in it. */
export interface Form {
  readonly name: string;
  /** @param host with its port */
  readonly url: (secret: string, host: string) => string;
  /** Whether it is one only by itself: in text, white space ends it. */
  readonly isWhole?: true;
}

export const FORMS: readonly Form[] = [
  { name: 'name and password', url: (secret, host) => `http://ann:${secret}@${host}/` },
  { name: 'another scheme of the web', url: (secret, host) => `https://ann:${secret}@${host}/` },
  { name: 'a token as the name', url: (secret, host) => `http://${secret}@${host}/` },
  { name: 'no name', url: (secret, host) => `http://:${secret}@${host}/` },
  { name: 'a path, a query and a fragment', url: (secret, host) => `http://ann:${secret}@${host}/a?b#c` },
  { name: 'upper-case scheme', url: (secret, host) => `HTTP://ann:${secret}@${host}/` },
  { name: 'no scheme', url: (secret, host) => `//ann:${secret}@${host}/` },
  { name: 'backslashes', url: (secret, host) => `http:\\\\ann:${secret}@${host}\\a` },
  { name: 'mixed slashes', url: (secret, host) => `http:/\\ann:${secret}@${host}/` },
  { name: 'backslashes without scheme', url: (secret, host) => `\\\\ann:${secret}@${host}/` },
  { name: 'mixed slashes without scheme', url: (secret, host) => `/\\ann:${secret}@${host}/` },
  { name: 'one slash', url: (secret, host) => `http:/ann:${secret}@${host}/` },
  { name: 'many slashes', url: (secret, host) => `http://///ann:${secret}@${host}/` },
  { name: 'no slashes', url: (secret, host) => `http:ann:${secret}@${host}/` },
  { name: 'another scheme without slashes', url: (secret, host) => `https:ann:${secret}@${host}/` },
  { name: 'tabs inside', url: (secret, host) => `ht\ttp://ann:\t${secret}@${host}/` },
  { name: 'tabs between slashes', url: (secret, host) => `http:/\t/ann:${secret}@${host}/` },
  { name: 'newlines inside', url: (secret, host) => `http://an\nn:${secret}@${host}/`, isWhole: true },
  { name: 'a space inside', url: (secret, host) => `http://ann:x ${secret}@${host}/`, isWhole: true },
  { name: 'spaces around', url: (secret, host) => `  http://ann:${secret}@${host}/  ` },
  { name: 'a control character in front', url: (secret, host) => `\x01http://ann:${secret}@${host}/` },
  { name: 'several @', url: (secret, host) => `http://a@b:${secret}@c@${host}/` },
  { name: 'an escaped @ in the password', url: (secret, host) => `http://ann:x%40${secret}@${host}/` },
  { name: 'escaped delimiters', url: (secret, host) => `http://ann%3A${secret}%40${host}/` },
  { name: 'an escaped @ only', url: (secret, host) => `http://ann:${secret}%40${host}/` },
  { name: 'a full-width @', url: (secret, host) => `http://ann:${secret}\uff20${host}/` },
  { name: 'a bad host', url: (secret) => `http://ann:${secret}@[bad/` },
  { name: 'a host with a space', url: (secret) => `http://ann:${secret}@exa mple/` },
  { name: 'a port too high', url: (secret) => `http://ann:${secret}@127.0.0.1:99999/` },
  { name: 'a port of letters', url: (secret) => `http://ann:${secret}@127.0.0.1:port/` },
  { name: 'no host', url: (secret) => `http://ann:${secret}@/` },
  {
    name: 'no host, and another @ behind it',
    url: (secret, host) => `http://ann:x@/b:${secret}@${host}/`,
  },
  { name: 'a slash in the password', url: (secret, host) => `http://ann:${secret}/x@${host}/` },
  { name: 'a question mark in the password', url: (secret, host) => `http://ann:${secret}?x@${host}/` },
  { name: 'a hash in the password', url: (secret, host) => `http://ann:${secret}#x@${host}/` },
  { name: 'a long password', url: (secret, host) => `http://ann:${secret}${'x'.repeat(3000)}@${host}/` },
  { name: 'an IPv6 address', url: (secret) => `http://ann:${secret}@[::1]:1/` },
  { name: 'ftp', url: (secret, host) => `ftp://ann:${secret}@${host}/` },
  { name: 'ws', url: (secret, host) => `ws:ann:${secret}@${host}/` },
  { name: 'a scheme of a program', url: (secret, host) => `git+ssh://ann:${secret}@${host}/` },
  { name: 'file', url: (secret, host) => `file://ann:${secret}@${host}/` },
  { name: 'javascript with a host', url: (secret, host) => `javascript://ann:${secret}@${host}/` },
  { name: 'javascript', url: (secret, host) => `javascript:open('http://ann:${secret}@${host}/')` },
  { name: 'view-source', url: (secret, host) => `view-source:http://ann:${secret}@${host}/` },
];
