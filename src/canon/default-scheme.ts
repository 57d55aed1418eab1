import { RELATIVE } from '../url/parse.ts';

const SCHEME = /^\s*[A-Za-z][A-Za-z0-9+.-]*:/;
/** What may be a host, in front of a port. */
const HOST_AND_PORT = /^\s*([^\s/?#@:\\]+):[0-9]{1,5}(?:[/?#\\]|\s*$)/;

/** Adds a scheme to input without one (`example.com/a`, `//example.com/`). Returns all other input unchanged. */
export function addDefaultScheme(input: string, scheme: string): string {
  // A parser leaves these characters out, wherever they are.
  const text = input.replace(/[\t\n\r]+/g, '').trimStart();
  if ((SCHEME.test(text) && !startsWithPort(text)) || RELATIVE.test(text)) return input;
  return /^[/\\]{2}/.test(text) ? `${scheme}:${text}` : `${scheme}://${text}`;
}

/** `localhost:8080` and `example.com:80/a` look like a scheme and a path, but are a host and a port. */
function startsWithPort(text: string): boolean {
  const [, host = ''] = HOST_AND_PORT.exec(text) ?? [];
  return host.indexOf('.', 1) > 0 || host.toLowerCase() === 'localhost';
}
