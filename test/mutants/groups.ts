/** Files that are mutated together, and the tests that are to notice. */
export interface Group {
  readonly mutate: readonly string[];
  /** Tests that run in one process: what a test starts in another one runs without the mutant. */
  readonly tests: readonly string[];
  /** Tests that would take most of the time and notice no more: their names hold this. */
  readonly without?: string;
}

export const GROUPS: Readonly<Record<string, Group>> = {
  robots: {
    mutate: ['crawler/robots/*.ts'],
    tests: [
      'test/crawler/robots/access.test.ts',
      'test/crawler/robots/kept-rule.test.ts',
      'test/crawler/robots/policy.test.ts',
      'test/crawler/robots/robots.test.ts',
      'test/crawler/robots/laws.test.ts',
    ],
    without: 'hostile files',
  },
  politeness: {
    mutate: [
      'crawler/politeness/politeness.ts',
      'crawler/judge.ts',
      'crawler/politeness/retry-after.ts',
      'crawler/politeness/site-paces.ts',
    ],
    tests: [
      'test/crawler/judge.test.ts',
      'test/crawler/politeness/site-paces.test.ts',
      'test/crawler/politeness/waits.test.ts',
      'test/crawler/politeness/politeness.test.ts',
    ],
    // On a busy machine a pause may look shorter than it was.
    without: 'Crawl-delay spaces the requests',
  },
  passes: {
    mutate: ['src/passes/**/*.ts'],
    tests: [
      'test/passes/custom.test.ts',
      'test/passes/examples.test.ts',
      'test/passes/limits.test.ts',
      'test/passes/slug-path.test.ts',
      'test/passes/url-normalization.test.ts',
      'test/facts/facts.test.ts',
      'test/facts/param-rules.test.ts',
      'test/laws/laws.test.ts',
    ],
  },
  rekey: {
    mutate: ['db/rekey/*.ts'],
    tests: ['test/db/rekey-plan.test.ts', 'test/db/frontier.test.ts', 'test/db/rekey.test.ts'],
    // Stores carry out one plan.
    without: 'SqliteFrontier',
  },
  facts: {
    mutate: [
      'src/evidence/{claim-evidence,claimed-facts,coverage,declared-form,evidence,thresholds,verdict}.ts',
      'src/facts/{site-facts,site-part}.ts',
    ],
    tests: [
      'test/evidence/claim-evidence.test.ts',
      'test/evidence/declared-form.test.ts',
      'test/facts/site-part.test.ts',
      'test/evidence/claimed-facts.test.ts',
      'test/evidence/verdict.test.ts',
      'test/evidence/verdict-bounds.test.ts',
      'test/facts/facts.test.ts',
      'test/evidence/verdict-laws.test.ts',
    ],
    without: 'ten thousand claims',
  },
  evidence: {
    mutate: ['crawler/evidence/*.ts'],
    tests: [
      'test/crawler/evidence/access-log.test.ts',
      'test/crawler/evidence/candidates.test.ts',
      'test/crawler/evidence/compare-pages.test.ts',
      'test/crawler/evidence/declarations.test.ts',
      'test/crawler/evidence/declared-canonical.test.ts',
      'test/crawler/evidence/gathering.test.ts',
      'test/crawler/evidence/pages.test.ts',
      'test/crawler/evidence/url-classes.test.ts',
      'test/crawler/evidence/passive.test.ts',
    ],
  },
};
