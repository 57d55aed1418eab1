const SCHEME = /^\s*[A-Za-z][A-Za-z0-9+.-]*:/;
/** `localhost:8080` and `example.com:80/a` look like a scheme and a path, but are a host and a port. */
const HOST_AND_PORT = /^\s*(?:localhost|[^\s/?#@:\\]+\.[^\s/?#@:\\]*):[0-9]{1,5}(?:[/?#\\]|\s*$)/i;
/** References that do not start with a host. */
const RELATIVE = /^\s*(?:[/\\](?![/\\])|[.?#]|$)/;

/** Adds a scheme to input without one (`example.com/a`, `//example.com/`). Returns all other input unchanged. */
export function addDefaultScheme(input: string, scheme: string): string {
  if ((SCHEME.test(input) && !HOST_AND_PORT.test(input)) || RELATIVE.test(input)) return input;
  const text = input.trimStart();
  return /^[/\\]{2}/.test(text) ? `${scheme}:${text}` : `${scheme}://${text}`;
}
