import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { type PullRequest, putComment } from '../../../config/action/pull-request-comment.ts';
import { type GitHub, gitHub } from './github.ts';

const MARKER = '<!-- dustpan: docs -->';

async function pullRequest(): Promise<{ readonly api: GitHub; readonly pull: PullRequest }> {
  const api = await gitHub('ann/brooms', 7);
  return { api, pull: { api: api.url, repository: 'ann/brooms', number: 7, token: 't' } };
}

test('a comment is written once, and then updated, also behind a hundred others', async () => {
  const { api, pull } = await pullRequest();
  for (let at = 0; at < 150; at++) api.add(`other ${at}`, 'ann');
  expect(await putComment(pull, MARKER, 'one', true)).toBe('written');
  expect(await putComment(pull, MARKER, 'two', true)).toBe('updated');
  expect(api.comments.slice(150)).toEqual([`${MARKER}\ntwo`]);
  expect(new Set(api.requests.map(({ token }) => token))).toEqual(new Set(['Bearer t']));
});

test('without a comment, none is begun if there is nothing to say', async () => {
  const { api, pull } = await pullRequest();
  expect(await putComment(pull, MARKER, 'fine', false)).toBe('none');
  expect(api.comments).toEqual([]);
});

test('the comment of another audit, and one by somebody else, stay', async () => {
  const { api, pull } = await pullRequest();
  api.add('<!-- dustpan: other -->\na');
  api.add(`${MARKER}\nb`, 'mallory');
  api.add(`quoted: ${MARKER}`);
  expect(await putComment(pull, MARKER, 'c', true)).toBe('written');
  expect(api.comments).toHaveLength(4);
});

test.each([
  [403, true],
  [404, true],
  [500, false],
])('status %i is an error, and a refusal: %s', async (status, isRefusal) => {
  const { api, pull } = await pullRequest();
  api.refuses = status;
  await expect(putComment(pull, MARKER, 'a', true)).rejects.toMatchObject({ name: 'GitHubError', status, isRefusal });
});

test('no answer is an error', async () => {
  const { pull } = await pullRequest();
  await expect(putComment({ ...pull, api: 'http://127.0.0.1:9' }, MARKER, 'a', true)).rejects.toMatchObject({
    status: null,
    isRefusal: false,
  });
});

test.each<[string, (response: ServerResponse) => void]>([
  ['that is not JSON', (response) => void response.end('<html>a proxy</html>')],
  ['that breaks off', (response) => void response.write('[', () => response.destroy())],
])('an answer %s is an error, as no answer is', async (_, answer) => {
  const { pull } = await pullRequest();
  const server = createServer((__, response) => answer(response)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : null;
  await expect(putComment({ ...pull, api: `http://127.0.0.1:${port}` }, MARKER, 'a', true)).rejects.toMatchObject({
    name: 'GitHubError',
    status: null,
  });
  server.close();
});
