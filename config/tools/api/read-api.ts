import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import type { ClassElement, Function, ParamPattern, Span, TSSignature, TSType, VariableDeclarator } from 'oxc-parser';
import type { DocComment } from './doc-comment.ts';
import { type Declared, type Export, Resolver } from './resolve.ts';
import type { SourceFile } from './source-file.ts';

/** An entry point of the package. */
export interface ApiEntry {
  /** The name of its page: `canon` for the package itself, else the subpath. */
  readonly name: string;
  /** The import specifier: `dustpan/slug`. */
  readonly specifier: string;
  readonly file: string;
  readonly doc: DocComment | null;
  readonly exports: readonly ApiExport[];
}

/** An exported name. */
export interface ApiExport extends ApiItem {
  readonly kind: 'class' | 'constant' | 'function' | 'interface' | 'type';
  /** Public members of a class, an interface, or the object types of an alias. */
  readonly members: readonly ApiItem[];
}

/** A name with its signature and doc comment. */
export interface ApiItem {
  readonly name: string;
  /** Relative to the root. */
  readonly file: string;
  readonly line: number;
  /** TypeScript, without bodies. */
  readonly signature: string;
  readonly doc: DocComment | null;
}

/**
 * Reads the entry points that `exports` of package.json names, from the sources of the files in `dist`.
 *
 * @param root the folder of package.json
 * @throws {Error} if a source has a syntax error or an export cannot be followed
 */
export function readApi(root: string): readonly ApiEntry[] {
  const manifest: { name: string; exports: Readonly<Record<string, string | { readonly default: string }>> } =
    JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const resolver = new Resolver();
  const reader = new Reader(root, resolver);
  return Object.entries(manifest.exports).flatMap(([subpath, target]) => {
    if (typeof target === 'string') return [];
    const file = resolver.file(join(root, target.default.replace('./dist/', '').replace(/\.js$/, '.ts')));
    const exports = resolver.exports(file).map((one) => reader.read(one));
    const name = subpath === '.' ? 'canon' : subpath.slice(2);
    const specifier = join(manifest.name, subpath);
    return [{ name, specifier, file: relative(root, file.path), doc: file.moduleDoc(), exports }];
  });
}

/** Characters on a line of a signature. */
const MAX_WIDTH = 100;

type Member = ClassElement | TSSignature;

class Reader {
  readonly #root: string;
  readonly #resolver: Resolver;

  constructor(root: string, resolver: Resolver) {
    this.#root = root;
    this.#resolver = resolver;
  }

  read({ name, declared, isTypeOnly }: Export): ApiExport {
    const items = declared.map((one) => ({
      ...this.#at(one.file, one.node),
      name,
      signature: signatureOf(one, name),
      doc: one.file.doc(one.statement),
      kind: kindOf(one),
      members: merged(this.#members(one, isTypeOnly)),
    }));
    const [whole] = merged(items);
    if (whole === undefined) throw new Error(`${name} has no declaration`);
    return whole;
  }

  #at(file: SourceFile, node: Span): Pick<ApiItem, 'file' | 'line'> {
    return { file: relative(this.#root, file.path), line: file.line(node) };
  }

  #members(declared: Declared, isTypeOnly = true): readonly ApiItem[] {
    const { file } = declared;
    const inherited = new Map(this.#bases(declared).map(({ name, doc }) => [name, doc]));
    return membersOf(declared)
      .filter((member) => isPublic(member) && !(isTypeOnly && isOfClass(member)))
      .map((member) => {
        const name = nameOf(member, file);
        const doc = file.doc(member) ?? inherited.get(name) ?? null;
        return { ...this.#at(file, member), name, signature: memberSignature(member, file), doc };
      });
  }

  /** The members of the classes and interfaces that a declaration extends or implements; their comments are inherited. */
  #bases({ file, node }: Declared): readonly ApiItem[] {
    const bases =
      node.type === 'ClassDeclaration'
        ? [node.superClass, ...(node.implements ?? []).map(({ expression }) => expression)]
        : node.type === 'TSInterfaceDeclaration'
          ? node.extends.map(({ expression }) => expression)
          : [];
    return bases
      .flatMap((base) => (base === null ? [] : this.#resolver.find(file, file.text(base))))
      .flatMap((base) => [...this.#bases(base), ...this.#members(base)]);
  }
}

/** Makes one item of overloads and of a getter with its setter: all signatures, and the first doc comment. */
function merged<Item extends ApiItem>(items: readonly Item[]): readonly Item[] {
  return [...Map.groupBy(items, ({ name }) => name).values()].flatMap((group) => {
    const [first] = group;
    if (first === undefined) return [];
    const doc = group.find((item) => item.doc !== null)?.doc ?? null;
    return [{ ...first, signature: group.map(({ signature }) => signature).join('\n'), doc }];
  });
}

const KINDS: Readonly<Record<string, ApiExport['kind']>> = {
  ClassDeclaration: 'class',
  FunctionDeclaration: 'function',
  TSDeclareFunction: 'function',
  TSInterfaceDeclaration: 'interface',
  TSTypeAliasDeclaration: 'type',
  VariableDeclarator: 'constant',
};

function kindOf({ file, node }: Declared): ApiExport['kind'] {
  const kind = KINDS[node.type];
  if (kind === undefined) throw new Error(`${file.path}:${file.line(node)}: ${node.type} is not supported`);
  return kind;
}

function signatureOf({ file, node }: Declared, name: string): string {
  if (node.type === 'TSTypeAliasDeclaration') return file.source(node);
  if (node.type === 'VariableDeclarator') return constantSignature(node, file);
  if ('params' in node) return functionSignature(node, file, name);
  return file.text({ start: node.start, end: node.body.start });
}

/** The type of a constant, or its value if no type is written. */
function constantSignature({ start, end, init }: VariableDeclarator, file: SourceFile): string {
  const declared = file.text({ start, end: init?.start ?? end }).replace(/ =$/, '');
  return `const ${declared.includes(':') ? declared : file.text({ start, end })}`;
}

/** A function on one line, or a line for each parameter if it is long. */
function functionSignature(node: Callable, file: SourceFile, name: string): string {
  const flat = `function ${name}${callSignature(node, file)}`;
  if (flat.length <= MAX_WIDTH) return flat;
  const list = node.params.map((param) => `  ${file.param(param)},\n`).join('');
  return `function ${name}${file.text(node.typeParameters)}(\n${list})${file.text(node.returnType)}`;
}

interface Callable extends Pick<Function, 'typeParameters' | 'returnType'> {
  readonly params: readonly ParamPattern[];
}

function callSignature({ typeParameters, params, returnType }: Callable, file: SourceFile): string {
  const list = params.map((param) => file.param(param)).join(', ');
  return `${file.text(typeParameters)}(${list})${file.text(returnType)}`;
}

function membersOf({ node }: Declared): readonly Member[] {
  if (node.type === 'ClassDeclaration' || node.type === 'TSInterfaceDeclaration') return node.body.body;
  return node.type === 'TSTypeAliasDeclaration' ? objectMembers(node.typeAnnotation) : [];
}

/** The members of an object type, also in a union or an intersection. */
function objectMembers(type: TSType): readonly Member[] {
  if (type.type === 'TSTypeLiteral') return type.members;
  return type.type === 'TSUnionType' || type.type === 'TSIntersectionType' ? type.types.flatMap(objectMembers) : [];
}

function isPublic(member: Member): boolean {
  if (member.type === 'StaticBlock' || ('key' in member && member.key.type === 'PrivateIdentifier')) return false;
  return !('accessibility' in member) || member.accessibility !== 'private';
}

/** Whether a member belongs to the class and not to its instances: a static one or the constructor. */
function isOfClass(member: Member): boolean {
  return ('static' in member && member.static) || ('kind' in member && member.kind === 'constructor');
}

function nameOf(member: Member, file: SourceFile): string {
  if (!('key' in member)) return file.text(member);
  return member.computed ? `[${file.text(member.key)}]` : file.text(member.key);
}

function memberSignature(member: Member, file: SourceFile): string {
  if (member.type === 'MethodDefinition' || member.type === 'TSAbstractMethodDefinition') {
    const { kind, value } = member;
    const modifiers = [member.static && 'static', kind === 'get' && 'get', kind === 'set' && 'set'].filter(Boolean);
    const mark = member.optional === true ? '?' : '';
    return [...modifiers, `${nameOf(member, file)}${mark}${callSignature(value, file)}`].join(' ');
  }
  const isField = member.type === 'PropertyDefinition' && member.value !== null && !!member.typeAnnotation;
  const text = file.text({ start: member.start, end: isField ? (member.typeAnnotation?.end ?? 0) : member.end });
  return text.replace(/^(public |override |abstract )+/, '').replace(/[;,]$/, '');
}
