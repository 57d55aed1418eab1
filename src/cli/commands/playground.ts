import { once } from 'node:events';
import { Command } from 'commander';
import { encodeBytes } from '../../text/bytes.ts';
import { EXIT } from '../io/exit.ts';
import { interruption } from '../io/interruption.ts';
import { out } from '../io/output.ts';
import { OutputFiles } from '../io/output-files.ts';
import { playgroundPage } from '../jobs/playground-page.ts';
import { HTML, listen, localServer, portOption } from '../serve/local-server.ts';

interface Flags {
  readonly port: number;
  readonly output?: string;
}

export function playgroundCommand(): Command {
  return new Command('playground')
    .description(
      'serve a page that canonicalizes URLs in the browser: it explains, compares and deduplicates, and sends nothing',
    )
    .addOption(portOption().conflicts('output'))
    .option('-o, --output <file>', 'write the page to this file instead; it works from anywhere, without a server')
    .addHelpText(
      'after',
      '\nOpen the address that it prints. Ctrl-C stops the server; a page that is open goes on working.',
    )
    .action(run);
}

async function run({ port, output }: Flags): Promise<void> {
  const page = await playgroundPage();
  if (output === undefined) await serve(page, port);
  else await write(page, output);
}

async function serve(page: string, port: number): Promise<void> {
  const signal = interruption('stopping');
  const server = localServer({
    answer: async (path) => (path === '/' ? { status: 200, headers: HTML, body: [page] } : null),
    paths: ['/'],
    // The page has a policy of its own, to which this one adds.
    headers: { 'content-security-policy': "frame-ancestors 'none'" },
  });
  out.line(await listen(server, port));
  await out.flush();
  if (!signal.aborted) await once(signal, 'abort');
  process.exit(EXIT.clean);
}

async function write(page: string, file: string): Promise<void> {
  const outputs = new OutputFiles();
  await outputs.complete(async () => (await outputs.main(file)).text(encodeBytes(page)));
}
