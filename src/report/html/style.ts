import { CHARTS } from './styles/charts.ts';
import { COLOURS } from './styles/colours.ts';
import { FITTING } from './styles/fitting.ts';
import { FRAME } from './styles/frame.ts';
import { ROWS } from './styles/rows.ts';

/** The page's one style sheet; in this order, what comes later has the last word. */
export const STYLE: string = [COLOURS, FRAME, CHARTS, ROWS, FITTING].join('').replace(/\s*\n\s*/g, '\n');
