import type { TextModel } from './html-tokenizer.ts';

const MODELS: ReadonlyMap<string, TextModel> = new Map([
  ...(['title', 'textarea', 'style', 'xmp', 'iframe', 'noembed', 'noframes'] as const).map(
    (tag) => [tag, 'raw'] as const,
  ),
  ['script', 'script'],
  ['plaintext', 'plaintext'],
]);

/** Elements that contain only text, which is not shown. */
const HIDDEN: ReadonlySet<string> = new Set('title style script noframes noembed iframe'.split(' '));

/** How the text after a start tag is read. Svg and math have no elements that contain only text. */
export function textModelOf(tag: string, isForeign: boolean): TextModel {
  return isForeign ? 'data' : (MODELS.get(tag) ?? 'data');
}

/** Whether the text of an element is not shown. In svg, a title is a tooltip. */
export function isHidden(tag: string, isForeign: boolean): boolean {
  return HIDDEN.has(tag) && !(isForeign && tag === 'title');
}
