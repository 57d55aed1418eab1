/** Comments of pull requests: https://docs.github.com/rest/issues/comments */

/** A pull request, and how to reach it. */
export interface PullRequest {
  /** The address of the API, without a slash at the end. */
  readonly api: string;
  /** `owner/name`. */
  readonly repository: string;
  readonly number: number;
  readonly token: string;
}

/** GitHub refused a request, or gave no answer that can be read. */
export class GitHubError extends Error {
  override readonly name = 'GitHubError';
  /** Null without an answer. */
  readonly status: number | null;

  constructor(message: string, status: number | null) {
    super(message);
    this.status = status;
  }

  /** Whether the token may not do this. */
  get isRefusal(): boolean {
    return this.status === 401 || this.status === 403 || this.status === 404;
  }
}

/** Who writes with the token of a run. Others can copy the marker. */
const AUTHOR = 'github-actions[bot]';
const PER_PAGE = 100;
/** Pages of comments to look at. */
const MAX_PAGES = 20;
const ANSWER_TIME = 30_000;

/**
 * Puts a text into the comment with the marker, or writes a comment if there is none.
 *
 * @param marker an HTML comment, which readers do not see
 * @param mayBegin whether to write a comment if there is none
 * @throws {GitHubError}
 */
export async function putComment(
  pull: PullRequest,
  marker: string,
  text: string,
  mayBegin: boolean,
): Promise<'written' | 'updated' | 'none'> {
  const body = { body: `${marker}\n${text}` };
  const own = await findComment(pull, marker);
  if (own !== null) {
    await ask(pull, 'PATCH', `issues/comments/${own}`, body);
    return 'updated';
  }
  if (!mayBegin) return 'none';
  await ask(pull, 'POST', `issues/${pull.number}/comments`, body);
  return 'written';
}

interface Comment {
  readonly id: number;
  readonly body?: string;
  readonly user: { readonly login: string } | null;
}

/** @returns the id of the comment, or null */
async function findComment(pull: PullRequest, marker: string): Promise<number | null> {
  for (let page = 1; page <= MAX_PAGES; page++) {
    const path = `issues/${pull.number}/comments?per_page=${PER_PAGE}&page=${page}`;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the documented answer
    const comments = (await ask(pull, 'GET', path)) as readonly Comment[];
    const own = comments.find(({ body, user }) => body?.startsWith(marker) === true && user?.login === AUTHOR);
    if (own !== undefined) return own.id;
    if (comments.length < PER_PAGE) return null;
  }
  return null;
}

async function ask(
  { api, repository, token }: PullRequest,
  method: string,
  path: string,
  body?: object,
): Promise<unknown> {
  try {
    const response = await fetch(`${api}/repos/${repository}/${path}`, {
      method,
      headers: {
        accept: 'application/vnd.github+json',
        authorization: `Bearer ${token}`,
        'x-github-api-version': '2022-11-28',
      },
      signal: AbortSignal.timeout(ANSWER_TIME),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (response.ok) return await response.json();
    await response.body?.cancel().catch(() => undefined);
    throw new GitHubError(`GitHub answered ${response.status}`, response.status);
  } catch (error) {
    if (error instanceof GitHubError) throw error;
    throw new GitHubError(
      `no readable answer from GitHub: ${error instanceof Error ? error.message : String(error)}`,
      null,
    );
  }
}
