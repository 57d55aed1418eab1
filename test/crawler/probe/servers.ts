/** Real web servers with their own folders, to test how a probe sees their redirects and index pages. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '../../free-port.ts';
import { answers } from '../../serve-folder.ts';
import { prose } from './sites.ts';

export interface RealServer {
  readonly port: number;
  /** Request targets in order, available after it has stopped. */
  readonly stop: () => Promise<readonly string[]>;
}

const APACHE = ['apache2', 'httpd', '/usr/sbin/apache2', '/usr/sbin/httpd'].find(
  (name) => spawnSync(name, ['-v']).status === 0,
);

export const hasApache: boolean = APACHE !== undefined;

/** Folders with index pages, and pages next to them. */
const FOLDERS = ['/', '/docs/', '/docs/install/', '/docs/usage/', '/shop/', '/shop/brooms/', '/news/', '/news/2025/'];
const FILES = ['/about.html', '/docs/install/linux.html', '/shop/brooms/birch.html'];

/** Writes the site, and returns its folder. */
function writeSite(home: string): string {
  const root = join(home, 'site');
  const links = [...FOLDERS, ...FILES].map((path) => `<li><a href="${path}">${prose(path, 2)}</a>`).join('\n');
  for (const path of [...FOLDERS, ...FILES]) {
    const file = join(root, path.endsWith('/') ? `${path}index.html` : path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `<!doctype html><title>${prose(path, 2)}</title><p>${prose(path)}</p><ul>${links}</ul>`);
  }
  return root;
}

/** nginx at www.broom.example, to which broom.example redirects. */
export function serveByNginx(): Promise<RealServer> {
  return serve((home, port) => {
    const config = join(home, 'nginx.conf');
    writeFileSync(
      config,
      `daemon off; worker_processes 1; pid ${home}/pid; error_log ${home}/error.log;
       events { worker_connections 64; }
       http { types { text/html html; } log_format path $request_uri; access_log ${home}/access.log path;
              absolute_redirect off;
              server { listen 127.0.0.1:${port}; server_name www.broom.example; root ${writeSite(home)}; }
              server { listen 127.0.0.1:${port}; server_name broom.example;
                       return 301 http://www.broom.example$request_uri; } }`,
    );
    return spawn('nginx', ['-c', config, '-p', home], { stdio: 'ignore' });
  });
}

/** Apache at broom.example, to which www.broom.example redirects. */
export function serveByApache(): Promise<RealServer> {
  return serve((home, port) => {
    const config = join(home, 'apache.conf');
    const modules = ['/usr/lib/apache2/modules', '/usr/lib64/httpd/modules'].find((path) => existsSync(path)) ?? '';
    const load = (name: string): string => `LoadModule ${name}_module ${modules}/mod_${name}.so`;
    writeFileSync(
      config,
      `${['mpm_event', 'authz_core', 'dir', 'mime', 'alias'].map(load).join('\n')}
       ServerName broom.example
       UseCanonicalName Off
       PidFile ${home}/pid
       DefaultRuntimeDir ${home}
       ErrorLog ${home}/error.log
       LogFormat "%U%q" path
       CustomLog ${home}/access.log path
       TypesConfig /dev/null
       AddType text/html .html
       Listen 127.0.0.1:${port}
       DocumentRoot ${writeSite(home)}
       DirectoryIndex index.html
       <VirtualHost *:${port}>
         ServerName broom.example
       </VirtualHost>
       <VirtualHost *:${port}>
         ServerName www.broom.example
         Redirect permanent / http://broom.example/
       </VirtualHost>\n`,
    );
    return spawn(APACHE ?? '', ['-f', config, '-D', 'FOREGROUND'], { stdio: 'ignore' });
  });
}

async function serve(start: (home: string, port: number) => ChildProcess): Promise<RealServer> {
  const home = mkdtempSync(join(tmpdir(), 'dustpan-server-'));
  // A server started by root reads files as another user.
  chmodSync(home, 0o755);
  const port = await freePort();
  const server = start(home, port);
  await answers(port, server);
  const stopped = once(server, 'exit');
  return {
    port,
    stop: async () => {
      server.kill('SIGTERM');
      await stopped;
      const requests = readFileSync(join(home, 'access.log'), 'utf8').split('\n').filter(Boolean);
      rmSync(home, { recursive: true, force: true });
      return requests;
    },
  };
}
