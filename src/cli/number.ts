/** A whole number with commas between its thousands. (The runtime's own way loads its locales, which takes 35 ms.) */
export function number(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(?:\d{3})+$)/g, ',');
}
