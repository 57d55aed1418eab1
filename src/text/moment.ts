/**
 * Formats a time for people: `2026-11-21 07:37 UTC`.
 *
 * @param iso ISO 8601, in UTC
 */
export function moment(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`;
}
