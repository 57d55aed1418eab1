/** What compose.yaml starts, started here: its commands with its environment, and a server as the image makes it. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { openFrontier } from '../db/open.ts';
import { start } from './cli/dustpan.ts';
import { startServer, type TestServer } from './db/postgres/server.ts';
import { seededRandom } from './kill/random.ts';
import { type KillSite, startKillSite } from './kill/site.ts';

interface Service {
  readonly build?: string;
  readonly command: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly deploy?: { readonly replicas: number };
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly read_only?: boolean;
}

const root = join(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The services with the values that compose puts in: `${NAME}`, `${NAME:-default}` or `${NAME:?problem}`. */
function services(
  given: Readonly<Record<string, string>>,
): Readonly<Record<'postgres' | 'crawler' | 'report', Service>> {
  const text = read('compose.yaml').replaceAll(
    /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
    (_, name: string, kind?: string, rest = '') => {
      const value = given[name] ?? (kind === '-' ? String(rest) : undefined);
      if (value === undefined) throw new Error(`${name}: ${String(rest)}`);
      return value;
    },
  );
  return parse(text).services;
}

const PASSWORD = 'hidden-Broom-7';
let site: KillSite;
let server: TestServer;
let superuser: pg.Client;
beforeAll(async () => {
  site = await startKillSite(seededRandom(1));
  const { postgres } = services({ SITE: site.seed, PGPASSWORD: PASSWORD });
  const [program, ...flags] = postgres.command;
  expect(program).toBe('postgres');
  server = await startServer(flags.filter((flag) => flag !== '-c'));
  superuser = new pg.Client(server.url);
  await superuser.connect();
  // What the image does at its first start.
  const { POSTGRES_USER, POSTGRES_PASSWORD, POSTGRES_DB } = postgres.environment;
  await superuser.query(`CREATE ROLE ${POSTGRES_USER} SUPERUSER LOGIN PASSWORD '${POSTGRES_PASSWORD}'`);
  await superuser.query(`CREATE DATABASE ${POSTGRES_DB} OWNER ${POSTGRES_USER}`);
  const hba = await superuser.query<{ readonly hba_file: string }>('SHOW hba_file');
  const rules = ['host all postgres all trust', 'host all all all scram-sha-256'];
  const lines = rules.map((rule) => `SELECT '${rule}'`).join(' UNION ALL ');
  await superuser.query(`COPY (${lines}) TO '${hba.rows[0]?.hba_file}'`);
  await superuser.query('SELECT pg_reload_conf()');
});
afterAll(async () => {
  await superuser.end();
  await Promise.all([server.close(), site.close()]);
});

describe('the commands of compose.yaml', () => {
  test('three crawlers share one crawl, whose password only their environment has', async () => {
    const { crawler } = services({ SITE: site.seed, PGPASSWORD: PASSWORD });
    const { host } = new URL(server.url);
    expect(crawler.command.join(' ')).toContain('@postgres/');
    expect(crawler.command.join(' ')).not.toContain(PASSWORD);
    const args = crawler.command.map((one) => one.replace('@postgres/', `@${host}/`));
    const programs = Array.from({ length: crawler.deploy?.replicas ?? 1 }, () =>
      start(args, '', undefined, crawler.environment),
    );
    expect(programs).toHaveLength(3);
    for (const { ended } of programs) {
      const { code, stdout, stderr } = await ended;
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stdout + stderr).not.toContain(PASSWORD);
    }
    const frontier = await openFrontier(`${server.url.replace(/postgres$/, 'crawls')}?crawl=site`, { readonly: true });
    const keys = (await Array.fromAsync(frontier.entries())).map(({ key }) => key);
    await frontier.close();
    expect(keys).toEqual(expect.arrayContaining([...site.pages]));
  });

  test('the report of that crawl is served, and its health check tells whether it is', async () => {
    const { report } = services({ SITE: site.seed, PGPASSWORD: PASSWORD });
    const { host } = new URL(server.url);
    const args = report.command.map((one) => one.replace('@postgres/', `@${host}/`).replace('=8080', '=0'));
    const { process: child, ended } = start(args, '', undefined, report.environment);
    const [line] = await once(createInterface({ input: child.stdout ?? process.stdin }), 'line');
    const { port } = new URL(String(line));
    const [, program, ...check] = report.healthcheck?.test ?? [];
    const health = (at: string): number | null =>
      spawnSync(
        program === 'node' ? process.execPath : '',
        check.map((one) => one.replace(':8080/', `:${at}/`)),
      ).status;
    expect(health(port)).toBe(0);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(0);
    expect(health(port)).toBe(1);
  });

  test('nothing starts without a password or a site', () => {
    expect(() => services({ SITE: 'x' })).toThrow('PGPASSWORD: choose a password');
    expect(() => services({ PGPASSWORD: 'x' })).toThrow('SITE: name a site');
  });

  test('the crawlers wait for a server that answers for their database and user', () => {
    const { crawler, postgres } = services({ SITE: 'x', PGPASSWORD: PASSWORD });
    expect(crawler.depends_on).toEqual({ postgres: { condition: 'service_healthy' } });
    const { POSTGRES_USER: user, POSTGRES_DB: database } = postgres.environment;
    const address = new URL(crawler.command[3] ?? '');
    expect([address.username, address.pathname, address.hostname]).toEqual([user, `/${database}`, 'postgres']);
    expect(postgres.healthcheck?.test).toEqual(expect.arrayContaining([`--username=${user}`, `--dbname=${database}`]));
  });
});
