/** A doc comment: its description and its block tags. */
export interface DocComment {
  /** Markdown; the text before the first block tag. */
  readonly description: string;
  readonly tags: readonly DocTag[];
}

/** A block tag with its text: `@throws {UrlError} if …`. */
export interface DocTag {
  /** Without the `@`. */
  readonly name: string;
  /** The parameter of `@param`, or the type in braces of `@throws`; null if the tag has neither. */
  readonly subject: string | null;
  readonly text: string;
}

/**
 * Parses a doc comment.
 *
 * @param body the text between the opening `/**` and its end
 * @returns null if the comment says nothing: a tag without text, such as `@internal`, does not document anything
 */
export function parseDocComment(body: string): DocComment | null {
  const text = body.replaceAll(/^[ \t]*\*[ \t]?/gm, '').trim();
  const [description = '', ...blocks] = `\n${text}`.split(/\n(?=@[a-z])/i);
  const tags = blocks.map(parseTag).filter((tag) => tag.text !== '');
  return description.trim() === '' && tags.length === 0 ? null : { description: description.trim(), tags };
}

function parseTag(block: string): DocTag {
  const { name = '', rest = '' } = /^@(?<name>\w+)\s*(?<rest>[^]*)$/.exec(block)?.groups ?? {};
  const subject = name === 'param' ? /^(?<subject>[\w$.]+)[ \t]*/ : /^\{(?<subject>[^}]*)\}[ \t]*/;
  const found = subject.exec(rest);
  return { name, subject: found?.groups?.['subject'] ?? null, text: rest.slice(found?.[0].length ?? 0).trim() };
}
