import { COLOURS } from '../report/html/styles/colours.ts';
import { FRAME } from '../report/html/styles/frame.ts';
import { PLAYGROUND } from './styles/playground.ts';

/** The style sheet of the page. It looks like the HTML report of an audit. */
export const STYLE: string = [COLOURS, FRAME, PLAYGROUND].join('').replace(/\s*\n\s*/g, '\n');
