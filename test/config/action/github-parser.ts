/** GitHub's own parser of workflows and actions. */
import { registerHooks } from 'node:module';

// It imports JSON without saying so, which Node refuses.
registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return specifier.endsWith('.json') ? { ...found, importAttributes: { type: 'json' } } : found;
  },
});
const { NoOperationTraceWriter, parseWorkflow } = await import('@actions/workflow-parser');
const { parseAction } = await import('@actions/workflow-parser/actions/index');

/** What GitHub finds wrong with a workflow, or with `action.yml`. */
export function problemsOf(name: string, content: string): readonly string[] {
  const check = name === 'action.yml' ? parseAction : parseWorkflow;
  const { context } = check({ name, content }, new NoOperationTraceWriter());
  return context.errors.getErrors().map(({ message }) => message);
}
