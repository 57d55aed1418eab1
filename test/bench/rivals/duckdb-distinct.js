// Prints the distinct lines of a list with DuckDB, in any order.
import { argv } from 'node:process';

const { DuckDBInstance } = await import('@duckdb/node-api');
const connection = await (await DuckDBInstance.create()).connect();
const quoted = argv[2].replaceAll("'", "''");
const lines = `read_csv('${quoted}', columns = {'line': 'VARCHAR'}, header = false, auto_detect = false, delim = '\\x01', quote = '', escape = '')`;
await connection.run(
  `COPY (SELECT DISTINCT line FROM ${lines}) TO '/dev/stdout' (FORMAT csv, HEADER false, QUOTE '', DELIMITER '\\x01')`,
);
