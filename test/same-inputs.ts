/** Property tests get the same inputs in each run, so that one fails only for a change of the code. LAWS_SEED gives others. */
import fc from 'fast-check';

fc.configureGlobal({ seed: Number(process.env['LAWS_SEED'] ?? 1) });
