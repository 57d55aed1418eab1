const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const TIME = /^([0-9]{1,2})\/([A-Za-z]{3})\/([0-9]{4}):([0-9]{2}):([0-9]{2}):([0-9]{2}) ([+-])([0-9]{2})([0-9]{2})$/;

/**
 * Parses the time of a line in an access log, such as `17/May/2015:10:05:03 +0000`.
 *
 * @returns seconds since the epoch; 0 if the text is not a time or does not fit into 32 bits
 */
export function logTime(text: string): number {
  const [, day, month = '', year, hours, minutes, seconds, sign, east, eastMinutes] = TIME.exec(text) ?? [];
  const index = MONTHS.indexOf(month);
  if (index < 0) return 0;
  const at = Date.UTC(Number(year), index, Number(day), Number(hours), Number(minutes), Number(seconds));
  const offset = (Number(east) * 60 + Number(eastMinutes)) * 60 * (sign === '-' ? -1 : 1);
  const time = at / 1000 - offset;
  return time > 0 && time < 2 ** 31 ? time : 0;
}
