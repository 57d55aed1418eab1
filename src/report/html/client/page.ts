/** The script of the report as a file. */
import { start } from './start.ts';

start();
