/** The script of the report as `dustpan serve` shows it. */
import { followCrawl } from './live.ts';
import { start } from './start.ts';

start();
followCrawl();
