import { CHARTS } from './styles/charts.ts';
import { COLOURS } from './styles/colours.ts';
import { FITTING } from './styles/fitting.ts';
import { FRAME } from './styles/frame.ts';
import { LIVE } from './styles/live.ts';
import { ROWS } from './styles/rows.ts';

/** The page's style sheet. Later parts override earlier ones. */
export const STYLE: string = styleOf([COLOURS, FRAME, CHARTS, ROWS, FITTING]);

/** The style sheet of a page that follows a running crawl. */
export const LIVE_STYLE: string = styleOf([COLOURS, FRAME, CHARTS, ROWS, LIVE, FITTING]);

function styleOf(parts: readonly string[]): string {
  return parts.join('').replace(/\s*\n\s*/g, '\n');
}
