/** What an argument that names a crawl may be, for help. */
export const CRAWL_ARGUMENT = 'the crawl: a file, or postgres://USER@HOST:PORT/DATABASE?crawl=NAME';

/** The same for the option that names the crawl to write. */
export const DB_OPTION =
  'store the crawl in this file (default: named after the host, such as example.com.dustpan), or on a server: postgres://USER@HOST:PORT/DATABASE?crawl=NAME';
