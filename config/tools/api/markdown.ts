import type { DocComment, DocTag } from './doc-comment.ts';
import type { ApiEntry, ApiExport, ApiItem } from './read-api.ts';

/**
 * Writes the reference: a page for each entry point, and `README.md`, which lists them.
 *
 * @param sources the path from the pages to the root, for links to declarations
 * @returns Markdown by file name
 */
export function writePages(entries: readonly ApiEntry[], sources: string): ReadonlyMap<string, string> {
  const anchors = new Map(entries.map((entry) => [pageOf(entry), anchorsOf(entry)]));
  const pages = entries.map((entry): readonly [string, string] => {
    const file = pageOf(entry);
    const link = (name: string): string | null => linkTo(name, file, anchors);
    const parts = [
      `# ${entry.specifier}`,
      ...docBlocks(entry.doc, link),
      entry.exports.map(({ name }) => `[${name}](${link(name)})`).join(', '),
      ...entry.exports.flatMap((one) => exportBlocks(one, sources, link)),
    ];
    return [file, `${parts.join('\n\n')}\n`];
  });
  const list = entries.map((entry) => `- [\`${entry.specifier}\`](${pageOf(entry)}): ${firstSentence(entry.doc)}`);
  return new Map([['README.md', `# API reference\n\n${list.join('\n')}\n`], ...pages]);
}

/** The address of an exported name as seen from a page; null if no page has it. */
type Link = (name: string) => string | null;

type Anchors = ReadonlyMap<string, string>;

function pageOf({ name }: ApiEntry): string {
  return `${name}.md`;
}

/** The anchors that GitHub gives to the headings of a page: in small letters, numbered if they repeat. */
function anchorsOf({ specifier, exports }: ApiEntry): Anchors {
  const used = new Map([[specifier.toLowerCase().replaceAll('/', ''), 1]]);
  return new Map(
    exports.map(({ name }) => {
      const anchor = name.toLowerCase();
      const count = used.get(anchor) ?? 0;
      used.set(anchor, count + 1);
      return [name, count === 0 ? anchor : `${anchor}-${count}`];
    }),
  );
}

function linkTo(name: string, from: string, anchors: ReadonlyMap<string, Anchors>): string | null {
  const own = anchors.get(from)?.get(name);
  if (own !== undefined) return `#${own}`;
  for (const [page, names] of anchors) if (names.has(name)) return `${page}#${names.get(name)}`;
  return null;
}

function exportBlocks(one: ApiExport, sources: string, link: Link): readonly string[] {
  const isListed = one.kind === 'class' || one.kind === 'interface';
  return [
    `## ${one.name}`,
    `${one.kind}, declared in [${one.file}](${sources}/${one.file})`,
    `\`\`\`ts\n${one.signature}\n\`\`\``,
    ...docBlocks(one.doc, link),
    ...(isListed && one.members.length > 0
      ? ['Members:', one.members.map((item) => memberLine(item, link)).join('\n')]
      : []),
  ];
}

function memberLine({ signature, doc }: ApiItem, link: Link): string {
  const signatures = signature.split('\n').map((line) => (line.includes('`') ? `\`\` ${line} \`\`` : `\`${line}\``));
  return [`- ${signatures.join(', ')}`, ...docBlocks(doc, link)].join('\n\n').replaceAll(/\n(?=[^\n])/g, '\n  ');
}

const LISTS: readonly (readonly [tag: string, title: string])[] = [
  ['param', 'Parameters:'],
  ['returns', 'Returns'],
  ['throws', 'Throws:'],
];

function docBlocks(doc: DocComment | null, link: Link): readonly string[] {
  if (doc === null) return [];
  const tagged = (name: string): readonly DocTag[] => doc.tags.filter((tag) => tag.name === name);
  const other = doc.tags.filter(({ name }) => name !== 'packageDocumentation' && !LISTS.some(([tag]) => tag === name));
  return [
    ...(doc.description === '' ? [] : [prose(doc.description, link)]),
    ...LISTS.flatMap(([name, title]) => {
      const lines = tagged(name).map(({ subject, text }) => [subjectText(name, subject, link), prose(text, link)]);
      if (lines.length === 0) return [];
      if (name === 'returns') return [`${title} ${lines.map(([, text]) => text).join(' ')}`];
      return [title, lines.map((line) => `- ${line.filter(Boolean).join(': ').replaceAll('\n', '\n  ')}`).join('\n')];
    }),
    ...other.map(({ name, text }) => `${name[0]?.toUpperCase()}${name.slice(1)}:\n\n${prose(text, link)}`),
  ];
}

function subjectText(tag: string, subject: string | null, link: Link): string {
  if (subject === null) return '';
  return tag === 'throws' ? reference(subject, link) : `\`${subject}\``;
}

/** Turns `{@link X}` into links, and keeps `<` outside of code from being HTML. */
function prose(text: string, link: Link): string {
  return text.replaceAll(
    /(?<code>```[^]*?```|`[^`]*`)|\{@link\s+(?<target>[\w$.]+)[\s|]*(?<label>[^}]*)\}|</g,
    (all, code: string | undefined, target: string | undefined, label: string | undefined) => {
      if (code !== undefined) return code;
      return target === undefined ? `\\${all}` : reference(target, link, label);
    },
  );
}

/** A link to an export or a member of one, or else code. */
function reference(target: string, link: Link, label = ''): string {
  const text = label.trim() === '' ? `\`${target}\`` : label.trim();
  const address = link(target) ?? link(target.replace(/\..*$/, ''));
  return address === null ? text : `[${text}](${address})`;
}

function firstSentence(doc: DocComment | null): string {
  const text = prose(doc?.description ?? '', () => null).replaceAll(/\s+/g, ' ');
  return /^.*?[.!?](?= |$)/.exec(text)?.[0] ?? text;
}
