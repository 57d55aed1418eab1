import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { FLOODS } from './floods.ts';
import { type Behaviour, respond } from './server.ts';

/** Writes the results of `piece` again and again, as fast as the client reads. */
function flood(socket: Socket, piece: string | Uint8Array): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(piece)) {
      /* until the buffer is full */
    }
  };
  socket.on('drain', more);
  more();
}

/** Writes a piece every few milliseconds, forever. */
function drip(socket: Socket, piece: string): void {
  const timer = setInterval(() => socket.write(piece), 20);
  socket.on('close', () => clearInterval(timer));
}

function chunk(text: string): string {
  return `${text.length.toString(16)}\r\n${text}\r\n`;
}

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n';
const MIB = 1024 * 1024;

function bomb(times: number): Uint8Array {
  let bytes: Uint8Array = new Uint8Array(64 * MIB);
  for (let round = 0; round < times; round += 1) bytes = gzipSync(bytes, { level: 1 });
  return bytes;
}

const HTML = 'content-type: text/html\r\n';

function attributes(count: number): string {
  return Array.from({ length: count }, (_, i) => `a${i}=${i}`).join(' ');
}

function hrefs(count: number): string {
  return Array.from({ length: count }, (_, i) => `<a href=/l${i}>`).join('');
}

function canonical(href: string): string {
  return `<head><link rel=canonical href="${href}">`;
}

const PAGE = '<title>page</title>'.repeat(2000);

/** The hostile behaviours, one per path. */
export const BEHAVIOURS: Readonly<Record<string, Behaviour>> = {
  '/ok': (socket) => respond(socket, 'fine'),

  '/silent': () => undefined,
  '/status-drip': (socket) => {
    socket.write('HTTP/1.1 200 ');
    drip(socket, 'O');
  },
  '/header-drip': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\nx: ');
    drip(socket, 'a');
  },
  '/endless-headers': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\n');
    flood(socket, 'x-more: and more\r\n'.repeat(100));
  },
  '/endless-status-text': (socket) => {
    socket.write('HTTP/1.1 200 ');
    flood(socket, 'OK '.repeat(1000));
  },
  '/endless-interim-responses': (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'.repeat(100)),
  '/large-header': (socket) => respond(socket, 'late', `x-large: ${'a'.repeat(100_000)}\r\n`),
  '/many-cookies': (socket) =>
    respond(socket, 'cookies', Array.from({ length: 100 }, (_, i) => `set-cookie: c${i}=1\r\n`).join('')),

  '/endless-body': (socket) => {
    socket.write(CHUNKED);
    flood(socket, chunk('a'.repeat(50_000)));
  },
  '/body-drip': (socket) => {
    socket.write(CHUNKED);
    drip(socket, chunk('a'));
  },
  '/one-byte-chunks': (socket) => {
    socket.write(CHUNKED);
    flood(socket, chunk('a').repeat(10_000));
  },
  '/length-too-long': (socket) => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nshort'),
  '/length-too-long-and-close': (socket) =>
    socket.end('HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 1000\r\n\r\nshort'),
  '/length-too-short': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\nfirstHTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\npoison');
  },
  '/two-lengths': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 5\r\ncontent-length: 9\r\n\r\nfirstrest');
  },
  '/chunked-cut': (socket) => socket.end(`${CHUNKED}${chunk('part')}`),
  '/chunked-cut-and-close': (socket) =>
    socket.end(`${CHUNKED.replace('\r\n', '\r\nconnection: close\r\n')}${chunk('part')}`),
  '/reset-in-body': (socket) => {
    socket.write('HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\npart', () => socket.resetAndDestroy());
  },
  '/reset-at-once': (socket) => socket.resetAndDestroy(),
  '/not-http': (socket) => socket.end('SSH-2.0-OpenSSH_9.9\r\n'),
  '/status-below-100': (socket) => respond(socket, 'odd', '', '099 Odd'),
  '/upgrade': (socket) => {
    socket.write('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n');
  },
  '/continue': (socket) => socket.write('HTTP/1.1 100 Continue\r\n\r\n'),

  '/gzip-bomb': (socket) => respond(socket, bomb(1), 'content-encoding: gzip\r\n'),
  '/gzip-bomb-in-gzip': (socket) => respond(socket, bomb(2), 'content-encoding: gzip, gzip\r\n'),
  '/ten-codings': (socket) => respond(socket, PAGE, `content-encoding: ${Array(10).fill('gzip').join(', ')}\r\n`),
  '/gzip-cut': (socket) => respond(socket, gzipSync(PAGE).subarray(0, -40), 'content-encoding: gzip\r\n'),
  '/gzip-broken': (socket) => respond(socket, PAGE, 'content-encoding: gzip\r\n'),
  '/unknown-coding': (socket) => respond(socket, gzipSync(PAGE), 'content-encoding: \x80\xffsnappy\r\n'),
  '/text-with-unknown-coding': (socket) => respond(socket, PAGE, 'content-encoding: UTF-8\r\n'),
  '/binary-as-html': (socket) =>
    respond(
      socket,
      Uint8Array.from({ length: 256 }, (_, i) => i),
      'content-type: text/html\r\n',
    ),

  '/location-too-long': (socket) => respond(socket, '', `location: /${'a'.repeat(2 * MIB)}\r\n`, '302 Found'),
  '/location-with-bytes': (socket) => respond(socket, '', 'location: /caf\xc3\xa9\r\n', '302 Found'),
  '/location-folded': (socket) => respond(socket, '', 'location: /a\r\n b\r\n', '302 Found'),
  '/location-empty': (socket) => respond(socket, '', 'location:\r\n', '302 Found'),
  '/location-to-itself': (socket) => respond(socket, '', 'location: /location-to-itself\r\n', '301 Moved Permanently'),
  '/location-to-file': (socket) => respond(socket, '', 'location: file:///etc/passwd\r\n', '302 Found'),
  '/location-to-script': (socket) => respond(socket, '', 'location: javascript:alert(1)\r\n', '302 Found'),
  '/location-to-metadata': (socket) =>
    respond(socket, '', 'location: http://169.254.169.254/latest/meta-data/\r\n', '302 Found'),
  '/location-to-loopback': (socket) => respond(socket, '', 'location: http://127.0.0.1:22/\r\n', '302 Found'),
  '/retry-after-for-ever': (socket) => respond(socket, '', 'retry-after: 1000000000\r\n', '429 Too Many Requests'),
  '/retry-after-negative': (socket) => respond(socket, '', 'retry-after: -5\r\n', '503 Service Unavailable'),
  '/retry-after-past': (socket) =>
    respond(socket, '', 'retry-after: Mon, 01 Jan 2001 00:00:00 GMT\r\n', '429 Too Many Requests'),
  '/utf-7': (socket) => respond(socket, '<meta charset=utf-7>+ADw-a href=/x+AD4-', HTML),
  '/utf-16-in-meta': (socket) => respond(socket, '<meta charset=utf-16><a href=/ok>', HTML),
  '/mark-against-header': (socket) =>
    respond(socket, Buffer.from('\ufeff<a href=/ok>', 'utf16le'), 'content-type: text/html; charset=koi8-r\r\n'),
  '/a-megabyte-of-elements': (socket) => respond(socket, '<div>'.repeat(200_000), HTML),
  '/80000-attributes': (socket) => respond(socket, `<a ${attributes(80_000)} href=/ok>`, HTML),
  '/a-million-links': (socket) => respond(socket, hrefs(1_000_000), HTML),
  '/canonical-to-another-site': (socket) => respond(socket, canonical('http://elsewhere.example/'), HTML),
  '/canonical-with-a-fragment': (socket) => respond(socket, canonical('/canonical-with-a-fragment#top'), HTML),
  '/canonical-chain': (socket) => respond(socket, canonical('/canonical-chain?2'), HTML),
  '/title': (socket) => respond(socket, '<title>\x1b[2J=cmd|calc!A1\x00\u202e</script><b>', HTML),
  ...FLOODS,
  '/header-from-prototype': (socket) => respond(socket, 'fine', '__proto__: a\r\nconstructor: b\r\n'),
};
