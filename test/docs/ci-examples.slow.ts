/** The jobs for GitLab and Jenkins in the guide: their commands, run here. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { parse as readJunit } from 'junit2json';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { dustpan, temporaryFolder } from '../cli/dustpan.ts';
import { site } from '../crawler/web.ts';
import { blocksOf, ROOT, readPage } from './markdown.ts';

const JOBS = new Map(
  blocksOf(readPage('docs/audit-in-ci.md')).map(({ comment, lines }) => [comment, lines.join('\n')]),
);

/** The commands of a job that start dustpan. */
function commandsOf(name: string): readonly string[] {
  const text = JOBS.get(`example: ${name}`) ?? '';
  const { audit }: { audit: { script: readonly string[] } } =
    name === 'gitlab.yml'
      ? parse(text)
      : { audit: { script: [...text.matchAll(/sh '(.*)'/g)].map(([, line = '']) => line) } };
  return audit.script.filter((line) => line.includes('launch.js'));
}

test.each(['gitlab.yml', 'Jenkinsfile'])('%s: a known finding passes, and the reports are written', async (name) => {
  const web = await site({ '/': '<title>Brooms</title><a href="/lost">lost</a><p>Brooms of birch.' });
  const folder = temporaryFolder();
  const baseline = ['--format', 'json', '-o', 'audit-baseline.json', '--fail-on', 'none'];
  await dustpan(['audit', `${web.origin}/`, '--db', 'first.dustpan', ...baseline], '', folder);
  const commands = commandsOf(name);
  expect(commands).toHaveLength(1);
  for (const command of commands) {
    const own = command.replace('/opt/dustpan', ROOT).replace('"$WORKSPACE_TMP/dustpan', `"${ROOT}`);
    const PATH = `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`;
    await promisify(execFile)('sh', ['-ec', own], {
      cwd: folder,
      env: { ...process.env, PATH, SITE: `${web.origin}/` },
    });
  }
  expect(await readJunit(readFileSync(join(folder, 'audit.xml'), 'utf8'))).toMatchObject({ failures: 0 });
  if (name === 'gitlab.yml') {
    expect(JSON.parse(readFileSync(join(folder, 'gl-code-quality-report.json'), 'utf8'))).toEqual([]);
    expect(existsSync(join(folder, 'report.html'))).toBe(true);
  }
});

test('login.yml: the pages behind the login are audited, and nothing logs out', async () => {
  const web = await site({
    '/login': (request, response) => {
      request.once('data', (form: Buffer) => {
        const status = form.toString() === 'user=ci&password=p%40ss' ? 200 : 403;
        response.writeHead(status, { 'set-cookie': 'session=s3cret; HttpOnly' }).end();
      });
    },
    '/': ({ headers }, response) => {
      const isIn = headers.cookie === 'session=s3cret';
      response.writeHead(isIn ? 200 : 403, { 'content-type': 'text/html' });
      response.end('<title>Brooms</title><a href="/lost">lost</a> <a href="/logout?now">log out</a>');
    },
  });
  const folder = temporaryFolder();
  const { steps }: { steps: readonly { run?: string; with?: { options: string } }[] } = parse(
    JOBS.get('example: login.yml') ?? '',
  );
  const login = (steps[0]?.run ?? '').replace('https://staging.example.com', web.origin);
  await promisify(execFile)('bash', ['-ec', login], {
    cwd: folder,
    env: { ...process.env, PASSWORD: 'p@ss', RUNNER_TEMP: folder },
  });
  const options = (steps[1]?.with?.options ?? '').replace('${{ runner.temp }}', folder).trim().split(/[ \n]/);
  const { stdout } = await dustpan(['audit', `${web.origin}/`, '--no-robots', ...options], '', folder);
  expect(stdout).toContain('/lost');
  expect(web.requests.filter((path) => /lost|logout/.test(path))).toEqual(['/lost']);
});
