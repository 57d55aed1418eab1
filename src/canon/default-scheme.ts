const SCHEME = /^\s*[A-Za-z][A-Za-z0-9+.-]*:/;
/** `localhost:8080` and `example.com:80/a` have the form of a scheme and a path, and are a host and a port. */
const HOST_AND_PORT = /^\s*(?:localhost|[^\s/?#@:\\]+\.[^\s/?#@:\\]*):[0-9]{1,5}(?:[/?#\\]|\s*$)/i;
/** References that have no host to start with. */
const RELATIVE = /^\s*(?:[/\\](?![/\\])|[.?#]|$)/;

/** Puts a scheme in front of what people write without one (`example.com/a`, `//example.com/`); the same string back otherwise. */
export function addDefaultScheme(input: string, scheme: string): string {
  if ((SCHEME.test(input) && !HOST_AND_PORT.test(input)) || RELATIVE.test(input)) return input;
  const text = input.trimStart();
  return /^[/\\]{2}/.test(text) ? `${scheme}:${text}` : `${scheme}://${text}`;
}
