/** Evaluates the expressions of workflows with GitHub's own library. */
import { data, Evaluator, Lexer, Parser } from '@actions/expressions';

/** Names that expressions use, and their values. */
export type Contexts = Readonly<Record<string, object>>;

type Value = ConstructorParameters<typeof data.Dictionary>[number]['value'];

/** Functions that the runner adds to those of the language. */
const STATE = ['always', 'cancelled', 'success', 'failure'].map((name) => ({
  name,
  minArgs: 0,
  maxArgs: 0,
  call: () => new data.BooleanData(name === 'always' || name === 'success'),
}));

/** The value of an expression, without its braces: a text, a number, a boolean or null. */
export function evaluate(expression: string, contexts: Contexts): string | number | boolean | null {
  const { tokens } = new Lexer(expression.trim()).lex();
  const parsed = new Parser(tokens, Object.keys(contexts), STATE).parse();
  const functions = new Map(STATE.map((each) => [each.name, each]));
  const value = new Evaluator(parsed, dictionary(contexts), functions).evaluate();
  if (value instanceof data.BooleanData || value instanceof data.StringData || value instanceof data.NumberData)
    return value.value;
  return null;
}

/** The text with the values of its expressions. */
export function interpolate(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{(.*?)\}\}/gs, (_, expression: string) => String(evaluate(expression, contexts) ?? ''));
}

function dictionary(values: object): data.Dictionary {
  return new data.Dictionary(
    ...Object.entries(values).map(([key, value]: [string, unknown]) => ({ key, value: valueOf(value) })),
  );
}

function valueOf(value: unknown): Value {
  if (typeof value === 'object' && value !== null) return dictionary(value);
  return new data.StringData(String(value));
}
