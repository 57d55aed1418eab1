/** The step of `action.yml` that comments on the pull request. It never fails the job: the summary has the same text. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readReport } from './known.ts';
import { GitHubError, putComment } from './pull-request-comment.ts';
import { annotate } from './workflow.ts';

const {
  DUSTPAN_FOLDER: folder = '',
  DUSTPAN_NAME: name = '',
  GITHUB_TOKEN: token = '',
  GITHUB_API_URL: api = '',
  GITHUB_REPOSITORY: repository = '',
  GITHUB_EVENT_PATH: event = '',
} = process.env;

const { pull_request: pull }: { readonly pull_request: { readonly number: number } } = JSON.parse(
  readFileSync(event, 'utf8'),
);
try {
  const { findings } = readReport(join(folder, 'report.json'));
  const text = readFileSync(join(folder, 'report.md'), 'utf8');
  const to = { api, repository, number: pull.number, token };
  const done = await putComment(to, `<!-- dustpan: ${name} -->`, text, findings.length > 0);
  process.stdout.write(`comment: ${done}\n`);
} catch (error) {
  if (!(error instanceof GitHubError)) throw error;
  if (error.isRefusal)
    annotate(
      'notice',
      `No comment was written (${error.message}): the token of this run may not. Give the job the permission "pull-requests: write"; a run for a fork never has it. The summary of this run has the same text.`,
    );
  else annotate('warning', `No comment was written: ${error.message}. The summary of this run has the same text.`);
}
