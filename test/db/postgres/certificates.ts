import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync } from 'node:fs';
import { join } from 'node:path';

const KEY = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1'];

/** Makes `NAME.pem` and `NAME.key` of an authority, of a server called localhost, and of a user. */
export function makeCertificates(folder: string, { user, passphrase }: { user: string; passphrase: string }): void {
  const make = (name: string, subject: string, ...options: readonly string[]): void => {
    const files = ['-out', join(folder, `${name}.pem`), '-keyout', join(folder, `${name}.key`)];
    const given = ['req', '-x509', ...KEY, '-days', '2', '-subj', `/CN=${subject}`, ...files, ...options];
    execFileSync('openssl', given, { stdio: 'pipe' });
  };
  const signed = ['-CA', join(folder, 'authority.pem'), '-CAkey', join(folder, 'authority.key')];
  for (const name of ['authority', 'stranger']) make(name, name, '-nodes');
  make('server', 'localhost', '-nodes', ...signed, '-addext', 'subjectAltName=DNS:localhost');
  make('user', user, '-nodes', ...signed);
  make('locked', user, '-passout', `pass:${passphrase}`, ...signed);
  chmodSync(folder, 0o755);
  // The server refuses a key that others may read, and may run as another user.
  chmodSync(join(folder, 'server.key'), 0o600);
  if (process.getuid?.() === 0) chownSync(join(folder, 'server.key'), 65_534, 65_534);
}
