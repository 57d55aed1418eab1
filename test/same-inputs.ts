/**
 * Property tests get the same inputs in each run, so that one fails only for a change of the code. With LAWS_RUNS they get
 * new ones.
 */
import fc from 'fast-check';

if (process.env['LAWS_RUNS'] === undefined) fc.configureGlobal({ seed: 1 });
