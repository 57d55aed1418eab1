import { describe, expect, onTestFinished, test } from 'vitest';
import type { ProbeReport } from '../../../crawler/probe/probe.ts';
import { hasNginx } from '../../serve-folder.ts';
import { probeServed, wholeName } from './probing.ts';
import { hasApache, type RealServer, serveByApache, serveByNginx } from './servers.ts';

async function probeServer(start: () => Promise<RealServer>): Promise<ProbeReport> {
  const server = await start();
  onTestFinished(async () => {
    await server.stop();
  });
  const rules = ['broom.example', 'www.broom.example'].map((host) => `${host}:80:127.0.0.1:${server.port}`);
  // Nothing is listening for HTTPS.
  return probeServed([...rules, ':443:127.0.0.1:1']);
}

function verdicts({ claims }: ProbeReport): Readonly<Record<string, string>> {
  const bySubject = Map.groupBy(claims, wholeName);
  return Object.fromEntries(
    [...bySubject].map(([subject, own]) => {
      const told = own.map(({ verdict, target, reason }) => `${verdict} ${target ?? reason ?? ''}`.trim());
      return [subject, [...new Set(told)].join(', ')];
    }),
  );
}

const isNginxHere = hasNginx();

const OF_FILES = {
  scheme: 'undecided connection-refused',
  slash: 'confirmed add',
  'index index.html': 'confirmed',
  'index index.htm': 'refuted not-found',
  'index index.php': 'refuted not-found',
  case: 'refuted not-found',
  slashes: 'confirmed',
};

describe.runIf(isNginxHere)(`nginx${isNginxHere ? '' : ' (skipped: it is not installed)'}`, () => {
  test('redirects folders and the host without www; merges slashes; has index pages', async () => {
    const report = await probeServer(serveByNginx);
    expect(verdicts(report)).toMatchObject({ ...OF_FILES, www: 'confirmed add' });
    expect(report.requests.pages).toBeLessThanOrEqual(80);
  });
});

describe.runIf(hasApache)(`Apache${hasApache ? '' : ' (skipped: it is not installed)'}`, () => {
  test('redirects folders and the host with www; merges slashes; has index pages', async () => {
    const report = await probeServer(serveByApache);
    expect(verdicts(report)).toMatchObject({ ...OF_FILES, www: 'confirmed remove' });
    expect(report.requests.pages).toBeLessThanOrEqual(80);
  });
});
