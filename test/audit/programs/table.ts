/** Prints how each rule does on the site where everything is planted: `node test/audit/programs/table.ts`. */
import { table } from '../../../src/cli/render/table.ts';
import { scores } from '../planted-site.ts';

const rows = (await scores()).map(({ rule, planted, found, falseAlarms }) => [
  rule,
  String(planted),
  String(found),
  String(falseAlarms.length),
]);
const sum = (column: number): string => String(rows.reduce((all, row) => all + Number(row[column]), 0));
for (const line of table([['rule', 'planted', 'found', 'false alarms'], ...rows, ['all', sum(1), sum(2), sum(3)]])) {
  process.stdout.write(`${line}\n`);
}
