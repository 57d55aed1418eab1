/** The script of the playground as a file. */
import { start } from './start.ts';

start();
