import { dirname, join } from 'node:path';
import type {
  Class,
  Declaration,
  Function,
  Span,
  Statement,
  TSInterfaceDeclaration,
  TSTypeAliasDeclaration,
  VariableDeclarator,
} from 'oxc-parser';
import { SourceFile } from './source-file.ts';

/** The node that declares a name. */
type DeclarationNode = Function | Class | TSTypeAliasDeclaration | TSInterfaceDeclaration | VariableDeclarator;

/** A declaration and where it stands. */
export interface Declared {
  readonly file: SourceFile;
  readonly node: DeclarationNode;
  /** The statement of the declaration, which its doc comment precedes. */
  readonly statement: Span;
}

/** An exported name with its declarations; a function has one for each overload. */
export interface Export {
  readonly name: string;
  readonly declared: readonly Declared[];
  /** Whether importers get the type alone: they cannot construct the class. */
  readonly isTypeOnly: boolean;
}

/** Finds declarations across files by relative imports and re-exports. */
export class Resolver {
  readonly #files = new Map<string, SourceFile>();

  /** @throws {Error} if the file cannot be read or has a syntax error */
  file(path: string): SourceFile {
    const file = this.#files.get(path) ?? new SourceFile(path);
    this.#files.set(path, file);
    return file;
  }

  /**
   * All exports of a file in the order of its statements. `export type` leaves out constants and functions: importers
   * cannot use them.
   *
   * @throws {Error} if an exported name has no declaration in the project
   */
  exports(file: SourceFile): readonly Export[] {
    return file.program.body.flatMap((statement): readonly Export[] => {
      if (statement.type === 'ExportAllDeclaration') {
        if (statement.exported !== null) throw new Error(`${file.path}: export * as … is not supported`);
        const all = this.exports(this.#imported(file, statement.source.value));
        return statement.exportKind === 'type' ? all.flatMap(typeOnly) : all;
      }
      if (statement.type === 'ExportDefaultDeclaration' || isUnknown(statement)) {
        throw new Error(`${file.path}:${file.line(statement)}: this kind of export is not supported`);
      }
      if (statement.type !== 'ExportNamedDeclaration') return [];
      const source = statement.source === null ? file : this.#imported(file, statement.source.value);
      return [
        ...namesOf(statement).map((name) => this.#export(file, name, name)),
        ...statement.specifiers.flatMap(({ local, exported, exportKind }) => {
          const found = this.#export(source, file.text(local), file.text(exported));
          return statement.exportKind === 'type' || exportKind === 'type' ? typeOnly(found) : [found];
        }),
      ];
    });
  }

  #export(file: SourceFile, local: string, name: string): Export {
    const declared = this.find(file, local);
    if (declared.length === 0) throw new Error(`${file.path}: the declaration of ${local} was not found`);
    return { name, declared, isTypeOnly: false };
  }

  /** The declarations of a name as a file sees it: its own, imported or re-exported; none if they are not in the project. */
  find(file: SourceFile, name: string): readonly Declared[] {
    const own = file.program.body.flatMap((statement) => declarationsIn(file, statement, name));
    if (own.length > 0) return own;
    for (const statement of file.program.body) {
      if (statement.type === 'ImportDeclaration') {
        const specifier = statement.specifiers.find(({ local }) => local.name === name);
        if (specifier?.type !== 'ImportSpecifier' || !isRelative(statement.source.value)) continue;
        return this.find(this.#imported(file, statement.source.value), file.text(specifier.imported));
      }
      if (statement.type === 'ExportNamedDeclaration') {
        const specifier = statement.specifiers.find(({ exported }) => file.text(exported) === name);
        if (specifier === undefined) continue;
        const local = file.text(specifier.local);
        if (statement.source !== null) return this.find(this.#imported(file, statement.source.value), local);
        if (local !== name) return this.find(file, local);
      }
      if (statement.type === 'ExportAllDeclaration') {
        const found = this.find(this.#imported(file, statement.source.value), name);
        if (found.length > 0) return found;
      }
    }
    return [];
  }

  #imported(file: SourceFile, specifier: string): SourceFile {
    if (!isRelative(specifier))
      throw new Error(`${file.path}: a re-export of the package ${specifier} is not supported`);
    return this.file(join(dirname(file.path), specifier));
  }
}

function isRelative(specifier: string): boolean {
  return specifier.startsWith('.');
}

/** An export as `export type` leaves it: nothing of a constant or a function. */
function typeOnly(one: Export): readonly Export[] {
  const isType = one.declared.every(({ node }) => /^(TSInterface|TSTypeAlias|Class)/.test(node.type));
  return isType ? [{ ...one, isTypeOnly: true }] : [];
}

/** Whether a statement exports a declaration that is not read, such as an enum. */
function isUnknown(statement: Statement): boolean {
  return (
    statement.type === 'ExportNamedDeclaration' && statement.declaration !== null && namesOf(statement).length === 0
  );
}

function namesOf(statement: Extract<Statement, { type: 'ExportNamedDeclaration' }>): readonly string[] {
  return [...new Set(nodesOf(statement.declaration).map(nameOf))];
}

function declarationsIn(file: SourceFile, statement: Statement, name: string): readonly Declared[] {
  const declaration = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
  return nodesOf(declaration)
    .filter((node) => nameOf(node) === name)
    .map((node) => ({ file, node, statement }));
}

function nodesOf(node: Statement | Declaration | null): readonly DeclarationNode[] {
  if (node === null) return [];
  if (node.type === 'VariableDeclaration') return node.declarations;
  return isDeclaration(node) ? [node] : [];
}

function isDeclaration(node: Statement | Declaration): node is Exclude<DeclarationNode, VariableDeclarator> {
  return /^(FunctionDeclaration|TSDeclareFunction|ClassDeclaration|TSTypeAlias.*|TSInterface.*)$/.test(node.type);
}

function nameOf({ id }: DeclarationNode): string {
  return id?.type === 'Identifier' ? id.name : '';
}
